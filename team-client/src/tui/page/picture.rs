//! The screen's state turned into what its page gets: the second painter of the model that the terminal shows, with the
//! terminal's sentences.

mod beginning;
mod bids;
mod panels;
mod wall;

use std::time::Instant;

use ishigaki_rules::{Game, Question};
use ishigaki_screen::{ClosingMoment, Contact, PagePainter, Seal, Uptime};
use ishigaki_words::Words;

use super::model::{
    AskState, ContactState, DeskState, DialogState, KeysState, PanelState, SealState, ShortcutsState,
    TonedState,
};
use crate::tui::act::Button;
use crate::tui::dialog::Dialog;
use crate::tui::draw::Painter;
use crate::tui::draw::head::Urgency;
use crate::tui::keymap::{Binding, Context, Intent, KEYMAP};
use crate::tui::panel::Panel;
use crate::tui::state::State;
use crate::tui::update::offer;
use beginning::BeginningMoment;

/// Makes the state of the page, and remembers when its window was said to close.
#[derive(Debug, Default)]
pub(super) struct Picture {
    closing: ClosingMoment,
    beginning: BeginningMoment,
}

impl PagePainter<State> for Picture {
    type Picture = DeskState;

    /// The whole screen at a moment.
    fn paint(&mut self, state: &State, uptime: Uptime, now: Instant) -> DeskState {
        let (painter, words, game) = (Painter::of_page(state), state.words, state.game());
        let team =
            state.view().map_or_else(|| state.team.clone(), |view| words.team(view.game.setup(), view.me));
        let (text, notice_mark) = painter.last_notice();
        let tone = tone_of(&notice_mark);
        let (standing, mark) = painter.standing();
        let bulletins = state.bulletins();
        let paused = game.is_some_and(|game| game.paused_since().is_some());
        let stands = paused || matches!(state.watched.contact(), Contact::Stopped { .. });
        DeskState {
            build: env!("CARGO_PKG_VERSION"),
            lang: state.lang().code(),
            team,
            title: game.map(|game| words.title(game.setup())).unwrap_or_default(),
            // A practice of one's own has no other game beside it.
            game: state.watched.session.mirror().id().filter(|_| !state.ends_game).map(str::to_owned),
            practice: state.is_for_practice(),
            contact: contact_state(state, uptime, now),
            clock: self.closing.clock(state.watched.time_left(Some(now)), stands, uptime, now),
            waiting: self.beginning.waiting(state, uptime, now),
            paused,
            phase: game.map(|game| painter.round_and_phase(game)),
            held: state.view().map(|view| painter.purse(view.held())),
            standing: TonedState { text: standing, tone: tone_of(&mark) },
            unread: painter.unread_badge(),
            seals: game.map(|game| seals(game, words)).unwrap_or_default(),
            news: bulletins.iter().map(|bulletin| painter.bulletin(bulletin)).collect(),
            notice: (!text.is_empty()).then_some(TonedState { text, tone }),
            dialog: state.dialog.as_ref().map(|dialog| question(&painter, state, dialog)),
            shortcuts: shortcuts(),
            panel: state.panel,
            bids: state.view().map(|view| bids::of(&painter, state, view.game)),
            wall: game
                .zip(state.workshop.as_ref())
                .map(|(game, workshop)| wall::of(&painter, state, game, workshop)),
            ask: game.filter(|_| state.panel == Panel::Messages).map(|_| AskState {
                text: state.writing.field.text(),
                asked: state.writing.asked,
                most: Question::LONGEST,
                is_off: state.is_over()
                    || state.is_revoked()
                    || !state.is_online()
                    || state.writing.sent.is_some(),
            }),
            sheet: game.and_then(|game| panel(&painter, state, game)),
            fingerprint: state.watched.session.mirror().fingerprint().map(|key| key.to_string()),
        }
    }
}

fn contact_state(state: &State, uptime: Uptime, now: Instant) -> ContactState {
    let contact = state.watched.contact();
    let lost_since = match contact {
        Contact::Lost { since } => Some(uptime.millis(*since)),
        _ => None,
    };
    let text = match contact {
        _ if state.alarm.is_some() => Some(state.words.label("team-contact-receipt")),
        Contact::Live | Contact::Lost { .. } => None,
        contact => Some(contact.text(Some(now), state.words)),
    };
    ContactState { live: matches!(contact, Contact::Live), lost_since, text }
}

const fn tone_of(mark: &Urgency) -> &'static str {
    match mark {
        Urgency::Calm => "calm",
        Urgency::Good => "good",
        Urgency::Soon => "soon",
        Urgency::Loud => "loud",
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
    let (mut text, mut choices) = (Vec::new(), Vec::new());
    match dialog {
        Dialog::Seal { doubts } => text.extend(doubts.iter().map(|doubt| painter.doubt(doubt))),
        Dialog::Games { games, .. } => {
            choices.extend(painter.choice_labels(games));
        }
        _ => text.extend(painter.besides(dialog)),
    }
    let kind = match dialog {
        Dialog::Help { .. } => "help",
        Dialog::Games { .. } => "choose",
        _ => "ask",
    };
    let keys = if kind == "help" { keys(state) } else { Vec::new() };
    DialogState { kind, title: painter.question(dialog), text, choices, keys }
}

/// The keys of all that has a button.
fn shortcuts() -> ShortcutsState {
    let key = |intent: Intent| {
        KEYMAP.iter().find(|binding| binding.intent == intent).map(Binding::key).unwrap_or_default()
    };
    let works = Context::Wall.bindings().filter_map(|binding| match binding.intent {
        Intent::Work(work) => Some((work, binding.key())),
        _ => None,
    });
    ShortcutsState {
        buttons: Button::WITH_KEY.into_iter().map(|button| (button, key(button.intent()))).collect(),
        views: Panel::ALL.into_iter().map(|panel| (panel, Context::key_of(panel))).collect(),
        works: works.collect(),
    }
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
        Panel::Advice => {
            PanelState { title: painter.advice_title(), parts: panels::advice(painter, state, game) }
        }
        Panel::Messages => PanelState { title: title(), parts: panels::messages(painter, state, game) },
        Panel::Log => PanelState { title: title(), parts: panels::log(state, game) },
    })
}
