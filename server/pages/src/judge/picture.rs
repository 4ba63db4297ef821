//! The state of a judge's page as JSON. It has no sealed content, no place, and no figure of a covered ranking
//! before a judge has counted that wall.

use ishigaki_client::spelling::phase_name;
use ishigaki_proto::watch::PreparedAnswer;
use ishigaki_record::branch::Instance;
use ishigaki_rules::{AskedQuestion, Game, LotId, Phase, StoneId, TeamId, TeamState};
use ishigaki_screen::PageClock;
use ishigaki_words::columns::clean;
use ishigaki_words::{Words, game_clock};
use serde::Serialize;

use super::counts::{Counts, EnteredCount, Figures};
use super::view::View;
use crate::session::SessionHash;

#[derive(Serialize)]
pub(crate) struct Picture {
    live: bool,
    /// True if the token may enter something for a team (`G6`).
    organiser: bool,
    /// True if no other judge's device is signed in.
    alone: bool,
    games: Vec<GameChoice>,
    /// Prepared answers to questions.
    answers: Vec<AnswerPicture>,
    game: Option<GamePicture>,
    clock: Option<PageClock>,
}

#[derive(Serialize)]
struct GameChoice {
    game: String,
    title: String,
}

#[derive(Serialize)]
struct AnswerPicture {
    english: String,
    /// Empty without one.
    japanese: String,
}

#[derive(Serialize)]
struct GamePicture {
    game: String,
    title: String,
    phase: String,
    phase_text: String,
    /// Lots with stones to hand out, in the order of the lots.
    queue: Vec<LotQueue>,
    /// Stones that were handed out and that their teams haven't checked.
    carried: Vec<HandedStone>,
    waiting: usize,
    teams: Vec<TeamPicture>,
    list: Option<ListForm>,
    questions: Vec<QuestionPicture>,
}

#[derive(Serialize)]
struct LotQueue {
    lot: u32,
    code: String,
    cells: Vec<(i32, i32)>,
    stones: Vec<HandedStone>,
}

#[derive(Serialize)]
struct HandedStone {
    stone: String,
    team: String,
    name: String,
}

#[derive(Serialize)]
struct TeamPicture {
    team: String,
    name: String,
    out: bool,
    won: usize,
    carried: usize,
    checked: usize,
    placed: usize,
    /// The figures that count now, if the reader may see them.
    counted: Option<Figures>,
    /// True if a manual count is recorded.
    manual: bool,
    entered: Option<EnteredPicture>,
}

#[derive(Serialize)]
struct EnteredPicture {
    /// The first count. Another device gets it after its own count, or if it is the same as the server's.
    first: Option<Figures>,
    second: Option<Figures>,
    /// True if this device has entered the first count.
    own: bool,
    agreed: bool,
    /// True if the first count is the same as the server's.
    matches: bool,
}

/// The open window's form for a list on paper.
#[derive(Serialize)]
struct ListForm {
    round: u32,
    attempt: u32,
    most: u32,
    lots: Vec<OfferedLot>,
    teams: Vec<Bidder>,
}

#[derive(Serialize)]
struct OfferedLot {
    code: String,
    min: u64,
}

#[derive(Serialize)]
struct TeamChoice {
    team: String,
    name: String,
}

/// A team that takes part in the round.
#[derive(Serialize)]
struct Bidder {
    #[serde(flatten)]
    choice: TeamChoice,
    submitted: bool,
}

#[derive(Serialize)]
struct QuestionPicture {
    team: String,
    name: String,
    number: u32,
    at: String,
    text: String,
    /// Revision of its answer, which an act names; 0 without one.
    revision: u32,
}

impl Picture {
    pub(super) fn of(
        view: &View,
        counts: &Counts,
        device: &SessionHash,
        words: Words,
        clock: Option<PageClock>,
    ) -> Self {
        let choice = |listed: &ishigaki_client::listing::Listed| GameChoice {
            game: listed.game.clone(),
            title: words.title_of(&listed.title, &listed.title_ja),
        };
        let answer = |prepared: &PreparedAnswer| AnswerPicture {
            english: prepared.text.clone(),
            japanese: prepared.text_ja.clone(),
        };
        let followed = view.game.as_deref().zip(view.session.game());
        let mirror = view.session.mirror();
        let (instance, is_covered) = (mirror.instance(), mirror.covered_rows() > 0);
        let painter = |(id, game)| Painter { id, instance, game, words, counts, device, is_covered };
        let game = followed.map(|followed| painter(followed).game());
        Self {
            live: view.is_live,
            organiser: view.is_organiser(),
            alone: counts.is_alone(device),
            games: view.open_games().map(choice).collect(),
            answers: view.programme.answers.iter().map(answer).collect(),
            game,
            clock,
        }
    }
}

struct Painter<'a> {
    id: &'a str,
    instance: Option<Instance>,
    game: &'a Game,
    words: Words,
    counts: &'a Counts,
    device: &'a SessionHash,
    is_covered: bool,
}

