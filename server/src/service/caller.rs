//! The door: who presents which token, and that they came.

use std::ops::Deref;
use std::sync::Arc;

use ishigaki_journal::StreamId;
use tonic::service::Interceptor;
use tonic::{Extensions, Request, Status};

use super::reception::Call;
use super::status;
use crate::gate::Leash;
use crate::presence::Presence;
use crate::token::{Desk, Principal, Role};

/// Who made a call, and the call.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    principal: Principal,
    call: Option<Arc<Call>>,
}

impl Caller {
    /// What the door and the reception have noted; `None` if the door has let nobody in.
    pub(super) fn of(extensions: &Extensions) -> Option<Self> {
        let principal = extensions.get::<Principal>().cloned()?;
        Some(Self { principal, call: extensions.get::<Arc<Call>>().cloned() })
    }

    /// What can be done to the connection of the call.
    pub(super) fn leash(&self) -> Option<Leash> {
        self.call.as_ref()?.leash()
    }

    /// Notes which game the call is about.
    pub(super) fn concerns(&self, game: &StreamId) {
        if let Some(call) = &self.call {
            call.concerns(game);
        }
    }
}

impl Deref for Caller {
    type Target = Principal;

    fn deref(&self) -> &Principal {
        &self.principal
    }
}

/// Lets in only calls with a good token, and says who calls.
#[derive(Clone, Debug)]
pub struct Door {
    desk: Arc<Desk>,
    presence: Presence,
}

impl Door {
    /// A door with this desk behind it; which teams come through is noted here.
    pub fn new(desk: Desk, presence: Presence) -> Self {
        Self { desk: Arc::new(desk), presence }
    }
}

impl Interceptor for Door {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let principal = request
            .metadata()
            .get("authorization")
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "))
            .and_then(|token| self.desk.check(token))
            .cloned()
            .ok_or_else(status::unauthenticated)?;
        if let Some(call) = request.extensions().get::<Arc<Call>>() {
            call.is_by(&principal)?;
        }
        if let Role::Team { team } = &principal.role {
            self.presence.saw(team);
        }
        request.extensions_mut().insert(principal);
        Ok(request)
    }
}
