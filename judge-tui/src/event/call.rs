//! The calls of an event: what is asked of its services. Who may do what is the server's to say.

use ishigaki_client::{CallError, Link, ask_event};
use ishigaki_proto::{event as wire, event_calls};
use ishigaki_tournament::Act;

/// Answer of the server to a call that is granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventAnswer {
    /// The number of the feed's item that says so.
    pub item: u64,
    /// SHA-256 of settings and roster, of the call that fixes them (`TV1`).
    pub commitment: Option<Vec<u8>>,
}

/// A call that creates or changes an event.
#[derive(Clone, Debug, PartialEq)]
pub enum EventCall {
    Create {
        event: String,
        /// The settings, as a JSON object.
        config: String,
    },
    /// Sets the roster (`TD4`), as a JSON list.
    SetRoster(String),
    /// Fixes settings and roster (`TV1`).
    Commit,
    /// Asks for another act.
    Act(Act),
}

impl From<Act> for EventCall {
    fn from(act: Act) -> Self {
        Self::Act(act)
    }
}

macro_rules! names {
    ($($service:ident {
        $($method:ident $request:ident $response:ident $act:ident $name:literal { $($field:ident),* })*
    })*) => {
        impl EventCall {
            /// Its name in JSON, and the catalogue's key for what is so once it is granted.
            const fn names(&self) -> (&'static str, &'static str) {
                match self {
                    $($(Self::Act(Act::$act { .. }) => {
                        (concat!("event-", $name), concat!("cli-event-done-", $name))
                    })*)*
                    Self::Create { .. } => ("event-create", "cli-event-done-create"),
                    Self::SetRoster(_) | Self::Act(Act::SetRoster { .. }) => {
                        ("event-roster", "cli-event-done-roster")
                    }
                    Self::Commit | Self::Act(Act::Commit { .. }) => {
                        ("event-commit", "cli-event-done-commit")
                    }
                }
            }
        }
    };
}

event_calls!(names);

impl EventCall {
    /// Its name in JSON.
    pub(crate) const fn command(&self) -> &'static str {
        self.names().0
    }

    /// The catalogue's key for what is so once it is granted.
    pub(crate) const fn done_key(&self) -> &'static str {
        match self {
            Self::Act(
                Act::MarkAttendance { absent, .. }
                | Act::OverruleAttendance { absent, .. }
                | Act::MarkTeamAttendance { absent, .. },
            ) => {
                if *absent {
                    "cli-event-done-absent"
                } else {
                    "cli-event-done-present"
                }
            }
            _ => self.names().1,
        }
    }

    /// Makes it, in the event of this id.
    pub(crate) async fn send(self, link: &Link, event: String) -> Result<EventAnswer, CallError> {
        let (item, commitment) = match self {
            Self::Create { event, config } => {
                let request = wire::CreateEventRequest { event, config };
                (link.event_organiser().create_event(request).await?.into_inner().item, None)
            }
            Self::SetRoster(roster) => {
                let request = wire::SetRosterRequest { event, roster };
                (link.event_organiser().set_roster(request).await?.into_inner().item, None)
            }
            Self::Commit => {
                let request = wire::CommitRosterRequest { event };
                let answer = link.event_organiser().commit_roster(request).await?.into_inner();
                (answer.item, Some(answer.commitment))
            }
            Self::Act(act) => (ask_event(link, &event, &act).await?, None),
        };
        Ok(EventAnswer { item, commitment })
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_proto::event_calls;
    use ishigaki_words::{Lang, Words};

    macro_rules! keys {
        ($($service:ident {
            $($method:ident $request:ident $response:ident $act:ident $name:literal { $($field:ident),* })*
        })*) => {
            const KEYS: &[&str] = &[$($(concat!("cli-event-done-", $name),)*)*];
        };
    }

    event_calls!(keys);

    #[test]
    fn every_act_of_an_event_has_a_sentence() {
        // Attendance is said by what is noted.
        let of_attendance = "cli-event-done-overrule-attendance";
        for key in KEYS.iter().filter(|key| **key != of_attendance) {
            let said = Words::new(Lang::En).label(key);
            assert!(!said.is_empty() && !said.contains(key), "{key}: {said}");
        }
    }
}
