//! What every client needs to talk to the server, and no screen.
