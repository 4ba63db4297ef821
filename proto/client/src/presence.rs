//! The presence of teams, before the game begins. For information only: nothing follows from it.

use ishigaki_proto::judge;

/// Presence of a team, as the server tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamPresence {
    pub team: String,
    /// Number of feeds of this game that it watches at this moment.
    pub connections: u32,
    /// Whether it has made any call since the server started.
    pub seen: bool,
    /// Whether it has sealed a list in a practice game.
    pub practised: bool,
    /// The program of its latest call, as it names itself; empty if it does not say. Foreign text.
    pub program: String,
}

/// Light of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// It has never been seen.
    Never,
    /// It was there, and watches no feed now.
    Gone,
    /// It watches this many feeds of the game, at least one.
    Here(u32),
}

impl TeamPresence {
    /// Its light.
    pub fn light(&self) -> Light {
        match self.connections {
            0 if self.seen => Light::Gone,
            0 => Light::Never,
            feeds => Light::Here(feeds),
        }
    }
}

impl From<judge::TeamPresence> for TeamPresence {
    fn from(presence: judge::TeamPresence) -> Self {
        let judge::TeamPresence { team, connections, seen, practised, program } = presence;
        Self { team, connections, seen, practised, program }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_lights_the_light_and_only_then_does_having_been_there_matter() {
        let light = |connections, seen| TeamPresence { connections, seen, ..TeamPresence::default() }.light();
        assert_eq!(
            [light(0, false), light(0, true), light(2, true)],
            [Light::Never, Light::Gone, Light::Here(2)]
        );
    }
}
