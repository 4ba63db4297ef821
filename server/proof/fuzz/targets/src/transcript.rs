//! Targets for a game's public record, and for stored receipts.
//!
//! Almost every change breaks the chain, which is checked first. Each record is therefore also signed again
//! as by the key's owner, so that later checks are reached.

use std::error::Error;
use std::fmt::Write as _;
use std::sync::LazyLock;

use ishigaki_record::branch::{Branch, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::receipt::stored_receipt;
use ishigaki_record::signing::{SigningKey, sign_head};
use ishigaki_record::transcript::{Transcript, read, signed_line};
use ishigaki_record::verify::{own_lists, verify};

static SMALL: LazyLock<Transcript> = LazyLock::new(|| {
    let text = include_str!("../../corpus/transcript/good-small.jsonl");
    read(text).unwrap_or_else(|located| panic!("line {} of the small transcript", located.line))
});

/// Returns the key of the corpus's records, which isn't secret.
pub fn key() -> SigningKey {
    SigningKey::from_seed([7; 32])
}

/// Verifies a transcript, unchanged and signed again.
pub fn transcript(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    is_right(&re_signed(text, "game"));
    is_right(text)
}

/// Reads receipts as stored by a team: their encoding is unique, and they are compared with the small game's
/// record.
pub fn receipts(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let Ok(receipts) = stored_receipt::read(text) else { return false };
    assert_eq!(stored_receipt::write(&receipts), text, "receipts have two spellings");
    for stored in &receipts {
        let _ = stored.receipt.verify(&stored.server_key, &stored.signature);
    }
    if let Err(error) = own_lists(&SMALL, &receipts) {
        assert!(!message(&error).is_empty());
    }
    true
}

fn is_right(text: &str) -> bool {
    match verify(text, None) {
        Ok(_) => true,
        Err(violation) => {
            assert!(
                (1..=text.lines().count() + 1).contains(&violation.line),
                "line {} is nowhere",
                violation.line
            );
            assert!(!message(&violation).is_empty());
            false
        }
    }
}

pub(crate) fn message(error: &dyn Error) -> String {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        message.push_str(&error.to_string());
        source = error.source();
    }
    message
}

pub(crate) fn re_signed(text: &str, of: &str) -> String {
    let key = key();
    // Signed for the game and instance in the first line, if it has them.
    let named =
        |sign: &str| text.split(sign).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
    let instance = named("\"instance\":\"").parse().unwrap_or(Instance([0; 16]));
    let mut branch = Branch::first(named(&format!("\"{of}\":\"")), instance);
    let (mut head, mut sequence, mut rewritten) = (Head::START, 0_u64, String::with_capacity(text.len()));
    for line in text.lines() {
        if line.starts_with(r#"{"kind":"signed""#) {
            rewritten.push_str(&signed_line(sequence, head, &sign_head(&key, &branch, sequence, head)));
        } else if let (true, Some(rest)) = (line.starts_with(r#"{"kind":"result""#), behind_head(line)) {
            let _ = write!(rewritten, r#"{{"kind":"result","records":{sequence},"head":"{head}"{rest}"#);
        } else {
            sequence += u64::from(line.starts_with(r#"{"kind":"event""#));
            let epoch = line.strip_prefix(r#"{"kind":"epoch","#).and_then(|rest| rest.split('"').nth(5));
            if let Some(tag) = epoch.and_then(|tag| tag.parse().ok()) {
                branch = branch.next(tag);
            }
            head = head.then(line.as_bytes());
            rewritten.push_str(line);
        }
        rewritten.push('\n');
    }
    rewritten
}

fn behind_head(line: &str) -> Option<&str> {
    line.split_once("\"head\":\"")?.1.split_once('"').map(|(_, rest)| rest)
}
