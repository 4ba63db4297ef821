//! The flow of the leagues: pools, qualification, moves and withdrawals (`TF`, `TW`).

use alloc::collections::BTreeSet;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use crate::id::{LeagueId, PlayerId, Round};
use crate::league::Field;
use crate::plan::Plan;
use crate::standing::{Entry, History, ProvisionalRank};

/// Position of a player in the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerState {
    /// Absent when the leagues were made (`TD7`).
    Absent,
    League(LeagueId),
    Placement,
    Qualified(LeagueId),
    Withdrawn,
}

/// Id of a pool. Each pool is paired separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PoolId {
    League(LeagueId),
    Placement,
}

impl PoolId {
    /// Returns the pool by a league's letter, or the placement league by `P`.
    pub fn parse(name: &str) -> Option<Self> {
        if name == "P" { Some(Self::Placement) } else { LeagueId::parse(name).map(Self::League) }
    }
}

impl fmt::Display for PoolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::League(league) => fmt::Display::fmt(league, f),
            Self::Placement => f.write_str("P"),
        }
    }
}

/// How a league's first was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundBy {
    Sole,
    /// Found by the provisional order. The referee confirms it (`TF4`).
    Ranking,
    /// Named by the referee, because the league was empty (`TF4`, `TV3`).
    Referee,
}

/// A league's first (リーグ1位).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    pub player: PlayerId,
    pub by: FoundBy,
    /// Last round before it was found; 0 means before round 1.
    pub after: Round,
}

/// Changes between two rounds (`TF5`), each list by player or league.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    pub withdrawn: Vec<PlayerId>,
    pub moved: Vec<PlayerId>,
    pub qualified: Vec<LeagueId>,
}

/// Error of leagues that can't continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowFault {
    /// A league is empty, so the referee must name its first (`TF4`).
    NobodyLeft { league: LeagueId },
    /// The player can't withdraw: absent, already withdrawn, or qualified (`TW1`).
    CannotWithdraw { player: PlayerId },
}

/// A played game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    pub winner: PlayerId,
    pub loser: PlayerId,
    pub forfeit: bool,
}

/// Error of a round's games that don't match its pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundFault {
    TooMany,
    /// A player who must play doesn't have exactly one entry, or another player has one.
    Entries {
        player: PlayerId,
    },
    BetweenPools {
        player: PlayerId,
    },
    /// An even pool has a bye, or an odd pool has none.
    Byes {
        pool: PoolId,
    },
}

/// The state of the leagues after the rounds so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    plan: Arc<Plan>,
    field: Arc<Field>,
    /// The initial leagues (`TL2`), for `TF4`.
    dealt: Arc<Vec<Vec<PlayerId>>>,
    states: Vec<PlayerState>,
    firsts: Vec<Option<First>>,
    /// Players who miss the next round.
    excused: BTreeSet<PlayerId>,
    history: History,
}

impl Flow {
    /// Returns the leagues before round 1. The leagues must contain each player of the field exactly once;
    /// without leagues, all are in the pool of the placement league (`TS1`).
    pub fn new(plan: Arc<Plan>, field: Arc<Field>, leagues: Vec<Vec<PlayerId>>) -> Self {
        let is_in_pool = |line| leagues.is_empty() && field.number(PlayerId::at(line)).is_some();
        let first = |line| if is_in_pool(line) { PlayerState::Placement } else { PlayerState::Absent };
        let mut states: Vec<PlayerState> = (0..field.lines()).map(first).collect();
        for (at, league) in leagues.iter().enumerate() {
            for player in league {
                if let Some(place) = states.get_mut(player.index()) {
                    *place = PlayerState::League(LeagueId::at(at));
                }
            }
        }
        let firsts = leagues.iter().map(|_| None).collect();
        Self {
            plan,
            field,
            dealt: Arc::new(leagues),
            states,
            firsts,
            excused: BTreeSet::new(),
            history: History::default(),
        }
    }

