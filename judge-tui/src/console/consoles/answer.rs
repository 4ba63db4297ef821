//! Answers to the questions of the contest itself: starting a game, stopping all clocks, letting all go on.

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
    /// A key in the open question of the contest.
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
            // What was ticked is not lost.
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
                return self.in_lobby(Input::Key(key).into());
            }
        }
        Vec::new()
    }

    /// The games in which an act is possible now.
    pub(super) fn where_possible(&self, act: &JudgeAct) -> Vec<String> {
        let is_possible = |console: &&State| {
            console.is_online() && console.game().is_some() && console.refusal(act).is_none()
        };
        self.games.values().filter(is_possible).map(|console| console.game_id().to_owned()).collect()
    }

    /// The games whose clocks can be stopped now.
    pub(crate) fn pausable(&self) -> Vec<String> {
        self.where_possible(&Act::Pause { reason: "-".to_owned() }.into())
    }

    /// The games whose clocks stand.
    pub(crate) fn paused(&self) -> Vec<String> {
        self.where_possible(&Act::Resume.into())
    }

    /// Asks why all clocks are to be stopped; the reason that is given usually stands there already.
    pub(super) fn ask_to_pause_all(&mut self) {
        let games = self.pausable();
        if games.is_empty() {
            self.lobby.notice = Some(Notice::NothingToPause);
        } else {
            let text = self.lobby.words.label("console-reason-pause");
            self.lobby.dialog = Some(Dialog::PauseAll { text, games });
        }
    }

    /// Asks whether all clocks that stand are to go on.
    pub(super) fn ask_to_resume_all(&mut self) {
        let games = self.paused();
        if games.is_empty() {
            self.lobby.notice = Some(Notice::NothingToResume);
        } else {
            self.lobby.dialog = Some(Dialog::ResumeAll { games });
        }
    }

    /// Stops the clocks of all games in which that is possible at this moment, with one reason.
    fn pause_all(&mut self, reason: &str) -> Effects {
        let games = self.pausable();
        self.do_all(&games, &Act::Pause { reason: reason.to_owned() }.into())
    }

    /// Lets the clocks of these games go on; those of no other, for nobody was asked of them.
    fn resume_all(&mut self, games: &[String]) -> Effects {
        self.do_all(games, &Act::Resume.into())
    }

    pub(super) fn do_all(&mut self, games: &[String], act: &JudgeAct) -> Effects {
        let mut effects = Vec::new();
        for game in games {
            let Some(console) = self.games.get_mut(game) else { continue };
            let wanted: Vec<Effect> = submission::send_if_possible(console, act.clone());
            effects.extend(wanted.into_iter().flat_map(|effect| self.pass_on(Some(game), effect)));
        }
        effects
    }
}
