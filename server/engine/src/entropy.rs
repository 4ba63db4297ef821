//! The one place that makes randomness.
//!
//! The rest of the server asks an [`Entropy`] and says what for: the machine's makes no difference, while tests
//! give every purpose a stream of its own, so that two games which differ only in how often one team has sealed
//! draw the same bytes everywhere else.

use std::fmt;

use ishigaki_catalogue::Message;

/// Purpose of random bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose<'a> {
    /// A token, handed to its owner once.
    Token,
    /// The server's key file.
    ServerKey,
    /// Instance of its name that a new game is.
    Instance {
        game: &'a str,
    },
    /// Branch of a game that goes on from here.
    Epoch {
        game: &'a str,
    },
    /// The key of an attempt of a round, and how it is kept.
    Round {
        game: &'a str,
    },
    Note {
        game: &'a str,
    },
    /// One sealing of a team's.
    Sealing {
        game: &'a str,
        team: &'a str,
    },
}

/// The machine gives no randomness. Nothing secret can be made then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("fail-randomness")]
pub struct Unavailable;

/// Bytes that nobody can guess.
pub trait Entropy: Send + Sync + fmt::Debug {
    /// Fills `out`.
    ///
    /// # Errors
    /// [`Unavailable`] if there is no randomness to be had.
    fn fill(&self, purpose: Purpose<'_>, out: &mut [u8]) -> Result<(), Unavailable>;
}

/// `N` bytes that nobody can guess.
///
/// # Errors
/// As [`Entropy::fill`].
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
