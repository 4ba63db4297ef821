//! One signature for many receipts: the signed root of a Merkle tree (RFC 9162) over the receipts of one
//! moment, with an inclusion path for each receipt.
//!
//! A receipt doesn't reveal who else submitted in that moment (`A4`), because all paths have the same length,
//! leaves are assigned at random, and siblings are hashes of other receipts or of filling.

use ishigaki_catalogue::Message;
use std::array;
use std::fmt;

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::bytes::open_bytes;
use crate::signing::{self, PublicKey, Signature, SigningKey};

/// Number of hashes from a leaf to the root.
pub const DEPTH: usize = 6;
/// Maximum number of receipts per signature.
pub const LEAVES: usize = 1 << DEPTH;
/// Length of a hash, in bytes.
const HASH: usize = 32;

/// Prefix of the text of a signed root, so that its signature is valid for nothing else.
const ROOT: &[u8] = b"ishigaki receipts\n";
/// Hash prefixes, so that a leaf can't be mistaken for a node.
const LEAF: [u8; 1] = [0];
const NODE: [u8; 1] = [1];

type Hash = [u8; HASH];

open_bytes! {
    /// A receipt's leaf: SHA-256 over a zero byte and the receipt's text.
    Leaf, 32
}

open_bytes! {
    /// The sibling hashes from a receipt's leaf up to the root.
    InclusionPath, 192
}

/// Index of a leaf in a tree, 0 to 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u32")]
pub struct LeafIndex(u8);

/// Error of a leaf index above 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("record-error-leaf")]
pub struct LeafIndexError(#[message("leaf", display)] pub u32);

impl TryFrom<u32> for LeafIndex {
    type Error = LeafIndexError;

    fn try_from(index: u32) -> Result<Self, LeafIndexError> {
        let leaf = u8::try_from(index).ok().filter(|index| usize::from(*index) < LEAVES);
        leaf.map(Self).ok_or(LeafIndexError(index))
    }
}

impl From<LeafIndex> for u32 {
    fn from(LeafIndex(index): LeafIndex) -> Self {
        index.into()
    }
}

impl fmt::Display for LeafIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The server's signature of a receipt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReceiptSignature {
    pub root: Signature,
    pub leaf: LeafIndex,
    pub path: InclusionPath,
}

impl Leaf {
    pub(super) fn of(text: &str) -> Self {
        Self(Sha256::new().chain_update(LEAF).chain_update(text).finalize().into())
    }

    /// Signs the receipt with this leaf alone; [`sign_all`] signs many.
    pub fn sign(self, key: &SigningKey) -> ReceiptSignature {
        Tree::sign(key, &[self]).signature(0)
    }

    /// Checks the signature of the receipt with this leaf.
    pub fn verify(self, key: &PublicKey, signature: &ReceiptSignature) -> Result<(), signing::Error> {
        let mut at = LEAVES + usize::from(signature.leaf.0);
        let mut hash = self.0;
        for sibling in signature.path.0.as_chunks().0 {
            hash = if at.is_multiple_of(2) { node(&hash, sibling) } else { node(sibling, &hash) };
            at /= 2;
        }
        key.verify(&root_text(&hash), &signature.root)
    }
}

/// Signs the receipts with these leaves, at most [`LEAVES`], with one signature. Returns their signatures in
/// order.
pub fn sign_all(key: &SigningKey, leaves: &[Leaf]) -> Vec<ReceiptSignature> {
    let mut signed = Vec::with_capacity(leaves.len());
    for leaves in leaves.chunks(LEAVES) {
        let tree = Tree::sign(key, leaves);
        signed.extend((0..leaves.len()).map(|number| tree.signature(number)));
    }
    signed
}

struct Tree {
    /// The root is 1. The children of a node are twice its index and the next.
    nodes: [Option<Hash>; 2 * LEAVES],
    places: [usize; LEAVES],
    root: Signature,
}

impl Tree {
    /// Signs the tree over these leaves, at most [`LEAVES`].
    fn sign(key: &SigningKey, leaves: &[Leaf]) -> Self {
        let filling = Filling(key.filling(leaves.iter().map(|leaf| &leaf.0[..])));
        let places = filling.places(leaves.len());
        let mut nodes = [None; 2 * LEAVES];
        for (place, leaf) in places.iter().zip(leaves) {
            nodes[LEAVES + place] = Some(leaf.0);
        }
        for at in (1..LEAVES).rev() {
            let below = [2 * at, 2 * at + 1];
            // A node without receipts below is filled itself.
            if below.iter().any(|below| nodes[*below].is_some()) {
                let [left, right] = below.map(|at| *nodes[at].get_or_insert_with(|| filling.node(at)));
                nodes[at] = Some(node(&left, &right));
            }
        }
        let root = key.sign(&root_text(&nodes[1].unwrap_or_default()));
        Self { nodes, places, root }
    }

    /// The signature of the receipt with this index.
    fn signature(&self, number: usize) -> ReceiptSignature {
        let place = self.places[number];
        let mut path = [0; HASH * DEPTH];
        let mut at = LEAVES + place;
        for sibling in path.as_chunks_mut().0 {
            *sibling = self.nodes[at ^ 1].unwrap_or_default();
            at /= 2;
        }
        let leaf = LeafIndex(u8::try_from(place).unwrap_or_default());
        ReceiptSignature { root: self.root, leaf, path: InclusionPath(path) }
    }
}

fn node(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update(NODE).chain_update(left).chain_update(right).finalize().into()
}

