//! Whole screens.

use ishigaki_proto::watch::Audience;
use ishigaki_screen::stage;
use ishigaki_screen::terminal::Key;
use ishigaki_words::Lang;

use crate::event::fixture::EventScreenFixture;

#[track_caller]
pub(crate) fn check(name: &str, scene: impl Fn(Lang, (u16, u16)) -> EventScreenFixture) {
    for (name, body) in stage::snapshots(name, |lang, columns, lines| scene(lang, (columns, lines)).text()) {
        insta::assert_snapshot!(name, body);
    }
}

#[track_caller]
pub(crate) fn check_small(name: &str, scene: impl Fn(Lang, (u16, u16)) -> EventScreenFixture) {
    let (name, body) =
        stage::small_snapshot(name, |lang, columns, lines| scene(lang, (columns, lines)).text());
    insta::assert_snapshot!(name, body);
}

#[test]
fn hints_match_snapshot_for_each_role() {
    type Scene = (fn(Lang, (u16, u16)) -> EventScreenFixture, &'static str);
    let roster = |lang, size| EventScreenFixture::drawn(lang, size, Audience::Organiser, 16);
    let round = |lang, size| EventScreenFixture::paired(lang, size, Audience::Desk, 16);
    let groups = |lang, size| EventScreenFixture::in_groups(lang, size, Audience::Organiser, 13);
    let scenes: [(&str, Scene); 11] = [
        ("nothing", (|lang, size| EventScreenFixture::empty(lang, size, Audience::Organiser), "")),
        ("roster", (roster, "")),
        ("question", (roster, "n")),
        ("search", (roster, "/")),
        ("round", (round, "")),
        ("slip", (round, "\n")),
        ("why", (round, "w")),
        ("roster of the desk", (round, "1")),
        (
            "standings of the board",
            (|lang, size| EventScreenFixture::paired(lang, size, Audience::Board, 16), "5"),
        ),
        ("groups", (groups, "nY")),
        ("game", (groups, "nY3\n")),
    ];
    let paint = |(scene, keys): Scene, lang, columns, lines| {
        let mut fixture = scene(lang, (columns, lines));
        fixture.keys(keys);
        fixture.text()
    };
    insta::assert_snapshot!("hints", stage::hints(&scenes, paint));
}

#[test]
fn screens_match_their_snapshots() {
    check("nothing", |lang, size| EventScreenFixture::empty(lang, size, Audience::Organiser));
    check("roster", |lang, size| EventScreenFixture::drawn(lang, size, Audience::Organiser, 16));
    check("many", |lang, size| {
        let mut fixture = EventScreenFixture::drawn(lang, size, Audience::Desk, 256);
        fixture.press(Key::End);
        fixture
    });
    check("round", |lang, size| {
        let mut fixture = EventScreenFixture::paired(lang, size, Audience::Desk, 24);
        fixture.play_round();
        fixture.ask(
            ishigaki_tournament::Actor::Organiser,
            ishigaki_tournament::Act::PairRound { round: ishigaki_tournament::Round(2) },
        );
        fixture.play_one();
        fixture
    });
    check_small("question", |lang, size| {
        let mut fixture = EventScreenFixture::drawn(lang, size, Audience::Organiser, 16);
        fixture.keys("n");
        fixture
    });
    check_small("slip", |lang, size| {
        let mut fixture = EventScreenFixture::paired(lang, size, Audience::Desk, 16);
        fixture.press(Key::Enter);
        fixture.keys("1");
        fixture
    });
    check_small("why", |lang, size| {
        let mut fixture = EventScreenFixture::paired(lang, size, Audience::Desk, 17);
        fixture.keys("w");
        fixture
    });
    check("standings", |lang, size| {
        let mut fixture = EventScreenFixture::paired(lang, size, Audience::Board, 16);
        fixture.play_round();
        fixture.press(Key::Char('5'));
        fixture
    });
    check("help", |lang, size| {
        let mut fixture = EventScreenFixture::drawn(lang, size, Audience::Organiser, 16);
        fixture.press(Key::Char('?'));
        fixture
    });
}
