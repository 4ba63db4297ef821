//! The screen's state: what it knows and what it is doing. No drawing library, no styles, no words chosen yet.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Instant;

use ishigaki_client::receipts::MissingSealing;
use ishigaki_client::{Checkup, FeedError, ReceiptFault, TeamSession, Ticket, TimeLeft};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_rules::{Event, Game, LotId, MessageNo, Phase, TeamId};
use ishigaki_screen::{Contact, Surface, WatchedGame};
use ishigaki_words::{Lang, Words};

use super::advice::{GivenAdvice, Inquiry};
use super::dialog::Dialog;
use super::draft_search::DraftSearch;
use super::notice::Notice;
use super::panel::Panel;
use super::raises::Raises;
use super::read::ReadMarks;
use super::saved_draft::SavedDraft;
use super::sheet::ListSheet;
use super::trial::Trial;
use super::writing::Writing;
use ishigaki_strategy::workshop::Workshop;

/// Reason why nothing can be sent for the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    /// The connection is lost.
    Offline,
    /// The judge has paused the game.
    Paused,
}

/// The whole state of the screen.
pub struct State {
    pub(crate) words: Words,
    /// The server's address, as people write it.
    pub(crate) server: String,
    /// The code of the team that the token stands for.
    pub(crate) team: String,
    /// Whether the game is for practice: nothing in it counts.
    pub(crate) is_practice: bool,
    /// Whether the game ends when the screen is left: a practice that is held for it alone.
    pub(crate) ends_game: bool,
    /// Whether the server has said that there is no game of the team to go into yet.
    pub(crate) is_early: bool,
    /// Session with what the feed has brought, what is on its way, and the receipts; on the disk they are the
    /// runner's matter.
    pub(crate) watched: WatchedGame<TeamSession>,
    /// Wrong receipts stay said: somebody has to call the judge.
    pub(crate) alarm: Option<ReceiptFault>,
    /// What the server has lost of what the team has receipts for.
    pub(crate) missing: Vec<MissingSealing>,
    /// Number of the last sealing that the server held when that was found.
    pub(crate) compared: u64,
    pub(crate) log: Vec<Event>,
    /// Trouble with the line while it is lost.
    pub(crate) checkup: Checkup,
    /// Moment at which the first thing happened.
    pub(crate) first: Option<Instant>,
    pub(crate) surface: Surface,
    pub(crate) panel: Panel,
    /// Scroll position of each panel; of the lots, the selected one.
    pub(crate) places: [usize; Panel::ALL.len()],
    /// Team whose lines the results show; `None`: the team's own.
    pub(crate) looked_at: Option<TeamId>,
    /// Another price that is tried for a line of an opened round.
    pub(crate) trial: Option<Trial>,
    /// Text that is searched among the lots: a code, and perhaps a space and a price behind it.
    pub(crate) search: Option<String>,
    pub(crate) sheet: ListSheet,
    /// The draft as it is kept on the disk.
    pub(crate) saved_draft: SavedDraft,
    pub(crate) raises: Raises,
    /// The draft of the wall; `None` before the set-up has come.
    pub(crate) workshop: Option<Workshop>,
    /// The solver's search that is under way.
    pub(crate) draft_search: Option<DraftSearch>,
    /// Last advice of the adviser.
    pub(crate) advice: Option<GivenAdvice>,
    /// Inquiry that it has not answered yet.
    pub(crate) inquiry: Option<Inquiry>,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) notice: Option<Notice>,
    /// Sign that the last key typed where a price can be written: a digit after it goes on with that text.
    pub(crate) sign: Option<char>,
    /// The team's next game, once this one is over and that one waits for its first round.
    pub(crate) next_game: Option<String>,
    /// The question that is being written, and messages on their way.
    pub(crate) writing: Writing,
    /// The messages that have been on the screen; that alone marks none as read.
    pub(crate) seen: BTreeSet<MessageNo>,
    /// Reading position on every panel: what the team has put away.
    pub(crate) read: ReadMarks,
}

impl State {
    /// A screen that knows nothing yet but its server's address, the game's id and its team's code, with so many
    /// columns and lines. What the feed brings must be signed.
    pub fn new(lang: Lang, server: String, game: &str, team: &str, columns: u16, lines: u16) -> Self {
        Self {
            words: Words::new(lang),
            server,
            team: team.to_owned(),
            is_practice: false,
            ends_game: false,
            is_early: false,
            watched: WatchedGame::new(TeamSession::new(game, team)),
            alarm: None,
            missing: Vec::new(),
            compared: 0,
            log: Vec::new(),
            checkup: Checkup::default(),
            first: None,
            surface: Surface::new(columns, lines),
            panel: Panel::Lots,
            places: [0; Panel::ALL.len()],
            looked_at: None,
            trial: None,
            search: None,
            sheet: ListSheet::default(),
            saved_draft: SavedDraft::default(),
            raises: Raises::default(),
            workshop: None,
            draft_search: None,
            advice: None,
            inquiry: None,
            dialog: None,
            notice: None,
            sign: None,
            next_game: None,
            writing: Writing::default(),
            seen: BTreeSet::new(),
            read: ReadMarks::default(),
        }
    }

