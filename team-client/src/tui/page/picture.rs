//! The screen's state for its page, with the terminal's sentences.

mod beginning;
mod bids;
mod panels;
mod rounds;
mod stage;
mod wall;
mod walls;

use std::time::Instant;

use ishigaki_rules::{Game, Question, TeamId};
use ishigaki_screen::{ClosingMoment, Contact, PagePainter, Seal, Uptime};
use ishigaki_words::{Lang, Words};

use super::model::{
    AskState, ContactState, DeskState, DialogState, KeysState, PanelState, PanelsState, SealState,
    ShortcutsState, TonedState,
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
use stage::SubmissionMoment;

#[derive(Debug, Default)]
pub(super) struct Picture {
    closing: ClosingMoment,
    beginning: BeginningMoment,
    submission: SubmissionMoment,
}

impl PagePainter<State> for Picture {
    type Picture = DeskState;

    const IS_PER_LANGUAGE: bool = true;

    fn paint(&mut self, state: &State, lang: Lang, uptime: Uptime, now: Instant) -> DeskState {
        let (words, game) = (Words::new(lang), state.game());
        let painter = Painter::of_page(state, words);
        let team =
            state.view().map_or_else(|| state.team.clone(), |view| words.team(view.game.setup(), view.me));
        let (text, notice_mark) = painter.last_notice();
        let tone = tone_of(&notice_mark);
        let submitted = self.submission.follow(state, uptime, now);
        let bulletins = state.bulletins();
        let paused = game.is_some_and(|game| game.paused_since().is_some());
        let stands = paused || matches!(state.watched.contact(), Contact::Stopped { .. });
        DeskState {
            build: env!("CARGO_PKG_VERSION"),
            lang: lang.code(),
            team,
            title: game.map(|game| words.title(game.setup())).unwrap_or_default(),
            // A private practice has no other game.
            game: state
                .watched
                .session
                .mirror()
                .id()
                .filter(|_| !state.is_private_practice)
                .map(str::to_owned),
            practice: state.is_for_practice(),
            again: state.can_play_again(),
            contact: contact_state(state, words, uptime, now),
            clock: self.closing.clock(state.watched.time_left(Some(now)), stands, uptime, now),
            waiting: self.beginning.waiting(state, uptime, now),
            paused,
            stage: stage::stage(state),
            phase: game.map(|game| painter.round_and_phase(game)),
            todo: stage::todo(&painter, state),
            money: stage::money(state),
            held: state.view().map(|view| painter.purse(view.held())),
            mark: stage::mark(&painter, state, submitted),
            unread: painter.unread_badge(),
            seals: game.map(|game| seals(game, words)).unwrap_or_default(),
            news: bulletins.iter().map(|bulletin| painter.bulletin(bulletin)).collect(),
            notice: (!text.is_empty()).then_some(TonedState { text, tone }),
            dialog: state.dialog.as_ref().and_then(|dialog| question(&painter, state, dialog)),
            shortcuts: shortcuts(state),
            keys: keys(words, state),
            kinds: game.map(|game| walls::shapes(words, game)).unwrap_or_default(),
            bids: state.view().map(|view| bids::of(&painter, state, view.game)),
            wall: game
                .zip(state.workshop.as_ref())
                .map(|(game, workshop)| wall::of(&painter, state, game, workshop)),
            rounds: game.map(|game| rounds::of(words, state, game)).unwrap_or_default(),
            walls: game.map(|game| walls::of(words, state, game)).unwrap_or_default(),
            result: game.and_then(|game| walls::result(words, state, game)),
            ask: game.map(|_| ask_state(state)),
            panels: game.map(|game| panels(&painter, state, game)),
            fingerprint: state.watched.session.mirror().fingerprint().map(|key| key.to_string()),
        }
    }
}

fn ask_state(state: &State) -> AskState {
    AskState {
        text: state.writing.field.text(),
        asked: state.writing.asked,
        most: Question::LONGEST,
        is_off: state.is_over() || state.is_revoked() || !state.is_online() || state.writing.sent.is_some(),
    }
}

fn contact_state(state: &State, words: Words, uptime: Uptime, now: Instant) -> ContactState {
    let contact = state.watched.contact();
    let lost_since = match contact {
        Contact::Lost { since } => Some(uptime.millis(*since)),
        _ => None,
    };
    let text = match contact {
        _ if state.alarm.is_some() => Some(words.label("team-contact-receipt")),
        Contact::Live | Contact::Lost { .. } => None,
        contact => Some(contact.text(Some(now), words)),
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
    setup.team_ids().map(|team| SealState { name: words.team(setup, team), seal: seal(game, team) }).collect()
}

fn seal(game: &Game, team: TeamId) -> &'static str {
    match Seal::of(game, team) {
        Seal::Sealed => "sealed",
        Seal::Awaited => "awaited",
        Seal::Aside => "aside",
        Seal::Disqualified => "out",
    }
}

/// The page has its own help.
fn question(painter: &Painter<'_>, state: &State, dialog: &Dialog) -> Option<DialogState> {
    let (mut text, mut choices) = (Vec::new(), Vec::new());
    let kind = match dialog {
        Dialog::Help { .. } => return None,
        Dialog::Games { games, .. } => {
            choices.extend(painter.choice_labels(games));
            "choose"
        }
        Dialog::Seal { doubts } => {
            text.extend(doubts.iter().map(|doubt| painter.doubt(doubt)));
            "ask"
        }
        _ => {
            text.extend(painter.consequence(dialog));
            "ask"
        }
    };
    let accept = painter.words().label(offer::act_label(state, dialog));
    Some(DialogState { kind, title: painter.question(dialog), text, choices, accept })
}

fn shortcuts(state: &State) -> ShortcutsState {
    let key = |intent: Intent| {
        KEYMAP.iter().find(|binding| binding.intent == intent).map(Binding::key).unwrap_or_default()
    };
    let works = Context::Wall.bindings().filter_map(|binding| match binding.intent {
        Intent::Work(work) if !offer::is_switched_off(state, binding.intent) => Some((work, binding.key())),
        _ => None,
    });
    let is_on = |panel: &Panel| !offer::is_switched_off(state, Intent::Show(*panel));
    let views = Panel::ALL.into_iter().filter(is_on);
    ShortcutsState {
        buttons: Button::WITH_KEY.into_iter().map(|button| (button, key(button.intent()))).collect(),
        views: views.map(|panel| (panel, Context::key_of(panel))).collect(),
        works: works.collect(),
        window: vec![("help", key(Intent::Help)), ("language", key(Intent::OtherLanguage))],
    }
}

fn keys(words: Words, state: &State) -> Vec<KeysState> {
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
                        | Intent::QuitNow
                );
            context == Context::Wall || !walks
        };
        let is_on = |intent| is_here(intent) && !offer::is_switched_off(state, intent);
        let bindings = context.bindings().filter(|binding| is_on(binding.intent));
        let keys = bindings.map(|binding| {
            let keys: Vec<String> = binding.keys.iter().map(ToString::to_string).collect();
            let is_pass = binding.intent == Intent::Decline && state.is_rebidding();
            (keys.join(" "), words.label(if is_pass { "team-key-pass" } else { binding.label }))
        });
        KeysState { heading: words.label(heading), keys: keys.collect() }
    };
    vec![of(Context::Main, "team-context-main"), of(Context::Wall, "team-panel-wall")]
}

fn panels(painter: &Painter<'_>, state: &State, game: &Game) -> PanelsState {
    let words = painter.words();
    let titled = |panel: Panel, parts| PanelState { title: words.label(panel.title()), parts };
    PanelsState {
        results: titled(Panel::Results, panels::results(painter, state, game)),
        rivals: titled(Panel::Rivals, panels::rivals(words, state, game)),
        standings: PanelState {
            title: painter.standings_title(),
            parts: panels::standings(words, state, game),
        },
        advice: PanelState { title: painter.advice_title(), parts: panels::advice(painter, state, game) },
        messages: titled(Panel::Messages, panels::messages(painter, state, game)),
        log: titled(Panel::Log, panels::log(words, state, game)),
    }
}
