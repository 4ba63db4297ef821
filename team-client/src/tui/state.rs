//! State of the team's screen.

use std::collections::BTreeSet;
use std::fmt;
use std::time::Instant;

use ishigaki_client::receipts::MissingSealing;
use ishigaki_client::team::{AidsOff, TeamPath};
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
use super::read_marks::ReadMarks;
use super::saved_draft::SavedDraft;
use super::seal_time::SealTime;
use super::sheet::ListSheet;
use super::trial::Trial;
use super::writing::Writing;
use ishigaki_strategy::workshop::Workshop;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    Offline,
    Paused,
}

/// The whole state of the screen.
pub struct State {
    pub(crate) words: Words,
    pub(crate) server: String,
    pub(crate) team: String,
    pub(crate) is_practice: bool,
    pub(crate) aids_off: AidsOff,
    /// True in a practice for this team alone, which ends with the screen and can have another game.
    pub(crate) is_private_practice: bool,
    pub(crate) is_early: bool,
    /// The runner saves its receipts.
    pub(crate) watched: WatchedGame<TeamSession>,
    /// An invalid receipt stays reported, because the judge must be called.
    pub(crate) alarm: Option<ReceiptFault>,
    pub(crate) missing: Vec<MissingSealing>,
    pub(crate) compared: u64,
    pub(crate) log: Vec<Event>,
    pub(crate) checkup: Checkup,
    pub(crate) first: Option<Instant>,
    pub(crate) surface: Surface,
    pub(crate) panel: Panel,
    pub(crate) places: [usize; Panel::ALL.len()],
    /// `None` for the team's own.
    pub(crate) looked_at: Option<TeamId>,
    pub(crate) trial: Option<Trial>,
    /// A code, and possibly a space and a price.
    pub(crate) search: Option<String>,
    pub(crate) sheet: ListSheet,
    pub(crate) saved_draft: SavedDraft,
    pub(crate) raises: Raises,
    pub(crate) seal_time: Option<SealTime>,
    /// `None` before the set-up.
    pub(crate) workshop: Option<Workshop>,
    pub(crate) draft_search: Option<DraftSearch>,
    pub(crate) advice: Option<GivenAdvice>,
    pub(crate) inquiry: Option<Inquiry>,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) notice: Option<Notice>,
    /// Punctuation typed last in a price field: a digit after it continues that text.
    pub(crate) pending_char: Option<char>,
    pub(crate) next_game: Option<String>,
    /// The team's way through its event, while no game is open.
    pub(crate) path: Option<Box<TeamPath>>,
    pub(crate) writing: Writing,
    /// Visible messages, which are not marked as read by that.
    pub(crate) seen: BTreeSet<MessageNo>,
    pub(crate) read: ReadMarks,
}

impl State {
    /// Makes a screen with only its server's address, the game's id and the team's code. The feed must be
    /// signed.
    pub fn new(lang: Lang, server: String, game: &str, team: &str, columns: u16, lines: u16) -> Self {
        Self {
            words: Words::new(lang),
            server,
            team: team.to_owned(),
            is_practice: false,
            aids_off: AidsOff::default(),
            is_private_practice: false,
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
            seal_time: None,
            workshop: None,
            draft_search: None,
            advice: None,
            inquiry: None,
            dialog: None,
            notice: None,
            pending_char: None,
            next_game: None,
            path: None,
            writing: Writing::default(),
            seen: BTreeSet::new(),
            read: ReadMarks::default(),
        }
    }

    /// Sets whether this is a practice for this team alone, which ends with the screen and can have another
    /// game.
    pub fn set_private_practice(&mut self, is_private_practice: bool) {
        self.is_private_practice = is_private_practice;
    }

    pub(crate) fn is_for_practice(&self) -> bool {
        self.is_practice || self.is_private_practice
    }

    pub(crate) fn can_play_again(&self) -> bool {
        self.is_private_practice && self.has_result()
    }

