//! A team's games one after another, as a bot follows them.

use std::io;

use ishigaki_client::team::TeamNext;
use ishigaki_rules::Game;
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{Display, Palette};
use ishigaki_words::Lang;
use serde_json::json;
use team_client::tui::{Notice, RunError, ScreenOptions, State, page_state, run_on};
use team_client_sdk::{GameSequence, Progress};
use tokio::sync::{mpsc, watch};

use super::cup::{Cup, TEAMS};

fn lists(game: &Game) -> Vec<usize> {
    game.rounds().iter().map(|record| record.sealed.len()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_stages_and_spare_and_end_when_out() {
    let cup = Cup::open().await;
    let mut bots: Vec<_> = TEAMS.iter().map(|team| (*team, cup.bot(team, &[]))).collect();
    cup.draw(1).await;
    cup.replace("cup-heats-1").await;
    let heats = tokio::join!(cup.judge("cup-heats-1-spare"), cup.judge("cup-heats-2"));
    assert_eq!([lists(&heats.0), lists(&heats.1)], [[2, 2], [2, 2]].map(Vec::from));
    assert!(bots.iter_mut().all(|(_, bot)| bot.is_running()), "a ruling may reopen the heats");
    cup.close(1).await;
    cup.draw(2).await;
    let finalists = cup.teams_of("cup-final-1").await;
    let (mut last, out): (Vec<_>, Vec<_>) =
        bots.into_iter().partition(|(team, _)| finalists.iter().any(|finalist| finalist == team));
    assert_eq!((last.len(), out.len()), (2, 2));
    for (_, bot) in out {
        assert_eq!(bot.end().await.0, Some(0));
    }
    let game = cup.judge("cup-final-1").await;
    assert_eq!(lists(&game), [2, 2]);
    assert!(last.iter_mut().all(|(_, bot)| bot.is_running()));
    cup.close(2).await;
    cup.declare().await;
    for (_, bot) in last {
        let (code, remarks) = bot.end().await;
        assert_eq!(code, Some(0), "{remarks}");
    }
    assert_eq!(cup.bot("a", &[]).end().await.0, Some(0), "no game is left, which is no error");
}

/// A team's sequence that runs on its own, and reports what it waits for and what it enters.
struct Follower {
    waits: mpsc::UnboundedReceiver<Progress>,
    games: mpsc::UnboundedReceiver<Option<String>>,
}

impl Follower {
    /// Follows until no game may follow. A game is left as soon as it is over.
    fn of(mut sequence: GameSequence) -> Self {
        let ((wait, waits), (enter, games)) = (mpsc::unbounded_channel(), mpsc::unbounded_channel());
        tokio::spawn(async move {
            loop {
                let client = sequence.next(|progress| drop(wait.send(progress.clone()))).await.unwrap();
                let Some(mut client) = client else { break };
                enter.send(Some(client.id().to_owned())).unwrap();
                while !client.game().phase().is_over() {
                    client.next().await.unwrap();
                }
            }
            enter.send(None).unwrap();
        });
        Self { waits, games }
    }

    async fn next_step(&mut self) -> TeamNext {
        self.waits.recv().await.unwrap().path.unwrap().next
    }

    async fn next_game(&mut self) -> Option<String> {
        self.games.recv().await.unwrap()
    }
}

fn sequence(cup: &Cup, team: &str) -> GameSequence {
    GameSequence::new(cup.options(team), cup.receipts(team))
}

#[tokio::test(flavor = "multi_thread")]
async fn sequence_follows_team_through_draws_and_spare() {
    let cup = Cup::open().await;
    let mut followers: Vec<_> = TEAMS.iter().map(|team| Follower::of(sequence(&cup, team))).collect();
    for follower in &mut followers {
        assert_eq!(follower.next_step().await, TeamNext::Draw { stage: "heats".into() });
    }
    let path = cup.path("a").await;
    assert_eq!((&path["next"], &path["stage"]), (&json!("draw"), &json!("heats")));
    cup.draw(1).await;
    let first = cup.teams_of("cup-heats-1").await;
    let path = cup.path(&first[0]).await;
    assert_eq!((&path["next"], &path["game"]), (&json!("game"), &json!("cup-heats-1")));
    let at = TEAMS.iter().position(|team| first[0] == *team).unwrap();
    let mut winner = followers.swap_remove(at);
    assert_eq!(winner.next_game().await.as_deref(), Some("cup-heats-1"));
    cup.replace("cup-heats-1").await;
    assert_eq!(winner.next_game().await.as_deref(), Some("cup-heats-1-spare"));
    cup.rule(1, true, [0, 1]).await;
    cup.rule(2, false, [0, 1]).await;
    while winner.next_step().await != (TeamNext::Results { stage: "heats".into() }) {}
    cup.close(1).await;
    while winner.next_step().await != (TeamNext::Draw { stage: "final".into() }) {}
    let path = cup.path(&first[0]).await;
    assert_eq!((&path["next"], &path["steps"][0]["outcome"]), (&json!("draw"), &json!("advanced")));
    cup.draw(2).await;
    assert_eq!(winner.next_game().await.as_deref(), Some("cup-final-1"));
    cup.abandon().await;
    assert_eq!(winner.next_game().await, None);
    let (mut staying, mut waits) = (Follower::of(sequence(&cup, &first[0]).staying(true)), Vec::new());
    waits.push(staying.next_step().await);
    assert_eq!(waits, [TeamNext::End]);
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_ends_for_bot_when_a_game_that_counts_opens() {
    let cup = Cup::open().await;
    cup.start("try").await;
    let mut bot = cup.bot("a", &[]);
    assert_eq!(bot.next_game().await.as_deref(), Some("try"));
    cup.draw(1).await;
    let mut heats = ["cup-heats-1", "cup-heats-2"].into_iter();
    let next = bot.next_game().await.unwrap();
    assert!(heats.any(|heat| heat == next), "{next}");
}

/// A display that keeps the latest page and notice.
struct Pictures(watch::Sender<(String, Option<Notice>)>);

impl Display<State> for Pictures {
    async fn input(&mut self) -> io::Result<Option<Input>> {
        std::future::pending().await
    }

    fn resized_from(&self, _: (u16, u16)) -> io::Result<Option<(u16, u16)>> {
        Ok(None)
    }

    fn wipe(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn ring(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn paint(&mut self, state: &State) -> io::Result<()> {
        let now = ishigaki_client::now();
        self.0.send_replace((page_state(state, now, now).unwrap(), state.notice().cloned()));
        Ok(())
    }
}

struct Viewer(watch::Receiver<(String, Option<Notice>)>);

impl Viewer {
    async fn reads(&mut self, text: &str) {
        self.0.wait_for(|(page, _)| page.contains(text)).await.unwrap();
    }

    async fn moves_to(&mut self, id: &str) {
        let moved = |notice: &Option<Notice>| matches!(notice, Some(Notice::WentOn { game }) if game == id);
        self.0.wait_for(|(_, notice)| moved(notice)).await.unwrap();
    }

    async fn is_told(&mut self, next: &TeamNext) {
        let told = |notice: &Option<Notice>| matches!(notice, Some(Notice::Path(path)) if path.next == *next);
        self.0.wait_for(|(_, notice)| told(notice)).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn screen_follows_team_through_draws_and_spare() {
    let cup = Cup::open().await;
    let options = ScreenOptions {
        options: cup.options("a"),
        receipts: cup.receipts("a"),
        lang: Lang::En,
        palette: Palette::PLAIN,
        rematch: None,
    };
    let (pictures, viewer) = watch::channel((String::new(), None));
    let (_acts, acts) = mpsc::channel(1);
    let screen = run_on(options, async { Ok::<_, RunError>(Pictures(pictures)) }, acts);
    let (stage, mut viewer) = (|name: &str| name.to_owned(), Viewer(viewer));
    let story = async {
        viewer.reads("Waiting for the draw of heats.").await;
        cup.draw(1).await;
        viewer.reads("cup-heats-").await;
        let group = if cup.teams_of("cup-heats-1").await.contains(&"a".to_owned()) { 1 } else { 2 };
        cup.replace(&format!("cup-heats-{group}")).await;
        viewer.moves_to(&format!("cup-heats-{group}-spare")).await;
        let (first, second) = (cup.teams_of("cup-heats-1").await, cup.teams_of("cup-heats-2").await);
        for (at, teams) in [(1, first), (2, second)] {
            // The own team wins its heat.
            cup.rule(at, at == group, if teams[0] == "a" || at != group { [0, 1] } else { [1, 0] }).await;
        }
        viewer.is_told(&TeamNext::Results { stage: stage("heats") }).await;
        cup.close(1).await;
        viewer.is_told(&TeamNext::Draw { stage: stage("final") }).await;
        cup.draw(2).await;
        viewer.moves_to("cup-final-1").await;
        cup.abandon().await;
        viewer.is_told(&TeamNext::End).await;
    };
    tokio::select! {
        end = screen => panic!("the screen has ended: {end:?}"),
        () = story => {}
    }
}
