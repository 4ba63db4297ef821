//! Sentences about the changes that an act makes (`TV3`).

use ishigaki_othello::Reason;
use ishigaki_tournament::{Change, PlayerId, Round, Slip};

use super::{Gaps, NamedCompetition};
use crate::{Value, Words};

impl Words {
    /// Returns a change that an act makes, old beside new (`TV3`).
    pub fn competition_change(&self, of: NamedCompetition<'_>, change: &Change) -> String {
        let who = |player: &PlayerId| -> Value { of.player(*player).into() };
        let (key, gaps) = match change {
            Change::Attendance { player, absent } => {
                ("change-attendance", vec![("name", who(player)), ("absent", u32::from(*absent).into())])
            }
            Change::Excused { player, is_excused } => {
                ("change-excused", vec![("name", who(player)), ("excused", u32::from(*is_excused).into())])
            }
            Change::GameRemoved { round, one, other } => {
                let gaps = [("round", round.0.into()), ("one", who(one)), ("other", who(other))];
                ("change-game-removed", Vec::from(gaps))
            }
            Change::GameAdded { round, table, one, other } => {
                let table = u32::try_from(*table).unwrap_or(u32::MAX).into();
                let gaps =
                    [("round", round.0.into()), ("table", table), ("one", who(one)), ("other", who(other))];
                ("change-game-added", Vec::from(gaps))
            }
            Change::Bye { round, player, is_added } => {
                let gaps = [
                    ("round", round.0.into()),
                    ("name", who(player)),
                    ("added", u32::from(*is_added).into()),
                ];
                ("change-bye", Vec::from(gaps))
            }
            Change::Advance { stage, team, advances } => {
                let (name, stage) = (of.name(team.index()).into(), self.stage_name(&of.stage(*stage)).into());
                let gaps = [("name", name), ("stage", stage), ("advances", u32::from(*advances).into())];
                ("change-advance", Vec::from(gaps))
            }
            change => self.change_of_value(of, change),
        };
        self.say(key, &gaps)
    }

    fn change_of_value(&self, of: NamedCompetition<'_>, change: &Change) -> (&'static str, Gaps) {
        let first = |player: &Option<PlayerId>| {
            player.map_or_else(|| self.label("change-none"), |player| of.player(player)).into()
        };
        let result = |slip: &Option<Slip>| {
            slip.as_ref().map_or_else(|| self.label("change-no-result"), |slip| self.result(of, slip)).into()
        };
        let number = |rank: usize| Value::from(u32::try_from(rank).unwrap_or(u32::MAX));
        let round = |round: &Round| round.0.into();
        let mut gaps = Vec::new();
        let (key, before, after): (_, Value, Value) = match change {
            Change::Result { round: number, before, after } => {
                gaps.push(("round", round(number)));
                ("change-result", result(before), result(after))
            }
            Change::Digits { before, after } => {
                ("change-digits", before.join(" ").into(), after.join(" ").into())
            }
            Change::Shift(shift) => {
                gaps.push(("name", of.player(shift.line).into()));
                ("change-shift", of.draw_place(shift.from).into(), of.draw_place(shift.to).into())
            }
            Change::First { league, before, after } => {
                gaps.push(("name", league.to_string().into()));
                ("change-first", first(before), first(after))
            }
            Change::Place { player, before, after } => {
                gaps.push(("name", of.player(*player).into()));
                ("change-place", (*before).into(), (*after).into())
            }
            Change::Wins { player, before, after } => {
                gaps.push(("name", of.player(*player).into()));
                ("change-wins", (*before).into(), (*after).into())
            }
            Change::Rank { player, before, after } => {
                gaps.push(("name", of.player(*player).into()));
                ("change-rank", number(*before), number(*after))
            }
            Change::StagePlace { stage, team, before, after } => {
                gaps.push(("name", of.name(team.index()).into()));
                gaps.push(("stage", self.stage_name(&of.stage(*stage)).into()));
                ("change-stage-place", (*before).into(), (*after).into())
            }
            // These have no value before and after.
            Change::Attendance { .. }
            | Change::Excused { .. }
            | Change::GameRemoved { .. }
            | Change::GameAdded { .. }
            | Change::Bye { .. }
            | Change::Advance { .. } => return ("change-none", gaps),
        };
        gaps.extend([("before", before), ("after", after)]);
        (key, gaps)
    }

    /// Returns a result: the winner, and the discs or the reason.
    fn result(&self, of: NamedCompetition<'_>, slip: &Slip) -> String {
        let how = match &slip.score {
            Some(score) => format!("{}–{}", score.winner, score.loser),
            None if slip.reason == Reason::Normal => String::new(),
            None => self.game_end(slip.reason),
        };
        let gaps = [("player", of.player(slip.winner).into()), ("how", how.into())];
        self.say("competition-won", &gaps).trim_end().to_owned()
    }
}
