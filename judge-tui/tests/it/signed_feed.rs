//! The feed of a server in miniature: its items are numbered, and its heads signed.

use ishigaki_proto::wire::feed_item::Body;
use ishigaki_proto::wire::{Clock, FeedItem, Proof, Pulse};
use ishigaki_record::branch::{Branch, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::signing::{SigningKey, sign_head};

pub(crate) struct SignedFeed {
    pub(crate) key: SigningKey,
    branch: Branch,
    pub(crate) sequence: u64,
}

impl SignedFeed {
    pub(crate) fn new(id: &str, seed: u8) -> Self {
        let branch = Branch::first(id, Instance([5; 16]));
        Self { key: SigningKey::from_seed([seed; 32]), branch, sequence: 0 }
    }

    pub(crate) fn set_id(&mut self, id: &str) {
        self.branch = Branch::first(id, self.branch.instance);
    }

    pub(crate) fn item(&mut self, body: Body, is_signed: bool) -> FeedItem {
        self.sequence += 1;
        let is_set_up = matches!(body, Body::SetUp(_) | Body::EventSetup(_));
        let head = Head([1; 32]);
        let proof = is_signed.then(|| Proof {
            sequence: self.sequence,
            head: head.0.into(),
            signature: sign_head(&self.key, &self.branch, self.sequence, head).0.into(),
            branch: Some(ishigaki_proto::branch::to_wire(&self.branch)),
        });
        FeedItem {
            sequence: self.sequence,
            body: Some(body),
            proof,
            server_key: if is_set_up { self.key.public().0.into() } else { Vec::new() },
            instance: if is_set_up { self.branch.instance.0.into() } else { Vec::new() },
            ..Default::default()
        }
    }
}

pub(crate) fn pulse(clock: Clock) -> FeedItem {
    let body = Some(Body::Pulse(Pulse { caught_up: true, ranking: None }));
    FeedItem { clock: Some(clock), body, ..Default::default() }
}
