//! Two worlds that differ in messages to some teams: askers, and the texts and addressees of questions,
//! answers and announcements.
//!
//! Judge and organiser get all of it, so they don't observe here. While something is sealed the record is
//! withheld, and is byte-identical; before a round it is open, and shows each note as commitment and box,
//! which look random, so their lengths are compared.

use ishigaki_proto::{judge, team, watch, wire};
use ishigaki_record::transcript;
use ishigaki_rules::Fact;
use prost::Message as _;

use super::world::{Observation, World};
use super::{difference, open};

struct MessageScript {
    asker: &'static str,
    other: &'static str,
    /// Before the round, in it, and the answers to it: the first in English, the second in Japanese.
    asked: [&'static str; 2],
    answers: [&'static str; 2],
    announced: &'static str,
    is_leaky: bool,
}

const SHORT: MessageScript = MessageScript {
    asker: "a",
    other: "b",
    asked: ["kumquat?", "lychee?"],
    answers: ["pomelo", "否"],
    announced: "rambutan",
    is_leaky: false,
};

const LONG: MessageScript = MessageScript {
    asker: "b",
    other: "a",
    asked: ["does a quince that rolls off the table count as laid, and who picks it up?", "and two quinces?"],
    answers: [
        "it does not, and whoever dropped it; the runner has a basket for all that is dropped",
        "柿も同じです",
    ],
    announced: "medlars are at the desk in the foyer, beside the lamp; bring the sheet with you",
    is_leaky: false,
};

const COMMON: &str = "may we stand?";

fn private(talk: &MessageScript) -> Vec<&'static str> {
    let MessageScript { asked, answers, announced, .. } = talk;
    [&asked[..], &answers[..1], &[*announced]].concat()
}

fn announcement(english: &str, japanese: &str) -> wire::Announcement {
    wire::Announcement { english: english.into(), japanese: japanese.into() }
}

fn ask(text: &str) -> team::AskQuestionRequest {
    team::AskQuestionRequest { game: "g".into(), text: text.into(), ..Default::default() }
}

fn mark(through: u32) -> team::MarkReadRequest {
    team::MarkReadRequest { game: "g".into(), through, ..Default::default() }
}

fn answer(talk: &MessageScript, question: u32, replaces: u32) -> judge::AnswerQuestionRequest {
    judge::AnswerQuestionRequest {
        game: "g".into(),
        team: talk.asker.into(),
        question,
        replaces_revision: replaces,
        text: Some(announcement(talk.answers[0], talk.answers[1])),
        to_all: false,
        ..Default::default()
    }
}

async fn play_messages(talk: &MessageScript) -> World {
    let mut world = World::without_staff(&["c", "d"]).await;
    world.say(talk.asker, "AskQuestion", &ask(talk.asked[0])).await;
    world.observe_all("when something was asked").await;
    world.say("judge", "AnswerQuestion", &answer(talk, 1, 0)).await;
    let leak = talk.is_leaky.then_some("d");
    let teams = [talk.other].into_iter().chain(leak).map(str::to_owned).collect();
    let text = Some(announcement(talk.announced, ""));
    world
        .say(
            "judge",
            "Announce",
            &judge::AnnounceRequest {
                game: "g".into(),
                teams,
                text,
                asked: String::new(),
                corrects: false,
                ..Default::default()
            },
        )
        .await;
    world.say(talk.asker, "MarkRead", &mark(1)).await;
    world.observe_all("when something was told and read").await;
    world.say("judge", "OpenRound", &open()).await;
    world.wait(700, "before anything is said in the round").await;
    world.say(talk.asker, "AskQuestion", &ask(talk.asked[1])).await;
    world.say(talk.asker, "AskQuestion", &ask(COMMON)).await;
    world.wait(1_300, "when a pulse is due").await;
    let to_all = judge::AnswerQuestionRequest {
        text: Some(announcement("you may", "")),
        to_all: true,
        ..answer(talk, 3, 0)
    };
    world.say("judge", "AnswerQuestion", &to_all).await;
    world.observe_all("when an answer went to all").await;
    world.wait(3_000, "before the restart").await;
    world.restart().await;
    world.observe_all("after the restart").await;
    world.say("judge", "AnswerQuestion", &answer(talk, 2, 0)).await;
    world.say("judge", "AnswerQuestion", &answer(talk, 2, 1)).await;
    world.say(talk.asker, "MarkRead", &mark(3)).await;
    world.wait(1_000, "when the clock has come to the first moment after the restart").await;
    world.observe_all("before the opening").await;
    world
}

fn masked(observations: &[Observation]) -> Vec<Observation> {
    let mask = |observation: &Observation| {
        let mut bytes = observation.bytes.clone();
        for name in [&b"\"commitment\":\""[..], b"\"box\":\""] {
            let starts: Vec<usize> = bytes
                .windows(name.len())
                .enumerate()
                .filter(|(_, at)| *at == name)
                .map(|(at, _)| at)
                .collect();
            for start in starts {
                let digits =
                    bytes[start + name.len()..].iter_mut().take_while(|byte| byte.is_ascii_hexdigit());
                digits.for_each(|digit| *digit = b'0');
            }
        }
        Observation { what: observation.what.clone(), bytes }
    };
    observations.iter().map(mask).collect()
}

fn shows(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

async fn check(mut world: World, talk: &MessageScript) {
    let before = std::mem::take(&mut world.observations);
    let (files, own) = (world.files(), world.own(talk.asker).await);
    for text in private(talk) {
        let leak = before.iter().find(|observation| shows(&observation.bytes, text));
        assert!(leak.is_none(), "{text:?} shows in {:?}", leak.map(|leak| &leak.what));
        assert!(!shows(&files, text), "{text:?} shows in the server's files");
    }
    assert!(talk.asked.iter().chain(&talk.answers).all(|text| shows(&own, text)), "whoever asked sees it");
    assert!(
        before.iter().any(|observation| shows(&observation.bytes, COMMON)),
        "all are told what is to all"
    );
    let abandon = judge::AbandonGameRequest { game: "g".into(), reason: "rain".into() };
    world.say("judge", "AbandonGame", &abandon).await;
    let record = watch::ReadRecordRequest { game: "g".into(), ..Default::default() };
    let lines = world.read("board", "ReadRecord", &record).await;
    let lines = watch::ReadRecordResponse::decode(&lines[..]).unwrap().lines;
    let text = transcript::complete(&(lines.join("\n") + "\n")).unwrap();
    assert!(private(talk).iter().all(|private_text| !text.contains(private_text)), "it stands in boxes");
    let opened = transcript::read(&text).unwrap();
    assert!(opened.entries.iter().all(|entry| entry.event.fact != Fact::NoteSealed));
    let game = opened.fold();
    let asked: Vec<String> = game.questions().map(|asked| asked.text.text().to_owned()).collect();
    assert_eq!(asked, [talk.asked[0], talk.asked[1], COMMON]);
    assert!(ishigaki_record::verify::verify(&text, None).unwrap().notes_opened);
    world.close().await;
}

#[tokio::test]
async fn private_messages_are_invisible_to_others_until_end() {
    let short = play_messages(&SHORT).await;
    let seen = masked(&short.observations);
    check(short, &SHORT).await;
    let long = play_messages(&LONG).await;
    if let Some(difference) = difference(&seen, &masked(&long.observations)) {
        panic!("a world that differs in what some are told can be told apart: {difference}");
    }
    check(long, &LONG).await;
    // The comparison finds a real difference: an observer gets one announcement.
    let leaky = play_messages(&MessageScript { is_leaky: true, ..SHORT }).await;
    let found = difference(&seen, &masked(&leaky.observations)).unwrap();
    assert!(found.contains("d gets item") || found.contains("d counts"), "{found}");
    leaky.close().await;
}

#[test]
fn masks_only_commitments_and_boxes() {
    let of = |text: &str| vec![Observation { what: "the record".into(), bytes: text.into() }];
    let notes = r#"{"note":1,"commitment":"00ff","box":"12"}{"note":2,"commitment":"aa","box":"bb"}"#;
    let other = r#"{"note":1,"commitment":"ab12","box":"34"}{"note":2,"commitment":"00","box":"cc"}"#;
    assert_eq!(difference(&masked(&of(notes)), &masked(&of(other))), None);
    for (from, to) in [("\"note\":1", "\"note\":3"), ("12", "123"), ("\"bb\"", "\"\""), ("box", "bag")] {
        let changed = notes.replacen(from, to, 1);
        assert!(difference(&masked(&of(notes)), &masked(&of(&changed))).is_some(), "{to}");
    }
}
