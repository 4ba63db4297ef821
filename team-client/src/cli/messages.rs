//! Messages by command: a question to the judge, and what the team was told.

use ishigaki_client::CallError;
use ishigaki_client_command::QuestionEntry;
use ishigaki_proto::fault::ErrorReason;
use ishigaki_rules::{AskedQuestion, Game, GameTime, Message, MessageNo, Question, TeamId};
use ishigaki_words::columns::pad_start;
use ishigaki_words::{Words, game_clock};
use serde::Serialize;
use team_client_sdk::{Client, Error};

/// A question that was asked.
#[derive(Serialize)]
pub(super) struct QuestionNumber {
    pub(super) question: u32,
}

/// Messages to a team, and its own questions.
#[derive(Serialize)]
pub(super) struct Mailbox<'a> {
    game: &'a str,
    team: &'a str,
    /// Number of messages that were unread before this command.
    unread: usize,
    messages: Vec<MessageLine<'a>>,
    questions: Vec<QuestionEntry<'a>>,
}

/// A message to the team.
#[derive(Serialize)]
struct MessageLine<'a> {
    number: u32,
    at_ms: u64,
    /// The codes of the teams that it is for; none: all of them.
    teams: Vec<&'a str>,
    english: Option<&'a str>,
    japanese: Option<&'a str>,
    /// The question that it quotes.
    asked: Option<&'a str>,
    /// Of a private answer: which of the team's questions it answers.
    question: Option<u32>,
    /// Whether it corrects what the team was told before.
    correction: bool,
    read: bool,
}

impl<'a> Mailbox<'a> {
    pub(super) fn of(id: &'a str, game: &'a Game, me: TeamId) -> Self {
        let code = |team| game.setup().team(team).map_or("", |team| team.code.as_str());
        let told = |message: Message<'a>| MessageLine {
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
            messages: game.messages(me).map(told).collect(),
            questions: game.asked(me).map(QuestionEntry::from).collect(),
        }
    }
}

/// Says what a team was told, oldest first with a mark on what it has not read, and then its questions.
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
        let told = words.say(key, &gaps);
        let told = if message.is_correction { words.correction(&told) } else { told };
        lines.push(format!("{mark} {}  {}. {told}", moment(message.at), message.number));
    }
    if lines.is_empty() {
        lines.push(words.label("cli-messages-none"));
    }
    let questions: Vec<&AskedQuestion> = game.asked(me).collect();
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

/// Marks all that was told as read, where something was unread. Once the game is closed nothing is marked any more.
pub(super) async fn mark_all(client: &mut Client) -> Result<(), Error> {
    let (game, me) = (client.game(), client.me());
    if game.unread(me) == 0 || game.phase().is_over() {
        return Ok(());
    }
    let through = MessageNo(u32::try_from(game.told(me)).unwrap_or(u32::MAX));
    match client.mark_read(through).await {
        Err(Error::Call(CallError::Refused(fault))) if fault.reason == ErrorReason::WrongPhase => Ok(()),
        marked => marked,
    }
}
