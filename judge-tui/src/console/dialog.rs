//! The console's questions to the judge. Knows what has been answered so far.

use ishigaki_client::judging::JudgeAct;
use ishigaki_proto::wire;
use ishigaki_rules::{Millis, TeamId};

use crate::console::by_hand::ByHand;
use crate::console::keymap::{Context, Intent};
use crate::console::message::MessageText;
use crate::console::seating::Seating;
use crate::console::start::StartQuestion;
use crate::console::why::ExplainedThing;

/// The least and the most time that one extension gives here, and the step between.
const SPANS: (Millis, Millis, Millis) = (Millis(10_000), Millis(600_000), Millis(10_000));
/// The most characters of a text.
pub(crate) const LONGEST_TEXT: usize = 200;

/// An open question. While one is open, keys answer it and do nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    Help {
        /// Context in which it was asked for.
        place: Context,
        /// Acts that are possible there, as the game stands.
        here: Vec<Intent>,
        /// The page, from 0.
        page: usize,
    },
    /// Explanation of how it came out so, from this entry on.
    Why {
        subject: ExplainedThing,
        /// The place of the attempt among all attempts of rounds, from 0.
        record: usize,
        /// The first entry shown.
        top: usize,
    },
    /// The ranking, place by place, over the whole screen.
    Reveal {
        /// Number of teams that are shown, from the last place on.
        shown: usize,
    },
    /// Question how far boards show the opening, step by step.
    Uncover(Uncover),
    /// Question for the text that is to be found in the log.
    Search {
        text: String,
    },
    /// Presence of the teams, from this one on.
    Presence {
        /// The first team shown.
        top: usize,
    },
    Start(Box<StartQuestion>),
    /// By which teams is a game played?
    Seats(Box<Seating>),
    /// Question for the reason for which all clocks are to be stopped.
    PauseAll {
        text: String,
        /// The ids of the games whose clocks run.
        games: Vec<String>,
    },
    /// Are the clocks of all these games to go on?
    ResumeAll {
        games: Vec<String>,
    },
    Quit,
    /// Question for the time to add.
    Span {
        /// So much, so far.
        by: Millis,
    },
    /// Question for the team.
    Team {
        purpose: TeamPurpose,
        /// The teams to choose from; at least one.
        teams: Vec<TeamId>,
        /// The place of the one that is selected.
        at: usize,
    },
    /// Question for the reason.
    Reason {
        /// Of what; its text is empty.
        act: JudgeAct,
        text: String,
    },
    /// In which order did the janken end?
    Order {
        group: Vec<TeamId>,
        /// Those that have their place, best first.
        order: Vec<TeamId>,
        /// The place, among those that have none yet, of the one that is selected.
        at: usize,
    },
    /// Question for what is to be said to which teams.
    Message(Box<MessageText>),
    /// Question for what is to be entered for a team by hand.
    ByHand(Box<ByHand>),
    Ask {
        /// Act that is confirmed.
        act: JudgeAct,
        /// Whether only the deliberate key answers it.
        grave: bool,
    },
}

/// Uncovering of openings on the boards: the one on display, or the last one shown, and whether the next one is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uncover {
    /// Number of the opening in the game, from 1; 0 before the first.
    pub opening: u32,
    /// Number of its steps that are shown.
    pub steps: usize,
    /// Number of its steps; 0 if it cannot be covered any more.
    pub of: usize,
    /// Whether the opening after it stands at its first step when it comes.
    pub holds_next: bool,
}

impl Uncover {
    /// Goes on (1) or back (-1): behind the last step the next opening is held, and goes by itself again on the way back.
    const fn step(&mut self, down: isize) {
        if self.holds_next {
            self.holds_next = down >= 0;
            return;
        }
        let steps = self.steps.saturating_add_signed(down);
        self.steps = if steps < self.of { steps } else { self.of };
    }

    /// Returns what boards are told.
    pub(crate) fn told(self) -> wire::Uncovering {
        if self.holds_next {
            return wire::Uncovering { opening: self.opening.saturating_add(1), steps: 0 };
        }
        if self.of == 0 {
            return wire::Uncovering::default();
        }
        wire::Uncovering { opening: self.opening, steps: u32::try_from(self.steps).unwrap_or(u32::MAX) }
    }
}

