//! The state of a game, and what can be read from it.
