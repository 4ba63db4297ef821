//! Questions before calls, which name whom they concern.

use ishigaki_board::NamedStanding;
use ishigaki_tournament::{Act, DrawnGroup, GroupGame, PlayerId, Round, Slip};
use ishigaki_words::{Lang, Value, Words};

use crate::EventCall;

/// Returns a group of a drawn stage.
pub fn group_of(of: NamedStanding<'_>, game: GroupGame) -> Option<&DrawnGroup> {
    let NamedStanding::Groups(named) = of else { return None };
    named.contest.drawn(game.stage)?.groups.get(game.group.index())
}

/// Returns whether the result of a group's game is counted.
pub fn is_counted(of: Option<NamedStanding<'_>>, game: GroupGame) -> bool {
    of.and_then(|of| group_of(of, game)).is_some_and(|group| group.counted.is_some())
}

/// Returns the table of a call, and its text in both languages.
fn call_gaps(
    of: Option<NamedStanding<'_>>,
    (round, table): (Round, u32),
    players: &[PlayerId],
) -> Vec<(&'static str, Value)> {
    let text = |lang| of.map(|of| of.call_text(round, table, players, Words::new(lang))).unwrap_or_default();
    vec![("table", table.into()), ("english", text(Lang::En).into()), ("japanese", text(Lang::Ja).into())]
}

/// Returns the question before a call.
pub fn question(call: &EventCall, of: Option<NamedStanding<'_>>, words: Words) -> String {
    let who = |player: &PlayerId| -> Value {
        of.map(|of| of.entrant_label(player.index(), words)).unwrap_or_default().into()
    };
    let both = |slip: &Slip| [("one", who(&slip.winner)), ("other", who(&slip.loser))];
    let gaps = match call {
        EventCall::Commit => vec![("count", of.map_or(0, |of| of.standing().entrants.len()).into())],
        EventCall::Act(act) => match act {
            Act::PairRound { round } | Act::UnpairRound { round, .. } => vec![("round", round.0.into())],
            Act::PairByRuling { round, fixed, .. } => {
                let pair = fixed.first().map(|(player, other)| (who(player), who(other)));
                let (player, other) = pair.unwrap_or_else(|| ("".into(), "".into()));
                vec![("round", round.0.into()), ("player", player), ("other", other)]
            }
            Act::DrawSlip { player, .. } | Act::Withdraw { player } | Act::Excuse { player, .. } => {
                vec![("player", who(player))]
            }
            Act::CallPlayers { round, table, players } => call_gaps(of, (*round, *table), players),
            Act::OverruleAttendance { player, absent, .. } => {
                vec![("player", who(player)), ("absent", u32::from(*absent).into())]
            }
            Act::EnterResult { round, slip } => {
                both(slip).into_iter().chain([("round", round.0.into())]).collect()
            }
            Act::ReopenGame { entry, .. } => vec![("entry", (*entry).into())],
            Act::Overrule { entry, slip, .. } => {
                both(slip).into_iter().chain([("entry", (*entry).into())]).collect()
            }
            Act::CountGame { game, .. } | Act::OverruleGame { game, .. } | Act::ReplaceGame { game, .. } => {
                vec![("group", (game.group.index() + 1).into())]
            }
            Act::DrawGroups { stage, .. } | Act::CloseStage { stage } | Act::OverruleJanken { stage, .. } => {
                vec![("number", (stage.index() + 1).into())]
            }
            _ => Vec::new(),
        },
        EventCall::Create { .. } | EventCall::SetRoster(_) => Vec::new(),
    };
    let key = match call {
        EventCall::Commit if matches!(of, Some(NamedStanding::Groups(_))) => "tournament-ask-commit-teams",
        EventCall::Act(Act::ReplaceGame { game, .. }) if is_counted(of, *game) => {
            "tournament-ask-replace-counted"
        }
        // The form asks for the opponent.
        EventCall::Act(Act::PairByRuling { fixed, .. }) if fixed.iter().any(|(one, other)| one != other) => {
            "tournament-ask-pair-by-ruling-both"
        }
        call => call.question_key(),
    };
    let asked = words.say(key, &gaps);
    match (call, of) {
        (EventCall::Act(Act::DrawGroups { stage, .. }), Some(NamedStanding::Groups(named))) => {
            format!("{} {asked}", named.drawing_text(*stage, words))
        }
        _ => asked,
    }
}
