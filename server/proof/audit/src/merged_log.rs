//! The merged log of a game: all its feeds combined, and compared with the rules fact by fact.
//!
//! The public feed has every fact without sealed contents, and a team's feed has its own. Together they are
//! all that the server knows, so every fact can be decided again: each act must lead to exactly the facts
//! that follow it.

use std::collections::VecDeque;

use std::sync::Arc;

use ishigaki_rules::{Act, Actor, Command, Event, Fact, Game, Setup, TeamId, cause, decide};

use crate::{Checked, Effect, OptionalTime, Violation};

/// A game according to all its feeds, up to the events taken so far.
#[derive(Debug)]
pub struct MergedLog {
    game: Game,
    /// Number of events taken from the public feed; `teams` has those from each team's feed.
    public: usize,
    teams: Vec<usize>,
    /// Expected consequences of the last act that haven't been taken yet.
    due: VecDeque<Event>,
    facts: u64,
    passed: Vec<Arc<Game>>,
}

/// Inspects an event with the games before and after it.
type Observe<'a> = dyn FnMut(&Game, &Event, &Game) -> Checked + 'a;

impl MergedLog {
    /// Returns the empty log of a game.
    pub fn new(setup: impl Into<Arc<Setup>>) -> Self {
        let setup = setup.into();
        let teams = vec![0; setup.teams.len()];
        Self { game: Game::new(setup), public: 0, teams, due: VecDeque::new(), facts: 0, passed: Vec::new() }
    }

    /// Returns the game so far, with all sealed contents.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns whether an accepted act may have changed nothing: a stone was already in that position, or the
    /// wall was already the same.
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

    /// Takes new events of all feeds; each feed is given from its start. Clock events that happened while the
    /// feeds were being read may be in only some of them, and are taken at the next call. `observe` sees each
    /// event between the games before and after it.
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

    /// Returns the earliest next event of a team's feed that no other feed has: a replacement of a sealed
    /// list or re-bid (`A4`).
    fn replaced(&self, public: &[Event], teams: &[Vec<Event>]) -> Option<(TeamId, Event)> {
        // Messages to others aren't in this team's feed, so only times show the order.
        let is_ahead = |team, head: &Event| {
            public.get(self.public).is_some_and(|next| !next.fact.is_for(team) && head.at > next.at)
        };
        let heads = self.game.setup().team_ids().filter_map(|team| {
            let head = self.head(team, teams).filter(|head| !is_ahead(team, head))?;
            (head.fact.sealer() == Some(team) && !self.is_news(&head.fact)).then_some((team, head))
        });
        // If two have the same millisecond, the one with more consequences is later.
        let first =
            heads.min_by_key(|(_, event)| (event.at, self.decide(event).map_or(0, |facts| facts.len())));
        first.map(|(team, event)| (team, event.clone()))
    }

    /// Returns the event of the public feed with the teams' contents; `None` if one of their feeds was read
    /// before it.
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
        let against_rules =
            || Violation::AgainstRules { fact: event.fact.name(), at: OptionalTime(Some(event.at)) };
        let is_consequence = !self.due.is_empty();
        if !is_consequence {
            self.due = self.decide(event).ok_or_else(against_rules)?.into();
        }
        if self.due.pop_front().as_ref() != Some(event) {
            return Err(against_rules());
        }
        // Copying is the most expensive step, so the effect shares this copy.
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

    fn decide(&self, event: &Event) -> Option<Vec<Event>> {
        let act = cause(&self.game, &event.fact).filter(|_| event.fact.can_be_of(event.by))?;
        decide(&self.game, &Command { at: event.at, by: event.by, act }).ok()
    }

    /// Returns whether the event is public: of a team's lists in one attempt or wave, only the first is
    /// (`A4`).
    fn is_news(&self, fact: &Fact) -> bool {
        let Some(record) = self.game.current_round() else { return true };
        match fact {
            Fact::BidsSealed { team, .. } => !record.sealed.contains_key(team),
            Fact::RebidSealed { team, .. } => !record.sealed_raises.contains_key(team),
            _ => true,
        }
    }

    /// Checks that events left in only some feeds are clock events that happened after the other feeds were
    /// read.
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
