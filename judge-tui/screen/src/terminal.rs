//! The terminal below every screen: setup and restoration, key names, signals that stop the program.
//!
//! It knows no game, no texts and no connection. Each screen gives keys their meaning.

mod charset;
mod input;
mod key;
mod pointer;
mod screen;

pub use input::Input;
pub use key::{Key, narrow};
pub use pointer::Pointer;
pub use screen::Screen;
