//! A team's calls about messages: questions and read marks. The game has its messages
//! ([`Game::messages`](ishigaki_rules::Game::messages), [`Game::questions`](ishigaki_rules::Game::questions)); the
//! judge answers by [`judge`](crate::judge).

use ishigaki_proto::padding::pad_message;
use ishigaki_proto::team;
use ishigaki_rules::{MessageNo, QuestionNo};

use crate::{CallError, Link};

/// Asks the judge a question; returns its number.
///
/// # Errors
///
/// The server's rejection, or no answer: the feed then shows whether the question arrived.
pub async fn ask(link: &Link, game: &str, text: &str) -> Result<QuestionNo, CallError> {
    let request = team::AskQuestionRequest { game: game.into(), text: text.into(), padding: Vec::new() };
    Ok(QuestionNo(link.team().ask_question(pad_message(request)).await?.into_inner().question))
}

/// Marks the team's messages as read, up to this one.
///
/// # Errors
///
/// The server's rejection, or no answer. The call can be repeated.
pub async fn mark_read(link: &Link, game: &str, through: MessageNo) -> Result<(), CallError> {
    let request = team::MarkReadRequest { game: game.into(), through: through.0, padding: Vec::new() };
    link.team().mark_read(pad_message(request)).await?;
    Ok(())
}
