//! The words for what a client finds wrong in what a server sends: receipts, files of them, and items of a feed.

use ishigaki_words::Words;

use ishigaki_client::receipts::{MissingSealing, ReadReceiptsError};
use ishigaki_client::{MirrorError, ReceiptFault};

/// Says what is wrong with a receipt, as a part of a sentence.
pub fn receipt_fault(fault: &ReceiptFault, words: &Words) -> String {
    match fault {
        ReceiptFault::Absent => words.label("receipt-fault-absent"),
        ReceiptFault::NoKey => words.label("receipt-fault-no-key"),
        ReceiptFault::Malformed { field } => {
            words.say("receipt-fault-malformed", &[("field", (*field).into())])
        }
        ReceiptFault::Other { field, expected, found } => {
            let gaps = [
                ("field", (*field).into()),
                ("expected", expected.as_str().into()),
                ("found", found.as_str().into()),
            ];
            words.say("receipt-fault-other", &gaps)
        }
        ReceiptFault::OtherList => words.label("receipt-fault-other-list"),
        ReceiptFault::Signature(error) => {
            words.say("receipt-fault-signature", &[("why", words.message(error).into())])
        }
        ReceiptFault::Twice { counter } => {
            words.say("receipt-fault-twice", &[("counter", counter.to_string().into())])
        }
    }
}

/// Says what the server has lost of what a receipt is for, and what to do.
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

/// Says why files of receipts cannot be used, as a part of a sentence.
pub fn read_receipts_error(error: &ReadReceiptsError, words: &Words) -> String {
    match error {
        ReadReceiptsError::File { file, source } => {
            let gaps = [("file", file.display().to_string().into()), ("what", source.into())];
            words.say("receipts-unread", &gaps)
        }
        ReadReceiptsError::Receipt { file, source } => {
            let gaps = [("file", file.display().to_string().into()), ("line", source.line.into())];
            words.say("receipts-no-receipt", &gaps)
        }
    }
}

/// Says why a feed cannot be right, as a part of a sentence.
pub fn mirror_error(error: &MirrorError, words: &Words) -> String {
    let item = |sequence: &u64| ("item", sequence.to_string().into());
    match error {
        MirrorError::Gap { expected, found } => {
            words.say("feed-error-gap", &[item(found), ("expected", expected.to_string().into())])
        }
        MirrorError::OutOfPlace { sequence } => words.say("feed-error-out-of-place", &[item(sequence)]),
        MirrorError::UnknownKind { sequence } => words.say("feed-error-unknown-kind", &[item(sequence)]),
        MirrorError::Unreadable { sequence, fault } => {
            words.say("feed-error-unreadable", &[item(sequence), ("what", words.fault(fault).into())])
        }
        MirrorError::Disagreement { sequence } => words.say("feed-error-disagreement", &[item(sequence)]),
        MirrorError::Unproved { sequence, fault } => {
            words.say("feed-error-unproved", &[item(sequence), ("what", words.label(fault.key()).into())])
        }
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;
    use std::io;

    use ishigaki_proto::fault::{ErrorReason, Fault};
    use ishigaki_record::receipt::stored::ReceiptError;
    use ishigaki_record::signing;
    use ishigaki_words::Lang;

    use super::*;
    use ishigaki_client::ProofFault;

    /// Holds a sentence to the error's own text in English, and to Japanese without English words beside what is quoted.
    fn check(error: &dyn Error, said: impl Fn(&Words) -> String) {
        let (english, japanese) = (said(&Words::new(Lang::En)), said(&Words::new(Lang::Ja)));
        assert_eq!(english, error.to_string());
        assert!(!japanese.is_ascii() && japanese != english, "{japanese}");
    }

    #[test]
    fn faults_of_receipts_are_said_in_both_languages() {
        for fault in [
            ReceiptFault::Absent,
            ReceiptFault::NoKey,
            ReceiptFault::Malformed { field: "nonce" },
            ReceiptFault::Other { field: "round", expected: "1".into(), found: "2".into() },
            ReceiptFault::OtherList,
            ReceiptFault::Signature(signing::Error::WrongSignature),
            ReceiptFault::Twice { counter: 3 },
        ] {
            check(&fault, |words| receipt_fault(&fault, words));
        }
    }

    #[test]
    fn files_of_receipts_that_cannot_be_used_are_told_in_both_languages() {
        let of = |error: &ReadReceiptsError, lang| read_receipts_error(error, &Words::new(lang));
        let gone =
            ReadReceiptsError::File { file: "r/a.jsonl".into(), source: io::ErrorKind::NotFound.into() };
        let other = ReadReceiptsError::Receipt { file: "r/a.jsonl".into(), source: ReceiptError { line: 4 } };
        assert!(of(&gone, Lang::En).starts_with("r/a.jsonl cannot be read: "));
        assert_eq!(of(&other, Lang::En), "line 4 of r/a.jsonl is not a receipt as it is kept");
        for error in [gone, other] {
            let japanese = of(&error, Lang::Ja);
            assert!(japanese.contains("r/a.jsonl") && japanese.contains("ません"), "{japanese}");
        }
    }

    #[test]
    fn feeds_that_cannot_be_right_are_told_in_both_languages() {
        for error in [
            MirrorError::Gap { expected: 4, found: 6 },
            MirrorError::OutOfPlace { sequence: 5 },
            MirrorError::UnknownKind { sequence: 5 },
            MirrorError::Disagreement { sequence: 5 },
        ] {
            check(&error, |words| mirror_error(&error, words));
        }
        let fault = Box::new(Fault::new(ErrorReason::UnknownLot));
        let unreadable = MirrorError::Unreadable { sequence: 5, fault };
        let unproved = MirrorError::Unproved { sequence: 5, fault: ProofFault::NoHead };
        for error in [unreadable, unproved] {
            let said = |lang| mirror_error(&error, &Words::new(lang));
            assert!(said(Lang::En).starts_with("item 5 of the feed"), "{}", said(Lang::En));
            assert!(!said(Lang::Ja).contains("item"), "{}", said(Lang::Ja));
        }
    }
}
