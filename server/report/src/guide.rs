//! Instructions for verifiers of a contest's records, as text and as part of a page.

use std::collections::BTreeSet;

use ishigaki_words::Words;

use crate::VerifiedRecord;

/// A step with its commands.
pub(crate) struct GuideStep {
    pub(crate) text: String,
    pub(crate) commands: Vec<String>,
}

/// Returns the fingerprints of the servers' keys; usually one.
pub(crate) fn fingerprints(records: &[&VerifiedRecord]) -> BTreeSet<String> {
    records.iter().map(|record| record.server_key().fingerprint().to_string()).collect()
}

/// Returns the steps that verify these records in their folder.
pub(crate) fn steps(records: &[&VerifiedRecord], words: Words) -> Vec<GuideStep> {
    let step = |key, commands| GuideStep { text: words.label(key), commands };
    let ours = records.iter().map(|record| proof("ishigaki-server verify", record));
    let python = records.iter().map(|record| {
        let program = if record.event().is_some() { "verify_event.py" } else { "verify_transcript.py" };
        proof(&format!("python3 verifiers/{program}"), record)
    });
    vec![
        step("guide-fingerprint", fingerprints(records).into_iter().collect()),
        step("guide-files", vec!["sha256sum -c SHA256SUMS".to_owned()]),
        step("guide-ours", ours.collect()),
        step("guide-python", python.collect()),
        step("guide-verdict", Vec::new()),
    ]
}

fn proof(program: &str, record: &VerifiedRecord) -> String {
    let head = record.head().map(|head| format!(" --head {}", head.short())).unwrap_or_default();
    format!("{program} {} --key {}{head}", record.file(), record.server_key().fingerprint())
}

/// Returns the instructions as text.
pub(crate) fn text(records: &[&VerifiedRecord], words: Words) -> String {
    let mut lines = vec![words.label("guide-heading"), String::new(), words.label("guide-intro")];
    for (number, GuideStep { text: step, commands }) in (1..).zip(steps(records, words)) {
        lines.extend([String::new(), format!("{number}. {step}")]);
        lines.extend(commands.into_iter().map(|command| format!("   {command}")));
    }
    lines.join("\n") + "\n"
}
