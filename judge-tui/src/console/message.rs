//! A text from the judge to teams, step by step: to whom, then what it says in either language. It is announced, or answers a
//! team's question. Knows what has been typed; which act it becomes, the table of acts says.

use ishigaki_rules::{Answer, AskedQuestion, QuestionNo, Revision, TeamId};
use ishigaki_screen::Field;
use ishigaki_words::Lang;

use crate::console::keymap::Context;

/// A text that is being written. What is typed shows in no debug output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageText {
    /// The step that is open.
    pub stage: MessageStage,
    to: Addressees,
    /// The place of the selected row of those that can be addressed.
    at: usize,
    /// The language that is asked for first, which is the console's.
    first: Lang,
    english: Field,
    japanese: Field,
}

/// A step of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageStage {
    Whom,
    /// Text in this language.
    Text(Lang),
}

/// To whom a message is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Addressees {
    /// To teams of this game, and in other games to all teams.
    Ticked {
        /// All teams of the game.
        teams: Vec<TeamId>,
        /// The ids of the other games in which it can be announced.
        games: Vec<String>,
        /// Rows that are ticked, in the order of the ticks.
        ticked: Vec<Addressee>,
    },
    Asker(AnsweredQuestion),
}

/// A row among those that can be ticked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Addressee {
    /// A team of this game.
    Team(TeamId),
    AllGames,
    /// All teams of another game.
    Game(String),
}

/// The question that a message answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnsweredQuestion {
    /// The team that asked.
    pub(crate) team: TeamId,
    /// Number of the question among the team's.
    pub(crate) question: QuestionNo,
    /// The answer that it corrects; `None` if the judge has seen none.
    pub(crate) replaces: Option<Revision>,
    /// Whether question and answer go to all teams.
    pub(crate) to_all: bool,
}

impl MessageText {
    /// A message to all these teams, for now, without a text; the languages begin with this one. It can be announced in the
    /// games with these ids as well.
    pub(crate) fn new(teams: Vec<TeamId>, games: Vec<String>, first: Lang) -> Self {
        Self::to(Addressees::Ticked { teams, games, ticked: Vec::new() }, first)
    }

