//! Head of the screen: game, phase, submissions, and the state of the team's own list. Foot: keys.

use ishigaki_client::TimeLeft;
use ishigaki_rules::{Game, Phase, Tsuyama};
use ishigaki_screen::{
    Countdown, GameMark, Hint, Need, Seal, SealLights, TitleRow, foot, hints, loud, paused_mark,
    practice_mark,
};
use ishigaki_words::columns::{truncate, width};
use ishigaki_words::{elapsed, game_clock};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::Painter;
use super::hint::Hints;
use crate::path::say_path;
use crate::tui::clock_text::ClockText;
use crate::tui::keymap::{Binding, Context, Intent};
use crate::tui::panel::Panel;
use crate::tui::seal_time::SealTime;
use crate::tui::state::Wait;
use crate::tui::update::{self, offer};

const SEAL_LINES: u16 = 2;

pub(crate) enum Urgency {
    Calm,
    Good,
    Soon,
    Loud,
}

impl Painter<'_> {
    pub(super) fn head_height(&self, columns: u16) -> u16 {
        3 + self.state.game().map_or(1, |game| self.seals(game).height(columns, SEAL_LINES))
    }

    pub(super) fn head(&self, area: Rect, buffer: &mut Buffer) {
        let mut rows = area.rows();
        if let Some(row) = rows.next() {
            self.title(row, buffer);
        }
        if let Some(row) = rows.next() {
            self.phase(row, buffer);
        }
        if let Some(row) = rows.next() {
            self.mark(row, buffer);
        }
        if let Some(game) = self.state.game() {
            let rest = Rect { y: area.y + 3, height: area.height.saturating_sub(3), ..area };
            (&self.seals(game)).render(rest, buffer);
        }
    }

    fn title(&self, row: Rect, buffer: &mut Buffer) {
        let title = match self.state.view() {
            Some(view) => {
                let gaps = [
                    ("team", self.words.team(view.game.setup(), view.me).into()),
                    ("game", self.words.title(view.game.setup()).into()),
                ];
                self.words.say("team-title", &gaps)
            }
            None => self.words.say("team-title-alone", &[("team", self.state.team.as_str().into())]),
        };
        let mut lead = Vec::new();
        if self.state.is_for_practice() {
            lead.extend([practice_mark(self.words, self.palette), Span::raw(" ")]);
        }
        if let Some(badge) = self.unread_badge() {
            let style = self.palette.warning().add_modifier(Modifier::REVERSED);
            lead.extend([Span::styled(format!(" {badge} "), style), Span::raw(" ")]);
        }
        lead.extend(self.which_game());
        let right = Line::from(self.contact());
        TitleRow { lead, title: &title, trailer: None, right, is_bar: false }.render(row, buffer);
    }

    pub(super) fn which_game(&self) -> Vec<Span<'static>> {
        // A private practice has no other game.
        if self.state.is_private_practice {
            return Vec::new();
        }
        GameMark::named(self.state.watched.session.mirror().id().unwrap_or_default(), self.palette)
    }

    fn contact(&self) -> Span<'static> {
        if self.state.alarm.is_some() {
            return loud(&self.words.label("team-contact-receipt"), self.palette);
        }
        self.state.watched.contact().span(self.state.surface.now(), self.words, self.palette)
    }

    fn phase(&self, row: Rect, buffer: &mut Buffer) {
        let Some(game) = self.state.game() else {
            return;
        };
        let mut spans = Vec::new();
        if game.paused_since().is_some() {
            spans.extend(paused_mark("shared-paused", self.words, self.palette));
        }
        let text = self.round_and_phase(game);
        let held = self.state.view().map_or(Tsuyama::ZERO, |view| view.held());
        let time = self.state.time_left().map(|TimeLeft { left, is_guess }| {
            let (of, paused) = (self.state.watched.window(), game.paused_since().is_some());
            Countdown { left, of, paused, is_guess, palette: self.palette }
        });
        let held = format!("  {}  ", self.purse(held));
        let waiting = self.state.waiting().map(|waiting| self.waiting(waiting)).unwrap_or_default();
        // Everything else is truncated before the time.
        let kept = time.as_ref().map_or(width(&waiting), |time| time.figures().width()) + width(&held);
        let before: usize = spans.iter().map(Span::width).sum();
        let room = usize::from(row.width).saturating_sub(before + kept);
        spans.push(Span::styled(truncate(&text, room).into_owned(), self.palette.heading()));
        spans.push(Span::raw(held));
        spans.push(Span::raw(waiting));
        let line = Line::from(spans);
        let used = u16::try_from(line.width()).unwrap_or(u16::MAX).min(row.width);
        line.render(row, buffer);
        if let Some(countdown) = time {
            let room = row.width - used;
            countdown.render(Rect { x: row.x + used, width: room.min(40), ..row }, buffer);
        }
    }

    pub(crate) fn round_and_phase(&self, game: &Game) -> String {
        let text = self.words.phase(game.phase());
        let Some(record) = game.current_round() else { return text };
        let gaps = [
            ("round", record.round.into()),
            ("rounds", game.setup().rounds.len().into()),
            ("attempt", record.attempt.into()),
            ("phase", text.into()),
        ];
        self.words.say("team-round-of", &gaps)
    }

    fn waiting(&self, waiting: ClockText) -> String {
        let passed = elapsed(waiting.passed());
        let passed = self.words.say("team-waiting", &[("time", passed.into())]);
        let now = self.words.say("team-game-time", &[("time", game_clock(waiting.now).into())]);
        format!("{passed}  {now}")
    }

    pub(crate) fn purse(&self, held: Tsuyama) -> String {
        match self.state.held_after_charge() {
            // Awards count as paid before the judge's confirmation (`A6`).
            Some(then) => self.words.say("team-held-then", &[("held", held.into()), ("then", then.into())]),
            None => self.words.say("team-held", &[("held", held.into())]),
        }
    }

    fn mark(&self, row: Rect, buffer: &mut Buffer) {
        let (text, mark) = self.standing();
        let reversed = Modifier::REVERSED;
        let (marker, style) = match mark {
            Urgency::Calm => ("▶", Style::new()),
            Urgency::Good => ("✓", self.palette.good()),
            Urgency::Soon => ("▶", self.palette.warning().add_modifier(reversed)),
            Urgency::Loud => ("!!", self.palette.alarm().add_modifier(reversed)),
        };
        let text = truncate(&format!(" {marker} {text} "), usize::from(row.width)).into_owned();
        Line::styled(text, style).render(row, buffer);
    }

    /// Never a success while the server lacks a submission, or a receipt doesn't match.
    pub(crate) fn standing(&self) -> (String, Urgency) {
        match self.standing_by_feed() {
            (_, Urgency::Good) if self.state.alarm.is_some() => {
                (self.words.label("team-mark-receipt"), Urgency::Loud)
            }
            (_, Urgency::Good) if self.must_submit_lost_list() => {
                (self.words.label("team-mark-lost"), Urgency::Loud)
            }
            (text, Urgency::Good) if self.state.has_lost() => (text, Urgency::Calm),
            standing => standing,
        }
    }

    fn must_submit_lost_list(&self) -> bool {
        let is_open = self.state.open_bidding().is_some() || self.state.is_rebidding();
        is_open && self.state.must_seal_again()
    }

    fn standing_by_feed(&self) -> (String, Urgency) {
        let (words, state) = (self.words, self.state);
        let label = |key: &str, mark| (words.label(key), mark);
        if state.is_revoked() {
            return (self.hinted("team-mark-revoked", "leave", Intent::Quit), Urgency::Loud);
        }
        let Some(game) = state.game() else {
            if state.is_early {
                return (self.awaited(), Urgency::Calm);
            }
            let gaps = [("server", state.server.as_str().into())];
            return (words.say("team-mark-await", &gaps), Urgency::Soon);
        };
        if state.is_not_in_game() {
            return label("team-mark-not-playing", Urgency::Loud);
        }
        if state.me().is_some_and(|me| !game.takes_part(me)) {
            let key = if state.is_out() { "team-mark-out" } else { "team-mark-barred" };
            return label(key, Urgency::Loud);
        }
        if state.is_sealing() {
            return label("team-mark-sending", Urgency::Soon);
        }
        if state.is_sealing_unknown() {
            return label("team-mark-unknown", Urgency::Loud);
        }
        if state.watched.is_stalled() && !game.phase().is_over() {
            return label("team-mark-stopped", Urgency::Soon);
        }
        if let Some(wait) = state.wait().filter(|_| state.is_rebidding() || state.open_bidding().is_some()) {
            return self.standing_of_wait(wait);
        }
        if let Some(revision) = state.revisions().0.filter(|_| state.is_overtaken()) {
            let gaps = [
                ("revision", revision.0.into()),
                self.hint_gap("take", Intent::TakeSealed),
                self.hint_gap("seal", Intent::Seal),
            ];
            return (words.say("team-mark-overtaken", &gaps), Urgency::Loud);
        }
        if state.is_rebidding() {
            return self.standing_of_rebid();
        }
        if state.open_bidding().is_some() {
            return self.standing_of_list();
        }
        self.standing_outside_bidding(game)
    }

    /// Returns what a team without a game waits for.
    pub(super) fn awaited(&self) -> String {
        let path = self.state.path.as_ref().map(|path| say_path(path, &self.words));
        path.unwrap_or_else(|| self.words.label("team-mark-early"))
    }

    fn standing_of_wait(&self, wait: Wait) -> (String, Urgency) {
        let (words, state) = (self.words, self.state);
        let wait = words.label(match wait {
            Wait::Offline => "team-wait-offline",
            Wait::Paused => "team-wait-paused",
        });
        let wait = ("wait", wait.into());
        if state.revisions().0.is_none() {
            return (words.say("team-mark-wait-none", &[wait]), Urgency::Loud);
        }
        let gaps = [("time", self.seal_time().into()), ("changes", state.changes().into()), wait];
        if state.differs() {
            return (words.say("team-mark-wait-differs", &gaps), Urgency::Loud);
        }
        (words.say("team-mark-wait-sealed", &gaps), Urgency::Good)
    }

    fn standing_outside_bidding(&self, game: &Game) -> (String, Urgency) {
        let state = self.state;
        let label = |key: &str, mark| (self.words.label(key), mark);
        let draft = state.workshop.as_ref().filter(|workshop| workshop.differs());
        if let Some(workshop) = draft.filter(|_| game.phase().is_building_time()) {
            // A note while there is time.
            let mark =
                if state.is_end_near() || workshop.is_overtaken() { Urgency::Loud } else { Urgency::Calm };
            return (self.draft_differs(workshop), mark);
        }
        match game.phase() {
            Phase::Ready { .. } => label("team-mark-ready", Urgency::Calm),
            Phase::Rebidding { .. } => label("team-mark-not-tied", Urgency::Calm),
            Phase::Confirming if state.terms().is_none() => label("team-mark-confirming-last", Urgency::Calm),
            Phase::Confirming => label("team-mark-confirming", Urgency::Calm),
            Phase::Building | Phase::Countdown { .. } if state.panel != Panel::Wall => {
                let there = self.hinted("team-mark-building-there", "key", Intent::Show(Panel::Wall));
                (there, Urgency::Calm)
            }
            Phase::Building | Phase::Countdown { .. } => label("team-mark-building", Urgency::Calm),
            Phase::Ended => label("team-mark-ended", Urgency::Calm),
            Phase::Declared if state.covered_rows() > 0 => (self.final_place(game), Urgency::Calm),
            Phase::Declared => (self.final_place(game), Urgency::Good),
            Phase::Bidding { .. } | Phase::Abandoned => label("team-mark-over", Urgency::Calm),
        }
    }

    fn final_place(&self, game: &Game) -> String {
        let rows = game.standings();
        let covered = self.state.covered_rows();
        if rows.iter().take(covered).any(|row| Some(row.team) == self.state.me()) {
            return self.words.label("ranking-covered");
        }
        let own = rows.iter().find(|row| Some(row.team) == self.state.me());
        own.map_or_else(
            || self.words.label("team-mark-over"),
            |own| {
                let gaps = [("place", self.words.place(own.place).into()), ("teams", rows.len().into())];
                self.words.say("team-mark-final", &gaps)
            },
        )
    }

    fn standing_of_list(&self) -> (String, Urgency) {
        let (words, state) = (self.words, self.state);
        let Some(sealed) = state.sealed_bids() else {
            let lines = state.sheet.lines().len();
            let key = if lines == 0 { "team-mark-no-list" } else { "team-mark-unsealed" };
            let gaps = [("lines", lines.into()), self.hint_gap("seal", Intent::Seal)];
            return (words.say(key, &gaps), Urgency::Loud);
        };
        if state.differs() {
            let key =
                if sealed.lines.is_empty() { "team-mark-declined-differs" } else { "team-mark-differs" };
            return (self.changed(key), Urgency::Soon);
        }
        // Only the list shows its prices, on other panels as well as in notices.
        let is_list_shown = state.panel.is_bidding() || self.hints == Hints::Buttons;
        let key = match (sealed.lines.is_empty(), is_list_shown) {
            (true, _) => "team-mark-declined",
            (false, true) => "team-mark-sealed",
            (false, false) => "team-mark-sealed-lines",
        };
        let total = sealed.lines.iter().map(|bid| bid.price).sum::<Tsuyama>();
        (self.submitted(key, sealed.lines.len(), total), Urgency::Good)
    }

    fn standing_of_rebid(&self) -> (String, Urgency) {
        let (words, state) = (self.words, self.state);
        let Some(sealed) = state.sealed_raises() else {
            return (words.label("team-mark-tied"), Urgency::Loud);
        };
        if state.differs() {
            return (self.changed("team-mark-rebid-differs"), Urgency::Soon);
        }
        let key = if sealed.lines.is_empty() { "team-mark-passed" } else { "team-mark-rebid-sealed" };
        let total = sealed.lines.iter().map(|raise| raise.price).sum::<Tsuyama>();
        (self.submitted(key, sealed.lines.len(), total), Urgency::Good)
    }

    fn submitted(&self, key: &str, lines: usize, total: Tsuyama) -> String {
        let gaps = [("time", self.seal_time().into()), ("lines", lines.into()), ("total", total.into())];
        self.words.say(key, &gaps)
    }

    fn changed(&self, key: &str) -> String {
        let gaps = [
            ("changes", self.state.changes().into()),
            ("time", self.seal_time().into()),
            self.hint_gap("seal", Intent::Seal),
            self.hint_gap("take", Intent::TakeSealed),
        ];
        self.words.say(key, &gaps)
    }

    fn seal_time(&self) -> String {
        self.state.seal_time.map(SealTime::text).unwrap_or_default()
    }

    /// Only whether a team has submitted, never what (`A4`).
    fn seals(&self, game: &Game) -> SealLights {
        let setup = game.setup();
        let names = setup.team_ids().map(|team| (self.words.team(setup, team), Seal::of(game, team)));
        SealLights::new(names, self.palette)
    }

    pub(super) fn foot(&self, area: Rect, buffer: &mut Buffer) {
        let lines = foot(self.hints_here(), usize::from(area.width), usize::from(area.height), self.palette);
        ishigaki_screen::lines(lines, area, buffer);
    }

    pub(super) fn hints_here(&self) -> Vec<Hint> {
        let context = update::context(self.state);
        let hints = offer::hints(self.state, context);
        let keys = hints.iter().filter_map(|binding| {
            let (key, meaning) = (binding.keys.first()?.to_string(), offer::meaning(self.state, binding));
            Some(Hint { key, meaning, need: need_of(context, binding.intent) })
        });
        keys.collect()
    }

    pub(super) fn hints<'a>(
        &self,
        bindings: impl Iterator<Item = &'a Binding>,
        columns: usize,
    ) -> Vec<Line<'static>> {
        let meanings = bindings.filter_map(|binding| {
            Some((binding.keys.first()?.to_string(), offer::meaning(self.state, binding)))
        });
        hints(meanings, columns, self.palette)
    }
}

const fn need_of(context: Context, intent: Intent) -> Need {
    let writes = matches!(context, Context::Lots | Context::LotPrice | Context::Sheet | Context::Price);
    match intent {
        // A list that isn't submitted doesn't count.
        Intent::Help | Intent::Seal => Need::Vital,
        Intent::First | Intent::Last if matches!(context, Context::Help) => Need::Spare,
        // Offered only while there are changes.
        Intent::Quit | Intent::Decline | Intent::TakeSealed | Intent::Show(_) => Need::Firm,
        // The empty draft mentions it.
        Intent::Add if writes => Need::Firm,
        Intent::NextPanel | Intent::Redo => Need::Spare,
        Intent::MuchDearer | Intent::MuchCheaper if writes => Need::Spare,
        _ => Need::Usual,
    }
}
