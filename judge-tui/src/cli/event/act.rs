//! The acts: each a call of the service whose office it is. Who may do what is the server's to say.

use std::path::Path;

use ishigaki_client::Link;
use ishigaki_proto::convert::{game_result_to_wire, group_game_to_wire, group_stage_to_wire, player_to_wire};
use ishigaki_proto::event as wire;
use ishigaki_rules::TeamId;
use ishigaki_rules::ranking::{Contender, Tally};
use ishigaki_tournament::{DrawnGroup, GroupGame, GroupId, PairedRound, PlayerId, Round, StageId};
use ishigaki_words::Words;
use serde::Serialize;
use serde_json::json;

use super::super::error::Error;
use crate::cli::enter;
use crate::counts::{last_drawn, overruled};
use crate::event::{
    EventAnswer, EventCall, NamedContest, NamedEvent, NamedStanding, RosterTrouble, read_roster, shown_stage,
};
use crate::options::{
    CountsArgs, DeskAct, EventUsage, GameEnd, OrganiserAct, RefereeAct, SlipArgs, SlipSigner, TeamCount,
    UsageError,
};

/// An act that is done.
#[derive(Serialize)]
pub(super) struct Acted {
    event: String,
    item: u64,
    /// SHA-256 of settings and roster, hexadecimal (`TV1`).
    #[serde(skip_serializing_if = "Option::is_none")]
    commitment: Option<String>,
    /// Outcome of a draw of groups.
    #[serde(flatten)]
    pub(super) drawing: Option<GroupDrawObject>,
    /// Its name in JSON.
    #[serde(skip)]
    pub(super) command: &'static str,
    #[serde(skip)]
    key: &'static str,
    /// Subject of the act.
    #[serde(skip)]
    subject: Option<String>,
}

impl Acted {
    pub(super) fn event(&self) -> &str {
        &self.event
    }

    /// Returns what is done, in words.
    pub(super) fn sentence(&self, words: &Words) -> String {
        let gaps = |what: String| [("event", self.event.as_str().into()), ("what", what.into())];
        let what = words.label(self.key);
        let what = match &self.subject {
            Some(subject) => {
                words.say("cli-event-about", &[("what", what.into()), ("whom", subject.as_str().into())])
            }
            None => what,
        };
        let done = words.say("cli-event-done", &gaps(what));
        let published = self.commitment.as_ref().map(|commitment| {
            words.say("cli-event-commitment", &[("commitment", commitment.as_str().into())])
        });
        let drawn = self.drawing.as_ref().map(|drawing| drawing.said.clone());
        [Some(done), published, drawn].into_iter().flatten().collect::<Vec<_>>().join("\n")
    }
}

/// Makes a call, and says what is done, and to whom.
pub(super) async fn perform(link: &Link, call: EventCall, subject: Option<String>) -> Result<Acted, Error> {
    let (event, command, key) = (call.event().to_owned(), call.command(), call.done_key());
    let EventAnswer { item, commitment } = call.send(link).await?;
    Ok(Acted { event, item, commitment: commitment.map(hex::encode), drawing: None, command, key, subject })
}

/// Outcome of a draw of groups.
#[derive(Serialize)]
pub(super) struct GroupDrawObject {
    /// The teams of each group, how many.
    groups: Vec<usize>,
    /// The ids of the teams that were marked absent.
    absent: Vec<String>,
    #[serde(skip)]
    said: String,
}

impl GroupDrawObject {
    /// Of a stage by its number, from 1, once it is drawn.
    pub(super) fn of(event: NamedStanding<'_>, stage: u32, words: Words) -> Option<Self> {
        let NamedStanding::Groups(named) = event else { return None };
        let stage = StageId::at(usize::try_from(stage).ok()?.checked_sub(1)?);
        let drawn = named.contest.drawn(stage)?;
        let id = |team: TeamId| named.contest.teams().get(team.index()).cloned().unwrap_or_default();
        Some(Self {
            groups: drawn.groups.iter().map(|group| group.teams.len()).collect(),
            absent: named.absent(stage).into_iter().map(id).collect(),
            said: named.drawing(stage, words),
        })
    }
}

/// The settings of an event that is held by a preset.
#[derive(Serialize)]
pub(super) struct SettingsObject {
    pub(super) preset: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title_ja: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lottery_date: Option<String>,
}

