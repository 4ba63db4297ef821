//! The merged log of a game: all its feeds put together, and held against the rules fact by fact.
//!
//! The public feed has every fact but what is sealed; a team's feed has that too. Together they are all that
//! the server knows, so every fact can be decided again: each act must lead to just the facts that follow it.

use std::collections::VecDeque;

use std::sync::Arc;

use ishigaki_rules::{Act, Actor, Command, Event, Fact, Game, Setup, TeamId, cause, decide};

use crate::{At, Checked, Effect, Violation};

/// A game as all its feeds together have it, as far as they have been taken up.
#[derive(Debug)]
pub struct MergedLog {
    game: Game,
    /// Number of events of the public feed that are taken up, and of each team's.
    public: usize,
    teams: Vec<usize>,
    /// Events that the last act leads to, as far as they have not come yet.
    due: VecDeque<Event>,
    facts: u64,
    /// The game before each event of what was told last: with the game as it is now, where a call can have found it. Before
    /// time's own events too: the end of a round lets a team that was taken back build again (`E3`).
    passed: Vec<Arc<Game>>,
}

/// Looks at an event between the games before and after it.
type Observe<'a> = dyn FnMut(&Game, &Event, &Game) -> Checked + 'a;

impl MergedLog {
    /// The log of a game of which nothing is known yet.
    pub fn new(setup: impl Into<Arc<Setup>>) -> Self {
        let setup = setup.into();
        let teams = vec![0; setup.teams.len()];
        Self { game: Game::new(setup), public: 0, teams, due: VecDeque::new(), facts: 0, passed: Vec::new() }
    }

    /// The game as far as it has been told, with all that is sealed in it.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns whether somebody's act, found right, can have changed nothing in what was told last: a stone lay where it was to
    /// lie, a wall stood as it was to stand.
    pub fn can_be_idle(&self, by: Actor, act: &Act) -> bool {
        let leads_nowhere = |game: &Game| {
            let command = Command { at: game.now(), by, act: act.clone() };
            decide(game, &command).is_ok_and(|events| events.is_empty())
        };
        *act != Act::Tick && self.passed.iter().map(|game| &**game).chain([&self.game]).any(leads_nowhere)
    }

    /// Returns how many facts it has.
    pub fn facts(&self) -> u64 {
        self.facts
    }

    /// Takes up what is new in the events of all feeds, each from its start. What time brought about while they were
    /// being read may be in some of them only; it waits for the next time. `observe` sees each event between the games
    /// before and after it.
    ///
    /// # Errors
    /// What does not follow.
    pub fn extend(
        &mut self,
        public: &[Event],
        teams: &[Vec<Event>],
        observe: &mut Observe<'_>,
    ) -> Checked<Vec<Effect>> {
        let mut effects = Vec::new();
        self.passed.clear();
        loop {
            if self.due.is_empty()
                && let Some((team, event)) = self.replaced(public, teams)
            {
                self.advance(team);
                effects.extend(self.take(&event, observe)?);
                continue;
            }
            let Some(event) = public.get(self.public) else { break };
            let Some(event) = self.in_all(event, teams)? else { break };
            self.public += 1;
            for (team, taken) in (0..).map(TeamId).zip(&mut self.teams) {
                *taken += usize::from(event.fact.is_for(team));
            }
            effects.extend(self.take(&event, observe)?);
        }
        self.only_time_is_ahead(teams)?;
        Ok(effects)
    }

    /// The earliest event that is next in its team's feed and which no other feed has: a sealed list, or re-bid,
    /// in place of another one (`A4`).
    fn replaced(&self, public: &[Event], teams: &[Vec<Event>]) -> Option<(TeamId, Event)> {
        // What is announced to others stands in no place of this team's feed: only its moment says what came before.
        let is_ahead = |team, head: &Event| {
            public.get(self.public).is_some_and(|next| !next.fact.is_for(team) && head.at > next.at)
        };
        let heads = self.game.setup().team_ids().filter_map(|team| {
            let head = self.head(team, teams).filter(|head| !is_ahead(team, head))?;
            (head.fact.sealer() == Some(team) && !self.is_news(&head.fact)).then_some((team, head))
        });
        // Of two in one millisecond, the one that leads to more came last.
        let first =
            heads.min_by_key(|(_, event)| (event.at, self.decide(event).map_or(0, |facts| facts.len())));
        first.map(|(team, event)| (team, event.clone()))
    }

