//! Forms: what is asked before something is sent, and what was typed so far. Nothing typed is lost by a refusal.

mod call;
mod order;

use ishigaki_client::Ticket;
use ishigaki_proto::event as wire;
use ishigaki_rules::TeamId;
use ishigaki_screen::Field;
use ishigaki_screen::terminal::narrow;
use ishigaki_tournament::{DrawnGroup, GroupGame, LeagueId, PlayerId, Round, StageId};

use self::order::places;
use super::EventCall;
use crate::counts::tally_text;

/// Purpose of a form.
#[derive(Clone, Debug, PartialEq)]
pub enum FormPurpose {
    /// A question before this call.
    Ask(EventCall),
    /// Create an event.
    Create,
    /// Set the roster from a file.
    Roster,
    /// Enter the lotteries' results.
    Digits,
    /// Put other results in the place of the lotteries'.
    OverruleDigits,
    /// Note the slip that a seed drew.
    Slip(PlayerId),
    /// Enter the result of a game.
    Result(Round, PlayerId, PlayerId),
    /// Put another result in an entry's place.
    Overrule(u32, PlayerId, PlayerId),
    /// Name a league's first.
    NameFirst,
    /// Confirm a league's first.
    ConfirmFirst,
    /// Enter the janken of equal teams of a stage.
    Janken(StageId, Vec<TeamId>),
    /// Rule that a player is absent after the digits, or there after all.
    OverruleAttendance(PlayerId, bool),
    /// Replace a group's game by its spare.
    Replace(GroupGame),
    /// Count a group's game by hand.
    Count(GroupGame, DrawnGroup),
    /// Put another result in the place of a group's game's.
    OverruleGame(GroupGame, DrawnGroup),
    /// Put another order in the place of a stage's janken.
    OverruleJanken(StageId, Vec<TeamId>),
    /// Put a ruling on record.
    Rule,
    /// Give the event up.
    Abandon,
}

/// Name of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldName {
    /// The id of the event.
    Id,
    /// The preset.
    Preset,
    /// The date of the lotteries.
    LotteryDate,
    /// A file.
    File,
    /// The result of a lottery, by its place among the plan's, from 0.
    Lottery(usize),
    /// The number on a seed's slip.
    Number,
    /// Who won.
    Winner,
    /// Whether the winner signed.
    WinnerSigned,
    /// Whether the loser signed.
    LoserSigned,
    /// Why the game ended.
    End,
    /// The discs, the winner's first.
    Discs,
    /// Who played black.
    Black,
    /// Who held the draw-win right.
    DrawWin,
    /// The moves.
    Moves,
    /// The league.
    League,
    /// A player, by number, id or name.
    Player,
    /// A place in the order of a janken, from 0.
    Place(usize),
    /// What a team of a group counts.
    Counts(TeamId),
    /// Why.
    Reason,
    /// What is ruled.
    Text,
}

/// Choice of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldChoice {
    /// Something with a name of its own.
    Name(String),
    /// Something that the catalogue names.
    Label(&'static str),
    /// A player.
    Player(PlayerId),
    /// A team.
    Team(TeamId),
}

/// Content of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldContent {
    /// Typed text.
    Text(Field),
    /// One of these; none yet.
    Choice(Vec<FieldChoice>, Option<usize>),
    /// Ticked or not.
    Tick(bool),
}

/// A field with what stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormField {
    /// What it is called.
    pub name: FieldName,
    /// What stands in it.
    pub content: FieldContent,
}

/// A form, or a question if it has no fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// What it is for.
    pub purpose: FormPurpose,
    /// Its fields.
    pub fields: Vec<FormField>,
    /// The place of the field that is typed in.
    pub at: usize,
    /// Of what was sent and has no answer yet.
    pub(super) awaits: Option<Ticket>,
    /// Whether the sender was told that signatures are missing.
    pub(super) is_warned: bool,
    /// Whether all is typed, and the sender is asked whether it is to be: it cannot be taken back.
    pub(super) is_sure: bool,
}

/// Input that a form lacks, so that it cannot be sent as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingInput {
    /// The field is empty, or nothing is chosen.
    Empty(FieldName),
    /// What stands in the field is no figure, or no pair of discs.
    Unreadable(FieldName),
    /// Not both have signed the slip; sent again, it goes as it is (`TO9`).
    Signatures,
}

