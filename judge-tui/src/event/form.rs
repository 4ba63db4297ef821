//! Forms: what is asked before something is sent, and what was typed so far. Nothing typed is lost by a refusal.

mod input;
mod order;
mod purpose;

use ishigaki_client::Ticket;
use ishigaki_rules::TeamId;
use ishigaki_screen::Field;
use ishigaki_screen::terminal::narrow;
use ishigaki_tournament::{DrawnGroup, LeagueId, PlayerId, Reason};

pub use self::purpose::FormPurpose;
use crate::counts::tally_text;

/// Name of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldName {
    /// The id of the event.
    Id,
    Preset,
    LotteryDate,
    File,
    /// The result of a lottery, by its place among the plan's, from 0.
    Lottery(usize),
    /// The number on a seed's slip.
    Number,
    Winner,
    /// Whether the winner signed.
    WinnerSigned,
    /// Whether the loser signed.
    LoserSigned,
    /// Why the game ended.
    End,
    /// The discs, the winner's first.
    Discs,
    Black,
    /// Who held the draw-win right.
    DrawWin,
    Moves,
    League,
    /// A player, by number, id or name.
    Player,
    /// A place in the order of a janken, from 0.
    Place(usize),
    /// What a team of a group counts.
    Counts(TeamId),
    Reason,
    Text,
}

/// Choice of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldChoice {
    /// Something with a name of its own.
    Name(String),
    /// Something that the catalogue names.
    Label(&'static str),
    Player(PlayerId),
    Team(TeamId),
}

/// Content of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldContent {
    Text(Field),
    /// One of these; none yet.
    Choice(Vec<FieldChoice>, Option<usize>),
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
    pub purpose: FormPurpose,
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
const ENDS: [(&str, Reason); 5] = [
    ("print-reason-normal", Reason::Normal),
    ("print-reason-time", Reason::Time),
    ("print-reason-double-time", Reason::DoubleTime),
    ("print-reason-forfeit", Reason::Forfeit),
    ("print-reason-referee", Reason::Referee),
];

fn text(name: FieldName) -> FormField {
    FormField { name, content: FieldContent::Text(Field::default()) }
}

fn typed(name: FieldName, text: &str) -> FormField {
    FormField { name, content: FieldContent::Text(Field::of(text)) }
}

fn choice(name: FieldName, of: impl IntoIterator<Item = FieldChoice>, at: Option<usize>) -> FormField {
    FormField { name, content: FieldContent::Choice(of.into_iter().collect(), at) }
}

impl Form {
    pub(super) fn of(purpose: FormPurpose) -> Self {
        let fields = purpose.fields();
        Self { purpose, fields, at: 0, awaits: None, is_warned: false, is_sure: false }
    }

    /// Returns whether it is a question now, which only the deliberate key answers.
    pub(super) fn asks(&self) -> bool {
        self.fields.is_empty() || self.is_sure
    }

    /// Whether it is asked, once all is typed, whether it is to be.
    pub(super) const fn is_grave(&self) -> bool {
        self.purpose.is_grave()
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
        let text = counted(*team).map(|tally| tally_text(tally.as_ref())).unwrap_or_default();
        typed(FieldName::Counts(*team), &text)
    };
    group.teams.iter().map(field).collect()
}

fn league(leagues: usize) -> FormField {
    choice(FieldName::League, (0..leagues).map(|at| FieldChoice::Name(LeagueId::at(at).to_string())), None)
}

/// What stands on a slip of these two.
fn slip(one: PlayerId, other: PlayerId) -> Vec<FormField> {
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

impl FieldName {
    /// The catalogue's key.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Id => "shared-id",
            Self::Preset => "tournament-field-preset",
            Self::LotteryDate => "tournament-field-lottery-date",
            Self::File => "lint-word-file",
            Self::Lottery(_) => "print-head-lottery",
            Self::Number => "tournament-field-number",
            Self::Winner => "tournament-field-winner",
            Self::WinnerSigned => "tournament-field-winner-signed",
            Self::LoserSigned => "tournament-field-loser-signed",
            Self::End => "tournament-field-end",
            Self::Discs => "tournament-field-discs",
            Self::Black => "shared-black",
            Self::DrawWin => "tournament-field-draw-win",
            Self::Moves => "tournament-field-moves",
            Self::League => "tournament-field-league",
            Self::Player => "shared-player",
            Self::Place(_) => "print-head-place",
            Self::Counts(_) => "tournament-field-counts",
            Self::Reason => "tournament-field-reason",
            Self::Text => "shared-ruled",
        }
    }
}
