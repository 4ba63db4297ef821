//! The operating system's errors in words, as far as they concern files and addresses.

use std::io::{self, ErrorKind};

use crate::Catalogue;
use crate::separators::with_separators;

const NO_TEXT: &str = "stream did not contain valid UTF-8";
const NO_ANSWER: &str = "timed out";

impl Catalogue {
    /// Returns the text of a system error, also for a file that isn't text or is too long, and for a timeout;
    /// `None` if the catalogue has none.
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
    fn known_system_error_is_translated() {
        let missing = io::Error::from_raw_os_error(2);
        assert_eq!(missing.kind(), ErrorKind::NotFound);
        for lang in [Lang::En, Lang::Ja] {
            let catalogue = Catalogue::new(lang);
            let message = catalogue.system_error(&missing).unwrap();
            assert!(!message.contains("No such file"), "{message}");
            let gaps = [("file", "x".into()), ("what", Value::from(&missing))];
            assert!(catalogue.say("cli-file", &gaps).contains(&message));
        }
    }

    #[test]
    fn untranslated_error_is_shown_verbatim() {
        let catalogue = Catalogue::new(Lang::Ja);
        let rare = io::Error::from_raw_os_error(40);
        assert_eq!(catalogue.system_error(&rare), None);
        let gaps = |error: &io::Error| [("file", "x".into()), ("what", Value::from(error))];
        assert!(catalogue.say("cli-file", &gaps(&rare)).contains(&rare.to_string()));
        let own = io::Error::other("it has no end");
        assert!(catalogue.say("cli-file", &gaps(&own)).contains(&own.to_string()));
    }

    #[test]
    fn invalid_utf8_error_is_translated() {
        let error = io::read_to_string(&b"\x82\xa0"[..]).unwrap_err();
        for (lang, expected) in [(Lang::En, "not UTF-8 text"), (Lang::Ja, "UTF-8のテキストではありません")]
        {
            let catalogue = Catalogue::new(lang);
            let gaps = [("file", "x".into()), ("what", Value::from(&error))];
            assert!(catalogue.say("cli-file", &gaps).contains(expected));
        }
    }

    #[test]
    fn file_too_large_and_timeout_are_in_both_languages() {
        let long =
            io::Error::new(ErrorKind::FileTooLarge, "it has more than 16777216 bytes, and no such file does");
        let late = io::Error::from(ErrorKind::TimedOut);
        let [en, ja] = [Lang::En, Lang::Ja].map(Catalogue::new);
        for error in [long, late] {
            let messages = [&en, &ja].map(|words| words.system_error(&error).unwrap());
            assert_ne!(messages[0], messages[1]);
            assert_eq!(messages[0].contains("16,777,216"), messages[1].contains("16,777,216"));
        }
        assert_eq!(ja.system_error(&io::Error::new(ErrorKind::TimedOut, "its lease ran out")), None);
    }
}
