//! The signer of receipts: one signature for all that wait for one, of whichever game.
//!
//! A signature is the dearest thing that a list asks of a server. Receipts are told after a sync, which many lists share; so the
//! first that is told has all signed that were made up to then, and what nobody is ever told is not signed at all. Knows
//! receipts by their leaves only, and nothing of games.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use ishigaki_record::receipt::batch::sign_all;
use ishigaki_record::receipt::{Leaf, ReceiptSignature};
use ishigaki_record::signing::SigningKey;

/// Number of receipts that wait before it is looked whether anybody still wants them.
const CROWD: usize = 1_024;

/// Signs receipts with the server's key.
pub(crate) struct ReceiptSigner {
    key: Arc<SigningKey>,
    waiting: Mutex<Vec<Arc<Slot>>>,
    /// Whoever signs, so that those who come meanwhile find what they want when it is their turn.
    turn: Mutex<()>,
}

/// A signature to come.
struct Slot {
    leaf: Leaf,
    signature: OnceLock<ReceiptSignature>,
}

/// Signature of a receipt, which is made when it is asked for.
#[derive(Clone)]
pub struct PendingSignature {
    signer: Arc<ReceiptSigner>,
    slot: Arc<Slot>,
}

impl ReceiptSigner {
    pub(crate) fn new(key: Arc<SigningKey>) -> Self {
        Self { key, waiting: Mutex::default(), turn: Mutex::default() }
    }

    /// Takes the receipt with this leaf to be signed.
    pub(crate) fn sign(self: &Arc<Self>, leaf: Leaf) -> PendingSignature {
        let slot = Arc::new(Slot { leaf, signature: OnceLock::new() });
        let mut waiting = locked(&self.waiting);
        if waiting.len() >= CROWD && waiting.len() == waiting.capacity() {
            // It grows with those that are wanted, as of a game that is brought back, and not with those that nobody was told.
            waiting.retain(is_wanted);
            let wanted = waiting.len();
            waiting.reserve(wanted);
        }
        waiting.push(Arc::clone(&slot));
        PendingSignature { signer: Arc::clone(self), slot }
    }

    /// Signs all that waits.
    fn sign_waiting(&self) {
        let mut waiting = std::mem::take(&mut *locked(&self.waiting));
        waiting.retain(is_wanted);
        let leaves: Vec<Leaf> = waiting.iter().map(|slot| slot.leaf).collect();
        for (slot, signature) in waiting.iter().zip(sign_all(&self.key, &leaves)) {
            // It waits once.
            _ = slot.signature.set(signature);
        }
    }
}

/// Returns whether anybody but the signer has it.
fn is_wanted(slot: &Arc<Slot>) -> bool {
    Arc::strong_count(slot) > 1
}

impl PendingSignature {
    /// The signature. It is made now, with all others that wait, unless it was with an earlier one.
    pub fn get(&self) -> &ReceiptSignature {
        let Self { signer, slot } = self;
        if let Some(signature) = slot.signature.get() {
            return signature;
        }
        let turn = locked(&signer.turn);
        if slot.signature.get().is_none() {
            signer.sign_waiting();
        }
        drop(turn);
        // Whatever is not signed yet waits.
        slot.signature.get_or_init(|| slot.leaf.sign(&signer.key))
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
    use ishigaki_record::signing::PublicKey;

    use super::*;

    fn signer() -> (Arc<ReceiptSigner>, PublicKey) {
        let key = Arc::new(SigningKey::from_seed([7; 32]));
        let public = key.public();
        (Arc::new(ReceiptSigner::new(key)), public)
    }

    fn waiting(signer: &ReceiptSigner) -> usize {
        locked(&signer.waiting).len()
    }

    #[test]
    fn the_first_that_is_told_has_all_signed_that_wait() {
        let (signer, _) = signer();
        let wanted: Vec<_> = (0..5).map(|number| signer.sign(Leaf([number; 32]))).collect();
        let later = wanted[3].get();
        assert_eq!(waiting(&signer), 0);
        let next = signer.sign(Leaf([9; 32]));
        assert!(wanted.iter().all(|one| one.get().root == later.root));
        assert_eq!(waiting(&signer), 1, "what was signed already had nothing else signed");
        assert_ne!(next.get().root, later.root);
    }

    #[test]
    fn what_nobody_is_told_is_not_signed_and_waits_for_ever_no_more() {
        let (signer, _) = signer();
        let kept: Vec<_> = (0..30).map(|number| signer.sign(Leaf([number; 32]))).collect();
        for number in 0..50 * CROWD {
            drop(signer.sign(Leaf([u8::try_from(number % 256).unwrap(); 32])));
        }
        assert!(waiting(&signer) <= 2 * CROWD, "{} wait", waiting(&signer));
        let alone = sign_all(&signer.key, &(0..30).map(|number| Leaf([number; 32])).collect::<Vec<_>>());
        let signed: Vec<_> = kept.iter().map(|one| *one.get()).collect();
        assert_eq!(signed, alone, "as if the others had never been");
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
                        leaf.verify(public, signed.get()).unwrap();
                    }
                });
            }
        });
        assert_eq!(waiting(&signer), 0);
    }
}
