//! The presence of teams before the game, for information only.

use ishigaki_proto::judge;

/// Presence of a team.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamPresence {
    pub team: String,
    /// Number of feeds of this game that it watches.
    pub connections: u32,
    pub seen: bool,
    pub practised: bool,
    /// The program of its latest call, as untrusted text; may be empty.
    pub program: String,
}

/// Light of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Light {
    /// It has never been seen.
    Never,
    /// Seen before, but watches no feed now.
    Gone,
    /// Watches this many feeds, at least one.
    Here(u32),
}

impl TeamPresence {
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
    fn presence_matters_only_after_a_feed() {
        let light = |connections, seen| TeamPresence { connections, seen, ..TeamPresence::default() }.light();
        assert_eq!(
            [light(0, false), light(0, true), light(2, true)],
            [Light::Never, Light::Gone, Light::Here(2)]
        );
    }
}
