//! The sentences of an event around the games, one a fact.

use ishigaki_othello::Reason;
use ishigaki_rules::TeamId;
use ishigaki_tournament::{
    Actor, Bout, Competition, Fact, FinalRow, GroupGame, LeagueId, PlayerId, Shift, Slip, StageId, Tournament,
};

use crate::{Value, Words};

/// An event with the names of its entrants, by line of the roster.
#[derive(Clone, Copy, Debug)]
pub struct NamedCompetition<'a> {
    /// The event, with the fact applied that is told.
    pub competition: &'a Competition,
    /// Names of the lines of its roster.
    pub names: &'a [String],
}

type Gaps = Vec<(&'static str, Value)>;

impl NamedCompetition<'_> {
    fn name(&self, line: usize) -> String {
        let name = self.names.get(line).filter(|name| !name.is_empty());
        name.cloned().unwrap_or_else(|| format!("#{}", line + 1))
    }

    fn player(&self, player: PlayerId) -> String {
        self.name(player.index())
    }

    fn stage(&self, stage: StageId) -> String {
        let plan = self.competition.groups().map(|contest| &contest.plan().stages);
        let named = plan.and_then(|stages| stages.get(stage.index())).map(|stage| stage.name.clone());
        named.unwrap_or_else(|| format!("#{}", stage.index() + 1))
    }
}

/// Returns whom the ruling that was applied last moved (`TD7`, `TD8`).
fn moved<'a>(competition: &'a Competition, fact: &Fact) -> Option<&'a [Shift]> {
    let moved = match (competition, fact) {
        (Competition::Leagues(event), Fact::DigitsOverruled { .. }) => {
            &event.overruled_digits().last()?.moved
        }
        (Competition::Leagues(event), _) => &event.overruled_attendance().last()?.moved,
        (Competition::Groups(contest), _) => &contest.overruled_digits().last()?.moved,
    };
    Some(moved)
}

impl Words {
    /// Says who acted in an event.
    pub fn officer(&self, by: Actor) -> String {
        self.label(match by {
            Actor::Organiser => "name-organiser",
            Actor::Desk => "name-desk",
            Actor::Referee => "name-referee",
            Actor::Server => "name-server",
        })
    }

    /// Returns what happened in an event, in a sentence with the rule it stands on.
    pub fn competition_fact(&self, of: NamedCompetition<'_>, fact: &Fact) -> String {
        let absent = |absent: bool| u32::from(absent).into();
        let gaps: Gaps = match fact {
            Fact::RosterSet { .. } => vec![("entrants", of.competition.entrants().into())],
            Fact::Committed { commitment } => {
                let hash = commitment.iter().fold(String::new(), |hash, byte| hash + &format!("{byte:02x}"));
                vec![("hash", hash.into())]
            }
            Fact::DigitsEntered { results } => vec![("results", results.join(" ").into())],
            Fact::DigitsOverruled { results, reason } => {
                vec![("results", results.join(" ").into()), ("reason", reason.as_str().into())]
            }
            Fact::AttendanceMarked { player, absent: is_absent } => {
                vec![("name", of.player(*player).into()), ("absent", absent(*is_absent))]
            }
            Fact::AttendanceOverruled { player, absent: is_absent, reason } => vec![
                ("name", of.player(*player).into()),
                ("absent", absent(*is_absent)),
                ("reason", reason.as_str().into()),
            ],
            Fact::SlipDrawn { player, number } => {
                vec![("name", of.player(*player).into()), ("number", number.0.into())]
            }
            Fact::LeaguesMade => {
                let leagues = of.competition.leagues().map_or(0, |event| event.plan().leagues);
                vec![("leagues", u32::from(leagues).into())]
            }
            Fact::RoundPaired { round, .. } => vec![("round", round.0.into())],
            Fact::ResultEntered { round, slip } => {
                [vec![("round", round.0.into())], self.slip(of, slip)].concat()
            }
            Fact::PlayerWithdrew { player } => vec![("name", of.player(*player).into())],
            Fact::ResultOverruled { entry, slip, reason } => {
                let own = vec![("entry", (*entry).into()), ("reason", reason.as_str().into())];
                [own, self.slip(of, slip)].concat()
            }
            Fact::FirstNamed { league, player, reason } => vec![
                ("league", league.to_string().into()),
                ("name", of.player(*player).into()),
                ("reason", reason.as_str().into()),
            ],
            Fact::FirstConfirmed { league } => vec![("league", league.to_string().into())],
            fact => self.group_gaps(of, fact),
        };
        let key = format!("competition-{}", fact.name().replace('_', "-"));
        self.say(&key, &gaps)
    }

