//! Purposes of forms: of each its fields, its texts, and what is asked of the server by what was typed.

use ishigaki_rules::TeamId;
use ishigaki_tournament::{Act, DrawNumber, DrawnGroup, GroupGame, PlayerId, Round, StageId};
use ishigaki_words::Words;
use serde_json::json;

use super::order::places;
use super::{
    FieldChoice, FieldName, Form, FormField, MissingInput, choice, counts, league, slip, text, typed,
};
use crate::event::{EventCall, NamedStanding};

/// The preset of a contest in groups.
const GROUPS: &str = "ishigaki";

/// Purpose of a form.
#[derive(Clone, Debug, PartialEq)]
pub enum FormPurpose {
    /// A question before this call.
    Ask(EventCall),
    Create,
    /// Set the roster from a file.
    Roster,
    /// Enter the results of so many lotteries.
    Digits(usize),
    /// Replace these results of the lotteries.
    OverruleDigits(Vec<String>),
    /// Note the slip that a seed drew.
    Slip(PlayerId),
    /// Enter the result of a game.
    Result(Round, PlayerId, PlayerId),
    /// Replace the result of an entry.
    Overrule(u32, PlayerId, PlayerId),
    /// Name the first of one of so many leagues.
    NameFirst(usize),
    /// Confirm the first of one of so many leagues.
    ConfirmFirst(usize),
    /// Enter the janken of equal teams of a stage.
    Janken(StageId, Vec<TeamId>),
    /// Rule that a player is absent after the digits, or there after all.
    OverruleAttendance(PlayerId, bool),
    /// Replace a group's game by its spare.
    Replace(GroupGame),
    /// Count a group's game by hand.
    Count(GroupGame, DrawnGroup),
    /// Replace the result of a group's game.
    OverruleGame(GroupGame, DrawnGroup),
    /// Replace the order of a stage's janken.
    OverruleJanken(StageId, Vec<TeamId>),
    /// Put a ruling on record.
    Rule,
    /// Give the event up.
    Abandon,
}

impl FormPurpose {
    /// Returns the teams of an order that is entered place by place, as they are offered; none for other forms.
    pub(super) fn ordered_teams(&self) -> &[TeamId] {
        match self {
            Self::Janken(_, teams) | Self::OverruleJanken(_, teams) => teams,
            _ => &[],
        }
    }

    /// Returns its fields as they stand first.
    pub(super) fn fields(&self) -> Vec<FormField> {
        let reason = || text(FieldName::Reason);
        let and_reason = |fields: Vec<FormField>| fields.into_iter().chain([reason()]).collect();
        match self {
            Self::Ask(_) => Vec::new(),
            Self::Create => {
                let presets = ishigaki_preset::names().chain([GROUPS]).map(str::to_owned);
                let preset = choice(FieldName::Preset, presets.map(FieldChoice::Name), Some(0));
                vec![text(FieldName::Id), preset, text(FieldName::LotteryDate)]
            }
            Self::Roster => vec![text(FieldName::File)],
            Self::Digits(lotteries) => (0..*lotteries).map(|at| text(FieldName::Lottery(at))).collect(),
            Self::OverruleDigits(results) => {
                let field = |(at, result): (usize, &String)| typed(FieldName::Lottery(at), result);
                and_reason(results.iter().enumerate().map(field).collect())
            }
            Self::Slip(_) => vec![text(FieldName::Number)],
            Self::Result(_, one, other) => slip(*one, *other),
            Self::Overrule(_, one, other) => and_reason(slip(*one, *other)),
            Self::NameFirst(leagues) => vec![league(*leagues), text(FieldName::Player), reason()],
            Self::ConfirmFirst(leagues) => vec![league(*leagues)],
            Self::Janken(_, teams) => places(teams, false),
            Self::OverruleJanken(_, order) => and_reason(places(order, true)),
            Self::Count(_, group) => counts(group),
            Self::OverruleGame(_, group) => and_reason(counts(group)),
            Self::OverruleAttendance(..) | Self::Replace(_) | Self::Abandon => vec![reason()],
            Self::Rule => vec![text(FieldName::Text)],
        }
    }

    /// Whether it is asked, once all is typed, whether it is to be: nothing follows an event that is given up, and nothing
    /// of a game is taken over into its spare (`G4`).
    pub(super) const fn is_grave(&self) -> bool {
        matches!(self, Self::Abandon | Self::Replace(_))
    }

