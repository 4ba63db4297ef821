//! The site that clients play on: one server with its lives, or several over one journal.

use std::collections::BTreeSet;

use ishigaki_client::Address;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::fleet::Fleet;
use super::lifecycle::Lifecycle;
use super::organiser::Organiser;
use super::schedule::Schedule;
use super::summary::CrashSummary;

/// Site of the servers: one, or several.
#[derive(Debug)]
pub(super) enum ServerSite {
    /// One, which is killed and comes back.
    One(Box<Lifecycle>),
    /// Several, of which others take over.
    Several(Box<Fleet>),
}

impl ServerSite {
    /// Returns the address by which it is reached.
    pub(super) fn address(&self) -> &Address {
        match self {
            Self::One(lifecycle) => lifecycle.address(),
            Self::Several(fleet) => fleet.all(),
        }
    }

    /// Strikes while clients send; returns when they are to stop.
    pub(super) async fn strike(&mut self, schedule: &Schedule, rng: &mut ChaCha8Rng) -> anyhow::Result<()> {
        match self {
            Self::One(lifecycle) => lifecycle.kill(schedule.under_test()).await,
            Self::Several(fleet) => fleet.strike(rng).await,
        }
    }

    /// Waits until everything is served again, by the server that comes back or by those that are left.
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
                let started = organiser.into_iter().flat_map(Organiser::acknowledged).cloned();
                fleet.take_over(&schedule.served(), &started.collect()).await?;
                if rng.random_bool(0.5) { fleet.restore().await } else { Ok(()) }
            }
        }
    }

    /// Brings back whatever is still down.
    pub(super) async fn restore(&mut self) -> anyhow::Result<()> {
        match self {
            Self::One(_) => Ok(()),
            Self::Several(fleet) => fleet.restore().await,
        }
    }

    /// Serves every game that was ever played once more, from the start.
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

    /// Ends it, in peace or not.
    pub(super) async fn abort(&mut self) -> anyhow::Result<()> {
        match self {
            Self::One(lifecycle) => lifecycle.abort().await,
            Self::Several(fleet) => fleet.abort().await,
        }
    }

    /// Puts down what it has seen.
    pub(super) fn count(&self, summary: &mut CrashSummary) {
        match self {
            Self::One(lifecycle) => lifecycle.count(summary),
            Self::Several(fleet) => fleet.count(summary),
        }
    }
}
