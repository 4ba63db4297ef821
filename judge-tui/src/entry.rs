//! The organiser's entries by hand for a team (`G6`): from typed text to a call of the organiser's service.
//!
//! Knows how such text is written and what goes over the wire. Whether a list or a wall is valid, the rules and the
//! server say. What is sealed shows in no debug output.

use std::fmt;

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
    /// A list (`A2`).
    List,
    /// A re-bid (`A7`).
    Rebid,
    /// A whole wall (`W5`).
    Wall,
    /// Count of a wall (`E2`).
    Count,
    /// That the wall as it lies here counts again (`E2`).
    Uncount,
}

/// Content of the paper.
#[derive(Clone, PartialEq)]
pub(crate) enum EntryContent {
    /// The lines in priority order; none: the team declines.
    List(Vec<wire::Bid>),
    /// New prices of tied lines; none: the team passes.
    Rebid(Vec<wire::Raise>),
    /// All stones of the wall; none: it is cleared.
    Wall(Vec<wire::Placement>),
    /// Count of a wall; `None`: the count is taken back.
    Count(Option<wire::WallCount>),
}

/// For whom and for what it is meant, by the codes of the wire.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meant {
    pub(crate) game: String,
    pub(crate) team: String,
    /// The round, from 1.
    pub(crate) round: u32,
    /// Its attempt, from 1; 0: whichever is under way.
    pub(crate) attempt: u32,
    /// The wave, from 1.
    pub(crate) wave: u32,
    /// The revision of the wall it replaces; 0: the wall has never been changed.
    pub(crate) wall: u32,
    /// To how many bytes what is sealed is padded in that game (`A4`).
    pub(crate) length: usize,
}

/// Text that cannot be read. What it holds is not repeated: it may be sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryError {
    /// Kind that it should have been.
    pub kind: EntryKind,
    /// Number of the text's entry, from 1.
    pub item: usize,
}

/// A call of the organiser's service that enters something for a team.
#[derive(Clone, PartialEq)]
pub enum Request {
    List(EnterBidsRequest),
    Rebid(EnterRebidRequest),
    Wall(EnterWallRequest),
    /// Enters a count or takes it back.
    Count(EnterCountRequest),
}

impl EntryKind {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::List, Self::Rebid, Self::Wall, Self::Count, Self::Uncount];

    /// Returns whether it is sealed until an opening (`A4`).
    pub const fn is_sealed(self) -> bool {
        matches!(self, Self::List | Self::Rebid)
    }
}

/// The catalogue's key of what a slip is none of.
pub(crate) const fn entry_error_key(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::List => "console-byhand-slip-list",
        EntryKind::Rebid => "console-byhand-slip-rebid",
        EntryKind::Wall => "console-byhand-slip-wall",
        EntryKind::Count | EntryKind::Uncount => "console-byhand-slip-count",
    }
}

/// The catalogue's key of what an entry is called that says for whom it is, and nothing of what it holds.
pub(crate) const fn name_key(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::List => "console-byhand-act-list",
        EntryKind::Rebid => "console-byhand-act-rebid",
        EntryKind::Wall => "console-byhand-act-wall",
        EntryKind::Count => "console-byhand-act-count",
        EntryKind::Uncount => "console-byhand-act-uncount",
    }
}

/// Reads typed text, a file's text included. Commas, semicolons and line ends separate entries; spaces and colons separate
/// the parts of an entry. Spaces also separate entries that are each written with colons, as in `L:10 D:5`. `-` alone is as good
/// as nothing at all. Full-width signs count as their narrow ones.
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

/// A wall as [`read`] reads it.
pub(crate) fn spell_wall(team: &TeamState, setup: &Setup) -> String {
    let spelled = team.laid.iter().map(|(&stone, &spot)| {
        let (stone, spot) = (stone_to_wire(stone, setup), spot_to_wire(spot));
        format!("{}-{} {} {} {}", stone.lot, stone.copy, spot.quarter_turns * 90, spot.row, spot.col)
    });
    spelled.collect::<Vec<_>>().join(", ")
}

