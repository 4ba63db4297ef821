//! The chief judge's console.
