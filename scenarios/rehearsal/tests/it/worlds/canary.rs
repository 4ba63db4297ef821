//! Canary prices: wherever one of them appears before the opening, something leaks.

use std::collections::BTreeSet;

pub(crate) const CANARIES: [u64; 12] = [
    314_159_265,
    271_828_182,
    141_421_356,
    173_205_080,
    161_803_398,
    577_215_664,
    223_606_797,
    244_948_974,
    264_575_131,
    331_662_479,
    360_555_127,
    412_310_562,
];

pub(crate) fn forms(price: u64) -> Vec<Vec<u8>> {
    let small = u32::try_from(price).unwrap();
    let mut varint = Vec::new();
    prost::encoding::encode_varint(price, &mut varint);
    vec![
        price.to_string().into_bytes(),
        ishigaki_words::grouped(price).into_bytes(),
        format!("{price:x}").into_bytes(),
        varint,
        small.to_le_bytes().into(),
        small.to_be_bytes().into(),
        f64::from(small).to_le_bytes().into(),
        f64::from(small).to_be_bytes().into(),
    ]
}

pub(crate) fn found(prices: &[u64], bytes: &[u8]) -> Vec<(u64, Vec<u8>)> {
    let mut by_start: [Vec<(u64, Vec<u8>)>; 256] = std::array::from_fn(|_| Vec::new());
    for &price in prices {
        for form in forms(price) {
            by_start[usize::from(form[0])].push((price, form));
        }
    }
    let mut found = BTreeSet::new();
    for (at, &byte) in bytes.iter().enumerate() {
        let here = by_start[usize::from(byte)].iter().filter(|(_, form)| bytes[at..].starts_with(form));
        found.extend(here.cloned());
    }
    found.into_iter().collect()
}

pub(crate) fn first(bytes: &[u8]) -> Option<u64> {
    found(&CANARIES, bytes).first().map(|&(price, _)| price)
}

#[test]
fn canary_is_found_in_all_encodings() {
    for price in CANARIES {
        for form in forms(price) {
            let bytes = [b"before".as_slice(), &form, b"after"].concat();
            assert_eq!(first(&bytes), Some(price), "{form:?}");
        }
        assert_eq!(first((price - 1).to_string().as_bytes()), None);
    }
}
