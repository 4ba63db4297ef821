//! Each printout as text, alternately in English and Japanese.

use ishigaki_printout::{ColumnKey, Part, PrintCell, PrintKind, Printout};
use ishigaki_tournament::{Round, StageId};
use ishigaki_words::Lang;

use crate::event::play::{
    Othello, at_reception, committed, day, declared, drawn, heats, heats_half_counted, heats_of_equals,
    heats_with_rulings, in_leagues, paired_after, played,
};

fn text(printout: Option<Printout>) -> String {
    let printout = printout.expect("it can be printed");
    for part in &printout.parts {
        if let Part::Table(table) = part {
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.heading);
        }
    }
    let text = printout.text();
    assert!(!text.contains("print-"), "a key stands where its text belongs:\n{text}");
    text
}

#[test]
fn draw_printouts_match_snapshots() {
    insta::assert_snapshot!("draw_ja", text(in_leagues("M42").edition(Lang::Ja).draw()));
    // Seeds who haven't drawn are printed with the number that they get if they don't draw.
    let reception = at_reception("MX");
    insta::assert_snapshot!("draw_reception_en", text(reception.edition(Lang::En).draw()));
    assert!(reception.edition(Lang::En).standings().is_none(), "there are no leagues yet");
}

#[test]
fn pairings_are_listed_by_table_and_player_with_certificates() {
    let event = paired_after("M42", 2);
    insta::assert_snapshot!("pairings_en", text(event.edition(Lang::En).pairings(Round(3))));
    // Some players have qualified, and one has left.
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
fn ranks_held_are_printed_and_limit_awarded_dans() {
    let mut event = declared("M42");
    let ranking = event.tournament.final_ranking().expect("all is played");
    let earned: Vec<_> = ranking.rows.iter().filter(|row| row.dan.is_some_and(|dan| dan > 0)).collect();
    let held = ["七段", "５ 段", "6dan", "三段"];
    for (row, rank) in earned.iter().zip(held) {
        event.names[row.player.index()].rank = rank.to_owned();
    }
    event.names[ranking.rows.last().expect("players").player.index()].rank = "2級".to_owned();
    assert_eq!(earned[..4].iter().map(|row| row.dan).collect::<Vec<_>>(), [7, 6, 6, 5].map(Some));
    let edition = event.edition(Lang::Ja);
    let printed = text(edition.diplomas());
    let dans =
        |dan: &str| printed.lines().filter(|line| line.starts_with("認定") && line.ends_with(dan)).count();
    assert_eq!((dans("七段"), dans("六段")), (0, 1), "{printed}");
    let html = edition.diplomas().expect("all is played").html();
    assert!(!html.contains("段位認定 七段") && html.contains("段位認定 六段"));
    let slips = text(edition.slips(Round(1)));
    assert!(["七段", "五段", "2級"].iter().all(|rank| slips.contains(&format!(" {rank} "))), "{slips}");
    for printout in [edition.draw(), edition.leagues(), edition.standings()] {
        let printed = text(printout);
        assert!(["段級位", "七段", "五段", "2級"].iter().all(|rank| printed.contains(rank)), "{printed}");
    }
    insta::assert_snapshot!("ranking_ranks_ja", text(edition.ranking()));
}

#[test]
fn results_show_rulings_and_forfeits() {
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
fn tables_before_the_first_game_have_no_places() {
    for preset in ishigaki_preset::names() {
        for event in [in_leagues(preset), paired_after(preset, 0), paired_after(preset, 1)] {
            let edition = event.edition(Lang::En);
            let has_places = event.tournament.flow().is_some_and(|flow| flow.played().0 > 0);
            for printout in
                [edition.leagues(), edition.standings(), edition.league_standings()].into_iter().flatten()
            {
                for part in &printout.parts {
                    let Part::Table(table) = part else { continue };
                    let figures = table.rows.iter().map(|row| matches!(row[0], PrintCell::Figure(_)));
                    assert!(
                        figures.clone().count() > 0 && figures.clone().all(|figure| figure == has_places),
                        "{preset}"
                    );
                }
            }
        }
    }
}

#[test]
fn event_without_leagues_prints_one_table_and_no_bracket() {
    let event = declared("round-robin");
    let edition = event.edition(Lang::Ja);
    assert!(edition.bracket().is_none());
    assert_eq!(edition.league_standings().map(|printout| printout.parts.len()), Some(1));
    insta::assert_snapshot!("leagues_round_robin_ja", text(edition.leagues()));
    insta::assert_snapshot!(
        "slip_swiss_ja",
        text(paired_after("swiss", 0).edition(Lang::Ja).pairings(Round(1)))
    );
}

#[test]
fn event_without_leagues_shows_what_decided_its_places() {
    let event = declared("swiss");
    let edition = event.edition(Lang::Ja);
    let (ranking, table) = (edition.ranking().expect("all is played"), edition.leagues().expect("it began"));
    let places = |printout: &Printout| {
        let Part::Table(table) = &printout.parts[0] else { panic!("a table") };
        assert!(table.columns.iter().all(|column| column.key != ColumnKey::Pool), "there is no league");
        table.rows.iter().map(|row| row[..2].to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(places(&ranking), places(&table), "a withdrawn player keeps the place");
    let Part::Table(ranking) = &ranking.parts[0] else { panic!("a table") };
    assert!(ranking.columns.iter().any(|column| column.key == ColumnKey::Strength(5)));
    assert!(!text(Some(table)).contains("リーグ"));
}

#[test]
fn titles_of_presets_are_translated() {
    for preset in ishigaki_preset::names() {
        let mut event = declared(preset);
        event.title = String::new();
        let notes = event.tournament.plan().titles.notes.clone();
        let titles = event.tournament.plan().titles.champion.clone();
        let printed = text(event.edition(Lang::En).ranking());
        assert!(notes.iter().chain(&titles).all(|title| !printed.contains(title.as_str())), "{printed}");
    }
}

#[test]
fn slip_of_a_play_off_names_its_bout() {
    let event = paired_after("M42", 6);
    for (lang, bout) in [(Lang::En, "Semi-final 1"), (Lang::Ja, "準決勝1")] {
        let slips = event.edition(lang).slips(Round(7)).expect("it was paired");
        let Part::Cards { cards, .. } = &slips.parts[0] else { panic!("cards") };
        assert_eq!(cards.iter().filter(|card| card.heading.contains(bout)).count(), 1);
    }
}

#[test]
fn affiliations_are_on_roster_slips_ranking_and_diplomas() {
    let mut event = declared("M42");
    for name in &mut event.names {
        name.affiliation = "津山高専".to_owned();
    }
    let edition = event.edition(Lang::Ja);
    for printout in [edition.draw(), edition.slips(Round(1)), edition.ranking(), edition.diplomas()] {
        assert!(printout.expect("all is played").html().contains("津山高専"));
    }
}

#[test]
fn brackets_match_snapshots_before_and_after_play() {
    let event = paired_after("M42", 2);
    insta::assert_snapshot!("bracket_open_en", text(event.edition(Lang::En).bracket()));
    insta::assert_snapshot!("bracket_ja", text(declared("M42").edition(Lang::Ja).bracket()));
    insta::assert_snapshot!("bracket_women_en", text(declared("MX").edition(Lang::En).bracket()));
}

#[test]
fn ranking_and_diplomas_match_snapshots() {
    let event = declared("M42");
    insta::assert_snapshot!("ranking_en", text(event.edition(Lang::En).ranking()));
    insta::assert_snapshot!("diplomas_ja", text(event.edition(Lang::Ja).diplomas()));
    // This event awards no ranks.
    insta::assert_snapshot!("ranking_ja", text(declared("O18").edition(Lang::Ja).ranking()));
}

#[test]
fn group_printouts_match_snapshots() {
    insta::assert_snapshot!("groups_en", text(heats().edition(Lang::En).groups(StageId(0))));
    let day = day();
    insta::assert_snapshot!("groups_ja", text(day.edition(Lang::Ja).groups(StageId(2))));
    insta::assert_snapshot!("groups_ranking_ja", text(day.edition(Lang::Ja).ranking()));
    insta::assert_snapshot!("groups_diplomas_en", text(day.edition(Lang::En).diplomas()));
    assert!(heats().edition(Lang::En).diplomas().is_none(), "the last stage is not over");
}

#[test]
fn groups_without_results_are_empty_and_rulings_are_named() {
    insta::assert_snapshot!("groups_drawn_ja", text(drawn().edition(Lang::Ja).groups(StageId(0))));
    let equal = heats_of_equals();
    let ruled = heats_with_rulings();
    insta::assert_snapshot!("groups_ruled_ja", text(ruled.edition(Lang::Ja).groups(StageId(0))));
    insta::assert_snapshot!("groups_janken_en", text(equal.edition(Lang::En).groups(StageId(0))));
}

#[test]
fn narrow_screen_drops_draw_numbers_before_cutting_names() {
    let printout = heats().edition(Lang::Ja).groups(StageId(0)).expect("it is drawn");
    let Part::Table(table) = &printout.parts[0] else { panic!("a table") };
    let wide = table.lines_within(100);
    assert!(wide[0].contains("抽選予備番号") && wide == table.lines());
    let narrow = table.lines_within(70);
    assert!(
        !narrow[0].contains("抽選予備番号") && narrow.iter().any(|line| line.contains("津山高専13")),
        "{narrow:?}"
    );
    assert!(narrow.iter().all(|line| ishigaki_words::columns::width(line) <= 70), "{narrow:?}");
}

/// An empty row would look like a team that isn't counted yet (E3).
#[test]
fn disqualified_team_is_named_so_once_its_game_is_counted() {
    let day = heats_half_counted();
    for (lang, word) in [(Lang::En, "disqualified"), (Lang::Ja, "失格")] {
        let text = text(day.edition(lang).groups(StageId(0)));
        let rows: Vec<&str> = text.lines().filter(|line| line.contains(word)).collect();
        assert!(rows.len() == 1 && rows[0].contains("T05"), "{text}");
    }
}

#[test]
fn printouts_before_declaration_are_marked() {
    let (open, over) = (played(), paired_after("M42", u32::MAX));
    for (lang, word) in [(Lang::En, "NOT DECLARED"), (Lang::Ja, "未確定")] {
        let edition = over.edition(lang);
        let diplomas = edition.diplomas().expect("all is played");
        let Part::Cards { cards, .. } = &diplomas.parts[0] else { panic!("cards") };
        assert!(cards.iter().all(|card| card.heading.contains(word)), "each is cut out");
        for printout in [open.edition(lang).ranking(), edition.ranking(), Some(diplomas)] {
            assert!(printout.expect("all is played").heading.contains(word));
        }
        for printout in [day().edition(lang).ranking(), declared("M42").edition(lang).diplomas()] {
            assert!(!text(printout).contains(word));
        }
    }
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

/// Returns all printouts of the event's current state, for its latest round.
fn printable(event: &Othello, lang: Lang) -> Vec<Printout> {
    let edition = event.edition(lang);
    PrintKind::OF_EVENTS.into_iter().filter_map(|kind| edition.print(kind, None)).collect()
}

#[test]
fn presets_print_after_each_round() {
    for preset in ishigaki_preset::names() {
        let last = declared(preset).tournament.plan().end().0;
        for rounds in 0..=last {
            let event = paired_after(preset, rounds);
            for (lang, other) in [(Lang::En, Lang::Ja), (Lang::Ja, Lang::En)] {
                let printouts = printable(&event, lang);
                let shape = |printouts: &[Printout]| {
                    printouts.iter().map(|printout| (printout.kind, printout.parts.len())).collect::<Vec<_>>()
                };
                assert_eq!(shape(&printouts), shape(&printable(&event, other)), "{preset} after {rounds}");
                for printout in printouts {
                    assert!(printout.html().contains("</html>") && printout.csv().is_ok());
                    text(Some(printout));
                }
            }
            for paired in event.tournament.rounds() {
                let pairings = event.edition(Lang::En).pairings(paired.round).expect("it was paired");
                let Part::Table(by_table) = &pairings.parts[0] else { panic!("a table") };
                let tables = by_table.rows.iter().map(|row| row[0].clone());
                let games = i64::try_from(paired.games().count()).expect("few");
                let numbers = (1..=games).map(PrintCell::Figure);
                assert!(tables.eq(numbers), "{preset}, round {}", paired.round.0);
            }
        }
    }
}

#[test]
fn printout_without_round_is_of_the_latest_one() {
    let event = paired_after("M42", 2);
    let edition = event.edition(Lang::En);
    for kind in [PrintKind::Pairings, PrintKind::Slips, PrintKind::Results] {
        assert_eq!(edition.print(kind, None), edition.print(kind, Some(Round(3))));
        assert_ne!(edition.print(kind, None), edition.print(kind, Some(Round(2))));
        assert!(edition.print(kind, Some(Round(4))).is_none());
    }
    for kind in PrintKind::OF_EVENTS {
        assert_eq!(PrintKind::named(kind.name()), Some(kind));
    }
    assert_eq!(PrintKind::named("posters"), None);
}
