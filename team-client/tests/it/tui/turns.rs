//! Turns of a server's screens to search.

use std::future::{pending, ready};

use ishigaki_client::Ticket;
use ishigaki_rules::{Cell, Frame, Shape};
use team_client::tui::{Event, Search, SearchProgress, TeamTurns, TurnQueue, TurnWait, search_in_turn};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

const TICKET: Ticket = Ticket(7);

#[tokio::test]
async fn teams_with_two_devices_take_turns_in_order() {
    let queue = TurnQueue::new(1);
    let held = queue.of_team("held").next(|_| {}).await;
    let ((told, mut waits), (began, mut turns)) = (unbounded_channel(), unbounded_channel());
    for device in ["a1", "a2", "b1", "b2", "c1", "c2"] {
        let (team, told, began) = (queue.of_team(&device[..1]), told.clone(), began.clone());
        tokio::spawn(async move {
            // It searches again at once.
            for _ in 0..2 {
                let turn = team.next(|wait| told.send((device, wait)).unwrap()).await;
                began.send(device).unwrap();
                tokio::task::yield_now().await;
                drop(turn);
            }
        });
    }
    for (device, wait) in [
        ("a1", TurnWait::Teams(0)),
        ("a2", TurnWait::OtherDevice),
        ("b1", TurnWait::Teams(1)),
        ("b2", TurnWait::OtherDevice),
        ("c1", TurnWait::Teams(2)),
        ("c2", TurnWait::OtherDevice),
    ] {
        assert_eq!(waits.recv().await, Some((device, wait)));
    }
    assert!(turns.try_recv().is_err(), "there is only one turn");
    drop(held);
    for _ in 0..2 {
        for device in ["a1", "b1", "c1", "a2", "b2", "c2"] {
            assert_eq!(turns.recv().await, Some(device));
        }
    }
}

#[tokio::test]
async fn cancelled_wait_leaves_the_queue() {
    let queue = TurnQueue::new(1);
    let held = queue.of_team("held").next(|_| {}).await;
    let (told, mut waits) = unbounded_channel();
    let wait = |device: &'static str| {
        let (team, told) = (queue.of_team(&device[..1]), told.clone());
        tokio::spawn(async move { drop(team.next(|wait| told.send((device, wait)).unwrap()).await) })
    };
    let mut devices = Vec::new();
    for (device, first) in
        [("a1", TurnWait::Teams(0)), ("a2", TurnWait::OtherDevice), ("b1", TurnWait::Teams(1))]
    {
        devices.push(wait(device));
        assert_eq!(waits.recv().await, Some((device, first)));
    }
    // The team's other device comes after the teams that wait.
    devices[0].abort();
    let mut later = [waits.recv().await.unwrap(), waits.recv().await.unwrap()];
    later.sort_by_key(|(device, _)| *device);
    assert_eq!(later, [("a2", TurnWait::Teams(1)), ("b1", TurnWait::Teams(0))]);
    drop(held);
    for device in devices.drain(1..) {
        device.await.unwrap();
    }
}

/// Starts a search that ends only if it is stopped: there are squares for half of the stones.
fn endless_search(turns: TeamTurns) -> (Search, UnboundedReceiver<Event>) {
    let frame = Frame::parse(&vec!["#".repeat(40); 40]).unwrap();
    let cells = [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)].map(|(row, col)| Cell { row, col });
    let stones = vec![Shape::new(cells).unwrap(); 640];
    let (found, finds) = unbounded_channel();
    let tell = move |event| found.send(event).is_ok();
    (search_in_turn(turns, pending(), TICKET, frame, stones, tell), finds)
}

fn progress(event: Option<Event>) -> SearchProgress {
    match event {
        Some(Event::Searching { ticket: TICKET, progress }) => progress,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn dropped_search_releases_its_turn() {
    let queue = TurnQueue::new(1);
    let (running, mut of_running) = endless_search(queue.of_team("a"));
    assert_eq!(progress(of_running.recv().await), SearchProgress::Runs);
    let (waiting, mut of_waiting) = endless_search(queue.of_team("b"));
    assert_eq!(progress(of_waiting.recv().await), SearchProgress::Waits(TurnWait::Teams(0)));
    let (last, mut of_last) = endless_search(queue.of_team("c"));
    assert_eq!(progress(of_last.recv().await), SearchProgress::Waits(TurnWait::Teams(1)));
    drop(waiting);
    assert!(of_waiting.recv().await.is_none(), "it tells no end");
    assert_eq!(progress(of_last.recv().await), SearchProgress::Waits(TurnWait::Teams(0)));
    drop(running);
    assert_eq!(progress(of_last.recv().await), SearchProgress::Runs);
    drop(last);
    while of_last.recv().await.is_some() {}
}

#[tokio::test]
async fn search_of_a_closed_page_gives_up_its_place() {
    let queue = TurnQueue::new(1);
    let held = queue.of_team("held").next(|_| {}).await;
    let (found, mut finds) = unbounded_channel();
    let tell = move |event| found.send(event).is_ok();
    let frame = Frame::parse(&["##"]).unwrap();
    let closed = ready(());
    let _search = search_in_turn(queue.of_team("a"), closed, TICKET, frame, Vec::new(), tell);
    let mut last = None;
    while let Some(event) = finds.recv().await {
        last = Some(event);
    }
    assert!(matches!(last, Some(Event::Searched { ticket: TICKET, is_proved: false })), "{last:?}");
    let (next, mut of_next) = endless_search(queue.of_team("b"));
    assert_eq!(progress(of_next.recv().await), SearchProgress::Waits(TurnWait::Teams(0)));
    drop((held, next));
}
