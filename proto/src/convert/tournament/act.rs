//! The table of calls that ask for an act of an event.

use ishigaki_tournament::Act;

use super::field::EventWireField;
use crate::convert::check_reason;
use crate::event as wire;
use crate::fault::Fault;

/// A request that asks for an act of an event.
pub trait EventRequest: Sized {
    fn of(event: &str, act: &Act) -> Option<Self>;

    fn event(&self) -> &str;

    fn act(&self) -> Result<Act, Fault>;
}

/// Passes the table of an event's calls to the macro `then`: by service, for each call the method, request
/// and answer, the act, its name in commands and JSON, and its fields, which have the same names in requests.
///
/// Services, clients, commands and conversions are generated from this table. Two acts aren't in it: a roster
/// is sent as text, and the server computes the commitment's hash.
#[macro_export]
macro_rules! event_calls {
    ($then:ident) => {
        $then! {
            event_organiser {
                enter_digits EnterDigitsRequest EnterDigitsResponse EnterDigits "digits" { results }
                make_leagues MakeLeaguesRequest MakeLeaguesResponse MakeLeagues "leagues" {}
                pair_round PairRoundRequest PairRoundResponse PairRound "pair" { round }
                draw_groups DrawGroupsRequest DrawGroupsResponse DrawGroups "draw-groups" { stage, without_game }
                count_game CountGameRequest CountGameResponse CountGame "count" { game, result }
                close_stage CloseStageRequest CloseStageResponse CloseStage "close-stage" { stage }
                declare_ranking DeclareRankingRequest DeclareRankingResponse Declare "declare" {}
                abandon_event AbandonEventRequest AbandonEventResponse Abandon "abandon" { reason }
            }
            desk {
                mark_attendance MarkAttendanceRequest MarkAttendanceResponse MarkAttendance "absent" {
                    player, absent
                }
                draw_slip DrawSlipRequest DrawSlipResponse DrawSlip "slip" { player, number }
                enter_result EnterResultRequest EnterResultResponse EnterResult "result" { round, slip }
                withdraw_player WithdrawPlayerRequest WithdrawPlayerResponse Withdraw "withdraw" { player }
                mark_team_attendance MarkTeamAttendanceRequest MarkTeamAttendanceResponse MarkTeamAttendance "absent" {
                    stage, team, absent
                }
                enter_janken EnterJankenRequest EnterJankenResponse EnterJanken "janken" { stage, order }
                post_notice PostNoticeRequest PostNoticeResponse PostNotice "announce" { english, japanese }
                call_players CallPlayersRequest CallPlayersResponse CallPlayers "call" { round, table, players }
            }
            referee {
                overrule_digits OverruleDigitsRequest OverruleDigitsResponse OverruleDigits "overrule-digits" {
                    results, reason
                }
                overrule_attendance OverruleAttendanceRequest OverruleAttendanceResponse OverruleAttendance "overrule-attendance" {
                    player, absent, reason
                }
                unpair_round UnpairRoundRequest UnpairRoundResponse UnpairRound "unpair" { round, reason }
                pair_by_ruling PairByRulingRequest PairByRulingResponse PairByRuling "pair-by-ruling" {
                    round, fixed, reason
                }
                excuse_player ExcusePlayerRequest ExcusePlayerResponse Excuse "excuse" { player, reason }
                reopen_game ReopenGameRequest ReopenGameResponse ReopenGame "reopen" { entry, reason }
                overrule_result OverruleResultRequest OverruleResultResponse Overrule "overrule" { entry, slip, reason }
                name_first NameFirstRequest NameFirstResponse NameFirst "name-first" { league, player, reason }
                confirm_first ConfirmFirstRequest ConfirmFirstResponse ConfirmFirst "confirm-first" { league }
                replace_game ReplaceGameRequest ReplaceGameResponse ReplaceGame "replace-game" { game, reason, counted }
                overrule_game OverruleGameRequest OverruleGameResponse OverruleGame "overrule-game" {
                    game, result, reason
                }
                overrule_janken OverruleJankenRequest OverruleJankenResponse OverruleJanken "overrule-janken" {
                    stage, order, reason
                }
                add_ruling AddRulingRequest AddRulingResponse Rule "rule" { text }
            }
        }
    };
}

macro_rules! requests {
    ($($service:ident {
        $($method:ident $request:ident $response:ident $act:ident $name:literal { $($field:ident),* })*
    })*) => {$($(
        impl EventRequest for wire::$request {
            fn of(event: &str, act: &Act) -> Option<Self> {
                match act {
                    Act::$act { $($field),* } => {
                        Some(Self { event: event.to_owned(), $($field: $field.to_wire()),* })
                    }
                    _ => None,
                }
            }

            fn event(&self) -> &str {
                &self.event
            }

            fn act(&self) -> Result<Act, Fault> {
                let Self { event: _, $($field),* } = self;
                let act = Act::$act { $($field: EventWireField::from_wire($field, stringify!($field))?),* };
                check_reason(act.reason())?;
                Ok(act)
            }
        }
    )*)*};
}

event_calls!(requests);
