//! The only source of randomness.
//!
//! The rest of the server asks an [`Entropy`] and gives a purpose. The machine's ignores it. Tests give every
//! purpose its own stream, so that two games that differ only in the number of a team's submissions draw the
//! same bytes everywhere else.

use std::fmt;

use ishigaki_catalogue::Message;

/// Purpose of random bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose<'a> {
    Token,
    ServerKey,
    Instance {
        game: &'a str,
    },
    Epoch {
        game: &'a str,
    },
    /// The key of an attempt of a round, and its wrapping.
    Round {
        game: &'a str,
    },
    Note {
        game: &'a str,
    },
    Sealing {
        game: &'a str,
        team: &'a str,
    },
}

/// The machine provides no randomness, so no secret can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("fail-randomness")]
pub struct Unavailable;

/// Source of unpredictable bytes.
pub trait Entropy: Send + Sync + fmt::Debug {
    /// Fills `out`.
    ///
    /// # Errors
    ///
    /// [`Unavailable`] if there is no randomness.
    fn fill(&self, purpose: Purpose<'_>, out: &mut [u8]) -> Result<(), Unavailable>;
}

/// Returns `N` unpredictable bytes.
pub fn bytes<const N: usize>(entropy: &dyn Entropy, purpose: Purpose<'_>) -> Result<[u8; N], Unavailable> {
    let mut bytes = [0; N];
    entropy.fill(purpose, &mut bytes)?;
    Ok(bytes)
}

/// The machine's randomness.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    #[expect(clippy::disallowed_methods, reason = "this is the one place that makes randomness")]
    fn fill(&self, _: Purpose<'_>, out: &mut [u8]) -> Result<(), Unavailable> {
        getrandom::fill(out).map_err(|_| Unavailable)
    }
}
