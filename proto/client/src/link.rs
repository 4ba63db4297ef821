//! A connection to the server.

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

use crate::Token;

/// The largest message taken from the server, in bytes: an opening with the outcome of every line.
const LARGEST_MESSAGE: usize = 16 * 1024 * 1024;

/// A client of the teams' service.
pub type TeamClient = TeamServiceClient<InterceptedService<Channel, Bearer>>;
/// A client of the judge's service.
pub type JudgeClient = JudgeServiceClient<InterceptedService<Channel, Bearer>>;
/// A client of the organiser's service.
pub type OrganiserClient = OrganiserServiceClient<InterceptedService<Channel, Bearer>>;
/// A client of the service of events for their organiser.
pub type EventOrganiserClient = EventOrganiserServiceClient<InterceptedService<Channel, Bearer>>;
/// A client of the service of events for their desk.
pub type DeskClient = DeskServiceClient<InterceptedService<Channel, Bearer>>;
/// A client of the service of events for their referee.
pub type RefereeClient = RefereeServiceClient<InterceptedService<Channel, Bearer>>;
/// A client of the standby's service.
pub type StandbyClient = StandbyServiceClient<InterceptedService<Channel, Bearer>>;
/// A client of the service for all who look on.
pub type WatchClient = WatchServiceClient<InterceptedService<Channel, Bearer>>;

/// A connection to the server. Copies share it; it comes about with the first call and comes back by itself
/// with the first call after a cut.
#[derive(Clone, Debug)]
pub struct Link {
    channel: Channel,
    bearer: Bearer,
}

/// Presents the token with every call.
#[derive(Clone, Debug)]
pub struct Bearer {
    token: Token,
}

impl Link {
    /// A connection over a channel that is set up already.
    pub fn over(channel: Channel, token: &Token) -> Self {
        Self { channel, bearer: Bearer { token: token.clone() } }
    }

    /// The teams' service.
    pub fn team(&self) -> TeamClient {
        TeamServiceClient::with_interceptor(self.channel.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The judge's service.
    pub fn judge(&self) -> JudgeClient {
        JudgeServiceClient::with_interceptor(self.channel.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The organiser's service.
    pub fn organiser(&self) -> OrganiserClient {
        OrganiserServiceClient::with_interceptor(self.channel.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The service of events for their organiser.
    pub fn event_organiser(&self) -> EventOrganiserClient {
        EventOrganiserServiceClient::with_interceptor(self.channel.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The service of events for their desk.
    pub fn desk(&self) -> DeskClient {
        DeskServiceClient::with_interceptor(self.channel.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The service of events for their referee.
    pub fn referee(&self) -> RefereeClient {
        RefereeServiceClient::with_interceptor(self.channel.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The standby's service.
    pub fn standby(&self) -> StandbyClient {
        StandbyServiceClient::with_interceptor(self.channel.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }

    /// The service for all who look on.
    pub fn watch(&self) -> WatchClient {
        WatchServiceClient::with_interceptor(self.channel.clone(), self.bearer.clone())
            .max_decoding_message_size(LARGEST_MESSAGE)
    }
}

impl Interceptor for Bearer {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        request.metadata_mut().insert("authorization", self.token.header());
        Ok(request)
    }
}
