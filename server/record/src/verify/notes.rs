//! The notes: sealed until the game is closed, then opened and decided again in order.
//!
//! The game doesn't depend on messages, so all of them are decided in a separate game with nothing else.
//! A message to all is stored with the notes, because read marks count it and a game has a maximum
//! number of messages.

use std::collections::{BTreeSet, VecDeque};

use ishigaki_rules::{AskedQuestion, Command, Event, Game, GameTime, Setup, cause, decide};

use super::{TranscriptViolation, TranscriptViolationKind};
use crate::sealing::{NoteKeys, note_len};
use crate::transcript::{NoteProof, opened};

/// Bytes of a box in addition to the padded text: the cipher's nonce, the note's nonce, the text's length,
/// the tag.
const BOX: usize = 12 + 32 + 4 + 16;

/// Position: the line, the number of records before it, and the epoch.
type Place = (usize, usize, u32);

/// All messages so far. At most [`AskedQuestion::MOST_MESSAGES`], each of bounded length.
#[derive(Default)]
pub(super) struct Notes {
    messages: Vec<MessageRecord>,
    sealed: u32,
}

struct MessageRecord {
    place: Place,
    at: GameTime,
    content: MessageContent,
}

enum MessageContent {
    Sealed(NoteProof),
    /// A message to all teams, by a checked actor.
    Plain(Box<Event>),
}

impl Notes {
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
        self.push(MessageRecord { place, at, content: MessageContent::Sealed(proof) })
    }

    /// Adds a public message.
    pub(super) fn add_public(&mut self, place: Place, event: &Event) -> Result<(), TranscriptViolationKind> {
        if !event.fact.is_message() {
            return Ok(());
        }
        let content = MessageContent::Plain(Box::new(event.clone()));
        self.push(MessageRecord { place, at: event.at, content })
    }

    fn push(&mut self, message: MessageRecord) -> Result<(), TranscriptViolationKind> {
        let most = AskedQuestion::MOST_MESSAGES;
        if self.messages.len() >= most {
            return Err(TranscriptViolationKind::TooManyNotes { most });
        }
        self.messages.push(message);
        Ok(())
    }

    /// Checks that a game closed without keys has no notes.
    pub(super) fn stay_closed(self) -> Result<(), TranscriptViolationKind> {
        match self.sealed {
            0 => Ok(()),
            notes => Err(TranscriptViolationKind::NoNoteKey { notes }),
        }
    }

    /// Opens all notes with the keys of `line`, and decides all messages again.
    pub(super) fn open(self, setup: &Setup, keys: &NoteKeys, line: usize) -> Result<(), TranscriptViolation> {
        if self.sealed == 0 {
            return Err(TranscriptViolation::at(line, TranscriptViolationKind::NothingToOpen));
        }
        let sealed =
            self.messages.iter().filter(|message| matches!(message.content, MessageContent::Sealed(_)));
        let sealed: BTreeSet<u32> = sealed.map(|message| message.place.2).collect();
        let shown: BTreeSet<u32> = keys.iter().map(|(epoch, _)| epoch).collect();
        if let Some(&epoch) = sealed.symmetric_difference(&shown).next() {
            let has_notes = sealed.contains(&epoch);
            let kind = TranscriptViolationKind::WrongNoteKeys { epoch, has_notes };
            return Err(TranscriptViolation::at(line, kind));
        }
        let mut replay = MessageReplay { game: Game::new(setup.clone()), due: VecDeque::new(), last: None };
        for message in self.messages {
            let line = message.place.0;
            replay.decide_again(message, keys).map_err(|kind| TranscriptViolation::at(line, kind))?;
        }
        replay.all_followed().map_err(|(line, kind)| TranscriptViolation::at(line, kind))
    }
}

struct MessageReplay {
    game: Game,
    /// Events that must come next.
    due: VecDeque<Event>,
    last: Option<Place>,
}

impl MessageReplay {
    fn decide_again(
        &mut self,
        message: MessageRecord,
        keys: &NoteKeys,
    ) -> Result<(), TranscriptViolationKind> {
        let MessageRecord { place, at, content } = message;
        let found = match content {
            MessageContent::Sealed(proof) => self.read(&proof, (at, place.2), keys)?,
            MessageContent::Plain(event) => *event,
        };
        if let Some(expected) = self.due.pop_front() {
            let (_, records, epoch) = place;
            // The very next record, in the same epoch.
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

    /// Reads the contents of a note and checks actor and token.
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

    /// Checks that all consequences are there; otherwise fails with the line they had to follow.
    fn all_followed(&self) -> Result<(), (usize, TranscriptViolationKind)> {
        match (self.due.front(), self.last) {
            (Some(due), Some((line, ..))) => {
                Err((line, TranscriptViolationKind::Missing { expected: Box::new(due.clone()) }))
            }
            _ => Ok(()),
        }
    }
}
