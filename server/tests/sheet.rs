//! A team's sheet, as it is printed.
#![expect(clippy::unwrap_used, reason = "test set-up that fails is a failed test")]

use std::fs;
use std::path::Path;

use ishigaki_client::{Invitation, code};
use ishigaki_record::signing::Fingerprint;
use ishigaki_server::folder::Sheet;
use ishigaki_server::key::ServerKey;
use ishigaki_server::token::{Principal, Role, TokenStore};
use ishigaki_testkit::SeededEntropy;
use ishigaki_words::Lang;

/// The sheet of a team with all that is drawn for it drawn from one seed.
fn sheet(first: Lang) -> String {
    let entropy = SeededEntropy::new(7);
    let principal = Principal { name: "t1".into(), role: Role::Team { team: "t1".into() } };
    let token = TokenStore::new().issue(principal, &entropy).unwrap();
    let sheet = Sheet {
        code: "t1",
        name: "津山高専 石垣班",
        address: "192.168.0.10:7150",
        token: token.reveal(),
        authority: Fingerprint::of(b"a certificate"),
        signer: ServerKey::make(&entropy).unwrap().fingerprint(),
    };
    sheet.text(first)
}

#[test]
fn a_sheet_says_all_that_a_team_needs_in_both_languages() {
    for (first, name) in [(Lang::En, "sheet/en.txt"), (Lang::Ja, "sheet/ja.txt")] {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
        let text = sheet(first);
        if std::env::var_os("ISHIGAKI_BLESS").is_some() {
            fs::create_dir_all(golden.parent().unwrap()).unwrap();
            fs::write(&golden, &text).unwrap();
        }
        assert_eq!(text, fs::read_to_string(&golden).unwrap(), "{name}; ISHIGAKI_BLESS=1 writes it anew");
    }
}

/// What a camera reads on a sheet: the squares of its half blocks, on white paper.
fn scanned(sheet: &str) -> String {
    const SQUARE: usize = 4;
    let rows: Vec<Vec<char>> = sheet
        .lines()
        .filter(|line| line.contains(['▀', '▄', '█']))
        .map(|line| line.chars().collect())
        .collect();
    let is_dark = |row: usize, col: usize| match rows.get(row / 2).and_then(|row| row.get(col)) {
        Some('█') => true,
        Some('▀') => row.is_multiple_of(2),
        Some('▄') => !row.is_multiple_of(2),
        _ => false,
    };
    let edge = 4;
    let side = (2 * rows.len() + 2 * edge) * SQUARE;
    let mut paper = rqrr::PreparedImage::prepare_from_bitmap(side, side, |x, y| {
        (y / SQUARE)
            .checked_sub(edge)
            .zip((x / SQUARE).checked_sub(edge))
            .is_some_and(|(row, col)| is_dark(row, col))
    });
    let grids = paper.detect_grids();
    assert_eq!(grids.len(), 1, "one code of squares: {sheet}");
    grids[0].decode().unwrap().1
}

#[test]
fn the_squares_of_a_sheet_say_all_that_join_asks_for() {
    for first in [Lang::En, Lang::Ja] {
        let sheet = sheet(first);
        let invitation: Invitation = scanned(&sheet).parse().unwrap();
        assert_eq!(invitation.server.to_string(), "https://192.168.0.10:7150");
        assert!(invitation.pin.is_of(&Fingerprint::of(b"a certificate")));
        assert!(!invitation.pin.is_of(&Fingerprint::of(b"another")));
        // The token that is printed for eyes is the one that is drawn for cameras.
        let label = if first == Lang::En { "Token " } else { "トークン " };
        let printed = sheet.lines().find_map(|line| line.strip_prefix(label)).unwrap();
        assert_eq!(invitation.token, Some(code::token(printed).unwrap()));
    }
}
