//! Events with the names of the roster, for screens and commands.

use std::time::Instant;

use ishigaki_client::{
    CallError, EventFolded, EventMirror, EventStanding, FeedSubject, Fold, Follower, Link, MirrorError,
};
use ishigaki_printout::{Edition, EntrantName, GroupEdition};
use ishigaki_proto::convert::player_from_wire;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::{event as events, wire};
use ishigaki_record::branch::Instance;
use ishigaki_rules::TeamId;
use ishigaki_tournament::{
    Fact, GroupContest, GroupGame, GroupPhase, Lottery, PlayerId, Round, Stage, StageId, Tournament,
};
use ishigaki_words::columns::clean;
use ishigaki_words::{Lang, Words};
use tonic::Code;

use crate::entrant_search::{EntrantError, find_entrant, has_in_name};

/// An event folded from its feed, with the names of its roster.
#[derive(Clone, Debug, Default)]
pub struct NamedMirror {
    mirror: EventMirror,
    names: Vec<EntrantName>,
}

/// An event in leagues with the names of its players.
#[derive(Clone, Copy, Debug)]
pub struct NamedEvent<'a> {
    pub standing: &'a EventStanding,
    tournament: &'a Tournament,
    names: &'a [EntrantName],
}

/// A contest in groups with the names of its teams.
#[derive(Clone, Copy, Debug)]
pub struct NamedContest<'a> {
    pub standing: &'a EventStanding,
    pub contest: &'a GroupContest,
    names: &'a [EntrantName],
}

/// An event of either kind with the names of its roster.
#[derive(Clone, Copy, Debug)]
pub enum NamedStanding<'a> {
    Leagues(NamedEvent<'a>),
    Groups(NamedContest<'a>),
}

impl Fold for NamedMirror {
    type News = EventFolded;

    fn fold(&mut self, item: &wire::FeedItem, _: Instant) -> Result<EventFolded, MirrorError> {
        let folded = self.mirror.fold(item)?;
        let is_roster =
            matches!(&folded, EventFolded::Fact(event) if matches!(event.fact, Fact::RosterSet { .. }));
        if let Some(standing) = self.mirror.standing().filter(|_| is_roster) {
            self.names = standing.entrants.iter().map(name).collect();
        }
        Ok(folded)
    }
}

impl NamedMirror {
    /// An empty id means the only open event, or the only one if all are over.
    pub async fn fetch(link: &Link, event: &str) -> Result<Self, CallError> {
        let subject = FeedSubject::Event(event.to_owned());
        let mut event = Follower::open(link.clone(), subject, Self::default());
        event.catch_up().await?;
        Ok(event.session)
    }

    pub fn event(&self) -> Option<NamedEvent<'_>> {
        let standing = self.mirror.standing()?;
        Some(NamedEvent { standing, tournament: standing.competition.leagues()?, names: &self.names })
    }

    pub fn standing(&self) -> Option<&EventStanding> {
        self.mirror.standing()
    }

    /// Returns the event's instance; `None` before the setup.
    pub fn instance(&self) -> Option<Instance> {
        self.mirror.instance()
    }

    /// Returns the printouts of a contest in groups.
    pub fn group_edition(&self, words: Words) -> Option<GroupEdition<'_>> {
        Some(self.contest()?.edition(words))
    }

    pub fn contest(&self) -> Option<NamedContest<'_>> {
        let standing = self.mirror.standing()?;
        Some(NamedContest { standing, contest: standing.competition.groups()?, names: &self.names })
    }

    pub fn named_standing(&self) -> Option<NamedStanding<'_>> {
        let leagues = self.event().map(NamedStanding::Leagues);
        leagues.or_else(|| self.contest().map(NamedStanding::Groups))
    }

    pub fn require_standing(&self) -> Result<NamedStanding<'_>, CallError> {
        self.named_standing().ok_or(CallError::Unanswered { code: Code::Unavailable })
    }
}

