//! Authentication of calls.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use ishigaki_engine::token::{AccessGrant, AuthError, Principal, Role, TokenRegistry};
use ishigaki_journal::StreamId;
use tonic::service::Interceptor;
use tonic::{Extensions, Request, Status};

use super::admission::AdmittedCall;
use super::status;
use crate::gate::ConnectionHandle;
use crate::presence::Presence;

#[derive(Clone, Debug)]
pub(super) struct Caller {
    grant: AccessGrant,
    call: Option<Arc<AdmittedCall>>,
    game: OnceLock<StreamId>,
}

impl Caller {
    /// Reads what interceptor and admission stored; `None` if the call was not authenticated.
    pub(super) fn of(extensions: &Extensions) -> Option<Self> {
        let grant = extensions.get::<AccessGrant>().cloned()?;
        Some(Self { grant, call: extensions.get::<Arc<AdmittedCall>>().cloned(), game: OnceLock::new() })
    }

    /// Returns the same caller for another request of a stream, which may be about another game.
    pub(super) fn again(&self) -> Self {
        Self { grant: self.grant.clone(), call: None, game: OnceLock::new() }
    }

    /// Returns the grant, which also reports its revocation.
    pub(super) fn grant(&self) -> &AccessGrant {
        &self.grant
    }

    pub(super) fn connection_handle(&self) -> Option<ConnectionHandle> {
        self.call.as_ref()?.connection_handle()
    }

    /// Notes the game that the request is about; the first note stays.
    pub(super) fn concerns(&self, game: &StreamId) {
        match &self.call {
            Some(call) => call.concerns(game),
            None => drop(self.game.set(game.clone())),
        }
    }

    pub(super) fn game(&self) -> Option<&StreamId> {
        self.game.get()
    }
}

impl Deref for Caller {
    type Target = Principal;

    fn deref(&self) -> &Principal {
        self.grant.principal()
    }
}

/// Admits only calls with a valid token, and stores the caller.
#[derive(Clone, Debug)]
pub struct AuthInterceptor {
    registry: TokenRegistry,
    presence: Presence,
}

impl AuthInterceptor {
    /// Makes an interceptor with this registry; notes calling teams in `presence`.
    pub fn new(registry: TokenRegistry, presence: Presence) -> Self {
        Self { registry, presence }
    }

    pub(super) fn registry(&self) -> &TokenRegistry {
        &self.registry
    }
}

impl Interceptor for AuthInterceptor {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let presented = request
            .metadata()
            .get("authorization")
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "));
        let grant = match self.registry.admit(presented.unwrap_or_default()) {
            Ok(grant) => grant,
            Err(AuthError::Unknown) => return Err(status::unauthenticated()),
            Err(AuthError::Revoked) => return Err(status::token_revoked()),
        };
        if let Some(call) = request.extensions().get::<Arc<AdmittedCall>>() {
            if let Some(connection_handle) = call.connection_handle() {
                connection_handle.mark_authenticated();
            }
            call.admit(grant.principal())?;
        }
        if let Role::Team { team } = &grant.principal().role {
            let program = request.metadata().get("user-agent").and_then(|value| value.to_str().ok());
            self.presence.mark_seen(team, program.unwrap_or_default());
        }
        request.extensions_mut().insert(grant);
        Ok(request)
    }
}
