//! Boxes, commitments and keys: as the format says, and silent.
#![expect(clippy::unwrap_used, reason = "a list that cannot be sealed is a failed test")]

use crate::record::clerk::secrets;
use crate::record::table::*;
use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{ChaCha20Poly1305, KeyInit as _};
use ishigaki_record::sealing::*;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::*;
use sha2::{Digest as _, Sha256};

fn bid(lot: LotId, price: u64) -> Bid {
    Bid { lot, price: Tsuyama(price) }
}

fn raise(priority: u32, price: u64) -> Raise {
    Raise { priority: Priority(priority), price: Tsuyama(price) }
}

fn boxed(text: &str) -> (Vec<u8>, ListKey, Commitment) {
    let (nonce, key) = secrets(&setup(), A, 0, 1);
    let sealed = seal(&key, [3; 12], &nonce, text, padded_len(&setup())).unwrap();
    (sealed, key, commit(&nonce, text))
}

#[test]
fn lists_and_rebids_have_one_spelling_and_are_read_back() {
    let lists = [vec![], vec![bid(X, 10)], vec![bid(T, 2), bid(X, u64::MAX), bid(T, 0)]];
    let spelled = [
        r#"{"bids":[]}"#,
        r#"{"bids":[{"lot":"X","price":10}]}"#,
        r#"{"bids":[{"lot":"T-2","price":2},{"lot":"X","price":18446744073709551615},{"lot":"T-2","price":0}]}"#,
    ];
    for (list, text) in lists.iter().zip(spelled) {
        assert_eq!(bids_text(&setup(), list).unwrap(), text);
        assert_eq!(read_bids(&setup(), text).unwrap(), *list);
    }
    let raises = vec![raise(2, 12), raise(1, 9)];
    let text = r#"{"raises":[{"priority":2,"price":12},{"priority":1,"price":9}]}"#;
    assert_eq!(raises_text(&raises), text);
    assert_eq!(read_raises(text).unwrap(), raises);
    assert_eq!(read_raises(&raises_text(&[])).unwrap(), []);
}

