//! The team's screen as its team meets it: keys in, calls and whole screens out.

mod advice;
mod chaos;
mod count;
mod fixture;
mod keys;
mod laptops;
mod leaving;
mod live;
mod messages;
mod news;
mod page;
mod result;
mod screens;
mod secret;
mod trial;
mod turns;
mod waiting;
mod workshop;