/// Creates an event by these settings, or those of a file.
pub(super) fn create(
    event: String,
    settings: &SettingsObject,
    config: Option<&Path>,
) -> Result<EventCall, Error> {
    let config = match config {
        Some(file) => enter::read(file)?,
        None => json!(settings).to_string(),
    };
    Ok(wire::CreateEventRequest { event, config }.into())
}

/// Returns the call of an organiser's act.
pub(super) fn organiser(of: NamedStanding<'_>, act: OrganiserAct, words: Words) -> Result<EventCall, Error> {
    let event = of.id().to_owned();
    Ok(match act {
        OrganiserAct::Roster { file } => wire::SetRosterRequest { event, roster: roster(&file, of)? }.into(),
        OrganiserAct::Commit => wire::CommitRosterRequest { event }.into(),
        OrganiserAct::Digits { results } => wire::EnterDigitsRequest { event, results }.into(),
        OrganiserAct::Leagues => wire::MakeLeaguesRequest { event }.into(),
        OrganiserAct::DrawGroups { stage, without_game } => {
            wire::DrawGroupsRequest { event, stage, without_game }.into()
        }
        OrganiserAct::CloseStage { stage } => wire::CloseStageRequest { event, stage }.into(),
        OrganiserAct::Pair { round } => wire::PairRoundRequest { event, round }.into(),
        OrganiserAct::Abandon { reason } => wire::AbandonEventRequest { event, reason }.into(),
        OrganiserAct::Count { counts } => {
            let (game, result) = counted(groups(of)?, counts, words)?;
            wire::CountGameRequest { event, game, result }.into()
        }
        OrganiserAct::Declare => wire::DeclareRankingRequest { event }.into(),
    })
}

/// Returns the call of a desk's act.
pub(super) fn desk(of: NamedStanding<'_>, act: DeskAct, words: Words) -> Result<EventCall, Error> {
    let event = of.id().to_owned();
    let named = |player: &str| Ok::<_, UsageError>(player_to_wire(leagues(of)?.player(player, words)?));
    Ok(match act {
        DeskAct::Absent { player, reason, present } => {
            let absent = !present;
            match of {
                NamedStanding::Leagues(_) => {
                    let player = named(&player)?;
                    match reason {
                        Some(reason) => {
                            wire::OverruleAttendanceRequest { event, player, absent, reason }.into()
                        }
                        None => wire::MarkAttendanceRequest { event, player, absent }.into(),
                    }
                }
                NamedStanding::Groups(contest) => {
                    let stage = group_stage_to_wire(shown_stage(contest.contest, None));
                    let team = team(contest, &player, words)?;
                    wire::MarkTeamAttendanceRequest { event, stage, team, absent }.into()
                }
            }
        }
        DeskAct::Slip { player, number } => {
            wire::DrawSlipRequest { event, player: named(&player)?, number }.into()
        }
        DeskAct::Withdraw { player } => wire::WithdrawPlayerRequest { event, player: named(&player)? }.into(),
        DeskAct::Result { slip } => {
            let of = leagues(of)?;
            let round = round(of, &slip).map_or(1, |round| round.0);
            wire::EnterResultRequest { event, round, slip: Some(slip_of(of, slip, words)?) }.into()
        }
        DeskAct::Janken { teams } => {
            let contest = groups(of)?;
            let stage = group_stage_to_wire(shown_stage(contest.contest, None));
            let order = teams.iter().map(|named| team(contest, named, words));
            wire::EnterJankenRequest { event, stage, order: order.collect::<Result<_, _>>()? }.into()
        }
    })
}

