//! The metrics: what the server tells about itself in figures, for whoever operates it.
//!
//! [`page`] hands the figures out as Prometheus reads them: what a [`Meter`](ishigaki_engine::meter::Meter) has counted and may
//! show, and what stands there anyway (games, feeds, the machine), looked up when somebody asks. The machine's memory
//! and disk are shown in whole MiB, so that no single record can be seen in them (`A4`).

mod collect;
pub mod page;

pub use collect::Sources;
