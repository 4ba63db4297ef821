//! Small changes to bytes, drawn from a seed. libFuzzer finds better ones; these cost nothing.

use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

/// Numbers that readers like to stumble over, as text.
const NUMBERS: [&str; 8] =
    ["0", "-1", "4294967295", "4294967296", "9223372036854775808", "18446744073709551615", "1e999", "00"];
/// Bytes that mean something to protobuf, TOML or JSON.
const SIGNS: [u8; 14] = [0, 1, 0x7f, 0x80, 0xff, b'"', b'\\', b'[', b']', b'{', b'}', b'\n', b'#', 0x1b];

/// The bytes with one to four changes; some take a piece of the other ones.
pub(crate) fn mutated(base: &[u8], other: &[u8], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = base.to_vec();
    for _ in 0..rng.random_range(1..=4) {
        change(&mut bytes, other, rng);
    }
    bytes
}

fn change(bytes: &mut Vec<u8>, other: &[u8], rng: &mut ChaCha8Rng) {
    let at = rng.random_range(0..=bytes.len());
    let end = (at + rng.random_range(0..=32)).min(bytes.len());
    match rng.random_range(0..8) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        2 => {
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
        3 => {
            let from = rng.random_range(0..=other.len());
            let to = (from + rng.random_range(0..=64)).min(other.len());
            bytes.splice(at..end, other[from..to].iter().copied());
        }
        4 => bytes.insert(at, SIGNS[rng.random_range(0..SIGNS.len())]),
        5 => replace_number(bytes, at, rng),
        _ if at < bytes.len() => bytes[at] ^= 1 << rng.random_range(0..8_u32),
        _ => bytes.push(rng.random()),
    }
}

/// Replaces the first number behind a place.
fn replace_number(bytes: &mut Vec<u8>, at: usize, rng: &mut ChaCha8Rng) {
    let Some(from) = bytes[at..].iter().position(u8::is_ascii_digit).map(|ahead| at + ahead) else { return };
    let length = bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = NUMBERS[rng.random_range(0..NUMBERS.len())];
    bytes.splice(from..from + length, number.bytes());
}
