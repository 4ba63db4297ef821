//! Who acts in an event.

ishigaki_othello::named! {
    /// Who acts. Whether somebody may act at all is the server's matter; the rules only keep rulings to the referee.
    pub enum Actor {
        /// The organiser (主催者).
        Organiser "organiser",
        /// The desk that takes result slips in.
        Desk "desk",
        /// The referee (審判員), who alone rules (`TV3`).
        Referee "referee",
        /// The server, which counts the games that it holds itself (`TG`).
        Server "server",
    }
}
