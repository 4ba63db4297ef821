//! The screen's state turned into what its page gets: the second painter of the model that the terminal shows, with the
//! terminal's sentences.

mod bids;
mod panels;
mod wall;

use std::time::Instant;

use ishigaki_rules::Game;
use ishigaki_screen::{Contact, Seal};
use ishigaki_words::Words;

use super::model::{
    ClockState, ContactState, DeskState, DialogState, KeysState, PanelState, SealState, TonedState,
};
use crate::tui::dialog::Dialog;
use crate::tui::draw::Painter;
use crate::tui::draw::head::Mark;
use crate::tui::keymap::{Context, Intent};
use crate::tui::panel::Panel;
use crate::tui::state::State;
use crate::tui::update::offer;

/// By how many milliseconds the moment at which a window closes may waver, and still be told as the same.
const WAVERING: u64 = 300;

/// Makes the state of the page, and remembers when its window was said to close.
#[derive(Debug)]
pub(super) struct Picture {
    began: Instant,
    closing: Option<u64>,
}

impl Picture {
    /// The program's time counts from this moment.
    pub(super) const fn new(began: Instant) -> Self {
        Self { began, closing: None }
    }

    /// The milliseconds from the start to a moment.
    pub(super) fn millis(&self, at: Instant) -> u64 {
        u64::try_from(at.saturating_duration_since(self.began).as_millis()).unwrap_or(u64::MAX)
    }

    /// The whole screen at a moment.
    pub(super) fn of(&mut self, state: &State, now: Instant) -> DeskState {
        let (painter, words, game) = (Painter::of(state), state.words, state.game());
        let team =
            state.view().map_or_else(|| state.team.clone(), |view| words.team(view.game.setup(), view.me));
        let (text, is_bad) = painter.last_notice();
        let tone = if is_bad { "loud" } else { "good" };
        let (standing, mark) = painter.standing();
        let bulletins = state.bulletins();
        DeskState {
            build: env!("CARGO_PKG_VERSION"),
            lang: state.lang().code(),
            team,
            title: game.map(|game| words.title(game.setup())).unwrap_or_default(),
            game: state.watched.session.mirror().id().map(str::to_owned),
            practice: state.is_practice,
            contact: self.contact(state, words, now),
            clock: self.clock(state, now),
            paused: game.is_some_and(|game| game.paused_since().is_some()),
            phase: game.map(|game| painter.round_and_phase(game)),
            held: state.view().map(|view| painter.purse(view.held())),
            standing: TonedState { text: standing, tone: tone_of(&mark) },
            seals: game.map(|game| seals(game, words)).unwrap_or_default(),
            news: bulletins.iter().map(|bulletin| painter.bulletin(bulletin)).collect(),
            notice: (!text.is_empty()).then_some(TonedState { text, tone }),
            dialog: state.dialog.as_ref().map(|dialog| question(&painter, state, dialog)),
            panel: state.panel,
            bids: state.view().map(|view| bids::of(&painter, state, view.game)),
            wall: game
                .zip(state.workshop.as_ref())
                .map(|(game, workshop)| wall::of(&painter, state, game, workshop)),
            sheet: game.and_then(|game| panel(&painter, state, game)),
            fingerprint: state.watched.session.mirror().fingerprint().map(|key| key.to_string()),
        }
    }

    fn contact(&self, state: &State, words: Words, now: Instant) -> ContactState {
        let contact = state.watched.contact();
        let lost_since = match contact {
            Contact::Lost { since } => Some(self.millis(*since)),
            _ => None,
        };
        let text = match contact {
            _ if state.alarm.is_some() => Some(words.label("team-contact-receipt")),
            Contact::Live | Contact::Lost { .. } => None,
            contact => Some(contact.text(Some(now), words)),
        };
        ContactState { live: matches!(contact, Contact::Live), lost_since, text }
    }

