//! A server that must stop before it has anything to serve.

use std::path::PathBuf;

use futures_core::future::BoxFuture;
use ishigaki_journal::{
    Append, AppendError, MemoryJournal, Pending, Record, Sequence, StreamClaim, StreamId,
};

use super::*;

/// Timeout of a test.
const TIMEOUT: Duration = Duration::from_mins(5);

struct SilentJournal(MemoryJournal);

impl Journal for SilentJournal {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        self.0.claim(stream)
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        self.0.append(append)
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        self.0.read(stream, from, limit)
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        Box::pin(std::future::pending())
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn stop_before_serving_waits_for_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let within = |name: &str| folder.path().join(name);
    let config = Config {
        contest: PathBuf::new(),
        journal: "postgres://judge@localhost/contest".parse().unwrap(),
        key: within("contest.key"),
        tokens: within("tokens.toml"),
        tls: None,
        copy_timeout: None,
        advertise: None,
        awaited_records: 0,
        limits: Limits::default(),
    };
    let contest = "team = [{ id = \"a\", name = \"A\" }, { id = \"b\", name = \"B\" }]\n\
                   game = [{ id = \"g\", scenario = \"tiny-2\" }]\n";
    let prepared = RunInputs {
        contest: Contest::parse("contest.toml", contest).unwrap(),
        store: TokenStore::new(),
        note: ServedNote::of(&config.journal, &config.key),
        opened: ServedJournal { journal: Arc::new(SilentJournal(MemoryJournal::new())), news: None },
        config,
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let (clock, entropy) = (Arc::new(SystemClock::new()), Arc::new(SystemEntropy));
    let serving = Box::pin(run_prepared(clock, entropy, prepared, listener.into(), std::future::ready(())));
    tokio::time::timeout(TIMEOUT, serving).await.expect("it does not wait").unwrap();
    assert!(!within("contest.key").exists(), "nothing is made on the way");
}
