//! Which stones stand (`W3`).
