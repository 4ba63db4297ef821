//! Calls of an event. The server checks permissions.

use ishigaki_client::{CallError, Link, ask_event};
use ishigaki_proto::convert::EventRequest as _;
use ishigaki_proto::fault::Fault;
use ishigaki_proto::{event as wire, event_calls};
use ishigaki_roster::RosterDraft;
use ishigaki_tournament::Act;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

/// Answer of the server to an accepted call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventAnswer {
    /// Number of the feed's item.
    pub item: u64,
    /// SHA-256 of settings and roster, for the call that fixes them (`TV1`).
    pub commitment: Option<Vec<u8>>,
}

/// A call that creates or changes an event.
#[derive(Clone, Debug, PartialEq)]
pub enum EventCall {
    Create {
        event: String,
        config: String,
    },
    /// `TD4`.
    SetRoster(RosterDraft),
    /// `TV1`.
    Commit,
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
            const fn names(&self) -> (&'static str, &'static str, &'static str) {
                match self {
                    $($(Self::Act(Act::$act { .. }) => {
                        (
                            concat!("event-", $name),
                            concat!("cli-event-done-", $name),
                            concat!("tournament-ask-", $name),
                        )
                    })*)*
                    Self::Create { .. } => {
                        ("event-create", "cli-event-done-create", "tournament-ask-create")
                    }
                    Self::SetRoster(_) | Self::Act(Act::SetRoster { .. }) => {
                        ("event-roster", "cli-event-done-roster", "tournament-ask-roster")
                    }
                    Self::Commit | Self::Act(Act::Commit { .. }) => {
                        ("event-commit", "cli-event-done-commit", "tournament-ask-commit")
                    }
                }
            }
        }
    };
}

event_calls!(names);

/// Error of a request from a page.
#[derive(Clone, Debug, PartialEq)]
pub enum RequestError {
    /// The page is from another version.
    Unknown,
    /// The act is missing something, or has it wrong.
    Fault(Box<Fault>),
}

impl From<Fault> for RequestError {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

macro_rules! requests {
    ($($service:ident {
        $($method:ident $request:ident $response:ident $act:ident $name:literal { $($field:ident),* })*
    })*) => {
        impl EventCall {
            /// Reads a request in JSON by its method, such as `enter_result`. The members are the fields of the
            /// schema.
            ///
            /// # Errors
            /// [`RequestError::Unknown`] for another method or member, [`RequestError::Fault`] for a bad value.
            pub fn read(method: &str, request: Json) -> Result<Self, RequestError> {
                match method {
                    "commit_roster" => Ok(Self::Commit),
                    "create_event" => {
                        let wire::CreateEventRequest { event, config } = of_json(request)?;
                        Ok(Self::Create { event, config })
                    }
                    $($(stringify!($method) => {
                        let request: wire::$request = of_json(request)?;
                        Ok(Self::Act(request.act()?))
                    })*)*
                    _ => Err(RequestError::Unknown),
                }
            }
        }
    };
}

event_calls!(requests);

fn of_json<T: DeserializeOwned>(request: Json) -> Result<T, RequestError> {
    // A list would be read as the members in order.
    if !request.is_object() {
        return Err(RequestError::Unknown);
    }
    serde_json::from_value(request).map_err(|_| RequestError::Unknown)
}

impl EventCall {
    pub const fn command(&self) -> &'static str {
        self.names().0
    }

    pub const fn done_key(&self) -> &'static str {
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

    pub const fn question_key(&self) -> &'static str {
        self.names().2
    }

    /// Makes the call for an event, which is unnamed when it is created.
    ///
    /// # Errors
    /// If the server can't be reached or rejects the call.
    pub async fn send(self, link: &Link, event: String) -> Result<EventAnswer, CallError> {
        let (item, commitment) = match self {
            Self::Create { event, config } => {
                let request = wire::CreateEventRequest { event, config };
                (link.event_organiser().create_event(request).await?.into_inner().item, None)
            }
            Self::SetRoster(roster) => {
                let request = wire::SetRosterRequest { event, roster: roster.json };
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
    fn each_event_act_has_message() {
        let of_attendance = "cli-event-done-overrule-attendance";
        for key in KEYS.iter().filter(|key| **key != of_attendance) {
            let text = Words::new(Lang::En).label(key);
            assert!(!text.is_empty() && !text.contains(key), "{key}: {text}");
        }
    }
}
