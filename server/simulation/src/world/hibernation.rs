//! The hibernation of a game that is over: after a start it is known by its checkpoint alone, and it comes back as it was whatever
//! crashes on the way.

use std::collections::BTreeSet;
use std::future::ready;
use std::task::Poll;

use ishigaki_journal::Journal as _;
use ishigaki_server::engine::{DormantGame, Share, Started, start_all, verify, wake};

use super::ending::{Standing, bare};
use super::{World, missing};
use crate::audit::to_u64;
use crate::clock::SimClock;
use crate::host::{Host, Polled, poll};
use crate::tally::Count;
use ishigaki_audit::{Checked, Violation, ensure};

impl World<'_> {
    /// Machines with a copy of what is durable list the game by its checkpoint, one after the other, each stopped at a later
    /// request while it brings the game back, until one of them is done with it.
    pub(super) async fn sleeps_and_wakes(&mut self, before: &Standing) -> Checked {
        let journal = self.host.journal.copy();
        let mut verified = None;
        for requests in 0.. {
            let mut host = self.host.beside(journal.clone(), SimClock::new(11, 0));
            let game = dormant(&host).await?;
            let kept = (journal.records(), journal.checkpoints(BTreeSet::from([game.id.clone()])).await.ok());
            // The same records and the same checkpoint come to the same, however often a machine has crashed over them.
            if verified.as_ref() != Some(&kept) {
                is_verified(&host, &game).await?;
                verified = Some(kept);
            }
            let (options, stop) = host.lasting_options()?;
            journal.crash_after(requests);
            let mut waking: Polled<_> = Box::pin(async move { wake(options, &game).await });
            match poll(&mut waking) {
                Poll::Ready(Ok(running)) => {
                    journal.crash_after(u64::MAX);
                    host.adopt(running, stop);
                    std::mem::swap(&mut self.host, &mut host);
                    self.auditor.tally.add(Count::Woken);
                    let checked = self.is_as_before(before).await;
                    host.kill();
                    return checked;
                }
                Poll::Ready(Err(error)) => {
                    return Err(Violation::Broken(format!("the game does not come back: {error}")));
                }
                Poll::Pending => {
                    ensure!(journal.is_down(), "a game that comes back waits for something");
                    self.auditor.tally.add(Count::CrashWaking);
                    journal.reopen(0);
                }
            }
        }
        Ok(())
    }

    /// Whether what is served now is what was served before.
    async fn is_as_before(&mut self, before: &Standing) -> Checked {
        self.open_taps()?;
        self.listen()?;
        for (tap, length) in self.taps.iter().zip(&before.lengths) {
            let items = tap.next - 1;
            ensure!(
                items == to_u64(*length),
                "brought back, {:?} has {items} of {length} items",
                tap.audience
            );
        }
        let handle = self.host.handle().ok_or_else(|| missing("the server"))?;
        ensure!(handle.feeds().opened_rounds(None) == before.rounds, "brought back, the rounds differ");
        ensure!(bare(handle.feeds().face()) == before.face, "brought back, the game stands elsewhere");
        self.check_open_record().await
    }
}

/// Whether the records of a dormant game come to its checkpoint.
async fn is_verified(host: &Host, game: &DormantGame) -> Checked {
    let (options, _stop) = host.lasting_options()?;
    let verified = verify(options, game, || ready(())).await;
    let setup = verified.map_err(|error| Violation::Broken(format!("not verified: {error}")))?;
    ensure!(*setup == *host.setup(), "verified, the game has another set-up");
    Ok(())
}

/// The game as a server has it that has just started; nothing of it but the last record is read.
async fn dormant(host: &Host) -> Checked<DormantGame> {
    let (options, _stop) = host.lasting_options()?;
    let started = start_all(&host.journal, vec![options], Share::Few).await;
    let mut started = started.map_err(|error| Violation::Broken(format!("no start: {error}")))?;
    match started.pop() {
        Some(Ok(Started::Dormant(game))) => Ok(game),
        Some(Ok(Started::Running(_))) => Err(Violation::Broken("all records of a game were read".into())),
        Some(Err(error)) => Err(Violation::Broken(format!("the game is not served: {error}"))),
        None => Err(missing("the game")),
    }
}
