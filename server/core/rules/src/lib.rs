//! The rule book as code: auctions, walls, ranking, and the game that combines them.
//!
//! The crate has no clock, randomness, IO, threads, serialisation or floating point numbers. A [`Command`]
//! carries time and choices, and the results are [`Event`]s. Rule numbers (`A1`…, `W1`…, `E1`…, `T`) are
//! those of the rule book.
//!
//! * [`decide`] judges one command against a [`Game`] and returns events or a [`Rejection`]. It is total and
//!   deterministic.
//! * [`Game::apply`] folds one event into the game. It can't fail.
//!
//! The server and every reader of a feed use the same [`Game`]. Events carry everything public, and sealed
//! contents are absent (`None`), so a client folds the public events with the code that decided them.
//!
//! Three parts can also be used alone: [`auction`] settles one round, [`wall`] judges one wall, [`ranking`]
//! ranks the teams.
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
    TextError, Topic, WallCount, cause, check_line, check_reason, decide, decide_settled,
};
pub use id::{LotId, MessageNo, Priority, QuestionNo, Revision, RoundNo, StoneId, TeamId, WaveNo};
pub use money::Tsuyama;
pub use secret::Secret;
pub use setup::{ClosePolicy, FigureFault, LotSpec, RoundPlan, Setup, SetupFault, SupportRule, TeamSpec};
pub use shape::{MAX_EXTENT, MAX_GRID, Shape, ShapeFault};
pub use time::{GameTime, Millis};
