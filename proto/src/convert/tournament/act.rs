//! The table of calls that ask for an act of an event.

use ishigaki_tournament::Act;

use super::field::EventWireField;
use crate::convert::check_reason;
use crate::event as wire;
use crate::fault::Fault;

/// A request that asks for an act of an event.
pub trait EventRequest: Sized {
    /// The request for an act in an event, as its id names it; `None` if the act is asked for by another request.
    fn of(event: &str, act: &Act) -> Option<Self>;

    /// The event, by its id.
    fn event(&self) -> &str;

    /// The act that is asked for.
    ///
    /// # Errors
    /// [`Fault`] with the field that is missing or holds what it cannot.
    fn act(&self) -> Result<Act, Fault>;
}

/// Hands the table of an event's calls to the macro named `then`: by service, of each the method, its request and answer, the
/// act, the name that people type and programs read, and the act's fields, which the request calls the same.
///
/// Services, clients, commands and conversions are made from this table. Two acts are not in it: the roster is sent as a text,
/// and the hash of what is committed is the server's to make.
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
            }
            referee {
                overrule_digits OverruleDigitsRequest OverruleDigitsResponse OverruleDigits "overrule-digits" {
                    results, reason
                }
                overrule_attendance OverruleAttendanceRequest OverruleAttendanceResponse OverruleAttendance "overrule-attendance" {
                    player, absent, reason
                }
                overrule_result OverruleResultRequest OverruleResultResponse Overrule "overrule" { entry, slip, reason }
                name_first NameFirstRequest NameFirstResponse NameFirst "name-first" { league, player, reason }
                confirm_first ConfirmFirstRequest ConfirmFirstResponse ConfirmFirst "confirm-first" { league }
                replace_game ReplaceGameRequest ReplaceGameResponse ReplaceGame "replace-game" { game, reason }
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
