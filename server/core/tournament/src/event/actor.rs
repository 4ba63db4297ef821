//! Actors of an event.

ishigaki_othello::named! {
    /// Party that acts. The server authorises callers; the rules only reserve rulings for the referee.
    pub enum Actor {
        Organiser "organiser",
        Desk "desk",
        Referee "referee",
        Server "server",
    }
}
