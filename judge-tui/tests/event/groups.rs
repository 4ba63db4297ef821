//! A contest in groups on the screen: by keys from the draw to the ranking.

use ishigaki_proto::watch::Audience;
use ishigaki_screen::stage::{SIZES, is_kept};
use ishigaki_screen::terminal::Key;
use ishigaki_tournament::GroupPhase;
use ishigaki_words::Lang;
use judge_tui::event::{Notice, Panel, Target};

use crate::hall::Hall;

const SMALL: (u16, u16) = (80, 24);

/// Orders equal teams as they stand, while the screen asks for a janken.
fn order_equals(hall: &mut Hall) {
    while let GroupPhase::Playing { stage } = hall.contest().phase()
        && let Some(set) = hall.contest().janken_needed(stage).first().cloned()
    {
        hall.keys("n");
        hall.shows("janken");
        for place in 1..=set.len() {
            hall.keys(&place.to_string());
            hall.press(Key::Tab);
        }
        hall.press(Key::Enter);
    }
}

#[test]
fn a_contest_goes_from_heats_to_its_ranking_by_keys_alone() {
    let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Organiser, 40);
    let mut stages = 0;
    while let GroupPhase::Reception { .. } = hall.contest().phase() {
        hall.keys("n\n");
        assert_eq!(hall.state.panel(), Panel::Round);
        hall.keys("n");
        assert_eq!(hall.state.notice(), Some(&Notice::Nothing("tournament-games-first")));
        hall.count_games();
        order_equals(&mut hall);
        hall.keys("n\n");
        stages += 1;
    }
    assert_eq!((stages, hall.contest().phase()), (4, GroupPhase::Over));
    hall.keys("n\n");
    assert_eq!((hall.contest().phase(), hall.state.panel()), (GroupPhase::Declared, Panel::Ranking));
    hall.shows("Final ranking");
    hall.keys("3[[[");
    hall.shows("Stage 1 of 4: heats");
}

#[test]
fn a_team_that_stays_away_is_noted_for_the_stage_that_comes() {
    let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Desk, 40);
    hall.keys("/Player 7\na");
    let Some(Target::Team(team)) = hall.state.target() else { panic!("no team:\n{}", hall.text()) };
    assert!(hall.contest().is_absent(ishigaki_tournament::StageId::at(0), team));
    hall.press(Key::Esc);
    hall.shows("1 absent");
    hall.keys("2");
    hall.shows("Only events in leagues have this.");
}

#[test]
fn the_spare_takes_the_place_of_a_game_with_a_reason() {
    let mut hall = Hall::in_groups(Lang::En, SMALL, Audience::Referee, 12);
    let stage = ishigaki_tournament::StageId::at(0);
    let act = ishigaki_tournament::Act::DrawGroups { stage };
    hall.ask(ishigaki_tournament::Actor::Organiser, act);
    hall.keys("3x");
    hall.keys("the drawing was wrong\n");
    assert!(hall.contest().games().next().unwrap().0.spare, "{}", hall.text());
    hall.shows("-spare");
}

#[test]
fn whole_screens_of_a_contest_in_groups() {
    for lang in [Lang::En, Lang::Ja] {
        for size in SIZES {
            let mut hall = Hall::in_groups(lang, size, Audience::Organiser, 13);
            hall.keys("n\n");
            let drawn = hall.text();
            hall.count_games();
            hall.press(Key::Down);
            let counted = hall.text();
            if is_kept(lang, size) {
                let name = |what| format!("{what}_{}_{}x{}", lang.code(), size.0, size.1);
                insta::assert_snapshot!(name("groups_drawn"), drawn);
                insta::assert_snapshot!(name("groups_counted"), counted);
            }
        }
    }
}
