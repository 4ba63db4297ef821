//! What a verifier has to say of a game's public record.

use ishigaki_record::signing::Fingerprint;
use ishigaki_record::verify::{Ending, Fault, Finding, Report, Signer};

use crate::Words;

impl Words {
    /// What was checked of a record, in a few lines: the first says which game, the second who signed it.
    pub fn verified(&self, report: &Report) -> Vec<String> {
        let ending = match report.ending {
            Ending::Declared => "verify-declared",
            Ending::Abandoned => "verify-abandoned",
            Ending::Open => "verify-open",
        };
        let signer = match report.signer {
            Signer::Checked => "verify-signer",
            Signer::NotChecked => "verify-no-signer",
        };
        let in_order = [
            ("game", report.game.as_str().into()),
            ("teams", report.teams.into()),
            ("records", report.records.into()),
            ("ending", self.label(ending).into()),
        ];
        let openings = [
            ("lists", report.lists.into()),
            ("bids", report.bids.into()),
            ("waves", report.waves.into()),
            ("rebids", report.rebids.into()),
        ];
        let rules = [
            ("final", report.final_rounds.into()),
            ("void", report.void_rounds.into()),
            ("stones", report.stones.into()),
            ("walls", report.wall_changes.into()),
            ("acts", report.judge_acts.into()),
        ];
        let mut lines = vec![
            self.say("verify-in-order", &in_order),
            self.say(signer, &[("fingerprint", report.fingerprint.to_string().into())]),
            self.say("verify-chain", &[("heads", report.heads.into()), ("seals", report.seals.into())]),
            self.say("verify-openings", &openings),
            self.say("verify-rules", &rules),
        ];
        if report.unopened > 0 {
            lines.push(self.say("verify-unopened", &[("count", report.unopened.into())]));
        }
        if report.unsigned > 0 {
            lines.push(self.say("verify-unsigned", &[("count", report.unsigned.into())]));
        }
        lines
    }

    /// The first thing that is wrong with a record, as the verifier found it.
    pub fn not_in_order(&self, finding: &str) -> String {
        self.say("verify-not-in-order", &[("what", finding.into())])
    }

    /// Where a record is signed by another key than the one that was given: that a sheet has two fingerprints. `authority`
    /// is the one for `join`, if it is known here; then it is said whether that one was given.
    pub fn which_fingerprint(&self, finding: &Finding, authority: Option<Fingerprint>) -> Option<String> {
        let Fault::WrongSigner { expected, .. } = &finding.fault else { return None };
        let given_to_join = authority.as_ref() == Some(expected);
        Some(self.label(if given_to_join { "verify-key-of-join" } else { "verify-which-key" }))
    }
}
