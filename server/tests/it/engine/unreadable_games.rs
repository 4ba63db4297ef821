//! Games opened together, including unreadable ones.

use std::sync::Arc;

use futures_core::future::BoxFuture;
use ishigaki_catalogue::Message as _;
use ishigaki_engine::engine::claim_all;
use ishigaki_journal::{
    Append, AppendError, Error, Journal, MemoryJournal, Pending, Record, Sequence, StreamClaim, StreamId,
};
use tokio::sync::watch;

use super::{MANY, one_of_many, play, start_many};

/// A journal that panics on reading the records of one game, and doesn't know another game on reading it.
struct CorruptJournal(MemoryJournal);

impl Journal for CorruptJournal {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        self.0.claim(stream)
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        self.0.append(append)
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        match stream.as_str() {
            "short" if limit > 1 => panic!("what nobody has thought of"),
            "middle" => Box::pin(std::future::ready(Err(Error::UnknownStream(stream)))),
            _ => self.0.read(stream, from, limit),
        }
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        self.0.streams()
    }
}

#[tokio::test]
async fn failing_games_do_not_affect_others_at_claim() {
    let memory = MemoryJournal::new();
    let journal: Arc<dyn Journal> = Arc::new(memory.clone());
    let (first, _stop) = start_many(&MANY, &journal).await.unwrap();
    play(&first).await;
    let rotten: Arc<dyn Journal> = Arc::new(CorruptJournal(memory));
    let stop = watch::Sender::new(false);
    let options = MANY.iter().map(|id| one_of_many(id, &rotten, &stop)).collect();
    let mut opened = Vec::new();
    for claimed in claim_all(&*rotten, options).await.unwrap() {
        let read = match claimed {
            Ok((_, recovery)) => recovery.unwrap().finish().await,
            Err(error) => Err(error),
        };
        opened.push(read.map(drop).map_err(|error| (error.is_of_all(), error.phrase().key())));
    }
    let expected = [Ok(()), Ok(()), Err((false, "start-panicked")), Err((false, "start-journal"))];
    assert_eq!(opened, expected);
}
