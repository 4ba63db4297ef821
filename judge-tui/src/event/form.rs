//! Forms, which keep their text after a rejection.

mod input;
mod order;
mod purpose;

use ishigaki_client::Ticket;
use ishigaki_rules::TeamId;
use ishigaki_screen::Field;
use ishigaki_screen::terminal::narrow;
use ishigaki_tournament::{Colour, DrawnGroup, LeagueId, PlayerId, Reason};

pub use self::purpose::{FormContext, FormPurpose};
use crate::counts::tally_text;

ishigaki_catalogue::keyed! {
    /// Name of a field.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum FieldName: pub(crate) label {
        Id = "shared-id",
        Preset = "tournament-field-preset",
        LotteryDate = "tournament-field-lottery-date",
        File = "lint-word-file",
        Lottery(usize) = "print-head-lottery",
        Number = "tournament-field-number",
        Winner = "tournament-field-winner",
        WinnerSigned = "tournament-field-winner-signed",
        LoserSigned = "tournament-field-loser-signed",
        End = "tournament-field-end",
        Discs = "tournament-field-discs",
        Black = "shared-black",
        DrawWin = "tournament-field-draw-win",
        HiddenDisc = "print-head-hidden-disc",
        Moves = "tournament-field-moves",
        League = "tournament-field-league",
        Player = "shared-player",
        Place(usize) = "print-head-place",
        Counts(TeamId) = "tournament-field-counts",
        Reason = "tournament-field-reason",
        Text = "shared-ruled",
        English = "tournament-field-english",
        Japanese = "tournament-field-japanese",
    }
}

/// Choice of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldChoice {
    Name(String),
    Label(&'static str),
    Player(PlayerId),
    Team(TeamId),
}

/// Content of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldContent {
    Text(Field),
    Choice(Vec<FieldChoice>, Option<usize>),
    Tick(bool),
}

/// A field and its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormField {
    pub name: FieldName,
    pub content: FieldContent,
}

/// A form, or a question if it has no fields.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    pub purpose: FormPurpose,
    pub(super) context: FormContext,
    pub fields: Vec<FormField>,
    pub at: usize,
    pub(super) pending_ticket: Option<Ticket>,
    pub(super) is_warned: bool,
    pub(super) is_confirming: bool,
    /// Changes by a ruling, as sentences, while it is being confirmed.
    pub(super) changes: Vec<String>,
}

/// Missing input, so that a form can't be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingInput {
    Empty(FieldName),
    Unreadable(FieldName),
    /// A signature on the slip is missing; a second attempt sends it (`TO9`).
    Signatures,
    /// The discs are equal, so the holder of the draw-win right won (`TO5`).
    DrawWin,
}

impl MissingInput {
    pub(super) const fn field(self) -> Option<FieldName> {
        match self {
            Self::Empty(name) | Self::Unreadable(name) => Some(name),
            Self::DrawWin => Some(FieldName::DrawWin),
            Self::Signatures => None,
        }
    }
}

/// Ends of a game in the order of the menu (`TO9`).
const ENDS: [(&str, Reason); 5] = [
    ("print-reason-normal", Reason::Normal),
    ("print-reason-time", Reason::Time),
    ("print-reason-double-time", Reason::DoubleTime),
    ("print-reason-forfeit", Reason::Forfeit),
    ("print-reason-referee", Reason::Referee),
];

/// Calls of the hidden disc in the order of the menu (`TO10`).
const CALLS: [(&str, Option<Colour>); 3] = [
    ("tournament-choice-not-kept", None),
    ("print-call-black", Some(Colour::Black)),
    ("print-call-white", Some(Colour::White)),
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
    pub(super) fn of(purpose: FormPurpose, context: FormContext) -> Self {
        let fields = purpose.fields(&context);
        Self {
            purpose,
            context,
            fields,
            at: 0,
            pending_ticket: None,
            is_warned: false,
            is_confirming: false,
            changes: Vec::new(),
        }
    }

    pub(super) fn is_question(&self) -> bool {
        self.fields.is_empty() || self.is_confirming
    }

    pub(super) const fn is_grave(&self) -> bool {
        self.purpose.is_grave()
    }

    pub(super) fn step(&mut self, down: isize) {
        self.at = self.at.saturating_add_signed(down).min(self.fields.len().saturating_sub(1));
    }

    pub(super) fn shift(&mut self, by: isize) {
        let before = self.placed_teams();
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
        self.fill_places(&before);
    }

    pub(super) fn write(&mut self, char: char) {
        self.is_warned = false;
        let before = self.placed_teams();
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
        self.fill_places(&before);
    }

    pub(super) fn erase(&mut self, everything: bool) {
        if let Some(FormField { content: FieldContent::Text(field), .. }) = self.fields.get_mut(self.at) {
            if everything { field.clear() } else { field.erase() }
        }
    }

    fn content(&self, name: FieldName) -> Option<&FieldContent> {
        self.fields.iter().find(|field| field.name == name).map(|field| &field.content)
    }

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
        choice(FieldName::HiddenDisc, CALLS.map(|(label, _)| FieldChoice::Label(label)), Some(0)),
        text(FieldName::Moves),
    ]
}
