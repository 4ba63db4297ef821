//! SDK for bots and tools of a team.
//!
//! # A whole bot
//! This is `examples/minimal_bot.rs`; a test plays it to the end of a game on a real server.
#![doc = concat!("```rust,no_run\n", include_str!("../examples/minimal_bot.rs"), "```")]
//!
//! ```console
//! $ rehearsal practice --join            # a practice game: prints the server's address and a token file
//! $ ISHIGAKI_SERVER=http://127.0.0.1:41234 ISHIGAKI_TOKEN=ishi.... cargo run -p team-client --example minimal_bot
//! ```
//!
//! # Decisions and view
//!
//! A [`bot::Strategy`] decides three things: the list of a round (`A2`), new prices of tied lines (`A7`), and the wall with
//! the stones in hand (`W5`). It sees a [`bot::View`]: the [`rules::Game`] with everything public (set-up, opened lists,
//! awards, money, walls) and its own sealed lists. A strategy can use the rules themselves: `view.game.tally(team)` counts a
//! wall, `view.game.judge_wall(..)` checks a planned one, and [`rules::auction`] settles hypothetical lists.
//!
//! [`bot::play()`] carries the answers to the server. It waits, repeats lost calls, survives restarts of the server, leaves
//! a teammate's submissions unchanged, and returns when the result is declared. [`bot::play_with`] also reports what it
//! does. A restarted program continues where it was, because the server returns the team's submissions.
//!
//! # Without a strategy
//!
//! `play` uses a [`Client`], which can also be used directly:
//!
//! ```rust,no_run
//! # async fn by_hand(options: team_client_sdk::Options) -> Result<(), Box<dyn std::error::Error>> {
//! use team_client_sdk::{CallError, Client, Error, bot::Line};
//!
//! let mut client = Client::connect_with_receipts(options, "receipts".into()).await?;
//! while client.view().open_bidding().is_none() {
//!     client.next().await?; // the next event, past ones included
//! }
//! match client.seal_lines(&[Line::new("L", 12), Line::new("T", 9)]).await {
//!     Ok(sealed) => println!("revision {}, receipt {}", sealed.revision, sealed.receipt.receipt.counter),
//!     Err(Error::Call(CallError::Refused(fault))) => println!("rejected by {:?}: {fault}", fault.reason), // nothing has changed
//!     Err(Error::Call(CallError::Unanswered { .. })) => client.sync().await?, // then the game shows whether it took effect
//!     Err(error) => return Err(error.into()),
//! }
//! # Ok(()) }
//! ```
//!
//! # More
//!
//! * A [`GameSequence`] leads to all games of the team: through the stages of an event and into spare games.
//! * [`plan`] fills a frame with stones quickly; the crate `ishigaki-solver` finds the best wall, with proof.
//! * [`Receipts`] are the server's signatures for the team's submissions, and a [`ReceiptStore`] saves them;
//!   [`Client::check_opening`] checks the record against them and against the feed.
//! * Ready bots, the adviser and the wall's workshop are in the crate `ishigaki-strategy`.
//!
//! Money is in whole TSUYAMA, times are milliseconds by the server's clock, row 0 is at the top, and rotations are
//! clockwise quarter turns. A list is secret until its opening (`A4`), so `Debug` and errors show no price.
//!
//! The clock is the server's ([`Client::remaining`]).

pub mod bot;
mod client;
mod error;
mod line;
pub mod plan;
mod sequence;
mod view;

pub use client::{CheckError, Checked, Client, FeedChange, Options, SealedAnswer};
pub use error::Error;
pub use ishigaki_client::{CallError, Kit, ReceiptFault, ReceiptStore, Receipts, ServerOptions};
pub use ishigaki_rules as rules;
pub use sequence::{GameSequence, Progress};
