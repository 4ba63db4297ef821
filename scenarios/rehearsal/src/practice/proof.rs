//! Reports of a practice's games, with their records verified.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use ishigaki_client::receipts::read_folder;
use ishigaki_client::{Link, Token, record};
use ishigaki_pages::Pages;
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::transcript;
use ishigaki_record::verify::{own_lists, verify};
use ishigaki_rules::Game;

use super::PracticeOptions;
use super::ending::{PracticeProof, PracticeReport};
use super::pages::copy_receipts;
use super::setting::PracticeGame;
use crate::error::Error;
use crate::server::ServerFiles;
use crate::story::Story;
use crate::story_writer::StoryWriter;

/// Returns the folder of the seat's receipts.
pub(super) fn receipts(files: &ServerFiles) -> PathBuf {
    files.folder().join("receipts")
}

/// Verifies games, and prints their reports.
pub(super) struct Proofs<'a> {
    options: &'a PracticeOptions,
    board: Link,
    files: &'a ServerFiles,
    /// Page server of a hosted seat, which keeps its receipts.
    hosted: Option<(Pages, Token)>,
}

impl<'a> Proofs<'a> {
    pub(super) const fn new(
        options: &'a PracticeOptions,
        board: Link,
        files: &'a ServerFiles,
        hosted: Option<(Pages, Token)>,
    ) -> Self {
        Self { options, board, files, hosted }
    }

    pub(super) const fn board(&self) -> &Link {
        &self.board
    }

    /// Verifies a declared game, and prints its report.
    pub(super) async fn report(
        &self,
        practised: &PracticeGame,
        game: &Game,
        refused: usize,
        writer: &mut StoryWriter,
    ) -> anyhow::Result<PracticeReport> {
        let options = self.options;
        let proved = PracticeProof { refused, ..self.prove(practised).await? };
        let report = PracticeReport::of(game, practised, options, proved);
        if options.is_json {
            writer.object(&report)?;
        } else {
            let story = Story::new(options.words, &options.setting.setup, options.columns);
            writer.tell(&report.lines(game, &story, &options.words, options)).await?;
        }
        Ok(report)
    }

    async fn prove(&self, practised: &PracticeGame) -> anyhow::Result<PracticeProof> {
        let fetched = "the server does not give its record";
        let key = record::server_key(&self.board, &practised.id).await.context(fetched)?;
        let record = record::download(&self.board, &practised.id).await.context(fetched)?;
        let text = record.transcript().context("the server's record cannot be read")?;
        let report = verify(&text, Some(&key.fingerprint())).context("the record is not in order")?;
        let read = transcript::read(&text).context("the record cannot be read")?;
        let receipts = receipts(self.files);
        if let Some((pages, token)) = &self.hosted {
            copy_receipts(pages, token, &practised.id, receipts.clone())?;
        }
        let kept = if receipts.exists() { read_folder(&receipts)? } else { Vec::new() };
        let of_game = |stored: &StoredReceipt| stored.receipt.branch.game == practised.id;
        let kept: Vec<_> = kept.into_iter().map(|kept| kept.stored).filter(of_game).collect();
        let own = own_lists(&read, &kept).context("your own lists are not in the record as you sent them")?;
        let mut proved =
            PracticeProof { events: report.records, receipts: own.receipts, ..PracticeProof::default() };
        if self.options.keep.is_some() {
            let file = self.files.folder().join(&practised.transcript);
            fs::write(&file, &text).map_err(|source| Error::Write { path: file.clone(), source })?;
            proved.transcript = Some(file);
            proved.kept_receipts = Some(receipts).filter(|folder| folder.exists());
        }
        Ok(proved)
    }
}
