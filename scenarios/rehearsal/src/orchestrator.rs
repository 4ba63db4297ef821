//! Orchestrator of a rehearsal: connects bots and judge, prints the board's feed, and kills the server when
//! requested.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::Context as _;
use ishigaki_auto::{Readiness, judge};
use ishigaki_client::record::{self, Record};
use ishigaki_client::{Connection, Folded, Followed, Follower, Link, Mirror, now};
use ishigaki_proto::fault::{Fault, reason_name};
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::transcript::Signed;
use ishigaki_rules::{Event, Game, Phase, RoundNo, TeamId};
use ishigaki_scenarios::FirstTry;
use ishigaki_strategy::bot::{BotRemark, play_with};
use team_client_sdk::{Client, Options as ClientOptions};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Sleep, sleep};

use crate::error::Error;
use crate::janken::janken;
use crate::observer::{ObservedGame, Observer};
use crate::options::{Links, RehearsalOptions};
use crate::players::{BuildPlans, PlayerSignals, SealingOrder, TeamStrategy, have_built};
use crate::prepared::GAME;
use crate::server::Server;
use crate::story::{Story, TriedList};
use crate::story_writer::StoryWriter;
use crate::styled_text::TextStyle;

const TICK: Duration = Duration::from_millis(50);
/// Maximum time without events, beyond the longest window of the game.
const INACTIVITY_TIMEOUT: Duration = Duration::from_mins(1);
/// Maximum delay of the other views behind the board at the end.
const CATCH_UP: Duration = Duration::from_secs(10);

/// Observations of a game by all its observers.
#[derive(Debug)]
pub struct GameObservations {
    pub events: Vec<Event>,
    pub game: Game,
    pub views: Vec<(String, Game)>,
    /// Number of derived items; all of them were recomputed and are equal.
    pub derived: usize,
    /// Lists that had to be rejected and were, for the right reason.
    pub refused: usize,
    pub record: Record,
    pub fingerprint: Fingerprint,
    pub heads: Vec<Signed>,
    pub receipts: Vec<(String, Vec<StoredReceipt>)>,
}

type TeamReceipts = (TeamId, Vec<StoredReceipt>);

struct BotNote {
    team: TeamId,
    note: TryOutcome,
}

enum TryOutcome {
    Sealed(RoundNo),
    Refused(RoundNo, Box<Fault>),
    Against(Box<Fault>),
}

pub(crate) struct Orchestrator<'a> {
    options: &'a RehearsalOptions,
    story: Story,
    order: SealingOrder,
    hall: Follower<Mirror>,
    observers: Vec<Observer>,
    tasks: JoinSet<anyhow::Result<Option<TeamReceipts>>>,
    receipts: BTreeMap<TeamId, Vec<StoredReceipt>>,
    board: Link,
    words: mpsc::UnboundedReceiver<BotNote>,
    faults: mpsc::Receiver<anyhow::Error>,
    shown_game: watch::Sender<Option<Game>>,
    interrupted: watch::Sender<bool>,
    expected_tries: BTreeMap<(TeamId, RoundNo), Vec<FirstTry>>,
    events: Vec<Event>,
    derived: usize,
    refused: usize,
    second: Option<u64>,
    is_back_awaited: bool,
}

