//! The signer of receipts: one signature for all of one moment, of whichever games.
//!
//! A signature is the dearest thing that a list asks of a server, and many lists share a sync. So receipts join a group as they
//! are made, which ends when one of them becomes durable; the first that is told has the group signed, and of a group that nobody
//! is told nothing is signed. When it ends hangs on syncs alone: two receipts that a team was given one after the other are
//! never of one group, whatever others did in between, so that no team learns from its own what others have sealed (`A4`).
//! Knows receipts by their leaves only, and nothing of games.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use ishigaki_record::receipt::batch::sign_all;
use ishigaki_record::receipt::{Leaf, ReceiptSignature};
use ishigaki_record::signing::SigningKey;

/// Signs receipts with the server's key.
pub(crate) struct ReceiptSigner {
    key: Arc<SigningKey>,
    /// The group that receipts join now.
    open: Mutex<Arc<Group>>,
}

/// Receipts that are signed together.
#[derive(Default)]
struct Group {
    /// Of those that are not signed yet.
    leaves: Mutex<Vec<Leaf>>,
    /// In the order of the leaves.
    signatures: OnceLock<Box<[ReceiptSignature]>>,
}

/// Signature of a receipt, which is made when it is asked for.
#[derive(Clone)]
pub struct PendingSignature {
    signer: Arc<ReceiptSigner>,
    group: Arc<Group>,
    /// Number of the receipt in its group, from 0.
    number: usize,
}

impl ReceiptSigner {
    pub(crate) fn new(key: Arc<SigningKey>) -> Self {
        Self { key, open: Mutex::default() }
    }

    /// Takes the receipt with this leaf to be signed with the others of this moment.
    pub(crate) fn sign(self: &Arc<Self>, leaf: Leaf) -> PendingSignature {
        // Held until it has joined: what nobody joins any more may be signed.
        let open = locked(&self.open);
        self.join(Arc::clone(&open), leaf)
    }

    /// Takes the receipt with this leaf to be signed alone: it is of an earlier moment.
    pub(crate) fn sign_alone(self: &Arc<Self>, leaf: Leaf) -> PendingSignature {
        self.join(Arc::default(), leaf)
    }

    fn join(self: &Arc<Self>, group: Arc<Group>, leaf: Leaf) -> PendingSignature {
        let mut leaves = locked(&group.leaves);
        let number = leaves.len();
        leaves.push(leaf);
        drop(leaves);
        PendingSignature { signer: Arc::clone(self), group, number }
    }
}

impl PendingSignature {
    /// It is durable: nobody joins its group any more.
    pub(crate) fn close(&self) {
        let mut open = locked(&self.signer.open);
        if Arc::ptr_eq(&open, &self.group) {
            *open = Arc::default();
        }
    }

    /// The signature. It is made now, with those of its group, unless one of them has been asked for already.
    pub fn get(&self) -> &ReceiptSignature {
        let signatures = self.group.signatures.get_or_init(|| {
            self.close();
            sign_all(&self.signer.key, &std::mem::take(&mut *locked(&self.group.leaves))).into()
        });
        &signatures[self.number]
    }
}

impl fmt::Debug for PendingSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PendingSignature")
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that can panic leaves a half-made state behind.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use ishigaki_record::signing::{PublicKey, Signature};

    use super::*;

    fn signer() -> (Arc<ReceiptSigner>, PublicKey) {
        let key = Arc::new(SigningKey::from_seed([7; 32]));
        let public = key.public();
        (Arc::new(ReceiptSigner::new(key)), public)
    }

    fn root(signature: &PendingSignature) -> Signature {
        signature.get().root
    }

    #[test]
    fn receipts_of_a_moment_are_signed_together_whenever_each_is_told() {
        let (signer, _) = signer();
        let first = [1, 2, 3].map(|number| signer.sign(Leaf([number; 32])));
        first[1].close();
        let second = [4, 5].map(|number| signer.sign(Leaf([number; 32])));
        assert!(first.iter().all(|one| one.group.signatures.get().is_none()), "nobody was told");
        second[0].close();
        assert_eq!(root(&second[1]), root(&second[0]));
        assert_eq!(root(&first[2]), root(&first[0]));
        assert_ne!(root(&first[0]), root(&second[0]));
    }

    /// What a team learns from its own receipts, of which another team's stood in between or not (`A4`).
    #[test]
    fn no_group_reaches_beyond_a_sync_whatever_others_do_and_whoever_reads_what_when() {
        for others in [0, 1, 5] {
            let (signer, _) = signer();
            let first = signer.sign(Leaf([1; 32]));
            // It is durable, and its answer is lost.
            first.close();
            for other in 0..others {
                let other = signer.sign(Leaf([10 + other; 32]));
                other.close();
                other.get();
            }
            let second = signer.sign(Leaf([2; 32]));
            second.close();
            assert_ne!(root(&first), root(&second), "{others} others");
            // A server that was started again signs each by itself.
            let again = [1, 2].map(|number| signer.sign_alone(Leaf([number; 32])));
            signer.sign(Leaf([3; 32])).get();
            assert_eq!(again.map(|one| *one.get()), [*first.get(), *second.get()], "as at first");
        }
    }

    #[test]
    fn a_receipt_that_is_asked_for_before_it_is_durable_ends_its_group() {
        let (signer, public) = signer();
        let early = signer.sign(Leaf([1; 32]));
        early.get();
        let late = signer.sign(Leaf([2; 32]));
        Leaf([2; 32]).verify(&public, late.get()).unwrap();
        assert_ne!(root(&early), root(&late));
    }

    #[test]
    fn whoever_asks_from_whichever_thread_has_a_signature_of_its_own_receipt() {
        let (signer, public) = signer();
        std::thread::scope(|scope| {
            for thread in 0..4_u8 {
                let (signer, public) = (&signer, &public);
                scope.spawn(move || {
                    for number in 0..200 {
                        let leaf = Leaf([thread; 32].map(|byte| byte ^ number));
                        let signed = signer.sign(leaf);
                        if number % 2 == 0 {
                            signed.close();
                        }
                        leaf.verify(public, signed.get()).unwrap();
                    }
                });
            }
        });
    }
}