impl Painter<'_> {
    fn game(&self) -> GamePicture {
        let (game, setup) = (self.game, self.game.setup());
        let teams = || setup.team_ids().filter_map(|team| Some((team, game.team(team)?)));
        let is_waiting = |state: &TeamState, stone: &StoneId| {
            !state.carried.contains(stone)
                && !state.checked.contains(stone)
                && !state.laid.contains_key(stone)
        };
        let all = |wanted: &dyn Fn(&TeamState, &StoneId) -> bool| -> Vec<(TeamId, StoneId)> {
            let of_team = |(team, state): (TeamId, &TeamState)| {
                let stones = state.stones.iter().filter(|stone| wanted(state, stone));
                stones.map(|stone| (team, *stone)).collect::<Vec<_>>()
            };
            teams().flat_map(of_team).collect()
        };
        let waiting = all(&is_waiting);
        let carried = all(&|state, stone| {
            state.carried.contains(stone) && !state.checked.contains(stone) && !state.laid.contains_key(stone)
        });
        GamePicture {
            game: self.id.to_owned(),
            title: self.words.title(setup),
            phase: phase_name(game.phase()),
            phase_text: self.words.phase(game.phase()),
            queue: self.queue(&waiting),
            carried: carried.into_iter().map(|(team, stone)| self.handed(team, stone)).collect(),
            waiting: waiting.len(),
            teams: teams().map(|(team, state)| self.team(team, state)).collect(),
            list: self.list(),
            questions: game.waiting_questions().map(|asked| self.question(asked)).collect(),
        }
    }

    fn queue(&self, waiting: &[(TeamId, StoneId)]) -> Vec<LotQueue> {
        let of_lot = |(at, spec): (usize, &ishigaki_rules::LotSpec)| {
            let lot = LotId::at(at);
            let own = waiting.iter().filter(|(_, stone)| stone.lot == lot);
            let stones: Vec<_> = own.map(|(team, stone)| self.handed(*team, *stone)).collect();
            let cells = spec.shape.cells().iter().map(|cell| (cell.row, cell.col)).collect();
            let code = self.words.lot(self.game.setup(), lot);
            (!stones.is_empty()).then_some(LotQueue { lot: lot.0, code, cells, stones })
        };
        self.game.setup().lots.iter().enumerate().filter_map(of_lot).collect()
    }

    fn handed(&self, team: TeamId, stone: StoneId) -> HandedStone {
        let TeamChoice { team, name } = self.choice(team);
        HandedStone { stone: self.words.stone(self.game.setup(), stone), team, name }
    }

    fn choice(&self, team: TeamId) -> TeamChoice {
        let setup = self.game.setup();
        let code = setup.team(team).map(|spec| spec.code.clone()).unwrap_or_default();
        TeamChoice { team: code, name: self.words.team(setup, team) }
    }

    fn team(&self, team: TeamId, state: &TeamState) -> TeamPicture {
        let TeamChoice { team: code, name } = self.choice(team);
        let tally = self.game.tally(team);
        let now =
            tally.map(|tally| Figures { empty: tally.empty, top_gaps: tally.top_gaps, used: tally.used });
        let entered = self.instance.and_then(|instance| self.counts.get(instance, &code));
        let entered = entered.map(|entered| self.entered(&entered, now));
        let is_shown = !self.is_covered || entered.as_ref().is_some_and(|entered| entered.first.is_some());
        TeamPicture {
            out: state.disqualified.is_some(),
            won: state.stones.len(),
            carried: state.carried.len(),
            checked: state.checked.len(),
            placed: state.laid.len(),
            counted: now.filter(|_| is_shown),
            manual: state.counted.is_some(),
            entered,
            team: code,
            name,
        }
    }

    fn entered(&self, entered: &EnteredCount, now: Option<Figures>) -> EnteredPicture {
        let (own, matches) = (entered.first.device == *self.device, now == Some(entered.first.figures));
        EnteredPicture {
            first: Some(entered.first.figures).filter(|_| own || matches || entered.second.is_some()),
            second: entered.second.as_ref().map(|second| second.figures),
            own,
            agreed: entered.is_agreed(),
            matches,
        }
    }

    fn list(&self) -> Option<ListForm> {
        let record =
            self.game.current_round().filter(|_| matches!(self.game.phase(), Phase::Bidding { .. }))?;
        let bidders = self.game.setup().team_ids().filter(|team| self.game.takes_part(*team));
        let bidder =
            |team| Bidder { choice: self.choice(team), submitted: record.sealed.contains_key(&team) };
        let offered = record.offer.lots.iter().enumerate().filter(|(_, lot)| lot.copies > 0);
        let lots = offered.map(|(at, lot)| OfferedLot {
            code: self.words.lot(self.game.setup(), LotId::at(at)),
            min: lot.min_price.0,
        });
        Some(ListForm {
            round: record.round.0,
            attempt: record.attempt,
            most: record.offer.max_bids,
            lots: lots.collect(),
            teams: bidders.map(bidder).collect(),
        })
    }

    fn question(&self, asked: &AskedQuestion) -> QuestionPicture {
        let TeamChoice { team, name } = self.choice(asked.team);
        QuestionPicture {
            team,
            name,
            number: asked.number.0,
            at: game_clock(asked.at),
            text: clean(asked.text.text()).into_owned(),
            revision: asked.answer_revision().map_or(0, |revision| revision.0),
        }
    }
}
