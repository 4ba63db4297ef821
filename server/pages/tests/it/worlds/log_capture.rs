//! The capture of this process's log at every level, with the filter of the page server.

use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use ishigaki_command::log;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

#[derive(Clone, Default)]
struct LogBuffer(Arc<Mutex<Vec<u8>>>);

static LOG: LazyLock<LogBuffer> = LazyLock::new(|| {
    let buffer = LogBuffer::default();
    let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(buffer.clone());
    // Of the whole process, because screens run on threads of their own.
    tracing_subscriber::registry().with(log::filter(Some("trace"))).with(lines).init();
    buffer
});

pub(crate) fn start() {
    LazyLock::force(&LOG);
}

pub(crate) fn text() -> String {
    let bytes = LOG.0.lock().unwrap_or_else(PoisonError::into_inner);
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Write for LogBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
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
