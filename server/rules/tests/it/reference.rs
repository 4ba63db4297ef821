//! Slow models of auction and wall, written from the rule book.

pub(crate) mod auction;
pub(crate) mod wall;
