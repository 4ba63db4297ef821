//! The `questions` and `answer` commands.

use ishigaki_client::{CallError, Follower, Link, Mirror, listing};
use ishigaki_client_command::QuestionEntry;
use ishigaki_command::{CommandResult, Output};
use ishigaki_proto::judge::AnswerQuestionRequest;
use ishigaki_proto::padding::pad_message;
use ishigaki_proto::wire::Announcement;
use ishigaki_rules::{Answer, AskedQuestion, Game, QuestionNo, Revision};
use ishigaki_words::columns::clean;
use ishigaki_words::{Align, Table, Words, game_clock};
use serde::Serialize;

use super::error::Error;

#[derive(Serialize)]
struct QueueObject<'a> {
    game: &'a str,
    waiting: usize,
    /// Open questions first, longest waiting first. The others follow, oldest first.
    questions: Vec<QuestionObject<'a>>,
}

#[derive(Serialize)]
struct QuestionObject<'a> {
    team: &'a str,
    #[serde(flatten)]
    entry: QuestionEntry<'a>,
    /// Absent without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    read: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct AnswerObject {
    pub(crate) game: String,
    pub(crate) team: String,
    pub(crate) question: u32,
    pub(crate) english: Option<String>,
    pub(crate) japanese: Option<String>,
    pub(crate) to_all: bool,
}

pub(super) async fn list(link: &Link, id: &str, words: &Words, out: &mut Output) -> Result<(), Error> {
    // A board or team gets no questions, or only its own, so its queue would look empty.
    listing::all(link).await?;
    let mirror = mirror(link, id).await?;
    let Some(game) = mirror.game() else { return Ok(()) };
    if out.is_json() {
        return Ok(out.object(&CommandResult::new("questions", QueueObject::of(id, game)))?);
    }
    Ok(out.text(&table(id, game, words))?)
}

pub(super) async fn answer(
    link: &Link,
    answer_object: &AnswerObject,
    is_correction: bool,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    answer_object.send(link, is_correction).await.map_err(Error::of_answer)?;
    if out.is_json() {
        return Ok(out.object(&CommandResult::new("answer", answer_object))?);
    }
    Ok(out.text(&answer_object.sentence(words))?)
}

async fn mirror(link: &Link, game: &str) -> Result<Mirror, CallError> {
    let mut follower = Follower::open(link.clone(), game, Mirror::of(game));
    follower.catch_up().await.map_err(CallError::from)?;
    Ok(follower.session)
}

fn queue(game: &Game) -> impl Iterator<Item = &AskedQuestion> {
    game.waiting_questions().chain(game.questions().filter(|question| !game.awaits_answer(question)))
}

impl<'a> QueueObject<'a> {
    fn of(id: &'a str, game: &'a Game) -> Self {
        let asked = |asked: &'a AskedQuestion| QuestionObject {
            team: game.setup().team(asked.team).map_or("", |team| team.code.as_str()),
            entry: asked.into(),
            read: game.answer_read_by_asker(asked),
        };
        let questions = queue(game).map(asked).collect();
        Self { game: id, waiting: game.waiting_questions().count(), questions }
    }
}

fn table(id: &str, game: &Game, words: &Words) -> String {
    let mut questions = queue(game).peekable();
    if questions.peek().is_none() {
        return words.say("cli-questions-none", &[("game", id.into())]);
    }
    let columns = [
        ("lint-word-team", Align::Start),
        ("cli-question-head-question", Align::End),
        ("cli-question-head-asked-at", Align::End),
        ("head-state", Align::Start),
        ("cli-question-head-read", Align::Start),
    ];
    let mut table = Table::new(columns.map(|(key, align)| (words.label(key), align)));
    let mut texts = vec![Vec::new()];
    for asked in questions {
        let state = match asked.answer() {
            None if game.awaits_answer(asked) => "cli-question-state-waiting",
            None => "shared-question-state-unanswered",
            Some(Answer { to_all: true, .. }) => "cli-question-state-answered-to-all",
            Some(_) => "cli-question-state-answered",
        };
        table.row([
            game.setup().team(asked.team).map(|team| team.code.clone()).unwrap_or_default(),
            asked.number.to_string(),
            game_clock(asked.at),
            words.label(state),
            game.answer_read_by_asker(asked)
                .map(|is_read| words.label(read_key(is_read)))
                .unwrap_or_default(),
        ]);
        let text = format!("    {}", clean(asked.text.text()));
        let answer = answer_text(asked, words).map(|answer| format!("    → {answer}"));
        texts.push([text].into_iter().chain(answer).collect());
    }
    let rows = table.lines().into_iter().zip(texts);
    let lines = rows.flat_map(|(row, texts)| [row].into_iter().chain(texts));
    lines.map(|line| line + "\n").collect()
}

const fn read_key(is_read: bool) -> &'static str {
    if is_read { "cli-question-read" } else { "cli-question-unread" }
}

fn answer_text(asked: &AskedQuestion, words: &Words) -> Option<String> {
    let answer = asked.answer()?;
    let text = words.announcement(&answer.text);
    let text = if asked.answers.len() > 1 { words.correction(text) } else { text.to_owned() };
    Some(clean(&text).into_owned())
}

impl AnswerObject {
    /// A correction names the answer that it corrects.
    pub(crate) async fn send(&self, link: &Link, is_correction: bool) -> Result<(), Error> {
        let replaces = if is_correction { self.revision_to_correct(link).await? } else { None };
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let request = AnswerQuestionRequest {
            game: self.game.clone(),
            team: self.team.clone(),
            question: self.question,
            replaces_revision: replaces.map_or(0, |replaces| replaces.0),
            text: Some(Announcement { english: text(&self.english), japanese: text(&self.japanese) }),
            to_all: self.to_all,
            padding: Vec::new(),
        };
        link.judge().answer_question(pad_message(request)).await.map_err(CallError::from)?;
        Ok(())
    }

    async fn revision_to_correct(&self, link: &Link) -> Result<Option<Revision>, Error> {
        let mirror = mirror(link, &self.game).await?;
        let game = mirror.game();
        let question = game.and_then(|game| {
            let asked = game.question(game.setup().team_by_code(&self.team)?, QuestionNo(self.question))?;
            Some((asked, game.awaits_answer(asked)))
        });
        match question {
            Some((_, true)) => Err(Error::NotAnswered { team: self.team.clone(), question: self.question }),
            question => Ok(question.and_then(|(asked, _)| asked.answer_revision())),
        }
    }

    pub(crate) fn sentence(&self, words: &Words) -> String {
        let gaps = [
            ("game", self.game.as_str().into()),
            ("team", self.team.as_str().into()),
            ("question", self.question.into()),
        ];
        words.say(if self.to_all { "cli-answered-to-all" } else { "cli-answered" }, &gaps)
    }
}
