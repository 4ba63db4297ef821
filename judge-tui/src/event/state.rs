//! State of the event's screen.

use std::collections::BTreeMap;
use std::time::Instant;

use ishigaki_client::{CallError, Checkup, Ticket};
use ishigaki_proto::fault::Fault;
use ishigaki_proto::watch::{Audience, EventEntry};
use ishigaki_roster::RosterRemark;
use ishigaki_screen::{Contact, Field, Surface, WatchedFeed};
use ishigaki_tournament::{Actor, GroupGame, Round, Stage};
use ishigaki_words::{Lang, Value, Words};

use super::form::{Form, MissingInput};
use super::keymap::{Context, Intent};
use super::questions::Questions;
use super::sheet::{LineTarget, PanelSheet, SheetSource};
use super::{EventStep, EventSteps as _, NamedEvent, NamedMirror, NamedStanding, Panel, RosterError};

/// An open question, form or text. While one is open, keys only answer it.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    Help { page: usize },
    Why { text: Vec<String> },
    Game { game: GroupGame, top: usize },
    Events { at: usize },
    Find,
    Form(Box<Form>),
}

/// Notice about the last key.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    Done(&'static str),
    Sent,
    Refused(Box<Fault>),
    /// No answer, so the outcome is unknown.
    Silent {
        code: String,
    },
    Lacks(MissingInput),
    /// Irreversible: only the deliberate key answers.
    Deliberate,
    /// Not possible in the current state; no call was made.
    NotYet(Box<Fault>),
    NotNamed {
        named: String,
        players: Vec<String>,
    },
    Roster {
        file: String,
        trouble: RosterError,
    },
    /// The roster is set, with remarks.
    Remarked(Vec<RosterRemark>),
    File {
        file: String,
        what: Value,
    },
    Printed {
        file: String,
        command: String,
    },
    NotYours(Actor),
    /// Nothing there, or nothing that the key could concern: the catalogue's key of the reason.
    Nothing(&'static str),
}

impl Notice {
    /// Returns whether it is bad news.
    pub fn is_bad(&self) -> bool {
        !matches!(self, Self::Done(_) | Self::Sent | Self::Printed { .. })
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PanelPosition {
    pub(super) line: usize,
    pub(super) target: Option<LineTarget>,
    pub(super) left: usize,
}

#[derive(Clone, Debug, Default)]
pub(super) struct EventListState {
    pub(super) events: Vec<EventEntry>,
    pub(super) audience: Option<Audience>,
    pub(super) requested_at: Option<Instant>,
    pub(super) is_pending: bool,
    pub(super) is_offered: bool,
    pub(super) trouble: Option<CallError>,
}

/// The whole state of the event's screen.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) words: Words,
    pub(super) server: String,
    pub(super) surface: Surface,
    pub(super) listing: EventListState,
    pub(super) event: Option<String>,
    pub(super) is_watching: bool,
    pub(super) watched: WatchedFeed<NamedMirror>,
    pub(super) checkup: Checkup,
    pub(super) questions: Questions,
    pub(super) panel: Panel,
    pub(super) positions: BTreeMap<Panel, PanelPosition>,
    pub(super) round: Option<Round>,
    pub(super) find: Field,
    pub(super) dialog: Option<Dialog>,
    pub(super) notice: Option<Notice>,
    pub(super) ticket: Ticket,
    pub(super) done_key: Option<(Ticket, &'static str)>,
    /// Remarks about the roster that is being set.
    pub(super) roster_remarks: Vec<RosterRemark>,
    pub(super) created: Option<String>,
    pub(super) printing: String,
    pub(super) sheet: PanelSheet,
    pub(super) is_stale: bool,
}

impl State {
    /// Makes a screen with only its server's address and the event to show, if any.
    pub fn new(lang: Lang, server: String, event: Option<String>, columns: u16, lines: u16) -> Self {
        Self {
            words: Words::new(lang),
            server,
            surface: Surface::new(columns, lines),
            listing: EventListState::default(),
            event,
            is_watching: false,
            watched: WatchedFeed::new(NamedMirror::default()),
            checkup: Checkup::default(),
            questions: Questions::default(),
            panel: Panel::Roster,
            positions: BTreeMap::new(),
            round: None,
            find: Field::default(),
            dialog: None,
            notice: None,
            ticket: Ticket::default(),
            done_key: None,
            roster_remarks: Vec::new(),
            created: None,
            printing: String::new(),
            sheet: PanelSheet::default(),
            is_stale: true,
        }
    }

    /// Changes whenever there is something new to show.
    pub fn revision(&self) -> u64 {
        self.surface.revision()
    }

    /// Returns the screen's columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.surface.size()
    }

    /// Returns the open question, form or text, if any.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    /// Returns the notice, if any.
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// Returns the shown panel.
    pub fn panel(&self) -> Panel {
        self.panel
    }

    pub(crate) fn named_event(&self) -> Option<NamedEvent<'_>> {
        self.watched.session.event()
    }

