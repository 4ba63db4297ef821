//! Texts for faults in a server's data: lost submissions and feed items.

use ishigaki_words::Words;

use ishigaki_client::MirrorError;
use ishigaki_client::receipts::MissingSealing;

/// Describes a submission that the server has lost despite its receipt, with advice.
pub fn missing_sealing(missing: &MissingSealing, words: &Words) -> String {
    let MissingSealing { game, round, attempt, wave, counter, revision, held, sealed_again } = missing;
    let gaps = [
        ("game", game.as_str().into()),
        ("round", (*round).into()),
        ("attempt", (*attempt).into()),
        ("wave", (*wave).into()),
        ("counter", counter.to_string().into()),
        ("revision", revision.to_string().into()),
        ("held", u32::try_from(*held).unwrap_or(u32::MAX).into()),
    ];
    words.say(if *sealed_again { "receipts-lost" } else { "receipts-missing" }, &gaps)
}

/// Returns the error of an invalid feed, as a part of a sentence.
pub fn mirror_error(error: &MirrorError, words: &Words) -> String {
    let MirrorError::Unreadable { sequence, fault } = error else { return words.message(error) };
    let gaps = [("item", sequence.to_string().into()), ("what", words.fault(fault).into())];
    words.say("feed-error-unreadable", &gaps)
}
