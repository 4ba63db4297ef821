//! The hall's board, driven by events.

mod announcement;
mod event;
mod event_fixture;
mod feeds;
mod fixture;
mod games;
mod pages;
mod reveal;
mod screens;
mod steering;
