//! Messages of the reference game: questions, answers, announcements and read marks.

use ishigaki_rules::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::{option, sample::select};

use super::game::Reference;
use super::steps::{ActStrategy, any_team};

/// Team, number and text of the question, and its answers with whether each is public.
type AskedEntry = (TeamId, u32, Question, Vec<(Announcement, bool)>);

/// Recipients (empty for all), text, quoted question, and whether it corrects a message to all recipients or to
/// one team.
type SentMessage = (Vec<TeamId>, Announcement, Option<Question>, (bool, Option<TeamId>));

#[derive(Clone, Debug, Default)]
pub(crate) struct Conversation {
    pub(crate) questions: Vec<AskedEntry>,
    pub(crate) sent: Vec<SentMessage>,
    /// The read marks: each a team and its number of read messages.
    pub(crate) read: Vec<(TeamId, u32)>,
}

impl Conversation {
    fn messages_to(&self, team: TeamId) -> impl Iterator<Item = &SentMessage> {
        self.sent.iter().filter(move |(teams, ..)| teams.is_empty() || teams.contains(&team))
    }

    fn count(&self, team: TeamId) -> u32 {
        u32::try_from(self.messages_to(team).count()).expect("few messages")
    }

    fn read(&self, team: TeamId) -> u32 {
        self.read.iter().filter(|(whose, _)| *whose == team).map(|(_, read)| *read).max().unwrap_or(0)
    }

    fn questions_of(&self, team: TeamId) -> impl Iterator<Item = &AskedEntry> {
        self.questions.iter().filter(move |(whose, ..)| *whose == team)
    }
}

/// Any act on messages, with a valid actor.
pub(crate) fn act_with_actor(game: &Reference) -> ActStrategy {
    let by_staff = |acts: BoxedStrategy<Act>| {
        (select(vec![Actor::Judge, Actor::Organiser]), acts).prop_map(|(by, act)| (by, act)).boxed()
    };
    let own = |(team, act): (TeamId, Act)| (Actor::Team(team), act);
    let ask = (any_team(game), question()).prop_map(|(team, text)| (team, Act::AskQuestion { team, text }));
    let sent_count = game.conversation.sent.len();
    let read = (any_team(game), 0..=u32::try_from(sent_count).expect("few messages") + 1)
        .prop_map(|(team, through)| (team, Act::MarkRead { team, through: MessageNo(through) }));
    prop_oneof![
        2 => by_staff(announce(game).boxed()),
        3 => ask.prop_map(own),
        3 => by_staff(answer(game).boxed()),
        3 => read.prop_map(own),
    ]
    .boxed()
}

/// Any act on messages, for an arbitrary actor.
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
    (vec(any_team(game), 0..3), text(), option::of(question())).prop_map(|(teams, text, question)| {
        let corrects = question.is_some();
        Act::Announce { teams, text, asked: question, corrects }
    })
}

/// Mostly an answer to an existing question that replaces its current answer.
fn answer(game: &Reference) -> impl Strategy<Value = Act> + use<> {
    let known: Vec<(TeamId, u32, u32)> = game
        .conversation
        .questions
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
                let waiting =
                    self.conversation.questions_of(team).filter(|(.., answers)| answers.is_empty()).count();
                if waiting >= 5 {
                    no.push(Rejection::TooManyQuestions { team, waiting, most: 5 });
                }
            }
            Act::AnswerQuestion { team, question, replaces, .. } => {
                match self.conversation.questions_of(team).find(|(_, number, ..)| *number == question.0) {
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
                let received = self.conversation.count(team);
                if through.0 == 0 || through.0 > received {
                    no.push(Rejection::UnknownMessage { team, through, told: received as usize });
                }
            }
            _ => {}
        }
        no
    }

    pub(crate) fn send(&mut self, act: &Act) {
        let conversation = &mut self.conversation;
        match act.clone() {
            Act::Announce { mut teams, text, asked: quote, corrects } => {
                teams.sort_unstable();
                teams.dedup();
                conversation.sent.push((teams, text, quote, (corrects, None)));
            }
            Act::AskQuestion { team, text } => {
                let number =
                    u32::try_from(conversation.questions_of(team).count()).expect("few questions") + 1;
                conversation.questions.push((team, number, text, Vec::new()));
            }
            Act::AnswerQuestion { team, question, text, to_all, .. } => {
                let mut entry = conversation.questions.iter_mut();
                let entry = entry.find(|(whose, number, ..)| (*whose, *number) == (team, question.0));
                let (_, _, quoted, answers) = entry.expect("a question that was asked");
                let corrects = answers.iter().any(|(_, to_all)| *to_all) || !to_all && !answers.is_empty();
                let corrected = (!answers.is_empty()).then_some(team);
                answers.push((text.clone(), to_all));
                let teams = if to_all { Vec::new() } else { vec![team] };
                conversation.sent.push((teams, text, Some(quoted.clone()), (corrects, corrected)));
            }
            Act::MarkRead { team, through } => conversation.read.push((team, through.0)),
            _ => {}
        }
    }

    /// Returns whether a read mark adds nothing to earlier ones.
    pub(crate) fn is_marked(&self, act: &Act) -> bool {
        matches!(act, Act::MarkRead { team, through } if self.conversation.read(*team) >= through.0)
    }

    /// Compares the messages and questions of both games.
    pub(crate) fn check_messages(&self, game: &Game) {
        let conversation = &self.conversation;
        let known = game.questions().map(|question| {
            let answers =
                question.answers.iter().map(|answer| (answer.text.clone(), answer.to_all)).collect();
            (question.team, question.number.0, question.text.clone(), answers)
        });
        assert!(known.eq(conversation.questions.iter().cloned()), "the questions");
        // Questions stop waiting when the game is closed.
        let waits = |answers: &[_]| answers.is_empty() && !self.is_closed();
        let waiting = conversation.questions.iter().filter(|(.., answers)| waits(answers));
        assert!(
            game.waiting_questions()
                .map(|question| (question.team, question.number.0))
                .eq(waiting.map(|(team, number, ..)| (*team, *number))),
            "the queue"
        );
        for team in self.setup.team_ids() {
            let received: Vec<_> = game.messages(team).collect();
            let expected: Vec<_> = conversation.messages_to(team).collect();
            assert_eq!(received.len(), expected.len());
            for ((number, message), (teams, text, question, corrected)) in (1..).zip(&received).zip(expected)
            {
                assert_eq!((message.number.0, message.teams), (number, &teams[..]));
                assert!(message.text == text && message.asked == question.as_ref(), "another text");
                let corrects = corrected.0 || corrected.1 == Some(team);
                assert_eq!(message.is_correction, corrects, "a correction or none");
                assert_eq!(message.is_read, number <= conversation.read(team));
            }
            assert_eq!(game.unread(team), received.len() - conversation.read(team) as usize);
        }
    }
}
