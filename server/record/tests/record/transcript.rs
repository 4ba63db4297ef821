//! The format: what is written is read back, and nothing but what is written can be read.

use crate::table::*;
use ishigaki_record::transcript::{Error, Located, Writer, read};
use ishigaki_rules::*;

/// The line and error of a record that cannot be read.
#[track_caller]
fn unreadable(text: &str) -> (usize, Error) {
    let Err(Located { line, error }) = read(text) else { panic!("it can be read") };
    (line, error)
}

#[test]
fn what_is_written_is_read_back() {
    let table = played();
    let transcript = read(&table.record().text()).unwrap();
    assert_eq!(transcript.game, "g1");
    assert_eq!(transcript.setup, *table.game.setup());
    assert_eq!(transcript.events, table.public);
}

#[test]
fn the_public_facts_are_enough_to_follow_the_game() {
    let table = played();
    let transcript = read(&table.record().text()).unwrap();
    let mut game = Game::new(transcript.setup);
    transcript.events.iter().for_each(|event| game.apply(event));
    assert_eq!(game.standings(), table.game.standings());
    assert_eq!(game.phase(), table.game.phase());
}

#[test]
fn lines_name_teams_lots_and_stones_by_their_codes() {
    let record = played().record();
    assert!(record.lines[0].starts_with(
        r#####"{"kind":"game","format":1,"game":"g1","setup":{"title":"a small \"game\"","frame":["####",".###"],"lots":[{"code":"X","shape":["##"],"min_price":2,"copies":1},"#####
    ));
    assert_eq!(
        record.lines[record.find("bids_sealed", 1)],
        r#"{"kind":"event","sequence":2,"at_ms":1100,"by":"team:a","fact":{"fact":"bids_sealed","team":"a"}}"#
    );
    let placed = &record.lines[record.find("stone_placed", 3)];
    assert!(placed.ends_with(r#""team":"b","stone":"T-2-1","turn":0,"row":0,"col":1}}"#), "{placed}");
}

#[test]
fn the_result_says_what_readers_without_the_rules_need() {
    let record = played().record();
    let result = &record.lines[record.result()];
    for part in [
        r#""awards":[{"lot":"X","team":"a","priority":1,"price":12,"stone":"X-1"},{"lot":"Y","team":"c","priority":3,"price":3,"stone":"Y-1"},{"lot":"T-2","team":"b","priority":2,"price":6,"stone":"T-2-1"}]"#,
        r#""failed":[{"lot":"Y","copies":1,"reason":"tied_rebid"}]"#,
        r#"{"team":"c","held":27,"stones":["Y-1"],"wall":[{"stone":"Y-1","turn":0,"row":1,"col":1}],"tally":{"#,
        r#"{"team":"d","held":25,"stones":["Y-2"],"wall":[]}"#,
        r#"{"team":"f","place":4,"decided_by":"janken"},{"team":"e","place":5,"decided_by":"disqualified"},{"team":"d","place":6}"#,
    ] {
        assert!(result.contains(part), "{part} is not in {result}");
    }
}

#[test]
fn nothing_sealed_is_written() {
    let table = played();
    let sealed = game::sealed_bids(A, 17);
    let mut writer = Writer::start(Vec::new(), "g1", table.game.setup()).unwrap();
    let error = writer.event(&sealed).unwrap_err();
    assert!(matches!(error, Error::Sealed));
    assert!(!format!("{error:?} {error}").contains("17"), "the error keeps the secret");
}

#[test]
fn nothing_sealed_is_read_and_no_error_repeats_it() {
    let mut record = played().record();
    let place = record.find("bids_sealed", 2);
    record.replace(
        place,
        r#""team":"b"}"#,
        r#""team":"b","sealed":{"revision":1,"lines":[{"lot":"X","price":17}]}}"#,
    );
    let (line, error) = unreadable(&record.text());
    assert_eq!(line, place + 1);
    assert!(matches!(error, Error::Sealed));
    assert!(!format!("{error:?} {error}").contains("17"));
}

#[test]
fn a_game_of_other_teams_is_refused_by_the_writer() {
    let mut other = setup();
    other.teams.truncate(2);
    let mut writer = Writer::start(Vec::new(), "g1", &other).unwrap();
    let stranger =
        Event { at: GameTime(1), by: Actor::Team(C), fact: Fact::BidsSealed { team: C, sealed: None } };
    assert!(matches!(writer.event(&stranger), Err(Error::Foreign)));
    assert!(matches!(writer.finish(&Game::new(setup())), Err(Error::Foreign)));
}

#[test]
fn a_line_has_one_spelling() {
    let record = played().record();
    let opened = record.find("round_opened", 1);
    let placed = record.find("stone_placed", 3);
    for (place, from, to) in [
        (opened, r#""sequence":1,"#, r#""sequence": 1,"#),
        (opened, r#""by":"judge""#, r#""by":"j\u0075dge""#),
        (opened, r#""kind":"event","sequence":1"#, r#""sequence":1,"kind":"event""#),
        (placed, r#""stone":"T-2-1""#, r#""stone":"T-2-01""#),
        (0, r###""shape":["##"]"###, r###""shape":["..","##"]"###),
        (record.find("bids_sealed", 1), r#""team":"a"}"#, r#""team":"a","sealed":null}"#),
    ] {
        let mut tampered = record.clone();
        tampered.replace(place, from, to);
        let (line, error) = unreadable(&tampered.text());
        assert!(matches!(error, Error::NotCanonical), "{to}: {error:?}");
        assert_eq!(line, place + 1, "{to}");
    }
}

#[test]
fn what_the_format_does_not_know_is_not_read() {
    let record = played().record();
    let opened = record.find("round_opened", 1);
    for (place, from, to) in [
        (opened, r#""kind":"event""#, r#""kind":"rumour""#),
        (opened, r#""fact":"round_opened""#, r#""fact":"round_awaited""#),
        (opened, r#""attempt":1"#, r#""attempt":1,"mood":"good""#),
        (opened, r#""attempt":1"#, r#""attempt":1.0"#),
        (opened, r#""attempt":1,"#, ""),
        (0, r#""initial":30"#, r#""initial":-30"#),
        (record.result(), r#""held":"#, r#""kept":"#),
    ] {
        let mut tampered = record.clone();
        tampered.replace(place, from, to);
        let (line, error) = unreadable(&tampered.text());
        assert!(matches!(error, Error::Json(_)), "{to}: {error:?}");
        assert_eq!(line, place + 1, "{to}");
    }
}

#[test]
fn codes_must_be_of_the_game() {
    let record = played().record();
    let (seal, placed) = (record.find("bids_sealed", 1), record.find("stone_placed", 1));
    for (place, from, to, message) in [
        (seal, r#""team":"a""#, r#""team":"z""#, "unknown team \"z\""),
        (seal, "team:a", "team:z", "unknown team \"z\""),
        (seal, "team:a", "a", "unknown actor \"a\""),
        (record.find("lots_confirmed", 1), r#"["X"]"#, r#"["Q"]"#, "unknown lot \"Q\""),
        (placed, "X-1", "X1", "unknown stone \"X1\""),
        (placed, r#""turn":0"#, r#""turn":4"#, "a stone cannot be turned by 4 quarters"),
    ] {
        let mut tampered = record.clone();
        tampered.replace(place, from, to);
        let (line, error) = unreadable(&tampered.text());
        assert_eq!((line, error.to_string().as_str()), (place + 1, message));
    }
}

#[test]
fn a_set_up_that_cannot_be_played_is_not_read() {
    let record = played().record();
    for (from, to) in [
        (r#####"["####",".###"]"#####, r##"["#..#"]"##),
        (r###""shape":["##"]"###, r##""shape":["#.#"]"##),
        (r###""shape":["##"]"###, r##""shape":["#x"]"##),
        (r#""code":"b""#, r#""code":"a""#),
    ] {
        let mut tampered = record.clone();
        tampered.replace(0, from, to);
        let (line, error) = unreadable(&tampered.text());
        assert_eq!(line, 1);
        let expected =
            matches!(error, Error::Frame(_) | Error::Shape { .. } | Error::Sign { .. } | Error::Setup(_));
        assert!(expected, "{to}: {error:?}");
    }
}

#[test]
fn another_format_is_named_as_such() {
    let mut record = played().record();
    record.replace(0, r#""format":1,"#, r#""format":2,"chain":"","#);
    assert!(matches!(unreadable(&record.text()), (1, Error::UnknownFormat { found: 2 })));
}

#[test]
fn a_file_that_has_been_cut_is_noticed() {
    let record = played().record();
    let (text, lines) = (record.text(), record.lines.len());
    assert!(matches!(unreadable(""), (1, Error::Misplaced { expected: "game" })));
    let (line, error) = unreadable(&text[..text.len() - 1]);
    assert!(line == lines && matches!(error, Error::Unterminated));
    let mut cut = record.clone();
    cut.lines.pop();
    let (line, error) = unreadable(&cut.text());
    assert!(line == lines && matches!(error, Error::MissingResult));
    let mut headless = record.clone();
    headless.lines.remove(0);
    assert!(matches!(unreadable(&headless.text()), (1, Error::Misplaced { expected: "game" })));
}

#[test]
fn nothing_follows_the_result() {
    let mut record = played().record();
    let line = record.lines.len() + 1;
    record.lines.push(record.lines[1].clone());
    let (found, error) = unreadable(&record.text());
    assert!(found == line && matches!(error, Error::Misplaced { .. }));
}

mod game {
    //! What a team's own copy of an event looks like.

    use ishigaki_rules::auction::Bid;
    use ishigaki_rules::*;

    pub(super) fn sealed_bids(team: TeamId, price: u64) -> Event {
        let lines = vec![Bid { lot: LotId(0), price: Tsuyama(price) }];
        let sealed = Some(Sealed { revision: Revision::FIRST, lines });
        Event { at: GameTime(1), by: Actor::Team(team), fact: Fact::BidsSealed { team, sealed } }
    }
}