    /// Returns the plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the players who were present when the leagues were made.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Returns the history of games.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Returns the initial leagues.
    pub fn dealt(&self) -> &[Vec<PlayerId>] {
        &self.dealt
    }

    /// Returns the number of rounds played.
    pub fn played(&self) -> Round {
        Round(u32::try_from(self.history.rounds()).unwrap_or(u32::MAX))
    }

    /// Returns where a player is in the event.
    pub fn state_of(&self, player: PlayerId) -> PlayerState {
        self.states.get(player.index()).copied().unwrap_or(PlayerState::Absent)
    }

    /// Returns each league's first, as far as there is one.
    pub fn firsts(&self) -> &[Option<First>] {
        &self.firsts
    }

    /// Returns whether a player is a league's first.
    pub fn is_first(&self, player: PlayerId) -> bool {
        matches!(self.state_of(player), PlayerState::Qualified(_))
    }

    /// Returns the only unbeaten player left in a league (`TF1`, `TF3`).
    pub fn sole_unbeaten(&self, league: LeagueId) -> Option<PlayerId> {
        let in_league = |player: &PlayerId| self.state_of(*player) == PlayerState::League(league);
        let members = self.field.present().filter(in_league);
        let mut unbeaten = members.filter(|player| self.history.losses(*player) == 0);
        unbeaten.next().filter(|_| unbeaten.next().is_none())
    }

    /// Returns the provisional order of all present players (`TR`).
    pub fn standings(&self) -> Vec<ProvisionalRank> {
        self.history.standings(&self.field, &self.plan)
    }

    /// Returns all withdrawn players, by id.
    pub fn withdrawn(&self) -> Vec<PlayerId> {
        self.field.present().filter(|player| self.state_of(*player) == PlayerState::Withdrawn).collect()
    }

    /// Returns the players of a pool in provisional order.
    pub fn members(&self, pool: PoolId) -> Vec<PlayerId> {
        self.members_of(&self.standings(), pool)
    }

    fn members_of(&self, standings: &[ProvisionalRank], pool: PoolId) -> Vec<PlayerId> {
        let place = match pool {
            PoolId::League(league) => PlayerState::League(league),
            PoolId::Placement => PlayerState::Placement,
        };
        let players = standings.iter().map(|standing| standing.player);
        players.filter(|player| self.state_of(*player) == place).collect()
    }

    /// Returns the pools of the next round with their members in provisional order; empty after the last
    /// round.
    pub fn pools(&self) -> Vec<(PoolId, Vec<PlayerId>)> {
        if self.played() >= self.plan.last_round {
            return Vec::new();
        }
        let standings = self.standings();
        let leagues = (0..self.firsts.len()).map(|at| PoolId::League(LeagueId::at(at)));
        leagues
            .chain([PoolId::Placement])
            .map(|pool| {
                let members = self.members_of(&standings, pool).into_iter();
                (pool, members.filter(|player| !self.excused.contains(player)).collect())
            })
            .filter(|(_, members): &(PoolId, Vec<PlayerId>)| !members.is_empty())
            .collect()
    }

    /// Applies the changes between two rounds, or before the first: moves and qualifications, withdrawals,
    /// then moves and qualifications again (`TF5`).
    ///
    /// # Errors
    ///
    /// Fails if the leagues can't continue, and leaves them half changed. Work on a copy to keep the old
    /// state.
    pub fn pass(&mut self, leaving: &[PlayerId]) -> Result<Passage, FlowFault> {
        let before = self.clone();
        let standings = self.standings();
        self.settle(&standings)?;
        for &player in leaving {
            match self.state_of(player) {
                PlayerState::League(_) | PlayerState::Placement => self.put(player, PlayerState::Withdrawn),
                PlayerState::Absent | PlayerState::Qualified(_) | PlayerState::Withdrawn => {
                    return Err(FlowFault::CannotWithdraw { player });
                }
            }
        }
        if !leaving.is_empty() {
            self.settle(&standings)?;
        }
        Ok(self.passage(&before))
    }

