//! A team's sheet, as it is printed.
#![expect(clippy::unwrap_used, reason = "test set-up that fails is a failed test")]

use std::fs;
use std::path::Path;

use ishigaki_record::signing::Fingerprint;
use ishigaki_server::folder::Sheet;
use ishigaki_server::key::ServerKey;
use ishigaki_server::token::{Desk, Principal, Role};
use ishigaki_testkit::SeededEntropy;
use ishigaki_words::Lang;

/// The sheet of a team with all that is drawn for it drawn from one seed.
fn sheet(first: Lang) -> String {
    let entropy = SeededEntropy::new(7);
    let principal = Principal { name: "t1".into(), role: Role::Team { team: "t1".into() } };
    let token = Desk::new().issue(principal, &entropy).unwrap();
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
