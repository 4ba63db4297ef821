//! A round: pairing, games at all tables, and deliberate errors.

use ishigaki_othello::Reason;
use ishigaki_proto::convert::slip_from_wire;
use ishigaki_proto::event as wire;
use ishigaki_proto::fault::ErrorReason;
use ishigaki_tournament::{FoundBy, LeagueId, PairedRound, PlayerId, PlayerState, Round};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;

use super::HeldEvent;
use super::results::{reverse, slip};
use crate::event::officials::{Officials, is_refused, refused};
use crate::event::report::RoundReport;
use crate::styled_text::TextStyle;

const WITHDRAWALS: f64 = 0.006;

impl HeldEvent<'_> {
    /// Some players withdraw between rounds.
    pub(super) async fn round(&mut self, round: Round) -> anyhow::Result<()> {
        if !self.pair(round).await? {
            return Ok(());
        }
        self.tell(&self.telling.paired(&self.gallery, round)).await?;
        self.confirm_firsts().await?;
        let mut slips = self.slips();
        slips.shuffle(&mut self.chance);
        let late = if self.late_in == round.0 { slips.pop() } else { None };
        let half = slips.len() / 2;
        let dies = self.options.kill_in_round == Some(round.0);
        if dies && slips.is_empty() {
            self.kill(0).await?;
        }
        for (at, slip) in slips.into_iter().enumerate() {
            if dies && at == half {
                self.kill(at).await?;
            }
            if self.ruling_in == round.0 && at == half {
                self.enter(round, reverse(&slip)).await?;
                self.overrule(slip).await?;
            } else {
                self.enter(round, slip).await?;
            }
        }
        if let Some(late) = late {
            self.enter_late(round, late).await?;
        }
        self.tell(&self.telling.played(&self.gallery, round)).await?;
        self.note(round);
        if round < self.plan.last_round {
            self.withdraw().await?;
        }
        Ok(())
    }

    /// If no player of a league is left, the referee names its first. `false`: no one could be named, and the
    /// event was abandoned.
    async fn pair(&mut self, round: Round) -> anyhow::Result<bool> {
        let mut organiser = self.officials.organiser.event_organiser();
        let request = wire::PairRoundRequest { round: round.0, ..Default::default() };
        loop {
            let answer = organiser.pair_round(request.clone()).await;
            match answer {
                Err(status) if is_refused(&status, ErrorReason::NobodyLeft) => {
                    if !self.name_first().await? {
                        let reason = self.telling.page.words.label("rehearsal-event-nobody-left");
                        let request = wire::AbandonEventRequest { reason, ..Default::default() };
                        let answer = organiser.abandon_event(request).await;
                        self.done(answer).await?;
                        return Ok(false);
                    }
                }
                answer => {
                    self.done(answer).await?;
                    return Ok(true);
                }
            }
        }
    }

    /// `TF4`.
    async fn name_first(&mut self) -> anyhow::Result<bool> {
        let mut referee = self.officials.referee.referee();
        let reason = self.telling.page.words.label("rehearsal-event-nobody-left");
        for league in (0..usize::from(self.plan.leagues)).map(LeagueId::at) {
            for player in (1..).take(self.entrants.len()) {
                let request = wire::NameFirstRequest {
                    league: league.to_string(),
                    player,
                    reason: reason.clone(),
                    ..Default::default()
                };
                let answer = referee.name_first(request).await;
                if answer.is_ok() {
                    self.done(answer).await?;
                    self.rulings += 1;
                    return Ok(true);
                }
                self.refused += 1;
            }
        }
        Ok(false)
    }

    /// `TF4`.
    async fn confirm_firsts(&mut self) -> anyhow::Result<()> {
        let tournament = &self.gallery.tournament;
        let firsts = tournament.flow().map(|flow| flow.firsts().to_vec()).unwrap_or_default();
        let firsts =
            firsts.into_iter().enumerate().filter_map(|(at, first)| Some((LeagueId::at(at), first?)));
        let open = firsts
            .filter(|(league, first)| first.by == FoundBy::Ranking && !tournament.is_confirmed(*league));
        let open: Vec<LeagueId> = open.map(|(league, _)| league).collect();
        for league in open {
            let request = wire::ConfirmFirstRequest { league: league.to_string(), ..Default::default() };
            let answer = self.officials.referee.referee().confirm_first(request).await;
            self.done(answer).await?;
            self.rulings += 1;
        }
        Ok(())
    }

    fn slips(&mut self) -> Vec<wire::Slip> {
        let games: Vec<(PlayerId, PlayerId)> = self
            .gallery
            .tournament
            .rounds()
            .last()
            .into_iter()
            .flat_map(PairedRound::games)
            .map(|(_, a, b)| (a, b))
            .collect();
        games.into_iter().map(|game| slip(&self.entrants, game, &mut self.chance)).collect()
    }

    async fn enter(&mut self, round: Round, slip: wire::Slip) -> anyhow::Result<()> {
        let request = wire::EnterResultRequest { round: round.0, slip: Some(slip), ..Default::default() };
        let answer = self.officials.desk.desk().enter_result(request).await;
        self.done(answer).await?;
        Ok(())
    }

    /// The next round waits for a late slip (`TF5`).
    async fn enter_late(&mut self, round: Round, late: wire::Slip) -> anyhow::Result<()> {
        let request = wire::PairRoundRequest { round: round.next().0, ..Default::default() };
        let answer = self.officials.organiser.event_organiser().pair_round(request).await;
        refused(answer, ErrorReason::ResultsOpen)?;
        self.refused += 1;
        let held = slip_from_wire(Some(&late), "slip")?;
        let gaps = [
            ("winner", self.telling.name(&self.gallery, held.winner).into()),
            ("loser", self.telling.name(&self.gallery, held.loser).into()),
        ];
        let lines = self.telling.page.remark(TextStyle::Warn, "rehearsal-event-late", &gaps);
        self.tell(&lines).await?;
        self.enter(round, late).await
    }

    /// A slip with winner and loser reversed: only the referee can correct it (`TO9`, `TV3`).
    async fn overrule(&mut self, slip: wire::Slip) -> anyhow::Result<()> {
        let entries = self.gallery.tournament.entries();
        let entry = u32::try_from(entries.len())?;
        let round = entries.last().map_or(0, |entry| entry.round.0);
        let again = wire::EnterResultRequest { round, slip: Some(slip.clone()), ..Default::default() };
        let answer = self.officials.desk.desk().enter_result(again).await;
        refused(answer, ErrorReason::AlreadyEntered)?;
        self.refused += 1;
        let held = slip_from_wire(Some(&slip), "slip")?;
        let reason = self.telling.page.words.label("rehearsal-event-card-turned");
        let request = wire::OverruleResultRequest {
            entry,
            slip: Some(slip),
            reason: reason.clone(),
            ..Default::default()
        };
        let answer = self.officials.referee.referee().overrule_result(request).await;
        self.done(answer).await?;
        self.rulings += 1;
        let gaps = [
            ("winner", self.telling.name(&self.gallery, held.winner).into()),
            ("loser", self.telling.name(&self.gallery, held.loser).into()),
            ("reason", reason.into()),
        ];
        let lines = self.telling.page.remark(TextStyle::Warn, "rehearsal-event-overruled", &gaps);
        self.tell(&lines).await
    }

    /// `TW1`.
    async fn withdraw(&mut self) -> anyhow::Result<()> {
        let flow = self.gallery.tournament.flow();
        let playing: Vec<PlayerId> = flow
            .into_iter()
            .flat_map(|flow| flow.field().present().map(|player| (player, flow.state_of(player))))
            .filter(|(_, at)| matches!(at, PlayerState::League(_) | PlayerState::Placement))
            .map(|(player, _)| player)
            .collect();
        for player in playing {
            if self.chance.random_bool(WITHDRAWALS) {
                let request = wire::WithdrawPlayerRequest { player: player.0 + 1, ..Default::default() };
                let answer = self.officials.desk.desk().withdraw_player(request).await;
                self.done(answer).await?;
                self.withdrawn += 1;
                let gaps = [("player", self.telling.name(&self.gallery, player).into())];
                let lines = self.telling.page.remark(TextStyle::Bad, "rehearsal-event-withdrew", &gaps);
                self.tell(&lines).await?;
            }
        }
        Ok(())
    }

    /// All clients reconnect, and the feed must be unchanged.
    async fn kill(&mut self, entered: usize) -> anyhow::Result<()> {
        self.server.kill().await?;
        self.server.start_again().await?;
        self.officials = Officials::connect(&self.server.client_address()?, self.credentials);
        self.gallery.see_again(&self.officials.board).await?;
        let gaps = [("entered", entered.into()), ("facts", self.gallery.facts().into())];
        let lines = self.telling.page.remark(TextStyle::Warn, "rehearsal-event-killed", &gaps);
        self.tell(&lines).await
    }

    fn note(&mut self, round: Round) {
        let Some(paired) = self.gallery.tournament.rounds().last() else { return };
        let certificates = || paired.pools.iter().filter_map(|pool| pool.certificate.as_ref());
        let forfeits = paired.results.values().filter(|decided| decided.slip.reason == Reason::Forfeit);
        self.rounds.push(RoundReport {
            round: round.0,
            games: paired.games().count(),
            forfeits: forfeits.count(),
            byes: paired.pools.iter().filter(|pool| pool.bye.is_some()).count(),
            second_byes: certificates().map(|certificate| certificate.byes).sum(),
            rematches: certificates().map(|certificate| certificate.rematches).sum(),
        });
    }
}
