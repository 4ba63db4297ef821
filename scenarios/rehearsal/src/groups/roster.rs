//! The teams of a contest in groups, its contest file and everybody's token.

use anyhow::Context as _;
use ishigaki_client::{Address, Link, Token, connect};
use ishigaki_server::entropy::SystemEntropy;
use ishigaki_server::token::{Principal, Role, TokenStore};
use serde::Serialize;

use super::EVENT;
use crate::error::Error;
use crate::server::Files;

/// The two parts of a team's name: as they are written, in kana, in Latin letters.
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

/// The most teams: as many as there are names.
pub(super) const MOST: usize = FIRST.len() * SECOND.len();

#[derive(Serialize)]
struct ContestFile {
    event: EventTable,
    team: Vec<TeamTable>,
}

#[derive(Serialize)]
struct EventTable {
    id: &'static str,
    preset: &'static str,
    close: &'static str,
}

#[derive(Serialize)]
struct TeamTable {
    id: String,
    name: String,
    kana: String,
}

/// The team of a line of the roster, from 0.
fn team(line: usize) -> TeamTable {
    let (first, second) = (FIRST[line % FIRST.len()], SECOND[(line / FIRST.len() + line) % SECOND.len()]);
    TeamTable {
        id: format!("t{:02}", line.saturating_add(1)),
        name: format!("{}{} {}{}", first.0, second.0, first.2, second.2),
        kana: format!("{}{}", first.1, second.1),
    }
}

/// Everybody's tokens.
pub(super) struct Badges {
    organiser: Token,
    desk: Token,
    judge: Token,
    board: Token,
    /// The teams', in the order of the roster.
    pub(super) teams: Vec<Token>,
}

impl Badges {
    /// Writes the contest file and the token file, and hands the tokens out.
    pub(super) fn issue(files: &Files, teams: usize) -> anyhow::Result<Self> {
        let team: Vec<TeamTable> = (0..teams).map(team).collect();
        let codes: Vec<String> = team.iter().map(|team| team.id.clone()).collect();
        let event = EventTable { id: EVENT, preset: "ishigaki", close: "all-sealed" };
        let text = toml::to_string(&ContestFile { event, team }).context("the contest file")?;
        std::fs::write(files.contest(), text)
            .map_err(|source| Error::Write { path: files.contest(), source })?;
        let mut store = TokenStore::new();
        let mut issue = |name: &str, role| -> anyhow::Result<Token> {
            let token = store.issue(Principal { name: name.to_owned(), role }, &SystemEntropy)?;
            Ok(token.reveal().parse()?)
        };
        let badges = Self {
            organiser: issue("organiser", Role::Organiser)?,
            desk: issue("desk", Role::Desk)?,
            judge: issue("judge", Role::Judge)?,
            board: issue("board", Role::Board)?,
            teams: codes
                .iter()
                .map(|code| issue(code, Role::Team { team: code.clone() }))
                .collect::<anyhow::Result<_>>()?,
        };
        store.save(&files.tokens())?;
        Ok(badges)
    }
}

/// The connections of those who run the contest.
pub(super) struct Staff {
    pub(super) organiser: Link,
    pub(super) desk: Link,
    pub(super) judge: Link,
    pub(super) board: Link,
}

impl Staff {
    /// Connects all of them. One that a kill has cut answers its next call with an error, so they come anew after one.
    pub(super) fn connect(address: &Address, badges: &Badges) -> Self {
        Self {
            organiser: connect(address, &badges.organiser),
            desk: connect(address, &badges.desk),
            judge: connect(address, &badges.judge),
            board: connect(address, &badges.board),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_team_has_a_name_of_its_own() {
        let names: BTreeSet<String> = (0..MOST).map(|line| team(line).name).collect();
        assert_eq!(names.len(), MOST);
    }
}
