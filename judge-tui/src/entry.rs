//! The organiser's manual entries for a team (`G6`): from text to a call.
//!
//! The rules and the server validate them. `Debug` omits sealed content.

use std::fmt;

use ishigaki_catalogue::Phrase;
use ishigaki_client::OrganiserClient;
use ishigaki_client::spelling::{bid, number, raise, stone};
use ishigaki_proto::convert::{RequestedAct, act, spot_to_wire, stone_to_wire};
use ishigaki_proto::fault::Fault;
use ishigaki_proto::organiser::{EnterBidsRequest, EnterCountRequest, EnterRebidRequest, EnterWallRequest};
use ishigaki_proto::padding::pad;
use ishigaki_proto::wire;
use ishigaki_rules::{Setup, TeamState};
use tonic::Status;

/// Kind of an entry for a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKind {
    /// `A2`.
    List,
    /// `A7`.
    Rebid,
    /// `W5`.
    Wall,
    /// `E2`.
    Count,
    /// The wall on the server counts again (`E2`).
    Uncount,
}

#[derive(Clone, PartialEq)]
pub(crate) enum EntryContent {
    /// In priority order; empty for a decline.
    List(Vec<wire::Bid>),
    /// Empty for a pass.
    Rebid(Vec<wire::Raise>),
    /// Empty to clear the wall.
    Wall(Vec<wire::Placement>),
    /// `None` removes the count.
    Count(Option<wire::WallCount>),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EntryTarget {
    pub(crate) game: String,
    pub(crate) team: String,
    pub(crate) round: u32,
    /// From 1; 0 for the current one.
    pub(crate) attempt: u32,
    pub(crate) wave: u32,
    /// Revision of the wall it replaces; 0 if it never changed.
    pub(crate) wall: u32,
    /// Whether a list or re-bid may replace a submitted one.
    pub(crate) replaces: bool,
    /// Length in bytes of padded sealed content in that game (`A4`).
    pub(crate) length: usize,
}

/// Invalid text of an entry. Its content is not repeated, because it may be sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryError {
    pub kind: EntryKind,
    pub item: usize,
}

/// A call of the organiser's service for a team.
#[derive(Clone, PartialEq)]
pub enum Request {
    List(EnterBidsRequest),
    Rebid(EnterRebidRequest),
    Wall(EnterWallRequest),
    Count(EnterCountRequest),
}

impl EntryKind {
    /// All kinds in the order of the menu.
    pub const ALL: [Self; 5] = [Self::List, Self::Rebid, Self::Wall, Self::Count, Self::Uncount];

    /// Returns whether only the organiser may enter it (`G6`): what decides a stone or its place, not a count.
    pub(crate) const fn needs_organiser(self) -> bool {
        matches!(self, Self::List | Self::Rebid | Self::Wall)
    }

    /// Returns whether it is sealed until an opening (`A4`).
    pub const fn is_sealed(self) -> bool {
        matches!(self, Self::List | Self::Rebid)
    }
}

impl EntryError {
    pub(crate) fn phrase(self) -> Phrase {
        let key = match self.kind {
            EntryKind::List => "console-byhand-slip-list",
            EntryKind::Rebid => "console-byhand-slip-rebid",
            EntryKind::Wall => "console-byhand-slip-wall",
            EntryKind::Count | EntryKind::Uncount => "console-byhand-slip-count",
        };
        Phrase::new(key, vec![("item", self.item.into())])
    }
}

pub(crate) const fn name_key(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::List => "console-byhand-act-list",
        EntryKind::Rebid => "console-byhand-act-rebid",
        EntryKind::Wall => "console-byhand-act-wall",
        EntryKind::Count => "console-byhand-act-count",
        EntryKind::Uncount => "console-byhand-act-uncount",
    }
}

/// Parses typed text or a file. Commas, semicolons and line ends separate entries; spaces and colons separate
/// the parts of an entry. Spaces also separate entries that are each written with colons, as in `L:10 D:5`.
/// `-` alone means an empty entry. Full-width characters count as half-width.
pub(crate) fn read(kind: EntryKind, text: &str) -> Result<EntryContent, EntryError> {
    let text: String = text.chars().map(narrow).collect();
    let text = text.trim();
    let text = if text == "-" { "" } else { text };
    match kind {
        EntryKind::List => items(kind, text, line).map(EntryContent::List),
        EntryKind::Rebid => items(kind, text, new_price).map(EntryContent::Rebid),
        EntryKind::Wall => items(kind, text, placement).map(EntryContent::Wall),
        EntryKind::Count => {
            count(text).map(|count| EntryContent::Count(Some(count))).ok_or(EntryError { kind, item: 1 })
        }
        EntryKind::Uncount => Ok(EntryContent::Count(None)),
    }
}

pub(crate) fn wall_text(team: &TeamState, setup: &Setup) -> String {
    let spelled = team.laid.iter().map(|(&stone, &spot)| {
        let (stone, spot) = (stone_to_wire(stone, setup), spot_to_wire(spot));
        format!("{}-{} {} {} {}", stone.lot, stone.copy, spot.quarter_turns * 90, spot.row, spot.col)
    });
    spelled.collect::<Vec<_>>().join(", ")
}

