//! The console as its judge meets it: keys in, calls and whole screens out.

mod by_hand;
mod chaos;
mod copy;
mod fixture;
mod games;
mod handout;
mod keys;
mod message;
mod notices;
mod overview;
mod truncation;
mod views;

mod pointer;
mod presence;
mod proof;
mod questions;
mod remark;
mod screens;
mod steering;
