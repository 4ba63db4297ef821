//! The end of a game: all clients catch up, and the game is recovered from its journal.

use std::collections::BTreeSet;

use ishigaki_audit::{Checked, ensure};
use ishigaki_engine::feed::Audience;
use ishigaki_journal::Journal as _;
use ishigaki_proto::shared::Round;
use ishigaki_proto::wire;

use super::GameSimulation;
use crate::Outcome;
use crate::audit::to_u64;
use crate::clock::SimClock;
use crate::host::Change;
use crate::world::{World, missing};

const PLAYED_BACK: u64 = 250;

/// Games per thousand that are recovered from their checkpoints with crashes in between.
const CLOSED: u64 = 250;

/// Games per thousand that have their whole record verified, because that takes longer than the game.
const VERIFIED: u64 = 80;

pub(super) struct Standing {
    pub(super) rounds: Vec<Round>,
    pub(super) face: wire::Clock,
    /// Number of items of each of the auditor's feeds, in their order.
    pub(super) lengths: Vec<usize>,
}

impl World<'_, GameSimulation> {
    pub(crate) async fn finish(mut self) -> Checked<Outcome> {
        self.check_agreement()?;
        let hasty = self.host.journal.hasty_checkpoints();
        ensure!(hasty == 0, "{hasty} checkpoints came before their records were durable");
        self.keeps_a_checkpoint().await?;
        if self.chance.permille(PLAYED_BACK) {
            self.plays_back().await?;
        }
        self.host.kill();
        tokio::task::yield_now().await;
        let mut tally = self.simulation.auditor.tally();
        tally.merge(&self.disk_faults.tally());
        let items = self.simulation.auditor.length(Audience::Public);
        Ok(Outcome { digest: self.simulation.auditor.digest.0, tally, items })
    }

    fn check_agreement(&mut self) -> Checked {
        let standings = self.simulation.auditor.game().map(ishigaki_rules::Game::standings);
        self.observe_all()?;
        for client in &self.simulation.clients {
            let length = to_u64(self.simulation.auditor.length(client.audience()));
            ensure!(client.mirror.next_sequence() == length + 1, "{:?} has not all items", client.role);
            let game = client.mirror.game().zip(self.simulation.auditor.game());
            let agrees = game.is_some_and(|(own, public)| {
                Some(own.standings()) == standings
                    && own.pool() == public.pool()
                    && own.phase() == public.phase()
            });
            ensure!(agrees, "{:?} sees another end of the game", client.role);
        }
        self.simulation.auditor.check_ranking()
    }

    async fn keeps_a_checkpoint(&self) -> Checked {
        let handle = self.host.handle().ok_or_else(|| missing("the server"))?;
        let durable = self.host.journal.copy();
        let kept = durable.checkpoints(BTreeSet::from([handle.id().clone()])).await;
        let has_checkpoint = kept.is_ok_and(|kept| !kept.is_empty());
        ensure!(has_checkpoint || !handle.feeds().is_over(), "the game is over, and has no checkpoint");
        Ok(())
    }

    async fn plays_back(&mut self) -> Checked {
        let journal = self.host.journal.copy();
        let before = self.host.handle().ok_or_else(|| missing("the server"))?;
        let (rounds, face) = (before.feeds().opened_rounds(None), bare(before.feeds().face()));
        self.simulation.auditor.check_opened(&rounds)?;
        let lengths = self.taps.iter().map(|tap| self.simulation.auditor.length(tap.audience)).collect();
        let before = Standing { rounds, face, lengths };
        let is_verified = self.chance.permille(VERIFIED);
        let mut host = if self.chance.permille(CLOSED) {
            self.opens_closed(&before, journal).await?
        } else {
            let mut host = self.host.sibling(journal, SimClock::new(7, 0));
            host.start_server()?;
            // Compares the records' result with the stored checkpoint.
            ensure!(host.check_changes()? == Some(Change::CameUp), "the copy does not come up");
            std::mem::swap(&mut self.host, &mut host);
            self.check_unchanged("played back", &before)?;
            host
        };
        if is_verified {
            self.check_record().await?;
        }
        host.kill();
        Ok(())
    }

    pub(super) fn check_unchanged(&mut self, how: &str, before: &Standing) -> Checked {
        self.open_taps()?;
        self.listen()?;
        for (tap, &length) in self.taps.iter().zip(&before.lengths) {
            let items = tap.next - 1;
            ensure!(items == to_u64(length), "{how}, {:?} has {items} of {length} items", tap.audience);
        }
        let handle = self.host.handle().ok_or_else(|| missing("the server"))?;
        ensure!(handle.feeds().opened_rounds(None) == before.rounds, "{how}, the rounds differ");
        ensure!(bare(handle.feeds().face()) == before.face, "{how}, the game stands elsewhere");
        Ok(())
    }
}

fn bare(face: wire::Clock) -> wire::Clock {
    wire::Clock { now_ms: 0, server_unix_ms: 0, ..face }
}
