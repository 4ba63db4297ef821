//! An event from roster to ranking, with random results and deliberate errors.

mod results;
mod rounds;

use anyhow::Context as _;
use ishigaki_preset::shipped;
use ishigaki_proto::event as wire;
use ishigaki_proto::fault::ErrorReason;
use ishigaki_rules::RoundNo;
use ishigaki_tournament::{Attendance, Plan, Stage, class_slips};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};
use tonic::{Response, Status};

use super::EventOptions;
use super::entrants::{EntrantByChance, entrants};
use super::narrator::EventNarrator;
use super::observer::EventObserver;
use super::officials::{ItemNumber, Officials, refused};
use super::report::{EventReport, PlaceReport, RoundReport};
use super::verification::{VerifiedEventRecord, verify_record};
use crate::contest_file::LOTTERY_DATE;
use crate::credentials::Credentials;
use crate::error::{Error, OptionsError};
use crate::page::StoryPage;
use crate::server::Server;
use crate::story_writer::StoryWriter;
use crate::styled_text::{StyledLine, TextStyle};

pub(super) struct HeldEvent<'a> {
    options: &'a EventOptions,
    telling: EventNarrator,
    writer: &'a mut StoryWriter,
    server: &'a mut Server,
    credentials: &'a Credentials,
    officials: Officials,
    gallery: EventObserver,
    plan: Plan,
    entrants: Vec<EntrantByChance>,
    chance: ChaCha8Rng,
    late_in: u32,
    ruling_in: u32,
    rounds: Vec<RoundReport>,
    withdrawn: usize,
    rulings: usize,
    refused: usize,
}

fn id(options: &EventOptions) -> &'static str {
    options.preset.title_and_id().1
}

impl<'a> HeldEvent<'a> {
    pub(super) async fn hold(
        options: &'a EventOptions,
        page: StoryPage,
        writer: &'a mut StoryWriter,
        server: &'a mut Server,
        credentials: &'a Credentials,
    ) -> anyhow::Result<EventReport> {
        let preset = shipped(options.preset.name()).context("there is no such preset")?;
        let officials = Officials::connect(&server.client_address()?, credentials);
        let (title, event) = options.preset.title_and_id();
        let config = json!({
            "preset": preset.name, "title": title, "title_ja": preset.title, "lottery_date": LOTTERY_DATE,
        });
        let gallery = EventObserver::open(&officials.board, event).await?;
        let mut chance = ChaCha8Rng::seed_from_u64(options.seed);
        let entrants = entrants(&preset.plan, options.players, &mut chance);
        let plan = preset.plan.of_players(entrants.iter().filter(|entrant| !entrant.is_absent).count());
        if let Some(round) = options.kill_in_round {
            let rounds = plan.end().0;
            let error = || OptionsError::Round { round: RoundNo(round), rounds: rounds as usize };
            anyhow::ensure!((1..=rounds).contains(&round), error());
        }
        let late_in = chance.random_range(1..=plan.last_round.0);
        let ruling_in = chance.random_range(1..=plan.last_round.0);
        let mut play = Self {
            options,
            telling: EventNarrator { page },
            writer,
            server,
            credentials,
            officials,
            gallery,
            plan,
            entrants,
            chance,
            late_in,
            ruling_in,
            rounds: Vec::new(),
            withdrawn: 0,
            rulings: 0,
            refused: 0,
        };
        let title = play.gallery.title(page.words.lang()).to_owned();
        play.tell(&play.telling.beginning(&title, options.players, options.seed)).await?;
        let commitment = play.draw(&config).await?;
        while let Stage::Between { next } = play.gallery.tournament.stage() {
            play.round(next).await?;
        }
        play.end(commitment).await
    }

    async fn tell(&mut self, lines: &[StyledLine]) -> anyhow::Result<()> {
        if !self.options.is_quiet {
            self.writer.tell(lines).await?;
        }
        Ok(())
    }

    async fn done<T: ItemNumber>(&mut self, answer: Result<Response<T>, Status>) -> anyhow::Result<T> {
        let answer = answer?.into_inner();
        self.gallery.see(answer.item()).await?;
        Ok(answer)
    }

    async fn draw(&mut self, config: &Value) -> anyhow::Result<[u8; 32]> {
        let lines = (1..).zip(&self.entrants).map(|(line, entrant)| entrant.line(&self.plan, line));
        let roster = Value::from(lines.collect::<Vec<_>>());
        let mut organiser = self.officials.organiser.event_organiser();
        let request = wire::SetRosterRequest { roster: roster.to_string(), ..Default::default() };
        let answer = organiser.set_roster(request).await;
        self.done(answer).await?;
        let results: Vec<String> =
            self.plan.lotteries.iter().map(|lottery| digits(lottery.digits, &mut self.chance)).collect();
        let digits = wire::EnterDigitsRequest { results, ..Default::default() };
        refused(organiser.enter_digits(digits.clone()).await, ErrorReason::WrongStage)?;
        self.refused += 1;
        let answer = organiser.commit_roster(wire::CommitRosterRequest::default()).await;
        let committed = self.done(answer).await?.commitment;
        let own = ishigaki_preset::commitment(config, &roster)?.0;
        anyhow::ensure!(committed == own, "the commitment is not that of settings and roster");
        self.mark_absent().await?;
        let answer = organiser.enter_digits(digits).await;
        self.done(answer).await?;
        self.draw_slips().await?;
        let answer = organiser.make_leagues(wire::MakeLeaguesRequest::default()).await;
        self.done(answer).await?;
        self.tell(&self.telling.draw(&self.gallery, &own)).await?;
        Ok(own)
    }