    fn passage(&self, before: &Self) -> Passage {
        let arrived_at = |place: PlayerState| {
            let has_arrived =
                move |player: &PlayerId| self.state_of(*player) == place && before.state_of(*player) != place;
            self.field.present().filter(has_arrived).collect()
        };
        let found = before.firsts.iter().zip(&self.firsts).enumerate();
        Passage {
            withdrawn: arrived_at(PlayerState::Withdrawn),
            moved: arrived_at(PlayerState::Placement),
            qualified: found
                .filter(|(_, (before, now))| before.is_none() && now.is_some())
                .map(|(at, _)| LeagueId::at(at))
                .collect(),
        }
    }

    /// Moves and qualifies players in every league without a first (`TF1`-`TF4`).
    fn settle(&mut self, standings: &[ProvisionalRank]) -> Result<(), FlowFault> {
        for league in (0..self.firsts.len()).map(LeagueId::at) {
            if self.firsts[league.index()].is_none() {
                self.settle_league(standings, league)?;
            }
        }
        Ok(())
    }

    fn settle_league(&mut self, standings: &[ProvisionalRank], league: LeagueId) -> Result<(), FlowFault> {
        let members = self.members_of(standings, PoolId::League(league));
        let (unbeaten, beaten): (Vec<PlayerId>, Vec<PlayerId>) =
            members.into_iter().partition(|player| self.history.losses(*player) == 0);
        let over = self.played() >= self.plan.league_rounds;
        match unbeaten.as_slice() {
            [] => {
                let best = self.best_dealt(standings, league).ok_or(FlowFault::NobodyLeft { league })?;
                self.close(league, &beaten, best, FoundBy::Ranking);
            }
            [sole] => self.close(league, &beaten, *sole, FoundBy::Sole),
            [best, rest @ ..] if over => {
                self.relegate(&beaten);
                self.close(league, rest, *best, FoundBy::Ranking);
            }
            several if several.len().is_power_of_two() => self.relegate(&beaten),
            _ => {}
        }
        Ok(())
    }

    /// Returns the best initial member of the league, in any pool, that didn't withdraw or qualify (`TF4`).
    fn best_dealt(&self, standings: &[ProvisionalRank], league: LeagueId) -> Option<PlayerId> {
        let dealt = self.dealt.get(league.index())?;
        let mut players = standings.iter().map(|standing| standing.player);
        players.find(|player| {
            let free = matches!(self.state_of(*player), PlayerState::League(_) | PlayerState::Placement);
            free && dealt.contains(player)
        })
    }

    fn close(&mut self, league: LeagueId, others: &[PlayerId], first: PlayerId, by: FoundBy) {
        self.relegate(others);
        self.put(first, PlayerState::Qualified(league));
        let after = self.played();
        if let Some(place) = self.firsts.get_mut(league.index()) {
            *place = Some(First { player: first, by, after });
        }
    }

    fn relegate(&mut self, players: &[PlayerId]) {
        for player in players {
            self.put(*player, PlayerState::Placement);
        }
    }

    fn put(&mut self, player: PlayerId, place: PlayerState) {
        if let Some(state) = self.states.get_mut(player.index()) {
            *state = place;
        }
    }

    /// Makes a player a league's first by the referee's ruling (`TV3`). Its other members move to the
    /// placement league.
    ///
    /// Changes nothing if the league has a first, or if the player is absent, withdrawn or another league's
    /// first.
    pub fn name_first(&mut self, league: LeagueId, player: PlayerId) {
        let free = matches!(self.state_of(player), PlayerState::League(_) | PlayerState::Placement);
        if free && self.firsts.get(league.index()) == Some(&None) {
            let members: Vec<PlayerId> = self
                .field
                .present()
                .filter(|member| self.state_of(*member) == PlayerState::League(league))
                .collect();
            self.close(league, &members, player, FoundBy::Referee);
        }
    }

