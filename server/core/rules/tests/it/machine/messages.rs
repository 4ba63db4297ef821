//! Messages in the reference game: who asked what, what was told to whom, and how much of it was read.

use ishigaki_rules::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::{option, sample::select};

use super::game::Reference;
use super::steps::{ActStrategy, any_team};

/// Who asked, which of its questions, what, and the answers: what, and whether to all.
type AskedEntry = (TeamId, u32, Question, Vec<(Announcement, bool)>);

/// To whom, what, what it quotes, and whom it corrects: all that it is for, and one team.
type SentMessage = (Vec<TeamId>, Announcement, Option<Question>, (bool, Option<TeamId>));

/// Everything that was said so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conversation {
    pub(crate) asked: Vec<AskedEntry>,
    pub(crate) told: Vec<SentMessage>,
    /// Who has read how many.
    pub(crate) read: Vec<(TeamId, u32)>,
}

impl Conversation {
    fn told_to(&self, team: TeamId) -> impl Iterator<Item = &SentMessage> {
        self.told.iter().filter(move |(teams, ..)| teams.is_empty() || teams.contains(&team))
    }

    fn count(&self, team: TeamId) -> u32 {
        u32::try_from(self.told_to(team).count()).expect("few messages")
    }

    fn read(&self, team: TeamId) -> u32 {
        self.read.iter().filter(|(whose, _)| *whose == team).map(|(_, read)| *read).max().unwrap_or(0)
    }

    fn asked_by(&self, team: TeamId) -> impl Iterator<Item = &AskedEntry> {
        self.asked.iter().filter(move |(whose, ..)| *whose == team)
    }
}

/// Any of these acts, by whoever does such things.
pub(crate) fn act_with_actor(game: &Reference) -> ActStrategy {
    let by_staff = |acts: BoxedStrategy<Act>| {
        (select(vec![Actor::Judge, Actor::Organiser]), acts).prop_map(|(by, act)| (by, act)).boxed()
    };
    let own = |(team, act): (TeamId, Act)| (Actor::Team(team), act);
    let ask = (any_team(game), question()).prop_map(|(team, text)| (team, Act::AskQuestion { team, text }));
    let told = game.talk.told.len();
    let read = (any_team(game), 0..=u32::try_from(told).expect("few messages") + 1)
        .prop_map(|(team, through)| (team, Act::MarkRead { team, through: MessageNo(through) }));
    prop_oneof![
        2 => by_staff(announce(game).boxed()),
        3 => ask.prop_map(own),
        3 => by_staff(answer(game).boxed()),
        3 => read.prop_map(own),
    ]
    .boxed()
}

/// Any of these acts, as it may come from anybody.
pub(crate) fn act(game: &Reference) -> impl Strategy<Value = Act> + use<> {
    act_with_actor(game).prop_map(|(_, act)| act)
}

fn question() -> impl Strategy<Value = Question> {
    "[a-z]{1,9}".prop_map(|text| Question::new(&text).expect("a short text"))
}

fn text() -> impl Strategy<Value = Announcement> {
    "[a-z]{1,9}".prop_map(|text| Announcement::new(&text, "").expect("a short text"))
}

fn announce(game: &Reference) -> impl Strategy<Value = Act> + use<> {
    (vec(any_team(game), 0..3), text(), option::of(question())).prop_map(|(teams, text, asked)| {
        let corrects = asked.is_some();
        Act::Announce { teams, text, asked, corrects }
    })
}

/// Mostly an answer to a question that was asked, in place of the answer that it has.
fn answer(game: &Reference) -> impl Strategy<Value = Act> + use<> {
    let known: Vec<(TeamId, u32, u32)> = game
        .talk
        .asked
        .iter()
        .map(|(team, number, _, answers)| {
            (*team, *number, u32::try_from(answers.len()).expect("few answers"))
        })
        .collect();
    let any_of_all = (any_team(game), 0..=3_u32, 0..=2_u32);
    let which = if known.is_empty() {
        any_of_all.boxed()
    } else {
        prop_oneof![6 => select(known), 1 => any_of_all].boxed()
    };
    (which, text(), any::<bool>()).prop_map(|((team, number, answers), text, to_all)| Act::AnswerQuestion {
        team,
        question: QuestionNo(number),
        replaces: (answers > 0).then_some(Revision(answers)),
        text,
        to_all,
    })
}

