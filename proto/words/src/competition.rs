//! Sentences about the facts of an event.

mod change;

use ishigaki_othello::Reason;
use ishigaki_rules::TeamId;
use ishigaki_tournament::{
    Actor, Bout, Competition, DrawNumber, Fact, FinalRow, GameResult, GroupGame, LeagueId, PlayerId, Round,
    Shift, Slip, StageId, Tournament,
};

use crate::{Lang, Value, Words};

/// An event with the names of its entrants, by line of the roster.
#[derive(Clone, Copy, Debug)]
pub struct NamedCompetition<'a> {
    pub competition: &'a Competition,
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

    /// Returns the name of a league, or the number of a group.
    fn draw_place(&self, at: usize) -> String {
        match self.competition {
            Competition::Leagues(_) => LeagueId::at(at).to_string(),
            Competition::Groups(_) => (at + 1).to_string(),
        }
    }

    fn stage(&self, stage: StageId) -> String {
        let plan = self.competition.groups().map(|contest| &contest.plan().stages);
        let named = plan.and_then(|stages| stages.get(stage.index())).map(|stage| stage.name.clone());
        named.unwrap_or_else(|| format!("#{}", stage.index() + 1))
    }
}

/// Returns the entrants moved by the ruling that was applied last (`TD7`, `TD8`).
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
    /// Returns the name of an actor in an event.
    pub fn officer(&self, by: Actor) -> String {
        self.label(match by {
            Actor::Organiser => "name-organiser",
            Actor::Desk => "name-desk",
            Actor::Referee => "name-referee",
            Actor::Server => "name-server",
        })
    }

    /// Returns an event's fact in a sentence with its rule.
    pub fn competition_fact(&self, of: NamedCompetition<'_>, fact: &Fact) -> String {
        let mut gaps = fact_gaps(fact, of, *self);
        match (fact, of.competition) {
            (Fact::LeaguesMade, Competition::Leagues(event)) => {
                gaps.push(("leagues", event.plan().leagues.into()));
            }
            (Fact::NoticePosted { english, japanese }, _) => {
                gaps.push(("text", self.notice(english, japanese).into()));
            }
            (Fact::StageClosed { stage }, Competition::Groups(contest)) => {
                let is_last = stage.index() + 1 == contest.plan().stages.len();
                gaps.push(("last", u32::from(is_last).into()));
            }
            _ => {}
        }
        let key = format!("competition-{}", fact.name().replace('_', "-"));
        self.say(&key, &gaps)
    }

    /// Returns the text of an event's announcement in the reader's language, or else in the other.
    pub fn notice<'a>(&self, english: &'a str, japanese: &'a str) -> &'a str {
        let (own, other) = match self.lang() {
            Lang::En => (english, japanese),
            Lang::Ja => (japanese, english),
        };
        if own.is_empty() { other } else { own }
    }

    /// Returns the consequences of an event's fact: a round's games, or the final ranking.
    pub fn competition_follows(&self, of: NamedCompetition<'_>, fact: &Fact) -> Vec<String> {
        match (fact, of.competition.leagues()) {
            (Fact::RoundPaired { .. } | Fact::RoundPairedByRuling { .. }, Some(tournament)) => {
                self.games(of, tournament)
            }
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
        let place = |at| of.draw_place(at);
        let moved = shifts.iter().map(|shift| (of.player(shift.line), place(shift.from), place(shift.to)));
        self.moved_by_ruling(moved)
    }

    /// Returns the entrants moved by a ruling on the draw, each with the old and the new league or group.
    pub fn moved_by_ruling(&self, moved: impl IntoIterator<Item = (String, String, String)>) -> String {
        let move_text = |(who, from, to): (String, String, String)| {
            self.say("print-moved", &[("who", who.into()), ("from", from.into()), ("to", to.into())])
        };
        let moved = self.list(moved.into_iter().map(move_text));
        if moved.is_empty() {
            self.label("print-moved-nobody")
        } else {
            self.say("print-moved-by-ruling", &[("moved", moved.into())])
        }
    }

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

    /// Returns a play-off game (`TK`).
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

    /// Returns the reason why a game of Othello ended (`TO9`).
    pub fn game_end(&self, reason: Reason) -> String {
        self.label(match reason {
            Reason::Normal => "print-reason-normal",
            Reason::Time => "print-reason-time",
            Reason::DoubleTime => "print-reason-double-time",
            Reason::Forfeit => "print-reason-forfeit",
            Reason::Referee => "print-reason-referee",
        })
    }
}