    /// The event of the public feed with all that the teams' feeds know of it; `None` if it is too late for one of
    /// them.
    fn in_all(&self, event: &Event, teams: &[Vec<Event>]) -> Checked<Option<Event>> {
        let mut whole = event.clone();
        for team in self.game.setup().team_ids().filter(|&team| event.fact.is_for(team)) {
            let Some(head) = self.head(team, teams) else { return Ok(None) };
            let is_same = if event.fact.sealer() == Some(team) {
                whole = head.clone();
                (head.at, head.by) == (event.at, event.by)
                    && head.fact.sealer() == Some(team)
                    && same_kind(head, event)
            } else {
                head == event
            };
            if !is_same {
                return Err(self.apart(team, event));
            }
        }
        Ok(Some(whole))
    }

    fn take(&mut self, event: &Event, observe: &mut Observe<'_>) -> Checked<Option<Effect>> {
        let against_rules = || Violation::AgainstRules { fact: event.fact.name(), at: At(Some(event.at)) };
        let is_consequence = !self.due.is_empty();
        if !is_consequence {
            self.due = self.decide(event).ok_or_else(against_rules)?.into();
        }
        if self.due.pop_front().as_ref() != Some(event) {
            return Err(against_rules());
        }
        // A copy is the dearest thing here: the effect has the same one.
        let before = Arc::new(self.game.clone());
        self.game.apply(event);
        self.facts += 1;
        observe(&before, event, &self.game)?;
        self.passed.push(Arc::clone(&before));
        if event.by == Actor::Clock {
            return Ok(None);
        }
        Ok(Some(Effect { before, event: event.clone(), is_consequence }))
    }

    /// Returns what the act behind this event leads to; `None` if there is no such act, or the rules refuse
    /// it.
    fn decide(&self, event: &Event) -> Option<Vec<Event>> {
        let act = cause(&self.game, &event.fact).filter(|_| event.fact.can_be_of(event.by))?;
        decide(&self.game, &Command { at: event.at, by: event.by, act }).ok()
    }

    /// Returns whether the public learns that something was sealed: of a team's lists in one attempt or wave it
    /// learns of the first one only (`A4`).
    fn is_news(&self, fact: &Fact) -> bool {
        let Some(record) = self.game.current_round() else { return true };
        match fact {
            Fact::BidsSealed { team, .. } => !record.sealed.contains_key(team),
            Fact::RebidSealed { team, .. } => !record.sealed_raises.contains_key(team),
            _ => true,
        }
    }

    /// Checks that what is left over in a feed is only what time brought about after another one was read.
    fn only_time_is_ahead(&self, teams: &[Vec<Event>]) -> Checked {
        for team in self.game.setup().team_ids() {
            if let Some(head) = self.head(team, teams).filter(|head| head.by != Actor::Clock) {
                return Err(self.apart(team, head));
            }
        }
        Ok(())
    }

    fn head<'a>(&self, team: TeamId, teams: &'a [Vec<Event>]) -> Option<&'a Event> {
        teams.get(team.index())?.get(*self.teams.get(team.index())?)
    }

    fn advance(&mut self, team: TeamId) {
        if let Some(taken) = self.teams.get_mut(team.index()) {
            *taken += 1;
        }
    }

    fn apart(&self, team: TeamId, event: &Event) -> Violation {
        let reader = self.game.setup().team(team).map(|spec| format!("team {}", spec.code));
        Violation::Apart {
            reader: reader.unwrap_or_default(),
            fact: event.fact.name(),
            event: self.public + 1,
        }
    }
}

fn same_kind(one: &Event, other: &Event) -> bool {
    one.fact.name() == other.fact.name()
}