fn root_text(root: &Hash) -> [u8; ROOT.len() + HASH] {
    let mut text = [0; ROOT.len() + HASH];
    let (prefix, hash) = text.split_at_mut(ROOT.len());
    prefix.copy_from_slice(ROOT);
    hash.copy_from_slice(root);
    text
}

struct Filling(Hash);

impl Filling {
    /// Returns the hash of a node, filling it if there are no receipts below.
    fn node(&self, at: usize) -> Hash {
        self.drawn(*b"node", at)
    }

    /// Returns all leaves. The first `count` are in random order.
    fn places(&self, count: usize) -> [usize; LEAVES] {
        let mut places = array::from_fn(|place| place);
        let mut drawn = [0; HASH];
        for at in 0..count.min(LEAVES) {
            let pairs = HASH / 2;
            if at.is_multiple_of(pairs) {
                drawn = self.drawn(*b"leaf", at / pairs);
            }
            // One of 65,536 numbers, so that probabilities differ by at most a thousandth.
            let number = u16::from_be_bytes(drawn.as_chunks().0[at % pairs]);
            places.swap(at, at + usize::from(number) % (LEAVES - at));
        }
        places
    }

    fn drawn(&self, purpose: [u8; 4], number: usize) -> Hash {
        let number = u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes();
        Sha256::new().chain_update(self.0).chain_update(purpose).chain_update(number).finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn key() -> SigningKey {
        SigningKey::from_seed([7; 32])
    }

    fn leaves(count: usize) -> Vec<Leaf> {
        (0..count).map(|number| Leaf::of(&format!("receipt {number}"))).collect()
    }

    #[test]
    fn signature_in_any_batch_is_valid_only_for_its_receipt() {
        let key = key();
        for count in [0, 1, 2, 3, 31, 63, 64, 65, 200] {
            let leaves = leaves(count);
            let signed = sign_all(&key, &leaves);
            assert_eq!(signed.len(), count);
            for (leaf, signature) in leaves.iter().zip(&signed) {
                leaf.verify(&key.public(), signature).unwrap();
                Leaf::of("another").verify(&key.public(), signature).unwrap_err();
            }
            let roots: BTreeSet<_> = signed.iter().map(|signature| signature.root).collect();
            assert_eq!(roots.len(), count.div_ceil(LEAVES), "{count}");
        }
    }

    #[test]
    fn altered_signature_is_invalid() {
        let key = key();
        let leaves = leaves(5);
        let signed = sign_all(&key, &leaves);
        let fails = |changed: ReceiptSignature| {
            assert_eq!(leaves[2].verify(&key.public(), &changed), Err(signing::Error::WrongSignature));
        };
        for leaf in (0..64).filter(|leaf| *leaf != signed[2].leaf.0) {
            fails(ReceiptSignature { leaf: LeafIndex(leaf), ..signed[2] });
        }
        for byte in 0..HASH * DEPTH {
            let mut changed = signed[2];
            changed.path.0[byte] ^= 1;
            fails(changed);
        }
        for byte in 0..64 {
            let mut changed = signed[2];
            changed.root.0[byte] ^= 1;
            assert!(leaves[2].verify(&key.public(), &changed).is_err(), "{byte}");
        }
    }

    #[test]
    fn inner_nodes_and_signatures_without_prefix_are_rejected() {
        let key = key();
        let [one, other] = [Leaf::of("one"), Leaf::of("other")];
        let inner = Leaf(node(&one.0, &other.0));
        let signature = sign_all(&key, &[one])[0];
        assert!(inner.verify(&key.public(), &signature).is_err());
        let bare = ReceiptSignature { root: key.sign(&one.0), ..signature };
        assert!(one.verify(&key.public(), &bare).is_err(), "without the prefix");
    }

    #[test]
    fn signature_does_not_reveal_number_of_receipts() {
        let key = key();
        // Every leaf is equally likely over many trees, for a single receipt and for one of many.
        for count in [1, 2, 40] {
            let mut times = [0_u32; LEAVES];
            for tree in 0..6_400 {
                let mut leaves = leaves(count);
                leaves[0] = Leaf::of(&format!("tree {tree}"));
                let signed = sign_all(&key, &leaves[..])[0];
                times[usize::from(signed.leaf.0)] += 1;
            }
            assert!(times.iter().all(|times| (50..=160).contains(times)), "{count}: {times:?}");
        }
        // Filling repeats no more often than receipts do.
        let signed = sign_all(&key, &leaves(2));
        let hashes: Vec<Hash> =
            signed.iter().flat_map(|signature| signature.path.0.as_chunks().0.to_vec()).collect();
        let different: BTreeSet<_> = hashes.iter().collect();
        assert!(different.len() >= DEPTH, "{different:?}");
        assert!(!hashes.contains(&[0; HASH]));
    }

    #[test]
    fn leaf_index_accepts_only_0_to_63() {
        let leaves = (0..=70).filter_map(|index| LeafIndex::try_from(index).ok());
        assert_eq!(leaves.count(), LEAVES);
        assert_eq!(LeafIndex::try_from(64), Err(LeafIndexError(64)));
        assert_eq!(LeafIndex::try_from(256 + 7), Err(LeafIndexError(263)));
    }

    #[test]
    fn another_key_fills_the_same_tree_otherwise() {
        let other = SigningKey::from_seed([8; 32]);
        let [one, again, two] = [&key(), &key(), &other].map(|key| sign_all(key, &leaves(3)));
        assert_eq!(one, again, "the same receipts with the same key come out alike");
        assert_ne!(one[0].path, two[0].path);
    }
}
