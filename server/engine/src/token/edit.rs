//! Editing a token file in use.

use std::fs::File;
use std::io;
use std::path::Path;

use ishigaki_private_file as private_file;

use super::{Error, TokenStore};

/// Edits a token file: reads it, calls `change`, and writes it atomically. Concurrent edits are serialised,
/// so that none is lost. A missing file starts empty. If `change` fails, the file is unchanged.
///
/// # Errors
///
/// Those of `change`, of [`TokenStore::load`] except for a missing file, and of [`TokenStore::save`];
/// [`Error::Write`] if the file can't be locked.
pub fn edit<T, E: From<Error>>(
    path: &Path,
    change: impl FnOnce(&mut TokenStore) -> Result<T, E>,
) -> Result<T, E> {
    // Held until it is dropped or the process ends. The token file can't be the lock, because it is replaced.
    let _lock = lock(path).map_err(|source| Error::Write { path: path.into(), source })?;
    let mut store = match TokenStore::load(path) {
        Err(Error::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => TokenStore::new(),
        loaded => loaded?,
    };
    let changed = change(&mut store)?;
    store.save(path)?;
    Ok(changed)
}

fn lock(path: &Path) -> io::Result<File> {
    let lock = path.with_extension("lock");
    let mut options = File::options();
    options.write(true);
    let file = match options.clone().create_new(true).open(&lock) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => options.open(lock)?,
        made => {
            let made = made?;
            // The next editor must be able to lock it too.
            private_file::entrust(&made, path)?;
            made
        }
    };
    file.lock()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::super::{Principal, Role};
    use super::*;
    use crate::entropy::SystemEntropy;

    #[test]
    fn concurrent_edits_are_all_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tokens.toml");
        std::thread::scope(|scope| {
            for team in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    let role = Role::Team { team: format!("t{team}") };
                    let principal = Principal { name: format!("t{team}"), role };
                    edit(path, |store| store.issue(principal, &SystemEntropy)).unwrap();
                });
            }
        });
        assert_eq!(TokenStore::load(&path).unwrap().list().len(), 8);
    }

    #[test]
    fn failed_edit_leaves_file_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tokens.toml");
        let judge = Principal { name: "judge".into(), role: Role::Judge };
        let token = edit(&path, |store| store.issue(judge.clone(), &SystemEntropy)).unwrap();
        let failed: Result<(), Error> = edit(&path, |store| {
            store.revoke("judge");
            Err(Error::Ambiguous { who: "judge".into() })
        });
        failed.unwrap_err();
        assert_eq!(TokenStore::load(&path).unwrap().check(token.reveal()), Some(&judge));
    }
}
