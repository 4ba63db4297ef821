//! The capture of the project's own log, at every level.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use tracing::subscriber::DefaultGuard;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, filter_fn};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;

/// Libraries that are left out. They speak of the sizes and frames of single connections, those of a team that
/// seals among them, and only at debug and trace level.
const FOREIGN: [&str; 6] = ["h2", "hyper", "hyper_util", "tokio_util", "tonic", "tower"];

/// The log of this thread, on which a whole world runs, for as long as this lives.
pub(crate) struct LogCapture {
    buffer: LogBuffer,
    _guard: DefaultGuard,
}

#[derive(Clone, Default)]
struct LogBuffer(Arc<Mutex<Vec<u8>>>);

impl LogCapture {
    pub(crate) fn open() -> Self {
        let buffer = LogBuffer::default();
        let is_ours = filter_fn(|metadata| {
            let room = metadata.target().split("::").next().unwrap_or_default();
            !FOREIGN.contains(&room)
        });
        let lines =
            tracing_subscriber::fmt::layer().without_time().with_ansi(false).with_writer(buffer.clone());
        let kept = lines.with_filter(is_ours).with_filter(LevelFilter::TRACE);
        let guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(kept));
        Self { buffer, _guard: guard }
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.buffer.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for LogBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogBuffer {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}