    /// Notes whether the game ends when the screen is left.
    pub fn end_game_on_leaving(&mut self, ends_game: bool) {
        self.ends_game = ends_game;
    }

    /// Returns whether nothing counts of the game that is shown.
    pub(crate) fn is_for_practice(&self) -> bool {
        self.is_practice || self.ends_game
    }

    /// Goes over to a game, from none or from another one that is over: everything about that one is gone, but what its
    /// reader has chosen for the screen stays.
    pub(super) fn go_on(&mut self, game: &str, team: &str) {
        let (columns, lines) = self.size();
        let mut state = Self::new(self.lang(), self.server.clone(), game, team, columns, lines);
        if self.is_over() {
            state.notice = Some(Notice::WentOn { game: game.to_owned() });
        }
        state.first = self.surface.now();
        state.ends_game = self.ends_game;
        state.surface = self.surface.clone();
        state.surface.touch();
        // What is still on its way is answered to nobody.
        state.watched.session = self.watched.session.follow_up(game, team);
        *self = state;
    }

    /// Returns whether the game that is shown is over.
    pub fn is_over(&self) -> bool {
        self.game().is_some_and(|game| game.phase().is_over())
    }

    /// Returns whether the game that is shown has its final result (`E4`).
    pub(crate) fn has_result(&self) -> bool {
        self.game().is_some_and(|game| game.phase() == Phase::Declared)
    }

    /// Returns whether the server says that the token is revoked.
    pub(crate) fn is_revoked(&self) -> bool {
        matches!(self.watched.contact(), Contact::Closed(FeedError::Refused(fault)) if fault.reason == ErrorReason::TokenRevoked)
    }

    /// Changes whenever there is something new to be seen.
    pub fn revision(&self) -> u64 {
        self.surface.revision()
    }

    /// The language it speaks now.
    pub fn lang(&self) -> Lang {
        self.words.lang()
    }

