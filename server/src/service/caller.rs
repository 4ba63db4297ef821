//! The door: who presents which token.

use std::sync::Arc;

use tonic::service::Interceptor;
use tonic::{Request, Status};

use super::status;
use crate::token::Desk;

/// Lets in only calls with a good token, and says who calls.
#[derive(Clone, Debug)]
pub struct Door {
    desk: Arc<Desk>,
}

impl Door {
    /// A door with this desk behind it.
    pub fn new(desk: Desk) -> Self {
        Self { desk: Arc::new(desk) }
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
        request.extensions_mut().insert(principal);
        Ok(request)
    }
}
