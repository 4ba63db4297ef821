//! The verdict of a verifier on a public record, in words.

use ishigaki_record::signing::Fingerprint;
use ishigaki_record::tournament;
use ishigaki_record::verify::{
    Ending, Gap, HeadCheck, Report, Signer, TranscriptViolation, TranscriptViolationKind,
};
use jiff::Timestamp;

use crate::Words;
use crate::columns::clean;

impl Words {
    /// Returns the verified parts of a record in a few lines: the first is about the game, the second about
    /// the signer.
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
        let which = [
            ("time", time_of_day(report.set_up_unix_ms).into()),
            ("instance", report.instance.to_string().into()),
        ];
        let mut lines = vec![
            self.say("verify-in-order", &in_order),
            self.say("verify-game", &which),
            self.say(signer, &[("fingerprint", report.fingerprint.to_string().into())]),
        ];
        lines.extend(self.figures_checked(report));
        if report.notes > 0 {
            let key = if report.notes_opened { "verify-notes" } else { "verify-notes-open" };
            lines.push(self.say(key, &[("count", report.notes.into())]));
        }
        if report.unopened > 0 {
            lines.push(self.say("verify-unopened", &[("count", report.unopened.into())]));
        }
        if report.unsigned > 0 {
            lines.push(self.say("verify-unsigned", &[("count", report.unsigned.into())]));
        }
        if let Some(last) = report.takeovers.last() {
            let gaps = [
                ("count", (report.epochs - 1).into()),
                ("epoch", last.epoch.into()),
                ("time", time_of_day(last.unix_ms).into()),
                ("after", last.after.to_string().into()),
            ];
            lines.push(self.say("verify-taken-up", &gaps));
        }
        lines.extend(self.last_head(report));
        lines.extend(self.ranking_checked(report));
        lines
    }

    fn figures_checked(&self, report: &Report) -> [String; 3] {
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
        [
            self.say("verify-chain", &[("heads", report.heads.into()), ("seals", report.seals.into())]),
            self.say("verify-openings", &openings),
            self.say("verify-rules", &rules),
        ]
    }

    /// Returns the ranking in one line, if the game has one.
    fn ranking_checked(&self, report: &Report) -> Option<String> {
        if report.ranking.is_empty() {
            return None;
        }
        let ranked = report.ranking.iter().map(|row| {
            let (name, team) = (clean(&row.name).into_owned(), clean(&row.team).into_owned());
            let gaps = [("place", row.place.into()), ("name", name.into()), ("team", team.into())];
            self.say("verify-ranked", &gaps)
        });
        let rows = self.list(ranked);
        Some(self.say("verify-ranking", &[("rows", rows.into())]))
    }

    /// Returns the verified parts of an event's record in a few lines.
    pub fn verified_event(&self, report: &tournament::Report) -> Vec<String> {
        let ending = match report.ending {
            Ending::Declared => "verify-event-declared",
            Ending::Abandoned => "verify-event-abandoned",
            Ending::Open => "verify-event-open",
        };
        let in_order = [
            ("event", report.event.as_str().into()),
            ("players", report.players.into()),
            ("records", report.records.to_string().into()),
            ("ending", self.label(ending).into()),
        ];
        let rules = [
            ("rounds", report.rounds.into()),
            ("stages", report.stages.into()),
            ("results", report.results.into()),
        ];
        // Only contests in groups draw stages.
        let by_rules = if report.stages > 0 { "verify-event-rules-groups" } else { "verify-event-rules" };
        let signer = if report.signer_checked { "verify-signer" } else { "verify-no-signer" };
        let mut lines = vec![
            self.say("verify-event-in-order", &in_order),
            self.say(signer, &[("fingerprint", report.fingerprint.to_string().into())]),
            self.say(by_rules, &rules),
        ];
        if let Some(commitment) = &report.commitment {
            lines.push(self.say("verify-event-commitment", &[("commitment", commitment.to_string().into())]));
        }
        if report.unsigned > 0 {
            lines.push(self.say("verify-unsigned", &[("count", report.unsigned.into())]));
        }
        if let Some(head) = &report.head {
            let gaps = [("sequence", report.records.to_string().into()), ("head", head.short().into())];
            lines.push(self.say("verify-head", &gaps));
        }
        lines
    }

    fn last_head(&self, report: &Report) -> Vec<String> {
        let Some(head) = &report.head else { return Vec::new() };
        let gaps = [("sequence", report.signed_to.to_string().into()), ("head", head.short().into())];
        let mut lines = vec![self.say("verify-head", &gaps)];
        match report.noted {
            HeadCheck::Nothing => {}
            HeadCheck::At { sequence } if sequence == report.signed_to => {
                lines.push(self.label("verify-head-noted"));
            }
            HeadCheck::At { sequence } => {
                lines.push(self.say("verify-head-earlier", &[("sequence", sequence.to_string().into())]));
            }
        }
        lines
    }

    /// Returns the unproved parts of a valid record in one sentence; `None` if it is fully proved.
    /// `is_foreign`: the stored receipts are of another game with the same name.
    pub fn partly_checked(&self, gaps: &[Gap], is_foreign: bool) -> Option<String> {
        let key = |gap: &Gap| match gap {
            Gap::Signer => "verify-gap-signer",
            Gap::Unsigned => "verify-gap-unsigned",
            Gap::EarlierHead => "verify-gap-head",
        };
        let keys = gaps.iter().map(key).chain(is_foreign.then_some("verify-gap-own"));
        let labels: Vec<String> = keys.map(|key| self.label(key)).collect();
        if labels.is_empty() {
            return None;
        }
        Some(self.say("verify-partial", &[("gaps", self.list(labels).into())]))
    }

    /// Returns the verifier's first error in a record.
    pub fn not_in_order(&self, violation: &str) -> String {
        self.say("verify-not-in-order", &[("what", violation.into())])
    }

    /// Returns the kind of fingerprint that `--key` needs after a mismatch. `authority`, if known, is the one
    /// for `join`; the text mentions it if it was given.
    pub fn which_fingerprint(
        &self,
        violation: &TranscriptViolation,
        authority: Option<Fingerprint>,
    ) -> Option<String> {
        let TranscriptViolationKind::WrongSigner { expected, .. } = &violation.kind else { return None };
        let given_to_join = authority.as_ref() == Some(expected);
        Some(self.label(if given_to_join { "verify-key-of-join" } else { "verify-which-key" }))
    }
}

/// Returns a moment of the server's clock, independent of the time zone; out of range it is the raw number.
fn time_of_day(unix_ms: u64) -> String {
    let moment = i64::try_from(unix_ms).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    moment.map_or_else(|| format!("{unix_ms} ms"), |at| at.strftime("%Y-%m-%d %H:%M:%S UTC").to_string())
}