impl<'a> Orchestrator<'a> {
    pub(crate) fn new(options: &'a RehearsalOptions, story: Story, links: &Links) -> anyhow::Result<Self> {
        let prepared = &options.prepared;
        let order = SealingOrder::of(prepared, options.interruption)?;
        let (tell_fault, faults) = mpsc::channel(1);
        let names = prepared.setup.teams.iter().map(|team| format!("team {:?}", team.code));
        let names = names.chain(["the judge".to_owned()]);
        let viewers = links.teams.iter().chain([&links.judge]).cloned();
        let observers: Vec<Observer> = viewers
            .zip(names)
            .map(|(link, name)| Observer::new(link, GAME, name, tell_fault.clone()))
            .collect();
        let observed_games: Vec<ObservedGame> = observers.iter().map(Observer::observed_game).collect();
        let (shown_game, displayed) = watch::channel(None);
        let (plans, planned) = watch::channel(BuildPlans::new());
        let (interrupted, is_interrupted) = watch::channel(false);
        let (tell, words) = mpsc::unbounded_channel();
        let mut tasks = JoinSet::new();
        for (team, token) in prepared.setup.team_ids().zip(&links.tokens) {
            let client =
                ClientOptions { address: links.address.clone(), token: token.clone(), game: GAME.to_owned() };
            let signals = PlayerSignals {
                order: order.clone(),
                observed_games: observed_games.clone(),
                interrupted: is_interrupted.clone(),
                plans: plans.clone(),
            };
            tasks.spawn(play_team(
                client,
                TeamStrategy::new(prepared, team, options.seed, signals),
                team,
                tell.clone(),
            ));
        }
        if let Some(observed_game) = observed_games.last() {
            let mut ready = ReadinessCheck { shown_game: displayed, planned, seed: options.seed };
            let (link, observed_game) = (links.judge.clone(), observed_game.clone());
            tasks.spawn(async move { judge(link, GAME, observed_game, &mut ready).await.map(|()| None) });
        }
        Ok(Self {
            options,
            story,
            order,
            hall: Follower::open(links.board.clone(), GAME, Mirror::of(GAME)),
            observers,
            tasks,
            receipts: BTreeMap::new(),
            board: links.board.clone(),
            words,
            faults,
            shown_game,
            interrupted,
            expected_tries: expected_tries(options),
            events: Vec::new(),
            derived: 0,
            refused: 0,
            second: None,
            is_back_awaited: false,
        })
    }

    pub(crate) async fn run(
        mut self,
        writer: &mut StoryWriter,
        server: &mut Server,
    ) -> anyhow::Result<GameObservations> {
        let setup = &self.options.prepared.setup;
        let longest = setup.rounds.iter().map(|round| round.window.0.max(round.rebid_window.0)).max();
        let still = INACTIVITY_TIMEOUT + Duration::from_millis(longest.unwrap_or(0));
        let mut stillness = Box::pin(sleep(still));
        let mut tick = tokio::time::interval(TICK);
        while self.hall.session.game().is_none_or(|game| game.phase() != Phase::Declared) {
            tokio::select! {
                followed = self.hall.next() => {
                    if self.take(writer, followed.context("the board's view")?).await? {
                        restart(&mut stillness, still);
                    }
                }
                Some(word) = self.words.recv() => self.hear(word)?,
                Some(fault) = self.faults.recv() => return Err(fault),
                Some(ended) = self.tasks.join_next(), if !self.tasks.is_empty() => self.receipts.extend(ended??),
                status = server.ended() => return Err(Error::Ended(status?).into()),
                _ = tick.tick() => self.count_down(writer)?,
                () = &mut stillness => return Err(Error::Still { seconds: still.as_secs() }.into()),
            }
            self.interrupt(writer, server).await?;
        }
        self.end().await
    }

    async fn take(&mut self, writer: &mut StoryWriter, followed: Followed<Folded>) -> anyhow::Result<bool> {
        match followed {
            Followed::News { news, item, .. } => {
                self.derived += usize::from(item.derived.is_some());
                if let (Folded::Event(event), Some(game)) = (news, self.hall.session.game().cloned()) {
                    self.take_words()?;
                    self.tell(writer, &game, event).await?;
                    return Ok(true);
                }
                self.shown_game.send_replace(self.hall.session.game().cloned());
            }
            Followed::Connection(Connection::CaughtUp) if self.is_back_awaited => {
                self.is_back_awaited = false;
                let lines = self.story.remark(TextStyle::Good, "rehearsal-restarted", &[]);
                self.say(writer, &lines).await?;
                self.interrupted.send_replace(true);
            }
            Followed::Connection(_) => {}
        }
        Ok(false)
    }

    async fn tell(&mut self, writer: &mut StoryWriter, game: &Game, event: Event) -> anyhow::Result<()> {
        if self.second.is_some() && !matches!(game.phase(), Phase::Countdown { .. }) {
            self.show_second(writer, 0)?;
            self.second = None;
        }
        let lines = self.story.event(game, &event);
        if !self.options.is_quiet || game.phase() == Phase::Declared {
            writer.tell(&lines).await?;
        }
        self.events.push(event);
        self.shown_game.send_replace(Some(game.clone()));
        Ok(())
    }

    async fn say(
        &self,
        writer: &mut StoryWriter,
        lines: &[crate::styled_text::StyledLine],
    ) -> anyhow::Result<()> {
        if !self.options.is_quiet {
            writer.tell(lines).await?;
        }
        Ok(())
    }