    /// The screen's columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.surface.size()
    }

    /// The game, once the feed has brought it.
    pub fn game(&self) -> Option<&Game> {
        self.watched.session.game()
    }

    /// Returns the number of rows of the ranking, from the first, that are not revealed yet.
    pub(crate) fn covered_rows(&self) -> usize {
        self.watched.mirror().covered_rows()
    }

    /// Returns what happened; while the ranking is covered, without what gives it away.
    pub(crate) fn sentence(&self, game: &Game, event: &Event) -> String {
        if self.covered_rows() > 0 {
            self.words.covered_event(game, event)
        } else {
            self.words.event(game, event)
        }
    }

    /// The team; `None` before the set-up has come, and if it does not play in this game.
    pub(crate) fn me(&self) -> Option<TeamId> {
        self.watched.session.me()
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

    /// The draft of the wall; `None` before the set-up has come.
    pub fn workshop(&self) -> Option<&Workshop> {
        self.workshop.as_ref()
    }

    /// Returns whether the solver searches for the draft.
    pub fn is_searching(&self) -> bool {
        self.draft_search.is_some()
    }

    /// Returns whether something is on its way to be sealed.
    pub fn is_sealing(&self) -> bool {
        self.watched.session.is_sealing()
    }

    /// Returns whether a list can be drafted: for the round that is open, or for one that may come.
    pub(crate) fn can_draft(&self) -> bool {
        let over = |game: &Game| {
            let phase = game.phase();
            !phase.is_building_time() || matches!(phase, Phase::Building | Phase::Countdown { .. })
        };
        !self.is_revoked() && !self.is_out() && !self.game().is_some_and(over)
    }

    /// Returns whether the team is disqualified (`E3`).
    pub(crate) fn is_out(&self) -> bool {
        self.view().and_then(|view| view.team()).is_some_and(|team| team.disqualified.is_some())
    }

    /// Returns whether nothing can be laid any more (`W6`).
    pub(crate) fn is_over_for_walls(&self) -> bool {
        self.game().is_some_and(|game| !game.phase().is_building_time())
    }

    /// Returns whether a wall can be sent: until the end (`W6`).
    pub(crate) fn can_build(&self) -> bool {
        !self.is_revoked() && !self.is_out() && !self.is_over_for_walls()
    }

    /// Returns why the server takes nothing from this screen now, though the game is at a point at which it would.
    pub(crate) fn wait(&self) -> Option<Wait> {
        if !self.is_online() {
            return Some(Wait::Offline);
        }
        self.game()?.paused_since().map(|_| Wait::Paused)
    }

    /// Returns whether the server would take a list or a re-bid now.
    pub(crate) fn can_seal(&self) -> bool {
        let is_open = self.open_bidding().is_some() || self.is_rebidding();
        is_open && self.wait().is_none() && !self.is_revoked()
    }

    /// Returns whether the server would take a wall now; a pause is no obstacle.
    pub(crate) fn can_send_wall(&self) -> bool {
        let takes_part = self.view().is_some_and(|view| view.game.takes_part(view.me));
        self.can_build() && takes_part && self.is_online()
    }

    /// Returns whether the set-up has come and the team is not in it.
    pub(crate) fn is_stranger(&self) -> bool {
        self.game().is_some() && self.me().is_none()
    }

    /// Returns whether it is not known what is sealed: a sealing got no answer, and the feed has not told
    /// yet.
    pub(crate) fn is_sealing_unknown(&self) -> bool {
        self.watched.session.unanswered().iter().any(|unanswered| !unanswered.is_wall())
    }

    /// The server's receipt is wrong: that stays said.
    pub(crate) fn distrust(&mut self, fault: ReceiptFault) {
        self.notice = Some(Notice::WrongReceipt(fault.clone()));
        self.alarm.get_or_insert(fault);
    }

    /// A ticket that no call has had.
    pub(crate) fn next_ticket(&mut self) -> Ticket {
        self.watched.session.next_ticket()
    }

    /// Returns whether anything can be sent at all.
    pub(crate) fn is_online(&self) -> bool {
        self.watched.contact().is_online()
    }

    /// Returns what is left of the running window by the server's clock; `None` if none is running. Without a connection it goes
    /// on as a guess (`T`).
    pub fn time_left(&self) -> Option<TimeLeft> {
        self.watched.time_left(self.surface.now())
    }

    /// The seconds that the countdown shows, those since the connection was lost, and those that a clock without a deadline
    /// shows.
    pub(crate) fn seconds(&self) -> (Option<(u64, bool)>, Option<u64>, Option<u64>) {
        let (left, lost) = self.watched.seconds(self.surface.now());
        (left, lost, self.waiting().map(|waiting| waiting.now.0 / 1000))
    }

    /// The lots on the screen: those on offer in the round that a draft is for; without one, all.
    pub(crate) fn lots(&self) -> Vec<LotId> {
        let Some(game) = self.game() else {
            return Vec::new();
        };
        let Some((_, offer)) = super::market::offer(game) else {
            return game.setup().lot_ids().collect();
        };
        let on_offer = offer.lots.iter().enumerate().filter(|(_, lot)| lot.copies > 0);
        on_offer.map(|(at, _)| LotId::at(at)).collect()
    }

    pub(crate) fn selected_lot(&self) -> Option<LotId> {
        self.lots().get(self.place(Panel::Lots)).copied()
    }

    /// Returns how far a panel is scrolled.
    pub(crate) fn place(&self, panel: Panel) -> usize {
        self.places.get(panel.index()).copied().unwrap_or(0)
    }

    pub(crate) fn set_place(&mut self, panel: Panel, place: usize) {
        let most = match panel {
            Panel::Lots => self.lots().len(),
            Panel::Log => self.log.len(),
            // A message or a question takes a few lines at most.
            Panel::Messages => {
                let told = self.last_message().map_or(0, |last| last.0 as usize);
                4 * (told + self.own_questions().len()) + 4
            }
            Panel::Results => self.game().map_or(0, |game| game.rounds().len()),
            // About as many lines as stand around the rows.
            Panel::Advice => self.advice.as_ref().map_or(0, |given| given.answer.rows() + 8),
            // A team has two lines at most, and what is said below has some.
            Panel::Rivals | Panel::Standings => {
                self.game().map_or(0, |game| 2 * game.setup().teams.len() + 6)
            }
            Panel::Sheet | Panel::Wall => 0,
        };
        if let Some(at) = self.places.get_mut(panel.index()) {
            *at = place.min(most.saturating_sub(1));
        }
    }

    /// Returns the team whose lines the results show.
    pub(crate) fn shown_team(&self) -> Option<TeamId> {
        self.looked_at.or(self.me())
    }
}

/// Without the draft, without what is sealed, and without the receipts (`A4`).
impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("team", &self.team)
            .field("contact", self.watched.contact())
            .field("panel", &self.panel)
            .field("dialog", &self.dialog)
            .field("notice", &self.notice)
            .field("revision", &self.surface.revision())
            .finish_non_exhaustive()
    }
}
