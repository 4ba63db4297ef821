//! The public record of a game, as anybody may hand it to a verifier, and the receipts that a team kept.
//!
//! Almost every change to a record breaks its chain, which is looked at first. So that what stands behind is
//! reached too, each record is looked at a second time, signed anew as by somebody who has the key.

use std::error::Error;
use std::fmt::Write as _;
use std::sync::LazyLock;

use ishigaki_record::branch::{Branch, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::receipt::stored;
use ishigaki_record::signing::{SigningKey, sign_head};
use ishigaki_record::transcript::{Transcript, read, signed_line};
use ishigaki_record::verify::{own_lists, verify};

static SMALL: LazyLock<Transcript> = LazyLock::new(|| {
    let text = include_str!("../../corpus/transcript/good-small.jsonl");
    read(text).unwrap_or_else(|located| panic!("line {} of the small transcript", located.line))
});

/// The key that signs the records of the corpus; as good as published.
pub fn key() -> SigningKey {
    SigningKey::from_seed([7; 32])
}

/// A transcript: verified, or told where it is wrong, as it is and signed anew.
pub fn transcript(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    is_right(&signed_anew(text, "game"));
    is_right(text)
}

/// Receipts as a team stores them: they have one spelling, and are compared with the record of the small game.
pub fn receipts(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let Ok(receipts) = stored::read(text) else { return false };
    assert_eq!(stored::write(&receipts), text, "receipts have two spellings");
    for stored in &receipts {
        let _ = stored.receipt.verify(&stored.server_key, &stored.signature);
    }
    if let Err(error) = own_lists(&SMALL, &receipts) {
        assert!(!told(&error).is_empty());
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
            assert!(!told(&violation).is_empty());
            false
        }
    }
}

/// All that an error says.
pub(crate) fn told(error: &dyn Error) -> String {
    let mut told = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        told.push_str(&error.to_string());
        source = error.source();
    }
    told
}

/// The record with its chain worked out anew and its heads signed. `of` is what its first line calls its id.
pub(crate) fn signed_anew(text: &str, of: &str) -> String {
    let key = key();
    // As the first line names the game and its instance, if it does.
    let named =
        |sign: &str| text.split(sign).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
    let instance = named("\"instance\":\"").parse().unwrap_or(Instance([0; 16]));
    let mut branch = Branch::first(named(&format!("\"{of}\":\"")), instance);
    let (mut head, mut sequence, mut anew) = (Head::START, 0_u64, String::with_capacity(text.len()));
    for line in text.lines() {
        if line.starts_with(r#"{"kind":"signed""#) {
            anew.push_str(&signed_line(sequence, head, &sign_head(&key, &branch, sequence, head)));
        } else if let (true, Some(rest)) = (line.starts_with(r#"{"kind":"result""#), behind_head(line)) {
            let _ = write!(anew, r#"{{"kind":"result","records":{sequence},"head":"{head}"{rest}"#);
        } else {
            sequence += u64::from(line.starts_with(r#"{"kind":"event""#));
            let epoch = line.strip_prefix(r#"{"kind":"epoch","#).and_then(|rest| rest.split('"').nth(5));
            if let Some(tag) = epoch.and_then(|tag| tag.parse().ok()) {
                branch = branch.next(tag);
            }
            head = head.then(line.as_bytes());
            anew.push_str(line);
        }
        anew.push('\n');
    }
    anew
}

/// Returns what stands behind the head of a result line.
fn behind_head(line: &str) -> Option<&str> {
    line.split_once("\"head\":\"")?.1.split_once('"').map(|(_, rest)| rest)
}
