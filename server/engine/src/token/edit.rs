//! Changing a token file that somebody serves by.

use std::fs::File;
use std::io;
use std::path::Path;

use super::{Error, TokenStore};
use crate::private_file;

/// Changes a token file: reads it, lets `change` have it, writes it whole. Two who change the same file wait for each
/// other, so that neither undoes what the other has done; a file that does not exist yet begins empty. If `change` fails,
/// the file stays as it is.
///
/// # Errors
/// What `change` fails with; those of [`TokenStore::load`], but for a file that is not there, and of
/// [`TokenStore::save`]; [`Error::Write`] if others cannot be kept from the file meanwhile.
pub fn edit<T, E: From<Error>>(
    path: &Path,
    change: impl FnOnce(&mut TokenStore) -> Result<T, E>,
) -> Result<T, E> {
    // Until it is dropped, and at the latest with the process. The token file itself cannot be the lock: it is replaced.
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
            // Whoever changes the token file after us can take it as well.
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
    fn of_many_who_change_a_file_at_once_nobody_undoes_anothers_change() {
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
    fn a_change_that_fails_leaves_the_file_as_it_was() {
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