impl<'a> NamedEvent<'a> {
    pub fn tournament(self) -> &'a Tournament {
        self.tournament
    }

    /// Returns the printouts.
    pub fn edition(self, words: Words) -> Edition<'a> {
        let title = title(self.standing, words);
        let timetable = self.standing.config.timetable().copied();
        Edition { words, title, tournament: self.tournament(), names: self.names, timetable }
    }

    pub fn names(self) -> &'a [EntrantName] {
        self.names
    }

    /// Returns the roster id of a player.
    pub fn entrant_id(self, player: PlayerId) -> &'a str {
        self.standing.entrant(player).map_or("", |entrant| &entrant.id)
    }

    /// Returns whether a player is found by a number, id or part of the name.
    pub fn matches_name(self, player: PlayerId, named: &str, words: Words) -> bool {
        let number = named.parse::<u32>().ok();
        let has_number = number.is_some() && self.edition(words).number(player) == number;
        has_number
            || self.standing.entrant(player).is_some_and(|entrant| {
                // Numbers are not searched in names, because too many contain them.
                entrant.id == named || number.is_none() && has_in_name(entrant, named)
            })
    }

    /// Finds a player by number, id or part of the name.
    ///
    /// # Errors
    /// If none or several match.
    pub fn player(self, named: &str, words: Words) -> Result<PlayerId, EntrantError> {
        let edition = self.edition(words);
        let has_number = |at, number| edition.number(PlayerId::at(at)) == Some(number);
        let line =
            find_entrant(&self.standing.entrants, named, has_number, |at| edition.player(PlayerId::at(at)))?;
        Ok(PlayerId::at(line))
    }
}

impl<'a> NamedContest<'a> {
    /// Returns the printouts.
    pub fn edition(self, words: Words) -> GroupEdition<'a> {
        let title = title(self.standing, words);
        GroupEdition { words, title, contest: self.contest, names: self.names }
    }

    /// Returns the name of a team.
    pub fn name(self, team: TeamId, words: Words) -> String {
        self.names.get(team.index()).map(|name| name.shown(words.lang())).unwrap_or_default()
    }

    /// Returns the name of a team, with its id if another team has the same name.
    pub fn team_name(self, team: TeamId, words: Words) -> String {
        let line = PlayerId::at(team.index());
        let id = self.standing.entrant(line).map_or("", |entrant| &entrant.id);
        let name = self.name(team, words);
        if name == id { name } else { format!("{} {name}", clean(id)) }
    }

    /// Returns the name of a stage.
    pub fn stage_name(self, stage: StageId) -> &'a str {
        self.contest.plan().stages.get(stage.index()).map_or("", |stage| &stage.name)
    }

    /// `TD7`.
    pub fn absent(self, stage: StageId) -> Vec<TeamId> {
        let roster = match self.contest.drawn(stage) {
            Some(drawn) => drawn.roster.clone(),
            None => self.contest.stage_roster(stage),
        };
        roster.into_iter().filter(|team| self.contest.is_absent(stage, *team)).collect()
    }

    /// Returns the groups of a stage, drawn or to be drawn, as a sentence.
    pub fn drawing_text(self, stage: StageId, words: Words) -> String {
        let drawn = self.contest.drawn(stage).cloned().unwrap_or_else(|| self.contest.draw(stage));
        let sizes = drawn.groups.iter().map(|group| group.teams.len().to_string());
        let gaps = [("groups", drawn.groups.len().into()), ("sizes", words.list(sizes).into())];
        let groups = words.say("event-drawing", &gaps);
        let absent: Vec<String> =
            self.absent(stage).into_iter().map(|team| self.team_name(team, words)).collect();
        let absent = if absent.is_empty() {
            words.label("event-drawing-all")
        } else {
            words.say("event-drawing-absent", &[("teams", words.list(absent).into())])
        };
        format!("{groups} {absent}")
    }

    /// Returns the id of a group's game.
    pub fn game_id(self, game: GroupGame) -> String {
        clean(&game.name(&self.standing.event, self.stage_name(game.stage))).into_owned()
    }

    /// Returns whether a team is found by an id or part of the name.
    pub fn matches_name(self, team: TeamId, named: &str) -> bool {
        let entrant = self.standing.entrant(PlayerId::at(team.index()));
        entrant.is_some_and(|entrant| entrant.id == named || has_in_name(entrant, named))
    }

    /// Finds a team by id or part of the name.
    ///
    /// # Errors
    /// If none or several match.
    pub fn team(self, named: &str, words: Words) -> Result<TeamId, EntrantError> {
        let line = find_entrant(
            &self.standing.entrants,
            named,
            |_, _| false,
            |at| self.team_name(TeamId::at(at), words),
        );
        line.map(TeamId::at).map_err(|usage| match usage {
            EntrantError::NoPlayer { named } => EntrantError::NoTeam { named },
            EntrantError::SeveralPlayers { named, players } => {
                EntrantError::SeveralTeams { named, teams: players }
            }
            usage => usage,
        })
    }
}

