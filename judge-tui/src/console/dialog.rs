//! Questions of the console to the judge.

use ishigaki_client::judging::JudgeAct;
use ishigaki_proto::wire;
use ishigaki_rules::{Millis, TeamId};

use crate::console::by_hand::EntryForm;
use crate::console::keymap::{Context, Intent};
use crate::console::message::MessageText;
use crate::console::seating::Seating;
use crate::console::start::StartQuestion;
use crate::console::why::ExplanationSubject;

const EXTENSION_LIMITS: (Millis, Millis, Millis) = (Millis(10_000), Millis(600_000), Millis(10_000));
pub(crate) const LONGEST_TEXT: usize = 200;

/// An open question. While one is open, keys only answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    Help {
        place: Context,
        here: Vec<Intent>,
        page: usize,
    },
    Why {
        subject: ExplanationSubject,
        record: usize,
        top: usize,
    },
    Reveal {
        shown: usize,
    },
    Uncover(UncoverProgress),
    Search {
        text: String,
    },
    Presence {
        top: usize,
    },
    Start(Box<StartQuestion>),
    Seats(Box<Seating>),
    PauseAll {
        text: String,
        games: Vec<String>,
    },
    ResumeAll {
        games: Vec<String>,
    },
    Quit,
    Span {
        by: Millis,
    },
    Team {
        purpose: TeamPurpose,
        teams: Vec<TeamId>,
        at: usize,
    },
    Reason {
        act: JudgeAct,
        text: String,
    },
    Order {
        group: Vec<TeamId>,
        order: Vec<TeamId>,
        at: usize,
    },
    Message(Box<MessageText>),
    ByHand(Box<EntryForm>),
    Ask {
        act: JudgeAct,
        /// True if only the deliberate key answers it.
        grave: bool,
    },
}

/// Progress of openings on the boards: the one being revealed or the last one, and whether the next one is
/// held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UncoverProgress {
    /// From 1; 0 before the first.
    pub opening: u32,
    pub steps: usize,
    /// 0 if it can't be covered any more.
    pub of: usize,
    pub holds_next: bool,
}

impl UncoverProgress {
    const fn step(&mut self, down: isize) {
        if self.holds_next {
            self.holds_next = down >= 0;
            return;
        }
        let steps = self.steps.saturating_add_signed(down);
        self.steps = if steps < self.of { steps } else { self.of };
    }

    pub(crate) fn to_wire(self) -> wire::Uncovering {
        if self.holds_next {
            return wire::Uncovering { opening: self.opening.saturating_add(1), steps: 0 };
        }
        if self.of == 0 {
            return wire::Uncovering::default();
        }
        wire::Uncovering { opening: self.opening, steps: u32::try_from(self.steps).unwrap_or(u32::MAX) }
    }
}

/// Purpose of choosing a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamPurpose {
    /// `E3`.
    Disqualify,
    /// `E3`.
    Reinstate,
}

impl Dialog {
    /// Returns the question for an extension, half a minute by default.
    pub const fn span() -> Self {
        Self::Span { by: Millis(30_000) }
    }

    /// Returns the question for an act's reason.
    pub fn reason(act: impl Into<JudgeAct>) -> Self {
        Self::Reason { act: act.into(), text: String::new() }
    }

    /// Returns the context of its keys.
    pub fn context(&self) -> Context {
        match self {
            Self::Help { .. } => Context::Help,
            Self::Why { .. } => Context::Read,
            Self::Reveal { .. } => Context::Reveal,
            Self::Uncover(_) => Context::Uncover,
            Self::Presence { .. } => Context::Presence,
            Self::Start(start) if !start.warnings().is_empty() => Context::GraveAsk,
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

    pub(crate) fn step(&mut self, down: isize) {
        match self {
            Self::Help { page, .. } => *page = page.saturating_add_signed(down),
            Self::Why { top, .. } | Self::Presence { top } => {
                *top = top.saturating_add_signed(down);
            }
            Self::Reveal { shown } => *shown = shown.saturating_add_signed(down),
            Self::Uncover(uncover) => uncover.step(down),
            Self::Seats(seating) => seating.step(down),
            Self::Team { teams, at, .. } => *at = step_within(*at, down, teams.len()),
            Self::Order { group, order, at } => *at = step_within(*at, down, group.len() - order.len()),
            Self::Span { by } => {
                let step = EXTENSION_LIMITS.2.0;
                let by_now = if down > 0 { by.0.saturating_add(step) } else { by.0.saturating_sub(step) };
                *by = Millis(by_now.clamp(EXTENSION_LIMITS.0.0, EXTENSION_LIMITS.1.0));
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

    pub(crate) fn clear(&mut self) {
        if let Self::Reason { text, .. } | Self::Search { text } | Self::PauseAll { text, .. } = self {
            text.clear();
        }
    }

    /// Returns the unplaced teams of a janken in team order.
    pub fn unplaced(group: &[TeamId], order: &[TeamId]) -> Vec<TeamId> {
        group.iter().copied().filter(|team| !order.contains(team)).collect()
    }
}

fn step_within(at: usize, down: isize, count: usize) -> usize {
    at.saturating_add_signed(down).min(count.saturating_sub(1))
}
