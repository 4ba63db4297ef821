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
use crate::token::{Pass, Principal, Refused, Register, Role};

/// Who made a call, and the call.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    pass: Pass,
    call: Option<Arc<Call>>,
}

impl Caller {
    /// What the door and the reception have noted; `None` if the door has let nobody in.
    pub(super) fn of(extensions: &Extensions) -> Option<Self> {
        let pass = extensions.get::<Pass>().cloned()?;
        Some(Self { pass, call: extensions.get::<Arc<Call>>().cloned() })
    }

    /// What let them in: it tells when that is no longer good.
    pub(super) fn pass(&self) -> &Pass {
        &self.pass
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
        &self.pass.principal
    }
}

/// Lets in only calls with a good token, and says who calls.
#[derive(Clone, Debug)]
pub struct Door {
    register: Register,
    presence: Presence,
}

impl Door {
    /// A door with this register behind it; which teams come through is noted here.
    pub fn new(register: Register, presence: Presence) -> Self {
        Self { register, presence }
    }

    /// Which tokens are good.
    pub(super) fn register(&self) -> &Register {
        &self.register
    }
}

impl Interceptor for Door {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let presented = request
            .metadata()
            .get("authorization")
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "));
        let pass = match self.register.admit(presented.unwrap_or_default()) {
            Ok(pass) => pass,
            Err(Refused::Unknown) => return Err(status::unauthenticated()),
            Err(Refused::Revoked) => return Err(status::token_revoked()),
        };
        if let Some(call) = request.extensions().get::<Arc<Call>>() {
            if let Some(leash) = call.leash() {
                leash.is_known();
            }
            call.is_by(&pass.principal)?;
        }
        if let Role::Team { team } = &pass.principal.role {
            self.presence.saw(team);
        }
        request.extensions_mut().insert(pass);
        Ok(request)
    }
}
