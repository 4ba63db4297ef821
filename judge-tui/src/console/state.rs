//! State of the console.

use std::collections::BTreeMap;
use std::time::Instant;

use ishigaki_client::judging::{JudgeAct, NextStep};
use ishigaki_client::listing::{Programme, TokenRole};
use ishigaki_client::{Checkup, JudgeSession, Mirror, NextPart, Schedule, Ticket, TimeLeft};
use ishigaki_proto::convert::RequestedAct;
use ishigaki_proto::fault::Fault;
use ishigaki_proto::watch::PreparedAnswer;
use ishigaki_proto::wire::{self, CopyStanding};
use ishigaki_rules::{
    Act, Actor, AskedQuestion, Game, GameTime, LotId, Millis, Phase, QuestionNo, RoundRecord, Standing,
    StoneId, TeamId, TeamSpec,
};
use ishigaki_words::{Lang, Words, elapsed};

use crate::console::dialog::{Dialog, TeamPurpose};
use crate::console::handout::{HandedStone, queue};
use crate::console::log::{Filter, Log};
use crate::console::message::MessageText;
use crate::console::notice::Notice;
use crate::console::panel::Panel;
use crate::console::presence::Presence;
use crate::console::programme_entry::ProgrammeEntry;
use crate::entry::EntryKind;
use ishigaki_board::HallView;
use ishigaki_screen::{Surface, WatchedGame};

/// The whole state of the console.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) words: Words,
    pub(crate) server: String,
    pub(crate) is_lobby: bool,
    pub(crate) is_first: bool,
    pub(crate) role: Option<TokenRole>,
    /// Names are untrusted text.
    pub(crate) roster: Vec<TeamSpec>,
    pub(crate) schedule: Schedule,
    pub(crate) prepared_answers: Vec<PreparedAnswer>,
    pub(crate) elsewhere: usize,
    pub(crate) questions_elsewhere: usize,
    pub(crate) other_games: Vec<String>,
    pub(crate) drafts: BTreeMap<(TeamId, QuestionNo), MessageText>,
    pub(crate) game_id: String,
    pub(crate) programme_entry: ProgrammeEntry,
    pub(crate) presence: Presence,
    pub(crate) watched: WatchedGame<JudgeSession>,
    pub(crate) log: Log,
    pub(crate) checkup: Checkup,
    pub(crate) surface: Surface,
    pub(crate) panel: Panel,
    pub(crate) places: [usize; Panel::ALL.len()],
    pub(crate) walls: WallView,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) notice: Option<Notice>,
    pub(crate) entries: BTreeMap<Ticket, (TeamId, EntryKind)>,
    pub(crate) notice_since: Option<Instant>,
    pub(crate) revealed: bool,
    pub(crate) hall: HallView,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WallView {
    pub(crate) is_enlarged: bool,
    pub(crate) names_stones: bool,
}

impl State {
    /// Makes a console with only its server's address. Without the game's id, signatures can't be checked.
    pub fn new(lang: Lang, server: String, columns: u16, lines: u16) -> Self {
        Self {
            words: Words::new(lang),
            server,
            is_lobby: false,
            is_first: false,
            role: None,
            roster: Vec::new(),
            schedule: Schedule::default(),
            prepared_answers: Vec::new(),
            elsewhere: 0,
            questions_elsewhere: 0,
            other_games: Vec::new(),
            drafts: BTreeMap::new(),
            game_id: String::new(),
            programme_entry: ProgrammeEntry::default(),
            presence: Presence::default(),
            watched: WatchedGame::new(JudgeSession::default()),
            log: Log::default(),
            checkup: Checkup::default(),
            surface: Surface::new(columns, lines),
            panel: Panel::Lots,
            places: [0; Panel::ALL.len()],
            walls: WallView::default(),
            dialog: None,
            notice: None,
            entries: BTreeMap::new(),
            notice_since: None,
            revealed: false,
            hall: HallView::default(),
        }
    }

    /// Makes a console for this game. Its feed must be signed.
    pub fn judging(lang: Lang, server: String, game: String, columns: u16, lines: u16) -> Self {
        let watched = WatchedGame::new(JudgeSession::new(Mirror::of(game.clone())));
        Self { game_id: game, watched, ..Self::new(lang, server, columns, lines) }
    }

    pub(crate) fn lobby(lang: Lang, server: String, columns: u16, lines: u16) -> Self {
        Self { is_lobby: true, ..Self::new(lang, server, columns, lines) }
    }

    pub(crate) fn learn(&mut self, programme: &Programme) {
        self.surface.touch();
        self.programme_entry = ProgrammeEntry::of(&programme.games, &self.game_id);
        self.roster.clone_from(&programme.teams);
        self.schedule.clone_from(&programme.schedule);
        self.prepared_answers.clone_from(&programme.answers);
        self.role = programme.role;
    }

