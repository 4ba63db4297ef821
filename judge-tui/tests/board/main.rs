//! The hall's board, driven by what happens to it.

mod announcement;
mod contest;
mod event;
mod event_hall;
mod feeds;
mod games;
mod hall;
mod pages;
mod reveal;
mod screens;
mod steering;
