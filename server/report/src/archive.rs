//! The archive of a contest: records, the server's public key, checksums, verifiers and instructions.

use std::collections::BTreeMap;

use ishigaki_record::verifiers::VERIFIERS;
use ishigaki_words::{Lang, Words};
use sha2::{Digest as _, Sha256};

use crate::{VerifiedRecord, guide};

/// A file of an archive or site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    /// Path with `/`, below the folder that is written.
    pub path: String,
    pub bytes: Vec<u8>,
}

impl OutputFile {
    pub(crate) fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), bytes: text.into().into_bytes() }
    }

    /// Returns the file's SHA-256 in hexadecimal.
    pub(crate) fn sha256(&self) -> String {
        hex::encode(Sha256::digest(&self.bytes))
    }
}

/// Returns the files of an archive: each record, `server-key.txt`, `verifiers/`, `README.en.txt`,
/// `README.ja.txt`, and `SHA256SUMS` of all of them.
pub fn archive_files(records: &[&VerifiedRecord]) -> Vec<OutputFile> {
    let mut files: Vec<OutputFile> =
        records.iter().map(|record| OutputFile::new(record.file(), record.text())).collect();
    files.push(OutputFile::new("server-key.txt", server_keys(records)));
    files.extend(Lang::ALL.map(|lang| {
        let text = guide::text(records, Words::new(lang));
        OutputFile::new(format!("README.{}.txt", lang.code()), text)
    }));
    files.extend(VERIFIERS.map(|(path, text)| OutputFile::new(format!("verifiers/{path}"), text)));
    let sums: Vec<String> = files.iter().map(|file| format!("{}  {}\n", file.sha256(), file.path)).collect();
    files.push(OutputFile::new("SHA256SUMS", sums.concat()));
    files
}

/// A line for each key with its fingerprint.
fn server_keys(records: &[&VerifiedRecord]) -> String {
    let keys: BTreeMap<String, String> = records
        .iter()
        .map(|record| {
            let key = record.server_key();
            (key.fingerprint().to_string(), key.to_string())
        })
        .collect();
    let lines: Vec<String> =
        keys.iter().map(|(fingerprint, key)| format!("{fingerprint} ed25519 {key}\n")).collect();
    lines.concat()
}
