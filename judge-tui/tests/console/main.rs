//! The console as its judge meets it: keys in, calls and whole screens out.

mod chaos;
mod hall;
mod handout;
mod keys;
mod looks;
mod picker;
mod screens;
