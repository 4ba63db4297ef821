//! Drafts of lists on disk, for a screen that was closed or a laptop that failed.
//!
//! One file per game and team, readable by its owner only, and as secret as a list (`A4`): `Debug` and errors
//! omit it. It is never submitted automatically, and is deleted when its round closes, or when the next
//! screen starts after its game.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ishigaki_client::WriteError;
use ishigaki_private_file::{self as private_file, file_name_of, make_private_folder};
use ishigaki_record::branch::Instance;
use serde::{Deserialize, Serialize};

const EXTENSION: &str = "draft.json";

/// A draft and its round.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// `None` if the server did not tell it.
    #[serde(default)]
    pub instance: Option<Instance>,
    pub round: u32,
    /// 0 if the round was not open yet.
    pub attempt: u32,
    /// The submitted revision that the draft is based on; 0 for none.
    pub base: u32,
    /// Codes of lots and prices as typed, first choice first.
    pub lines: Vec<(String, String)>,
}

/// The file of a team's draft in one game.
#[derive(Clone, Debug)]
pub struct DraftFile {
    path: PathBuf,
}

impl DraftFile {
    /// Returns the file in this directory for a game and a team. Nothing is read or written.
    pub fn new(folder: &Path, game: &str, team: &str) -> Self {
        Self { path: folder.join(format!("{}.{}.{EXTENSION}", file_name_of(game), file_name_of(team))) }
    }

    /// Returns the saved draft; `None` if it is missing or can't be read.
    pub fn read(&self) -> Option<Draft> {
        serde_json::from_str(&fs::read_to_string(&self.path).ok()?).ok()
    }

    /// Saves a draft, or deletes the saved one.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn keep(&self, draft: Option<&Draft>) -> Result<(), WriteError> {
        let kept = match draft {
            Some(draft) => self.write(draft),
            None => match fs::remove_file(&self.path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            },
        };
        kept.map_err(|error| WriteError::new(self.path.clone(), &error))
    }

    fn write(&self, draft: &Draft) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            make_private_folder(folder)?;
        }
        private_file::write(&self.path, &serde_json::to_vec(draft)?)
    }
}

impl fmt::Debug for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(price: &str) -> Draft {
        Draft {
            instance: Some(Instance([7; 16])),
            round: 2,
            attempt: 1,
            base: 0,
            lines: vec![("T/2".into(), price.into())],
        }
    }

    #[test]
    fn draft_file_is_private_replaceable_and_removable() {
        let folder = std::env::temp_dir().join(format!("ishigaki-drafts-{}", std::process::id()));
        let file = DraftFile::new(&folder, "g/1", "a");
        assert_eq!(file.read(), None);
        for price in ["4711", "5"] {
            file.keep(Some(&draft(price))).unwrap();
            assert_eq!(file.read(), Some(draft(price)));
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&file.path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        assert_eq!(DraftFile::new(&folder, "g/1", "b").read(), None);
        file.keep(None).unwrap();
        file.keep(None).unwrap();
        assert_eq!((file.read(), fs::read_dir(&folder).unwrap().count()), (None, 0));
        fs::remove_dir(&folder).unwrap();
    }

    #[test]
    fn debug_output_hides_draft() {
        assert_eq!(format!("{:?}", draft("4711")), "sealed");
    }
}
