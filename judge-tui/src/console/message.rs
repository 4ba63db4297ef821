//! A text from the judge to teams, step by step: addressees, then the text in either language. It is an
//! announcement or an answer.

use ishigaki_proto::watch::PreparedAnswer;
use ishigaki_rules::{Answer, AskedQuestion, QuestionNo, Revision, TeamId};
use ishigaki_screen::Field;
use ishigaki_words::Lang;

use crate::console::keymap::Context;

/// A text being written. `Debug` omits it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageText {
    pub stage: MessageStage,
    to: Addressees,
    at: usize,
    first: Lang,
    english: Field,
    japanese: Field,
    /// Number of the prepared answer in the fields, from 1; 0 for none.
    prepared: usize,
}

/// A step of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageStage {
    Whom,
    Text(Lang),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Addressees {
    Ticked { teams: Vec<TeamId>, games: Vec<String>, ticked: Vec<Addressee> },
    Asker(AnsweredQuestion),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Addressee {
    Team(TeamId),
    AllGames,
    Game(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnsweredQuestion {
    pub(crate) team: TeamId,
    pub(crate) question: QuestionNo,
    /// `None` if the judge has seen no answer.
    pub(crate) replaces: Option<Revision>,
    pub(crate) to_all: bool,
}

impl MessageText {
    /// Initially to all these teams; languages start with `first`. It can also be announced in the given
    /// games.
    pub(crate) fn new(teams: Vec<TeamId>, games: Vec<String>, first: Lang) -> Self {
        Self::to(Addressees::Ticked { teams, games, ticked: Vec::new() }, first)
    }

    /// Initially to the asker alone. A correction starts with the existing answer.
    pub(crate) fn answer(asked: &AskedQuestion, first: Lang) -> Self {
        let (team, question, replaces) = (asked.team, asked.number, asked.answer_revision());
        let given = asked.answer();
        let to_all = given.is_some_and(|answer| answer.to_all);
        let blank = Self::to(Addressees::Asker(AnsweredQuestion { team, question, replaces, to_all }), first);
        let text = |text: fn(&Answer) -> Option<&str>| given.and_then(text).unwrap_or_default();
        let (english, japanese) = (text(|given| given.text.english()), text(|given| given.text.japanese()));
        Self { english: Field::of(english), japanese: Field::of(japanese), at: usize::from(to_all), ..blank }
    }

    fn to(to: Addressees, first: Lang) -> Self {
        let (english, japanese) = (Field::default(), Field::default());
        Self { stage: MessageStage::Whom, to, at: 0, first, english, japanese, prepared: 0 }
    }

    pub(crate) fn written(self, english: &str, japanese: &str) -> Self {
        let stage = MessageStage::Text(self.second());
        Self { stage, english: Field::of(english), japanese: Field::of(japanese), ..self }
    }

    /// Fills in the next or previous prepared answer, in both languages.
    pub(crate) fn fill_in(&mut self, answers: &[PreparedAnswer], down: isize) {
        let at = self.prepared.saturating_add_signed(down).clamp(1, answers.len().max(1));
        let Some(answer) = answers.get(at - 1) else { return };
        self.prepared = at;
        (self.english, self.japanese) = (Field::of(&answer.text), Field::of(&answer.text_ja));
    }

    pub(crate) fn at_first_stage(self) -> Self {
        Self { stage: MessageStage::Whom, ..self }
    }

    pub(crate) fn with_teams(mut self, to: &[TeamId]) -> Self {
        if let Addressees::Ticked { ticked, .. } = &mut self.to {
            *ticked = to.iter().copied().map(Addressee::Team).collect();
        }
        self
    }

    pub(crate) fn with_publicity(mut self, to_all: bool) -> Self {
        if let Addressees::Asker(answering) = &mut self.to {
            (answering.to_all, self.at) = (to_all, usize::from(to_all));
        }
        self
    }

    pub(crate) fn has_same_text(&self, other: &Self) -> bool {
        Lang::ALL.into_iter().all(|lang| self.text(lang).text() == other.text(lang).text())
    }

    pub(crate) const fn context(&self) -> Context {
        match (self.stage, &self.to) {
            (MessageStage::Whom, Addressees::Ticked { .. }) => Context::Teams,
            (MessageStage::Whom, Addressees::Asker(_)) => Context::Choice,
            (MessageStage::Text(_), _) => Context::Form,
        }
    }

    pub(crate) const fn answering(&self) -> Option<&AnsweredQuestion> {
        match &self.to {
            Addressees::Ticked { .. } => None,
            Addressees::Asker(answering) => Some(answering),
        }
    }

    pub(crate) const fn correct(&mut self, seen: Option<Revision>) {
        if let Addressees::Asker(answering) = &mut self.to {
            answering.replaces = seen;
        }
    }

    pub(crate) fn rows(&self) -> Vec<Addressee> {
        let Addressees::Ticked { teams, games, .. } = &self.to else { return Vec::new() };
        let all = (games.len() > 1).then_some(Addressee::AllGames);
        let games = games.iter().cloned().map(Addressee::Game);
        teams.iter().copied().map(Addressee::Team).chain(all).chain(games).collect()
    }

    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn is_ticked(&self, row: &Addressee) -> bool {
        let Addressees::Ticked { ticked, games, .. } = &self.to else { return false };
        match row {
            Addressee::AllGames => ticked_games(ticked).count() == games.len(),
            row => ticked.contains(row),
        }
    }

    /// Empty for all of them.
    pub(crate) fn addressees(&self) -> Vec<TeamId> {
        let Addressees::Ticked { teams, .. } = &self.to else { return Vec::new() };
        let is_ticked = |team: &TeamId| self.is_ticked(&Addressee::Team(*team));
        let ticked: Vec<TeamId> = teams.iter().copied().filter(is_ticked).collect();
        if ticked.len() == teams.len() { Vec::new() } else { ticked }
    }

    pub(crate) fn other_games(&self) -> Vec<String> {
        let Addressees::Ticked { games, ticked, .. } = &self.to else { return Vec::new() };
        let is_ticked = |game: &&String| ticked_games(ticked).any(|ticked_row| ticked_row == *game);
        games.iter().filter(is_ticked).cloned().collect()
    }

    pub(crate) const fn first(&self) -> Lang {
        self.first
    }

    pub(crate) const fn text(&self, lang: Lang) -> &Field {
        match lang {
            Lang::En => &self.english,
            Lang::Ja => &self.japanese,
        }
    }

    pub(crate) fn length(&self, lang: Lang) -> usize {
        self.text(lang).text().trim().chars().count()
    }

    pub(crate) const fn field(&mut self) -> Option<&mut Field> {
        match self.stage {
            MessageStage::Whom => None,
            MessageStage::Text(Lang::En) => Some(&mut self.english),
            MessageStage::Text(Lang::Ja) => Some(&mut self.japanese),
        }
    }

    pub(crate) fn step(&mut self, down: isize) {
        let rows = if self.answering().is_some() { 2 } else { self.rows().len() };
        self.at = self.at.saturating_add_signed(down).min(rows.saturating_sub(1));
        if let Addressees::Asker(answering) = &mut self.to {
            answering.to_all = self.at > 0;
        }
    }

    pub(crate) fn tick(&mut self) {
        let Some(row) = self.rows().into_iter().nth(self.at) else { return };
        let is_ticked = self.is_ticked(&row);
        let Addressees::Ticked { games, ticked, .. } = &mut self.to else { return };
        if row == Addressee::AllGames {
            ticked.retain(|ticked_row| !matches!(ticked_row, Addressee::Game(_)));
            ticked.extend(games.iter().filter(|_| !is_ticked).cloned().map(Addressee::Game));
        } else if is_ticked {
            ticked.retain(|ticked_row| *ticked_row != row);
        } else {
            ticked.push(row);
        }
    }

    pub(crate) fn untick_last(&mut self) {
        if let Addressees::Ticked { ticked, .. } = &mut self.to {
            ticked.pop();
        }
    }

    pub(crate) fn go_back(&mut self) -> bool {
        self.stage = match self.stage {
            MessageStage::Whom => return false,
            MessageStage::Text(lang) if lang == self.first => MessageStage::Whom,
            MessageStage::Text(_) => MessageStage::Text(self.first),
        };
        true
    }

    pub(crate) fn go_forward(&mut self) -> bool {
        self.stage = match self.stage {
            MessageStage::Whom => MessageStage::Text(self.first),
            MessageStage::Text(lang) if lang == self.first => MessageStage::Text(self.second()),
            MessageStage::Text(_) => return false,
        };
        true
    }

    const fn second(&self) -> Lang {
        self.first.other()
    }
}

fn ticked_games(ticked: &[Addressee]) -> impl Iterator<Item = &String> {
    ticked
        .iter()
        .filter_map(|ticked_row| if let Addressee::Game(game) = ticked_row { Some(game) } else { None })
}
