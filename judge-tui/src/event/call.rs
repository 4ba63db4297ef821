//! The calls of an event: each request with the service whose office it is. Who may do what is the server's to say.

use ishigaki_client::{CallError, Link};
use ishigaki_proto::event as wire;

/// Answer of the server to a call that is granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventAnswer {
    /// The number of the feed's item that says so.
    pub item: u64,
    /// SHA-256 of settings and roster, of the call that fixes them (`TV1`).
    pub commitment: Option<Vec<u8>>,
}

impl From<wire::CommitRosterResponse> for EventAnswer {
    fn from(answer: wire::CommitRosterResponse) -> Self {
        Self { item: answer.item, commitment: Some(answer.commitment) }
    }
}

/// Answers that have nothing but the item.
macro_rules! items {
    ($($response:ident)*) => {
        $(impl From<wire::$response> for EventAnswer {
            fn from(answer: wire::$response) -> Self {
                Self { item: answer.item, commitment: None }
            }
        })*
    };
}

items! {
    CreateEventResponse SetRosterResponse EnterDigitsResponse MakeLeaguesResponse PairRoundResponse
    DeclareRankingResponse AbandonEventResponse MarkAttendanceResponse DrawSlipResponse EnterResultResponse
    WithdrawPlayerResponse DrawGroupsResponse CloseStageResponse MarkTeamAttendanceResponse EnterJankenResponse
    OverruleDigitsResponse OverruleAttendanceResponse ReplaceGameResponse CountGameResponse OverruleGameResponse OverruleJankenResponse
    OverruleResultResponse NameFirstResponse ConfirmFirstResponse AddRulingResponse
}

/// A row for each call: its request, the client and the call's name there, what JSON calls it.
macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident($request:ident) = $client:ident.$call:ident, $command:literal;)*) => {
        /// A call that changes an event.
        #[derive(Clone, Debug, PartialEq)]
        pub enum EventCall {
            $($(#[$doc])* $name(wire::$request),)*
        }

        $(impl From<wire::$request> for EventCall {
            fn from(request: wire::$request) -> Self {
                Self::$name(request)
            }
        })*

        impl EventCall {
            /// Its name in JSON.
            pub(crate) const fn command(&self) -> &'static str {
                match self {
                    $(Self::$name(_) => $command,)*
                }
            }

            /// The id of the event that it names.
            pub(crate) fn event(&self) -> &str {
                match self {
                    $(Self::$name(request) => &request.event,)*
                }
            }

            /// Makes it.
            pub(crate) async fn send(self, link: &Link) -> Result<EventAnswer, CallError> {
                Ok(match self {
                    $(Self::$name(request) => link.$client().$call(request).await?.into_inner().into(),)*
                })
            }
        }
    };
}

