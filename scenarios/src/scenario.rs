//! Scenario files: the parameters of a game (`G1`), without teams.

use std::path::Path;

use ishigaki_rules::{
    Cell, ClosePolicy, Frame, LotSpec, Millis, RoundPlan, Setup, SetupFault, SupportRule, TeamSpec, Tsuyama,
};

use crate::basis::{FLAT, TOLD_BEFORE};
use crate::drawing::{Drawing, DrawingPlace};
use crate::file::read_text;
use crate::kind::Kind;
use crate::page::{FORMAT, Page, Table};
use crate::shipped::{builtin, names};
use crate::team::Ids;
use crate::wording::{Word, Wording};
use crate::{Error, Located, basis};

/// Maximum money, lines and copies in a file: far beyond any contest, and without overflow.
const MOST_MONEY: u64 = 1_000_000_000;
const MOST_COUNT: u64 = 1_000;
const LONGEST_S: u64 = 24 * 60 * 60;

/// Frame, stones, rounds and money of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// File name without directory and extension, such as `tiny-2`.
    pub name: String,
    pub title: String,
    pub title_ja: Option<String>,
    pub frame: Frame,
    pub lots: Vec<LotSpec>,
    /// Number of teams that it is made for; a game may have another number.
    pub made_for: Option<usize>,
    pub money: Tsuyama,
    pub rounds: Vec<RoundPlan>,
    pub support: SupportRule,
    pub end_countdown: Millis,
}

impl Scenario {
    /// Parses a scenario; `file` is the name in faults.
    ///
    /// # Errors
    /// All faults, with their locations.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Located>> {
        Page::read(file, text, |page, root| Some(read(page, root)?.0))
    }

    /// Finds a scenario: a path (with a slash, or ending in `.toml`) is a file, anything else the name of a
    /// [shipped](crate::names) one.
    ///
    /// # Errors
    /// If the scenario is unknown, or its file can't be read or is invalid.
    pub fn find(name_or_path: &str) -> Result<Self, Error> {
        if is_path(name_or_path) {
            let text = read_file(Path::new(name_or_path))?;
            return Self::parse(name_or_path, &text).map_err(Error::faulty);
        }
        let Some(text) = builtin(name_or_path) else {
            let known = names().collect::<Vec<_>>().join(", ");
            return Err(Error::Unknown { name: name_or_path.to_owned(), known });
        };
        Self::parse(&format!("{name_or_path}.toml"), text).map_err(Error::faulty)
    }

    /// Returns the set-up of a game with these teams.
    ///
    /// # Errors
    /// If the teams are invalid: fewer than 2, more than 16 (`G2`), or two with one code.
    pub fn setup(&self, teams: Vec<TeamSpec>) -> Result<Setup, SetupFault> {
        let setup = Setup { teams, ..self.setup_without_teams() };
        setup.check()?;
        Ok(setup)
    }

    /// Returns the variant for this many teams (`TG`), with copies of each type in proportion, rounded up.
    /// Everything else stays, so that groups of different size can be compared (`TG4`). A scenario without a
    /// number of teams has no variants.
    #[must_use]
    pub fn variant(mut self, teams: usize) -> Self {
        let (Ok(teams_now), Some(made_for)) = (u32::try_from(teams), self.made_for) else { return self };
        let made_for = u32::try_from(made_for).unwrap_or(1).max(1);
        for lot in &mut self.lots {
            lot.copies = lot.copies.saturating_mul(teams_now).div_ceil(made_for).max(1);
        }
        self.made_for = Some(teams);
        self
    }

    /// Not playable as it is.
    pub(crate) fn setup_without_teams(&self) -> Setup {
        Setup {
            title: self.title.clone(),
            title_ja: self.title_ja.clone().unwrap_or_default(),
            frame: self.frame.clone(),
            lots: self.lots.clone(),
            teams: Vec::new(),
            initial: self.money,
            rounds: self.rounds.clone(),
            support: self.support,
            end_countdown: self.end_countdown,
        }
    }
}

