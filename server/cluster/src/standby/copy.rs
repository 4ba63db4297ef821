//! The side that takes a journal in.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use ishigaki_catalogue::Message;
use ishigaki_engine::required_copy::CopiedStream;
use ishigaki_engine::token::{self, TokenStore};
use ishigaki_journal::{Append, AppendError, Error, Journal, Sequence, StreamClaim, StreamId};

use super::digest;

/// A journal that becomes a copy of another one, and the token file that goes with it. Nobody else may write to either
/// meanwhile.
pub struct JournalCopy {
    journal: Arc<dyn Journal>,
    tokens: PathBuf,
    claims: BTreeMap<StreamId, StreamClaim>,
}

/// Error of taking a piece into a copy.
#[derive(Debug, thiserror::Error, Message)]
#[message("standby-copy")]
pub enum CopyError {
    /// The copy's journal does not take or give.
    Journal(#[from] Error),
    /// The copy's journal does not write.
    Append(#[from] AppendError),
    /// What came as tokens is none, or cannot be written.
    #[message(transparent)]
    Tokens(#[from] token::Error),
    /// What came does not follow what there is.
    Gap {
        stream: StreamId,
        came: Sequence,
        /// What should have come.
        due: Sequence,
    },
}

impl JournalCopy {
    /// A copy in this journal, which may be empty, or one that was interrupted, with this token file.
    pub fn into_journal(journal: Arc<dyn Journal>, tokens: PathBuf) -> Self {
        Self { journal, tokens, claims: BTreeMap::new() }
    }

    /// Returns what it has.
    pub(crate) async fn held(&self) -> Result<Vec<CopiedStream>, Error> {
        let mut held = Vec::new();
        for (stream, head) in self.journal.streams().await? {
            if let Some(last) = self.journal.read(stream.clone(), head, 1).await?.first() {
                held.push(CopiedStream { stream, head, digest: digest(&last.bytes) });
            }
        }
        Ok(held)
    }

    /// Takes the tokens that are good from now on. They are on the disk when this answers.
    pub(crate) fn take_tokens(&self, file: &str) -> Result<(), CopyError> {
        let store = TokenStore::parse(&self.tokens, file)?;
        let is_the_same = TokenStore::load(&self.tokens).is_ok_and(|there| there == store);
        // Its owner may have put words of their own into a file that says the same.
        if is_the_same { Ok(()) } else { Ok(store.save(&self.tokens)?) }
    }

    /// Takes records of a stream. They are on the disk when this answers.
    pub(crate) async fn take(
        &mut self,
        stream: StreamId,
        first: Sequence,
        records: Vec<Bytes>,
    ) -> Result<(), CopyError> {
        let claim = match self.claims.get(&stream) {
            Some(claim) => *claim,
            None => self.journal.claim(stream.clone()).await?,
        };
        if first != claim.head.next() {
            return Err(CopyError::Gap { stream, came: first, due: claim.head.next() });
        }
        let append = Append { stream: stream.clone(), epoch: claim.epoch, expected: claim.head, records };
        let head = self.journal.append(append).await?;
        self.claims.insert(stream, StreamClaim { head, ..claim });
        Ok(())
    }
}
