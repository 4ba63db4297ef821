//! The console's state: what it knows and what it is doing. No drawing library, no styles, no words chosen yet.

use std::collections::BTreeMap;
use std::time::Instant;

use ishigaki_client::judging::{JudgeAct, NextStep};
use ishigaki_client::listing::{Programme, TokenRole};
use ishigaki_client::{Checkup, JudgeSession, Mirror, Ticket, TimeLeft};
use ishigaki_proto::convert::RequestedAct;
use ishigaki_proto::fault::Fault;
use ishigaki_proto::wire::{self, CopyStanding};
use ishigaki_rules::{
    Act, Actor, AskedQuestion, Game, GameTime, LotId, Millis, Phase, QuestionNo, RoundRecord, Standing,
    StoneId, TeamId, TeamSpec,
};
use ishigaki_words::{Lang, Words, elapsed};

use crate::board::HallView;
use crate::console::dialog::{Dialog, TeamPurpose};
use crate::console::handout::{Handed, queue};
use crate::console::log::{Filter, Log};
use crate::console::message::MessageText;
use crate::console::notice::Notice;
use crate::console::panel::Panel;
use crate::console::presence::Presence;
use crate::console::programme_entry::ProgrammeEntry;
use crate::entry::EntryKind;
use ishigaki_screen::{Surface, WatchedGame};

/// The whole state of the console.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) words: Words,
    /// The server's address, as people write it.
    pub(crate) server: String,
    /// Whether it is the console of the contest itself, which is before no game.
    pub(crate) is_lobby: bool,
    /// Whether it is the contest's own, and no game has been before it: who leaves its list leaves the screen.
    pub(crate) is_first: bool,
    /// As whom the server takes this console; `None` until it has said so.
    pub(crate) role: Option<TokenRole>,
    /// The contest's teams, as far as they are known; their names are foreign text.
    pub(crate) roster: Vec<TeamSpec>,
    /// Number of other games that wait for the judge.
    pub(crate) elsewhere: usize,
    /// Number of teams' questions that wait for an answer in other games that are watched.
    pub(crate) questions_elsewhere: usize,
    /// The ids of the other games that are watched and in which something can be announced.
    pub(crate) fellows: Vec<String>,
    /// Answers that were typed and not sent, by their questions.
    pub(crate) drafts: BTreeMap<(TeamId, QuestionNo), MessageText>,
    /// The id of the game that is judged; empty until that is clear.
    pub(crate) game_id: String,
    pub(crate) programme_entry: ProgrammeEntry,
    pub(crate) presence: Presence,
    pub(crate) watched: WatchedGame<JudgeSession>,
    pub(crate) log: Log,
    /// Trouble with the line while it is lost.
    pub(crate) checkup: Checkup,
    pub(crate) surface: Surface,
    pub(crate) panel: Panel,
    /// Scroll position of each panel; of the lots and of the walls, the selected one.
    pub(crate) places: [usize; Panel::ALL.len()],
    pub(crate) walls: WallView,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) notice: Option<Notice>,
    /// Entries on their way to be made by hand: for whom and what, not what they say.
    pub(crate) entries: BTreeMap<Ticket, (TeamId, EntryKind)>,
    /// Reason for which nothing is entered by hand with this token, once the server has said so.
    pub(crate) entry_denied: Option<Fault>,
    /// Since when the notice that may fade has been shown.
    pub(crate) noticed: Option<Instant>,
    /// Whether the ranking of this game has been revealed here to its first place.
    pub(crate) revealed: bool,
    /// State of the game on the boards, openings uncovered by the same schedule as there.
    pub(crate) hall: HallView,
}

/// Display options of the walls.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WallView {
    /// Whether the selected one fills its panel.
    pub(crate) is_enlarged: bool,
    /// Whether stones have their names on them.
    pub(crate) names_stones: bool,
}

impl State {
    /// A console that knows nothing yet but its server's address, on a screen of so many columns and lines. It was
    /// not told the game's id, so it looks at no signature.
    pub fn new(lang: Lang, server: String, columns: u16, lines: u16) -> Self {
        Self {
            words: Words::new(lang),
            server,
            is_lobby: false,
            is_first: false,
            role: None,
            roster: Vec::new(),
            elsewhere: 0,
            questions_elsewhere: 0,
            fellows: Vec::new(),
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
            entry_denied: None,
            noticed: None,
            revealed: false,
            hall: HallView::default(),
        }
    }

    /// A console before the game with this id: what its feed brings must be signed.
    pub fn judging(lang: Lang, server: String, game: String, columns: u16, lines: u16) -> Self {
        let watched = WatchedGame::new(JudgeSession::new(Mirror::of(game.clone())));
        Self { game_id: game, watched, ..Self::new(lang, server, columns, lines) }
    }

    /// The console of the contest itself.
    pub(crate) fn lobby(lang: Lang, server: String, columns: u16, lines: u16) -> Self {
        Self { is_lobby: true, ..Self::new(lang, server, columns, lines) }
    }

