//! Wire form of branches. Signatures are bound to a branch.

use ishigaki_record::branch::{Branch, EpochTag, Instance};

use crate::wire;

/// Returns a branch for the wire, without the game's id.
pub fn to_wire(branch: &Branch) -> wire::Branch {
    let Branch { game: _, instance, epoch, tag } = branch;
    wire::Branch { instance: instance.0.into(), epoch: *epoch, tag: tag.0.into() }
}

/// Returns the branch of this game that the wire names; `None` if it is absent or malformed.
pub fn from_wire(game: &str, sent: Option<&wire::Branch>) -> Option<Branch> {
    let wire::Branch { instance, epoch, tag } = sent?;
    let (instance, tag) = (instance_from_wire(instance)?, EpochTag(tag[..].try_into().ok()?));
    (*epoch > 0).then(|| Branch { game: game.into(), instance, epoch: *epoch, tag })
}

/// Returns an instance from its wire form; `None` if it is absent or malformed.
pub fn instance_from_wire(sent: &[u8]) -> Option<Instance> {
    sent.try_into().ok().map(Instance)
}
