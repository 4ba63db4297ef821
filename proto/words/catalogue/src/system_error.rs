//! The operating system's errors in words: those that people meet when files and addresses are in the way.

use std::io::{self, ErrorKind};

use crate::Catalogue;
use crate::separators::with_separators;

/// What Rust's own reader of texts says of a file in another encoding.
const NO_TEXT: &str = "stream did not contain valid UTF-8";
/// What it says of a time that has run out.
const NO_ANSWER: &str = "timed out";

impl Catalogue {
    /// Says what the operating system says of a failure, or that a file is no text or too long, or a time has run out; `None` if the
    /// catalogue has no sentence for it, or a library made it up.
    pub fn system_error(&self, error: &io::Error) -> Option<String> {
        self.system_error_of(error.kind(), error.raw_os_error(), &error.to_string())
    }

    pub(crate) fn system_error_of(&self, kind: ErrorKind, code: Option<i32>, text: &str) -> Option<String> {
        let Some(code) = code else { return self.made_up(kind, text) };
        let key = match kind {
            ErrorKind::NotFound => "fail-os-not-found",
            ErrorKind::PermissionDenied => "fail-os-denied",
            ErrorKind::AddrInUse => "fail-os-address-in-use",
            ErrorKind::AddrNotAvailable => "fail-os-address-not-here",
            ErrorKind::ConnectionRefused => "fail-os-refused",
            ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe => {
                "fail-os-cut"
            }
            ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => "fail-os-unreachable",
            ErrorKind::TimedOut => "fail-os-timed-out",
            ErrorKind::StorageFull => "fail-os-full",
            ErrorKind::IsADirectory => "fail-os-folder",
            ErrorKind::NotADirectory => "fail-os-no-folder",
            ErrorKind::ReadOnlyFilesystem => "fail-os-read-only",
            _ => return None,
        };
        Some(self.say(key, &[("code", code.to_string().into())]))
    }

    /// Says what no system said: an error of Rust's own, or of ours in its shape.
    fn made_up(&self, kind: ErrorKind, text: &str) -> Option<String> {
        match kind {
            ErrorKind::InvalidData => (text == NO_TEXT).then(|| self.label("fail-no-text")),
            ErrorKind::TimedOut => (text == NO_ANSWER).then(|| self.label("fail-timed-out")),
            ErrorKind::FileTooLarge => {
                let most: String = text.chars().filter(char::is_ascii_digit).collect();
                (!most.is_empty())
                    .then(|| self.say("fail-file-too-large", &[("most", with_separators(&most).into())]))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lang, Value};

    #[test]
    fn a_gap_says_a_systems_error_in_the_readers_language() {
        let missing = io::Error::from_raw_os_error(2);
        assert_eq!(missing.kind(), ErrorKind::NotFound);
        for lang in [Lang::En, Lang::Ja] {
            let catalogue = Catalogue::new(lang);
            let said = catalogue.system_error(&missing).unwrap();
            assert!(!said.contains("No such file"), "{said}");
            let gaps = [("file", "x".into()), ("what", Value::from(&missing))];
            assert!(catalogue.say("cli-file", &gaps).contains(&said));
        }
    }

    #[test]
    fn what_the_catalogue_has_no_sentence_for_is_told_as_it_is() {
        let catalogue = Catalogue::new(Lang::Ja);
        let rare = io::Error::from_raw_os_error(40);
        assert_eq!(catalogue.system_error(&rare), None);
        let gaps = |error: &io::Error| [("file", "x".into()), ("what", Value::from(error))];
        assert!(catalogue.say("cli-file", &gaps(&rare)).contains(&rare.to_string()));
        let own = io::Error::other("it has no end");
        assert!(catalogue.say("cli-file", &gaps(&own)).contains(&own.to_string()));
    }

    #[test]
    fn a_file_that_is_no_text_is_told_as_that_in_both_languages() {
        let error = io::read_to_string(&b"\x82\xa0"[..]).unwrap_err();
        for (lang, said) in [(Lang::En, "no text in UTF-8"), (Lang::Ja, "UTF-8のテキストではありません")]
        {
            let catalogue = Catalogue::new(lang);
            let gaps = [("file", "x".into()), ("what", Value::from(&error))];
            assert!(catalogue.say("cli-file", &gaps).contains(said));
        }
    }

    #[test]
    fn a_file_that_is_too_long_and_a_time_that_has_run_out_are_told_in_both_languages() {
        let long =
            io::Error::new(ErrorKind::FileTooLarge, "it has more than 16777216 bytes, and no such file does");
        let late = io::Error::from(ErrorKind::TimedOut);
        let [en, ja] = [Lang::En, Lang::Ja].map(Catalogue::new);
        for error in [long, late] {
            let said = [&en, &ja].map(|words| words.system_error(&error).unwrap());
            assert_ne!(said[0], said[1]);
            assert_eq!(said[0].contains("16,777,216"), said[1].contains("16,777,216"));
        }
        assert_eq!(ja.system_error(&io::Error::new(ErrorKind::TimedOut, "its lease ran out")), None);
    }
}
