//! Acts of an event as calls. The server checks permissions.

use std::path::Path;

use ishigaki_client::Link;
use ishigaki_proto::convert::{
    counted as wire_counted, group_stage_from_wire, group_stage_to_wire, league_from_wire,
};
use ishigaki_proto::fault::Fault;
use ishigaki_roster::{RosterDraft, RosterRemark};
use ishigaki_rules::TeamId;
use ishigaki_rules::ranking::{Contender, Tally};
use ishigaki_tournament::{
    Act, Colour, DrawNumber, DrawnGroup, GameResult, GroupGame, GroupId, Handicap, LeagueId, PlayerId,
    Reason, Round, Score, Slip, StageId,
};
use ishigaki_words::Words;
use serde::Serialize;
use serde_json::json;

use super::super::error::Error;
use crate::cli::enter;
use crate::counts::{last_drawn, overruled_result};
use crate::event::{
    EventAnswer, EventCall, NamedContest, NamedEvent, NamedStanding, RosterError, read_roster, shown_stage,
};
use crate::options::act::{
    CalledArg, CountedFlag, DigitsArg, EnglishOption, EventAct, FileArg, GameArg, GroupArg, JapaneseOption,
    LeagueArg, NumberArg, PairsArg, PlayerArg, PresentFlag, ReasonOption, RoundArg, RulingReasonOption,
    StageArg, StageOption, TableArg, TeamsArg, TextArg, WithoutGameFlag, event_acts, event_arguments,
};
use crate::options::{
    CountsArgs, DiscColour, EventUsage, GameEnd, SlipArgs, SlipSigner, TeamCount, UsageError,
};

#[derive(Serialize)]
pub(super) struct ActObject {
    event: String,
    item: u64,
    /// SHA-256 of settings and roster, hexadecimal (`TV1`).
    #[serde(skip_serializing_if = "Option::is_none")]
    commitment: Option<String>,
    #[serde(flatten)]
    pub(super) drawing: Option<GroupDrawObject>,
    #[serde(skip)]
    pub(super) command: &'static str,
    #[serde(skip)]
    key: &'static str,
    #[serde(skip)]
    subject: Option<String>,
    /// Remarks about a roster.
    #[serde(skip)]
    remarks: Vec<RosterRemark>,
}

impl ActObject {
    pub(super) fn event(&self) -> &str {
        &self.event
    }

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
        let drawn = self.drawing.as_ref().map(|drawing| drawing.text.clone());
        let remarks = self.remarks.iter().map(|remark| words.message(remark));
        [Some(done), published, drawn].into_iter().flatten().chain(remarks).collect::<Vec<_>>().join("\n")
    }
}

pub(super) async fn perform(
    link: &Link,
    event: String,
    call: EventCall,
    subject: Option<String>,
) -> Result<ActObject, Error> {
    let (command, key) = (call.command(), call.done_key());
    let remarks = match &call {
        EventCall::SetRoster(draft) => draft.remarks.clone(),
        _ => Vec::new(),
    };
    let EventAnswer { item, commitment } = call.send(link, event.clone()).await?;
    Ok(ActObject {
        event,
        item,
        commitment: commitment.map(hex::encode),
        drawing: None,
        command,
        key,
        subject,
        remarks,
    })
}

#[derive(Serialize)]
pub(super) struct GroupDrawObject {
    groups: Vec<usize>,
    absent: Vec<String>,
    #[serde(skip)]
    text: String,
}

impl GroupDrawObject {
    pub(super) fn of(event: NamedStanding<'_>, stage: StageId, words: Words) -> Option<Self> {
        let NamedStanding::Groups(named) = event else { return None };
        let drawn = named.contest.drawn(stage)?;
        let id = |team: TeamId| named.contest.teams().get(team.index()).cloned().unwrap_or_default();
        Some(Self {
            groups: drawn.groups.iter().map(|group| group.teams.len()).collect(),
            absent: named.absent(stage).into_iter().map(id).collect(),
            text: named.drawing_text(stage, words),
        })
    }
}

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

/// Argument of an act, read in the context of its event.
trait EventArgument {
    type Value;

