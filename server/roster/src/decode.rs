//! Text of CSV files in the encodings of Japanese spreadsheets.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{EUC_JP, Encoding, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

/// Decodes a file's text. Bytes that can't be decoded become U+FFFD.
pub(crate) fn decode(bytes: &[u8]) -> String {
    let encoding = Encoding::for_bom(bytes).map_or_else(|| guess(bytes), |(encoding, _)| encoding);
    encoding.decode_with_bom_removal(bytes).0.into_owned()
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    match bytes {
        [_, 0, ..] => UTF_16LE,
        [0, _, ..] => UTF_16BE,
        _ if std::str::from_utf8(bytes).is_ok() => UTF_8,
        _ => {
            let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
            detector.feed(bytes, true);
            // Only the encodings of Japanese computers are likely. UTF-8 with an invalid byte stays UTF-8.
            match detector.guess(Some(b"jp"), Utf8Detection::Deny) {
                encoding if encoding == EUC_JP => EUC_JP,
                _ if is_mostly_utf8(bytes) => UTF_8,
                _ => SHIFT_JIS,
            }
        }
    }
}

fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let damage = |encoding: &'static Encoding| {
        encoding.decode_without_bom_handling(bytes).0.matches(char::REPLACEMENT_CHARACTER).count()
    };
    damage(UTF_8) < damage(SHIFT_JIS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_decoded_in_each_encoding_of_spreadsheets() {
        let text = "番号,氏名\r\n1,髙橋 一郎\r\n2,﨑山 花子①\r\n";
        let sjis = SHIFT_JIS.encode(text).0.into_owned();
        let utf16 = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        let bom = |order: fn(u16) -> [u8; 2]| [order(0xfeff).to_vec(), utf16(order)].concat();
        for bytes in [
            text.as_bytes().to_vec(),
            format!("\u{feff}{text}").into_bytes(),
            sjis,
            bom(u16::to_le_bytes),
            bom(u16::to_be_bytes),
        ] {
            assert_eq!(decode(&bytes), text);
        }
        let plain = "番号,氏名,所属\n1,佐藤 一郎,津山工業高等専門学校\n2,鈴木 花子,神戸\n";
        assert_eq!(decode(&EUC_JP.encode(plain).0), plain);
        let ascii: Vec<u8> = "id,name\n1,A\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&ascii), "id,name\n1,A\n", "UTF-16 without a byte order mark");
    }

    #[test]
    fn undecodable_bytes_are_marked() {
        let damaged = "id,name\n1,佐\u{0}藤,鈴木一郎,高橋花子\n".replace('\u{0}', "?").into_bytes();
        let damaged: Vec<u8> =
            damaged.into_iter().map(|byte| if byte == b'?' { 0xff } else { byte }).collect();
        assert_eq!(decode(&damaged).matches(char::REPLACEMENT_CHARACTER).count(), 1);
    }
}