impl Reference {
    pub(crate) fn of_message(&self, act: &Act) -> Vec<Rejection> {
        let mut no = self.unless(!self.is_closed());
        let unknown = |team: TeamId| self.teams.get(team.index()).is_none();
        match *act {
            Act::Announce { ref teams, .. } => {
                let team = teams.iter().copied().find(|&team| unknown(team));
                no.extend(team.map(|team| Rejection::UnknownTeam { team }));
            }
            Act::AskQuestion { team, .. } | Act::AnswerQuestion { team, .. } | Act::MarkRead { team, .. }
                if unknown(team) =>
            {
                no.push(Rejection::UnknownTeam { team });
            }
            Act::AskQuestion { team, .. } => {
                let waiting = self.talk.asked_by(team).filter(|(.., answers)| answers.is_empty()).count();
                if waiting >= 5 {
                    no.push(Rejection::TooManyQuestions { team, waiting, most: 5 });
                }
            }
            Act::AnswerQuestion { team, question, replaces, .. } => {
                match self.talk.asked_by(team).find(|(_, number, ..)| *number == question.0) {
                    None => no.push(Rejection::UnknownQuestion { team, question }),
                    Some((.., answers)) => {
                        let current = u32::try_from(answers.len()).expect("few answers");
                        let current = (current > 0).then_some(Revision(current));
                        if current != replaces {
                            no.push(Rejection::AlreadyAnswered { team, question, named: replaces, current });
                        }
                    }
                }
            }
            Act::MarkRead { team, through } => {
                let told = self.talk.count(team);
                if through.0 == 0 || through.0 > told {
                    no.push(Rejection::UnknownMessage { team, through, told: told as usize });
                }
            }
            _ => {}
        }
        no
    }

    pub(crate) fn say(&mut self, act: &Act) {
        let talk = &mut self.talk;
        match act.clone() {
            Act::Announce { mut teams, text, asked, corrects } => {
                teams.sort_unstable();
                teams.dedup();
                talk.told.push((teams, text, asked, (corrects, None)));
            }
            Act::AskQuestion { team, text } => {
                let number = u32::try_from(talk.asked_by(team).count()).expect("few questions") + 1;
                talk.asked.push((team, number, text, Vec::new()));
            }
            Act::AnswerQuestion { team, question, text, to_all, .. } => {
                let mut asked = talk.asked.iter_mut();
                let asked = asked.find(|(whose, number, ..)| (*whose, *number) == (team, question.0));
                let (_, _, quoted, answers) = asked.expect("a question that was asked");
                let corrects = answers.iter().any(|(_, to_all)| *to_all) || !to_all && !answers.is_empty();
                let corrected = (!answers.is_empty()).then_some(team);
                answers.push((text.clone(), to_all));
                let teams = if to_all { Vec::new() } else { vec![team] };
                talk.told.push((teams, text, Some(quoted.clone()), (corrects, corrected)));
            }
            Act::MarkRead { team, through } => talk.read.push((team, through.0)),
            _ => {}
        }
    }

    /// Whether a mark says what is known already.
    pub(crate) fn is_marked(&self, act: &Act) -> bool {
        matches!(act, Act::MarkRead { team, through } if self.talk.read(*team) >= through.0)
    }

    /// What was said is what the game says of it.
    pub(crate) fn check_messages(&self, game: &Game) {
        let talk = &self.talk;
        let known = game.questions().map(|asked| {
            let answers = asked.answers.iter().map(|answer| (answer.text.clone(), answer.to_all)).collect();
            (asked.team, asked.number.0, asked.text.clone(), answers)
        });
        assert!(known.eq(talk.asked.iter().cloned()), "the questions");
        // What has no answer in the end stays without one.
        let waits = |answers: &[_]| answers.is_empty() && !self.is_closed();
        let waiting = talk.asked.iter().filter(|(.., answers)| waits(answers));
        assert!(
            game.waiting_questions()
                .map(|asked| (asked.team, asked.number.0))
                .eq(waiting.map(|(team, number, ..)| (*team, *number))),
            "the queue"
        );
        for team in self.setup.team_ids() {
            let told: Vec<_> = game.messages(team).collect();
            let expected: Vec<_> = talk.told_to(team).collect();
            assert_eq!(told.len(), expected.len());
            for ((number, message), (teams, text, asked, corrected)) in (1..).zip(&told).zip(expected) {
                assert_eq!((message.number.0, message.teams), (number, &teams[..]));
                assert!(message.text == text && message.asked == asked.as_ref(), "another text");
                let corrects = corrected.0 || corrected.1 == Some(team);
                assert_eq!(message.is_correction, corrects, "a correction or none");
                assert_eq!(message.is_read, number <= talk.read(team));
            }
            assert_eq!(game.unread(team), told.len() - talk.read(team) as usize);
        }
    }
}