trait FactField {
    fn gaps(&self, name: &'static str, of: NamedCompetition<'_>, words: Words) -> Gaps;
}

macro_rules! fact_fields {
    ($($field:ty: |$value:pat_param, $name:pat_param, $of:pat_param, $words:pat_param| $gaps:expr;)*) => {$(
        impl FactField for $field {
            fn gaps(&self, $name: &'static str, $of: NamedCompetition<'_>, $words: Words) -> Gaps {
                let $value = self;
                Vec::from($gaps)
            }
        }
    )*};
}

fact_fields! {
    bool: |marked, name, _, _| [(name, u32::from(*marked).into())];
    u32: |number, name, _, _| [(name, (*number).into())];
    String: |text, name, _, _| [(name, text.as_str().into())];
    Vec<String>: |texts, name, _, _| [(name, texts.join(" ").into())];
    [u8; 32]: |bytes, _, _, _| {
        [("hash", bytes.iter().fold(String::new(), |hash, byte| hash + &format!("{byte:02x}")).into())]
    };
    DrawNumber: |number, name, _, _| [(name, number.0.into())];
    Round: |round, name, _, _| [(name, round.0.into())];
    LeagueId: |league, name, _, _| [(name, league.to_string().into())];
    PlayerId: |player, _, of, _| [("name", of.player(*player).into())];
    TeamId: |team, _, of, _| [("name", of.name(team.index()).into())];
    Vec<PlayerId>: |players, name, of, words| {
        [(name, words.list(players.iter().map(|player| of.player(*player))).into())]
    };
    Vec<TeamId>: |order, name, of, words| {
        [(name, words.list(order.iter().map(|team| of.name(team.index()))).into())]
    };
    Vec<(PlayerId, PlayerId)>: |pairs, name, of, words| {
        let pair = |(one, other): &(PlayerId, PlayerId)| format!("{} – {}", of.player(*one), of.player(*other));
        [(name, words.list(pairs.iter().map(pair)).into())]
    };
    StageId: |stage, name, of, words| [(name, words.stage_name(&of.stage(*stage)).into())];
    GroupGame: |game, _, of, words| [
        game.stage.gaps("stage", of, words),
        vec![("group", game.group.0.saturating_add(1).into()), ("spare", u32::from(game.spare).into())],
    ].concat();
    Slip: |slip, _, of, words| [
        ("winner", of.player(slip.winner).into()),
        ("loser", of.player(slip.loser).into()),
        ("how", words.game_end(slip.reason).into()),
    ];
    // A game's figures are in its own record.
    GameResult: |_, _, _, _| [];
}

macro_rules! sentences {
    ($(
        $(#[$doc:meta])+
        $fact:ident $name:literal = $act:ident $({ $($field:ident: $type:ty),* $(,)? }
            $(with { $($made:ident: $made_type:ty),* $(,)? })? $(if $flag:ident)?)?
    )*) => {
        fn fact_gaps(fact: &Fact, of: NamedCompetition<'_>, words: Words) -> Gaps {
            let gaps: Vec<Gaps> = match fact {
                Fact::RosterSet { .. } => vec![vec![("entrants", of.competition.entrants().into())]],
                $(Fact::$fact { $($($field,)*)? .. } => {
                    vec![$($($field.gaps(stringify!($field), of, words)),*)?]
                })*
            };
            gaps.concat()
        }
    };
}

ishigaki_tournament::facts!(sentences);
