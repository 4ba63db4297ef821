//! The public record contains no sealed contents; a finished game's record can be verified with every
//! receipt.

use ishigaki_audit::{Checked, Violation, ensure};
use ishigaki_engine::archive::Extent;
use ishigaki_engine::engine::Acceptance;
use ishigaki_engine::evidence::SealReceipt;
use ishigaki_record::signing::PublicKey;
use ishigaki_record::verify::{Ending, own_lists, verify};
use ishigaki_record::{receipt::StoredReceipt, transcript};
use ishigaki_rules::{Act, Phase};

use super::GameSimulation;
use crate::network::Call;
use crate::tally::Count;
use crate::world::{World, missing};

impl World<'_, GameSimulation> {
    pub(super) async fn check_open_lines(&mut self) -> Checked {
        let handle = self.host.handle().cloned().ok_or_else(|| missing("the server"))?;
        let broken = |error: &dyn std::fmt::Display| Violation::Broken(error.to_string());
        let mut from = 1;
        loop {
            let page = handle.record().read(from, 0, Extent::Whole).await.map_err(|error| broken(&error))?;
            if page.lines.is_empty() {
                return Ok(());
            }
            for line in page.texts().map_err(|error| broken(&error))? {
                self.simulation.auditor.check_text(&line)?;
            }
            from = page.next_line;
        }
    }

    /// Checks that the open part of the record, and the result derived from it, contain only opened prices.
    pub(super) async fn check_open_record(&mut self) -> Checked {
        let handle = self.host.handle().cloned().ok_or_else(|| missing("the server"))?;
        let text =
            handle.record().transcript().await.map_err(|error| Violation::Broken(error.to_string()))?;
        self.simulation.auditor.check_text(&text)
    }

    pub(super) async fn check_record(&mut self) -> Checked {
        let handle = self.host.handle().cloned().ok_or_else(|| missing("the server"))?;
        let text =
            handle.record().transcript().await.map_err(|error| Violation::Broken(error.to_string()))?;
        let key = self.host.public_key();
        let report = verify(&text, Some(&key.fingerprint()));
        let report =
            report.map_err(|finding| Violation::Broken(format!("the record does not verify: {finding}")))?;
        let ending = match self.simulation.auditor.game().map(ishigaki_rules::Game::phase) {
            Some(Phase::Declared) => Ending::Declared,
            _ => Ending::Abandoned,
        };
        ensure!(report.gaps().is_empty(), "the record leaves open {:?}", report.gaps());
        ensure!(report.ending == ending, "the record ends {:?} instead of {ending:?}", report.ending);
        let read = transcript::read(&text).map_err(|error| Violation::Broken(error.to_string()))?;
        self.simulation.auditor.check_messages(&read.fold())?;
        let server_key = self.host.public_key();
        for receipts in &self.simulation.receipts {
            let stored: Vec<StoredReceipt> = receipts.iter().map(|given| given.stored(server_key)).collect();
            let own = own_lists(&read, &stored);
            let own =
                own.map_err(|fault| Violation::Broken(format!("a team's receipts and the record: {fault}")))?;
            ensure!(own.receipts == receipts.len(), "{} of {} receipts", own.receipts, receipts.len());
        }
        self.count(Count::RecordVerified);
        Ok(())
    }
}

impl GameSimulation {
    pub(super) fn keep_receipt(&mut self, call: &Call, answer: &Acceptance) -> Checked {
        let setup = self.auditor.setup();
        let (team, list) = match &call.act {
            Act::SubmitBids { team, bids, .. } => {
                (*team, ishigaki_record::sealing::bids_text(setup, &bids.0).unwrap_or_default())
            }
            Act::SubmitRebid { team, raises, .. } => {
                (*team, ishigaki_record::sealing::raises_text(&raises.0))
            }
            _ => {
                ensure!(answer.sealed.is_none(), "a receipt for {:?}", call.act);
                return Ok(());
            }
        };
        let sealed = answer.sealed.clone().ok_or_else(|| missing("the receipt of a sealed list"))?;
        self.receipts[team.index()].push(GivenReceipt { sealed, list });
        Ok(())
    }
}

/// A team's receipt with its list. Its signature is checked in the record and in the team's own feed.
pub(super) struct GivenReceipt {
    sealed: SealReceipt,
    list: String,
}

impl GivenReceipt {
    fn stored(&self, server_key: PublicKey) -> StoredReceipt {
        let SealReceipt { receipt, signature, nonce } = self.sealed.clone();
        let (signature, list) = (*signature.get(), self.list.clone());
        StoredReceipt { receipt, signature, nonce, list, server_key }
    }
}
