//! Writes the record of a game like a server, and lets tests tamper with it line by line.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a record that cannot be made is a failed test")]

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_record::branch::{Branch, EpochTag, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::receipt::{Receipt, StoredReceipt};
use ishigaki_record::sealing::{
    ListKey, Nonce, NoteKey, NoteKeys, RoundKey, bids_text, commit, note_len, padded_len, raises_text, seal,
};
use ishigaki_record::signing::{SigningKey, sign_head};
use ishigaki_record::transcript::{
    Entry, Header, NoteProof, OpenedProof, Proof, SealProof, Writer, is_signed, note_text, signed_line,
};
use ishigaki_record::verify::{Report, TranscriptViolationKind as Kind, verify};
use ishigaki_rules::*;

pub(crate) const GAME: &str = "g1";

pub(crate) const INSTANCE: Instance = Instance([0x1a; 16]);

/// The first branch of the game.
pub(crate) fn first() -> Branch {
    Branch::first(GAME, INSTANCE)
}

pub(crate) fn header(setup: &Setup, key: &SigningKey) -> Header {
    let (game, server_key) = (GAME.into(), key.public());
    Header { game, instance: INSTANCE, server_key, unix_ms: 1_790_000_000_000, setup: setup.clone() }
}

pub(crate) fn key() -> SigningKey {
    SigningKey::from_seed([7; 32])
}

/// The server's records of the given events, and the receipts of the teams.
pub(crate) struct RecordFixture {
    setup: Setup,
    key: SigningKey,
    /// The public game before the next event.
    game: Game,
    counters: BTreeMap<TeamId, u64>,
    notes: u32,
    /// The epochs with sealed notes.
    note_epochs: BTreeSet<u32>,
    branch: Branch,
    /// Takeovers: number of records before each, and its tag.
    takeovers: Vec<(usize, EpochTag)>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) receipts: Vec<StoredReceipt>,
}

impl RecordFixture {
    pub(crate) fn new(setup: &Setup, key: SigningKey) -> Self {
        let game = Game::new(setup.clone());
        let (counters, takeovers, entries, receipts) = (BTreeMap::new(), Vec::new(), Vec::new(), Vec::new());
        Self {
            setup: setup.clone(),
            key,
            game,
            counters,
            notes: 0,
            note_epochs: BTreeSet::new(),
            branch: first(),
            takeovers,
            entries,
            receipts,
        }
    }

    pub(crate) fn of(setup: &Setup, events: &[Event]) -> Self {
        Self::signing_with(key(), setup, events)
    }

    pub(crate) fn signing_with(key: SigningKey, setup: &Setup, events: &[Event]) -> Self {
        let mut clerk = Self::new(setup, key);
        for event in events {
            clerk.event(event);
        }
        clerk
    }

    /// Starts a new epoch here.
    pub(crate) fn take_up(&mut self, tag: EpochTag) {
        self.branch = self.branch.next(tag);
        self.takeovers.push((self.entries.len(), tag));
    }

    pub(crate) fn event(&mut self, event: &Event) {
        if event.fact.addressees().is_some() {
            let text = note_text(&self.setup, event.by, principal(event.by), &event.fact).unwrap();
            return self.note(event, &text);
        }
        let (fact, proof) = match &event.fact {
            Fact::BidsSealed { team, sealed: Some(sealed) } => {
                let text = bids_text(&self.setup, &sealed.lines).unwrap();
                let stamp = (event.at, sealed.revision, sealed.by_hand.clone());
                let proof = self.sealed(stamp, *team, 0, &text);
                (Fact::BidsSealed { team: *team, sealed: None }, proof)
            }
            Fact::RebidSealed { team, sealed: Some(sealed) } => {
                let Phase::Rebidding { wave, .. } = self.game.phase() else { panic!("no wave is open") };
                let stamp = (event.at, sealed.revision, sealed.by_hand.clone());
                let proof = self.sealed(stamp, *team, wave.0, &raises_text(&sealed.lines));
                (Fact::RebidSealed { team: *team, sealed: None }, proof)
            }
            Fact::ListsOpened { lists, .. } => {
                let opened = lists.iter().map(|list| self.opened(list.team, 0)).collect();
                (event.fact.clone(), Proof::Opened(opened))
            }
            Fact::RebidsOpened { wave, raises, .. } => {
                let opened = raises.iter().map(|sent| self.opened(sent.team, wave.0)).collect();
                (event.fact.clone(), Proof::Opened(opened))
            }
            Fact::ResultDeclared | Fact::GameAbandoned { .. } if self.notes > 0 => {
                (event.fact.clone(), Proof::NotesOpened(self.note_keys()))
            }
            fact => (fact.clone(), Proof::None),
        };
        let event = Event { fact, ..*event };
        self.game.apply(&event);
        let unix_ms = 1_790_000_000_000_u64.saturating_add(event.at.0);
        let principal = principal(event.by).into();
        self.entries.push(Entry { event, unix_ms, principal, proof });
    }

