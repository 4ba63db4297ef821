//! Characters that a terminal can show: all, or ASCII in the place of frames, bars and signs.
//!
//! Lines and signs are of ambiguous width: terminals that are set up for East Asian text may draw them two
//! columns wide, which breaks every line. A program can't find out, so the user configures it; a locale with
//! another charset implies ASCII.

use ratatui::buffer::Buffer;

/// Environment variable that chooses ASCII (`ascii`) or frames whatever the locale (`lines`).
const FRAMES: &str = "ISHIGAKI_FRAMES";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charset {
    Unicode,
    Ascii,
}

impl Charset {
    pub(crate) fn here() -> Self {
        Self::of(&|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    }

    fn of(variable: &dyn Fn(&str) -> Option<String>) -> Self {
        match variable(FRAMES).as_deref() {
            Some("ascii") => return Self::Ascii,
            Some(_) => return Self::Unicode,
            None => {}
        }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable).unwrap_or_default();
        // A locale without a charset, such as C, tells nothing about the terminal.
        let charset =
            locale.split_once('.').map(|(_, charset)| charset.to_ascii_lowercase().replace('-', ""));
        if charset.is_none_or(|charset| charset.starts_with("utf8")) { Self::Unicode } else { Self::Ascii }
    }

    pub(crate) fn apply(self, buffer: &mut Buffer) {
        if self == Self::Unicode {
            return;
        }
        for cell in &mut buffer.content {
            let mut chars = cell.symbol().chars();
            if let (Some(char), None) = (chars.next(), chars.next())
                && let Some(plain) = plain(char)
            {
                cell.set_char(plain);
            }
        }
    }
}

const fn plain(char: char) -> Option<char> {
    Some(match char {
        '─' | '━' | '╌' | '╍' | '–' | '—' | '▔' => '-',
        '│' | '┃' | '╎' | '╏' | '▏' | '▕' | '↕' | '↔' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        '█' | '▀' | '▄' | '▌' | '▐' | '■' | '▉' | '▊' => '#',
        '▓' => '@',
        '▒' => '%',
        '░' => ':',
        '\u{2580}'..='\u{259f}' => 'X',
        '●' | '•' | '◆' => '*',
        '○' | '□' | '◇' => 'o',
        '·' | '…' => '.',
        '✓' | '✔' | '↓' | '▼' => 'v',
        '✗' | '✕' | '×' => 'x',
        '≠' => '!',
        '→' | '▶' | '›' | '»' => '>',
        '←' | '◀' | '‹' | '«' => '<',
        '↑' | '▲' => '^',
        '“' | '”' => '"',
        '‘' | '’' => '\'',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    fn of(variables: &[(&str, &str)]) -> Charset {
        let value = |name: &str| variables.iter().find(|(known, _)| *known == name);
        Charset::of(&|name| value(name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn charset_follows_locale_unless_overridden() {
        for utf8 in ["en_US.UTF-8", "ja_JP.utf8", "C", "POSIX", "", "C.UTF-8"] {
            assert_eq!(of(&[("LANG", utf8)]), Charset::Unicode, "{utf8}");
        }
        for other in ["ja_JP.eucJP", "ja_JP.SJIS", "en_US.ISO-8859-1"] {
            assert_eq!(of(&[("LANG", other)]), Charset::Ascii, "{other}");
            assert_eq!(of(&[("LC_ALL", "ja_JP.UTF-8"), ("LANG", other)]), Charset::Unicode);
            assert_eq!(of(&[("LANG", other), (FRAMES, "lines")]), Charset::Unicode);
        }
        assert_eq!(of(&[("LANG", "ja_JP.UTF-8"), (FRAMES, "ascii")]), Charset::Ascii);
    }

    #[test]
    fn frames_and_signs_become_ascii_and_names_stay() {
        let mut buffer = Buffer::with_lines(["┌─ ▶ 石 ─┐", "│ ✓ █▒░ › …│", "└━━ ● ↑↓ ≠┘"]);
        Charset::Ascii.apply(&mut buffer);
        let mut expected = Buffer::with_lines(["+- > 石 -+", "| v #%: > .|", "+-- * ^v !+"]);
        expected.resize(Rect::new(0, 0, buffer.area.width, buffer.area.height));
        assert_eq!(buffer, expected);
    }
}