pub(crate) fn is_path(name: &str) -> bool {
    name.contains('/') || Path::new(name).extension().is_some_and(|ending| ending == "toml")
}

pub(crate) fn read_file(path: &Path) -> Result<String, Error> {
    read_text(path).map_err(|source| Error::Unreadable { path: path.to_owned(), source })
}

pub(crate) const CLOSE_POLICIES: [(&str, ClosePolicy); 2] =
    [("deadline", ClosePolicy::AtDeadline), ("all-sealed", ClosePolicy::WhenAllSealed)];

pub(crate) struct Places<'t> {
    pub(crate) root: Table<'t>,
    pub(crate) frame: DrawingPlace,
    pub(crate) is_arch: bool,
    pub(crate) rounds: Vec<Table<'t>>,
    pub(crate) lots: Vec<LotPlaces<'t>>,
}

pub(crate) struct LotPlaces<'t> {
    pub(crate) table: Table<'t>,
    pub(crate) shape: DrawingPlace,
}

pub(crate) fn read<'t>(page: &mut Page<'_>, mut root: Table<'t>) -> Option<(Scenario, Places<'t>)> {
    if !Kind::Scenario.expect(page, &root) {
        return None;
    }
    let title = root.need(page, "title", FORMAT).and_then(|value| page.title("title", value));
    let title_ja = root.find("title_ja").and_then(|value| page.title("title_ja", value));
    let made_for = root.find("teams").and_then(|value| page.whole("teams", value, 2..=16, basis::TEAMS));
    let money = root
        .need(page, "money", TOLD_BEFORE)
        .and_then(|value| page.whole("money", value, 1..=MOST_MONEY, basis::MONEY_SAME));
    let support = match root.find("support") {
        Some(value) => {
            let choices = [("each-move", SupportRule::EachMove), ("at-end", SupportRule::AtEnd)];
            page.choice("support", value, &choices, basis::SUPPORT)
        }
        None => Some(SupportRule::EachMove),
    };
    let end_countdown = match root.find("end_countdown_s") {
        Some(value) => page.whole("end_countdown_s", value, 1..=60, basis::COUNTDOWN),
        None => Some(5),
    };
    let frame = root
        .need(page, "frame", TOLD_BEFORE)
        .and_then(|value| Drawing::read(page, "frame", value))
        .and_then(|drawing| Some((drawing.frame(page)?, drawing.drawing_place())));
    let arch = root.find("arch").and_then(|value| page.flag("arch", value));
    let rounds = read_rounds(page, &mut root);
    let lots = read_lots(page, &mut root, money);
    root.close(page);
    let (frame, frame_place) = frame?;
    check_flat(page, &frame, &frame_place);
    let (rounds, round_places) = rounds.into_iter().unzip();
    let (lots, lot_places) = lots.into_iter().unzip();
    let scenario = Scenario {
        name: Path::new(page.file()).file_stem()?.to_string_lossy().into_owned(),
        title: title?,
        title_ja,
        frame,
        lots,
        made_for: made_for.and_then(|teams| usize::try_from(teams).ok()),
        money: Tsuyama(money?),
        rounds,
        support: support?,
        end_countdown: seconds(end_countdown?),
    };
    let places = Places {
        root,
        frame: frame_place,
        is_arch: arch == Some(true),
        rounds: round_places,
        lots: lot_places,
    };
    Some((scenario, places))
}

/// Rejects a frame without a flat part at its top or bottom: no stone could rest in it, or be level with it.
fn check_flat(page: &mut Page<'_>, frame: &Frame, place: &DrawingPlace) {
    for (row, side) in [(frame.top_row(), Word::Top), (frame.bottom_row(), Word::Bottom)] {
        let (longest, _) = runs(frame, row);
        if longest < 2 {
            page.report(place.of_row(row), Wording::NotFlat { side: side.into() }, FLAT);
        }
    }
}