impl EntryContent {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::List(bids) => bids.len(),
            Self::Rebid(raises) => raises.len(),
            Self::Wall(placements) => placements.len(),
            Self::Count(count) => usize::from(count.is_some()),
        }
    }

    pub(crate) fn with_codes_of(mut self, setup: &Setup) -> Self {
        match &mut self {
            Self::List(bids) => bids.iter_mut().for_each(|bid| correct_code(&mut bid.lot, setup)),
            Self::Wall(placements) => {
                let stones = placements.iter_mut().filter_map(|placement| placement.stone.as_mut());
                stones.for_each(|stone| correct_code(&mut stone.lot, setup));
            }
            Self::Rebid(_) | Self::Count(_) => {}
        }
        self
    }

    pub(crate) fn request(self, target: EntryTarget, reason: String) -> Request {
        let EntryTarget { game, team, round, attempt, wave, wall, replaces: replaces_submitted, length } =
            target;
        let padding = Vec::new();
        match self {
            Self::List(bids) => {
                let request = EnterBidsRequest {
                    game,
                    team,
                    round,
                    attempt,
                    bids,
                    reason,
                    replaces_submitted,
                    padding,
                };
                Request::List(pad(request, length))
            }
            Self::Rebid(raises) => {
                let request = EnterRebidRequest {
                    game,
                    team,
                    round,
                    attempt,
                    wave,
                    raises,
                    reason,
                    replaces_submitted,
                    padding,
                };
                Request::Rebid(pad(request, length))
            }
            Self::Wall(placements) => {
                let replaces_revision = wall;
                Request::Wall(EnterWallRequest { game, team, placements, reason, replaces_revision })
            }
            Self::Count(count) => Request::Count(EnterCountRequest { game, team, count, reason }),
        }
    }
}

impl Request {
    /// Returns the act of the rules in a game with this set-up.
    ///
    /// # Errors
    /// If the request names something unknown.
    pub fn act(&self, setup: &Setup) -> Result<RequestedAct, Fault> {
        match self {
            Self::List(request) => act::enter_bids(request, setup),
            Self::Rebid(request) => act::enter_rebid(request, setup).map(RequestedAct::from),
            Self::Wall(request) => act::enter_wall(request, setup),
            Self::Count(request) => act::enter_count(request, setup).map(RequestedAct::from),
        }
    }

    pub(crate) async fn send(self, mut client: OrganiserClient) -> Result<(), Status> {
        match self {
            Self::List(request) => client.enter_bids(request).await.map(drop),
            Self::Rebid(request) => client.enter_rebid(request).await.map(drop),
            Self::Wall(request) => client.enter_wall(request).await.map(drop),
            Self::Count(request) => client.enter_count(request).await.map(drop),
        }
    }
}

/// It contains only texts and integers.
impl Eq for Request {}

impl fmt::Debug for EntryContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

fn narrow(character: char) -> char {
    match character {
        '\u{3000}' => ' ',
        '、' | '。' => ',',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
        _ => character,
    }
}

fn items<T>(kind: EntryKind, text: &str, item: impl Fn(&[&str]) -> Option<T>) -> Result<Vec<T>, EntryError> {
    let entries = text.split([',', ';', '\n']).flat_map(entries);
    let read = |(place, entry): (usize, &str)| {
        let parts: Vec<&str> = parts(entry).collect();
        item(&parts).ok_or(EntryError { kind, item: place })
    };
    (1..).zip(entries).map(read).collect()
}

fn entries(text: &str) -> Vec<&str> {
    let has_parts = |word: &str| word.split(':').filter(|part| !part.is_empty()).count() > 1;
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = text.trim();
    if words.iter().all(|word| has_parts(word)) { words } else { vec![text] }
}

fn parts(entry: &str) -> impl Iterator<Item = &str> {
    entry
        .split(|character: char| character.is_whitespace() || character == ':')
        .filter(|part| !part.is_empty())
}

fn line(parts: &[&str]) -> Option<wire::Bid> {
    let [lot, price] = parts else { return None };
    bid(lot, price)
}

fn new_price(parts: &[&str]) -> Option<wire::Raise> {
    let [line, price] = parts else { return None };
    raise(line, price)
}

fn placement(parts: &[&str]) -> Option<wire::Placement> {
    let [stone_code, turn, row, col] = parts else { return None };
    let quarter_turns = match number::<u32>(turn.strip_suffix('°').unwrap_or(turn))? {
        quarters @ 0..=3 => quarters,
        degrees @ (90 | 180 | 270) => degrees / 90,
        _ => return None,
    };
    let spot = wire::Spot { quarter_turns, row: row.parse().ok()?, col: col.parse().ok()? };
    Some(wire::Placement {
        stone: Some(stone(stone_code)?),
        placing: Some(wire::placement::Placing::Spot(spot)),
    })
}

