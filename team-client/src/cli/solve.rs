//! The `solve` command: best wall for a frame and stones from a file, without a server.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ishigaki_client::now;
use ishigaki_command::{Output, ProgressLine};
use ishigaki_rules::Cell;
use ishigaki_solver::{Options, Score, Wall, solve};
use ishigaki_words::Words;
use ishigaki_words::columns::pad_end;
use serde::Serialize;
use tokio::sync::mpsc::unbounded_channel;

use super::error::Error;
use super::puzzle::Puzzle;
use super::show::labels::StoneLabels;

const SECOND: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug)]
pub(crate) struct SolveEffort {
    pub(crate) seconds: f64,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
}

#[derive(Serialize)]
struct SolvedWall<'a> {
    empty: u32,
    top_gaps: u32,
    used: u32,
    optimal: bool,
    seconds: f64,
    placements: Vec<PlacedPieceEntry<'a>>,
}

#[derive(Serialize)]
struct PlacedPieceEntry<'a> {
    stone: &'a str,
    rot: u32,
    row: i32,
    col: i32,
}

pub(crate) async fn run(
    file: &Path,
    effort: SolveEffort,
    words: &Words,
    out: &mut Output,
) -> Result<(), Error> {
    let puzzle = Arc::new(Puzzle::read(file)?);
    let start = now();
    let stop = Arc::new(AtomicBool::new(false));
    let (send, mut found) = unbounded_channel();
    let search = {
        let (puzzle, stop) = (Arc::clone(&puzzle), Arc::clone(&stop));
        let options = Options { threads: effort.threads, seed: effort.seed, steps: None };
        tokio::task::spawn_blocking(move || {
            // The receiver is gone only if the output failed.
            let mut tell = |wall: &Wall| _ = send.send((wall.clone(), start.elapsed()));
            solve(&puzzle.problem, options, &|| stop.load(Ordering::Relaxed), &mut tell)
        })
    };
    let mut reporter =
        SolveReporter { puzzle: &puzzle, words, out, last: None, progress: ProgressLine::default() };
    let reported = reporter.listen(&mut found, &stop, start, effort.seconds).await;
    stop.store(true, Ordering::Relaxed);
    let wall = search.await.map_err(std::io::Error::other)?;
    reported?;
    reporter.end(&wall, start.elapsed())
}

fn deadline(start: Instant, seconds: f64) -> Instant {
    start + Duration::from_secs_f64(seconds)
}

type TimedWall = (Wall, Duration);

struct SolveReporter<'a> {
    puzzle: &'a Puzzle,
    words: &'a Words,
    out: &'a mut Output,
    last: Option<Wall>,
    progress: ProgressLine,
}

