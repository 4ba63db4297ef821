//! Signs receipts: one signature for all receipts of one moment, across games.
//!
//! Signing is the most expensive part of a submission, and many submissions share a sync. Receipts therefore
//! join a group as they are made, and the group ends when one of them becomes durable. The first receipt that
//! is sent triggers the signature. Only syncs end a group, so two successive receipts of one team are never
//! in the same group, and a team can't learn from its receipts what others submitted (`A4`).

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use ishigaki_record::receipt::batch::sign_all;
use ishigaki_record::receipt::{Leaf, ReceiptSignature};
use ishigaki_record::signing::SigningKey;

pub(crate) struct ReceiptSigner {
    key: Arc<SigningKey>,
    open: Mutex<Arc<Group>>,
}

#[derive(Default)]
struct Group {
    leaves: Mutex<Vec<Leaf>>,
    /// In the order of the leaves.
    signatures: OnceLock<Box<[ReceiptSignature]>>,
}

/// Signature of a receipt, made on demand.
#[derive(Clone)]
pub struct PendingSignature {
    signer: Arc<ReceiptSigner>,
    group: Arc<Group>,
    /// Index of the receipt in its group, from 0.
    number: usize,
}

impl ReceiptSigner {
    pub(crate) fn new(key: Arc<SigningKey>) -> Self {
        Self { key, open: Mutex::default() }
    }

    pub(crate) fn sign(self: &Arc<Self>, leaf: Leaf) -> PendingSignature {
        // Held until it has joined, because a complete group may be signed.
        let open = locked(&self.open);
        self.join(Arc::clone(&open), leaf)
    }

    /// Signs the receipt with this leaf alone, because it is of an earlier moment.
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
    pub(crate) fn close(&self) {
        let mut open = locked(&self.signer.open);
        if Arc::ptr_eq(&open, &self.group) {
            *open = Arc::default();
        }
    }

    /// Returns the signature. The first request of a group signs the whole group.
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
    // No panic can leave a half-made state.
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
    fn receipts_of_one_sync_share_a_signature() {
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

    /// A team's receipts must not show whether another team submitted in between (`A4`).
    #[test]
    fn receipts_of_two_syncs_never_share_a_group() {
        for others in [0, 1, 5] {
            let (signer, _) = signer();
            let first = signer.sign(Leaf([1; 32]));
            // It is durable, but its answer is lost.
            first.close();
            for other in 0..others {
                let other = signer.sign(Leaf([10 + other; 32]));
                other.close();
                other.get();
            }
            let second = signer.sign(Leaf([2; 32]));
            second.close();
            assert_ne!(root(&first), root(&second), "{others} others");
            // A restarted server signs each alone.
            let again = [1, 2].map(|number| signer.sign_alone(Leaf([number; 32])));
            signer.sign(Leaf([3; 32])).get();
            assert_eq!(again.map(|one| *one.get()), [*first.get(), *second.get()], "as at first");
        }
    }

    #[test]
    fn receipt_requested_early_ends_its_group() {
        let (signer, public) = signer();
        let early = signer.sign(Leaf([1; 32]));
        early.get();
        let late = signer.sign(Leaf([2; 32]));
        Leaf([2; 32]).verify(&public, late.get()).unwrap();
        assert_ne!(root(&early), root(&late));
    }

    #[test]
    fn signatures_match_receipts_of_concurrent_threads() {
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
