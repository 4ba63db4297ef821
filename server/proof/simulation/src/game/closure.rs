//! Closing of a finished game: after a restart it is known only by its checkpoint, and opens unchanged
//! despite crashes.

use std::collections::BTreeSet;
use std::task::Poll;

use ishigaki_audit::{Checked, Violation, ensure};
use ishigaki_engine::engine::{ClosedGame, Recovery, claim_all};
use ishigaki_journal::Journal as _;
use ishigaki_testkit::SimJournal;

use super::GameSimulation;
use super::ending::Standing;
use crate::clock::SimClock;
use crate::host::{BoxedFuture, Host, poll};
use crate::tally::Count;
use crate::world::{World, missing};

const EXAMINED: u64 = 200;

impl World<'_, GameSimulation> {
    pub(super) async fn opens_closed(&mut self, before: &Standing, journal: SimJournal) -> Checked<Host> {
        let is_examined = self.chance.permille(EXAMINED);
        let mut verified = None;
        for requests in 0.. {
            let mut host = self.host.sibling(journal.clone(), SimClock::new(11, 0));
            let game = closed(&host).await?;
            let (options, stop) = host.lasting_options()?;
            if is_examined {
                let checkpoint = journal.checkpoints(BTreeSet::from([options.id.clone()])).await.ok();
                let kept = (journal.records(), checkpoint);
                // Recovering the same records and checkpoint has the same result after any number of crashes.
                if verified.as_ref() != Some(&kept) {
                    check_records(&host, &game).await?;
                    verified = Some(kept);
                }
            }
            journal.crash_after(requests);
            let mut opening: BoxedFuture<_> = Box::pin(Recovery::of(options, &game).finish());
            match poll(&mut opening) {
                Poll::Ready(Ok(read)) => {
                    journal.crash_after(u64::MAX);
                    host.adopt(read.run(), stop);
                    std::mem::swap(&mut self.host, &mut host);
                    self.count(Count::Opened);
                    self.check_unchanged("opened", before)?;
                    if is_examined {
                        self.check_open_record().await?;
                    }
                    return Ok(host);
                }
                Poll::Ready(Err(error)) => {
                    return Err(Violation::Broken(format!("the game does not open: {error}")));
                }
                Poll::Pending => {
                    ensure!(journal.is_down(), "a game that is opened waits for something");
                    self.count(Count::CrashOpening);
                    journal.reopen(0);
                }
            }
        }
        Err(missing("the game that was to be opened"))
    }
}

async fn check_records(host: &Host, game: &ClosedGame) -> Checked {
    let (options, _stop) = host.lasting_options()?;
    let read = Recovery::of(options, game).finish().await;
    let read = read.map_err(|error| Violation::Broken(format!("not verified: {error}")))?;
    ensure!(read.checkpoint() == game.checkpoint(), "the checkpoint is of other records");
    ensure!(*read.setup() == *host.setup(), "verified, the game has another set-up");
    Ok(())
}

/// Returns the game of a server that has just started, with only the last record read.
async fn closed(host: &Host) -> Checked<ClosedGame> {
    let (options, _stop) = host.lasting_options()?;
    let claimed = claim_all(&host.journal, vec![options]).await;
    let mut claimed = claimed.map_err(|error| Violation::Broken(format!("no start: {error}")))?;
    match claimed.pop() {
        Some(Ok((game, None))) => Ok(game),
        Some(Ok(_)) => Err(Violation::Broken("the game is not known by its checkpoint".into())),
        Some(Err(error)) => Err(Violation::Broken(format!("the game is not served: {error}"))),
        None => Err(missing("the game")),
    }
}
