//! A team's own sealing as its feed shows it, with the receipt. It is encoded when it is first read: most lists that are replaced
//! nobody ever reads in a feed.

use std::fmt;
use std::sync::{Arc, OnceLock};

use ishigaki_proto::convert;
use ishigaki_proto::shared::{Content, EncodedEvent, SharedSignature};
use ishigaki_rules::{Event, Setup};

use crate::evidence::SealReceipt;

/// Sealing of a team, with what it sealed. Silent in `Debug` (`A4`).
pub(super) struct OwnSealing {
    setup: Arc<Setup>,
    event: Event,
    receipt: Option<SealReceipt>,
    encoded: OnceLock<Content>,
}

impl OwnSealing {
    pub(super) fn new(setup: &Arc<Setup>, event: &Event, receipt: Option<SealReceipt>) -> Self {
        Self { setup: Arc::clone(setup), event: event.clone(), receipt, encoded: OnceLock::new() }
    }

    /// Returns what an item says of it.
    pub(super) fn content(&self) -> &Content {
        self.encoded.get_or_init(|| {
            let mut sent = convert::event_to_wire(&self.event, &self.setup);
            if let Some(receipt) = &self.receipt {
                convert::attach_receipt(&mut sent, receipt.to_wire());
            }
            EncodedEvent::new(&sent).in_item(None, None)
        })
    }

    /// The signature of its receipt, which is made when the item is sent.
    pub(super) fn signature(&self) -> Option<SharedSignature> {
        let receipt = self.receipt.clone()?;
        Some(SharedSignature::new(move || receipt.signature_to_wire()))
    }
}

impl fmt::Debug for OwnSealing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnSealing")
    }
}
