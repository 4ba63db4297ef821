//! A connection to the servers of a contest.

mod known_servers;
mod route;

use std::time::Duration;

use ishigaki_proto::event::desk_service_client::DeskServiceClient;
use ishigaki_proto::event::event_organiser_service_client::EventOrganiserServiceClient;
use ishigaki_proto::event::referee_service_client::RefereeServiceClient;
use ishigaki_proto::judge::judge_service_client::JudgeServiceClient;
use ishigaki_proto::organiser::organiser_service_client::OrganiserServiceClient;
use ishigaki_proto::standby::standby_service_client::StandbyServiceClient;
use ishigaki_proto::team::team_service_client::TeamServiceClient;
use ishigaki_proto::watch::watch_service_client::WatchServiceClient;
use tonic::service::Interceptor;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Channel;
use tonic::{Request, Status};

use crate::target::Target;
use crate::timeouts::ConnectionTimeouts;
use crate::{Address, Token};

pub use route::Route;

/// Maximum message size from the server, in bytes: an opening with the outcome of every line.
const LARGEST_MESSAGE: usize = 16 * 1024 * 1024;

/// A client of the teams' service.
pub type TeamClient = TeamServiceClient<InterceptedService<Route, Bearer>>;
/// A client of the judge's service.
pub type JudgeClient = JudgeServiceClient<InterceptedService<Route, Bearer>>;
/// A client of the organiser's service.
pub type OrganiserClient = OrganiserServiceClient<InterceptedService<Route, Bearer>>;
/// A client of the organiser's service for events.
pub type EventOrganiserClient = EventOrganiserServiceClient<InterceptedService<Route, Bearer>>;
/// A client of the desk's service for events.
pub type DeskClient = DeskServiceClient<InterceptedService<Route, Bearer>>;
/// A client of the referee's service for events.
pub type RefereeClient = RefereeServiceClient<InterceptedService<Route, Bearer>>;
/// A client of the standby's service.
pub type StandbyClient = StandbyServiceClient<InterceptedService<Route, Bearer>>;
/// A client of the watchers' service.
pub type WatchClient = WatchServiceClient<InterceptedService<Route, Bearer>>;

/// A connection to the servers of a contest. Copies share it. It connects with the first call, and again
/// after a cut.
///
/// With several servers, each call goes to the one that serves its game: the link remembers it, follows
/// redirections, and learns of other servers.
#[derive(Clone, Debug)]
pub struct Link {
    route: Route,
    bearer: Bearer,
}

/// Adds the token to every call.
#[derive(Clone, Debug)]
pub struct Bearer {
    token: Token,
}

impl Link {
    /// Returns a connection over an existing channel to one server.
    pub fn over(channel: Channel, token: &Token) -> Self {
        Self { route: Route::over(channel), bearer: Bearer { token: token.clone() } }
    }

    /// A connection to the servers of this address, over channels opened on demand by `open`.
    pub(crate) fn among(
        address: &Address,
        token: &Token,
        open: impl Fn(&Target, &ConnectionTimeouts) -> Channel + Send + Sync + 'static,
    ) -> Self {
        Self { route: Route::among(address.clone(), Box::new(open)), bearer: Bearer { token: token.clone() } }
    }

    /// Returns the known servers as `HOST:PORT`: those of the address and those named by servers.
    pub fn servers(&self) -> Vec<String> {
        self.route.servers()
    }

    /// The same connection to only one server; `None` if nothing may be sent there.
    pub(crate) fn only(&self, server: &str) -> Option<Self> {
        Some(Self { route: self.route.only(server)?, bearer: self.bearer.clone() })
    }

    pub(crate) fn learn(&self, servers: &[String]) {
        for server in servers {
            self.route.learn(server);
        }
    }

    pub(crate) fn listing(&self) -> Duration {
        self.route.listing()
    }

    /// The server that last answered a call without a game.
    pub(crate) fn home(&self) -> Option<String> {
        self.route.home()
    }

    pub(crate) fn lead(&self, subject: &str, server: &str) {
        self.route.lead(subject, server);
    }

    /// Turns to another server after the last one stopped serving a game or event. `false` if no other is
    /// known.
    pub(crate) fn turn(&self, subject: &str) -> bool {
        self.route.turn(subject)
    }

    /// Returns the teams' service.
    pub fn team(&self) -> TeamClient {
        TeamServiceClient::with_interceptor(self.route.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// Returns the teams' service, for a request stream about one game.
    pub fn team_stream(&self, game: &str) -> TeamClient {
        TeamServiceClient::with_interceptor(self.route.unbuffered(game), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// Returns the judge's service.
    pub fn judge(&self) -> JudgeClient {
        JudgeServiceClient::with_interceptor(self.route.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// Returns the organiser's service.
    pub fn organiser(&self) -> OrganiserClient {
        OrganiserServiceClient::with_interceptor(self.route.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// Returns the service of events for their organiser.
    pub fn event_organiser(&self) -> EventOrganiserClient {
        EventOrganiserServiceClient::with_interceptor(self.route.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// Returns the service of events for their desk.
    pub fn desk(&self) -> DeskClient {
        DeskServiceClient::with_interceptor(self.route.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// Returns the service of events for their referee.
    pub fn referee(&self) -> RefereeClient {
        RefereeServiceClient::with_interceptor(self.route.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// Returns the standby's service.
    pub fn standby(&self) -> StandbyClient {
        StandbyServiceClient::with_interceptor(self.route.unbuffered(""), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// Returns the watchers' service.
    pub fn watch(&self) -> WatchClient {
        WatchServiceClient::with_interceptor(self.route.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }
}

impl Interceptor for Bearer {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        request.metadata_mut().insert("authorization", self.token.header());
        Ok(request)
    }
}
