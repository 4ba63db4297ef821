//! Sentences about the changes by an act of an event (`TV3`).

use ishigaki_othello::Reason;
use ishigaki_rules::TeamId;
use ishigaki_tournament::{Change, PlayerId, Shift, Slip, StageId};

use super::{Gaps, NamedCompetition};
use crate::{Value, Words};

const fn key_of(change: &Change) -> &'static str {
    match change {
        Change::Result { .. } => "change-result",
        Change::Digits { .. } => "change-digits",
        Change::Attendance { .. } => "change-attendance",
        Change::Shift(_) => "change-shift",
        Change::Excused { .. } => "change-excused",
        Change::GameRemoved { .. } => "change-game-removed",
        Change::GameAdded { .. } => "change-game-added",
        Change::Bye { .. } => "change-bye",
        Change::First { .. } => "change-first",
        Change::Place { .. } => "change-place",
        Change::Wins { .. } => "change-wins",
        Change::Rank { .. } => "change-rank",
        Change::Advance { .. } => "change-advance",
        Change::StagePlace { .. } => "change-stage-place",
    }
}

impl Words {
    /// Returns a change, with the old and the new value if it has them (`TV3`).
    pub fn competition_change(&self, of: NamedCompetition<'_>, change: &Change) -> String {
        self.say(key_of(change), &self.gaps_of_change(of, change))
    }

    fn gaps_of_change(&self, of: NamedCompetition<'_>, change: &Change) -> Gaps {
        let who = |player: &PlayerId| -> Value { of.player(*player).into() };
        let flag = |is_set: &bool| Value::from(u32::from(*is_set));
        let number = |number: &usize| Value::from(u32::try_from(*number).unwrap_or(u32::MAX));
        let first = |player: &Option<PlayerId>| -> Value {
            player.as_ref().map_or_else(|| self.label("change-none").into(), who)
        };
        let result = |slip: &Option<Slip>| self.result_or_none(of, slip.as_ref());
        let of_team = |team: &TeamId, stage: &StageId| {
            [("name", of.name(team.index()).into()), ("stage", self.stage_name(&of.stage(*stage)).into())]
        };
        match change {
            Change::Result { round, before, after } => {
                vec![("round", round.0.into()), ("before", result(before)), ("after", result(after))]
            }
            Change::Digits { before, after } => {
                vec![("before", before.join(" ").into()), ("after", after.join(" ").into())]
            }
            Change::Attendance { player, absent } => vec![("name", who(player)), ("absent", flag(absent))],
            Change::Shift(Shift { line, from, to }) => {
                let (before, after) = (of.draw_place(*from).into(), of.draw_place(*to).into());
                vec![("name", who(line)), ("before", before), ("after", after)]
            }
            Change::Excused { player, is_excused } => {
                vec![("name", who(player)), ("excused", flag(is_excused))]
            }
            Change::GameRemoved { round, one, other } => {
                vec![("round", round.0.into()), ("one", who(one)), ("other", who(other))]
            }
            Change::GameAdded { round, table, one, other } => {
                let table = number(table);
                vec![("round", round.0.into()), ("table", table), ("one", who(one)), ("other", who(other))]
            }
            Change::Bye { round, player, is_added } => {
                vec![("round", round.0.into()), ("name", who(player)), ("added", flag(is_added))]
            }
            Change::First { league, before, after } => {
                vec![("name", league.to_string().into()), ("before", first(before)), ("after", first(after))]
            }
            Change::Place { player, before, after } | Change::Wins { player, before, after } => {
                vec![("name", who(player)), ("before", (*before).into()), ("after", (*after).into())]
            }
            Change::Rank { player, before, after } => {
                vec![("name", who(player)), ("before", number(before)), ("after", number(after))]
            }
            Change::Advance { stage, team, advances } => {
                of_team(team, stage).into_iter().chain([("advances", flag(advances))]).collect()
            }
            Change::StagePlace { stage, team, before, after } => {
                let places = [("before", (*before).into()), ("after", (*after).into())];
                of_team(team, stage).into_iter().chain(places).collect()
            }
        }
    }

    fn result_or_none(&self, of: NamedCompetition<'_>, slip: Option<&Slip>) -> Value {
        slip.map_or_else(|| self.label("change-no-result"), |slip| self.result(of, slip)).into()
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
