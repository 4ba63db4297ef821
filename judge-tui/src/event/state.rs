//! What the event's screen knows: the event over its feed, what is looked at, and what is being asked. No drawing library.

use std::collections::BTreeMap;
use std::time::Instant;

use ishigaki_client::{CallError, Checkup, Ticket};
use ishigaki_proto::fault::Fault;
use ishigaki_proto::watch::{Audience, EventEntry};
use ishigaki_screen::{Contact, Field, Surface, Watched};
use ishigaki_tournament::{Actor, GroupGame, Round, Stage};
use ishigaki_words::{Lang, Value, Words};

use super::form::{Form, MissingInput};
use super::keymap::{Context, Intent};
use super::mirror::NamedMirror;
use super::questions::Questions;
use super::sheet::{LineTarget, PanelSheet, SheetSource};
use super::step::EventStep;
use super::{NamedEvent, NamedStanding, Panel, RosterTrouble};

/// An open question, form or text. While one is open, keys answer it and do nothing else.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// All keys, from this page on.
    Help {
        /// The page, from 0.
        page: usize,
    },
    /// Why a pairing is as it is.
    Why { text: Vec<String> },
    /// A group's game as it stands.
    Game {
        game: GroupGame,
        /// The first line that is shown, from 0.
        top: usize,
    },
    Events {
        /// The place of the one that is selected.
        at: usize,
    },
    /// Whom to look for?
    Find,
    /// What is to be sent?
    Form(Box<Form>),
}

/// Notice about the last key.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// What was sent is granted: the catalogue's key of what is so now.
    Done(&'static str),
    /// Something is on its way.
    Sent,
    /// The server refuses; nothing has changed.
    Refused(Box<Fault>),
    /// No answer came: it may be done or not.
    Silent {
        /// How the call ended.
        code: String,
    },
    /// The form cannot be sent as it is.
    Lacks(MissingInput),
    /// What the question is about cannot be taken back: only the deliberate key answers it.
    Deliberate,
    /// What is next cannot be done as the event stands; nothing was asked of the server.
    NotYet(Box<Fault>),
    /// What was typed names nobody, or several.
    NotNamed {
        named: String,
        /// Whom it may mean, by number and name.
        players: Vec<String>,
    },
    /// The file is no roster.
    Roster { file: String, trouble: RosterTrouble },
    /// The file cannot be written.
    File { file: String, what: Value },
    /// A page was written.
    Printed {
        file: String,
        /// The command that prints the same.
        command: String,
    },
    /// The key is the office of somebody else.
    NotYours(Actor),
    /// There is nothing of this yet, or nothing here that the key could concern: the catalogue's key of why.
    Nothing(&'static str),
}

impl Notice {
    /// Returns whether something did not come about.
    pub fn is_bad(&self) -> bool {
        !matches!(self, Self::Done(_) | Self::Sent | Self::Printed { .. })
    }
}

/// Where somebody is in a panel.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PanelPosition {
    /// The line with the cursor.
    pub(super) line: usize,
    /// Whom it is about, so that it stays there when lines come and go.
    pub(super) target: Option<LineTarget>,
    /// How many columns the picture is moved to the left.
    pub(super) left: usize,
}

/// How the screen stands with the list of events.
#[derive(Clone, Debug, Default)]
pub(super) struct EventListState {
    pub(super) events: Vec<EventEntry>,
    /// As whom the server takes the token; `None` before it has said so.
    pub(super) audience: Option<Audience>,
    pub(super) asked: Option<Instant>,
    pub(super) awaits: bool,
    /// Whether the choice among several was offered already.
    pub(super) is_offered: bool,
    /// Why there is no list.
    pub(super) trouble: Option<CallError>,
}

/// The whole state of the event's screen.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) words: Words,
    /// The server's address, as people write it.
    pub(super) server: String,
    pub(super) surface: Surface,
    pub(super) listing: EventListState,
    /// The event's id; `None` while none is chosen.
    pub(super) event: Option<String>,
    /// Whether its feed has been asked for.
    pub(super) is_watching: bool,
    pub(super) watched: Watched<NamedMirror>,
    pub(super) checkup: Checkup,
    /// What teams ask the judge in the contest's games.
    pub(super) questions: Questions,
    pub(super) panel: Panel,
    pub(super) positions: BTreeMap<Panel, PanelPosition>,
    /// The round that is looked at, in groups the stage; `None`: the one that was paired last, or is under way.
    pub(super) round: Option<Round>,
    pub(super) find: Field,
    pub(super) dialog: Option<Dialog>,
    pub(super) notice: Option<Notice>,
    /// That of the last call.
    pub(super) ticket: Ticket,
    /// The call that has no answer yet, and the catalogue's key of what is so once it is granted.
    pub(super) done_key: Option<(Ticket, &'static str)>,
    /// The event that is being created.
    pub(super) created: Option<String>,
    /// What is being printed, as the command names it.
    pub(super) printing: String,
    pub(super) sheet: PanelSheet,
    /// Whether the sheet is older than the event.
    pub(super) is_stale: bool,
}

