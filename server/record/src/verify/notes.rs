//! The notes: sealed until the game is closed, then opened and decided again, in the order in which they stand.
//!
//! From what is said in a game nothing of the game follows, so all of it is decided in a game of its own, in which nothing else
//! happens. What was announced to all is kept with the notes: marks count it, and a game has only so many messages.

use std::collections::{BTreeSet, VecDeque};

use ishigaki_rules::{AskedQuestion, Command, Event, Game, GameTime, Setup, cause, decide};

use super::{TranscriptViolation, TranscriptViolationKind};
use crate::sealing::{NoteKeys, note_len};
use crate::transcript::{NoteProof, opened};

/// Bytes of a box beside the padded text: the cipher's nonce, the note's nonce, the text's length, the tag.
const BOX: usize = 12 + 32 + 4 + 16;

/// Position: a line, the number of records before it, the epoch.
type Place = (usize, usize, u32);

/// All that was said so far. At most [`AskedQuestion::MOST_MESSAGES`] of it, each of bounded length.
#[derive(Default)]
pub(super) struct Notes {
    said: Vec<Said>,
    /// Number of these that are sealed.
    sealed: u32,
}

struct Said {
    place: Place,
    at: GameTime,
    what: What,
}

enum What {
    Sealed(NoteProof),
    /// To all teams; who said it is known to be somebody who may.
    Plain(Box<Event>),
}

impl Notes {
    /// Takes in a note.
    pub(super) fn seal(
        &mut self,
        setup: &Setup,
        place: Place,
        at: GameTime,
        proof: NoteProof,
    ) -> Result<(), TranscriptViolationKind> {
        let (expected, found) = (self.sealed.saturating_add(1), proof.number);
        if found != expected {
            return Err(TranscriptViolationKind::WrongNote { expected, found });
        }
        let number = found;
        let length =
            note_len(setup).map_err(|source| TranscriptViolationKind::WrongNoteBox { number, source })?;
        let (expected, found) = (length.saturating_add(BOX), proof.sealed_box.len());
        if found != expected {
            return Err(TranscriptViolationKind::NoteLength { number, expected, found });
        }
        self.sealed = number;
        self.keep(Said { place, at, what: What::Sealed(proof) })
    }

    /// Takes in what everybody is told, if it is a message.
    pub(super) fn hear(&mut self, place: Place, event: &Event) -> Result<(), TranscriptViolationKind> {
        if !event.fact.is_message() {
            return Ok(());
        }
        let what = What::Plain(Box::new(event.clone()));
        self.keep(Said { place, at: event.at, what })
    }

    fn keep(&mut self, said: Said) -> Result<(), TranscriptViolationKind> {
        let most = AskedQuestion::MOST_MESSAGES;
        if self.said.len() >= most {
            return Err(TranscriptViolationKind::TooManyNotes { most });
        }
        self.said.push(said);
        Ok(())
    }

    /// The game is closed without a key: there must be nothing to open.
    pub(super) fn stay_closed(self) -> Result<(), TranscriptViolationKind> {
        match self.sealed {
            0 => Ok(()),
            notes => Err(TranscriptViolationKind::NoNoteKey { notes }),
        }
    }

    /// Opens all notes with the keys that stand on `line`, and decides again all that was said.
    pub(super) fn open(self, setup: &Setup, keys: &NoteKeys, line: usize) -> Result<(), TranscriptViolation> {
        if self.sealed == 0 {
            return Err(TranscriptViolation::at(line, TranscriptViolationKind::NothingToOpen));
        }
        let sealed = self.said.iter().filter(|said| matches!(said.what, What::Sealed(_)));
        let sealed: BTreeSet<u32> = sealed.map(|said| said.place.2).collect();
        let shown: BTreeSet<u32> = keys.iter().map(|(epoch, _)| epoch).collect();
        if let Some(&epoch) = sealed.symmetric_difference(&shown).next() {
            let has_notes = sealed.contains(&epoch);
            let kind = TranscriptViolationKind::WrongNoteKeys { epoch, has_notes };
            return Err(TranscriptViolation::at(line, kind));
        }
        let mut talk = Talk { game: Game::new(setup.clone()), due: VecDeque::new(), last: None };
        for said in self.said {
            let line = said.place.0;
            talk.decide_again(said, keys).map_err(|kind| TranscriptViolation::at(line, kind))?;
        }
        talk.all_followed().map_err(|(line, kind)| TranscriptViolation::at(line, kind))
    }
}

/// Questions and announcements, decided again.
struct Talk {
    /// In which nothing else happens.
    game: Game,
    /// Events that must come next.
    due: VecDeque<Event>,
    /// Position of what it follows from.
    last: Option<Place>,
}

impl Talk {
    fn decide_again(&mut self, said: Said, keys: &NoteKeys) -> Result<(), TranscriptViolationKind> {
        let Said { place, at, what } = said;
        let found = match what {
            What::Sealed(proof) => self.read(&proof, (at, place.2), keys)?,
            What::Plain(event) => *event,
        };
        if let Some(expected) = self.due.pop_front() {
            let (_, records, epoch) = place;
            // At once: the very next record, in the same epoch.
            let is_next = self.last.is_some_and(|last| (last.1 + 1, last.2) == (records, epoch));
            if !is_next || found != expected {
                return Err(TranscriptViolationKind::Different { expected: Box::new(expected) });
            }
            self.game.apply(&expected);
            self.last = Some(place);
            return Ok(());
        }
        let act = cause(&self.game, &found.fact).ok_or(TranscriptViolationKind::Unprompted)?;
        let command = Command { at, by: found.by, act };
        let decided = decide(&self.game, &command)
            .map_err(|rejection| TranscriptViolationKind::Refused { rejection })?;
        let mut decided = VecDeque::from(decided);
        let Some(expected) = decided.pop_front() else { return Err(TranscriptViolationKind::NoNews) };
        if found != expected {
            return Err(TranscriptViolationKind::Different { expected: Box::new(expected) });
        }
        self.game.apply(&expected);
        (self.due, self.last) = (decided, Some(place));
        Ok(())
    }

    /// Reads what was sealed in a note; whoever brought it about is somebody who may, by a token.
    fn read(
        &self,
        proof: &NoteProof,
        (at, epoch): (GameTime, u32),
        keys: &NoteKeys,
    ) -> Result<Event, TranscriptViolationKind> {
        let number = proof.number;
        let missing = TranscriptViolationKind::WrongNoteKeys { epoch, has_notes: true };
        let key = keys.of_epoch(epoch).ok_or(missing)?;
        let note = opened(self.game.setup(), proof, key)
            .map_err(|source| TranscriptViolationKind::WrongNoteBox { number, source })?;
        if !note.fact.can_be_of(note.by) {
            return Err(TranscriptViolationKind::WrongActor);
        }
        if note.principal.is_empty() {
            return Err(TranscriptViolationKind::WrongPrincipal { by_clock: false, found: note.principal });
        }
        Ok(Event { at, by: note.by, fact: note.fact })
    }

    /// Checks that all that must follow is there; fails with the line it had to follow.
    fn all_followed(&self) -> Result<(), (usize, TranscriptViolationKind)> {
        match (self.due.front(), self.last) {
            (Some(due), Some((line, ..))) => {
                Err((line, TranscriptViolationKind::Missing { expected: Box::new(due.clone()) }))
            }
            _ => Ok(()),
        }
    }
}
