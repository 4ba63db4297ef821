//! Answers to questions of the contest: start a game, pause all clocks, resume all.

use super::Consoles;
use super::update::Effects;
use crate::console::dialog::Dialog;
use crate::console::event::Effect;
use crate::console::keymap::Intent;
use crate::console::notice::Notice;
use crate::console::state::State;
use crate::console::update::submission;
use ishigaki_client::judging::JudgeAct;
use ishigaki_rules::Act;
use ishigaki_screen::terminal::{Input, Key};

impl Consoles {
    pub(super) fn answer_in_lobby(&mut self, key: Key) -> Effects {
        let intent = self.lobby.dialog.as_ref().and_then(|dialog| dialog.context().intent(key));
        let Some(dialog) = self.lobby.dialog.take() else {
            return Vec::new();
        };
        if intent.is_some() {
            self.lobby.notice = None;
        }
        match (dialog, intent) {
            (Dialog::Start(start), Some(Intent::Accept)) => return self.start(&start),
            // The ticks are kept.
            (Dialog::Start(start), Some(Intent::Cancel)) => {
                self.lobby.dialog = start.into_seating().map(Dialog::Seats);
            }
            (Dialog::Seats(seating), Some(Intent::Accept)) => self.ask_with(seating),
            (Dialog::Seats(_), Some(Intent::Cancel)) => {}
            (Dialog::Seats(mut seating), Some(intent)) => {
                match (intent.step(), intent) {
                    (Some(down), _) => seating.step(down),
                    (None, Intent::Tick) => seating.tick(),
                    (None, Intent::Erase) => seating.erase(),
                    (None, _) => {}
                }
                self.lobby.dialog = Some(Dialog::Seats(seating));
            }
            (Dialog::PauseAll { text, games }, Some(Intent::Accept)) => {
                if text.trim().is_empty() {
                    self.lobby.notice = Some(Notice::NoReason);
                    self.lobby.dialog = Some(Dialog::PauseAll { text, games });
                } else {
                    return self.pause_all(text.trim());
                }
            }
            (Dialog::ResumeAll { games }, Some(Intent::Accept)) => return self.resume_all(&games),
            (dialog, _) => {
                self.lobby.dialog = Some(dialog);
                return self.update_lobby(Input::Key(key).into());
            }
        }
        Vec::new()
    }

    pub(super) fn games_allowing(&self, act: &JudgeAct) -> Vec<String> {
        let is_possible = |console: &&State| {
            console.is_online() && console.game().is_some() && console.refusal(act).is_none()
        };
        self.games.values().filter(is_possible).map(|console| console.game_id().to_owned()).collect()
    }

    pub(crate) fn pausable(&self) -> Vec<String> {
        self.games_allowing(&Act::Pause { reason: "-".to_owned() }.into())
    }

    pub(crate) fn paused(&self) -> Vec<String> {
        self.games_allowing(&Act::Resume.into())
    }

    pub(super) fn ask_to_pause_all(&mut self) {
        let games = self.pausable();
        if games.is_empty() {
            self.lobby.notice = Some(Notice::NothingToPause);
        } else {
            let text = self.lobby.words.label("console-reason-pause");
            self.lobby.dialog = Some(Dialog::PauseAll { text, games });
        }
    }

    pub(super) fn ask_to_resume_all(&mut self) {
        let games = self.paused();
        if games.is_empty() {
            self.lobby.notice = Some(Notice::NothingToResume);
        } else {
            self.lobby.dialog = Some(Dialog::ResumeAll { games });
        }
    }

    fn pause_all(&mut self, reason: &str) -> Effects {
        let games = self.pausable();
        self.send_to_games(&games, &Act::Pause { reason: reason.to_owned() }.into())
    }

    /// Only these games, because the question was about them.
    fn resume_all(&mut self, games: &[String]) -> Effects {
        self.send_to_games(games, &Act::Resume.into())
    }

    pub(super) fn send_to_games(&mut self, games: &[String], act: &JudgeAct) -> Effects {
        let mut effects = Vec::new();
        for game in games {
            let Some(console) = self.games.get_mut(game) else { continue };
            let sent: Vec<Effect> = submission::send_if_possible(console, act.clone());
            effects.extend(sent.into_iter().flat_map(|effect| self.forward(Some(game), effect)));
        }
        effects
    }
}