    /// Notes the players who miss the next round: a loss without an opponent (`TV3`).
    pub fn excuse(&mut self, players: &BTreeSet<PlayerId>) {
        self.excused.clone_from(players);
    }

    /// Returns whether a player misses the next round by a ruling.
    pub fn is_excused(&self, player: PlayerId) -> bool {
        self.excused.contains(&player)
    }

    /// Adds a played round with one entry for each member of a pool.
    ///
    /// # Errors
    ///
    /// Fails without changes if games and byes don't match the pools.
    pub fn play(&mut self, games: &[Played], byes: &[PlayerId]) -> Result<(), RoundFault> {
        if self.played() >= self.plan.last_round {
            return Err(RoundFault::TooMany);
        }
        let mut entries: Vec<Option<Entry>> =
            self.states.iter().map(|place| Self::entry_of(*place)).collect();
        for player in self.excused.iter().filter(|player| self.plays(**player)) {
            if let Some(entry) = entries.get_mut(player.index()) {
                *entry = Some(Entry::Excused);
            }
        }
        let mut enter = |player: PlayerId, entry: Entry| {
            match entries.get_mut(player.index()) {
                Some(place) if self.plays(player) && place.is_none() => *place = Some(entry),
                _ => return Err(RoundFault::Entries { player }),
            }
            Ok(())
        };
        for &Played { winner, loser, forfeit } in games {
            if self.state_of(winner) != self.state_of(loser) {
                return Err(RoundFault::BetweenPools { player: winner });
            }
            enter(winner, Entry::Won { over: loser, forfeit })?;
            enter(loser, Entry::Lost { to: winner })?;
        }
        for &player in byes {
            enter(player, Entry::Bye)?;
        }
        self.check_entries(&entries)?;
        self.excused.clear();
        self.history.push(entries);
        Ok(())
    }

    /// Takes back the last played round, before the changes for the next one.
    pub(crate) fn take_back(&mut self) {
        let Some(entries) = self.history.pop() else { return };
        let is_excused = |player: &PlayerId| entries.get(player.index()) == Some(&Some(Entry::Excused));
        self.excused = self.field.present().filter(is_excused).collect();
    }

    fn plays(&self, player: PlayerId) -> bool {
        matches!(self.state_of(player), PlayerState::League(_) | PlayerState::Placement)
    }

    /// Returns the entry of a round for players outside the pools.
    const fn entry_of(place: PlayerState) -> Option<Entry> {
        match place {
            PlayerState::Absent | PlayerState::League(_) | PlayerState::Placement => None,
            PlayerState::Qualified(_) => Some(Entry::FormalWin),
            PlayerState::Withdrawn => Some(Entry::Missed),
        }
    }

    fn check_entries(&self, entries: &[Option<Entry>]) -> Result<(), RoundFault> {
        let missing = self.field.present().find(|player| entries.get(player.index()) == Some(&None));
        if let Some(player) = missing {
            return Err(RoundFault::Entries { player });
        }
        for (pool, members) in self.pools() {
            let had = |player: &&PlayerId| entries.get(player.index()) == Some(&Some(Entry::Bye));
            if members.iter().filter(had).count() != members.len() % 2 {
                return Err(RoundFault::Byes { pool });
            }
        }
        Ok(())
    }

    /// Replaces the result of a game in a played round, counted from 1, by a ruling (`TV3`). Players stay
    /// where they are; the order follows the new result.
    pub fn correct(&mut self, round: Round, game: Played) {
        let Some(at) = round.0.checked_sub(1).and_then(|at| usize::try_from(at).ok()) else { return };
        let Played { winner, loser, forfeit } = game;
        self.history.correct(at, winner, Entry::Won { over: loser, forfeit });
        self.history.correct(at, loser, Entry::Lost { to: winner });
    }
}
