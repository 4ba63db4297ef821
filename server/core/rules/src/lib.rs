//! The rule book as code: auctions, walls, ranking, and the game that ties them together.
//!
//! This room knows the rules (`A1`…, `W1`…, `E1`…, `T` of the rule book) and nothing else. It has no
//! clock, no randomness, no input or output, no threads, no serialisation and no floating point numbers:
//! time and choices come in inside a [`Command`], and what happened goes out as [`Event`]s.
//!
//! * [`decide`] judges one command against a [`Game`]: events, or a [`Rejection`]. It is total and
//!   deterministic.
//! * [`Game::apply`] folds one event into the game. It cannot fail.
//!
//! The same [`Game`] serves the server and every reader of a feed: events carry all that the public may
//! know, and what is still sealed is simply absent (`None`), so a client folds the public events with the
//! very code that decided them.
//!
//! The pieces stand alone too: [`auction`] settles one round, [`wall`] judges one wall, [`ranking`] orders
//! the teams.
#![no_std]

extern crate alloc;

pub mod auction;
mod cell;
mod frame;
mod game;
mod id;
mod money;
pub mod ranking;
mod secret;
mod setup;
mod shape;
mod time;
pub mod wall;

pub use cell::{Cell, Turn};
pub use frame::{Frame, FrameFault};
pub use game::{
    Act, Actor, Announcement, AnnouncementError, Answer, AskedQuestion, Author, Broadcast, Command,
    DecidedEvent, Event, Extension, Fact, Game, LONGEST_REASON, LotChoice, Message, Phase, Question,
    RecordEffect, Rejection, RoundRecord, RoundState, Sealed, Secrecy, SettlementDigest, Standing, TeamState,
    TextError, Topic, WallCount, cause, check_reason, decide, decide_settled,
};
pub use id::{LotId, MessageNo, Priority, QuestionNo, Revision, RoundNo, StoneId, TeamId, WaveNo};
pub use money::Tsuyama;
pub use secret::Secret;
pub use setup::{ClosePolicy, FigureFault, LotSpec, RoundPlan, Setup, SetupFault, SupportRule, TeamSpec};
pub use shape::{MAX_EXTENT, MAX_GRID, Shape, ShapeFault};
pub use time::{GameTime, Millis};
