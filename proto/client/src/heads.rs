//! The signed heads of a record, as a feed brings them: what makes a mirror provable.

use ishigaki_catalogue::Message;
use ishigaki_proto::wire;
use ishigaki_record::branch::{Branch, EpochTag, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::signing::{self, PublicKey, Signature, verify_head};
use ishigaki_record::transcript::Signed;

use ishigaki_proto::branch;

/// Fault of what should make a feed provable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("console-unproved")]
pub enum ProofFault {
    /// The set-up does not say with which key the server signs.
    NoKey,
    /// The set-up does not say which game of its id this is.
    NoInstance,
    /// The head is of another game of the same id.
    OtherGame {
        /// The instance of the game that is watched.
        #[message(skip)]
        expected: Instance,
        /// That of the head.
        #[message(skip)]
        found: Instance,
    },
    /// The head is of another branch of the game than those before: somebody serves it from a copy of its journal.
    OtherBranch {
        /// The epoch of the heads before.
        #[message(skip)]
        before: u32,
        /// The epoch of this one.
        #[message(skip)]
        found: u32,
        #[message(skip)]
        tag: EpochTag,
    },
    /// An event that changes the result comes without a signed head of the record.
    NoHead,
    /// A head or signature is not as long as it should be.
    Malformed,
    /// A head is not of a later place in the record than the one before.
    Backwards {
        /// The place of the head before.
        #[message(skip)]
        before: u64,
        /// The place of this one.
        #[message(skip)]
        found: u64,
    },
    /// The server's key did not sign this head of this game.
    Signature(#[message(skip)] signing::Error),
}

/// The heads of one record, each checked against the server's key and the branch of those before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heads {
    /// The id of the game or event, which is part of what is signed; `None`: signatures are not looked at.
    id: Option<String>,
    server_key: Option<PublicKey>,
    instance: Option<Instance>,
    /// The branch of the last head; `None` before the first one.
    branch: Option<Branch>,
    signed: Vec<Signed>,
}

impl Heads {
    /// None yet of the game or event with this id.
    pub(crate) fn of(id: String) -> Self {
        Self { id: Some(id), ..Self::default() }
    }

    pub(crate) fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    pub(crate) fn server_key(&self) -> Option<&PublicKey> {
        self.server_key.as_ref()
    }

    pub(crate) fn instance(&self) -> Option<Instance> {
        self.instance
    }

    pub(crate) fn signed(&self) -> &[Signed] {
        &self.signed
    }

    /// Takes in the key and the instance that the set-up names.
    pub(crate) fn take_key(&mut self, key: &[u8], instance: &[u8]) -> Result<(), ProofFault> {
        self.server_key = key.try_into().ok().map(PublicKey);
        self.instance = branch::instance_from_wire(instance);
        match (&self.id, self.server_key, self.instance) {
            (Some(_), None, _) => Err(ProofFault::NoKey),
            (Some(_), _, None) => Err(ProofFault::NoInstance),
            _ => Ok(()),
        }
    }

    /// Takes in the branch of a head: of this game or event, and none that went off from the heads before.
    fn take_branch(&mut self, sent: &wire::Proof) -> Result<Branch, ProofFault> {
        let id = self.id.as_deref().unwrap_or_default();
        let of = branch::from_wire(id, sent.branch.as_ref()).ok_or(ProofFault::Malformed)?;
        if let Some(expected) = self.instance.filter(|expected| *expected != of.instance) {
            return Err(ProofFault::OtherGame { expected, found: of.instance });
        }
        let is_first = of == Branch::first(id, of.instance);
        let follows = match &self.branch {
            Some(before) if before.epoch == of.epoch => *before == of,
            before => {
                before.as_ref().is_none_or(|before| before.epoch < of.epoch) && (of.epoch > 1 || is_first)
            }
        };
        if !follows {
            let before = self.branch.as_ref().map_or(1, |before| before.epoch);
            return Err(ProofFault::OtherBranch { before, found: of.epoch, tag: of.tag });
        }
        Ok(of)
    }

    /// Takes in the signed head that came with a fact, if one is due.
    pub(crate) fn take(&mut self, proof: Option<&wire::Proof>, is_due: bool) -> Result<(), ProofFault> {
        let (Some(_), Some(key)) = (&self.id, self.server_key) else { return Ok(()) };
        let Some(proof) = proof else {
            return if is_due { Err(ProofFault::NoHead) } else { Ok(()) };
        };
        let branch = self.take_branch(proof)?;
        let wire::Proof { sequence, head, signature, .. } = proof;
        let head = head[..].try_into().map(Head).map_err(|_| ProofFault::Malformed)?;
        let signature = signature[..].try_into().map(Signature).map_err(|_| ProofFault::Malformed)?;
        verify_head(&key, &branch, *sequence, head, &signature).map_err(ProofFault::Signature)?;
        let before = self.signed.last().map_or(0, |signed| signed.sequence);
        if *sequence <= before {
            return Err(ProofFault::Backwards { before, found: *sequence });
        }
        self.branch = Some(branch);
        self.signed.push(Signed { sequence: *sequence, head, signature });
        Ok(())
    }
}
