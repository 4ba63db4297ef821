//! Verification of an event's record, from its rules and against the observations.

use anyhow::Context as _;
use ishigaki_client::Link;
use ishigaki_client::record::download;
use ishigaki_record::tournament::{Report, complete, verify};
use ishigaki_record::verify::{Ending, Expected};
use serde_json::Value;

use super::observer::EventObserver;

pub(super) struct VerifiedEventRecord {
    pub(super) text: String,
    pub(super) report: Report,
}

pub(super) async fn verify_record(
    board: &Link,
    gallery: &EventObserver,
    id: &str,
) -> anyhow::Result<VerifiedEventRecord> {
    let record = download(board, id).await.context("the record cannot be read")?;
    anyhow::ensure!(record.is_complete(), "the record of an event that is over is not complete");
    let text = complete(record.text()).context("the record cannot be completed")?;
    let expected = Expected { key: Some(gallery.fingerprint), head: None };
    let report = verify(text.as_bytes(), &expected).context("the record is not in order")?;
    anyhow::ensure!(report.gaps().is_empty(), "the record leaves open {:?}", report.gaps());
    anyhow::ensure!(matches!(report.ending, Ending::Declared | Ending::Abandoned), "the record does not end");
    anyhow::ensure!(
        usize::try_from(report.records)? == gallery.facts(),
        "the record has {} facts, and {} were seen",
        report.records,
        gallery.facts()
    );
    anyhow::ensure!(
        signed_heads(&text)?.iter().map(|(sequence, head)| (*sequence, head.as_slice())).eq(gallery.heads()),
        "the record has other heads than were sent out"
    );
    Ok(VerifiedEventRecord { text, report })
}

fn signed_heads(text: &str) -> anyhow::Result<Vec<(u64, Vec<u8>)>> {
    let mut heads = Vec::new();
    for line in text.lines() {
        let line: Value = serde_json::from_str(line)?;
        if line["kind"] == "signed" {
            let head = line["head"].as_str().context("a signed line has no head")?;
            let bytes = (0..head.len()).step_by(2).map(|at| u8::from_str_radix(&head[at..at + 2], 16));
            let sequence = line["sequence"].as_u64().context("a signed line has no sequence")?;
            heads.push((sequence, bytes.collect::<Result<_, _>>()?));
        }
    }
    Ok(heads)
}