impl EntryContent {
    /// Returns the number of entries.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::List(bids) => bids.len(),
            Self::Rebid(raises) => raises.len(),
            Self::Wall(placements) => placements.len(),
            Self::Count(count) => usize::from(count.is_some()),
        }
    }

    /// The same with codes of lots as the set-up spells them, where only the case of letters differs.
    pub(crate) fn spelled_as_in(mut self, setup: &Setup) -> Self {
        match &mut self {
            Self::List(bids) => bids.iter_mut().for_each(|bid| respell(&mut bid.lot, setup)),
            Self::Wall(placements) => {
                let stones = placements.iter_mut().filter_map(|placement| placement.stone.as_mut());
                stones.for_each(|stone| respell(&mut stone.lot, setup));
            }
            Self::Rebid(_) | Self::Count(_) => {}
        }
        self
    }

    /// The call that enters it.
    pub(crate) fn request(self, meant: Meant, reason: String) -> Request {
        let Meant { game, team, round, attempt, wave, wall, length } = meant;
        let padding = Vec::new();
        match self {
            Self::List(bids) => {
                let request = EnterBidsRequest { game, team, round, attempt, bids, reason, padding };
                Request::List(pad(request, length))
            }
            Self::Rebid(raises) => {
                let request = EnterRebidRequest { game, team, round, attempt, wave, raises, reason, padding };
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
    /// The act as the rules know it, in a game with this set-up.
    ///
    /// # Errors
    /// What in the request names nothing of the set-up.
    pub fn act(&self, setup: &Setup) -> Result<RequestedAct, Fault> {
        match self {
            Self::List(request) => act::enter_bids(request, setup),
            Self::Rebid(request) => act::enter_rebid(request, setup).map(RequestedAct::from),
            Self::Wall(request) => act::enter_wall(request, setup),
            Self::Count(request) => act::enter_count(request, setup).map(RequestedAct::from),
        }
    }

    /// Makes the call.
    pub(crate) async fn send(self, mut client: OrganiserClient) -> Result<(), Status> {
        match self {
            Self::List(request) => client.enter_bids(request).await.map(drop),
            Self::Rebid(request) => client.enter_rebid(request).await.map(drop),
            Self::Wall(request) => client.enter_wall(request).await.map(drop),
            Self::Count(request) => client.enter_count(request).await.map(drop),
        }
    }
}

/// Texts and whole numbers, nothing else.
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

/// A full-width sign as its narrow one, and the signs that separate entries in Japanese as commas.
fn narrow(sign: char) -> char {
    match sign {
        '\u{3000}' => ' ',
        '、' | '。' => ',',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(sign) - 0xfee0).unwrap_or(sign),
        _ => sign,
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

/// Returns the entries of a piece of text without separators: its words if each is written with colons, else one of all.
fn entries(text: &str) -> Vec<&str> {
    let has_parts = |word: &str| word.split(':').filter(|part| !part.is_empty()).count() > 1;
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = text.trim();
    if words.iter().all(|word| has_parts(word)) { words } else { vec![text] }
}

fn parts(entry: &str) -> impl Iterator<Item = &str> {
    entry.split(|sign: char| sign.is_whitespace() || sign == ':').filter(|part| !part.is_empty())
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
    let [named, turn, row, col] = parts else { return None };
    let quarter_turns = match number::<u32>(turn.strip_suffix('°').unwrap_or(turn))? {
        quarters @ 0..=3 => quarters,
        degrees @ (90 | 180 | 270) => degrees / 90,
        _ => return None,
    };
    let spot = wire::Spot { quarter_turns, row: row.parse().ok()?, col: col.parse().ok()? };
    Some(wire::Placement { stone: Some(stone(named)?), placing: Some(wire::placement::Placing::Spot(spot)) })
}

fn count(text: &str) -> Option<wire::WallCount> {
    let figures: Vec<&str> = text.split([',', ';', '\n']).flat_map(parts).collect();
    let [empty, top_gaps, used] = figures.as_slice() else { return None };
    Some(wire::WallCount { empty: number(empty)?, top_gaps: number(top_gaps)?, used: number(used)? })
}

fn respell(code: &mut String, setup: &Setup) {
    if setup.lot_by_code(code).is_some() {
        return;
    }
    let mut alike = setup.lots.iter().filter(|lot| lot.code.eq_ignore_ascii_case(code));
    if let (Some(lot), None) = (alike.next(), alike.next()) {
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
    fn a_list_is_lots_with_prices_however_they_are_separated() {
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
    fn a_slip_names_its_entry_and_nothing_of_what_it_holds() {
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
    fn a_turn_is_quarters_or_degrees() {
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
    fn a_count_is_three_figures() {
        let count = wire::WallCount { empty: 12, top_gaps: 1, used: 5 };
        for text in ["12 1 5", "12, 1, 5"] {
            assert_eq!(read(EntryKind::Count, text), Ok(EntryContent::Count(Some(count))), "{text:?}");
        }
    }

    #[test]
    fn nothing_that_is_entered_shows_in_debug_output() {
        let content = read(EntryKind::List, "P 4711").unwrap();
        let request = content.clone().request(Meant::default(), "4712".into());
        assert_eq!(format!("{content:?} {request:?}"), "sealed sealed");
    }
}