    /// The catalogue's key of what a form is called.
    pub(crate) const fn label(&self) -> &'static str {
        match self {
            Self::Ask(_) => "tournament-question",
            Self::Create => "tournament-key-create",
            Self::Roster => "tournament-key-roster",
            Self::Digits(_) | Self::OverruleDigits(_) => "print-lotteries",
            Self::Slip(_) => "tournament-key-slip",
            Self::Result(..) => "tournament-slip",
            Self::Overrule(..)
            | Self::OverruleAttendance(..)
            | Self::OverruleGame(..)
            | Self::OverruleJanken(..)
            | Self::Rule => "tournament-ruling",
            Self::NameFirst(_) => "tournament-key-name-first",
            Self::ConfirmFirst(_) => "tournament-key-confirm-first",
            Self::Janken(..) => "tournament-janken",
            Self::Replace(_) => "tournament-spare",
            Self::Count(..) => "tournament-key-count",
            Self::Abandon => "tournament-key-abandon",
        }
    }

    /// Says what a form is for.
    pub(crate) fn intro(&self, of: Option<NamedStanding<'_>>, words: Words) -> String {
        let who = |player: PlayerId| of.map(|of| of.who(player.index(), words)).unwrap_or_default();
        let of_group = |key, game: &GroupGame| words.say(key, &[("group", (game.group.index() + 1).into())]);
        match self {
            Self::Ask(call) => question(call, of, words),
            Self::Create => words.label("tournament-ask-create"),
            Self::Roster => words.label("tournament-ask-roster"),
            Self::Digits(_) => words.label("tournament-ask-digits"),
            Self::OverruleDigits(_) => words.label("tournament-ask-overrule-digits"),
            Self::Slip(player) => words.say("tournament-ask-slip", &[("player", who(*player).into())]),
            Self::Result(round, one, other) => {
                let (one, other) = (who(*one).into(), who(*other).into());
                let gaps = [("round", round.0.into()), ("one", one), ("other", other)];
                words.say("tournament-ask-result", &gaps)
            }
            Self::Overrule(entry, one, other) => {
                let (one, other) = (who(*one).into(), who(*other).into());
                let gaps = [("entry", (*entry).into()), ("one", one), ("other", other)];
                words.say("tournament-ask-overrule", &gaps)
            }
            Self::NameFirst(_) => words.label("tournament-ask-name-first"),
            Self::ConfirmFirst(_) => words.label("tournament-ask-confirm-first"),
            Self::Janken(..) => words.label("tournament-ask-janken"),
            Self::OverruleAttendance(player, absent) => {
                let gaps = [("player", who(*player).into()), ("absent", u32::from(*absent).into())];
                words.say("tournament-ask-overrule-attendance", &gaps)
            }
            Self::Replace(game) if is_counted(of, *game) => of_group("tournament-ask-replace-counted", game),
            Self::Replace(game) => of_group("tournament-ask-replace", game),
            Self::Count(game, _) => of_group("tournament-ask-count", game),
            Self::OverruleGame(game, _) => of_group("tournament-ask-overrule-game", game),
            Self::OverruleJanken(stage, _) => {
                words.say("tournament-ask-overrule-janken", &[("number", (stage.index() + 1).into())])
            }
            Self::Rule => words.label("tournament-ask-rule"),
            Self::Abandon => words.label("tournament-ask-abandon"),
        }
    }
}

/// Whether a group's game has a result.
fn is_counted(of: Option<NamedStanding<'_>>, game: GroupGame) -> bool {
    let Some(NamedStanding::Groups(named)) = of else { return false };
    let group = named.contest.drawn(game.stage).and_then(|drawn| drawn.groups.get(game.group.index()));
    group.is_some_and(|group| group.counted.is_some())
}