    /// Returns the id of the judged game; empty until one is chosen.
    pub fn game_id(&self) -> &str {
        &self.game_id
    }

    /// Changes whenever there is something new to show.
    pub fn revision(&self) -> u64 {
        self.surface.revision()
    }

    /// Returns the screen's columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.surface.size()
    }

    /// Returns the game, once its feed has arrived.
    pub fn game(&self) -> Option<&Game> {
        self.watched.mirror().game()
    }

    pub(crate) fn waiting_questions(&self) -> usize {
        self.game().map_or(0, |game| game.waiting_questions().count())
    }

    pub(crate) fn longest_wait(&self) -> Option<Millis> {
        let first = self.game()?.waiting_questions().map(|question| question.at).min()?;
        self.since(first)
    }

    pub(crate) fn since(&self, at: GameTime) -> Option<Millis> {
        Some(self.watched.mirror().game_time(self.surface.now()?)?.since(at))
    }

    pub(crate) fn is_answering(&self, asked: &AskedQuestion) -> bool {
        self.pending().any(|act| {
            matches!(act, JudgeAct::InGame(Act::AnswerQuestion { team, question, .. })
                if (*team, *question) == (asked.team, asked.number))
        })
    }

    /// Returns the open question, if any.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    /// Returns the notice, if any.
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// Returns the active panel.
    pub fn panel(&self) -> Panel {
        self.panel
    }

    pub(crate) fn next_ticket(&mut self) -> Ticket {
        self.watched.session.next_ticket()
    }

    /// Returns the pending acts.
    pub fn pending(&self) -> impl Iterator<Item = &JudgeAct> {
        self.watched.session.acts()
    }

    /// Returns the time left of the running window by the server's clock; `None` if none is running. Without
    /// a connection it continues as a guess (`T`).
    pub fn time_left(&self) -> Option<TimeLeft> {
        self.watched.time_left(self.surface.now())
    }

    /// `E1`.
    pub(crate) fn since_final(&self) -> Option<Millis> {
        let (game, now) = (self.game()?, self.surface.now()?);
        game.building_for(self.watched.mirror().game_time(now)?)
    }

    pub(crate) fn time_since_final(&self) -> String {
        self.since_final().map(elapsed).unwrap_or_default()
    }

    pub(crate) fn revealing(&self) -> Option<usize> {
        let is_declared = self.game().is_some_and(|game| game.phase() == Phase::Declared);
        match self.dialog {
            Some(Dialog::Reveal { shown }) if is_declared => Some(shown),
            _ => None,
        }
    }

    pub(crate) fn shown_to_hall(&self) -> Option<usize> {
        self.hall.revealed()
    }

    /// Unspecified without a connection.
    pub(crate) fn copy(&self) -> CopyStanding {
        let clock = self.watched.mirror().clock().filter(|_| self.is_online());
        clock.map_or(CopyStanding::Unspecified, wire::Clock::copy)
    }

    pub(crate) fn is_alone(&self) -> bool {
        self.copy() == CopyStanding::Alone
    }

    fn is_revealed(&self) -> bool {
        self.revealed || self.shown_to_hall().is_some_and(|places| places >= self.ranked().0.len())
    }

    pub(crate) fn next_step(&self) -> NextStep {
        let is_declared = self.game().is_some_and(|game| game.phase() == Phase::Declared);
        match NextStep::of(self.game(), self.programme_entry.spare()) {
            NextStep::Over if is_declared && !self.is_revealed() => NextStep::Reveal,
            step => step,
        }
    }

    pub(crate) fn seconds(&self) -> (Option<(u64, bool)>, [Option<u64>; 3]) {
        let (left, lost) = self.watched.seconds(self.surface.now());
        let since_final = self.since_final().map(|since| since.0 / 1000);
        (left, [lost, since_final, self.next_part().map(|next| next.left_s)])
    }

    /// Returns the next part of the day, unless a window is open.
    pub(crate) fn next_part(&self) -> Option<NextPart<'_>> {
        self.schedule.next(self.surface.now()?).filter(|_| self.time_left().is_none())
    }

    pub(crate) fn record(&self) -> Option<&RoundRecord> {
        self.game()?.rounds().last().map(AsRef::as_ref)
    }

    pub(crate) fn list_entries(&self) -> Vec<TeamId> {
        let bids = |team: TeamId| {
            let record = self.record().filter(|record| record.settlement.is_some());
            record.and_then(|record| record.list(team)).map_or(0, |list| list.bids.len())
        };
        let teams = self.game().into_iter().flat_map(|game| game.setup().team_ids());
        teams.flat_map(|team| std::iter::repeat_n(team, 1 + bids(team))).collect()
    }

    /// `E3`.
    pub(crate) fn ranked(&self) -> (Vec<Standing>, Vec<TeamId>) {
        let rows = self.game().map(Game::standings).unwrap_or_default();
        let out = rows.iter().filter(|row| row.tally.is_none()).map(|row| row.team).collect();
        (rows.into_iter().filter(|row| row.tally.is_some()).collect(), out)
    }

    pub(crate) fn lots(&self) -> Vec<LotId> {
        match (self.record(), self.game()) {
            (Some(record), _) => record.lots().collect(),
            (None, Some(game)) => game.setup().lot_ids().collect(),
            (None, None) => Vec::new(),
        }
    }

    /// Returns the selected lot.
    pub fn selected_lot(&self) -> Option<LotId> {
        self.lots().get(self.place(Panel::Lots)).copied()
    }

    pub(crate) fn selected_stone(&self) -> Option<HandedStone> {
        queue(self.game()?).nth(self.place(Panel::HandOut))
    }

    pub(crate) fn select_stone(&mut self, stone: Option<StoneId>) {
        let place = self.game().and_then(|game| match stone {
            Some(stone) => queue(game).position(|handed| handed.stone == stone),
            None => queue(game).position(HandedStone::waits),
        });
        if let Some(place) = place {
            self.set_place(Panel::HandOut, place);
        }
    }

    pub(crate) fn select_first_open_lot(&mut self) {
        let open = self.record().map(RoundRecord::unconfirmed).unwrap_or_default();
        let place = self.lots().iter().position(|lot| open.contains(lot)).unwrap_or(0);
        self.set_place(Panel::Lots, place);
    }

    pub(crate) fn go_on_from(&mut self, lot: LotId) {
        if self.selected_lot() != Some(lot) {
            return;
        }
        // The feed may show the confirmation after the answer, so the lot may still be open.
        let open = self.record().map(RoundRecord::unconfirmed).unwrap_or_default();
        let at = self.place(Panel::Lots);
        let lots = self.lots();
        let mut after = (at + 1..lots.len()).chain(0..at);
        if let Some(next) = after.find(|&place| lots.get(place).is_some_and(|lot| open.contains(lot))) {
            self.set_place(Panel::Lots, next);
        }
    }

    pub(crate) fn show_log(&mut self, filter: Filter) {
        if let Some(game) = self.watched.mirror().game() {
            self.log.show(filter, self.words, game);
            self.set_place(Panel::Log, 0);
        }
    }

    pub(crate) fn selected_team(&self) -> Option<TeamId> {
        let game = self.game()?;
        let place = self.place(self.panel);
        match self.panel {
            Panel::Lots => None,
            Panel::HandOut => self.selected_stone().map(|handed| handed.team),
            Panel::Log => self.log.filter().team,
            Panel::Lists => self.list_entries().get(place).copied(),
            Panel::Walls => game.setup().team_ids().nth(place),
            Panel::Standings => game.standings().get(place).map(|row| row.team),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game().is_some_and(|game| game.phase().is_ranked())
    }

    pub(crate) fn place(&self, panel: Panel) -> usize {
        self.places.get(panel.index()).copied().unwrap_or(0)
    }

    pub(crate) fn set_place(&mut self, panel: Panel, place: usize) {
        let most = match panel {
            Panel::Lots => self.lots().len(),
            Panel::Log => self.log.shown().len(),
            Panel::HandOut => self.game().map_or(0, |game| queue(game).count()),
            Panel::Lists => self.list_entries().len(),
            Panel::Walls | Panel::Standings => self.game().map_or(0, |game| game.setup().teams.len()),
        };
        if let Some(at) = self.places.get_mut(panel.index()) {
            *at = place.min(most.saturating_sub(1));
        }
    }

    pub(crate) fn is_online(&self) -> bool {
        self.watched.contact().is_online()
    }

    /// Returns why the rules would reject an act now, by the console's game; `None` if they would not.
    pub fn refusal(&self, act: &JudgeAct) -> Option<Fault> {
        self.watched.session.refusal(act, self.programme_entry.own(), self.surface.now())
    }

    pub(crate) fn refusal_of(&self, by: Actor, asked: impl Into<RequestedAct>) -> Option<Fault> {
        self.watched.session.refusal_of(by, asked, self.surface.now())
    }

    pub(crate) fn teams_for(&self, purpose: TeamPurpose) -> Vec<TeamId> {
        let Some(game) = self.game() else {
            return Vec::new();
        };
        let is_out = |team: TeamId| game.team(team).is_some_and(|team| team.disqualified.is_some());
        game.setup().team_ids().filter(|&team| is_out(team) == (purpose == TeamPurpose::Reinstate)).collect()
    }
}
