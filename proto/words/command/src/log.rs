//! The log of a server program, on standard error.

use std::io::{self, IsTerminal as _};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Crates that move bytes: below `info` they log frame lengths, also of sealed data (`A4`).
const CARRIERS: [&str; 4] = ["h2", "hyper", "hyper_util", "rustls"];

/// Variable with the log filter.
const LOG_FILTER_VARIABLE: &str = "RUST_LOG";

/// Returns the log filter: as requested, `info` if missing or invalid. Crates that log frames must be named
/// explicitly.
pub fn filter(filter_text: Option<&str>) -> Targets {
    let filter_text = filter_text.unwrap_or_default();
    let filter = filter_text.parse().ok().filter(|_| !filter_text.trim().is_empty());
    let filter: Targets = filter.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    let levels = filter.iter().map(|(_, level)| level);
    if levels.chain(filter.default_level()).all(|level| level <= LevelFilter::INFO) {
        return filter;
    }
    let names = |target: &str| {
        let mut directives =
            filter_text.split(',').map(|directive| directive.trim().split(['=', '[', ':']).next());
        directives.any(|named| named == Some(target))
    };
    let held = CARRIERS.into_iter().filter(|carrier| !names(carrier));
    held.fold(filter, |filter, carrier| filter.with_target(carrier, LevelFilter::INFO))
}

/// Starts the log of this process.
///
/// # Panics
///
/// Panics if it was started before.
pub fn start() {
    let filter = filter(std::env::var(LOG_FILTER_VARIABLE).ok().as_deref());
    let lines =
        tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    tracing_subscriber::registry().with(filter).with(lines).init();
}

#[cfg(test)]
mod tests {
    use super::filter;

    #[test]
    fn protocol_frames_are_logged_only_if_crate_is_named() {
        for directives in [None, Some(""), Some("info"), Some("no such = level =")] {
            assert_eq!(filter(directives).to_string(), "info", "{directives:?}");
        }
        assert_eq!(filter(Some("warn")).to_string(), "warn");
        for directives in ["trace", "debug", "ishigaki_server=trace,info", "info,tonic=debug"] {
            let held = filter(Some(directives)).to_string();
            for directive in ["h2=info", "hyper=info", "hyper_util=info", "rustls=info"] {
                assert!(held.split(',').any(|one| one == directive), "{directives}: {held}");
            }
        }
        let named = filter(Some("info,h2::codec=debug,hyper=trace")).to_string();
        assert!(!named.contains("h2=info") && !named.contains("hyper=info"), "{named}");
        assert!(named.contains("rustls=info"), "{named}");
    }
}