#[test]
fn rejects_noncanonical_list_text() {
    for text in [
        "",
        "{}",
        r#"{"bids": []}"#,
        r#"{"bids":[]} "#,
        r#"{"bids":[],"bids":[]}"#,
        r#"{"bids":[],"note":1}"#,
        r#"{"bids":[{"price":10,"lot":"X"}]}"#,
        r#"{"bids":[{"lot":"X","price":10.0}]}"#,
        r#"{"bids":[{"lot":"X","price":010}]}"#,
        r#"{"bids":[{"lot":"\u0058","price":10}]}"#,
        r#"{"bids":[{"lot":"X","price":10,"price":10}]}"#,
        r#"{"raises":[]}"#,
    ] {
        assert_eq!(read_bids(&setup(), text), Err(Error::NotAList), "{text}");
    }
    assert_eq!(read_bids(&setup(), r#"{"bids":[{"lot":"Q","price":10}]}"#), Err(Error::Foreign));
    assert_eq!(bids_text(&setup(), &[bid(LotId(9), 1)]), Err(Error::Foreign));
    for text in ["", r#"{"raises":[ ]}"#, r#"{"raises":[{"price":9,"priority":1}]}"#, r#"{"bids":[]}"#] {
        assert_eq!(read_raises(text), Err(Error::NotAList), "{text}");
    }
}

#[test]
fn commitment_is_hash_of_nonce_and_text() {
    let nonce = Nonce([5; 32]);
    let framed = [&[5; 32][..], b"{}"].concat();
    assert_eq!(commit(&nonce, "{}").0, <[u8; 32]>::from(Sha256::digest(framed)));
}

#[test]
fn box_layout_matches_format() {
    let text = r#"{"bids":[{"lot":"X","price":10}]}"#;
    let (sealed, key, commitment) = boxed(text);
    let room = padded_len(&setup());
    assert_eq!(sealed.len(), 12 + 32 + 4 + room + 16);
    assert_eq!(sealed[..12], [3; 12]);
    let cipher = ChaCha20Poly1305::new(&key.0.into());
    let payload = Payload { msg: &sealed[12..], aad: &commitment.0 };
    let plain = cipher.decrypt(&[3; 12].into(), payload).unwrap();
    let (nonce, _) = secrets(&setup(), A, 0, 1);
    let expected = [&nonce.0[..], &[0, 0, 0, 33], text.as_bytes(), &vec![0; room - 33]].concat();
    assert_eq!(plain, expected);
}

#[test]
fn cipher_matches_rfc_8439_vector() {
    let key: [u8; 32] = std::array::from_fn(|at| 0x80 + u8::try_from(at).unwrap());
    let nonce = [7, 0, 0, 0, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47];
    let aad = [0x50, 0x51, 0x52, 0x53, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7];
    let text = b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.";
    let payload = Payload { msg: &text[..], aad: &aad };
    let sealed = ChaCha20Poly1305::new(&key.into()).encrypt(&nonce.into(), payload).unwrap();
    assert!(hex::encode(&sealed).starts_with("d31a8d34648e60db7b86afbc53ef7ec2"));
    assert!(hex::encode(&sealed).ends_with("1ae10b594f09e26a7e902ecbd0600691"));
}

#[test]
fn box_opens_only_with_its_key_and_commitment() {
    let text = raises_text(&[raise(1, 12)]);
    let (sealed, key, commitment) = boxed(&text);
    let (nonce, _) = secrets(&setup(), A, 0, 1);
    assert_eq!(open(&key, &sealed, &commitment), Ok((nonce, text)));
    let (_, other) = secrets(&setup(), A, 0, 2);
    assert_eq!(open(&other, &sealed, &commitment), Err(Error::WrongKey));
    assert_eq!(open(&key, &sealed, &Commitment([0; 32])), Err(Error::WrongKey));
    for place in 0..sealed.len() {
        let mut changed = sealed.clone();
        changed[place] ^= 1;
        assert_eq!(open(&key, &changed, &commitment), Err(Error::WrongKey), "byte {place}");
    }
    for length in [0, 11, 12, 27, sealed.len() - 1] {
        assert_eq!(open(&key, &sealed[..length], &commitment), Err(Error::WrongKey), "{length} bytes");
    }
}

#[test]
fn box_with_malformed_content_does_not_open() {
    let (nonce, key) = secrets(&setup(), A, 0, 1);
    let text = "{}";
    let commitment = commit(&nonce, text);
    let fill = |plain: &[u8]| {
        let payload = Payload { msg: plain, aad: &commitment.0 };
        let sealed = ChaCha20Poly1305::new(&key.0.into()).encrypt(&[0; 12].into(), payload).unwrap();
        open(&key, &[&[0; 12][..], &sealed].concat(), &commitment)
    };
    let plain = |length: u8, rest: &[u8]| [&nonce.0[..], &[0, 0, 0, length], rest].concat();
    assert_eq!(fill(&plain(2, b"{}\0\0")), Ok((nonce.clone(), "{}".into())));
    assert_eq!(fill(&plain(2, b"{}\0\x01")), Err(Error::Malformed), "something behind the list");
    assert_eq!(fill(&plain(5, b"{}\0\0")), Err(Error::Malformed), "longer than the box");
    assert_eq!(fill(&plain(1, b"\xff")), Err(Error::Malformed), "no text");
    assert_eq!(fill(&nonce.0[..31]), Err(Error::Malformed), "no nonce");
    assert_eq!(fill(&[&nonce.0[..], &[0, 0, 0]].concat()), Err(Error::Malformed), "no length");
    assert_eq!(fill(&plain(1, b"{\0")), Err(Error::WrongCommitment));
}

#[test]
fn longest_valid_list_fits_box() {
    let mut plan = setup();
    for (max_bids, copies, initial) in [(3, 1, 30), (1, 3, 0), (12, 9, 1_000_000), (u32::MAX, 2, u64::MAX)] {
        plan.initial = Tsuyama(initial);
        plan.rounds[1].max_bids = max_bids;
        plan.lots.iter_mut().for_each(|lot| (lot.copies, lot.min_price) = (copies, Tsuyama(0)));
        for (at, lot) in plan.lots.iter_mut().enumerate() {
            lot.code = format!("a \"long\" \u{1} code {at}");
        }
        let room = padded_len(&plan);
        let lots = std::iter::repeat_n([T, Y, X], 27).flatten().take((3 * copies).min(max_bids) as usize);
        let mut list: Vec<Bid> = lots.map(|lot| bid(lot, 0)).collect();
        // As much money as there is, in figures as long as they can be.
        let each = initial / list.len() as u64;
        for bid in &mut list {
            bid.price = Tsuyama(each);
        }
        let text = bids_text(&plan, &list).unwrap();
        assert!(text.len() <= room, "{max_bids} {copies}: {} of {room}", text.len());
        let raises: Vec<Raise> = (1..).zip(&list).map(|(priority, _)| raise(priority, initial)).collect();
        assert!(raises_text(&raises).len() <= room);
    }
}

#[test]
fn sealing_list_longer_than_box_is_rejected() {
    let (nonce, key) = secrets(&setup(), A, 0, 1);
    assert!(seal(&key, [0; 12], &nonce, "four", 4).is_ok());
    let refused = seal(&key, [0; 12], &nonce, "fives", 4);
    assert_eq!(refused, Err(Error::TooLong { length: 5, room: 4 }));
    let mut absurd = setup();
    absurd.rounds[0].max_bids = u32::MAX;
    absurd.lots.iter_mut().for_each(|lot| lot.copies = u32::MAX);
    for room in [padded_len(&absurd), usize::MAX] {
        assert_eq!(seal(&key, [0; 12], &nonce, "four", room), Err(Error::Unsealable));
    }
}

#[test]
fn list_keys_differ_by_team_wave_and_counter() {
    let round = RoundKey([1; 32]);
    let keys: Vec<ListKey> = [("a", 0, 1), ("b", 0, 1), ("a", 1, 1), ("a", 0, 2), ("", 0, 1), ("aa", 0, 1)]
        .map(|(team, wave, counter)| round.list_key(team, wave, counter).unwrap())
        .into();
    for (at, key) in keys.iter().enumerate() {
        assert!(keys[..at].iter().all(|other| other != key));
    }
    assert_eq!(round.list_key("a", 0, 1).unwrap(), keys[0]);
    assert_ne!(RoundKey([2; 32]).list_key("a", 0, 1).unwrap(), keys[0]);
    assert_ne!(keys[0].0, round.0);
}

#[test]
fn wrapped_key_unwraps_only_in_its_context() {
    let (key, wrapping) = (RoundKey([1; 32]), WrappingKey([2; 32]));
    let wrapped = wrap(&key, &wrapping, [3; 12], "g1/1/1").unwrap();
    assert_eq!(wrapped.len(), 12 + 32 + 16);
    assert_eq!(unwrap(&wrapped, &wrapping, "g1/1/1"), Ok(key));
    assert_eq!(unwrap(&wrapped, &wrapping, "g1/1/2"), Err(Error::WrongKey));
    assert_eq!(unwrap(&wrapped, &WrappingKey([4; 32]), "g1/1/1"), Err(Error::WrongKey));
    for place in 0..wrapped.len() {
        let mut changed = wrapped.clone();
        changed[place] ^= 1;
        assert_eq!(unwrap(&changed, &wrapping, "g1/1/1"), Err(Error::WrongKey), "byte {place}");
    }
    assert_eq!(unwrap(&wrapped[..11], &wrapping, "g1/1/1"), Err(Error::WrongKey));
}

#[test]
fn nothing_secret_shows_in_debug_or_in_errors() {
    let (nonce, key) = secrets(&setup(), A, 0, 1);
    let shown = format!("{nonce:?} {key:?} {:?} {:?}", RoundKey([17; 32]), WrappingKey([17; 32]));
    assert_eq!(shown, "Nonce(secret) ListKey(secret) RoundKey(secret) WrappingKey(secret)");
    assert_eq!(Nonce::from_hex(&nonce.to_hex()), Ok(nonce));
    assert_eq!(ListKey::from_hex(&key.to_hex()), Ok(key));
    assert!(Nonce::from_hex("17").is_err());
    let error = read_bids(&setup(), r#"{"bids":[{"lot":"SECRET","price":1717}]}"#).unwrap_err();
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains("SECRET") && !shown.contains("1717"), "{shown}");
}