impl State {
    /// A screen that knows nothing yet but its server's address and the event it was told to show, if any.
    pub fn new(lang: Lang, server: String, event: Option<String>, columns: u16, lines: u16) -> Self {
        Self {
            words: Words::new(lang),
            server,
            surface: Surface::new(columns, lines),
            listing: EventListState::default(),
            event,
            is_watching: false,
            watched: Watched::new(NamedMirror::default()),
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
            created: None,
            printing: String::new(),
            sheet: PanelSheet::default(),
            is_stale: true,
        }
    }

    /// Changes whenever there is something new to be seen.
    pub fn revision(&self) -> u64 {
        self.surface.revision()
    }

    /// The screen's columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.surface.size()
    }

    /// Returns what is asked, if anything is.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    /// Returns what the screen has to tell about the last key.
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// The panel that is shown.
    pub fn panel(&self) -> Panel {
        self.panel
    }

    /// The event, if it is one in leagues; `None` before its set-up has come.
    pub(crate) fn named(&self) -> Option<NamedEvent<'_>> {
        self.watched.session.event()
    }

    /// The event, of either kind; `None` before its set-up has come.
    pub(crate) fn standing(&self) -> Option<NamedStanding<'_>> {
        self.watched.session.named()
    }

    /// Whether the event is one in groups; `false` before its set-up has come.
    pub(super) fn is_in_groups(&self) -> bool {
        self.watched.session.contest().is_some()
    }

    /// Whose keys a panel has beside those of all events.
    pub(super) fn kind(&self) -> Context {
        if self.is_in_groups() { Context::Groups } else { Context::Leagues }
    }

    /// Which keys are pressed now.
    pub fn context(&self) -> Context {
        match &self.dialog {
            None => Context::Panel,
            Some(Dialog::Help { .. } | Dialog::Why { .. } | Dialog::Game { .. }) => Context::Read,
            Some(Dialog::Events { .. }) => Context::Choice,
            Some(Dialog::Find) => Context::Find,
            Some(Dialog::Form(form)) if form.asks() => Context::Ask,
            Some(Dialog::Form(_)) => Context::Form,
        }
    }

    /// Whether the server takes the token as one of those that may answer teams.
    pub(super) fn answers_teams(&self) -> bool {
        matches!(self.listing.audience, Some(Audience::Judge | Audience::Organiser))
    }

    /// Whether somebody with this token holds the office; anybody may until the server has said as whom it takes it.
    pub(super) fn holds(&self, office: Actor) -> bool {
        match self.listing.audience {
            None => true,
            Some(Audience::Organiser) => matches!(office, Actor::Organiser | Actor::Desk),
            Some(Audience::Desk) => office == Actor::Desk,
            Some(Audience::Judge | Audience::Referee) => office == Actor::Referee,
            Some(Audience::Unspecified | Audience::Board | Audience::Team) => false,
        }
    }

    /// Whose office it is what a key asks for, now; `None` for what everybody may do.
    pub(super) fn office(&self, intent: Intent) -> Option<Actor> {
        let is_janken =
            || matches!(self.standing().and_then(NamedStanding::next_step), Some(EventStep::Janken(..)));
        match intent {
            // The desk enters jankens.
            Intent::Next if is_janken() => Some(Actor::Desk),
            // Once the digits are known, attendance moves others.
            Intent::Attendance
                if self.named().is_some_and(|event| event.tournament().stage() == Stage::Reception) =>
            {
                Some(Actor::Referee)
            }
            intent => intent.office(),
        }
    }

    /// How the screen stands with the server: by the event's feed, or by the list while no event is chosen.
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

    /// Whom the line with the cursor is about.
    pub fn target(&self) -> Option<LineTarget> {
        self.sheet.lines.get(self.position().line)?.target
    }

    /// Makes the sheet anew, and keeps the cursor where it was.
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
            // Where there was nobody yet, the cursor goes to the first.
            None if line > 0 => sheet.step(line.min(last), 0),
            target => sheet.place(target).unwrap_or(line.min(last)),
        };
        // While nobody is shown whom the cursor was with, it waits for them.
        let target = sheet.lines.get(line).and_then(|line| line.target).or(target);
        self.sheet = sheet;
        self.positions.insert(self.panel, PanelPosition { line, target, left });
    }

    /// Moves the cursor to a line.
    pub(super) fn go_to(&mut self, line: usize) {
        let target = self.sheet.lines.get(line).and_then(|line| line.target);
        let left = self.position().left;
        self.positions.insert(self.panel, PanelPosition { line, target, left });
    }
}