    /// Takes in what the server tells of the contest.
    pub(crate) fn learn(&mut self, programme: &Programme) {
        self.surface.touch();
        self.programme_entry = ProgrammeEntry::of(&programme.games, &self.game_id);
        self.roster.clone_from(&programme.teams);
        self.role = programme.role;
    }

    /// The id of the game that is judged; empty until that is clear.
    pub fn game_id(&self) -> &str {
        &self.game_id
    }

    /// Changes whenever there is something new to be seen.
    pub fn revision(&self) -> u64 {
        self.surface.revision()
    }

    /// The screen's columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.surface.size()
    }

    /// The game, once the feed has brought it.
    pub fn game(&self) -> Option<&Game> {
        self.watched.mirror().game()
    }

    /// Returns the number of this game's questions that wait for an answer.
    pub(crate) fn waiting_questions(&self) -> usize {
        self.game().map_or(0, |game| game.waiting_questions().count())
    }

    /// Returns the time that the first of them has waited, in game time; `None` if none does.
    pub(crate) fn longest_wait(&self) -> Option<Millis> {
        let first = self.game()?.waiting_questions().map(|question| question.at).min()?;
        self.since(first)
    }

    /// Returns the time since a moment, in game time; `None` before the server has told its clock.
    pub(crate) fn since(&self, at: GameTime) -> Option<Millis> {
        Some(self.watched.mirror().game_time(self.surface.now()?)?.since(at))
    }

    /// Returns whether an answer to this question is on its way.
    pub(crate) fn is_answering(&self, asked: &AskedQuestion) -> bool {
        self.pending().any(|act| {
            matches!(act, JudgeAct::InGame(Act::AnswerQuestion { team, question, .. })
                if (*team, *question) == (asked.team, asked.number))
        })
    }

    /// The open question, if any.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    /// The notice that is shown, if any.
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// The panel that the keys act on.
    pub fn panel(&self) -> Panel {
        self.panel
    }

    /// A ticket that no call has had.
    pub(crate) fn next_ticket(&mut self) -> Ticket {
        self.watched.session.next_ticket()
    }

    /// The acts that are on their way.
    pub fn pending(&self) -> impl Iterator<Item = &JudgeAct> {
        self.watched.session.acts()
    }

    /// Returns what is left of the running window by the server's clock; `None` if none is running. Without a connection it goes
    /// on as a guess (`T`).
    pub fn time_left(&self) -> Option<TimeLeft> {
        self.watched.time_left(self.surface.now())
    }

    /// Returns the time since the last round became final, without pauses, while the end is still to be signalled (`E1`).
    pub(crate) fn since_final(&self) -> Option<Millis> {
        let (game, now) = (self.game()?, self.surface.now()?);
        game.building_for(self.watched.mirror().game_time(now)?)
    }

    /// The same as a clock shows it; empty if there is no such time.
    pub(crate) fn time_since_final(&self) -> String {
        self.since_final().map(elapsed).unwrap_or_default()
    }

    /// Returns the number of places of the declared ranking that are revealed on the screen at this moment.
    pub(crate) fn revealing(&self) -> Option<usize> {
        let is_declared = self.game().is_some_and(|game| game.phase() == Phase::Declared);
        match self.dialog {
            Some(Dialog::Reveal { shown }) if is_declared => Some(shown),
            _ => None,
        }
    }

    /// Returns the number of places of the declared ranking that the hall has been shown, by whichever console; `None`
    /// before the reveal has begun.
    pub(crate) fn shown_to_hall(&self) -> Option<usize> {
        self.hall.revealed()
    }

    /// Returns the state of the second copy of the server's answers, as it said last; unspecified while there is no
    /// connection.
    pub(crate) fn copy(&self) -> CopyStanding {
        let clock = self.watched.mirror().clock().filter(|_| self.is_online());
        clock.map_or(CopyStanding::Unspecified, wire::Clock::copy)
    }

    /// Returns whether the server has no second copy of what it answers, and should have one.
    pub(crate) fn is_alone(&self) -> bool {
        self.copy() == CopyStanding::Alone
    }

    /// Returns whether the declared ranking has been revealed to its first place, here or by another console.
    fn is_revealed(&self) -> bool {
        self.revealed || self.shown_to_hall().is_some_and(|places| places >= self.ranked().0.len())
    }

    /// The one thing that is to be done next: after the declaration, to reveal what was declared.
    pub(crate) fn next_step(&self) -> NextStep {
        let is_declared = self.game().is_some_and(|game| game.phase() == Phase::Declared);
        match NextStep::of(self.game(), self.programme_entry.spare()) {
            NextStep::Over if is_declared && !self.is_revealed() => NextStep::Reveal,
            step => step,
        }
    }

    /// The seconds that the countdown shows, those since the connection was lost, and those since the last round.
    pub(crate) fn seconds(&self) -> (Option<(u64, bool)>, Option<u64>, Option<u64>) {
        let (left, lost) = self.watched.seconds(self.surface.now());
        let since_final = self.since_final().map(|since| since.0 / 1000);
        (left, lost, since_final)
    }

    /// The attempt of a round that is on the screen: the last one.
    pub(crate) fn record(&self) -> Option<&RoundRecord> {
        self.game()?.rounds().last().map(AsRef::as_ref)
    }

    /// The opened lists entry by entry: of each its team, once for the team itself and once for each of its bids.
    pub(crate) fn list_entries(&self) -> Vec<TeamId> {
        let bids = |team: TeamId| {
            let record = self.record().filter(|record| record.settlement.is_some());
            record.and_then(|record| record.list(team)).map_or(0, |list| list.bids.len())
        };
        let teams = self.game().into_iter().flat_map(|game| game.setup().team_ids());
        teams.flat_map(|team| std::iter::repeat_n(team, 1 + bids(team))).collect()
    }

    /// The teams that count in the ranking, best first, and those that do not (`E3`).
    pub(crate) fn ranked(&self) -> (Vec<Standing>, Vec<TeamId>) {
        let rows = self.game().map(Game::standings).unwrap_or_default();
        let out = rows.iter().filter(|row| row.tally.is_none()).map(|row| row.team).collect();
        (rows.into_iter().filter(|row| row.tally.is_some()).collect(), out)
    }

    /// The lots on the screen: those on offer, or before the first round all.
    pub(crate) fn lots(&self) -> Vec<LotId> {
        match (self.record(), self.game()) {
            (Some(record), _) => record.lots().collect(),
            (None, Some(game)) => game.setup().lot_ids().collect(),
            (None, None) => Vec::new(),
        }
    }

    /// The lot that is selected.
    pub fn selected_lot(&self) -> Option<LotId> {
        self.lots().get(self.place(Panel::Lots)).copied()
    }

    /// The stone of the hand-out queue that is selected.
    pub(crate) fn selected_stone(&self) -> Option<Handed> {
        queue(self.game()?).nth(self.place(Panel::HandOut))
    }

    /// Selects this stone again after the queue has changed around it; the first that waits if there was none.
    pub(crate) fn select_stone(&mut self, stone: Option<StoneId>) {
        let place = self.game().and_then(|game| match stone {
            Some(stone) => queue(game).position(|handed| handed.stone == stone),
            None => queue(game).position(Handed::waits),
        });
        if let Some(place) = place {
            self.set_place(Panel::HandOut, place);
        }
    }

    /// Selects the first lot that is not confirmed: the lots are others than before.
    pub(crate) fn select_first_open_lot(&mut self) {
        let open = self.record().map(RoundRecord::unconfirmed).unwrap_or_default();
        let place = self.lots().iter().position(|lot| open.contains(lot)).unwrap_or(0);
        self.set_place(Panel::Lots, place);
    }

    /// Goes on from a lot that has just been confirmed to the next that is not, round and round, unless the
    /// judge has gone elsewhere meanwhile.
    pub(crate) fn go_on_from(&mut self, lot: LotId) {
        if self.selected_lot() != Some(lot) {
            return;
        }
        // The news of the confirmation may come after the answer: the lot itself may still count as open.
        let open = self.record().map(RoundRecord::unconfirmed).unwrap_or_default();
        let at = self.place(Panel::Lots);
        let lots = self.lots();
        let mut after = (at + 1..lots.len()).chain(0..at);
        if let Some(next) = after.find(|&place| lots.get(place).is_some_and(|lot| open.contains(lot))) {
            self.set_place(Panel::Lots, next);
        }
    }

    /// Shows another part of the log, from its end.
    pub(crate) fn show_log(&mut self, filter: Filter) {
        if let Some(game) = self.watched.mirror().game() {
            self.log.show(filter, self.words, game);
            self.set_place(Panel::Log, 0);
        }
    }

    /// The team that the panel is about: at its top, or selected.
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

    /// Returns whether the ranking may be revealed: the game is over, and not for nothing (`E1`).
    pub(crate) fn is_over(&self) -> bool {
        self.game().is_some_and(|game| game.phase().is_ranked())
    }

    /// Returns how far a panel is scrolled.
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

    /// Returns whether an act can be sent at all.
    pub(crate) fn is_online(&self) -> bool {
        self.watched.contact().is_online()
    }

    /// Returns the reason for which the rules would refuse an act now, by the game as the console sees it;
    /// `None` if they would not.
    pub fn refusal(&self, act: &JudgeAct) -> Option<Fault> {
        self.watched.session.refusal(act, self.programme_entry.own(), self.surface.now())
    }

    /// The same of anybody's act.
    pub(crate) fn refusal_of(&self, by: Actor, asked: impl Into<RequestedAct>) -> Option<Fault> {
        self.watched.session.refusal_of(by, asked, self.surface.now())
    }

    /// The teams that can be meant.
    pub(crate) fn teams_for(&self, purpose: TeamPurpose) -> Vec<TeamId> {
        let Some(game) = self.game() else {
            return Vec::new();
        };
        let is_out = |team: TeamId| game.team(team).is_some_and(|team| team.disqualified.is_some());
        game.setup().team_ids().filter(|&team| is_out(team) == (purpose == TeamPurpose::Reinstate)).collect()
    }
}