    fn clock(&mut self, state: &State, now: Instant) -> Option<ClockState> {
        let Some(left) = state.watched.time_left(Some(now)) else {
            self.closing = None;
            return None;
        };
        let guess = left.is_guess;
        let is_paused = state.game().is_some_and(|game| game.paused_since().is_some());
        if is_paused || matches!(state.watched.contact(), Contact::Stopped { .. }) {
            self.closing = None;
            return Some(ClockState { closes_at: None, left: Some(left.left.0), guess });
        }
        let closes_at = self.millis(now).saturating_add(left.left.0);
        let known = self.closing.get_or_insert(closes_at);
        if left.left.0 > 0 && known.abs_diff(closes_at) > WAVERING {
            *known = closes_at;
        }
        Some(ClockState { closes_at: Some(*known), left: None, guess })
    }
}

const fn tone_of(mark: &Mark) -> &'static str {
    match mark {
        Mark::Calm => "calm",
        Mark::Good => "good",
        Mark::Soon => "soon",
        Mark::Loud => "loud",
    }
}

fn seals(game: &Game, words: Words) -> Vec<SealState> {
    let setup = game.setup();
    let seal = |team| match Seal::of(game, team) {
        Seal::Sealed => "sealed",
        Seal::Awaited => "awaited",
        Seal::Aside => "aside",
        Seal::Disqualified => "out",
    };
    setup.team_ids().map(|team| SealState { name: words.team(setup, team), seal: seal(team) }).collect()
}

fn question(painter: &Painter<'_>, state: &State, dialog: &Dialog) -> DialogState {
    let words = state.words;
    let (mut text, mut choices) = (Vec::new(), Vec::new());
    match dialog {
        Dialog::Seal { doubts } => text.extend(doubts.iter().map(|doubt| painter.doubt(doubt))),
        Dialog::Games { games, .. } => {
            choices.extend(games.iter().map(|choice| painter.choice_title(choice)));
        }
        _ => text.extend(painter.replaced(dialog)),
    }
    let kind = match dialog {
        Dialog::Help { .. } => "help",
        Dialog::Games { .. } => "choose",
        _ => "ask",
    };
    let keys = if kind == "help" { keys(state) } else { Vec::new() };
    DialogState { kind, title: words.label(painter.question(dialog)), text, choices, keys }
}

/// The keys that the page has: those of the whole screen that do not walk about in it, and those of the wall.
fn keys(state: &State) -> Vec<KeysState> {
    let of = |context: Context, heading: &str| {
        let is_here = |intent: Intent| {
            let walks = intent.step().is_some()
                || matches!(
                    intent,
                    Intent::Search
                        | Intent::Add
                        | Intent::NextPanel
                        | Intent::PreviousPanel
                        | Intent::Repaint
                );
            context == Context::Wall || !walks
        };
        let bindings = context.bindings().filter(|binding| is_here(binding.intent));
        let keys = bindings.map(|binding| {
            let keys: Vec<String> = binding.keys.iter().map(ToString::to_string).collect();
            (keys.join(" "), offer::meaning(state, binding))
        });
        KeysState { heading: state.words.label(heading), keys: keys.collect() }
    };
    vec![of(Context::Main, "team-context-main"), of(Context::Wall, "team-panel-wall")]
}

/// The panel that is only to be read, if one is shown.
fn panel(painter: &Painter<'_>, state: &State, game: &Game) -> Option<PanelState> {
    let title = || state.words.label(state.panel.title());
    Some(match state.panel {
        Panel::Lots | Panel::Sheet | Panel::Wall => return None,
        Panel::Results => PanelState { title: title(), parts: panels::results(painter, state, game) },
        Panel::Rivals => PanelState { title: title(), parts: panels::rivals(state, game) },
        Panel::Standings => {
            PanelState { title: painter.standings_title(), parts: panels::standings(state, game) }
        }
        Panel::Advice => PanelState { title: painter.advice_title(), parts: panels::advice(state, game) },
        Panel::Log => PanelState { title: title(), parts: panels::log(state, game) },
    })
}
