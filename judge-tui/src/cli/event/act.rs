//! The acts: each a call of the service whose office it is. Who may do what is the server's to say.

use std::path::Path;

use ishigaki_client::Link;
use ishigaki_proto::convert::{
    counted as wire_counted, group_stage_from_wire, group_stage_to_wire, league_from_wire,
};
use ishigaki_proto::fault::Fault;
use ishigaki_rules::TeamId;
use ishigaki_rules::ranking::{Contender, Tally};
use ishigaki_tournament::{
    Act, DrawNumber, DrawnGroup, GameResult, GroupGame, GroupId, Handicap, LeagueId, PairedRound, Reason,
    Round, Score, Slip, StageId,
};
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
pub(super) async fn perform(
    link: &Link,
    event: String,
    call: EventCall,
    subject: Option<String>,
) -> Result<Acted, Error> {
    let (command, key) = (call.command(), call.done_key());
    let EventAnswer { item, commitment } = call.send(link, event.clone()).await?;
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
    /// Of a stage, once it is drawn.
    pub(super) fn of(event: NamedStanding<'_>, stage: StageId, words: Words) -> Option<Self> {
        let NamedStanding::Groups(named) = event else { return None };
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
    Ok(EventCall::Create { event, config })
}

/// Returns the call of an organiser's act.
pub(super) fn organiser(of: NamedStanding<'_>, act: OrganiserAct, words: Words) -> Result<EventCall, Error> {
    let act = match act {
        OrganiserAct::Roster { file } => return Ok(EventCall::SetRoster(roster(&file, of)?)),
        OrganiserAct::Commit => return Ok(EventCall::Commit),
        OrganiserAct::Digits { results } => Act::EnterDigits { results },
        OrganiserAct::Leagues => Act::MakeLeagues,
        OrganiserAct::DrawGroups { stage, without_game } => {
            Act::DrawGroups { stage: stage_of(stage)?, without_game }
        }
        OrganiserAct::CloseStage { stage } => Act::CloseStage { stage: stage_of(stage)? },
        OrganiserAct::Pair { round } => Act::PairRound { round: Round(from_one(round, "round")?) },
        OrganiserAct::Abandon { reason } => Act::Abandon { reason },
        OrganiserAct::Count { counts } => {
            let (game, result) = counted(groups(of)?, counts, words)?;
            Act::CountGame { game, result }
        }
        OrganiserAct::Declare => Act::Declare,
    };
    Ok(act.into())
}

/// Returns the call of a desk's act.
pub(super) fn desk(of: NamedStanding<'_>, act: DeskAct, words: Words) -> Result<EventCall, Error> {
    let named = |player: &str| Ok::<_, UsageError>(leagues(of)?.player(player, words)?);
    let act = match act {
        DeskAct::Absent { player, reason, present } => {
            let absent = !present;
            match (of, reason) {
                (NamedStanding::Leagues(_), Some(reason)) => {
                    Act::OverruleAttendance { player: named(&player)?, absent, reason }
                }
                (NamedStanding::Leagues(_), None) => Act::MarkAttendance { player: named(&player)?, absent },
                (NamedStanding::Groups(contest), _) => {
                    let stage = shown_stage(contest.contest, None);
                    let team = contest.team(&player, words).map_err(UsageError::from)?;
                    Act::MarkTeamAttendance { stage, team, absent }
                }
            }
        }
        DeskAct::Slip { player, number } => {
            Act::DrawSlip { player: named(&player)?, number: DrawNumber(from_one(number, "number")?) }
        }
        DeskAct::Withdraw { player } => Act::Withdraw { player: named(&player)? },
        DeskAct::Result { slip } => {
            let of = leagues(of)?;
            let round = round(of, &slip).unwrap_or(Round(1));
            Act::EnterResult { round, slip: slip_of(of, slip, words)? }
        }
        DeskAct::Janken { teams } => {
            let contest = groups(of)?;
            let stage = shown_stage(contest.contest, None);
            Act::EnterJanken { stage, order: order(contest, &teams, words)? }
        }
    };
    Ok(act.into())
}

/// Returns the call of a referee's act (`TV3`).
pub(super) fn referee(of: NamedStanding<'_>, act: RefereeAct, words: Words) -> Result<EventCall, Error> {
    let act = match act {
        RefereeAct::Overrule { slip, reason } => {
            let of = leagues(of)?;
            let entry = entry(of, &slip, words)?;
            Act::Overrule { entry, slip: slip_of(of, slip, words)?, reason }
        }
        RefereeAct::NameFirst { league, player, reason } => {
            let player = leagues(of)?.player(&player, words).map_err(UsageError::from)?;
            Act::NameFirst { league: league_of(&league)?, player, reason }
        }
        RefereeAct::ConfirmFirst { league } => Act::ConfirmFirst { league: league_of(&league)? },
        RefereeAct::OverruleDigits { results, reason } => Act::OverruleDigits { results, reason },
        RefereeAct::ReplaceGame { group, counted, reason } => {
            let named = groups(of)?;
            let stage = shown_stage(named.contest, None);
            // What is not drawn the server refuses with what comes first.
            let drawn = drawn_group(named, Some(group_stage_to_wire(stage)), group);
            if !counted && drawn.is_ok_and(|(_, drawn)| drawn.counted.is_some()) {
                return Err(UsageError::from(EventUsage::Counted { group }).into());
            }
            let group = GroupId(from_one(group, "game.group")?.saturating_sub(1));
            Act::ReplaceGame { game: GroupGame { stage, group, spare: false }, reason }
        }
        RefereeAct::OverruleGame { counts, reason } => {
            let (game, result) = counted(groups(of)?, counts, words)?;
            Act::OverruleGame { game, result, reason }
        }
        RefereeAct::OverruleJanken { teams, stage, reason } => {
            let contest = groups(of)?;
            let stage = stage.map_or_else(|| Ok(last_drawn(contest.contest)), stage_of)?;
            Act::OverruleJanken { stage, order: order(contest, &teams, words)?, reason }
        }
        RefereeAct::Rule { text } => Act::Rule { text },
    };
    Ok(act.into())
}

/// A number that counts from 1, refused as the server refuses it.
fn from_one(number: u32, field: &str) -> Result<u32, Error> {
    Ok(wire_counted(number, field)?)
}

fn stage_of(number: u32) -> Result<StageId, Error> {
    Ok(group_stage_from_wire(number, "stage")?)
}

fn league_of(letter: &str) -> Result<LeagueId, Error> {
    Ok(league_from_wire(letter, "league")?)
}

fn order(contest: NamedContest<'_>, teams: &[String], words: Words) -> Result<Vec<TeamId>, UsageError> {
    teams.iter().map(|named| Ok(contest.team(named, words)?)).collect()
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
) -> Result<(GroupGame, GameResult), UsageError> {
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
    Ok((game, overruled(group, contenders)))
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

fn slip_of(event: NamedEvent<'_>, slip: SlipArgs, words: Words) -> Result<Slip, Error> {
    let line = |named: &str| Ok::<_, UsageError>(event.player(named, words)?);
    let some = |named: Option<String>| named.map(|named| line(&named)).transpose();
    let handicap = u8::try_from(slip.handicap).ok().and_then(Handicap::of);
    let bad = || Fault::bad_field("slip.handicap").with("value", slip.handicap).with("most", 4);
    Ok(Slip {
        reason: match slip.end {
            GameEnd::Normal => Reason::Normal,
            GameEnd::Time => Reason::Time,
            GameEnd::DoubleTime => Reason::DoubleTime,
            GameEnd::Forfeit => Reason::Forfeit,
            GameEnd::Referee => Reason::Referee,
        },
        black: some(slip.black)?,
        draw_win: some(slip.draw_win)?,
        handicap: handicap.ok_or_else(bad)?,
        transcript: slip.transcript.filter(|moves| !moves.is_empty()),
        score: slip.discs.map(|(winner, loser)| Score { winner, loser }),
        signed: (
            matches!(slip.signed, SlipSigner::Both | SlipSigner::Winner),
            matches!(slip.signed, SlipSigner::Both | SlipSigner::Loser),
        ),
        ..Slip::plain(line(&slip.winner)?, line(&slip.loser)?)
    })
}
