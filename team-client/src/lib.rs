//! A team's side: SDK, command line, bots.