/// Returns the call of a referee's act (`TV3`).
pub(super) fn referee(of: NamedStanding<'_>, act: RefereeAct, words: Words) -> Result<EventCall, Error> {
    let event = of.id().to_owned();
    Ok(match act {
        RefereeAct::Overrule { slip, reason } => {
            let of = leagues(of)?;
            let entry = entry(of, &slip, words)?;
            let slip = Some(slip_of(of, slip, words)?);
            wire::OverruleResultRequest { event, entry, slip, reason }.into()
        }
        RefereeAct::NameFirst { league, player, reason } => {
            let player = leagues(of)?.player(&player, words).map_err(UsageError::from)?;
            let player = player_to_wire(player);
            wire::NameFirstRequest { event, league, player, reason }.into()
        }
        RefereeAct::ConfirmFirst { league } => wire::ConfirmFirstRequest { event, league }.into(),
        RefereeAct::OverruleDigits { results, reason } => {
            wire::OverruleDigitsRequest { event, results, reason }.into()
        }
        RefereeAct::ReplaceGame { group, counted, reason } => {
            let named = groups(of)?;
            let stage = group_stage_to_wire(shown_stage(named.contest, None));
            // What is not drawn the server refuses with what comes first.
            let is_counted =
                drawn_group(named, Some(stage), group).is_ok_and(|(_, drawn)| drawn.counted.is_some());
            if is_counted && !counted {
                return Err(UsageError::from(EventUsage::Counted { group }).into());
            }
            let game = Some(wire::GroupGame { stage, group, spare: false });
            wire::ReplaceGameRequest { event, game, reason }.into()
        }
        RefereeAct::OverruleGame { counts, reason } => {
            let (game, result) = counted(groups(of)?, counts, words)?;
            wire::OverruleGameRequest { event, game, result, reason }.into()
        }
        RefereeAct::OverruleJanken { teams, stage, reason } => {
            let contest = groups(of)?;
            let stage = stage.unwrap_or_else(|| group_stage_to_wire(last_drawn(contest.contest)));
            let order = teams.iter().map(|named| team(contest, named, words));
            let order = order.collect::<Result<_, _>>()?;
            wire::OverruleJankenRequest { event, stage, order, reason }.into()
        }
        RefereeAct::Rule { text } => wire::AddRulingRequest { event, text }.into(),
    })
}

