//! Servers under test: one that restarts, or several over one journal.

use std::collections::BTreeSet;

use ishigaki_client::Address;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::fleet::Fleet;
use super::lifecycle::Lifecycle;
use super::organiser::Organiser;
use super::schedule::Schedule;
use super::summary::CrashSummary;

#[derive(Debug)]
pub(super) enum ServerSite {
    One(Box<Lifecycle>),
    Several(Box<Fleet>),
}

impl ServerSite {
    pub(super) fn address(&self) -> &Address {
        match self {
            Self::One(lifecycle) => lifecycle.address(),
            Self::Several(fleet) => fleet.all(),
        }
    }

    pub(super) async fn strike(&mut self, schedule: &Schedule, rng: &mut ChaCha8Rng) -> anyhow::Result<()> {
        match self {
            Self::One(lifecycle) => lifecycle.kill(schedule.under_test()).await,
            Self::Several(fleet) => fleet.strike(rng).await,
        }
    }

    pub(super) async fn come_back(
        &mut self,
        schedule: &Schedule,
        organiser: Option<&Organiser>,
        rng: &mut ChaCha8Rng,
    ) -> anyhow::Result<()> {
        match self {
            Self::One(lifecycle) => {
                schedule.write_contest(lifecycle.files(), rng)?;
                lifecycle.come_back(rng).await
            }
            Self::Several(fleet) => {
                let started = organiser.into_iter().flat_map(Organiser::acknowledged_starts).cloned();
                fleet.take_over(&schedule.served(), &started.collect()).await?;
                if rng.random_bool(0.5) { fleet.restore().await } else { Ok(()) }
            }
        }
    }

    pub(super) async fn restore(&mut self) -> anyhow::Result<()> {
        match self {
            Self::One(_) => Ok(()),
            Self::Several(fleet) => fleet.restore().await,
        }
    }

    pub(super) async fn serve_all(&mut self, schedule: &Schedule) -> anyhow::Result<()> {
        match self {
            Self::One(lifecycle) => {
                lifecycle.stop().await?;
                schedule.write_whole_contest(lifecycle.files())?;
                lifecycle.restart().await
            }
            Self::Several(fleet) => {
                fleet.restart().await?;
                let all: BTreeSet<String> = schedule.served();
                fleet.take_over(&all, &BTreeSet::new()).await
            }
        }
    }

    pub(super) async fn abort(&mut self) -> anyhow::Result<()> {
        match self {
            Self::One(lifecycle) => lifecycle.abort().await,
            Self::Several(fleet) => fleet.abort().await,
        }
    }

    pub(super) fn count(&self, summary: &mut CrashSummary) {
        match self {
            Self::One(lifecycle) => lifecycle.count(summary),
            Self::Several(fleet) => fleet.count(summary),
        }
    }
}