/// Purpose for which a team is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamPurpose {
    /// Disqualification (`E3`).
    Disqualify,
    /// Taking it back (`E3`).
    Reinstate,
}

impl Dialog {
    /// Returns how much more time? Half a minute, unless told otherwise.
    pub const fn span() -> Self {
        Self::Span { by: Millis(30_000) }
    }

    /// Creates the dialog that asks for an act's reason.
    pub fn reason(act: impl Into<JudgeAct>) -> Self {
        Self::Reason { act: act.into(), text: String::new() }
    }

    /// Returns the keys that answer it.
    pub fn context(&self) -> Context {
        match self {
            Self::Help { .. } => Context::Help,
            Self::Why { .. } => Context::Read,
            Self::Reveal { .. } => Context::Reveal,
            Self::Uncover(_) => Context::Uncover,
            Self::Presence { .. } => Context::Presence,
            Self::Start(start) if !start.unusual().is_empty() => Context::GraveAsk,
            Self::Quit | Self::Start(_) | Self::ResumeAll { .. } | Self::Ask { grave: false, .. } => {
                Context::Ask
            }
            Self::Ask { grave: true, .. } => Context::GraveAsk,
            Self::Seats(_) => Context::Teams,
            Self::Span { .. } => Context::Span,
            Self::Team { .. } => Context::Choice,
            Self::Order { .. } => Context::Order,
            Self::Reason { .. } | Self::Search { .. } | Self::PauseAll { .. } => Context::Text,
            Self::Message(message) => message.context(),
            Self::ByHand(form) => form.context(),
        }
    }

    /// Moves up (-1) or down (1), where there is anything to move on.
    pub(crate) fn step(&mut self, down: isize) {
        match self {
            Self::Help { page, .. } => *page = page.saturating_add_signed(down),
            Self::Why { top, .. } | Self::Presence { top } => {
                *top = top.saturating_add_signed(down);
            }
            Self::Reveal { shown } => *shown = shown.saturating_add_signed(down),
            Self::Uncover(uncover) => uncover.step(down),
            Self::Seats(seating) => seating.step(down),
            Self::Team { teams, at, .. } => *at = stepped(*at, down, teams.len()),
            Self::Order { group, order, at } => *at = stepped(*at, down, group.len() - order.len()),
            Self::Span { by } => {
                let step = SPANS.2.0;
                let by_now = if down > 0 { by.0.saturating_add(step) } else { by.0.saturating_sub(step) };
                *by = Millis(by_now.clamp(SPANS.0.0, SPANS.1.0));
            }
            Self::Quit
            | Self::Start(_)
            | Self::PauseAll { .. }
            | Self::ResumeAll { .. }
            | Self::Reason { .. }
            | Self::Search { .. }
            | Self::Message(_)
            | Self::ByHand(_)
            | Self::Ask { .. } => {}
        }
    }

    /// Takes a character of a text.
    pub(crate) fn write(&mut self, char: char) {
        if let Self::ByHand(form) = self {
            form.write(char);
        }
        if let Self::Message(message) = self
            && let Some(field) = message.field()
        {
            field.write(char);
        }
        if let Self::Reason { text, .. } | Self::Search { text } | Self::PauseAll { text, .. } = self
            && !char.is_control()
            && text.chars().count() < LONGEST_TEXT
        {
            text.push(char);
        }
    }

    /// Takes back the last character or the last place.
    pub(crate) fn erase(&mut self) {
        match self {
            Self::Reason { text, .. } | Self::Search { text } | Self::PauseAll { text, .. } => {
                text.pop();
            }
            Self::Order { order, at, .. } => {
                order.pop();
                *at = 0;
            }
            _ => {}
        }
    }

    /// Takes back all that is typed.
    pub(crate) fn clear(&mut self) {
        if let Self::Reason { text, .. } | Self::Search { text } | Self::PauseAll { text, .. } = self {
            text.clear();
        }
    }

    /// The teams of a janken that have no place yet, in team order.
    pub fn unplaced(group: &[TeamId], order: &[TeamId]) -> Vec<TeamId> {
        group.iter().copied().filter(|team| !order.contains(team)).collect()
    }
}

fn stepped(at: usize, down: isize, count: usize) -> usize {
    at.saturating_add_signed(down).min(count.saturating_sub(1))
}