/// The event, if it is one in leagues.
fn leagues(of: NamedStanding<'_>) -> Result<NamedEvent<'_>, UsageError> {
    match of {
        NamedStanding::Leagues(event) => Ok(event),
        NamedStanding::Groups(_) => Err(EventUsage::OfLeagues.into()),
    }
}

/// The contest, if it is one in groups.
fn groups(of: NamedStanding<'_>) -> Result<NamedContest<'_>, UsageError> {
    match of {
        NamedStanding::Leagues(_) => Err(EventUsage::OfGroups.into()),
        NamedStanding::Groups(contest) => Ok(contest),
    }
}

/// A team's line of the roster, from 1.
fn team(contest: NamedContest<'_>, named: &str, words: Words) -> Result<u32, UsageError> {
    Ok(player_to_wire(PlayerId::at(contest.team(named, words)?.index())))
}

/// The ids of the games of these groups of the stage that is under way; of none: of all its groups.
pub(crate) fn games_of_groups(of: NamedStanding<'_>, numbers: &[u32]) -> Result<Vec<String>, UsageError> {
    let named = groups(of)?;
    let all = 1..=named.contest.drawn(last_drawn(named.contest)).map_or(1, |drawn| drawn.groups.len());
    let all = all.filter_map(|number| u32::try_from(number).ok());
    let numbers = if numbers.is_empty() { all.collect() } else { numbers.to_vec() };
    let game = |number| Ok(named.game_id(drawn_group(named, None, number)?.0));
    numbers.into_iter().map(game).collect()
}

/// A group by its number and that of its stage, from 1, and the game that it plays; without a stage, of the one that was drawn
/// last.
fn drawn_group(
    named: NamedContest<'_>,
    stage: Option<u32>,
    number: u32,
) -> Result<(GroupGame, &DrawnGroup), UsageError> {
    let contest = named.contest;
    let place = |number: u32| usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    let stage = stage.unwrap_or_else(|| group_stage_to_wire(last_drawn(contest)));
    let drawn = place(stage).map(StageId::at).and_then(|stage| Some((stage, contest.drawn(stage)?)));
    let found = drawn.zip(place(number)).and_then(|((stage, drawn), at)| {
        let group = drawn.groups.get(at)?;
        Some((GroupGame { stage, group: GroupId::at(at), spare: group.spare }, group))
    });
    Ok(found.ok_or(EventUsage::NoGroup { stage, group: number })?)
}

/// A group's game and what its teams count; those that are not named count what they counted.
fn counted(
    named: NamedContest<'_>,
    args: CountsArgs,
    words: Words,
) -> Result<(Option<wire::GroupGame>, Option<wire::GameResult>), UsageError> {
    let CountsArgs { group: number, counts, stage } = args;
    let (game, group) = drawn_group(named, stage, number)?;
    let mut typed: Vec<(TeamId, Option<Tally>)> = Vec::new();
    for TeamCount { team, tally } in counts {
        let team = named.team(&team, words)?;
        if !group.teams.contains(&team) {
            let stage = words.stage_name(named.stage_name(game.stage));
            let team = named.team_name(team, words);
            return Err(EventUsage::NotInGroup { team, stage, group: number }.into());
        }
        if typed.iter().any(|(other, _)| *other == team) {
            return Err(EventUsage::CountedTwice { team: named.team_name(team, words) }.into());
        }
        typed.push((team, tally));
    }
    let contenders: Vec<Contender> =
        group.teams.iter().filter_map(|team| contender(group, *team, &typed)).collect();
    let is_missing = |team: &&TeamId| !contenders.iter().any(|contender| contender.team == **team);
    let missing = group.teams.iter().filter(is_missing).map(|team| named.team_name(*team, words));
    let missing: Vec<String> = missing.collect();
    if !missing.is_empty() {
        return Err(EventUsage::NotCounted { teams: missing }.into());
    }
    Ok((group_game_to_wire(game), game_result_to_wire(&overruled(group, contenders))))
}

/// Returns what a team of the group counts, as typed or else as it was counted.
fn contender(group: &DrawnGroup, team: TeamId, typed: &[(TeamId, Option<Tally>)]) -> Option<Contender> {
    if let Some((_, tally)) = typed.iter().find(|(named, _)| *named == team) {
        return Some(Contender { team, tally: *tally });
    }
    let counted = &group.counted.as_ref()?.result.contenders;
    counted.iter().find(|contender| contender.team == team).copied()
}

/// The roster in a file, as the server takes it.
fn roster(file: &Path, of: NamedStanding<'_>) -> Result<String, UsageError> {
    let named = file.display().to_string();
    read_roster(file, &of.seed_classes()).map_err(|trouble| match trouble {
        RosterTrouble::File(what) => UsageError::EntryFile { file: named, what },
        RosterTrouble::Sheet(errors) => UsageError::Roster { file: named, errors },
    })
}

/// The round that a slip is of: the one it names, or the one that was paired last.
fn round(event: NamedEvent<'_>, slip: &SlipArgs) -> Option<Round> {
    let last = || event.tournament().rounds().last().map(|paired| paired.round);
    slip.round.map(Round).or_else(last)
}

/// The number of the entry that holds of a slip's game, to be overruled.
fn entry(event: NamedEvent<'_>, slip: &SlipArgs, words: Words) -> Result<u32, UsageError> {
    let (one, other) = (event.player(&slip.winner, words)?, event.player(&slip.loser, words)?);
    let round = round(event, slip);
    let is_of = |paired: &&PairedRound| Some(paired.round) == round;
    let paired = event.tournament().rounds().iter().find(is_of);
    let decided = paired.and_then(|paired| paired.results.get(&(one.min(other), one.max(other))));
    Ok(decided.ok_or(EventUsage::NoResult)?.entry)
}

fn slip_of(event: NamedEvent<'_>, slip: SlipArgs, words: Words) -> Result<wire::Slip, UsageError> {
    let line = |named: &str| Ok::<_, UsageError>(player_to_wire(event.player(named, words)?));
    let some = |named: Option<String>| named.map_or(Ok(0), |named| line(&named));
    Ok(wire::Slip {
        winner: line(&slip.winner)?,
        loser: line(&slip.loser)?,
        reason: match slip.end {
            GameEnd::Normal => wire::EndReason::Normal,
            GameEnd::Time => wire::EndReason::Time,
            GameEnd::DoubleTime => wire::EndReason::DoubleTime,
            GameEnd::Forfeit => wire::EndReason::Forfeit,
            GameEnd::Referee => wire::EndReason::Referee,
        }
        .into(),
        black: some(slip.black)?,
        draw_win: some(slip.draw_win)?,
        handicap: slip.handicap,
        transcript: slip.transcript.unwrap_or_default(),
        discs: slip.discs.map(|(winner, loser)| wire::DiscCount { winner, loser }),
        winner_signed: matches!(slip.signed, SlipSigner::Both | SlipSigner::Winner),
        loser_signed: matches!(slip.signed, SlipSigner::Both | SlipSigner::Loser),
        ..Default::default()
    })
}
