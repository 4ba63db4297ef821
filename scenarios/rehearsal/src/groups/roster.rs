//! The teams of a contest in groups, its contest file, and the officials' connections.

use ishigaki_client::{Address, Link, connect};

use super::EVENT;
use crate::contest_file::{ContestFile, EventTable, LOTTERY_DATE, TeamTable};
use crate::credentials::Credentials;

const FIRST: [(&str, &str, &str); 16] = [
    ("東", "ヒガシ", "Higashi"),
    ("西", "ニシ", "Nishi"),
    ("南", "ミナミ", "Minami"),
    ("北", "キタ", "Kita"),
    ("中", "ナカ", "Naka"),
    ("上", "カミ", "Kami"),
    ("下", "シモ", "Shimo"),
    ("新", "ニイ", "Nii"),
    ("古", "フル", "Furu"),
    ("大", "オオ", "O"),
    ("小", "コ", "Ko"),
    ("高", "タカ", "Taka"),
    ("白", "シロ", "Shiro"),
    ("青", "アオ", "Ao"),
    ("赤", "アカ", "Aka"),
    ("黒", "クロ", "Kuro"),
];
const SECOND: [(&str, &str, &str); 16] = [
    ("石", "イシ", "ishi"),
    ("川", "カワ", "kawa"),
    ("山", "ヤマ", "yama"),
    ("橋", "ハシ", "hashi"),
    ("城", "シロ", "shiro"),
    ("森", "モリ", "mori"),
    ("浜", "ハマ", "hama"),
    ("谷", "タニ", "tani"),
    ("島", "シマ", "shima"),
    ("田", "タ", "ta"),
    ("原", "ハラ", "hara"),
    ("野", "ノ", "no"),
    ("沢", "サワ", "sawa"),
    ("池", "イケ", "ike"),
    ("瀬", "セ", "se"),
    ("崎", "サキ", "saki"),
];

pub(super) const MOST: usize = FIRST.len() * SECOND.len();

fn team(line: usize) -> TeamTable {
    let (first, second) = (FIRST[line % FIRST.len()], SECOND[(line / FIRST.len() + line) % SECOND.len()]);
    TeamTable {
        id: format!("t{:02}", line.saturating_add(1)),
        name: format!("{}{} {}{}", first.0, second.0, first.2, second.2),
        kana: Some(format!("{}{}", first.1, second.1)),
    }
}

pub(super) fn contest(teams: usize) -> anyhow::Result<String> {
    let close = Some("all-sealed");
    let event = EventTable {
        id: EVENT,
        preset: "ishigaki",
        title: None,
        title_ja: None,
        lottery_date: LOTTERY_DATE,
        close,
    };
    let team = (0..teams).map(team).collect();
    ContestFile { event: vec![event], team, game: Vec::new() }.text()
}

pub(super) fn codes(teams: usize) -> impl Iterator<Item = String> {
    (0..teams).map(|line| team(line).id)
}

pub(super) struct Staff {
    pub(super) organiser: Link,
    pub(super) desk: Link,
    pub(super) judge: Link,
    pub(super) board: Link,
}

impl Staff {
    /// Reconnect after a kill, because a broken connection answers its next call with an error.
    pub(super) fn connect(address: &Address, credentials: &Credentials) -> Self {
        Self {
            organiser: connect(address, &credentials.organiser),
            desk: connect(address, &credentials.desk),
            judge: connect(address, &credentials.judge),
            board: connect(address, &credentials.board),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn team_names_are_unique() {
        let names: BTreeSet<String> = (0..MOST).map(|line| team(line).name).collect();
        assert_eq!(names.len(), MOST);
    }
}
