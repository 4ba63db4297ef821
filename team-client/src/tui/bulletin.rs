//! Bulletins: persistent messages about the judge's acts, won stones and lost submissions. They follow from
//! the game, the log and unanswered calls, so they need no removal.

use ishigaki_client::receipts::MissingSealing;
use ishigaki_client::team::UnansweredCall;
use ishigaki_rules::auction::Settlement;
use ishigaki_rules::{Event, Fact, Game, MessageNo, Phase, Priority, RoundState, TeamId, Tsuyama};

use super::bid_fate::BidFate;
use super::panel::Panel;
use super::read_marks::{ReadMarks, WonStones};
use super::state::State;

#[derive(Clone, Debug)]
pub(crate) enum Bulletin<'a> {
    /// The server has lost a submission with a receipt.
    Lost(MissingSealing),
    /// An unanswered submission, which may or may not have arrived.
    Unanswered(&'a UnansweredCall),
    Act(&'a Event),
    Message(MessageNo),
    Won(WonStones),
}

const fn rank(fact: &Fact) -> (u8, bool) {
    match fact {
        Fact::GameAbandoned { .. } => (0, false),
        Fact::TeamDisqualified { .. } => (1, false),
        Fact::Paused { .. } => (2, false),
        Fact::RoundVoided { .. } => (3, true),
        Fact::WindowExtended { .. } => (4, true),
        Fact::TeamReinstated { .. } => (5, true),
        Fact::WallCounted { .. } => (6, true),
        _ => (7, true),
    }
}

impl State {
    pub(crate) fn bulletins(&self) -> Vec<Bulletin<'_>> {
        let mut bulletins: Vec<Bulletin<'_>> = self.lost().map(Bulletin::Lost).collect();
        bulletins.extend(self.watched.session.unanswered().iter().map(Bulletin::Unanswered));
        let mut acts = self.acts();
        acts.sort_by_key(|event| rank(&event.fact).0);
        bulletins.extend(acts.into_iter().map(Bulletin::Act));
        bulletins.extend(self.new_messages().into_iter().map(Bulletin::Message));
        bulletins.extend(self.won().filter(|won| self.read.won.as_ref() != Some(won)).map(Bulletin::Won));
        bulletins
    }

    /// Stays lost after a new submission, because the record lacks it.
    fn lost(&self) -> impl Iterator<Item = MissingSealing> {
        let has_sealed = self.watched.session.receipts().fed() > self.compared;
        self.missing
            .iter()
            .cloned()
            .map(move |lost| MissingSealing { sealed_again: lost.sealed_again || has_sealed, ..lost })
    }

    pub(crate) fn has_lost(&self) -> bool {
        !self.missing.is_empty()
    }

    pub(crate) fn must_seal_again(&self) -> bool {
        self.lost().any(|lost| !lost.sealed_again)
    }

    fn new_messages(&self) -> Vec<MessageNo> {
        if self.panel == Panel::Messages {
            return Vec::new();
        }
        let Some((game, me)) = self.game().zip(self.me()) else { return Vec::new() };
        let new =
            game.messages(me).filter(|message| !message.is_read && message.number.0 > self.read.messages);
        let mut new: Vec<MessageNo> = new.map(|message| message.number).collect();
        new.reverse();
        new
    }

    fn acts(&self) -> Vec<&Event> {
        let Some((game, me)) = self.game().zip(self.me()) else { return Vec::new() };
        let mut after = ActChanges::default();
        let mut acts: Vec<&Event> = Vec::new();
        for (at, event) in self.log.iter().enumerate().rev() {
            let is_read = at < self.read.events && rank(&event.fact).1;
            let is_new = acts.iter().all(|act| rank(&act.fact).0 != rank(&event.fact).0);
            if is_new && !is_read && after.holds(&event.fact, game, me) {
                acts.push(event);
            }
            after.take(&event.fact);
        }
        acts
    }

    pub(crate) fn won(&self) -> Option<WonStones> {
        let (game, me) = self.game().zip(self.me())?;
        let record = game.rounds().last()?;
        let settlement = record.settlement.as_ref()?;
        let is_shown = matches!(
            game.phase(),
            Phase::Ready { .. } | Phase::Rebidding { .. } | Phase::Confirming | Phase::Building
        );
        if !is_shown || matches!(record.state, RoundState::Void { .. }) {
            return None;
        }
        let is_final = record.state == RoundState::Final;
        let own = settlement.awards().iter().filter(|award| award.team == me);
        let stones =
            own.map(|award| (award.lot, award.price, record.confirmed.contains(&award.lot))).collect();
        let bids = record.list(me).map_or(0, |list| list.bids.len());
        let outcomes = (1..).map(Priority).take(bids).filter_map(|priority| settlement.outcome(me, priority));
        let lost = outcomes.filter(|outcome| BidFate::of(outcome, me) == BidFate::Lost).count();
        let held = game.team(me)?.held;
        let left = if is_final { held } else { held.minus(settlement.charge(me)) };
        Some(WonStones { round: record.round, is_final, stones, lost, left })
    }

    /// `None` if nothing is to be paid (`A10`).
    pub(crate) fn held_after_charge(&self) -> Option<Tsuyama> {
        let (game, me) = self.game().zip(self.me())?;
        let charge =
            game.current_round()?.settlement.as_ref().map(|settlement| Settlement::charge(settlement, me))?;
        (charge > Tsuyama::ZERO).then(|| game.team(me).map(|team| team.held.minus(charge)))?
    }

    pub(crate) fn dismiss_bulletins(&mut self) {
        let messages = self.last_message().map_or(0, |last| last.0);
        self.read = ReadMarks { messages, events: self.log.len(), won: self.won() };
    }
}

#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
struct ActChanges {
    opened: bool,
    window: bool,
    phase: bool,
    seated: bool,
}

impl ActChanges {
    fn holds(self, fact: &Fact, game: &Game, me: TeamId) -> bool {
        match fact {
            Fact::GameAbandoned { .. } => true,
            Fact::Paused { .. } => game.paused_since().is_some(),
            Fact::TeamDisqualified { team, .. } => *team == me && !self.seated,
            Fact::TeamReinstated { team, .. } => *team == me && !self.seated && !self.opened,
            Fact::RoundVoided { .. } => !self.opened,
            Fact::WindowExtended { .. } => !self.window,
            Fact::WallCounted { team, .. } => *team == me && !self.phase,
            Fact::Remarked { .. } => !self.phase,
            _ => false,
        }
    }

    fn take(&mut self, fact: &Fact) {
        match fact {
            Fact::RoundOpened { .. } => (self.opened, self.window, self.phase) = (true, true, true),
            Fact::ListsOpened { .. }
            | Fact::RebidsOpened { .. }
            | Fact::RoundVoided { .. }
            | Fact::EndSignalled { .. }
            | Fact::GameEnded
            | Fact::ResultDeclared => (self.window, self.phase) = (true, true),
            Fact::RoundFinalised { .. } => self.phase = true,
            Fact::TeamDisqualified { .. } | Fact::TeamReinstated { .. } => self.seated = true,
            _ => {}
        }
    }
}
