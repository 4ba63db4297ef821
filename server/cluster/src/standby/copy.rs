//! The receiving side of a copy.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use ishigaki_catalogue::Message;
use ishigaki_engine::required_copy::CopiedStream;
use ishigaki_engine::token::{self, TokenStore};
use ishigaki_journal::{Append, AppendError, Error, Journal, Sequence, StreamClaim, StreamId};

use super::digest;

/// A journal that is a copy of another one, with its token file. Nothing else may write to them.
pub struct JournalCopy {
    journal: Arc<dyn Journal>,
    tokens: PathBuf,
    claims: BTreeMap<StreamId, StreamClaim>,
}

/// Error of storing a piece of a copy.
#[derive(Debug, thiserror::Error, Message)]
#[message("standby-copy")]
pub enum CopyError {
    /// The copy's journal failed.
    Journal(#[from] Error),
    Append(#[from] AppendError),
    /// The received tokens are invalid or can't be written.
    #[message(transparent)]
    Tokens(#[from] token::Error),
    /// The piece doesn't continue the copy.
    Gap {
        stream: StreamId,
        came: Sequence,
        due: Sequence,
    },
}

impl JournalCopy {
    /// Returns a copy in this journal, which may be empty or interrupted, with this token file.
    pub fn into_journal(journal: Arc<dyn Journal>, tokens: PathBuf) -> Self {
        Self { journal, tokens, claims: BTreeMap::new() }
    }

    pub(crate) async fn held(&self) -> Result<Vec<CopiedStream>, Error> {
        let mut held = Vec::new();
        for (stream, head) in self.journal.streams().await? {
            if let Some(last) = self.journal.read(stream.clone(), head, 1).await?.first() {
                held.push(CopiedStream { stream, head, digest: digest(&last.bytes) });
            }
        }
        Ok(held)
    }

    /// Stores the valid tokens, on disk on return.
    pub(crate) fn take_tokens(&self, file: &str) -> Result<(), CopyError> {
        let store = TokenStore::parse(&self.tokens, file)?;
        let is_the_same = TokenStore::load(&self.tokens).is_ok_and(|there| there == store);
        // An equivalent file is kept, because its owner may have edited its text.
        if is_the_same { Ok(()) } else { Ok(store.save(&self.tokens)?) }
    }

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