/// The reasons why a game ends, in the order in which they are offered (`TO9`).
const ENDS: [(&str, wire::EndReason); 5] = [
    ("print-reason-normal", wire::EndReason::Normal),
    ("print-reason-time", wire::EndReason::Time),
    ("print-reason-double-time", wire::EndReason::DoubleTime),
    ("print-reason-forfeit", wire::EndReason::Forfeit),
    ("print-reason-referee", wire::EndReason::Referee),
];

fn text(name: FieldName) -> FormField {
    FormField { name, content: FieldContent::Text(Field::default()) }
}

fn choice(name: FieldName, of: impl IntoIterator<Item = FieldChoice>, at: Option<usize>) -> FormField {
    FormField { name, content: FieldContent::Choice(of.into_iter().collect(), at) }
}

impl Form {
    fn of(purpose: FormPurpose, fields: Vec<FormField>) -> Self {
        Self { purpose, fields, at: 0, awaits: None, is_warned: false, is_sure: false }
    }

    /// A question before a call.
    pub(super) fn ask(call: impl Into<EventCall>) -> Self {
        Self::of(FormPurpose::Ask(call.into()), Vec::new())
    }

    /// A new event, by one of these presets.
    pub(super) fn create(presets: impl IntoIterator<Item = String>) -> Self {
        let presets = presets.into_iter().map(FieldChoice::Name);
        let preset = choice(FieldName::Preset, presets, Some(0));
        Self::of(FormPurpose::Create, vec![text(FieldName::Id), preset, text(FieldName::LotteryDate)])
    }

    /// The roster from a file.
    pub(super) fn roster() -> Self {
        Self::of(FormPurpose::Roster, vec![text(FieldName::File)])
    }

    /// The results of so many lotteries.
    pub(super) fn digits(lotteries: usize) -> Self {
        Self::of(FormPurpose::Digits, (0..lotteries).map(|at| text(FieldName::Lottery(at))).collect())
    }

    /// Other results in the place of these, which stand there first, with a reason.
    pub(super) fn overrule_digits(results: &[String]) -> Self {
        let field = |(at, result): (usize, &String)| FormField {
            name: FieldName::Lottery(at),
            content: FieldContent::Text(Field::of(result)),
        };
        let fields = results.iter().enumerate().map(field).chain([text(FieldName::Reason)]);
        Self::of(FormPurpose::OverruleDigits, fields.collect())
    }

    /// The slip of a seed.
    pub(super) fn slip(player: PlayerId) -> Self {
        Self::of(FormPurpose::Slip(player), vec![text(FieldName::Number)])
    }

    /// The result of a game of a round.
    pub(super) fn result(round: Round, one: PlayerId, other: PlayerId) -> Self {
        Self::of(FormPurpose::Result(round, one, other), slip_fields(one, other))
    }

    /// Another result in an entry's place.
    pub(super) fn overrule(entry: u32, one: PlayerId, other: PlayerId) -> Self {
        let mut fields = slip_fields(one, other);
        fields.push(text(FieldName::Reason));
        Self::of(FormPurpose::Overrule(entry, one, other), fields)
    }

    /// The first of one of so many leagues.
    pub(super) fn name_first(leagues: usize) -> Self {
        let fields = vec![league_field(leagues), text(FieldName::Player), text(FieldName::Reason)];
        Self::of(FormPurpose::NameFirst, fields)
    }

    /// The confirmation of the first of one of so many leagues.
    pub(super) fn confirm_first(leagues: usize) -> Self {
        Self::of(FormPurpose::ConfirmFirst, vec![league_field(leagues)])
    }

    /// The order of equal teams of a stage, place by place.
    pub(super) fn janken(stage: StageId, teams: Vec<TeamId>) -> Self {
        let fields = places(&teams, false);
        Self::of(FormPurpose::Janken(stage, teams), fields)
    }

    /// Another order in the place of a janken's, which stands there first, with a reason.
    pub(super) fn overrule_janken(stage: StageId, order: Vec<TeamId>) -> Self {
        let mut fields = places(&order, true);
        fields.push(text(FieldName::Reason));
        Self::of(FormPurpose::OverruleJanken(stage, order), fields)
    }