fn question(call: &EventCall, of: Option<NamedStanding<'_>>, words: Words) -> String {
    let numbered = |key, stage: &StageId| words.say(key, &[("number", (stage.index() + 1).into())]);
    let act = match call {
        EventCall::Commit => {
            let in_groups = matches!(of, Some(NamedStanding::Groups(_)));
            let key = if in_groups { "tournament-ask-commit-teams" } else { "tournament-ask-commit" };
            let count = of.map_or(0, |of| of.standing().entrants.len());
            return words.say(key, &[("count", count.into())]);
        }
        EventCall::Create { .. } | EventCall::SetRoster(_) => return words.label(call.done_key()),
        EventCall::Act(act) => act,
    };
    match act {
        Act::MakeLeagues => words.label("tournament-ask-leagues"),
        Act::PairRound { round } => words.say("tournament-ask-pair", &[("round", round.0.into())]),
        Act::DrawGroups { stage, .. } => {
            let asked = numbered("tournament-ask-draw-groups", stage);
            match of {
                Some(NamedStanding::Groups(named)) => format!("{} {asked}", named.drawing(*stage, words)),
                _ => asked,
            }
        }
        Act::CloseStage { stage } => numbered("tournament-ask-close-stage", stage),
        Act::Declare => words.label("tournament-ask-declare"),
        Act::Withdraw { player } => {
            let player = of.map(|of| of.who(player.index(), words)).unwrap_or_default();
            words.say("tournament-ask-withdraw", &[("player", player.into())])
        }
        _ => words.label(call.done_key()),
    }
}

impl Form {
    /// The call that the form is for. `named` is whom a name means, if it is asked for.
    pub(in crate::event) fn call(&self, named: Option<PlayerId>) -> Result<EventCall, MissingInput> {
        let reason = || self.needed(FieldName::Reason);
        let act = match &self.purpose {
            FormPurpose::Ask(call) => return Ok(call.clone()),
            FormPurpose::Create => return self.creation(),
            // Its file is read first.
            FormPurpose::Roster => return Ok(EventCall::SetRoster(self.needed(FieldName::File)?)),
            FormPurpose::Digits(lotteries) => Act::EnterDigits { results: self.lotteries(*lotteries)? },
            FormPurpose::OverruleDigits(results) => {
                Act::OverruleDigits { results: self.lotteries(results.len())?, reason: reason()? }
            }
            FormPurpose::OverruleAttendance(player, absent) => {
                Act::OverruleAttendance { player: *player, absent: *absent, reason: reason()? }
            }
            FormPurpose::Slip(player) => {
                Act::DrawSlip { player: *player, number: DrawNumber(self.figure(FieldName::Number)?) }
            }
            FormPurpose::Result(round, one, other) => {
                Act::EnterResult { round: *round, slip: self.slip_of(*one, *other)? }
            }
            FormPurpose::Overrule(entry, one, other) => {
                Act::Overrule { entry: *entry, slip: self.slip_of(*one, *other)?, reason: reason()? }
            }
            FormPurpose::NameFirst(_) => {
                let player = named.ok_or(MissingInput::Empty(FieldName::Player))?;
                Act::NameFirst { league: self.league()?, player, reason: reason()? }
            }
            FormPurpose::ConfirmFirst(_) => Act::ConfirmFirst { league: self.league()? },
            FormPurpose::Janken(stage, teams) => {
                Act::EnterJanken { stage: *stage, order: self.order(teams.len())? }
            }
            FormPurpose::Replace(game) => Act::ReplaceGame { game: *game, reason: reason()? },
            FormPurpose::Count(game, group) => Act::CountGame { game: *game, result: self.result_of(group)? },
            FormPurpose::OverruleGame(game, group) => {
                Act::OverruleGame { game: *game, result: self.result_of(group)?, reason: reason()? }
            }
            FormPurpose::OverruleJanken(stage, teams) => {
                Act::OverruleJanken { stage: *stage, order: self.order(teams.len())?, reason: reason()? }
            }
            FormPurpose::Rule => Act::Rule { text: self.needed(FieldName::Text)? },
            FormPurpose::Abandon => Act::Abandon { reason: reason()? },
        };
        Ok(act.into())
    }

    fn creation(&self) -> Result<EventCall, MissingInput> {
        let event = self.needed(FieldName::Id)?;
        let Some((_, FieldChoice::Name(preset))) = self.chosen(FieldName::Preset) else {
            return Err(MissingInput::Empty(FieldName::Preset));
        };
        let config = json!({ "preset": preset, "lottery_date": self.needed(FieldName::LotteryDate)? });
        Ok(EventCall::Create { event, config: config.to_string() })
    }
}