    async fn interrupt(&mut self, writer: &mut StoryWriter, server: &mut Server) -> anyhow::Result<()> {
        if self.is_back_awaited || *self.interrupted.borrow() {
            return Ok(());
        }
        let observed_games: Vec<ObservedGame> = self.observers.iter().map(Observer::observed_game).collect();
        let Some(game) = self.hall.session.game() else { return Ok(()) };
        if !self.order.is_time_to_interrupt(game, &observed_games) {
            return Ok(());
        }
        let Some(record) = game.current_round() else { return Ok(()) };
        let sealed =
            if record.settlement.is_none() { record.sealed.len() } else { record.sealed_raises.len() };
        server.kill().await?;
        let lines = self.story.remark(TextStyle::Bad, "rehearsal-killed", &[("sealed", sealed.into())]);
        self.say(writer, &lines).await?;
        server.start_again().await?;
        // The team that is held back continues once the board is back.
        self.is_back_awaited = true;
        Ok(())
    }

    fn count_down(&mut self, writer: &mut StoryWriter) -> anyhow::Result<()> {
        let is_counting =
            self.hall.session.game().is_some_and(|game| matches!(game.phase(), Phase::Countdown { .. }));
        let Some(left) = self.hall.session.remaining(now()).filter(|_| is_counting) else { return Ok(()) };
        let second = u64::try_from(left.as_millis().div_ceil(1000)).unwrap_or(u64::MAX);
        if second > 0 && self.second != Some(second) {
            self.show_second(writer, second)?;
            self.second = Some(second);
        }
        Ok(())
    }

    fn show_second(&self, writer: &mut StoryWriter, second: u64) -> anyhow::Result<()> {
        if !self.options.is_quiet {
            if self.second.is_none() {
                let label = self.options.words.label("rehearsal-countdown");
                writer.go_on(TextStyle::Plain, &format!("\n  {label}"))?;
            }
            writer.go_on(
                if second > 0 { TextStyle::Warn } else { TextStyle::Strong },
                &format!("  {second}"),
            )?;
        }
        Ok(())
    }

    fn take_words(&mut self) -> anyhow::Result<()> {
        while let Ok(word) = self.words.try_recv() {
            self.hear(word)?;
        }
        Ok(())
    }

    /// Lists that the file marks as rejected must be rejected for that reason, and nothing else may be.
    fn hear(&mut self, BotNote { team, note }: BotNote) -> anyhow::Result<()> {
        let code = self.options.prepared.setup.team(team).map(|spec| spec.code.clone()).unwrap_or_default();
        let (round, fault) = match note {
            TryOutcome::Sealed(round) => (round, None),
            TryOutcome::Refused(round, fault) => (round, Some(fault)),
            TryOutcome::Against(fault) => {
                anyhow::bail!("team {code:?} was refused against expectation: {fault}")
            }
        };
        let found = fault.as_ref().map(|fault| reason_name(fault.reason));
        let waiting = self.expected_tries.get_mut(&(team, round)).filter(|tries| !tries.is_empty());
        let Some(first) = waiting.map(|tries| tries.remove(0)) else {
            anyhow::bail!("team {code:?} tried a list in round {round} that nobody knows of");
        };
        let expected = first.refused.map(ishigaki_scenarios::RefusalCode::as_str);
        anyhow::ensure!(
            found == expected,
            "round {round}: the first list of team {code:?} was to be {}, and was {}",
            expected.unwrap_or("sealed"),
            found.unwrap_or("sealed"),
        );
        self.refused += usize::from(fault.is_some());
        let list = first.list.iter().map(|line| format!("{} {}", line.lot, line.price));
        self.story.keep(TriedList {
            round,
            team,
            list: list.collect(),
            refused: fault.map(|fault| one_line(&self.options.words.fault(&fault))),
        });
        Ok(())
    }

