//! The signed heads of a record in a feed, which make a mirror provable.

use ishigaki_catalogue::Message;
use ishigaki_proto::wire;
use ishigaki_record::branch::{Branch, EpochTag, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::signing::{self, PublicKey, Signature, verify_head};
use ishigaki_record::transcript::Signed;

use ishigaki_proto::branch;

/// Fault in the proofs of a feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("console-unproved")]
pub enum ProofFault {
    /// The setup has no server key.
    NoKey,
    /// The setup has no instance of the game.
    NoInstance,
    OtherGame {
        #[message(skip)]
        expected: Instance,
        #[message(skip)]
        found: Instance,
    },
    /// The head is of another branch: a server serves the game from a copy of its journal.
    OtherBranch {
        #[message(skip)]
        before: u32,
        #[message(skip)]
        found: u32,
        #[message(skip)]
        tag: EpochTag,
    },
    /// An event that changes the result has no signed head.
    NoHead,
    /// A head or signature has a wrong length.
    Malformed,
    /// A head's position isn't after the previous one.
    Backwards {
        #[message(skip)]
        before: u64,
        #[message(skip)]
        found: u64,
    },
    /// The server's key didn't sign this head of this game.
    Signature(#[message(skip)] signing::Error),
}

/// The heads of one record, checked against the server's key and the previous branch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heads {
    /// Id of the game or event, which is part of signed texts; `None` skips signatures.
    id: Option<String>,
    server_key: Option<PublicKey>,
    instance: Option<Instance>,
    /// The branch of the last head; `None` before the first one.
    branch: Option<Branch>,
    signed: Vec<Signed>,
}

impl Heads {
    /// Returns no heads of the game or event with this id.
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

    pub(crate) fn take_key(&mut self, key: &[u8], instance: &[u8]) -> Result<(), ProofFault> {
        self.server_key = key.try_into().ok().map(PublicKey);
        self.instance = branch::instance_from_wire(instance);
        match (&self.id, self.server_key, self.instance) {
            (Some(_), None, _) => Err(ProofFault::NoKey),
            (Some(_), _, None) => Err(ProofFault::NoInstance),
            _ => Ok(()),
        }
    }

    /// Checks the branch of a head: it must be of this game or event and continue the previous one.
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

    /// Adds the signed head of a fact, if one is due.
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