    /// The answer to a question, to the asker alone for now. The correction of an answer begins with what that says.
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
        Self { stage: MessageStage::Whom, to, at: 0, first, english, japanese }
    }

    /// The same with these texts, at its last step.
    pub(crate) fn written(self, english: &str, japanese: &str) -> Self {
        let stage = MessageStage::Text(self.second());
        Self { stage, english: Field::of(english), japanese: Field::of(japanese), ..self }
    }

    /// The same at its first step.
    pub(crate) fn begun(self) -> Self {
        Self { stage: MessageStage::Whom, ..self }
    }

    /// The same to these teams of its own game alone; none: to all of them. An answer is as it was.
    pub(crate) fn for_teams(mut self, to: &[TeamId]) -> Self {
        if let Addressees::Ticked { ticked, .. } = &mut self.to {
            *ticked = to.iter().copied().map(Addressee::Team).collect();
        }
        self
    }

    /// The same, of an answer to a question, to the asker alone or to all.
    pub(crate) fn for_all(mut self, to_all: bool) -> Self {
        if let Addressees::Asker(answering) = &mut self.to {
            (answering.to_all, self.at) = (to_all, usize::from(to_all));
        }
        self
    }

    /// Returns whether both say the same in both languages.
    pub(crate) fn says_what(&self, other: &Self) -> bool {
        Lang::ALL.into_iter().all(|lang| self.text(lang).text() == other.text(lang).text())
    }

    /// Returns the keys that answer it.
    pub(crate) const fn context(&self) -> Context {
        match (self.stage, &self.to) {
            (MessageStage::Whom, Addressees::Ticked { .. }) => Context::Teams,
            (MessageStage::Whom, Addressees::Asker(_)) => Context::Choice,
            (MessageStage::Text(_), _) => Context::Form,
        }
    }

    /// The question that it answers, if it is no announcement.
    pub(crate) const fn answering(&self) -> Option<&AnsweredQuestion> {
        match &self.to {
            Addressees::Ticked { .. } => None,
            Addressees::Asker(answering) => Some(answering),
        }
    }

    /// From now on it corrects this answer, which the judge has seen; no announcement does.
    pub(crate) const fn correct(&mut self, seen: Option<Revision>) {
        if let Addressees::Asker(answering) = &mut self.to {
            answering.replaces = seen;
        }
    }

    /// Returns the rows that can be ticked: the teams of the game in their order, then other games. Nothing
    /// of an answer.
    pub(crate) fn rows(&self) -> Vec<Addressee> {
        let Addressees::Ticked { teams, games, .. } = &self.to else { return Vec::new() };
        let all = (games.len() > 1).then_some(Addressee::AllGames);
        let games = games.iter().cloned().map(Addressee::Game);
        teams.iter().copied().map(Addressee::Team).chain(all).chain(games).collect()
    }

    /// The place of the selected row; of an answer 0: the asker alone, 1: all teams.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// Returns whether a row is ticked.
    pub(crate) fn is_ticked(&self, row: &Addressee) -> bool {
        let Addressees::Ticked { ticked, games, .. } = &self.to else { return false };
        match row {
            Addressee::AllGames => ticked_games(ticked).count() == games.len(),
            row => ticked.contains(row),
        }
    }

    /// The teams of its own game that it is for, in their order; none: all of them.
    pub(crate) fn addressees(&self) -> Vec<TeamId> {
        let Addressees::Ticked { teams, .. } = &self.to else { return Vec::new() };
        let is_ticked = |team: &TeamId| self.is_ticked(&Addressee::Team(*team));
        let ticked: Vec<TeamId> = teams.iter().copied().filter(is_ticked).collect();
        if ticked.len() == teams.len() { Vec::new() } else { ticked }
    }

    /// The ids of the other games in which it is announced as well, in their order.
    pub(crate) fn other_games(&self) -> Vec<String> {
        let Addressees::Ticked { games, ticked, .. } = &self.to else { return Vec::new() };
        let is_ticked = |game: &&String| ticked_games(ticked).any(|one| one == *game);
        games.iter().filter(is_ticked).cloned().collect()
    }

    /// The language that is asked for first.
    pub(crate) const fn first(&self) -> Lang {
        self.first
    }

    /// Returns the text in a language so far.
    pub(crate) const fn text(&self, lang: Lang) -> &Field {
        match lang {
            Lang::En => &self.english,
            Lang::Ja => &self.japanese,
        }
    }

    /// Returns the number of characters in a language.
    pub(crate) fn length(&self, lang: Lang) -> usize {
        self.text(lang).text().trim().chars().count()
    }

    /// The text that is being typed, if one is.
    pub(crate) const fn field(&mut self) -> Option<&mut Field> {
        match self.stage {
            MessageStage::Whom => None,
            MessageStage::Text(Lang::En) => Some(&mut self.english),
            MessageStage::Text(Lang::Ja) => Some(&mut self.japanese),
        }
    }

    /// Moves the selection down, or up where negative. Of an answer it is the choice.
    pub(crate) fn step(&mut self, down: isize) {
        let rows = if self.answering().is_some() { 2 } else { self.rows().len() };
        self.at = self.at.saturating_add_signed(down).min(rows.saturating_sub(1));
        if let Addressees::Asker(answering) = &mut self.to {
            answering.to_all = self.at > 0;
        }
    }

    /// Ticks the selected row, or takes its tick back.
    pub(crate) fn tick(&mut self) {
        let Some(row) = self.rows().into_iter().nth(self.at) else { return };
        let is_ticked = self.is_ticked(&row);
        let Addressees::Ticked { games, ticked, .. } = &mut self.to else { return };
        if row == Addressee::AllGames {
            ticked.retain(|one| !matches!(one, Addressee::Game(_)));
            ticked.extend(games.iter().filter(|_| !is_ticked).cloned().map(Addressee::Game));
        } else if is_ticked {
            ticked.retain(|one| *one != row);
        } else {
            ticked.push(row);
        }
    }

    /// Takes the last tick back.
    pub(crate) fn take_back(&mut self) {
        if let Addressees::Ticked { ticked, .. } = &mut self.to {
            ticked.pop();
        }
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

fn ticked_games(ticked: &[Addressee]) -> impl Iterator<Item = &String> {
    ticked.iter().filter_map(|one| if let Addressee::Game(game) = one { Some(game) } else { None })
}
