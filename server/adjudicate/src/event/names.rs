//! Names: the ids of a request's players, numbered in their order.

use std::collections::BTreeMap;

use ishigaki_tournament::{DrawNumber, Field, PlayerId};

use super::fault::RequestFault;
use crate::request::ById;

pub(super) struct Names {
    ids: Vec<String>,
    players: BTreeMap<String, PlayerId>,
}

impl Names {
    pub(super) fn of(ids: Vec<String>) -> Result<Self, RequestFault> {
        let mut players = BTreeMap::new();
        for (line, id) in ids.iter().enumerate() {
            if id.is_empty() || players.insert(id.clone(), PlayerId::at(line)).is_some() {
                return Err(RequestFault::BadRoster);
            }
        }
        Ok(Self { ids, players })
    }

    pub(super) fn player(&self, id: &str) -> Result<PlayerId, RequestFault> {
        self.players.get(id).copied().ok_or(RequestFault::UnknownPlayer)
    }

    pub(super) fn players(&self, ids: &[String]) -> Result<Vec<PlayerId>, RequestFault> {
        ids.iter().map(|id| self.player(id)).collect()
    }

    pub(super) fn id(&self, player: PlayerId) -> &str {
        self.ids.get(player.index()).map(String::as_str).unwrap_or_default()
    }

    /// Players' ids, in the order given.
    pub(super) fn ids(&self, players: &[PlayerId]) -> Vec<&str> {
        players.iter().map(|player| self.id(*player)).collect()
    }

    /// Players' ids, sorted.
    pub(super) fn sorted(&self, players: &[PlayerId]) -> Vec<&str> {
        let mut ids = self.ids(players);
        ids.sort_unstable();
        ids
    }

    /// All ids, in the order of their lines.
    pub(super) fn all(&self) -> Vec<&str> {
        self.ids.iter().map(String::as_str).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn marks(&self, players: &[PlayerId]) -> Vec<bool> {
        let mut marks = vec![false; self.len()];
        for player in players {
            if let Some(mark) = marks.get_mut(player.index()) {
                *mark = true;
            }
        }
        marks
    }
}

/// Players and their draw numbers, from a request's `numbers`.
///
/// # Errors
/// If a number is below 1, two are equal, or an id is empty.
pub(super) fn field(numbers: ById<u32>) -> Result<(Names, Field), RequestFault> {
    let ById(numbers) = numbers;
    if numbers.values().any(|number| *number == 0) {
        return Err(RequestFault::BadRequest);
    }
    let mut sorted: Vec<u32> = numbers.values().copied().collect();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(RequestFault::BadRoster);
    }
    let field = Field::new(numbers.values().map(|number| Some(DrawNumber(*number))).collect());
    Ok((Names::of(numbers.into_keys().collect())?, field))
}