fn count(text: &str) -> Option<wire::WallCount> {
    let figures: Vec<&str> = text.split([',', ';', '\n']).flat_map(parts).collect();
    let [empty, top_gaps, used] = figures.as_slice() else { return None };
    Some(wire::WallCount { empty: number(empty)?, top_gaps: number(top_gaps)?, used: number(used)? })
}

fn correct_code(code: &mut String, setup: &Setup) {
    if setup.lot_by_code(code).is_some() {
        return;
    }
    let mut same_code = setup.lots.iter().filter(|lot| lot.code.eq_ignore_ascii_case(code));
    if let (Some(lot), None) = (same_code.next(), same_code.next()) {
        code.clone_from(&lot.code);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bids(text: &str) -> Result<Vec<(String, u64)>, EntryError> {
        let content = read(EntryKind::List, text)?;
        let EntryContent::List(bids) = content else { panic!("a list") };
        Ok(bids.into_iter().map(|bid| (bid.lot, bid.price)).collect())
    }

    fn slip(kind: EntryKind, item: usize) -> Result<EntryContent, EntryError> {
        Err(EntryError { kind, item })
    }

    #[test]
    fn list_accepts_any_separators_between_lot_and_price() {
        let expected = Ok(vec![("P".to_owned(), 10), ("O".to_owned(), 5)]);
        for text in [
            "P 10, O 5",
            "P:10,O:5,",
            " P  10 ;\nO 5\n",
            "P 10\nO 5",
            "P:10 O:5",
            "P:10\tO:5\r\n",
            "P: 10, O :5",
            "Ｐ：１０　Ｏ：５",
            "Ｐ　１０、Ｏ　５",
        ] {
            assert_eq!(bids(text), expected, "{text:?}");
        }
        for nothing in ["", " ", "-", "－", ",\n"] {
            assert_eq!(bids(nothing), Ok(Vec::new()), "{nothing:?}");
        }
    }

    #[test]
    fn error_gives_entry_number_without_content() {
        for bad in ["P", "P 10 5", "P -1", "P 1.5", "10", "- 3 4", "P 99999999999999999999"] {
            let text = format!("O 5, {bad}");
            assert_eq!(read(EntryKind::List, &text), slip(EntryKind::List, 2), "{bad:?}");
        }
        for bad in ["0 12", "P 12", "1", "1 2 3"] {
            assert_eq!(read(EntryKind::Rebid, bad), slip(EntryKind::Rebid, 1), "{bad:?}");
        }
        for bad in ["P 0 1 1", "P-0 0 1 1", "P-1 45 1 1", "P-1 4 1 1", "P-1 0 1", "-1 0 1 1", "P-1 0 a 1"] {
            assert_eq!(read(EntryKind::Wall, bad), slip(EntryKind::Wall, 1), "{bad:?}");
        }
        for bad in ["", "12 1", "12 1 5 4", "12 -1 5"] {
            assert_eq!(read(EntryKind::Count, bad), slip(EntryKind::Count, 1), "{bad:?}");
        }
    }

    #[test]
    fn rotation_is_given_in_quarters_or_degrees() {
        for (turn, quarters) in [("0", 0), ("1", 1), ("3", 3), ("90", 1), ("180°", 2), ("270", 3)] {
            let Ok(EntryContent::Wall(wall)) = read(EntryKind::Wall, &format!("big-P-2 {turn} 3 -4")) else {
                panic!("{turn}");
            };
            let spot = wire::Spot { quarter_turns: quarters, row: 3, col: -4 };
            assert_eq!(wall[0].placing, Some(wire::placement::Placing::Spot(spot)));
            assert_eq!(wall[0].stone, Some(wire::Stone { lot: "big-P".into(), copy: 2 }));
        }
    }

    #[test]
    fn entries_with_colons_need_no_comma() {
        let Ok(EntryContent::Wall(wall)) = read(EntryKind::Wall, "P-1:90:3:4 O-1:0:0:-1") else {
            panic!("a wall")
        };
        assert_eq!(wall.len(), 2);
        let Ok(EntryContent::Rebid(raises)) = read(EntryKind::Rebid, "1:14 2:9") else { panic!("a re-bid") };
        assert_eq!(raises.len(), 2);
        assert_eq!(read(EntryKind::List, "L:10 D"), slip(EntryKind::List, 1));
        assert_eq!(read(EntryKind::List, "L:10 D:5 E:x"), slip(EntryKind::List, 3));
    }

    #[test]
    fn count_has_three_figures() {
        let count = wire::WallCount { empty: 12, top_gaps: 1, used: 5 };
        for text in ["12 1 5", "12, 1, 5"] {
            assert_eq!(read(EntryKind::Count, text), Ok(EntryContent::Count(Some(count))), "{text:?}");
        }
    }

    #[test]
    fn nothing_that_is_entered_shows_in_debug_output() {
        let content = read(EntryKind::List, "P 4711").unwrap();
        let request = content.clone().request(EntryTarget::default(), "4712".into());
        assert_eq!(format!("{content:?} {request:?}"), "sealed sealed");
    }
}