    pub(crate) fn standing(&self) -> Option<NamedStanding<'_>> {
        self.watched.session.named_standing()
    }

    pub(super) fn is_in_groups(&self) -> bool {
        self.watched.session.contest().is_some()
    }

    pub(super) fn kind(&self) -> Context {
        if self.is_in_groups() { Context::Groups } else { Context::Leagues }
    }

    /// Returns the context of the keys.
    pub fn context(&self) -> Context {
        match &self.dialog {
            None => Context::Panel,
            Some(Dialog::Help { .. } | Dialog::Why { .. } | Dialog::Game { .. }) => Context::Read,
            Some(Dialog::Events { .. }) => Context::Choice,
            Some(Dialog::Find) => Context::Find,
            Some(Dialog::Form(form)) if form.is_question() => Context::Ask,
            Some(Dialog::Form(_)) => Context::Form,
        }
    }

    pub(super) fn answers_teams(&self) -> bool {
        matches!(self.listing.audience, Some(Audience::Judge | Audience::Organiser))
    }

    /// Every role until the server has told the token's.
    pub(super) fn has_office(&self, office: Actor) -> bool {
        match self.listing.audience {
            None => true,
            Some(Audience::Organiser) => matches!(office, Actor::Organiser | Actor::Desk),
            Some(Audience::Desk) => office == Actor::Desk,
            Some(Audience::Judge | Audience::Referee) => office == Actor::Referee,
            Some(Audience::Unspecified | Audience::Board | Audience::Team) => false,
        }
    }

    pub(super) fn office(&self, intent: Intent) -> Option<Actor> {
        let is_janken =
            || matches!(self.standing().and_then(NamedStanding::next_step), Some(EventStep::Janken(..)));
        match intent {
            // The desk enters jankens.
            Intent::Next if is_janken() => Some(Actor::Desk),
            // Once the digits are known, attendance affects others.
            Intent::Attendance
                if self.named_event().is_some_and(|event| event.tournament().stage() == Stage::Reception) =>
            {
                Some(Actor::Referee)
            }
            intent => intent.office(),
        }
    }

    pub(super) fn contact(&self) -> Contact {
        match (&self.event, &self.listing.trouble) {
            (Some(_), _) => self.watched.contact().clone(),
            (None, Some(trouble)) => Contact::Connecting.after(trouble.clone(), self.surface.now()),
            (None, None) if self.listing.audience.is_some() => Contact::Live,
            (None, None) => Contact::Connecting,
        }
    }

    pub(super) fn position(&self) -> PanelPosition {
        self.positions.get(&self.panel).copied().unwrap_or_default()
    }

    /// Returns the target of the line with the cursor.
    pub fn target(&self) -> Option<LineTarget> {
        self.sheet.lines.get(self.position().line)?.target
    }

    pub(super) fn refresh(&mut self) {
        self.is_stale = false;
        if self.is_in_groups() && !self.panel.is_in_groups() {
            self.panel = Panel::Roster;
        }
        let find = self.find.text();
        let Some(event) = self.standing() else {
            self.sheet = PanelSheet::default();
            return;
        };
        let source = SheetSource {
            event,
            words: self.words,
            columns: usize::from(self.size().0),
            round: self.round,
            find: find.trim(),
        };
        let sheet = PanelSheet::of(self.panel, source);
        let PanelPosition { line, target, left } = self.position();
        let last = sheet.lines.len().saturating_sub(1);
        let line = match target {
            // The cursor goes to the first target if there was none before.
            None if line > 0 => sheet.step(line.min(last), 0),
            target => sheet.position_of(target).unwrap_or(line.min(last)),
        };
        // Keeps the cursor's target while it isn't shown.
        let target = sheet.lines.get(line).and_then(|line| line.target).or(target);
        self.sheet = sheet;
        self.positions.insert(self.panel, PanelPosition { line, target, left });
    }

    pub(super) fn go_to(&mut self, line: usize) {
        let target = self.sheet.lines.get(line).and_then(|line| line.target);
        let left = self.position().left;
        self.positions.insert(self.panel, PanelPosition { line, target, left });
    }
}
