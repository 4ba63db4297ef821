//! Each printout as text, English and Japanese by turns.

use ishigaki_printout::Printout;
use ishigaki_tournament::{Round, StageId};
use ishigaki_words::Lang;

use crate::play::{committed, day, declared, heats, in_leagues, paired_after};

fn text(printout: Option<Printout>) -> String {
    let printout = printout.expect("it can be printed");
    for part in &printout.parts {
        if let ishigaki_printout::Part::Table(table) = part {
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.heading);
        }
    }
    let text = printout.text();
    assert!(!text.contains("print-"), "a key stands where its text belongs:\n{text}");
    text
}

#[test]
fn the_draw_says_how_to_check_it() {
    insta::assert_snapshot!("draw_ja", text(in_leagues("M42").edition(Lang::Ja).draw()));
}

#[test]
fn pairings_stand_by_table_and_by_player_with_their_certificates() {
    let event = paired_after("M42", 2);
    insta::assert_snapshot!("pairings_en", text(event.edition(Lang::En).pairings(Round(3))));
    // Some have qualified, somebody has left.
    let event = paired_after("M42", 4);
    insta::assert_snapshot!("pairings_late_ja", text(event.edition(Lang::Ja).pairings(Round(5))));
    // Play-offs only.
    let event = paired_after("M42", 7);
    insta::assert_snapshot!("pairings_last_en", text(event.edition(Lang::En).pairings(Round(8))));
}

#[test]
fn slips_have_everything_that_is_filled_in_at_the_table() {
    let event = paired_after("M42", 0);
    insta::assert_snapshot!("slips_ja", text(event.edition(Lang::Ja).slips(Round(1))));
    insta::assert_snapshot!("slips_en", text(event.edition(Lang::En).slips(Round(1))));
}

#[test]
fn results_name_what_is_unusual_and_every_ruling() {
    let event = paired_after("M42", 4);
    insta::assert_snapshot!("results_ruled_en", text(event.edition(Lang::En).results(Round(1))));
    insta::assert_snapshot!("results_forfeit_ja", text(event.edition(Lang::Ja).results(Round(2))));
    let event = paired_after("M42", 0);
    let open = text(event.edition(Lang::En).results(Round(1)));
    assert_eq!(open.matches(['○', '×']).count(), 2, "nothing is decided, the head apart:\n{open}");
}

#[test]
fn standings_show_every_criterion() {
    let event = paired_after("M42", 4);
    insta::assert_snapshot!("standings_en", text(event.edition(Lang::En).standings()));
    let event = in_leagues("O18");
    insta::assert_snapshot!("standings_at_first_ja", text(event.edition(Lang::Ja).standings()));
}

#[test]
fn league_tables_show_every_round() {
    let event = paired_after("M42", 5);
    insta::assert_snapshot!("leagues_ja", text(event.edition(Lang::Ja).leagues()));
    let event = in_leagues("M42");
    insta::assert_snapshot!("leagues_at_first_en", text(event.edition(Lang::En).leagues()));
}

#[test]
fn the_bracket_names_also_those_who_are_not_known_yet() {
    let event = paired_after("M42", 2);
    insta::assert_snapshot!("bracket_open_en", text(event.edition(Lang::En).bracket()));
    insta::assert_snapshot!("bracket_ja", text(declared("M42").edition(Lang::Ja).bracket()));
    insta::assert_snapshot!("bracket_women_en", text(declared("MX").edition(Lang::En).bracket()));
}

#[test]
fn the_final_ranking_has_awards_and_diplomas_follow_from_it() {
    let event = declared("M42");
    insta::assert_snapshot!("ranking_en", text(event.edition(Lang::En).ranking()));
    insta::assert_snapshot!("diplomas_ja", text(event.edition(Lang::Ja).diplomas()));
    // This event awards no ranks.
    insta::assert_snapshot!("ranking_ja", text(declared("O18").edition(Lang::Ja).ranking()));
}

#[test]
fn groups_have_all_five_criteria_and_who_advances() {
    insta::assert_snapshot!("groups_en", text(heats().edition(Lang::En).groups(StageId(0))));
    let day = day();
    insta::assert_snapshot!("groups_ja", text(day.edition(Lang::Ja).groups(StageId(2))));
    insta::assert_snapshot!("groups_ranking_ja", text(day.edition(Lang::Ja).ranking()));
}

#[test]
fn nothing_is_printed_before_it_is_known() {
    let event = committed("M42");
    let edition = event.edition(Lang::En);
    let early = [
        edition.draw(),
        edition.pairings(Round(1)),
        edition.slips(Round(1)),
        edition.results(Round(1)),
        edition.standings(),
        edition.leagues(),
        edition.bracket(),
        edition.ranking(),
        edition.diplomas(),
    ];
    assert!(early.iter().all(Option::is_none));
    assert!(paired_after("M42", 7).edition(Lang::En).ranking().is_none());
    assert!(heats().edition(Lang::En).groups(StageId(1)).is_none());
    assert!(heats().edition(Lang::En).ranking().is_none());
}