pub(crate) fn runs(frame: &Frame, row: i32) -> (usize, usize) {
    let signs: Vec<bool> = (0..frame.width()).map(|col| frame.contains(Cell { row, col })).collect();
    let runs: Vec<usize> = signs.split(|inside| !inside).map(<[bool]>::len).filter(|&run| run > 0).collect();
    (runs.iter().copied().max().unwrap_or(0), runs.len())
}

fn read_rounds<'t>(page: &mut Page<'_>, root: &mut Table<'t>) -> Vec<(RoundPlan, Table<'t>)> {
    let tables = root.tables(page, "round");
    if tables.is_empty() {
        page.report(0, Wording::NoRound, TOLD_BEFORE);
    }
    tables.into_iter().filter_map(|table| read_round(page, table)).collect()
}

fn read_round<'t>(page: &mut Page<'_>, mut table: Table<'t>) -> Option<(RoundPlan, Table<'t>)> {
    let mut count = |page: &mut Page<'_>, key| {
        let value = table.need(page, key, basis::ROUND_LIMITS)?;
        let number = page.whole(key, value, 1..=MOST_COUNT, basis::ROUND_EMPTY)?;
        u32::try_from(number).ok()
    };
    let max_bids = count(page, "bids");
    let max_wins = count(page, "wins");
    let mut window = |page: &mut Page<'_>, key, default, why| match table.find(key) {
        Some(value) => page.whole(key, value, 1..=LONGEST_S, why),
        None => Some(default),
    };
    let bidding = window(page, "window_s", 90, basis::WINDOW);
    let rebidding = window(page, "rebid_window_s", 30, basis::REBID_WINDOW);
    let close = match table.find("close") {
        Some(value) => page.choice("close", value, &CLOSE_POLICIES, basis::CLOSING),
        None => Some(ClosePolicy::AtDeadline),
    };
    table.close(page);
    let plan = RoundPlan {
        max_bids: max_bids?,
        max_wins: max_wins?,
        window: seconds(bidding?),
        rebid_window: seconds(rebidding?),
        close: close?,
    };
    Some((plan, table))
}

fn read_lots<'t>(
    page: &mut Page<'_>,
    root: &mut Table<'t>,
    money: Option<u64>,
) -> Vec<(LotSpec, LotPlaces<'t>)> {
    let tables = root.tables(page, "stone");
    if tables.is_empty() {
        page.report(0, Wording::NoStone, TOLD_BEFORE);
    }
    let mut ids = Ids::new("stone");
    tables.into_iter().filter_map(|table| read_lot(page, table, &mut ids, money)).collect()
}

fn read_lot<'t>(
    page: &mut Page<'_>,
    mut table: Table<'t>,
    ids: &mut Ids,
    money: Option<u64>,
) -> Option<(LotSpec, LotPlaces<'t>)> {
    let code = table.need(page, "id", FORMAT).and_then(|value| {
        let id = page.code("id", value, 8, "")?;
        ids.take(page, value, &id).then_some(id)
    });
    let copies = match table.find("copies") {
        Some(value) => page.whole("copies", value, 1..=MOST_COUNT, basis::COPIES),
        None => Some(1),
    };
    let min_price = table.need(page, "min_price", TOLD_BEFORE).and_then(|value| {
        let price = page.whole("min_price", value, 0..=MOST_MONEY, basis::MONEY_WHOLE)?;
        if let Some(money) = money.filter(|&money| price > money) {
            let what = Wording::AboveMoney { price: price.into(), money: money.into() };
            page.report(value.span().start, what, basis::NO_BID);
        }
        Some(price)
    });
    let shape = table
        .need(page, "shape", TOLD_BEFORE)
        .and_then(|value| Drawing::read(page, "shape", value))
        .and_then(|drawing| Some((drawing.shape(page)?, drawing.drawing_place())));
    table.close(page);
    let (shape, drawing) = shape?;
    let lot =
        LotSpec { code: code?, shape, min_price: Tsuyama(min_price?), copies: u32::try_from(copies?).ok()? };
    Some((lot, LotPlaces { table, shape: drawing }))
}

fn seconds(seconds: u64) -> Millis {
    Millis(seconds.saturating_mul(1_000))
}
