//! The `advise` and `what-if` commands. Nothing is submitted.

use ishigaki_client::CallError;
use ishigaki_command::Output;
use ishigaki_proto::fault::Fault;
use ishigaki_rules::auction::Bid;
use ishigaki_rules::{Rejection, RoundNo};
use ishigaki_strategy::adviser::{self, SearchEffort, WhatIfFault};
use ishigaki_words::Words;
use team_client_sdk::Client;

use super::error::Error;
use super::{input, json, show};

#[derive(Debug)]
pub(crate) enum ListChange<'a> {
    List(&'a [String]),
    Line { line: u32, price: u64 },
}

pub(crate) async fn advise(client: &Client, seed: u64, words: &Words, out: &mut Output) -> Result<(), Error> {
    let (game, me) = (client.game().clone(), client.view().me);
    let thinking = tokio::task::spawn_blocking(move || {
        let view = ishigaki_strategy::bot::View { game: &game, me };
        (adviser::advise_raises(&view, seed), adviser::advise(&view, SearchEffort::FULL, seed))
    });
    let (raises, advice) = thinking.await.map_err(std::io::Error::other)?;
    let view = client.view();
    if let Some((round, wave, raises)) = raises {
        if out.is_json() {
            return Ok(out.object(&json::RebidAdvice::of(&view, (round, wave), &raises))?);
        }
        return Ok(out.text(&show::rebid_advice(&view, (round, wave), &raises, words))?);
    }
    if out.is_json() {
        return Ok(out.object(&json::AdviceObject::of(&view, advice.as_ref()))?);
    }
    match advice {
        Some(advice) => out.text(&show::advice(&view, &advice, words))?,
        None => out.text(&words.label("cli-advise-nothing"))?,
    }
    Ok(())
}

pub(crate) fn what_if(
    client: &Client,
    round: RoundNo,
    change: &ListChange<'_>,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let view = client.view();
    let setup = client.setup();
    let bids = match *change {
        ListChange::List(given) => {
            let lines = input::lines(given)?;
            let bid = |line: &ishigaki_strategy::bot::Line| {
                let lot = setup.lot_by_code(&line.lot).ok_or_else(|| unknown_lot(&line.lot))?;
                Ok(Bid { lot, price: line.price })
            };
            lines.iter().map(bid).collect::<Result<Vec<_>, Error>>()?
        }
        ListChange::Line { line, price } => {
            let record = adviser::opened(view.game, round).ok_or(Error::NotOpened { round })?;
            let mut bids = record.list(view.me).map(|list| list.bids.clone()).unwrap_or_default();
            let lines = bids.len();
            let at = usize::try_from(line).ok().and_then(|line| line.checked_sub(1));
            let bid = at.and_then(|at| bids.get_mut(at)).ok_or(Error::NoSuchLine { round, line, lines })?;
            bid.price = ishigaki_rules::Tsuyama(price);
            bids
        }
    };
    let answer = adviser::what_if(view.game, round, view.me, &bids).map_err(|fault| match fault {
        WhatIfFault::NotOpened { round } => Error::NotOpened { round },
        WhatIfFault::Invalid { faults } => {
            let rejection = Rejection::InvalidList { faults };
            Error::call(CallError::Refused(Box::new(Fault::of_rejection(&rejection, setup))))
        }
    })?;
    if out.is_json() {
        out.object(&json::WhatIfObject::of(&view, &answer))?;
    } else {
        out.text(&show::what_if(&view, &answer, words))?;
    }
    Ok(())
}

fn unknown_lot(code: &str) -> Error {
    Error::call(CallError::Refused(Box::new(Fault::unknown_lot("bids", code))))
}
