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

use crate::patience::Patience;
use crate::target::Target;
use crate::{Address, Token};

pub use route::Route;

/// The largest message taken from the server, in bytes: an opening with the outcome of every line.
const LARGEST_MESSAGE: usize = 16 * 1024 * 1024;

/// A client of the teams' service.
pub type TeamClient = TeamServiceClient<InterceptedService<Route, Bearer>>;
/// A client of the judge's service.
pub type JudgeClient = JudgeServiceClient<InterceptedService<Route, Bearer>>;
/// A client of the organiser's service.
pub type OrganiserClient = OrganiserServiceClient<InterceptedService<Route, Bearer>>;
/// A client of the service of events for their organiser.
pub type EventOrganiserClient = EventOrganiserServiceClient<InterceptedService<Route, Bearer>>;
/// A client of the service of events for their desk.
pub type DeskClient = DeskServiceClient<InterceptedService<Route, Bearer>>;
/// A client of the service of events for their referee.
pub type RefereeClient = RefereeServiceClient<InterceptedService<Route, Bearer>>;
/// A client of the standby's service.
pub type StandbyClient = StandbyServiceClient<InterceptedService<Route, Bearer>>;
/// A client of the service for all who look on.
pub type WatchClient = WatchServiceClient<InterceptedService<Route, Bearer>>;

/// A connection to the servers of a contest, of which there may be one. Copies share it; it comes about with the first call and
/// comes back by itself with the first call after a cut.
///
/// Where several servers share the games, each call goes to the one that serves its game: the connection remembers which that
/// is, asks again where it is told that another one does, and learns of servers that its owner did not know.
#[derive(Clone, Debug)]
pub struct Link {
    route: Route,
    bearer: Bearer,
}

/// Presents the token with every call.
#[derive(Clone, Debug)]
pub struct Bearer {
    token: Token,
}

impl Link {
    /// A connection over a channel that is set up already, to the server at its other end alone.
    pub fn over(channel: Channel, token: &Token) -> Self {
        Self { route: Route::over(channel), bearer: Bearer { token: token.clone() } }
    }

    /// A connection to the servers of this address, over channels that are opened so when they are needed.
    pub(crate) fn among(
        address: &Address,
        token: &Token,
        open: impl Fn(&Target, &Patience) -> Channel + Send + Sync + 'static,
    ) -> Self {
        Self { route: Route::among(address.clone(), Box::new(open)), bearer: Bearer { token: token.clone() } }
    }

    /// The servers that are known by now, `HOST:PORT` each: those of the address, and those that servers have named.
    pub fn servers(&self) -> Vec<String> {
        self.route.servers()
    }

    /// The same connection to one of the servers alone, as another names it; `None` if nothing may be sent there.
    pub(crate) fn only(&self, server: &str) -> Option<Self> {
        Some(Self { route: self.route.only(server)?, bearer: self.bearer.clone() })
    }

    /// Takes note of servers that another has named.
    pub(crate) fn learn(&self, servers: &[String]) {
        for server in servers {
            self.route.learn(server);
        }
    }

    /// Returns the longest time that a server may take to tell of its own games.
    pub(crate) fn listing(&self) -> Duration {
        self.route.listing()
    }

    /// The server that answered last where no game was named.
    pub(crate) fn home(&self) -> Option<String> {
        self.route.home()
    }

    /// Turns to the server that is said to serve a game or an event, by its id.
    pub(crate) fn lead(&self, subject: &str, server: &str) {
        self.route.lead(subject, server);
    }

    /// Turns to another server for a game or an event, after that which served it last does not any more. `false` if no other
    /// is known.
    pub(crate) fn turn(&self, subject: &str) -> bool {
        self.route.turn(subject)
    }

    /// The teams' service.
    pub fn team(&self) -> TeamClient {
        TeamServiceClient::with_interceptor(self.route.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The teams' service, for a stream of requests about one game.
    pub fn team_stream(&self, game: &str) -> TeamClient {
        TeamServiceClient::with_interceptor(self.route.unbuffered(game), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The judge's service.
    pub fn judge(&self) -> JudgeClient {
        JudgeServiceClient::with_interceptor(self.route.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The organiser's service.
    pub fn organiser(&self) -> OrganiserClient {
        OrganiserServiceClient::with_interceptor(self.route.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The service of events for their organiser.
    pub fn event_organiser(&self) -> EventOrganiserClient {
        EventOrganiserServiceClient::with_interceptor(self.route.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The service of events for their desk.
    pub fn desk(&self) -> DeskClient {
        DeskServiceClient::with_interceptor(self.route.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The service of events for their referee.
    pub fn referee(&self) -> RefereeClient {
        RefereeServiceClient::with_interceptor(self.route.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The standby's service.
    pub fn standby(&self) -> StandbyClient {
        StandbyServiceClient::with_interceptor(self.route.unbuffered(""), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The service for all who look on.
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