calls! {
    /// Creates an event.
    Create(CreateEventRequest) = event_organiser.create_event, "event-create";
    /// Sets the roster (`TD4`).
    SetRoster(SetRosterRequest) = event_organiser.set_roster, "event-roster";
    /// Fixes settings and roster (`TV1`).
    Commit(CommitRosterRequest) = event_organiser.commit_roster, "event-commit";
    /// Enters the lotteries' results (`TD2`).
    EnterDigits(EnterDigitsRequest) = event_organiser.enter_digits, "event-digits";
    /// Ends reception (`TL`).
    MakeLeagues(MakeLeaguesRequest) = event_organiser.make_leagues, "event-leagues";
    /// Pairs the next round (`TP`, `TK`).
    PairRound(PairRoundRequest) = event_organiser.pair_round, "event-pair";
    /// Draws a stage's groups (`TG2`, `TG3`).
    DrawGroups(DrawGroupsRequest) = event_organiser.draw_groups, "event-draw-groups";
    /// Counts a game that the server does not hold itself (`E4`).
    Count(CountGameRequest) = event_organiser.count_game, "event-count";
    /// Closes a stage (`TG4`).
    CloseStage(CloseStageRequest) = event_organiser.close_stage, "event-close-stage";
    /// Declares the final ranking (`TE`).
    Declare(DeclareRankingRequest) = event_organiser.declare_ranking, "event-declare";
    /// Gives the event up.
    Abandon(AbandonEventRequest) = event_organiser.abandon_event, "event-abandon";
    /// Notes who is absent (`TD7`).
    MarkAttendance(MarkAttendanceRequest) = desk.mark_attendance, "event-absent";
    /// Notes a seed's slip (`TD6`).
    DrawSlip(DrawSlipRequest) = desk.draw_slip, "event-slip";
    /// Enters a result (`TO9`).
    EnterResult(EnterResultRequest) = desk.enter_result, "event-result";
    /// Takes a player out (`TW1`).
    Withdraw(WithdrawPlayerRequest) = desk.withdraw_player, "event-withdraw";
    /// Notes which team is absent from a stage (`TD7`).
    MarkTeamAttendance(MarkTeamAttendanceRequest) = desk.mark_team_attendance, "event-absent";
    /// Enters the janken of equal teams (`TG4`).
    EnterJanken(EnterJankenRequest) = desk.enter_janken, "event-janken";
    /// Puts other results in the place of the lotteries' (`TD8`).
    OverruleDigits(OverruleDigitsRequest) = referee.overrule_digits, "event-overrule-digits";
    /// Rules who is there, after the digits (`TD7`).
    OverruleAttendance(OverruleAttendanceRequest) = referee.overrule_attendance, "event-overrule-attendance";
    /// Replaces a game by its spare (`G4`).
    ReplaceGame(ReplaceGameRequest) = referee.replace_game, "event-replace-game";
    /// Puts another result in the place of a group's game's (`TV3`).
    OverruleGame(OverruleGameRequest) = referee.overrule_game, "event-overrule-game";
    /// Puts another order in the place of a janken's (`TV3`).
    OverruleJanken(OverruleJankenRequest) = referee.overrule_janken, "event-overrule-janken";
    /// Puts another result in an entry's place (`TV3`).
    Overrule(OverruleResultRequest) = referee.overrule_result, "event-overrule";
    /// Names a league's first (`TF4`).
    NameFirst(NameFirstRequest) = referee.name_first, "event-name-first";
    /// Confirms a league's first (`TF4`).
    ConfirmFirst(ConfirmFirstRequest) = referee.confirm_first, "event-confirm-first";
    /// Puts a ruling on record (`TV3`).
    Rule(AddRulingRequest) = referee.add_ruling, "event-rule";
}

impl EventCall {
    /// The catalogue's key for what is so once it is granted.
    pub(crate) const fn done_key(&self) -> &'static str {
        match self {
            Self::Create(_) => "cli-event-created",
            Self::SetRoster(_) => "cli-event-roster-set",
            Self::Commit(_) => "cli-event-committed",
            Self::EnterDigits(_) => "cli-event-drawn",
            Self::OverruleDigits(_) => "cli-event-digits-overruled",
            Self::MakeLeagues(_) => "cli-event-leagues-made",
            Self::PairRound(_) => "cli-event-paired",
            Self::Declare(_) => "cli-event-declared",
            Self::Abandon(_) => "cli-event-abandoned",
            Self::MarkAttendance(wire::MarkAttendanceRequest { absent: true, .. })
            | Self::OverruleAttendance(wire::OverruleAttendanceRequest { absent: true, .. })
            | Self::MarkTeamAttendance(wire::MarkTeamAttendanceRequest { absent: true, .. }) => {
                "cli-event-absent"
            }
            Self::MarkAttendance(_) | Self::OverruleAttendance(_) | Self::MarkTeamAttendance(_) => {
                "cli-event-present"
            }
            Self::DrawGroups(_) => "cli-event-groups-drawn",
            Self::CloseStage(_) => "cli-event-stage-closed",
            Self::EnterJanken(_) => "cli-event-janken-entered",
            Self::ReplaceGame(_) => "cli-event-game-replaced",
            Self::Count(_) => "cli-event-game-counted",
            Self::OverruleGame(_) => "cli-event-game-overruled",
            Self::OverruleJanken(_) => "cli-event-janken-overruled",
            Self::DrawSlip(_) => "cli-event-slip-drawn",
            Self::EnterResult(_) => "cli-event-result-entered",
            Self::Withdraw(_) => "cli-event-withdrawn",
            Self::Overrule(_) => "cli-event-overruled",
            Self::NameFirst(_) => "cli-event-first-named",
            Self::ConfirmFirst(_) => "cli-event-first-confirmed",
            Self::Rule(_) => "cli-event-ruled",
        }
    }
}
