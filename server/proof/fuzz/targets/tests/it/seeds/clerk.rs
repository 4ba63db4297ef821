//! Records the small game as a server would, with each team's receipts.

use std::collections::BTreeMap;

use ishigaki_fuzz_targets::transcript::key;
use ishigaki_record::branch::{Branch, Instance};
use ishigaki_record::receipt::{Receipt, StoredReceipt};
use ishigaki_record::sealing::{ListKey, Nonce, RoundKey, bids_text, commit, padded_len, raises_text, seal};
use ishigaki_record::transcript::{Entry, Header, OpenedProof, Proof, SealProof, Writer};
use ishigaki_rules::{Actor, Event, Fact, Game, GameTime, Phase, Revision, Setup, TeamId};

const GAME: &str = "g1";
const INSTANCE: Instance = Instance([5; 16]);
const BEGINNING: u64 = 1_790_000_000_000;

fn header(setup: &Setup) -> Header {
    let (game, server_key) = (GAME.into(), key().public());
    Header { game, instance: INSTANCE, server_key, unix_ms: BEGINNING, setup: setup.clone() }
}

pub(crate) struct SeedRecorder {
    /// The game before the next event, without sealed contents.
    game: Game,
    counters: BTreeMap<TeamId, u64>,
    entries: Vec<Entry>,
    pub(crate) receipts: Vec<StoredReceipt>,
}

impl SeedRecorder {
    pub(crate) fn new(game: Game) -> Self {
        Self { game, counters: BTreeMap::new(), entries: Vec::new(), receipts: Vec::new() }
    }

    /// Records an event, including sealed lists.
    pub(crate) fn event(&mut self, event: &Event) {
        let (fact, proof) = match &event.fact {
            Fact::BidsSealed { team, sealed: Some(sealed) } => {
                let text = bids_text(self.game.setup(), &sealed.lines).unwrap();
                let proof = self.sealed(event.at, *team, 0, sealed.revision, &text);
                (Fact::BidsSealed { team: *team, sealed: None }, proof)
            }
            Fact::RebidSealed { team, sealed: Some(sealed) } => {
                let Phase::Rebidding { wave, .. } = self.game.phase() else { panic!("no wave is open") };
                let text = raises_text(&sealed.lines);
                let proof = self.sealed(event.at, *team, wave.0, sealed.revision, &text);
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
            fact => (fact.clone(), Proof::None),
        };
        let event = Event { fact, ..*event };
        self.game.apply(&event);
        let principal = if event.by == Actor::Clock { "" } else { "somebody" };
        let unix_ms = BEGINNING + event.at.0;
        self.entries.push(Entry { event, unix_ms, principal: principal.into(), proof });
    }

    pub(crate) fn transcript(&self) -> Vec<u8> {
        let (key, setup) = (key(), self.game.setup());
        let mut writer = Writer::start(Vec::new(), &header(setup)).unwrap();
        for entry in &self.entries {
            if writer.entry(entry).unwrap() {
                writer.sign(&key).unwrap();
            }
        }
        writer.finish().unwrap()
    }

    fn sealed(&mut self, at: GameTime, team: TeamId, wave: u32, revision: Revision, list: &str) -> Proof {
        let counter = self.counters.entry(team).or_default();
        *counter += 1;
        let counter = *counter;
        let opening = self.opened(team, wave);
        let commitment = commit(&opening.nonce, list);
        let setup = self.game.setup();
        let record = self.game.current_round().expect("a round is under way");
        let receipt = Receipt {
            branch: Branch::first(GAME, INSTANCE),
            round: record.round,
            attempt: record.attempt,
            wave,
            team: setup.team(team).unwrap().code.clone(),
            counter,
            at,
            commitment,
        };
        let signature = receipt.sign(&key());
        let aead_nonce = opening.nonce.0.first_chunk().copied().unwrap();
        let sealed_box = seal(&opening.key, aead_nonce, &opening.nonce, list, padded_len(setup)).unwrap();
        let server_key = key().public();
        let nonce = opening.nonce;
        self.receipts.push(StoredReceipt { receipt, signature, nonce, list: list.into(), server_key });
        Proof::Sealed(SealProof { revision, counter, commitment, sealed_box, by_hand: None })
    }

    /// Returns the secrets that open a team's last sealed list: different for each list, and the same in
    /// every run.
    fn opened(&self, team: TeamId, wave: u32) -> OpenedProof {
        let counter = self.counters.get(&team).copied().unwrap_or(0);
        let code = &self.game.setup().team(team).unwrap().code;
        let secret = |seed| RoundKey([seed; 32]).list_key(code, wave, counter).unwrap().0;
        OpenedProof { team, counter, nonce: Nonce(secret(2)), key: ListKey(secret(1)) }
    }
}