    /// Drops the state of the previous game, except for display options.
    pub(super) fn go_on(&mut self, game: &str, team: &str) {
        let (columns, lines) = self.size();
        let mut state = Self::new(self.lang(), self.server.clone(), game, team, columns, lines);
        if self.is_over() {
            state.notice = Some(Notice::WentOn { game: game.to_owned() });
        }
        state.first = self.surface.now();
        state.is_private_practice = self.is_private_practice;
        state.surface = self.surface.clone();
        state.surface.touch();
        // Pending answers are dropped.
        state.watched.session = self.watched.session.follow_up(game, team);
        *self = state;
    }

    /// Returns whether the shown game is over.
    pub fn is_over(&self) -> bool {
        self.game().is_some_and(|game| game.phase().is_over())
    }

    /// `E4`.
    pub(crate) fn has_result(&self) -> bool {
        self.game().is_some_and(|game| game.phase() == Phase::Declared)
    }

    pub(crate) fn is_revoked(&self) -> bool {
        matches!(self.watched.contact(), Contact::Closed(FeedError::Refused(fault)) if fault.reason == ErrorReason::TokenRevoked)
    }

    /// Changes whenever there is something new to show.
    pub fn revision(&self) -> u64 {
        self.surface.revision()
    }

    /// Returns its language.
    pub fn lang(&self) -> Lang {
        self.words.lang()
    }

    /// Returns the screen's columns and lines.
    pub fn size(&self) -> (u16, u16) {
        self.surface.size()
    }

    /// Returns the game, once its feed has arrived.
    pub fn game(&self) -> Option<&Game> {
        self.watched.session.game()
    }

    pub(crate) fn covered_rows(&self) -> usize {
        self.watched.mirror().covered_rows()
    }

    /// While the ranking is covered, nothing in it reveals the ranking.
    pub(crate) fn sentence(&self, game: &Game, event: &Event) -> String {
        self.sentence_in(self.words, game, event)
    }

    pub(crate) fn sentence_in(&self, words: Words, game: &Game, event: &Event) -> String {
        if self.covered_rows() > 0 { words.covered_event(game, event) } else { words.event(game, event) }
    }

