//! A team's own submission in its feed, with the receipt. Encoded when first read, because most replaced
//! lists are never read.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use ishigaki_proto::convert;
use ishigaki_proto::receipt;
use ishigaki_proto::shared::{Content, EncodedEvent, SharedSignature};
use ishigaki_proto::wire;
use ishigaki_record::receipt::Receipt;
use ishigaki_record::sealing::Nonce;
use ishigaki_rules::{Event, Setup};

use crate::evidence::SealReceipt;
use crate::receipt_signer::PendingSignature;

/// Submission of a team with its contents. `Debug` omits it (`A4`).
pub(super) struct OwnSealing {
    content: Mutex<OwnContent>,
    signature: Option<PendingSignature>,
}

/// Content of the item in the form needed; there is one per list.
enum OwnContent {
    Event(Box<OwnEvent>),
    Encoded(Content),
}

struct OwnEvent {
    setup: Arc<Setup>,
    event: Event,
    receipt: Option<(Receipt, Nonce)>,
}

impl OwnSealing {
    pub(super) fn new(setup: &Arc<Setup>, event: &Event, receipt: Option<&SealReceipt>) -> Self {
        let signature = receipt.map(|given| given.signature.clone());
        let receipt = receipt.map(|given| (given.receipt.clone(), given.nonce.clone()));
        let event = OwnEvent { setup: Arc::clone(setup), event: event.clone(), receipt };
        Self { content: Mutex::new(OwnContent::Event(Box::new(event))), signature }
    }

    pub(super) fn content(&self) -> Content {
        // No panic can leave it half encoded.
        let mut content = self.content.lock().unwrap_or_else(PoisonError::into_inner);
        let encoded = match &*content {
            OwnContent::Encoded(encoded) => return encoded.clone(),
            OwnContent::Event(event) => EncodedEvent::new(&event.to_wire()).in_item(None, None),
        };
        *content = OwnContent::Encoded(encoded.clone());
        encoded
    }

    pub(super) fn signature(&self) -> Option<SharedSignature> {
        let signature = self.signature.clone()?;
        Some(SharedSignature::new(move || receipt::signature_to_wire(signature.get())))
    }
}

impl OwnEvent {
    fn to_wire(&self) -> wire::Event {
        let mut sent = convert::event_to_wire(&self.event, &self.setup);
        if let Some((receipt, nonce)) = &self.receipt {
            convert::attach_receipt(&mut sent, receipt::to_wire(receipt, nonce));
        }
        sent
    }
}

impl fmt::Debug for OwnSealing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnSealing")
    }
}
