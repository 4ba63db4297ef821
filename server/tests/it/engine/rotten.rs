//! Games that are taken up together, of which some cannot be.

use std::sync::Arc;

use futures_core::future::BoxFuture;
use ishigaki_catalogue::Message as _;
use ishigaki_engine::engine::take_up;
use ishigaki_journal::{
    Append, AppendError, Error, Journal, MemoryJournal, Pending, Record, Sequence, StreamClaim, StreamId,
};
use tokio::sync::watch;

use super::{MANY, one_of_many, play, start_many};

/// A journal whose records of one game make whoever reads them panic, and that does not know another one when it is read.
struct Rotten(MemoryJournal);

impl Journal for Rotten {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        self.0.claim(stream)
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        self.0.append(append)
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        match stream.as_str() {
            "short" => panic!("what nobody has thought of"),
            "middle" => Box::pin(std::future::ready(Err(Error::UnknownStream(stream)))),
            _ => self.0.read(stream, from, limit),
        }
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        self.0.streams()
    }
}

#[tokio::test]
async fn of_games_that_are_taken_up_together_one_that_cannot_be_is_named_and_the_others_are_served() {
    let memory = MemoryJournal::new();
    let journal: Arc<dyn Journal> = Arc::new(memory.clone());
    let (first, _stop) = start_many(&MANY, &journal).await.unwrap();
    play(&first).await;
    let rotten: Arc<dyn Journal> = Arc::new(Rotten(memory));
    let stop = watch::Sender::new(false);
    let options = MANY.iter().map(|id| one_of_many(id, &rotten, &stop)).collect();
    let mut taken = Vec::new();
    take_up(&*rotten, options, |place, game| {
        let said = game.map(|running| running.id().to_string());
        taken.push((place, said.map_err(|error| (error.is_of_all(), error.phrase().key()))));
    })
    .await
    .unwrap();
    taken.sort();
    let expected = [
        Ok("long".to_owned()),
        Ok("new".to_owned()),
        Err((false, "start-panicked")),
        Err((false, "start-journal")),
    ];
    assert_eq!(taken, expected.into_iter().enumerate().collect::<Vec<_>>());
}
