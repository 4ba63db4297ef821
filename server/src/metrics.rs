//! Metrics for operators.
//!
//! [`page`] serves the figures in the Prometheus format: the visible counts of a
//! [`Meter`](ishigaki_engine::meter::Meter), and the current state (games, feeds, the machine). Memory and
//! disk are rounded to MiB, so that they don't reveal a single record (`A4`).

mod collect;
pub mod page;

pub use collect::Sources;