impl SolveReporter<'_> {
    async fn listen(
        &mut self,
        found: &mut tokio::sync::mpsc::UnboundedReceiver<TimedWall>,
        stop: &AtomicBool,
        start: Instant,
        most: f64,
    ) -> Result<(), Error> {
        let time_is_up = tokio::time::sleep_until(deadline(start, most).into());
        tokio::pin!(time_is_up);
        let mut seconds = tokio::time::interval_at((start + SECOND).into(), SECOND);
        let mut is_over = false;
        loop {
            tokio::select! {
                wall = found.recv() => match wall {
                    Some((wall, elapsed)) => self.tell(wall, elapsed)?,
                    None => return Ok(()),
                },
                now = seconds.tick(), if self.progress.is_seen() => {
                    self.show_progress(now.into_std().duration_since(start), most);
                }
                () = &mut time_is_up, if !is_over => {
                    is_over = true;
                    stop.store(true, Ordering::Relaxed);
                }
                // Without the signal, the time limit remains.
                signal = tokio::signal::ctrl_c(), if !is_over => if signal.is_ok() {
                    is_over = true;
                    stop.store(true, Ordering::Relaxed);
                },
            }
        }
    }

    fn show_progress(&mut self, elapsed: Duration, most: f64) {
        let empty = self.last.as_ref().map_or_else(|| "-".to_owned(), |wall| wall.score.empty.to_string());
        let gaps = [
            ("seconds", elapsed.as_secs().to_string().into()),
            ("most", format!("{most}").into()),
            ("empty", empty.into()),
        ];
        self.progress.show(&self.words.say("cli-solve-searching", &gaps));
    }

    fn tell(&mut self, wall: Wall, elapsed: Duration) -> Result<(), Error> {
        self.progress.wipe();
        if self.out.is_json() {
            self.out.object(&found(self.puzzle, &wall, elapsed))?;
        } else {
            self.out.text(&self.say(&wall, elapsed))?;
        }
        self.last = Some(wall);
        Ok(())
    }

    fn end(&mut self, wall: &Wall, elapsed: Duration) -> Result<(), Error> {
        self.progress.wipe();
        if self.out.is_json() {
            if self.last.as_ref() != Some(wall) {
                self.out.object(&found(self.puzzle, wall, elapsed))?;
            }
            return Ok(());
        }
        let proof = if wall.optimal { "cli-solve-proved" } else { "cli-solve-not-proved" };
        let mut lines = vec![self.say(wall, elapsed), self.words.label(proof), String::new()];
        lines.extend(self.drawing(wall));
        lines.push(String::new());
        for laid in &wall.stones {
            let at = [
                ("row", laid.spot.at.row.to_string().into()),
                ("col", laid.spot.at.col.to_string().into()),
                ("turn", laid.spot.turn.quarters().into()),
            ];
            let place = self.words.say("cli-laid-at", &at);
            let stone = self.puzzle.ids[laid.stone].as_str();
            lines
                .push(self.words.say("cli-solve-stone", &[("stone", stone.into()), ("place", place.into())]));
        }
        Ok(self.out.text(&lines.join("\n"))?)
    }

    fn say(&self, wall: &Wall, elapsed: Duration) -> String {
        let Score { empty, top_gaps, used } = wall.score;
        let gaps = [
            ("seconds", format!("{:.2}", elapsed.as_secs_f64()).into()),
            ("empty", empty.into()),
            ("gaps", top_gaps.into()),
            ("used", used.into()),
            ("stones", self.puzzle.ids.len().into()),
        ];
        self.words.say("cli-solve-wall", &gaps)
    }

    fn drawing(&self, wall: &Wall) -> Vec<String> {
        let ids = &self.puzzle.ids;
        let labels = StoneLabels::of(ids.iter().map(String::as_str));
        let frame = self.puzzle.problem.frame();
        let mut squares = vec![""; frame.grid_len()];
        for at in frame.cells().filter_map(|cell| frame.index(cell)) {
            squares[at] = ".";
        }
        for laid in &wall.stones {
            for cell in self.puzzle.problem.stones()[laid.stone].turned_cells(laid.spot.turn) {
                let cell = Cell::new(cell.row + laid.spot.at.row, cell.col + laid.spot.at.col);
                if let Some(at) = frame.index(cell) {
                    squares[at] = labels.label(laid.stone);
                }
            }
        }
        let width = usize::try_from(frame.width()).unwrap_or(1).max(1);
        let columns = labels.columns();
        let row = |row: &[&str]| row.iter().map(|label| pad_end(label, columns)).collect::<String>();
        let mut lines: Vec<String> =
            squares.chunks(width).map(|squares| row(squares).trim_end().to_owned()).collect();
        let drawn = wall.stones.iter().map(|laid| (laid.stone, ids[laid.stone].as_str()));
        lines.extend(labels.legend(drawn));
        lines
    }
}

fn found<'a>(puzzle: &'a Puzzle, wall: &Wall, elapsed: Duration) -> SolvedWall<'a> {
    let Score { empty, top_gaps, used } = wall.score;
    let placed = wall.stones.iter().map(|laid| PlacedPieceEntry {
        stone: &puzzle.ids[laid.stone],
        rot: laid.spot.turn.quarters(),
        row: laid.spot.at.row,
        col: laid.spot.at.col,
    });
    let seconds = (elapsed.as_secs_f64() * 1000.0).round() / 1000.0;
    SolvedWall { empty, top_gaps, used, optimal: wall.optimal, seconds, placements: placed.collect() }
}
