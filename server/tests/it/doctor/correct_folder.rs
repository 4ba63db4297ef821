//! A correct directory has no findings.

use super::fixture::{FolderFixture, OF_MACHINE};

#[test]
fn sound_folder_is_in_order_before_during_and_after_serving() {
    let fixture = FolderFixture::new();
    let faults = |fixture: &FolderFixture| {
        let (found, is_in_the_way) = fixture.examine();
        assert!(!is_in_the_way, "{found:#?}");
        let codes: Vec<String> = found
            .iter()
            .filter(|finding| ["warning", "error"].contains(&finding.level.as_str()))
            .map(|finding| finding.code.clone())
            // Findings about the test machine, such as its free disk space, don't count.
            .filter(|code| !OF_MACHINE.contains(&code.as_str()))
            .collect();
        // The test's contest is served on a loopback address.
        assert_eq!(codes, ["address-loopback"], "{found:#?}");
        found.into_iter().map(|finding| finding.code).collect::<Vec<_>>()
    };
    let before = faults(&fixture);
    assert!(
        ["key", "journal-new", "server-none"].iter().all(|code| before.contains(&(*code).to_owned())),
        "{before:?}"
    );
    let serving = fixture.serve();
    let during = faults(&fixture);
    assert!(
        ["journal-in-use", "server"].iter().all(|code| during.contains(&(*code).to_owned())),
        "{during:?}"
    );
    drop(serving);
    let after = faults(&fixture);
    assert!(["journal", "server-none"].iter().all(|code| after.contains(&(*code).to_owned())), "{after:?}");
}