    /// What the teams of a group count, by hand.
    pub(super) fn count(game: GroupGame, group: DrawnGroup) -> Self {
        let fields = counts(&group);
        Self::of(FormPurpose::Count(game, group), fields)
    }

    /// The same in the place of what was counted, which stands there first, with a reason.
    pub(super) fn overrule_game(game: GroupGame, group: DrawnGroup) -> Self {
        let mut fields = counts(&group);
        fields.push(text(FieldName::Reason));
        Self::of(FormPurpose::OverruleGame(game, group), fields)
    }

    /// Another attendance of a player once the digits are known, with a reason.
    pub(super) fn overrule_attendance(player: PlayerId, absent: bool) -> Self {
        Self::of(FormPurpose::OverruleAttendance(player, absent), vec![text(FieldName::Reason)])
    }

    /// The spare in a game's place, with a reason.
    pub(super) fn replace(game: GroupGame) -> Self {
        Self::of(FormPurpose::Replace(game), vec![text(FieldName::Reason)])
    }

    /// A ruling in words.
    pub(super) fn rule() -> Self {
        Self::of(FormPurpose::Rule, vec![text(FieldName::Text)])
    }

    /// The event's end before its time.
    pub(super) fn abandon() -> Self {
        Self::of(FormPurpose::Abandon, vec![text(FieldName::Reason)])
    }

    /// Returns whether it is a question now, which only the deliberate key answers.
    pub(super) fn asks(&self) -> bool {
        self.fields.is_empty() || self.is_sure
    }

    /// Whether it is asked, once all is typed, whether it is to be: nothing follows an event that is given up, and nothing
    /// of a game is taken over into its spare (`G4`).
    pub(super) const fn is_grave(&self) -> bool {
        matches!(self.purpose, FormPurpose::Abandon | FormPurpose::Replace(_))
    }

    /// Moves to the next field, or the one before.
    pub(super) fn step(&mut self, down: isize) {
        self.at = self.at.saturating_add_signed(down).min(self.fields.len().saturating_sub(1));
    }

    /// Moves the cursor, or takes the next choice or the one before.
    pub(super) fn shift(&mut self, by: isize) {
        let before = self.placed();
        match self.fields.get_mut(self.at).map(|field| &mut field.content) {
            Some(FieldContent::Text(field)) => field.go(by),
            Some(FieldContent::Choice(choices, at)) => {
                let last = choices.len().saturating_sub(1);
                *at = Some(
                    at.map_or(if by < 0 { last } else { 0 }, |at| at.saturating_add_signed(by).min(last)),
                );
            }
            Some(FieldContent::Tick(ticked)) => *ticked = !*ticked,
            None => {}
        }
        self.is_warned = false;
        self.place(&before);
    }

    /// Takes a character: of a text; a figure chooses, a blank ticks or takes the next choice.
    pub(super) fn write(&mut self, char: char) {
        self.is_warned = false;
        let before = self.placed();
        match self.fields.get_mut(self.at).map(|field| &mut field.content) {
            Some(FieldContent::Text(field)) => field.write(char),
            Some(FieldContent::Choice(choices, at)) => {
                match narrow(char).to_digit(10).and_then(|nth| nth.checked_sub(1)) {
                    Some(nth) if (nth as usize) < choices.len() => *at = Some(nth as usize),
                    None if narrow(char) == ' ' => {
                        *at = Some(at.map_or(0, |at| (at + 1) % choices.len().max(1)));
                    }
                    Some(_) | None => {}
                }
            }
            Some(FieldContent::Tick(ticked)) if narrow(char) == ' ' => *ticked = !*ticked,
            Some(FieldContent::Tick(_)) | None => {}
        }
        self.place(&before);
    }

    /// Takes back the last character, or everything in the field.
    pub(super) fn erase(&mut self, everything: bool) {
        if let Some(FormField { content: FieldContent::Text(field), .. }) = self.fields.get_mut(self.at) {
            if everything { field.clear() } else { field.erase() }
        }
    }

    fn content(&self, name: FieldName) -> Option<&FieldContent> {
        self.fields.iter().find(|field| field.name == name).map(|field| &field.content)
    }

