//! Keys, signatures, fingerprints, the chain: as other languages know them.
#![expect(clippy::unwrap_used, reason = "bytes that cannot be read are a failed test")]

use crate::record::clerk::key;
use ed25519_dalek::{Signature as Plain, Verifier as _, VerifyingKey};
use ishigaki_record::branch::{Branch, EpochTag, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::receipt::{Receipt, ReceiptSignature};
use ishigaki_record::sealing::Commitment;
use ishigaki_record::signing::{
    Error, Fingerprint, PublicKey, Signature, SigningKey, sign_head, verify_head,
};
use ishigaki_rules::{GameTime, Millis, RoundNo};
use sha2::{Digest as _, Sha256};

fn branch(game: &str) -> Branch {
    Branch { game: game.into(), instance: Instance([1; 16]), epoch: 2, tag: EpochTag([2; 16]) }
}

fn bytes<const N: usize>(text: &str) -> [u8; N] {
    hex::decode(text).unwrap().try_into().unwrap()
}

#[test]
fn keys_are_those_of_rfc_8032() {
    let seed = bytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
    let public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    assert_eq!(SigningKey::from_seed(seed).public().to_string(), public);
}

#[test]
fn signatures_cover_bytes_given_by_format() {
    let public = VerifyingKey::from_bytes(&key().public().0).unwrap();
    let head = Head([0xab; 32]);
    let signed = sign_head(&key(), &branch("g\"1"), 17, head);
    let text = format!(
        "ishigaki head\n{{\"game\":\"g\\\"1\",\"instance\":\"{}\",\"epoch\":2,\"tag\":\"{}\",\"sequence\":17,\"head\":\"{}\"}}",
        "01".repeat(16),
        "02".repeat(16),
        "ab".repeat(32)
    );
    public.verify(text.as_bytes(), &Plain::from_bytes(&signed.0)).unwrap();
    let receipt = Receipt {
        branch: branch("g1"),
        round: RoundNo(1),
        attempt: 2,
        wave: 3,
        team: "チーム".into(),
        counter: 5,
        at: GameTime(1_234),
        commitment: Commitment([0xcd; 32]),
    };
    let text = format!(
        r#"{{"receipt":3,"game":"g1","instance":"{}","epoch":2,"tag":"{}","round":1,"attempt":2,"wave":3,"team":"チーム","counter":5,"at_ms":1234,"commitment":"{}"}}"#,
        "01".repeat(16),
        "02".repeat(16),
        "cd".repeat(32)
    );
    assert_eq!(receipt.text(), text);
    let signature = receipt.sign(&key());
    let ReceiptSignature { root, leaf, path } = signature;
    let mut hash = Sha256::digest([&[0][..], text.as_bytes()].concat());
    for (level, sibling) in path.0.chunks(32).enumerate() {
        let is_right = u32::from(leaf) >> level & 1 == 1;
        let [left, right] = if is_right { [sibling, &hash[..]] } else { [&hash[..], sibling] };
        hash = Sha256::digest([&[1], left, right].concat());
    }
    let signed = [&b"ishigaki receipts\n"[..], &hash].concat();
    public.verify(&signed, &Plain::from_bytes(&root.0)).unwrap();
    receipt.verify(&key().public(), &signature).unwrap();
}

#[test]
fn receipt_signature_covers_every_field() {
    let right = Receipt {
        branch: branch("g1"),
        round: RoundNo(1),
        attempt: 1,
        wave: 1,
        team: "a".into(),
        counter: 3,
        at: GameTime(1_234),
        commitment: Commitment([0xcd; 32]),
    };
    let signature = right.sign(&key());
    for change in [
        |receipt: &mut Receipt| receipt.branch.game = "g2".into(),
        |receipt: &mut Receipt| receipt.branch.instance.0[0] ^= 1,
        |receipt: &mut Receipt| receipt.branch.epoch = 3,
        |receipt: &mut Receipt| receipt.branch.tag.0[0] ^= 1,
        |receipt: &mut Receipt| receipt.round = RoundNo(2),
        |receipt: &mut Receipt| receipt.attempt = 2,
        |receipt: &mut Receipt| receipt.wave = 0,
        |receipt: &mut Receipt| receipt.wave = 2,
        |receipt: &mut Receipt| receipt.team = "b".into(),
        |receipt: &mut Receipt| receipt.counter += 1,
        |receipt: &mut Receipt| receipt.at = receipt.at.after(Millis(1)),
        |receipt: &mut Receipt| receipt.commitment.0[0] ^= 1,
    ] {
        let mut receipt = right.clone();
        change(&mut receipt);
        assert_eq!(receipt.verify(&key().public(), &signature), Err(Error::WrongSignature), "{receipt:?}");
    }
    let other = SigningKey::from_seed([9; 32]).public();
    assert_eq!(right.verify(&other, &signature), Err(Error::WrongSignature));
    let root = crate::record::forgery::malleable(signature.root);
    let respelled = ReceiptSignature { root, ..signature };
    assert_eq!(right.verify(&key().public(), &respelled), Err(Error::WrongSignature));
}

#[test]
fn head_signature_is_valid_only_for_its_head_and_key() {
    let (public, head) = (key().public(), Head([1; 32]));
    let signature = sign_head(&key(), &branch("g1"), 1, head);
    verify_head(&public, &branch("g1"), 1, head, &signature).unwrap();
    let wrong = Err(Error::WrongSignature);
    let g1 = branch("g1");
    for other in [
        branch("g2"),
        Branch { instance: Instance([9; 16]), ..g1.clone() },
        Branch { epoch: 3, ..g1.clone() },
        Branch { tag: EpochTag([9; 16]), ..g1.clone() },
    ] {
        assert_eq!(verify_head(&public, &other, 1, head, &signature), wrong, "{other:?}");
    }
    assert_eq!(verify_head(&public, &branch("g1"), 2, head, &signature), wrong);
    assert_eq!(verify_head(&public, &branch("g1"), 1, Head([2; 32]), &signature), wrong);
    let other = SigningKey::from_seed([9; 32]).public();
    assert_eq!(verify_head(&other, &branch("g1"), 1, head, &signature), wrong);
    let malleable = crate::record::forgery::malleable(signature);
    assert_eq!(verify_head(&public, &branch("g1"), 1, head, &malleable), wrong);
    // Half of all byte strings are no points.
    let none = (0..=255)
        .map(|byte| PublicKey([byte; 32]))
        .find(|key| verify_head(key, &branch("g1"), 1, head, &signature) == Err(Error::BadKey));
    assert!(none.is_some());
}

#[test]
fn rejects_signature_of_weak_key() {
    // The neutral element, and a signature that a lax verifier takes of any bytes under it.
    let mut neutral = [0; 32];
    neutral[0] = 1;
    let mut signature = [0; 64];
    signature[0] = 1;
    let lax = VerifyingKey::from_bytes(&neutral).unwrap();
    let text = format!(
        "ishigaki head\n{{\"game\":\"g1\",\"instance\":\"{0}\",\"epoch\":1,\"tag\":\"{0}\",\"sequence\":1,\"head\":\"{1}\"}}",
        "01".repeat(16),
        Head::START
    );
    let first = Branch::first("g1", Instance([1; 16]));
    lax.verify(text.as_bytes(), &Plain::from_bytes(&signature)).unwrap();
    let strict = verify_head(&PublicKey(neutral), &first, 1, Head::START, &Signature(signature));
    assert_eq!(strict, Err(Error::WrongSignature));
}

#[test]
fn fingerprint_parses_common_spellings_and_rejects_partial() {
    let public = key().public();
    let fingerprint = public.fingerprint();
    let hash = hex::encode(Sha256::digest(public.0));
    let groups: Vec<&str> = (0..8).map(|group| &hash[group * 4..group * 4 + 4]).collect();
    let text = groups.join("-");
    assert_eq!(fingerprint.to_string(), text);
    for spelled in [
        text.clone(),
        text.to_ascii_uppercase(),
        text.replace('-', ""),
        text.replace('-', " "),
        format!("  {text}\n"),
        text.replace('-', "\u{3000}"),
    ] {
        assert_eq!(spelled.parse(), Ok(fingerprint), "{spelled:?}");
    }
    for other in ["", &text[..text.len() - 1], &format!("{text}0"), &text[..4], &text.replacen('-', "g", 1)] {
        assert!(other.parse::<Fingerprint>().is_err(), "{other:?}");
    }
}

#[test]
fn opened_bytes_are_lower_case_hexadecimal() {
    let head: Head = "0f".repeat(32).parse().unwrap();
    assert_eq!(head, Head([0x0f; 32]));
    assert_eq!(
        (head.to_string(), format!("{head:?}")),
        ("0f".repeat(32), format!("Head({})", "0f".repeat(32)))
    );
    for other in ["0F".repeat(32), "0f".repeat(31), "0f".repeat(33), "0g".repeat(32), String::new()] {
        assert!(other.parse::<Head>().is_err(), "{other:?}");
    }
    assert_eq!("0f".repeat(31).parse::<Head>().unwrap_err().length, 32);
    assert_eq!("0f".repeat(64).parse(), Ok(Signature([0x0f; 64])));
}

#[test]
fn chain_hash_covers_head_length_and_line() {
    let first = Head::START.then(b"ab");
    let framed = [&[0; 32][..], &[0, 0, 0, 0, 0, 0, 0, 2], b"ab"].concat();
    assert_eq!(first.0, <[u8; 32]>::from(Sha256::digest(framed)));
    let second = first.then("石".as_bytes());
    let framed = [&first.0[..], &[0, 0, 0, 0, 0, 0, 0, 3], "石".as_bytes()].concat();
    assert_eq!(second.0, <[u8; 32]>::from(Sha256::digest(framed)));
}

#[test]
fn debug_output_hides_signing_key() {
    assert_eq!(format!("{:?}", key()), "SigningKey(secret)");
}
