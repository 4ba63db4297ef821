//! The console as its judge meets it: keys in, calls and whole screens out.

mod by_hand;
mod chaos;
mod copy;
mod cuts;
mod fixture;
mod games;
mod handout;
mod keys;
mod looks;
mod manners;
mod message;
mod overview;

mod pointer;
mod presence;
mod proof;
mod questions;
mod remark;
mod screens;
mod steering;