    async fn mark_absent(&mut self) -> anyhow::Result<()> {
        let mut desk = self.officials.desk.desk();
        for (player, entrant) in (1..).zip(self.entrants.clone()) {
            if entrant.is_absent {
                let request = wire::MarkAttendanceRequest { player, absent: true, ..Default::default() };
                let answer = desk.mark_attendance(request).await;
                self.done(answer).await?;
            }
        }
        Ok(())
    }

    async fn draw_slips(&mut self) -> anyhow::Result<()> {
        let mut desk = self.officials.desk.desk();
        let seeds: Vec<Option<usize>> = self.entrants.iter().map(|entrant| entrant.seed).collect();
        let absent: Vec<bool> = self.entrants.iter().map(|entrant| entrant.is_absent).collect();
        for class in 0..self.plan.seed_classes.len() {
            let mut slips = class_slips(&self.plan, Attendance { seeds: &seeds, absent: &absent }, class);
            slips.shuffle(&mut self.chance);
            let present = (1..).zip(seeds.iter().zip(&absent));
            let present = present.filter(|(_, (seed, absent))| **seed == Some(class) && !**absent);
            for ((player, _), number) in present.zip(slips) {
                let request = wire::DrawSlipRequest { player, number: number.0, ..Default::default() };
                let answer = desk.draw_slip(request).await;
                self.done(answer).await?;
            }
        }
        Ok(())
    }

    async fn end(mut self, commitment: [u8; 32]) -> anyhow::Result<EventReport> {
        if self.gallery.tournament.stage() == Stage::Over {
            let mut organiser = self.officials.organiser.event_organiser();
            let answer = organiser.declare_ranking(wire::DeclareRankingRequest::default()).await;
            self.done(answer).await?;
        }
        let proved = verify_record(&self.officials.board, &self.gallery, id(self.options)).await?;
        let report = self.report(commitment, &proved)?;
        let mut lines = self.telling.podium(&self.gallery);
        lines.extend(self.verdict(&proved)?);
        self.writer.tell(&lines).await?;
        Ok(report)
    }

    fn report(&self, commitment: [u8; 32], proved: &VerifiedEventRecord) -> anyhow::Result<EventReport> {
        let ranking = self.gallery.tournament.final_ranking();
        let place = |row: &ishigaki_tournament::FinalRow| PlaceReport {
            place: row.place,
            player: row.player.0 + 1,
            wins: row.wins,
            losses: row.losses,
        };
        let ranking: Vec<PlaceReport> = ranking.iter().flat_map(|ranking| &ranking.rows).map(place).collect();
        let recorded = proved.report.ranking.iter().copied();
        anyhow::ensure!(
            recorded.eq(ranking.iter().map(|row| (row.place, row.player))),
            "the record has another ranking than the board"
        );
        Ok(EventReport {
            preset: self.options.preset.name(),
            seed: self.options.seed,
            players: self.entrants.len(),
            absent: self.entrants.iter().filter(|entrant| entrant.is_absent).count(),
            rounds: self.rounds.clone(),
            withdrawn: self.withdrawn,
            rulings: self.rulings,
            refused: self.refused,
            ranking,
            commitment: ishigaki_preset::Commitment(commitment).to_string(),
            fingerprint: self.gallery.fingerprint.to_string(),
            head: proved.report.head.as_ref().map(ToString::to_string).unwrap_or_default(),
            records: proved.report.records,
        })
    }

    fn verdict(&self, proved: &VerifiedEventRecord) -> anyhow::Result<Vec<StyledLine>> {
        let StoryPage { words, .. } = self.telling.page;
        let page = &self.telling.page;
        let mut lines = page.section(TextStyle::Title, &words.label("rehearsal-verdict"));
        for sentence in words.verified_event(&proved.report) {
            lines.extend(page.mark_line(TextStyle::Good, &sentence));
        }
        let gaps = [("facts", self.gallery.facts().into())];
        lines.extend(page.remark(TextStyle::Good, "rehearsal-event-check-feed", &gaps));
        if let Some(path) = &self.options.keep {
            let gaps = [("path", path.display().to_string().into())];
            lines.extend(page.remark(TextStyle::Plain, "rehearsal-files-kept", &gaps));
        }
        let Some(path) = &self.options.transcript else {
            lines.extend(page.remark(TextStyle::Plain, "rehearsal-event-keep-record", &[]));
            return Ok(lines);
        };
        std::fs::write(path, &proved.text).map_err(|source| Error::Write { path: path.clone(), source })?;
        lines.extend(page.remark(TextStyle::Plain, "rehearsal-event-verify", &[]));
        let key = self.gallery.fingerprint;
        // Not wrapped, so that it can be copied.
        let command = format!("  ishigaki-server verify {} --key {key}", path.display());
        lines.push(StyledLine::of(TextStyle::Strong, command));
        Ok(lines)
    }
}

fn digits(count: u32, chance: &mut ChaCha8Rng) -> String {
    (0..count).map(|_| char::from(chance.random_range(b'0'..=b'9'))).collect()
}