    pub(crate) fn me(&self) -> Option<TeamId> {
        self.watched.session.me()
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

    /// Returns the draft of the wall; `None` before the set-up.
    pub fn workshop(&self) -> Option<&Workshop> {
        self.workshop.as_ref()
    }

    /// Returns whether the solver is running.
    pub fn is_searching(&self) -> bool {
        self.draft_search.is_some()
    }

    /// Returns whether a submission is pending.
    pub fn is_sealing(&self) -> bool {
        self.watched.session.is_sealing()
    }

    pub(crate) fn can_draft(&self) -> bool {
        let over = |game: &Game| {
            let phase = game.phase();
            !phase.is_building_time() || matches!(phase, Phase::Building | Phase::Countdown { .. })
        };
        !self.is_revoked() && !self.is_out() && !self.game().is_some_and(over)
    }

    /// `E3`.
    pub(crate) fn is_out(&self) -> bool {
        self.view().and_then(|view| view.team()).is_some_and(|team| team.disqualified.is_some())
    }

    /// `W6`.
    pub(crate) fn is_over_for_walls(&self) -> bool {
        self.game().is_some_and(|game| !game.phase().is_building_time())
    }

    /// Until the end (`W6`).
    pub(crate) fn can_build(&self) -> bool {
        !self.is_revoked() && !self.is_out() && !self.is_over_for_walls()
    }

    pub(crate) fn wait(&self) -> Option<Wait> {
        if !self.is_online() {
            return Some(Wait::Offline);
        }
        self.game()?.paused_since().map(|_| Wait::Paused)
    }

    pub(crate) fn can_seal(&self) -> bool {
        let is_open = self.open_bidding().is_some() || self.is_rebidding();
        is_open && self.wait().is_none() && !self.is_revoked()
    }

    /// Possible during a pause.
    pub(crate) fn can_send_wall(&self) -> bool {
        let takes_part = self.view().is_some_and(|view| view.game.takes_part(view.me));
        self.can_build() && takes_part && self.is_online()
    }

    pub(crate) fn is_not_in_game(&self) -> bool {
        self.game().is_some() && self.me().is_none()
    }

    /// A submission got no answer, and the feed hasn't shown the outcome.
    pub(crate) fn is_sealing_unknown(&self) -> bool {
        self.watched.session.unanswered().iter().any(|unanswered| !unanswered.is_wall())
    }

    pub(crate) fn distrust(&mut self, fault: ReceiptFault) {
        self.notice = Some(Notice::WrongReceipt(fault.clone()));
        self.alarm.get_or_insert(fault);
    }

    pub(crate) fn next_ticket(&mut self) -> Ticket {
        self.watched.session.next_ticket()
    }

    pub(crate) fn is_online(&self) -> bool {
        self.watched.contact().is_online()
    }

    /// Returns the time left of the running window by the server's clock; `None` if none is running. Without
    /// a connection it continues as a guess (`T`).
    pub fn time_left(&self) -> Option<TimeLeft> {
        self.watched.time_left(self.surface.now())
    }

    pub(crate) fn seconds(&self) -> (Option<(u64, bool)>, Option<u64>, Option<u64>) {
        let (left, lost) = self.watched.seconds(self.surface.now());
        (left, lost, self.waiting().map(|waiting| waiting.now.0 / 1000))
    }

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

    /// Returns the panels next to this one on a large screen.
    pub(crate) fn companions(&self, active: Panel) -> [Panel; 2] {
        let is_open = self.open_bidding().is_some() || self.is_rebidding();
        let has_opened =
            self.game().is_some_and(|game| game.rounds().iter().any(|record| record.settlement.is_some()));
        let [first, second, third] = match (active.is_bidding(), self.terms().is_some()) {
            (true, _) if !is_open && has_opened => [Panel::Results, Panel::Wall, Panel::Rivals],
            (true, _) => [Panel::Rivals, Panel::Wall, Panel::Results],
            // The draft stays visible, whatever else is shown.
            (false, true) => [Panel::Sheet, Panel::Rivals, Panel::Wall],
            (false, false) if active == Panel::Standings => [Panel::Rivals, Panel::Results, Panel::Wall],
            (false, false) => [Panel::Standings, Panel::Rivals, Panel::Wall],
        };
        match active {
            panel if panel == first => [second, third],
            panel if panel == second => [first, third],
            _ => [first, second],
        }
    }

    /// Returns the position of the team's row in the declared ranking, once it is revealed.
    pub(crate) fn own_revealed_row(&self) -> Option<usize> {
        let game = self.game().filter(|game| game.phase() == Phase::Declared)?;
        let at = game.standings().iter().position(|row| Some(row.team) == self.me())?;
        (at >= self.covered_rows()).then_some(at)
    }

    pub(crate) fn place(&self, panel: Panel) -> usize {
        self.places.get(panel.index()).copied().unwrap_or(0)
    }

    pub(crate) fn set_place(&mut self, panel: Panel, place: usize) {
        let most = match panel {
            Panel::Lots => self.lots().len(),
            Panel::Log => self.log.len(),
            // A message or question takes a few lines at most.
            Panel::Messages => {
                let messages = self.last_message().map_or(0, |last| last.0 as usize);
                4 * (messages + self.own_questions().len()) + 4
            }
            Panel::Results => self.game().map_or(0, |game| game.rounds().len()),
            // About as many lines as there are around the rows.
            Panel::Advice => self.advice.as_ref().map_or(0, |given| given.answer.rows() + 8),
            Panel::Rivals => self.game().map_or(0, |game| game.setup().teams.len()),
            // A team has two lines at most, and there are some below.
            Panel::Standings => self.game().map_or(0, |game| 2 * game.setup().teams.len() + 6),
            Panel::Sheet | Panel::Wall => 0,
        };
        if let Some(at) = self.places.get_mut(panel.index()) {
            *at = place.min(most.saturating_sub(1));
        }
    }

    pub(crate) fn shown_team(&self) -> Option<TeamId> {
        self.looked_at.or(self.me())
    }
}

/// Omits drafts, submissions and receipts (`A4`).
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
