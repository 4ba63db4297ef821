//! A whole game by one command: real server, real clients, bots, an automatic judge.
