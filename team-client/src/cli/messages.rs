//! The `ask` and `messages` commands.

use ishigaki_client::CallError;
use ishigaki_client_command::QuestionEntry;
use ishigaki_proto::fault::ErrorReason;
use ishigaki_rules::{AskedQuestion, Game, GameTime, Message, MessageNo, Question, TeamId};
use ishigaki_words::columns::pad_start;
use ishigaki_words::{Words, game_clock};
use serde::Serialize;
use team_client_sdk::{Client, Error};

#[derive(Serialize)]
pub(super) struct QuestionNumber {
    pub(super) question: u32,
}

#[derive(Serialize)]
pub(super) struct Mailbox<'a> {
    game: &'a str,
    team: &'a str,
    unread: usize,
    messages: Vec<MessageLine<'a>>,
    questions: Vec<QuestionEntry<'a>>,
}

#[derive(Serialize)]
struct MessageLine<'a> {
    number: u32,
    at_ms: u64,
    /// Empty for all teams.
    teams: Vec<&'a str>,
    english: Option<&'a str>,
    japanese: Option<&'a str>,
    asked: Option<&'a str>,
    question: Option<u32>,
    correction: bool,
    read: bool,
}

impl<'a> Mailbox<'a> {
    pub(super) fn of(id: &'a str, game: &'a Game, me: TeamId) -> Self {
        let code = |team| game.setup().team(team).map_or("", |team| team.code.as_str());
        let line = |message: Message<'a>| MessageLine {
            number: message.number.0,
            at_ms: message.at.0,
            teams: message.teams.iter().map(|&team| code(team)).collect(),
            english: message.text.english(),
            japanese: message.text.japanese(),
            asked: message.asked.map(Question::text),
            question: message.answers.map(|question| question.0),
            correction: message.is_correction,
            read: message.is_read,
        };
        Self {
            game: id,
            team: code(me),
            unread: game.unread(me),
            messages: game.messages(me).map(line).collect(),
            questions: game.questions_of(me).map(QuestionEntry::from).collect(),
        }
    }
}

pub(super) fn text(game: &Game, me: TeamId, words: &Words) -> String {
    let mut lines = Vec::new();
    for message in game.messages(me) {
        let mark = if message.is_read { " " } else { "*" };
        let key = match (message.answers, message.asked, message.teams) {
            (Some(_), ..) => "cli-message-answer",
            (None, Some(_), []) => "shared-announced-answer",
            (None, Some(_), _) => "event-announced-answer-to",
            (None, None, []) => "cli-message",
            (None, None, [_]) => "cli-message-to-one",
            (None, None, _) => "event-announced-to",
        };
        let gaps = [
            ("teams", words.teams(game.setup(), message.teams.iter().copied()).into()),
            ("text", words.announcement(message.text).into()),
            ("asked", message.asked.map_or("", Question::text).into()),
            ("question", message.answers.map_or(0, |question| question.0).into()),
        ];
        let sentence = words.say(key, &gaps);
        let sentence = if message.is_correction { words.correction(&sentence) } else { sentence };
        lines.push(format!("{mark} {}  {}. {sentence}", moment(message.at), message.number));
    }
    if lines.is_empty() {
        lines.push(words.label("cli-messages-none"));
    }
    let questions: Vec<&AskedQuestion> = game.questions_of(me).collect();
    if !questions.is_empty() {
        lines.push(String::new());
        lines.push(words.label("cli-questions"));
    }
    for asked in questions {
        lines.push(format!("  {}  {}", moment(asked.at), words.own_question(game, asked)));
    }
    lines.join("\n")
}

fn moment(at: GameTime) -> String {
    pad_start(&game_clock(at), 7)
}

pub(super) async fn mark_all(client: &mut Client) -> Result<(), Error> {
    let (game, me) = (client.game(), client.me());
    if game.unread(me) == 0 || game.phase().is_over() {
        return Ok(());
    }
    let through = MessageNo(u32::try_from(game.message_count(me)).unwrap_or(u32::MAX));
    match client.mark_read(through).await {
        Err(Error::Call(CallError::Refused(fault))) if fault.reason == ErrorReason::WrongPhase => Ok(()),
        marked => marked,
    }
}