    /// What was typed, without the blanks around it.
    pub(super) fn typed(&self, name: FieldName) -> String {
        match self.content(name) {
            Some(FieldContent::Text(field)) => field.text().trim().to_owned(),
            _ => String::new(),
        }
    }

    fn chosen(&self, name: FieldName) -> Option<(usize, &FieldChoice)> {
        match self.content(name)? {
            FieldContent::Choice(choices, at) => at.and_then(|at| Some((at, choices.get(at)?))),
            _ => None,
        }
    }
}

/// A field for each team of a group, with what it counts now.
fn counts(group: &DrawnGroup) -> Vec<FormField> {
    let counted = |team: TeamId| {
        let contenders = &group.counted.as_ref()?.result.contenders;
        Some(contenders.iter().find(|contender| contender.team == team)?.tally)
    };
    let field = |team: &TeamId| {
        let typed = counted(*team).map(|tally| tally_text(tally.as_ref())).unwrap_or_default();
        FormField { name: FieldName::Counts(*team), content: FieldContent::Text(Field::of(&typed)) }
    };
    group.teams.iter().map(field).collect()
}

fn league_field(leagues: usize) -> FormField {
    choice(FieldName::League, (0..leagues).map(|at| FieldChoice::Name(LeagueId::at(at).to_string())), None)
}

/// What stands on a slip of these two.
fn slip_fields(one: PlayerId, other: PlayerId) -> Vec<FormField> {
    let both = || [FieldChoice::Player(one), FieldChoice::Player(other)];
    let maybe = || [FieldChoice::Label("tournament-choice-not-kept")].into_iter().chain(both());
    let tick = |name| FormField { name, content: FieldContent::Tick(false) };
    vec![
        choice(FieldName::Winner, both(), None),
        tick(FieldName::WinnerSigned),
        tick(FieldName::LoserSigned),
        text(FieldName::Discs),
        choice(FieldName::End, ENDS.map(|(label, _)| FieldChoice::Label(label)), Some(0)),
        choice(FieldName::Black, maybe(), Some(0)),
        choice(FieldName::DrawWin, maybe(), Some(0)),
        text(FieldName::Moves),
    ]
}

impl FormPurpose {
    /// The catalogue's key of what a form is called.
    pub(crate) const fn label(&self) -> &'static str {
        match self {
            Self::Ask(_) => "tournament-question",
            Self::Create => "tournament-key-create",
            Self::Roster => "tournament-key-roster",
            Self::Digits | Self::OverruleDigits => "print-lotteries",
            Self::Slip(_) => "tournament-key-slip",
            Self::Result(..) => "tournament-slip",
            Self::Overrule(..)
            | Self::OverruleAttendance(..)
            | Self::OverruleGame(..)
            | Self::OverruleJanken(..)
            | Self::Rule => "tournament-ruling",
            Self::NameFirst => "tournament-key-name-first",
            Self::ConfirmFirst => "tournament-key-confirm-first",
            Self::Janken(..) => "tournament-janken",
            Self::Replace(_) => "tournament-spare",
            Self::Count(..) => "tournament-key-count",
            Self::Abandon => "tournament-key-abandon",
        }
    }
}

impl FieldName {
    /// The catalogue's key.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Id => "tournament-field-id",
            Self::Preset => "tournament-field-preset",
            Self::LotteryDate => "tournament-field-lottery-date",
            Self::File => "tournament-field-file",
            Self::Lottery(_) => "print-head-lottery",
            Self::Number => "tournament-field-number",
            Self::Winner => "tournament-field-winner",
            Self::WinnerSigned => "tournament-field-winner-signed",
            Self::LoserSigned => "tournament-field-loser-signed",
            Self::End => "tournament-field-end",
            Self::Discs => "tournament-field-discs",
            Self::Black => "tournament-field-black",
            Self::DrawWin => "tournament-field-draw-win",
            Self::Moves => "tournament-field-moves",
            Self::League => "tournament-field-league",
            Self::Player => "tournament-field-player",
            Self::Place(_) => "print-head-place",
            Self::Counts(_) => "tournament-field-counts",
            Self::Reason => "tournament-field-reason",
            Self::Text => "tournament-field-text",
        }
    }
}
