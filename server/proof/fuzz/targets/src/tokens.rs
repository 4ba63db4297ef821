//! Targets for the token file and presented tokens.

use std::fs;

use ishigaki_client::Token;
use ishigaki_engine::token::TokenStore;

/// Returns a token file; its first line is presented as a token, too.
pub fn tokens(bytes: &[u8]) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tokens.toml");
    fs::write(&path, bytes).expect("room for a file");
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let presented = String::from_utf8_lossy(line);
    if let Ok(token) = presented.parse::<Token>() {
        assert_eq!(format!("{token:?}"), "Token");
    }
    let Ok(store) = TokenStore::load(&path) else { return false };
    assert!(store.check(&presented).is_none(), "a token was guessed");
    let rewritten = |store: &TokenStore| {
        store.save(&path).expect("what was read can be written");
        fs::read_to_string(&path).expect("what was written can be read")
    };
    let first = rewritten(&store);
    let again = TokenStore::load(&path).expect("what was written is a token file");
    assert_eq!(rewritten(&again), first, "a token file changes when written again");
    true
}
