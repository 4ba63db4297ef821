//! The terminal under every screen: the judge's console, the hall's board, a team's screen.
//!
//! This room knows how a terminal is taken over and given back, what its keys are called, and when somebody
//! wants the program to stop. It knows no game, no words and no connection; what a key means is each
//! screen's own. The widgets beside it are painted without a terminal.

mod charset;
mod input;
mod key;
mod pointer;
mod screen;

pub use input::Input;
pub use key::{Key, narrow};
pub use pointer::Pointer;
pub use screen::Screen;
