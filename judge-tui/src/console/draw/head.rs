//! Head of the screen: game, phase, submissions, next step. Foot: keys.

use ishigaki_client::judging::NextStep;
use ishigaki_client::listing::TokenRole;
use ishigaki_client::{FeedError, NextPart, TimeLeft};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::watch::ScheduleEntry;
use ishigaki_rules::{Game, Millis, RoundRecord, RoundState, TeamId};
use ishigaki_screen::{
    Countdown, GameMark, Hint, Need, Seal, SealLights, TitleRow, foot, hints, paused_mark, practice_mark,
};
use ishigaki_words::columns::{truncate, width};
use ishigaki_words::{ShortNames, countdown, elapsed};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Painter;
use crate::console::keymap::{ActKind, Binding, Intent};
use crate::console::update::{offer, view};
use ishigaki_screen::Contact;

const SEAL_LINES: u16 = 2;
const CLOCK_COLUMNS: usize = 10;

impl Painter<'_> {
    pub(super) fn head_height(&self, columns: u16) -> u16 {
        let bar = u16::try_from(self.alone_bar(self.state.is_alone(), columns).len()).unwrap_or(0);
        let seals = self.state.game().map_or(1, |game| self.seals(game).height(columns, SEAL_LINES));
        3 + bar + seals
    }

    pub(super) fn head(&self, area: Rect, buffer: &mut Buffer) {
        let mut rows = area.rows();
        if let Some(row) = rows.next() {
            self.title(row, buffer);
        }
        for (line, row) in self.alone_bar(self.state.is_alone(), area.width).into_iter().zip(&mut rows) {
            line.render(row, buffer);
        }
        if let Some(row) = rows.next() {
            self.phase(row, buffer);
        }
        if let Some(row) = rows.next() {
            self.next_step(row, buffer);
        }
        if let Some(game) = self.state.game() {
            let used = area.height.saturating_sub(u16::try_from(rows.count()).unwrap_or(0));
            let rest = Rect { y: area.y + used, height: area.height - used, ..area };
            (&self.seals(game)).render(rest, buffer);
        }
    }

    pub(super) fn title(&self, row: Rect, buffer: &mut Buffer) {
        let title = self
            .state
            .game()
            .map_or_else(|| self.words.label("console-title"), |game| self.words.title(game.setup()));
        let mut lead = Vec::new();
        if self.state.programme_entry.is_practice() {
            lead.extend([practice_mark(self.words, self.palette), Span::raw(" ")]);
        }
        lead.extend(self.which_game());
        // The key is also in the help, so here it is shown only with enough space.
        let trailer = self.fingerprint().map(|key| Span::styled(key, self.palette.faint()));
        // The role is next to the connection.
        let right = self.role().into_iter().chain([self.contact()]).collect();
        TitleRow { lead, title: &title, trailer, right, is_bar: false }.render(row, buffer);
    }

    pub(super) fn which_game(&self) -> Vec<Span<'static>> {
        GameMark::named(self.state.game_id(), self.palette)
    }

    fn role(&self) -> Option<Span<'static>> {
        let role = self.state.role?;
        let name = self.words.label(match role {
            TokenRole::Judge => "name-judge",
            TokenRole::Organiser => "name-organiser",
        });
        Some(Span::styled(format!("{name}  "), self.palette.faint()))
    }

    pub(super) fn fingerprint(&self) -> Option<String> {
        let fingerprint = self.state.watched.mirror().fingerprint()?.to_string();
        Some(self.words.say("board-fingerprint", &[("fingerprint", fingerprint.into())]))
    }

    pub(super) fn contact(&self) -> Span<'static> {
        self.state.watched.contact().span(self.state.surface.now(), self.words, self.palette)
    }

    /// Returns the next part of the day with the time until its start, after a break that goes on.
    fn next_part_text(&self, next: &NextPart<'_>) -> String {
        let title = |entry: &ScheduleEntry| self.words.title_of(&entry.title, &entry.title_ja);
        let start = next.entry.start;
        let gaps = [
            ("title", title(next.entry).into()),
            ("clock", format!("{}:{:02}", start / 60, start % 60).into()),
            ("left", countdown(Millis(next.left_s * 1_000)).into()),
        ];
        let text = self.words.say("console-next-part", &gaps);
        let Some(pause) = next.pause else { return text };
        self.words.say("console-next-part-after", &[("pause", title(pause).into()), ("next", text.into())])
    }

    fn phase(&self, row: Rect, buffer: &mut Buffer) {
        let Some(game) = self.state.game() else {
            return;
        };
        let mut spans = Vec::new();
        if game.paused_since().is_some() {
            spans.extend(paused_mark("shared-paused", self.words, self.palette));
        }
        let mut text = self.words.phase(game.phase());
        if let Some(record) = game.current_round() {
            text = self.about(self.round_of(game, record), text);
        }
        spans.push(Span::styled(text, self.palette.heading()));
        spans.push(Span::raw("  "));
        spans.extend(self.held_mark());
        let used: usize = spans.iter().map(Span::width).sum();
        spans.extend(self.questions_mark(usize::from(row.width).saturating_sub(used + CLOCK_COLUMNS)));
        let line = Line::from(spans);
        let used = u16::try_from(line.width()).unwrap_or(u16::MAX).min(row.width);
        line.render(row, buffer);
        if let Some(TimeLeft { left, is_guess }) = self.state.time_left() {
            let (of, paused) = (self.state.watched.window(), game.paused_since().is_some());
            let countdown = Countdown { left, of, paused, is_guess, palette: self.palette };
            let room = row.width - used;
            countdown.render(Rect { x: row.x + used, width: room.min(50), ..row }, buffer);
        } else if let Some(next) = self.state.next_part() {
            let text = truncate(&self.next_part_text(&next), usize::from(row.width - used)).into_owned();
            Line::styled(text, self.palette.faint())
                .render(Rect { x: row.x + used, width: row.width - used, ..row }, buffer);
        }
    }

    fn held_mark(&self) -> Option<Span<'static>> {
        let hall = &self.state.hall;
        let sentence = match hall.progress().filter(|_| hall.is_held()) {
            Some((steps, of)) => {
                self.words.say("console-mark-held", &[("steps", steps.into()), ("of", of.into())])
            }
            None if hall.holds_next() && view::awaits_opening(self.state) => {
                self.words.label("console-mark-holds-next")
            }
            None => return None,
        };
        let key = Intent::Uncover.binding()?.keys.first()?;
        Some(Span::styled(format!("{sentence} [{key}]  "), self.palette.warning()))
    }

    fn questions_mark(&self, columns: usize) -> Option<Span<'static>> {
        let (here, elsewhere) = (self.state.waiting_questions(), self.state.questions_elsewhere);
        let longest = self.state.longest_wait().unwrap_or_default();
        let waited = elapsed(longest);
        let gaps = [("count", here.into()), ("waited", waited.into()), ("elsewhere", elsewhere.into())];
        let (key, short) = match (here, elsewhere) {
            (0, 0) => return None,
            (0, _) => ("console-mark-questions-elsewhere", "console-mark-questions-elsewhere"),
            (_, 0) => ("console-mark-questions", "console-mark-questions-short"),
            _ => ("console-mark-questions-everywhere", "console-mark-questions-everywhere-short"),
        };
        let opens = Intent::Questions.binding()?.keys.first()?;
        let mark = |sentence: String| format!("{sentence} [{opens}]  ");
        let long = mark(self.words.say(key, &gaps));
        let sentence = if width(&long) <= columns { long } else { mark(self.words.say(short, &gaps)) };
        Some(Span::styled(sentence, self.palette.warning()))
    }

    fn round_of(&self, game: &Game, record: &RoundRecord) -> String {
        let rounds = game.setup().rounds.len();
        let gaps =
            [("round", record.round.into()), ("rounds", rounds.into()), ("attempt", record.attempt.into())];
        self.words.say("console-round-of", &gaps)
    }

    pub(super) fn round_title(&self, record: &RoundRecord) -> String {
        let gaps = [("round", record.round.into()), ("attempt", record.attempt.into())];
        match record.state {
            RoundState::Open => self.words.say("console-round-open", &gaps),
            RoundState::Final => self.words.say("console-round-final", &gaps),
            RoundState::Void { .. } => self.words.say("console-round-void", &gaps),
        }
    }

    fn next_step(&self, row: Rect, buffer: &mut Buffer) {
        let step = self.state.next_step();
        let is_offline = !self.state.is_online();
        let is_stuck = step == NextStep::AwaitFeed
            && matches!(
                self.state.watched.contact(),
                Contact::Closed(_) | Contact::Lost { .. } | Contact::Stopped { .. }
            );
        let style = if is_stuck {
            self.palette.alarm().add_modifier(Modifier::REVERSED)
        } else if (ActKind::of(&step).is_some() || step == NextStep::Reveal) && !is_offline {
            self.palette.warning().add_modifier(Modifier::REVERSED)
        } else {
            Style::new()
        };
        // After a game there are others.
        let elsewhere = || match step {
            NextStep::Over => Intent::Games.binding(),
            NextStep::Reveal => Intent::Reveal.binding(),
            _ => None,
        };
        let binding = ActKind::of(&step).and_then(ActKind::binding).or_else(elsewhere);
        let key = binding.filter(|_| !is_offline).and_then(|binding| binding.keys.first());
        let key = key.map(|key| format!("[{key}] ")).unwrap_or_default();
        // Names are truncated before the key. For a finished game the key is in the foot, and the record's
        // last head only here.
        let key_columns = if step == NextStep::Over { 3 } else { width(&key) + 4 };
        let room = usize::from(row.width).saturating_sub(key_columns);
        // Without a connection nothing can be done, so nothing is suggested.
        let sentence = match (self.state.watched.contact(), self.state.game()) {
            (Contact::Lost { .. }, _) if step != NextStep::AwaitFeed => {
                self.words.label("console-next-offline")
            }
            (&Contact::Stopped { reason }, _) => self.words.label(next_of_standstill(reason)),
            (_, Some(game)) => {
                self.words.fitted(game.setup(), room, |names| self.next_sentence(&step, Some(names)))
            }
            (_, None) => self.next_sentence(&step, None),
        };
        let text = match step {
            NextStep::Over if width(&sentence) + width(&key) >= room => format!(" ▶ {sentence}"),
            _ => format!(" ▶ {} {key}", truncate(&sentence, room)),
        };
        let text = truncate(&text, usize::from(row.width)).into_owned();
        let mut room = usize::from(row.width).saturating_sub(width(&text));
        let mut spans = vec![Span::styled(text, style)];
        for hint in [self.elsewhere_hint(), self.practice_hint(&step), self.hand_out_hint(&step)]
            .into_iter()
            .flatten()
        {
            let hint = format!("  {hint}");
            // The next step is never truncated for it.
            if width(&hint) <= room {
                room -= width(&hint);
                spans.push(Span::raw(hint));
            }
        }
        Line::from(spans).render(row, buffer);
    }

    fn elsewhere_hint(&self) -> Option<String> {
        let key = Intent::NextGame.binding()?.keys.first()?;
        let gaps = [("count", self.state.elsewhere.into()), ("key", key.to_string().into())];
        (self.state.elsewhere > 0).then(|| self.words.say("console-elsewhere", &gaps))
    }

    fn practice_hint(&self, step: &NextStep) -> Option<String> {
        if *step == NextStep::Over
            || !self.state.is_online()
            || !self.state.programme_entry.can_leave_practice()
        {
            return None;
        }
        let key = |binding: Option<&Binding>| binding?.keys.first().map(ToString::to_string);
        let gaps = [
            ("abandon", key(ActKind::Abandon.binding())?.into()),
            ("games", key(Intent::Games.binding())?.into()),
        ];
        Some(self.words.say("console-practice-leave", &gaps))
    }

    fn next_sentence(&self, step: &NextStep, names: Option<&ShortNames>) -> String {
        let words = self.words;
        let names = |teams: &[TeamId]| {
            names.map(|names| names.all(&words, teams.iter().copied())).unwrap_or_default()
        };
        match step {
            NextStep::AwaitFeed => self.await_server(),
            NextStep::Resume => words.label("console-next-resume"),
            NextStep::OpenRound { round } => {
                words.say("console-next-open-round", &[("round", (*round).into())])
            }
            NextStep::AwaitLists { sealed, of } if sealed >= of => {
                let left = self.state.time_left().map(|left| countdown(left.left)).unwrap_or_default();
                words.say("console-next-all-sealed", &[("left", left.into())])
            }
            NextStep::AwaitLists { sealed, of } => {
                words.say("console-next-await-lists", &[("sealed", (*sealed).into()), ("of", (*of).into())])
            }
            NextStep::AwaitRebids { teams } => {
                words.say("console-next-await-rebids", &[("teams", names(teams).into())])
            }
            NextStep::Confirm { open, of } => {
                words.say("console-next-confirm", &[("open", (*open).into()), ("of", (*of).into())])
            }
            NextStep::SignalEnd => {
                let time = self.state.time_since_final();
                words.say("console-next-signal-end", &[("time", time.into())])
            }
            NextStep::AwaitEnd => words.label("console-next-await-end"),
            NextStep::EnterJanken { teams } => {
                words.say("console-next-enter-janken", &[("teams", names(teams).into())])
            }
            NextStep::Declare => words.label("console-next-declare"),
            NextStep::Reveal => words.label("console-next-reveal"),
            NextStep::Replace { spare, started } => {
                let key = if *started { "console-next-spare-started" } else { "console-next-spare" };
                words.say(key, &[("spare", spare.as_str().into())])
            }
            // A noted last head later proves that a record belongs to this game.
            NextStep::Over => match self.state.watched.mirror().heads().last() {
                Some(last) => words.say("console-next-over-head", &[("head", last.head.short().into())]),
                None => words.label("console-next-over"),
            },
        }
    }

    pub(super) fn await_server(&self) -> String {
        let words = self.words;
        let server = || [("server", self.state.server.as_str().into())];
        match self.state.watched.contact() {
            Contact::Connecting => words.say("console-next-await-server", &server()),
            Contact::Lost { .. } => words.say("console-next-no-server", &server()),
            &Contact::Stopped { reason } => words.label(next_of_standstill(reason)),
            Contact::Closed(FeedError::Refused(fault)) => match fault.metadata.get("game") {
                Some(game) if fault.reason == ErrorReason::UnknownGame && !game.is_empty() => {
                    words.say("console-next-no-game", &[("game", game.as_str().into())])
                }
                _ => words.say("console-next-refused", &[("why", words.fault(fault).into())]),
            },
            Contact::Closed(FeedError::Unknown { code }) => {
                words.say("console-next-refused", &[("why", format!("{code:?}").into())])
            }
            Contact::CatchingUp | Contact::Live | Contact::Inconsistent(_) => {
                words.label("console-next-await-feed")
            }
        }
    }

    /// Only whether a team has submitted, never what (`A4`).
    fn seals(&self, game: &Game) -> SealLights {
        let setup = game.setup();
        let names = setup.team_ids().map(|team| (self.words.team(setup, team), Seal::of(game, team)));
        SealLights::new(names, self.palette)
    }

    pub(super) fn foot(&self, area: Rect, buffer: &mut Buffer) {
        let need = |intent: Intent| match intent {
            Intent::Help => Need::Vital,
            _ if offer::is_next(self.state, intent) => Need::Vital,
            Intent::Quit => Need::Firm,
            Intent::Begin(_) => Need::Spare,
            _ => Need::Usual,
        };
        let keys = self.keys(offer::on_screen(self.state), need);
        let lines = foot(keys, usize::from(area.width), usize::from(area.height), self.palette);
        ishigaki_screen::lines(lines, area, buffer);
    }

    pub(super) fn keys(
        &self,
        bindings: impl Iterator<Item = &'static Binding>,
        need: impl Fn(Intent) -> Need,
    ) -> Vec<Hint> {
        let keys = bindings.filter_map(|binding| {
            let (key, meaning) = (binding.keys.first()?.to_string(), offer::meaning(self.state, binding));
            Some(Hint { key, meaning, need: need(binding.intent) })
        });
        keys.collect()
    }

    pub(super) fn hints<'a>(
        &self,
        bindings: impl Iterator<Item = &'a Binding>,
        columns: usize,
    ) -> Vec<Line<'static>> {
        let keys = bindings.filter_map(|binding| {
            Some((binding.keys.first()?.to_string(), offer::meaning(self.state, binding)))
        });
        hints(keys, columns, self.palette)
    }
}

fn next_of_standstill(reason: ErrorReason) -> &'static str {
    if reason == ErrorReason::GameElsewhere { "console-next-unserved" } else { "console-next-stopped" }
}
