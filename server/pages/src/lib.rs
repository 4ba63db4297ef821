//! Pages for teams, judges, staff and spectators over HTTPS, so that a browser is all they need.
//!
//! The page server is a client of the contest server and has no rights of its own: each device of a team
//! gets a screen ([`team_client::tui`]), and each device of a judge a view of its game, with the token of its
//! visitor. A link carries the token after `#`, which
//! browsers don't send; the page exchanges it for a cookie. The cookie's random value decrypts the token on
//! disk, so that the stored sessions reveal no token, and survive a restart.
//!
//! The hall's board ([`ishigaki_board`]) is public: one screen for all visitors, with the board's token.

mod act_error;
mod desk;
mod followed;
mod hall;
#[cfg(feature = "harness")]
pub mod harness;
mod judge;
mod overview;
mod pages;
mod rate;
mod session;
mod sign_in;
mod staff;
mod start;
mod visitor;

pub use hall::{BoardTokenError, read_board_token};
pub use pages::{Pages, PagesOptions};
pub use session::StoreError;
pub use sign_in::SignInError;
