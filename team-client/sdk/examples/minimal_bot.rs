//! A complete bot: bids, re-bids, builds, and plays until the result is declared.
//!
//!     ISHIGAKI_SERVER=http://127.0.0.1:7150 ISHIGAKI_TOKEN=ishi.... minimal_bot
//!
//! Practice games: `rehearsal practice --join`.

use std::env;

use team_client_sdk::bot::{Strategy, View, play};
use team_client_sdk::plan::{Stock, fill};
use team_client_sdk::rules::auction::{Bid, Raise};
use team_client_sdk::rules::wall::{Placement, Placing};
use team_client_sdk::rules::{LotId, StoneId, Tsuyama};
use team_client_sdk::{Client, Kit, Options, ServerOptions};

struct Minimal;

impl Strategy for Minimal {
    /// The largest stones first, slightly above the minimum price, with an even share of the money for each
    /// round.
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        let Some(round) = view.record() else { return Vec::new() };
        let (setup, offer) = (view.game.setup(), &round.offer);
        let mut lots: Vec<LotId> = setup.lot_ids().filter(|lot| offer.lots[lot.index()].copies > 0).collect();
        lots.sort_by_key(|lot| std::cmp::Reverse(setup.lots[lot.index()].shape.area()));
        let mut left = view.held().0 / (setup.rounds.len() - round.round.index()) as u64;
        let mut bids = Vec::new();
        for lot in lots {
            let price = offer.lots[lot.index()].min_price.0 + 2;
            if price <= left && bids.len() < offer.max_bids as usize {
                left -= price;
                bids.push(Bid { lot, price: Tsuyama(price) });
            }
        }
        bids
    }

    /// One TSUYAMA more for tied lines, within the budget.
    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        let mut left = view.rebid_budget().unwrap_or_default().0;
        let mut raises = Vec::new();
        for (priority, tie) in view.tied_lines() {
            if tie.price.0 < left {
                left -= tie.price.0 + 1;
                raises.push(Raise { priority, price: Tsuyama(tie.price.0 + 1) });
            }
        }
        raises
    }

    /// A new wall with all stones in hand that fit.
    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        let setup = view.game.setup();
        let stones: Vec<StoneId> = view.team()?.stones.iter().copied().collect();
        let stock =
            |stone: &StoneId| Stock { shape: &setup.lots[stone.lot.index()].shape, count: 1, reluctance: 0 };
        let stocks: Vec<Stock<'_>> = stones.iter().map(stock).collect();
        let laid = fill(&setup.frame, &stocks).into_iter();
        Some(
            laid.map(|step| Placement { stone: stones[step.stock], placing: Placing::Turned(step.spot) })
                .collect(),
        )
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Defaults are the files of `team-client join` in this directory.
    let server = env::var("ISHIGAKI_SERVER").ok().map(|server| server.parse()).transpose()?;
    let authority = env::var_os("ISHIGAKI_CA").map(Into::into);
    let address = Kit::here().address(ServerOptions { server, authority, plaintext: false })?;
    let token = env::var("ISHIGAKI_TOKEN")?.parse()?;
    let game = env::var("ISHIGAKI_GAME").unwrap_or_default();
    let mut client = Client::connect(Options { address, token, game }).await?;
    Ok(play(&mut client, Minimal).await?)
}