    /// The keys of all notes so far.
    pub(crate) fn note_keys(&self) -> NoteKeys {
        self.note_epochs.iter().map(|epoch| (*epoch, note_key(*epoch))).collect()
    }

    /// Seals this text as the note of this event.
    pub(crate) fn note(&mut self, event: &Event, text: &str) {
        self.notes += 1;
        let nonce = Nonce([u8::try_from(self.notes % 251).unwrap(); 32]);
        let aead_nonce = nonce.0.first_chunk().copied().unwrap();
        self.note_epochs.insert(self.branch.epoch);
        let key = note_key(self.branch.epoch).box_key(self.notes).unwrap();
        let sealed_box = seal(&key, aead_nonce, &nonce, text, note_len(&self.setup).unwrap()).unwrap();
        let proof =
            Proof::Note(NoteProof { number: self.notes, commitment: commit(&nonce, text), sealed_box });
        self.game.apply(&event.recorded());
        let unix_ms = 1_790_000_000_000_u64.saturating_add(event.at.0);
        self.entries.push(Entry {
            event: event.clone(),
            unix_ms,
            principal: principal(event.by).into(),
            proof,
        });
    }

    fn sealed(
        &mut self,
        (at, revision, by_hand): (GameTime, Revision, Option<String>),
        team: TeamId,
        wave: u32,
        text: &str,
    ) -> Proof {
        let counter = self.counters.get(&team).copied().unwrap_or(0) + 1;
        self.counters.insert(team, counter);
        let opening = self.opened(team, wave);
        let commitment = commit(&opening.nonce, text);
        let record = self.game.current_round().expect("a round is under way");
        let receipt = Receipt {
            branch: self.branch.clone(),
            round: record.round,
            attempt: record.attempt,
            wave,
            team: self.setup.team(team).unwrap().code.clone(),
            counter,
            at,
            commitment,
        };
        let signature = receipt.sign(&self.key);
        let room = padded_len(&self.setup);
        let aead_nonce = opening.nonce.0.first_chunk().copied().unwrap();
        let sealed_box = seal(&opening.key, aead_nonce, &opening.nonce, text, room).unwrap();
        self.receipts.push(StoredReceipt {
            receipt,
            signature,
            nonce: opening.nonce,
            list: text.into(),
            server_key: self.key.public(),
        });
        Proof::Sealed(SealProof { revision, counter, commitment, sealed_box, by_hand })
    }

    /// The proof that opens the team's last submission.
    fn opened(&self, team: TeamId, wave: u32) -> OpenedProof {
        let counter = self.counters.get(&team).copied().unwrap_or(0);
        let (nonce, key) = secrets(&self.setup, team, wave, counter);
        OpenedProof { team, counter, nonce, key }
    }

    pub(crate) fn text(&self) -> String {
        let key = &self.key;
        let mut writer = Writer::start(Vec::new(), &header(&self.setup, key)).unwrap();
        let mut takeovers = self.takeovers.iter().peekable();
        for (place, entry) in self.entries.iter().enumerate() {
            while let Some((_, tag)) = takeovers.next_if(|(after, _)| *after <= place) {
                writer.epoch(*tag, 1_790_000_500_000).unwrap();
            }
            if writer.entry(entry).unwrap() {
                writer.sign(key).unwrap();
            }
        }
        takeovers.for_each(|(_, tag)| writer.epoch(*tag, 1_790_000_500_000).unwrap());
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }
}

/// The id of the actor's token.
fn principal(by: Actor) -> &'static str {
    match by {
        Actor::Clock => "",
        Actor::Team(_) => "laptop \"1\"",
        _ => "judge",
    }
}

/// The key of the notes of one epoch.
pub(crate) fn note_key(epoch: u32) -> NoteKey {
    NoteKey([0x4d + u8::try_from(epoch).unwrap(); 32])
}

