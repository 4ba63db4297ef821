//! A text from the judge to teams, step by step: to whom, then what it says in either language. Knows what has been typed;
//! which act it becomes, the table of acts says.

use ishigaki_rules::TeamId;
use ishigaki_screen::Field;
use ishigaki_words::Lang;

use crate::console::keymap::Context;

/// A text that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The step that is open.
    pub stage: MessageStage,
    /// All teams of the game.
    teams: Vec<TeamId>,
    /// Those that are ticked, in the order of their ticks.
    ticked: Vec<TeamId>,
    /// The place of the selected team.
    at: usize,
    /// The language that is asked for first, which is the console's.
    first: Lang,
    english: Field,
    japanese: Field,
}

/// A step of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageStage {
    /// To which teams?
    Whom,
    /// What does it say in this language?
    Text(Lang),
}

impl Message {
    /// A message to all teams, for now, without a text; the languages begin with this one.
    pub(crate) fn new(teams: Vec<TeamId>, first: Lang) -> Self {
        let (english, japanese) = (Field::default(), Field::default());
        Self { stage: MessageStage::Whom, teams, ticked: Vec::new(), at: 0, first, english, japanese }
    }

    /// The same as it was written, at its last step; no teams: to all.
    pub(crate) fn written(self, to: &[TeamId], english: &str, japanese: &str) -> Self {
        let stage = MessageStage::Text(self.second());
        let (english, japanese) = (Field::of(english), Field::of(japanese));
        Self { stage, ticked: to.to_vec(), english, japanese, ..self }
    }

    /// Which keys answer it.
    pub(crate) const fn context(&self) -> Context {
        match self.stage {
            MessageStage::Whom => Context::Teams,
            MessageStage::Text(_) => Context::Form,
        }
    }

    /// All teams of the game, in their order.
    pub(crate) fn teams(&self) -> &[TeamId] {
        &self.teams
    }

    /// The place of the selected team.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Whether a team is ticked.
    pub(crate) fn is_ticked(&self, team: TeamId) -> bool {
        self.ticked.contains(&team)
    }

    /// The teams that it is for, in their order; none: all of them.
    pub(crate) fn addressees(&self) -> Vec<TeamId> {
        let ticked = self.teams.iter().copied().filter(|team| self.is_ticked(*team));
        if self.ticked.len() == self.teams.len() { Vec::new() } else { ticked.collect() }
    }

    /// What it says in a language so far.
    pub(crate) fn text(&self, lang: Lang) -> &Field {
        match lang {
            Lang::En => &self.english,
            Lang::Ja => &self.japanese,
        }
    }

    /// How many characters it has in a language.
    pub(crate) fn length(&self, lang: Lang) -> usize {
        self.text(lang).text().trim().chars().count()
    }

    /// The text that is being typed, if one is.
    pub(crate) fn field(&mut self) -> Option<&mut Field> {
        match self.stage {
            MessageStage::Whom => None,
            MessageStage::Text(Lang::En) => Some(&mut self.english),
            MessageStage::Text(Lang::Ja) => Some(&mut self.japanese),
        }
    }

    /// Moves the selection down, or up where negative.
    pub(crate) fn step(&mut self, down: isize) {
        self.at = self.at.saturating_add_signed(down).min(self.teams.len().saturating_sub(1));
    }

    /// Ticks the selected team, or takes its tick back.
    pub(crate) fn tick(&mut self) {
        let Some(&team) = self.teams.get(self.at) else { return };
        match self.ticked.iter().position(|ticked| *ticked == team) {
            Some(place) => drop(self.ticked.remove(place)),
            None => self.ticked.push(team),
        }
    }

    /// Takes the last tick back.
    pub(crate) fn take_back(&mut self) {
        self.ticked.pop();
    }

    /// One step back; `false` from the first.
    pub(crate) fn go_back(&mut self) -> bool {
        self.stage = match self.stage {
            MessageStage::Whom => return false,
            MessageStage::Text(lang) if lang == self.first => MessageStage::Whom,
            MessageStage::Text(_) => MessageStage::Text(self.first),
        };
        true
    }

    /// One step on; `false` from the last.
    pub(crate) fn go_on(&mut self) -> bool {
        self.stage = match self.stage {
            MessageStage::Whom => MessageStage::Text(self.first),
            MessageStage::Text(lang) if lang == self.first => MessageStage::Text(self.second()),
            MessageStage::Text(_) => return false,
        };
        true
    }

    const fn second(&self) -> Lang {
        match self.first {
            Lang::En => Lang::Ja,
            Lang::Ja => Lang::En,
        }
    }
}
