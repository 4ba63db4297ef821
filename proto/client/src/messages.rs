//! A team's calls of messages: a question, and what it has read. What it was told and what became of its questions the game of
//! its mirror says ([`Game::messages`](ishigaki_rules::Game::messages), [`Game::asked`](ishigaki_rules::Game::asked)); the judge
//! answers by [`judge`](crate::judge).

use ishigaki_proto::padding::pad_message;
use ishigaki_proto::team;
use ishigaki_rules::{MessageNo, QuestionNo};

use crate::{CallError, Link};

/// Asks the judge something; gives which of the team's questions it is.
///
/// # Errors
/// What the server refuses, or no answer: then the question may have been asked, as the feed will show.
pub async fn ask(link: &Link, game: &str, text: &str) -> Result<QuestionNo, CallError> {
    let request = team::AskQuestionRequest { game: game.into(), text: text.into(), padding: Vec::new() };
    Ok(QuestionNo(link.team().ask_question(pad_message(request)).await?.into_inner().question))
}

/// Marks the team's messages as read, up to this one.
///
/// # Errors
/// What the server refuses, or no answer. A mark can be made again.
pub async fn mark_read(link: &Link, game: &str, through: MessageNo) -> Result<(), CallError> {
    let request = team::MarkReadRequest { game: game.into(), through: through.0, padding: Vec::new() };
    link.team().mark_read(pad_message(request)).await?;
    Ok(())
}