impl<'a> NamedStanding<'a> {
    pub const fn standing(self) -> &'a EventStanding {
        match self {
            Self::Leagues(event) => event.standing,
            Self::Groups(contest) => contest.standing,
        }
    }

    pub fn id(self) -> &'a str {
        &self.standing().event
    }

    /// Returns the title in a language.
    pub fn title(self, words: Words) -> &'a str {
        title(self.standing(), words)
    }

    /// They can change until something is drawn from them (`TD8`).
    pub fn digits(self) -> Option<(&'a [String], bool)> {
        match self {
            Self::Leagues(event) => {
                let tournament = event.tournament();
                Some((tournament.digits()?, tournament.stage() == Stage::Reception))
            }
            Self::Groups(contest) => {
                let is_open = contest.contest.phase() == GroupPhase::Reception { stage: StageId::at(0) };
                Some((contest.contest.digits()?, is_open))
            }
        }
    }

    /// `TD2`.
    pub fn lotteries(self) -> &'a [Lottery] {
        match self {
            Self::Leagues(event) => &event.tournament().plan().lotteries,
            Self::Groups(contest) => &contest.contest.plan().lotteries,
        }
    }

    /// Groups have none (`TD6`).
    pub fn seed_classes(self) -> Vec<String> {
        match self {
            Self::Leagues(event) => {
                let classes = &event.tournament().plan().seed_classes;
                classes.iter().map(|class| class.name.clone()).collect()
            }
            Self::Groups(_) => Vec::new(),
        }
    }

    /// Returns the name of a line of the roster, with its number.
    pub fn entrant_label(self, line: usize, words: Words) -> String {
        match self {
            Self::Leagues(event) => event.edition(words).player(PlayerId::at(line)),
            Self::Groups(contest) => contest.team_name(TeamId::at(line), words),
        }
    }

    /// Returns the name of a line of the roster.
    pub fn entrant_name(self, line: usize, words: Words) -> String {
        match self {
            Self::Leagues(event) => event.edition(words).name(PlayerId::at(line)),
            Self::Groups(contest) => contest.name(TeamId::at(line), words),
        }
    }

    /// Returns what a call says: to these players, or to both players of the table.
    pub fn call_text(self, round: Round, table: u32, players: &[PlayerId], words: Words) -> String {
        let paired = match self {
            Self::Leagues(event) => event.tournament().rounds().iter().find(|paired| paired.round == round),
            Self::Groups(_) => None,
        };
        let both = paired.and_then(|paired| paired.table(table)).map(|(one, other)| [one, other]);
        let called = if players.is_empty() { both.as_ref().map_or(players, |both| both) } else { players };
        let names = called.iter().map(|player| self.entrant_name(player.index(), words));
        words.say("page-call", &[("players", words.list(names).into()), ("table", table.into())])
    }

    /// Returns the reason of a refusal, with names instead of lines.
    pub fn refusal(self, fault: &Fault, words: Words) -> String {
        let mut named = fault.clone();
        let of_team =
            matches!(fault.reason, ErrorReason::NeverPlays | ErrorReason::NotOfStage | ErrorReason::BadCount);
        let keys =
            ["player", "other", "winner", "loser", "entrant"].into_iter().chain(of_team.then_some("team"));
        for key in keys {
            let line = named.metadata.get(key).and_then(|line| line.parse().ok());
            let player = line.and_then(|line| player_from_wire(line, key).ok());
            if let Some(player) = player.filter(|player| self.standing().entrant(*player).is_some()) {
                named.metadata.insert(key.to_owned(), self.entrant_label(player.index(), words));
            }
        }
        words.fault(&named)
    }
}

pub(crate) fn title(standing: &EventStanding, words: Words) -> &str {
    let config = &standing.config;
    let is_japanese = words.lang() == Lang::Ja && !config.title_ja().is_empty();
    if is_japanese { config.title_ja() } else { config.title() }
}

fn name(entrant: &events::Entrant) -> EntrantName {
    let romaji = Some(entrant.romaji.clone()).filter(|romaji| !romaji.is_empty());
    let name = if entrant.name.is_empty() { &entrant.id } else { &entrant.name };
    let (rank, affiliation) = (entrant.rank.clone(), entrant.affiliation.clone());
    EntrantName { name: name.clone(), romaji, rank, affiliation }
}
