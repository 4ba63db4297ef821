//! Start of a waiting game: teams, warnings, call and answer.

use ishigaki_client::CallError;
use ishigaki_client::listing::{Listed, Programme};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Phase;

use super::Consoles;
use super::update::Effects;
use crate::console::dialog::Dialog;
use crate::console::event::Effect;
use crate::console::notice::Notice;
use crate::console::seating::{Seating, has_result, results_of};
use crate::console::start::StartQuestion;

impl Consoles {
    pub(super) fn ask_to_start(&mut self, goes_in: bool) -> Effects {
        let Some((game, programme)) = self.overview.selected().zip(self.overview.programme()) else {
            return Vec::new();
        };
        let refused = |reason| Some(Notice::Refused(Fault::new(reason).with("game", &game.game)));
        if game.is_damaged {
            self.lobby.notice = refused(ErrorReason::GameDamaged);
        } else if !game.is_waiting() {
            self.lobby.notice = refused(ErrorReason::AlreadyStarted);
        } else if game.teams.is_empty() {
            let seating = Seating::of(game, programme, goes_in);
            let played = programme.games.iter().filter(|other| has_result(other));
            let played: Vec<String> = played.map(|other| other.game.clone()).collect();
            self.lobby.dialog = Some(Dialog::Seats(Box::new(seating)));
            let effects = played.iter().flat_map(|game| self.watch(game)).collect();
            self.renew_seating();
            return effects;
        } else {
            let start = StartQuestion::of(game, programme, goes_in);
            self.lobby.dialog = Some(Dialog::Start(Box::new(start)));
        }
        Vec::new()
    }

    pub(super) fn renew_seating(&mut self) {
        let (Some(Dialog::Seats(_)), Some(programme)) = (&self.lobby.dialog, self.overview.programme())
        else {
            return;
        };
        let declared: Vec<&Listed> = programme.games.iter().filter(|listed| has_result(listed)).collect();
        let watched = declared.iter().filter_map(|listed| {
            let game = self.games.get(&listed.game)?.game()?;
            // Its feed may not have arrived completely.
            (game.phase() == Phase::Declared).then_some((listed.game.as_str(), game))
        });
        let watched: Vec<_> = watched.collect();
        let is_complete = watched.len() == declared.len();
        let results = results_of(watched);
        if let Some(Dialog::Seats(seating)) = &mut self.lobby.dialog {
            seating.learn(&results, is_complete);
        }
    }

    pub(super) fn ask_with(&mut self, seating: Box<Seating>) {
        let programme = self.overview.programme();
        let game =
            programme.and_then(|programme| programme.games.iter().find(|game| game.game == seating.game()));
        if !seating.is_playable() {
            self.lobby.notice = Some(Notice::NoTeams { seats: seating.seats() });
            self.lobby.dialog = Some(Dialog::Seats(seating));
        } else if let Some((game, programme)) = game.zip(programme) {
            self.lobby.dialog =
                Some(Dialog::Start(Box::new(StartQuestion::seated(game, programme, seating))));
        }
    }

    pub(super) fn start(&mut self, start: &StartQuestion) -> Effects {
        if self.overview.starting().is_some() {
            return Vec::new();
        }
        let game = start.game().to_owned();
        self.overview.begin_start(&game, start.goes_in());
        self.lobby.notice = Some(Notice::Starting { game: game.clone() });
        let (teams, seats) = start.seated_teams();
        vec![Effect::StartGame { game, teams, seats }.into()]
    }

    pub(super) fn take_started(&mut self, game: &str, outcome: Result<Box<Listed>, CallError>) -> Effects {
        self.revision += 1;
        let goes_in = self.overview.end_start(game);
        match outcome {
            Ok(listed) => {
                self.enter(&listed);
                if goes_in && self.overview.is_open() && !self.queue.is_open() {
                    let effects = self.go_to(game);
                    if let Some(console) = self.games.get_mut(game) {
                        console.notice = Some(Notice::Started(listed));
                    }
                    return effects;
                }
                self.lobby.notice = Some(Notice::Started(listed));
                self.watch(game)
            }
            Err(trouble) => {
                self.lobby.notice = Some(Notice::NotStarted { game: game.to_owned(), trouble });
                Vec::new()
            }
        }
    }

    /// Closes the question to start a game that another judge has started.
    pub(super) fn close_outdated_start(&mut self) {
        let asked = match &self.lobby.dialog {
            Some(Dialog::Start(start)) => start.game(),
            Some(Dialog::Seats(seating)) => seating.game(),
            _ => return,
        };
        let waits = |programme: &Programme| {
            programme.games.iter().any(|listed| listed.game == asked && listed.is_waiting())
        };
        if !self.overview.programme().is_some_and(waits) {
            self.lobby.dialog = None;
            self.lobby.notice = Some(Notice::MovedOn);
        }
    }
}