    fn read(self, of: NamedStanding<'_>, words: Words) -> Result<Self::Value, Error>;
}

macro_rules! readers {
    (($of:ident, $words:ident) $(
        $name:ident $help:literal [$($arg:tt)*] $field:ident: $type:ty => $value:ty = $read:expr;
    )*) => {$(
        impl EventArgument for $name {
            type Value = $value;

            fn read(self, $of: NamedStanding<'_>, $words: Words) -> Result<$value, Error> {
                let (Self { $field }, _) = (self, ($of, $words));
                Ok($read)
            }
        }
    )*};
}

macro_rules! calls {
    (($of:ident, $words:ident) $(
        $(#[$help:meta])+ $($example:literal)+ $act:ident { $($field:ident: $args:ty),* } => $call:expr;
    )*) => {
        pub(super) fn call($of: NamedStanding<'_>, act: EventAct, $words: Words) -> Result<EventCall, Error> {
            Ok(match act {$(
                EventAct::$act { $($field),* } => {
                    $(let $field = $field.read($of, $words)?;)*
                    EventCall::from($call)
                }
            )*})
        }
    };
}

event_arguments!(readers);
event_acts!(calls);

impl EventArgument for CountsArgs {
    type Value = (GroupGame, GameResult);

    fn read(self, of: NamedStanding<'_>, words: Words) -> Result<Self::Value, Error> {
        Ok(counted_result(groups(of)?, self, words)?)
    }
}

impl EventArgument for SlipArgs {
    type Value = (Round, Slip);

    fn read(self, of: NamedStanding<'_>, words: Words) -> Result<Self::Value, Error> {
        let of = leagues(of)?;
        let round = self.round.map_or_else(|| last_round(of), Round);
        Ok((round, read_slip(of, self, words)?))
    }
}

fn attendance(
    of: NamedStanding<'_>,
    named: &str,
    reason: Option<String>,
    absent: bool,
    words: Words,
) -> Result<Act, Error> {
    Ok(match (of, reason) {
        (NamedStanding::Leagues(event), Some(reason)) => {
            Act::OverruleAttendance { player: event.player(named, words)?, absent, reason }
        }
        (NamedStanding::Leagues(event), None) => {
            Act::MarkAttendance { player: event.player(named, words)?, absent }
        }
        (NamedStanding::Groups(contest), _) => {
            let stage = shown_stage(contest.contest, None);
            Act::MarkTeamAttendance { stage, team: contest.team(named, words)?, absent }
        }
    })
}

/// Rejects 0 as the server does.
fn one_based(number: u32, field: &str) -> Result<u32, Error> {
    Ok(wire_counted(number, field)?)
}

fn find_player(of: NamedStanding<'_>, player: &str, words: Words) -> Result<PlayerId, UsageError> {
    Ok(leagues(of)?.player(player, words)?)
}

fn called(of: NamedStanding<'_>, players: &[String], words: Words) -> Result<Vec<PlayerId>, UsageError> {
    players.iter().map(|player| find_player(of, player, words)).collect()
}

fn last_round(of: NamedEvent<'_>) -> Round {
    of.tournament().rounds().last().map_or(Round(1), |paired| paired.round)
}

fn fixed_pairs(
    of: NamedStanding<'_>,
    pairs: &[String],
    words: Words,
) -> Result<Vec<(PlayerId, PlayerId)>, UsageError> {
    let pair = |pair: &String| {
        let (one, other) =
            pair.split_once([':', '：']).ok_or_else(|| EventUsage::NoPair { pair: pair.clone() })?;
        Ok((find_player(of, one.trim(), words)?, find_player(of, other.trim(), words)?))
    };
    pairs.iter().map(pair).collect()
}

fn order(contest: NamedContest<'_>, teams: &[String], words: Words) -> Result<Vec<TeamId>, UsageError> {
    teams.iter().map(|named| Ok(contest.team(named, words)?)).collect()
}

fn leagues(of: NamedStanding<'_>) -> Result<NamedEvent<'_>, UsageError> {
    match of {
        NamedStanding::Leagues(event) => Ok(event),
        NamedStanding::Groups(_) => Err(EventUsage::OfLeagues.into()),
    }
}

fn groups(of: NamedStanding<'_>) -> Result<NamedContest<'_>, UsageError> {
    match of {
        NamedStanding::Leagues(_) => Err(EventUsage::OfGroups.into()),
        NamedStanding::Groups(contest) => Ok(contest),
    }
}

pub(crate) fn games_of_groups(of: NamedStanding<'_>, numbers: &[u32]) -> Result<Vec<String>, UsageError> {
    let named = groups(of)?;
    let all = 1..=named.contest.drawn(last_drawn(named.contest)).map_or(1, |drawn| drawn.groups.len());
    let all = all.filter_map(|number| u32::try_from(number).ok());
    let numbers = if numbers.is_empty() { all.collect() } else { numbers.to_vec() };
    let game = |number| Ok(named.game_id(drawn_group(named, None, number)?.0));
    numbers.into_iter().map(game).collect()
}

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

fn counted_result(
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
    Ok((game, overruled_result(group, contenders)))
}

fn contender(group: &DrawnGroup, team: TeamId, typed: &[(TeamId, Option<Tally>)]) -> Option<Contender> {
    if let Some((_, tally)) = typed.iter().find(|(named, _)| *named == team) {
        return Some(Contender { team, tally: *tally });
    }
    let counted = &group.counted.as_ref()?.result.contenders;
    counted.iter().find(|contender| contender.team == team).copied()
}

fn roster(file: &Path, of: NamedStanding<'_>) -> Result<RosterDraft, UsageError> {
    let named = file.display().to_string();
    read_roster(file, &of.seed_classes()).map_err(|trouble| match trouble {
        RosterError::File(what) => UsageError::EntryFile { file: named, what },
        RosterError::Faulty(errors) => UsageError::Roster { file: named, errors },
    })
}

fn entry(event: NamedEvent<'_>, round: Round, slip: &Slip) -> Result<u32, UsageError> {
    let paired = event.tournament().rounds().iter().find(|paired| paired.round == round);
    let pair = (slip.winner.min(slip.loser), slip.winner.max(slip.loser));
    let decided = paired.and_then(|paired| paired.results.get(&pair));
    Ok(decided.ok_or(EventUsage::NoResult)?.entry)
}

/// Returns the number of the entry of the latest game of two players.
fn last_entry(of: NamedStanding<'_>, pair: &str, words: Words) -> Result<u32, UsageError> {
    let event = leagues(of)?;
    let pairs = fixed_pairs(of, &[pair.to_owned()], words)?;
    let rounds = || event.tournament().rounds().iter().rev();
    let found = pairs.iter().find_map(|(one, other)| {
        rounds().find_map(|paired| paired.results.get(&((*one).min(*other), (*one).max(*other))))
    });
    Ok(found.ok_or(EventUsage::NoResult)?.entry)
}

fn read_slip(event: NamedEvent<'_>, slip: SlipArgs, words: Words) -> Result<Slip, Error> {
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
        call: slip.call.map(|colour| match colour {
            DiscColour::Black => Colour::Black,
            DiscColour::White => Colour::White,
        }),
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
