//! The hibernation of a game that is over: after a start it is known by its checkpoint alone, and it comes back as it was whatever
//! crashes on the way.

use std::collections::BTreeSet;
use std::future::ready;
use std::task::Poll;

use ishigaki_audit::{Checked, Violation, ensure};
use ishigaki_engine::engine::{DormantGame, Started, SweepExtent, start_all, verify, wake};
use ishigaki_journal::Journal as _;
use ishigaki_testkit::SimJournal;

use super::GameSimulation;
use super::ending::Standing;
use crate::clock::SimClock;
use crate::host::{Host, Polled, poll};
use crate::tally::Count;
use crate::world::{World, missing};

/// Of how many of a thousand games that are brought back all is looked at that a server does with one: that its records come to
/// its checkpoint is verified behind, before it is brought back and after each crash that has left something else; and its whole
/// record shows opened prices alone.
const EXAMINED: u64 = 200;

impl World<'_, GameSimulation> {
    /// Machines with a copy of what is durable list the game by its checkpoint, one after the other, each stopped at a later
    /// request while it brings the game back, until one of them is done with it. That one serves it from then on; gives the one
    /// that did before.
    pub(super) async fn sleeps_and_wakes(&mut self, before: &Standing, journal: SimJournal) -> Checked<Host> {
        let is_examined = self.chance.permille(EXAMINED);
        let mut verified = None;
        for requests in 0.. {
            let mut host = self.host.beside(journal.clone(), SimClock::new(11, 0));
            let game = dormant(&host).await?;
            if is_examined {
                let checkpoint = journal.checkpoints(BTreeSet::from([game.id.clone()])).await.ok();
                let kept = (journal.records(), checkpoint);
                // The same records and the same checkpoint come to the same, however often a machine has crashed over them.
                if verified.as_ref() != Some(&kept) {
                    check_records(&host, &game).await?;
                    verified = Some(kept);
                }
            }
            let (options, stop) = host.lasting_options()?;
            journal.crash_after(requests);
            let mut waking: Polled<_> = Box::pin(async move { wake(options, &game).await });
            match poll(&mut waking) {
                Poll::Ready(Ok(running)) => {
                    journal.crash_after(u64::MAX);
                    host.adopt(running, stop);
                    std::mem::swap(&mut self.host, &mut host);
                    self.count(Count::Woken);
                    self.check_unchanged("brought back", before)?;
                    if is_examined {
                        self.check_open_record().await?;
                    }
                    return Ok(host);
                }
                Poll::Ready(Err(error)) => {
                    return Err(Violation::Broken(format!("the game does not come back: {error}")));
                }
                Poll::Pending => {
                    ensure!(journal.is_down(), "a game that comes back waits for something");
                    self.count(Count::CrashWaking);
                    journal.reopen(0);
                }
            }
        }
        Err(missing("the game that was to come back"))
    }
}

/// Checks that the records of a dormant game come to its checkpoint.
async fn check_records(host: &Host, game: &DormantGame) -> Checked {
    let (options, _stop) = host.lasting_options()?;
    let verified = verify(options, game, || ready(())).await;
    let setup = verified.map_err(|error| Violation::Broken(format!("not verified: {error}")))?;
    let setup = setup.ok_or_else(|| Violation::Broken("the checkpoint is of other records".to_owned()))?;
    ensure!(*setup == *host.setup(), "verified, the game has another set-up");
    Ok(())
}

/// The game as a server has it that has just started; nothing of it but the last record is read.
async fn dormant(host: &Host) -> Checked<DormantGame> {
    let (options, _stop) = host.lasting_options()?;
    let started = start_all(&host.journal, vec![options], SweepExtent::Few).await;
    let mut started = started.map_err(|error| Violation::Broken(format!("no start: {error}")))?;
    match started.pop() {
        Some(Ok(Started::Dormant(game))) => Ok(game),
        Some(Ok(Started::Running(_))) => Err(Violation::Broken("all records of a game were read".into())),
        Some(Err(error)) => Err(Violation::Broken(format!("the game is not served: {error}"))),
        None => Err(missing("the game")),
    }
}