/// Nonce and key of a submission: distinct for each, and the same in every run.
pub(crate) fn secrets(setup: &Setup, team: TeamId, wave: u32, counter: u64) -> (Nonce, ListKey) {
    let code = setup.team(team).map(|team| team.code.clone()).unwrap_or_default();
    let key = RoundKey([1; 32]).list_key(&code, wave, counter).unwrap();
    (Nonce(RoundKey([2; 32]).list_key(&code, wave, counter).unwrap().0), key)
}

/// The record of these events, as a server would publish it.
pub(crate) fn record(setup: &Setup, events: &[Event]) -> TranscriptLines {
    TranscriptLines::of(&RecordFixture::of(setup, events).text())
}

/// The lines of a transcript, open to tampering.
#[derive(Clone)]
pub(crate) struct TranscriptLines {
    pub(crate) lines: Vec<String>,
}

impl TranscriptLines {
    pub(crate) fn of(text: &str) -> Self {
        Self { lines: text.lines().map(String::from).collect() }
    }

    pub(crate) fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line, "\n"]).collect()
    }

    pub(crate) fn verified(&self) -> Result<Report, (usize, Kind)> {
        verify(&self.text(), Some(&key().public().fingerprint()))
            .map_err(|violation| (violation.line, violation.kind))
    }

    /// The index of the `nth` line, from 1, with this fact.
    pub(crate) fn find(&self, fact: &str, nth: usize) -> usize {
        let sign = format!("\"fact\":{{\"fact\":\"{fact}\"");
        let places = self.lines.iter().enumerate().filter(|(_, line)| line.contains(&sign));
        places.map(|(place, _)| place).nth(nth - 1).expect("there is such a line")
    }

    /// The indexes of the signed heads.
    pub(crate) fn signed(&self) -> Vec<usize> {
        let is_signed = |place: &usize| self.lines[*place].starts_with(r#"{"kind":"signed""#);
        (0..self.lines.len()).filter(is_signed).collect()
    }

    pub(crate) fn result(&self) -> usize {
        self.lines.len() - 1
    }

    #[track_caller]
    pub(crate) fn replace(&mut self, place: usize, from: &str, to: &str) {
        assert!(self.lines[place].contains(from), "{from} is not in {}", self.lines[place]);
        self.lines[place] = self.lines[place].replacen(from, to, 1);
    }

    /// Removes a line, and its signed head if it has one.
    pub(crate) fn take_out(&mut self, place: usize) -> String {
        if self.signed().contains(&(place + 1)) {
            self.lines.remove(place + 1);
        }
        self.lines.remove(place)
    }

    /// Renumbers the events, like a careful forger.
    pub(crate) fn renumber(&mut self) {
        let mut sequence = 0;
        for line in self.lines.iter_mut().skip(1) {
            if line.starts_with(r#"{"kind":"event""#) {
                sequence += 1;
            }
            if let Some((head, tail)) = line.split_once("\"sequence\":") {
                let tail = tail.trim_start_matches(|sign: char| sign.is_ascii_digit());
                *line = format!("{head}\"sequence\":{sequence}{tail}");
            }
        }
    }

    /// Recomputes the chain and signs its heads with the key.
    pub(crate) fn re_sign(&mut self, key: &SigningKey) {
        let (mut head, mut sequence, mut branch) = (Head::START, 0, first());
        for line in &mut self.lines {
            if line.starts_with(r#"{"kind":"signed""#) {
                *line = signed_line(sequence, head, &sign_head(key, &branch, sequence, head));
            } else if line.starts_with(r#"{"kind":"result""#) {
                let rest = line.split_once("\"rounds\":").expect("a result has rounds").1;
                *line = format!(r#"{{"kind":"result","records":{sequence},"head":"{head}","rounds":{rest}"#);
            } else {
                sequence += u64::from(line.starts_with(r#"{"kind":"event""#));
                if let Some((_, rest)) = line.split_once(r#"{"kind":"epoch","number":"#) {
                    let tag = rest.split('"').nth(3).expect("an epoch has a tag");
                    branch = branch.next(tag.parse().expect("it is a tag"));
                }
                head = head.then(line.as_bytes());
            }
        }
    }
}

/// The number of signed heads in a record of these events.
pub(crate) fn closings(events: &[Event]) -> usize {
    events.iter().filter(|event| is_signed(&event.fact)).count()
}
