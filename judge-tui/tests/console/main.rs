//! The console as its judge meets it: keys in, calls and whole screens out.

mod hall;
mod keys;
mod picker;
mod screens;