    /// The gaps of what happens in a contest in groups alone, and at the end of any event.
    fn group_gaps(&self, of: NamedCompetition<'_>, fact: &Fact) -> Gaps {
        let stage = |stage: &StageId| ("stage", Value::from(self.stage_name(&of.stage(*stage))));
        let reason = |reason: &String| ("reason", Value::from(reason.as_str()));
        let order = |order: &[TeamId]| {
            ("order", Value::from(self.list(order.iter().map(|team| of.name(team.index())))))
        };
        let game = |game: &GroupGame| {
            vec![
                stage(&game.stage),
                ("group", game.group.0.saturating_add(1).into()),
                ("spare", u32::from(game.spare).into()),
            ]
        };
        match fact {
            Fact::TeamAttendanceMarked { stage: at, team, absent } => {
                vec![stage(at), ("name", of.name(team.index()).into()), ("absent", u32::from(*absent).into())]
            }
            Fact::GroupsDrawn { stage: at } => vec![stage(at)],
            Fact::StageClosed { stage: at } => {
                let stages = of.competition.groups().map_or(0, |contest| contest.plan().stages.len());
                vec![stage(at), ("last", u32::from(at.index() + 1 == stages).into())]
            }
            Fact::GameCounted { game: of, .. } => game(of),
            Fact::GameReplaced { game: of, reason: why }
            | Fact::GameOverruled { game: of, reason: why, .. } => [game(of), vec![reason(why)]].concat(),
            Fact::JankenEntered { stage: at, order: teams } => vec![stage(at), order(teams)],
            Fact::JankenOverruled { stage: at, order: teams, reason: why } => {
                vec![stage(at), order(teams), reason(why)]
            }
            Fact::Ruled { text } => vec![("text", text.as_str().into())],
            Fact::EventAbandoned { reason: why } => vec![reason(why)],
            // All others have theirs already.
            _ => Vec::new(),
        }
    }

    /// Returns what follows from what happened: a round's games, and the final ranking.
    pub fn competition_follows(&self, of: NamedCompetition<'_>, fact: &Fact) -> Vec<String> {
        match (fact, of.competition.leagues()) {
            (Fact::RoundPaired { .. }, Some(tournament)) => self.games(of, tournament),
            (Fact::RankingDeclared, Some(tournament)) => {
                let ranking = tournament.final_ranking().into_iter().flat_map(|ranking| ranking.rows);
                let place = |row: FinalRow| {
                    let gaps = [("place", row.place.into()), ("name", of.player(row.player).into())];
                    self.say("competition-place", &gaps)
                };
                ranking.map(place).collect()
            }
            (Fact::DigitsOverruled { .. } | Fact::AttendanceOverruled { .. }, _) => {
                moved(of.competition, fact).map(|shifts| self.shifts(of, shifts)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn shifts(&self, of: NamedCompetition<'_>, shifts: &[Shift]) -> String {
        let place = |at: usize| match of.competition {
            Competition::Leagues(_) => LeagueId::at(at).to_string(),
            Competition::Groups(_) => (at + 1).to_string(),
        };
        let moved = shifts.iter().map(|shift| (of.player(shift.line), place(shift.from), place(shift.to)));
        self.moved_by_ruling(moved)
    }

    /// Says whom a ruling on the draw moved, each from one league or group into another.
    pub fn moved_by_ruling(&self, moved: impl IntoIterator<Item = (String, String, String)>) -> String {
        let said = |(who, from, to): (String, String, String)| {
            self.say("print-moved", &[("who", who.into()), ("from", from.into()), ("to", to.into())])
        };
        let moved = self.list(moved.into_iter().map(said));
        if moved.is_empty() {
            self.label("print-moved-nobody")
        } else {
            self.say("print-moved-by-ruling", &[("moved", moved.into())])
        }
    }

    /// The games and byes of the round that was paired last.
    fn games(&self, of: NamedCompetition<'_>, tournament: &Tournament) -> Vec<String> {
        let Some(paired) = tournament.rounds().last() else { return Vec::new() };
        let games = paired.games().map(|(bout, one, other)| {
            let (one, other) = (of.player(one), of.player(other));
            let bout = bout.map(|bout| self.bout(bout)).unwrap_or_default();
            let key = if bout.is_empty() { "competition-game" } else { "competition-bout" };
            self.say(key, &[("bout", bout.into()), ("one", one.into()), ("other", other.into())])
        });
        let byes = paired.pools.iter().filter_map(|pool| pool.bye);
        let byes = byes.map(|player| self.say("competition-bye", &[("name", of.player(player).into())]));
        games.chain(byes).collect()
    }

    /// A play-off game (`TK`).
    pub fn bout(&self, bout: Bout) -> String {
        match bout {
            Bout::SemiFinal1 => self.say("print-bout-semi-final", &[("number", 1_u32.into())]),
            Bout::SemiFinal2 => self.say("print-bout-semi-final", &[("number", 2_u32.into())]),
            Bout::Final => self.label("print-bout-final"),
            Bout::ThirdPlace => self.label("print-bout-third-place"),
            Bout::Prize { order } => {
                let higher = 7_u32.saturating_sub(order.into());
                let gaps = [("higher", higher.into()), ("lower", (13 - higher).into())];
                self.say("print-bout-prize", &gaps)
            }
            Bout::Women => self.label("print-bout-women"),
        }
    }

    /// Says why a game of Othello ended (`TO9`).
    pub fn game_end(&self, reason: Reason) -> String {
        self.label(match reason {
            Reason::Normal => "print-reason-normal",
            Reason::Time => "print-reason-time",
            Reason::DoubleTime => "print-reason-double-time",
            Reason::Forfeit => "print-reason-forfeit",
            Reason::Referee => "print-reason-referee",
        })
    }

    /// Says who won against whom, and how.
    fn slip(&self, of: NamedCompetition<'_>, slip: &Slip) -> Gaps {
        vec![
            ("winner", of.player(slip.winner).into()),
            ("loser", of.player(slip.loser).into()),
            ("how", self.game_end(slip.reason).into()),
        ]
    }
}
