//! A durable ordered log of opaque records behind a trait.
