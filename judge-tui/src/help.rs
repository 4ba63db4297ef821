//! The help: all keys in groups, in as many columns as there is room for. Knows the keymap and lengths, not how anything
//! is painted.

use crate::keymap::{Binding, Context, Group};

/// From so many columns of the screen on, the help has two columns, and three.
const WIDE: (u16, u16) = (110, 170);
/// The lines that stay free above it: the game, its clock, and what is to be done next.
pub(crate) const ABOVE: u16 = 3;
/// The lines of its frame.
const FRAME: u16 = 2;

/// A line of the help.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Row {
    /// The catalogue's key for the heading of a group.
    Heading(&'static str),
    /// A key and what it means.
    Key(&'static Binding),
}

/// How many lines of it a screen of so many has room for.
pub(crate) fn room(lines: u16) -> usize {
    usize::from(lines.saturating_sub(ABOVE + FRAME))
}

/// The lines of its longest column.
pub(crate) fn height(columns: u16) -> usize {
    self::columns(columns).iter().map(Vec::len).max().unwrap_or(0)
}

/// Its columns on a screen of so many columns, about equally long; no group is parted.
pub(crate) fn columns(columns: u16) -> Vec<Vec<Row>> {
    let abreast = match columns {
        columns if columns >= WIDE.1 => 3,
        columns if columns >= WIDE.0 => 2,
        _ => 1,
    };
    let groups = groups();
    let all: usize = groups.iter().map(Vec::len).sum();
    let mut filled: Vec<Vec<Row>> = vec![Vec::new()];
    let mut before = 0;
    for group in groups {
        // A group stands where most of it would if the columns were filled without regard to groups.
        let wanted = (before + group.len() / 2) * abreast / all.max(1);
        before += group.len();
        if wanted >= filled.len() {
            filled.push(Vec::new());
        }
        if let Some(column) = filled.last_mut() {
            column.extend(group);
        }
    }
    filled
}

/// Each group with its heading: what can be done on the screen by subject, then the other places where keys mean something.
fn groups() -> Vec<Vec<Row>> {
    let keys = |bindings: Vec<&'static Binding>| bindings.into_iter().map(Row::Key);
    let main = Group::ALL.into_iter().map(|group| {
        let of_group = Context::Main.bindings().filter(|binding| Group::of(binding.intent) == group);
        (group.heading(), of_group.collect::<Vec<_>>())
    });
    let others =
        Context::ALL.into_iter().map(|(context, heading)| (heading, context.bindings().collect::<Vec<_>>()));
    let with_heading =
        |(heading, bindings)| std::iter::once(Row::Heading(heading)).chain(keys(bindings)).collect();
    main.chain(others).map(with_heading).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keymap::KEYMAP;

    #[test]
    fn every_key_stands_once_however_many_columns_there_are() {
        for columns in [80, 120, 200] {
            let rows: Vec<Row> = super::columns(columns).into_iter().flatten().collect();
            let keys = rows.iter().filter(|row| matches!(row, Row::Key(_))).count();
            assert_eq!(keys, KEYMAP.len(), "{columns}");
        }
    }

    #[test]
    fn columns_are_about_equally_long() {
        let lengths: Vec<usize> = columns(200).iter().map(Vec::len).collect();
        assert_eq!(lengths.len(), 3);
        let (least, most) = (lengths.iter().min().unwrap(), lengths.iter().max().unwrap());
        assert!(most - least <= 20, "{lengths:?}");
        assert_eq!(columns(120).len(), 2);
    }
}
