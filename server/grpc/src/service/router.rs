//! Routes calls to services: calls of teams, the most frequent, directly, and all others through the
//! library's table.

use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use ishigaki_proto::server::team::TeamServiceServer;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tonic::server::NamedService as _;
use tonic::service::Routes;
use tonic::service::interceptor::{InterceptedService, ResponseFuture};
use tower::Service;

use super::{AuthInterceptor, Services};

type TeamRoute = InterceptedService<TeamServiceServer<Services>, AuthInterceptor>;

/// Routes calls to services by their path. Clones share their state.
#[derive(Clone)]
pub struct Router {
    team: TeamRoute,
    others: Routes,
}

impl fmt::Debug for Router {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Router")
    }
}

impl Router {
    /// Makes a router to the teams' service and these other routes.
    pub fn new(services: &Services, others: Routes) -> Self {
        Self { team: services.team(), others: others.prepare() }
    }

    fn is_of_team(path: &str) -> bool {
        let service = path.strip_prefix('/').and_then(|path| path.strip_prefix(TeamRoute::NAME));
        service.is_some_and(|rest| rest.starts_with('/'))
    }
}

impl Service<Request<Body>> for Router {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = RoutedCall;

    /// All services are always ready.
    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> RoutedCall {
        RoutedCall(if Self::is_of_team(request.uri().path()) {
            Route::Team(self.team.call(request))
        } else {
            Route::Other(Box::pin(self.others.call(request)))
        })
    }
}

/// A call on its way to its service.
pub struct RoutedCall(Route);

enum Route {
    Team(ResponseFuture<<TeamServiceServer<Services> as Service<Request<Body>>>::Future>),
    Other(Pin<Box<<Routes as Service<Request<Body>>>::Future>>),
}

impl fmt::Debug for RoutedCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RoutedCall")
    }
}

impl Future for RoutedCall {
    type Output = Result<Response<Body>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.0 {
            Route::Team(call) => Pin::new(call).poll(cx).map_ok(|answer| answer.map(Body::new)),
            Route::Other(call) => call.as_mut().poll(cx),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn team_call_is_matched_by_full_service_name() {
        assert!(Router::is_of_team("/ishigaki.team.v1.TeamService/SubmitBids"));
        for other in
            ["/ishigaki.team.v1.TeamServiceX/SubmitBids", "/ishigaki.judge.v1.JudgeService/Pause", "", "/"]
        {
            assert!(!Router::is_of_team(other), "{other}");
        }
    }
}
