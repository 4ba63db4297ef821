//! Codes of lots, stones and teams on the wire, and numbers of players.

use ishigaki_rules::{LotId, Setup, StoneId, TeamId};
use ishigaki_tournament::PlayerId;

/// Returns the name of a value on the wire as scripts have it: `OUTCOME_CODE_GIVEN_UP` is `given_up`.
pub fn script_name(name: &str, prefix: &str) -> String {
    name.strip_prefix(prefix).unwrap_or(name).to_ascii_lowercase()
}

#[derive(Clone, Copy)]
pub(crate) struct Names<'a>(pub(crate) &'a Setup);

impl Names<'_> {
    /// The code of a team. One that the game does not have gets its number, so that a fault can name it.
    pub(crate) fn team(self, team: TeamId) -> String {
        self.0.team(team).map_or_else(|| unknown(team.0), |team| team.code.clone())
    }

    /// The code of a lot, as [`Names::team`].
    pub(crate) fn lot(self, lot: LotId) -> String {
        self.0.lot(lot).map_or_else(|| unknown(lot.0), |lot| lot.code.clone())
    }

    /// A stone as people and figures name it: `L-2`.
    pub(crate) fn stone(self, stone: StoneId) -> String {
        format!("{}-{}", self.lot(stone.lot), stone.copy)
    }

    pub(crate) fn similar_lot(self, code: &str) -> Option<String> {
        let is_similar = |known: &&str| known.chars().map(plain).eq(code.chars().map(plain));
        self.0.lots.iter().map(|lot| lot.code.as_str()).find(is_similar).map(str::to_owned)
    }
}

/// A letter or a sign without its case and width.
fn plain(letter: char) -> char {
    let code = u32::from(letter);
    let narrow = match code {
        0xff01..=0xff5e => char::from_u32(code - 0xfee0).unwrap_or(letter),
        _ => letter,
    };
    narrow.to_ascii_lowercase()
}

fn unknown(number: u32) -> String {
    format!("#{}", u64::from(number) + 1)
}

/// Returns a line of the roster, from 1.
pub fn player_to_wire(player: PlayerId) -> u32 {
    player.0.saturating_add(1)
}
