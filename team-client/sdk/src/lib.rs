//! The SDK for bots and tools of a team.
//!
//! # A whole bot
//!
//! This is `examples/minimal_bot.rs`; a test plays it to the end of a game on a real server.
//!
#![doc = concat!("```rust,no_run\n", include_str!("../examples/minimal_bot.rs"), "```")]
//!
//! ```console
//! $ rehearsal practice --join            # a table to try it at: prints the server's address and a token file
//! $ ISHIGAKI_SERVER=http://127.0.0.1:41234 ISHIGAKI_TOKEN=ishi.... cargo run -p team-client --example minimal_bot
//! ```
//!
//! # What is asked, and what one sees
//!
//! A [`bot::Strategy`] answers three questions: the list for a round (`A2`), the new prices when lines are tied (`A7`),
//! the wall with all stones in hand (`W5`). It sees a [`bot::View`]: the [`rules::Game`] as its team may see it, which is
//! everything public (set-up, opened lists, awards, everybody's money and walls) and its own sealed lists. So a strategy
//! can ask the rules themselves: `view.game.tally(team)` for what a wall counts, `view.game.judge_wall(..)` for one that
//! is only thought of, [`rules::auction`] to settle lists that nobody has sent.
//!
//! [`bot::play()`] carries the answers to the server. It waits for whatever has to be waited for, sends again what got lost,
//! outlives restarts of the server, leaves alone what a teammate has sealed on another laptop, and returns when the result
//! is declared. [`bot::play_with`] also tells what it does. A program that is started again in the middle of a game goes on
//! where it was: what is sealed comes back from the server.
//!
//! # By hand
//!
//! [`Client`] is what `play` uses, and can be driven without a strategy:
//!
//! ```rust,no_run
//! # async fn by_hand(options: team_client_sdk::Options) -> Result<(), Box<dyn std::error::Error>> {
//! use team_client_sdk::{CallError, Client, Error, bot::Line};
//!
//! let mut client = Client::connect_keeping(options, "receipts".into()).await?;
//! while client.view().open_bidding().is_none() {
//!     client.next().await?; // the next thing that happens, also what happened before
//! }
//! match client.seal_lines(&[Line::new("L", 12), Line::new("T", 9)]).await {
//!     Ok(sealed) => println!("revision {}, receipt {}", sealed.revision, sealed.receipt.receipt.counter),
//!     Err(Error::Call(CallError::Refused(fault))) => println!("refused by {:?}: {fault}", fault.reason), // nothing has changed
//!     Err(Error::Call(CallError::Unanswered { .. })) => client.sync().await?, // now the game shows whether it took effect
//!     Err(error) => return Err(error.into()),
//! }
//! # Ok(()) }
//! ```
//!
//! # What else is here
//!
//! * [`plan`] fills a frame with stones in a moment; the crate `ishigaki-solver` finds the best wall, with proof.
//! * [`Receipts`] are what the server signed for each list the team sealed, and a [`ReceiptStore`] keeps them;
//!   [`Client::check_opening`] holds them and what the feed showed against the record.
//! * Ready bots, the adviser and the wall's workshop are in the crate `ishigaki-strategy`.
//!
//! Money is in whole TSUYAMA, times are milliseconds by the server's clock, row 0 is on top, and turns are clockwise quarter
//! turns. A list is secret until its opening (`A4`): what carries one shows nothing of it in `Debug`, and an error names no
//! price.
//!
//! The crate knows the rules, the record and what comes over the wire, and nothing of the server; it has no screen, no page and
//! no command line. Its clock is the server's ([`Client::remaining`]).

pub mod bot;
mod client;
mod error;
mod line;
pub mod plan;
mod view;

pub use client::{CheckError, Checked, Client, FeedChange, Options, SealedAnswer};
pub use error::Error;
pub use ishigaki_client::{CallError, Kit, ReceiptFault, ReceiptStore, Receipts, ServerOptions};
/// The rule book that a strategy thinks in.
pub use ishigaki_rules as rules;
