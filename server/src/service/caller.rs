//! The door: who presents which token, and that they came.

use std::sync::Arc;

use tonic::service::Interceptor;
use tonic::{Request, Status};

use super::status;
use crate::presence::Presence;
use crate::token::{Desk, Role};

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
        if let Role::Team { team } = &principal.role {
            self.presence.saw(team);
        }
        request.extensions_mut().insert(principal);
        Ok(request)
    }
}