    async fn end(mut self) -> anyhow::Result<GameObservations> {
        self.take_words()?;
        let unheard: Vec<&FirstTry> = self.expected_tries.values().flatten().collect();
        anyhow::ensure!(
            unheard.is_empty(),
            "{} of the lists to be tried first were never tried",
            unheard.len()
        );
        anyhow::ensure!(
            self.options.interruption.is_none() || *self.interrupted.borrow(),
            "there was no moment to kill the server in: nothing was sealed while somebody else was awaited"
        );
        let game = self.hall.session.game().cloned().context("the board has seen no game")?;
        let names = self.options.prepared.setup.teams.iter().map(|team| format!("team {:?}", team.code));
        let names: Vec<String> = names.chain(["the judge".to_owned()]).collect();
        let mut views = Vec::new();
        for (observer, name) in self.observers.iter().zip(names) {
            let mut observed_game = observer.observed_game();
            let is_over =
                |game: &Option<Game>| game.as_ref().is_some_and(|game| game.phase() == Phase::Declared);
            let seen = tokio::time::timeout(CATCH_UP, observed_game.wait_for(is_over)).await;
            let seen = seen.map_err(|_| anyhow::anyhow!("{name} never saw the result"))??;
            views.extend(seen.clone().map(|game| (name, game)));
        }
        while let Some(ended) = self.tasks.join_next().await {
            self.receipts.extend(ended??);
        }
        let record = record::download(&self.board, GAME).await;
        let setup = &self.options.prepared.setup;
        let name = |team| setup.team(team).map(|spec| format!("team {:?}", spec.code)).unwrap_or_default();
        Ok(GameObservations {
            game,
            views,
            events: self.events,
            derived: self.derived,
            refused: self.refused,
            record: record.context("the server does not give its record")?,
            fingerprint: self.hall.session.fingerprint().context("the board was told no key")?,
            heads: self.hall.session.heads().to_vec(),
            receipts: self.receipts.into_iter().map(|(team, kept)| (name(team), kept)).collect(),
        })
    }
}

/// Decides whether all clients are ready for the judge's next act.
#[derive(Clone, Debug)]
pub struct ReadinessCheck {
    shown_game: watch::Receiver<Option<Game>>,
    planned: watch::Receiver<BuildPlans>,
    seed: u64,
}

impl Readiness for ReadinessCheck {
    fn check(&mut self, game: &Game) -> bool {
        let is_shown = self.shown_game.borrow().as_ref() == Some(game);
        let waits_for_walls = matches!(game.phase(), Phase::Ready { .. } | Phase::Building);
        is_shown && (!waits_for_walls || have_built(game, &self.planned.borrow()))
    }

    async fn changed(&mut self) -> anyhow::Result<()> {
        tokio::select! {
            changed = self.shown_game.changed() => changed?,
            changed = self.planned.changed() => changed?,
        }
        Ok(())
    }

    fn janken(&mut self, group: &[TeamId]) -> Option<Vec<TeamId>> {
        Some(janken(group, self.seed))
    }
}

async fn play_team(
    options: ClientOptions,
    player: TeamStrategy,
    team: TeamId,
    tell: mpsc::UnboundedSender<BotNote>,
) -> anyhow::Result<Option<TeamReceipts>> {
    let name = format!("the bot of team no. {}", team.index().saturating_add(1));
    let mut client = Client::connect(options).await.with_context(|| name.clone())?;
    let note = |_: &Client, note: BotRemark| {
        let tried = match note {
            BotRemark::TrySealed { round } => TryOutcome::Sealed(round),
            BotRemark::TryRefused { round, fault } => TryOutcome::Refused(round, fault),
            BotRemark::Refused { fault } => TryOutcome::Against(fault),
            BotRemark::Sealed { .. }
            | BotRemark::Raised { .. }
            | BotRemark::Built { .. }
            | BotRemark::LeftAlone { .. }
            | BotRemark::Changed(_) => return,
        };
        // Without a receiver the rehearsal is over.
        let _ = tell.send(BotNote { team, note: tried });
    };
    play_with(&mut client, player, note).await.context(name)?;
    Ok(Some((team, client.receipts().all().cloned().collect())))
}

fn expected_tries(options: &RehearsalOptions) -> BTreeMap<(TeamId, RoundNo), Vec<FirstTry>> {
    let mut expected_tries: BTreeMap<(TeamId, RoundNo), Vec<FirstTry>> = BTreeMap::new();
    let rounds = options.prepared.lists.iter().flat_map(|lists| &lists.rounds);
    for (round, lists) in (1..).map(RoundNo).zip(rounds) {
        for first in &lists.first {
            if let Some(team) = options.prepared.setup.team_by_code(&first.team) {
                expected_tries.entry((team, round)).or_default().push(first.clone());
            }
        }
    }
    expected_tries
}

fn one_line(text: &str) -> String {
    text.lines().map(str::trim).collect::<Vec<_>>().join(" / ")
}

fn restart(stillness: &mut std::pin::Pin<Box<Sleep>>, still: Duration) {
    stillness.set(sleep(still));
}
