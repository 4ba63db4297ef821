//! The end of an event: all clients catch up, it is recovered from its journal, and its record is verified.

use ishigaki_record::tournament::verify;
use ishigaki_record::verify::{Ending, Expected};
use ishigaki_tournament::Competition;

use super::EventSimulation;
use crate::audit::to_u64;
use crate::clock::SimClock;
use crate::host::Change;
use crate::planted_fault::PlantedFault;
use crate::tally::Count;
use crate::tournament::EventOutcome;
use crate::world::{World, missing};
use ishigaki_audit::{Checked, Violation, ensure};

impl World<'_, EventSimulation> {
    pub(crate) async fn finish(mut self) -> Checked<EventOutcome> {
        self.check_agreement()?;
        self.simulation.auditor.finish()?;
        self.plays_back().await?;
        let mut tally = self.simulation.auditor.tally.clone();
        tally.faults.merge(&self.disk_faults.tally());
        let items = self.simulation.auditor.length();
        let players = self.simulation.auditor.competition().map_or(0, Competition::entrants);
        Ok(EventOutcome { digest: self.simulation.auditor.digest.0, tally, items, players })
    }

    fn check_agreement(&mut self) -> Checked {
        self.observe_all()?;
        for client in &self.simulation.clients {
            let is_same = client.competition() == self.simulation.auditor.competition();
            ensure!(is_same, "{:?} sees another end of the event", client.role);
        }
        Ok(())
    }

    async fn plays_back(&mut self) -> Checked {
        let journal = self.host.journal.copy();
        let mut host = self.host.sibling(journal, SimClock::new(7, 0));
        host.start_server()?;
        ensure!(host.check_changes()? == Some(Change::CameUp), "the copy does not come up");
        std::mem::swap(&mut self.host, &mut host);
        let length = to_u64(self.simulation.auditor.length());
        self.open_taps()?;
        self.listen()?;
        let items = self.taps.first().map_or(0, |tap| tap.next - 1);
        ensure!(items == length, "played back, the feed has {items} of {length} items");
        self.check_record().await?;
        self.host.kill();
        host.kill();
        tokio::task::yield_now().await;
        Ok(())
    }

    /// Checks that the record verifies, with every act and pairing decided again, and is of this event.
    async fn check_record(&mut self) -> Checked {
        let handle = self.host.handle().cloned().ok_or_else(|| missing("the server"))?;
        let text = handle.record().transcript().await;
        let mut text = text.map_err(|error| Violation::Broken(error.to_string()))?;
        if self.simulation.planted_fault == PlantedFault::ForgedRecord {
            text = text.replacen("\"principal\":\"c", "\"principal\":\"C", 1);
        }
        let key = self.host.public_key().fingerprint();
        let report = verify(text.as_bytes(), &Expected { key: Some(key), head: None });
        let report = report.map_err(|stop| {
            let source = std::error::Error::source(&stop).map(ToString::to_string);
            Violation::Broken(format!("the record does not verify: {stop}: {source:?}"))
        })?;
        let competition = self.simulation.auditor.competition().ok_or_else(|| missing("the event"))?;
        let ending = if competition.is_declared() { Ending::Declared } else { Ending::Abandoned };
        ensure!(report.gaps().is_empty(), "the record leaves open {:?}", report.gaps());
        ensure!(report.ending == ending, "the record ends {:?} instead of {ending:?}", report.ending);
        let counts = (report.rounds, report.players);
        let rounds = competition.leagues().map_or(0, |tournament| tournament.rounds().len());
        ensure!(counts == (rounds, competition.entrants()), "the record counts {counts:?}");
        ensure!(
            report.records == to_u64(self.simulation.auditor.facts()),
            "the record has {} facts",
            report.records
        );
        self.count(Count::RecordVerified);
        Ok(())
    }
}
