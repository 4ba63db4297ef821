//! Keymap of a screen. The help and the hints are made from it.

use crate::terminal::Key;

/// Binding of keys to an intent in a context.
#[derive(Clone, Copy, Debug)]
pub struct Binding<C, I> {
    pub context: C,
    /// At least one. The help shows all of them, hints the first.
    pub keys: &'static [Key],
    pub intent: I,
    pub label: &'static str,
    is_everywhere: bool,
}

/// Binds keys in one context.
pub const fn bind<C, I>(context: C, keys: &'static [Key], intent: I, label: &'static str) -> Binding<C, I>
where
    C: Copy,
    I: Copy,
{
    Binding { context, keys, intent, label, is_everywhere: false }
}

impl<C: Copy, I: Copy> Binding<C, I> {
    /// Makes the binding valid in every context.
    #[must_use]
    pub const fn everywhere(self) -> Self {
        Self { is_everywhere: true, ..self }
    }

    /// Returns the name of its first key, for a hint.
    pub fn key(&self) -> String {
        self.keys.first().map(ToString::to_string).unwrap_or_default()
    }

    /// Returns the names of all its keys, for the help.
    pub fn names(&self) -> String {
        self.keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
}

/// Keymap of a screen. A screen without questions has one context, `()`.
#[derive(Debug)]
pub struct Keymap<C: 'static, I: 'static>(pub &'static [Binding<C, I>]);

impl<C: Copy + Eq, I: Copy + Eq> Keymap<C, I> {
    /// Returns its bindings in the order of the help.
    pub fn iter(&self) -> std::slice::Iter<'static, Binding<C, I>> {
        self.0.iter()
    }

    /// Returns the intent of a key in a context, half or full width; the first match wins.
    pub fn intent(&self, context: C, key: Key) -> Option<I> {
        let key = key.narrow();
        let here = |binding: &&Binding<C, I>| {
            (binding.context == context || binding.is_everywhere) && binding.keys.contains(&key)
        };
        self.iter().find(here).map(|binding| binding.intent)
    }

    /// Returns the bindings of a context.
    pub fn at(&self, context: C) -> impl Iterator<Item = &'static Binding<C, I>> + use<C, I> {
        self.iter().filter(move |binding| binding.context == context)
    }

    /// Returns the first binding of an intent in a context.
    pub fn binding(&self, context: C, intent: I) -> Option<&'static Binding<C, I>> {
        self.at(context).find(|binding| binding.intent == intent)
    }

    /// Returns the first key with two bindings in one context; `None` in a valid keymap.
    pub fn clash(&self) -> Option<Key> {
        let lines = || self.iter().enumerate();
        lines().find_map(|(at, one)| {
            let others = lines().filter(|(place, other)| *place > at && other.context == one.context);
            let mut keys = others.flat_map(|(_, other)| other.keys);
            keys.find(|key| one.keys.contains(key)).copied()
        })
    }
}

impl<C: Copy + Eq, I: Copy + Eq> IntoIterator for &Keymap<C, I> {
    type Item = &'static Binding<C, I>;
    type IntoIter = std::slice::Iter<'static, Binding<C, I>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: Keymap<u8, char> = Keymap(&[
        bind(1, &[Key::Enter, Key::Char('x')], 'a', "a"),
        bind(2, &[Key::Enter], 'b', "b"),
        bind(1, &[Key::Ctrl('c')], 'q', "q").everywhere(),
    ]);

    #[test]
    fn key_is_bound_per_context_or_everywhere() {
        assert_eq!([1, 2, 3].map(|context| MAP.intent(context, Key::Enter)), [Some('a'), Some('b'), None]);
        assert_eq!([1, 2, 3].map(|context| MAP.intent(context, Key::Ctrl('c'))), [Some('q'); 3]);
        assert_eq!(MAP.at(1).map(Binding::names).collect::<Vec<_>>(), ["Enter x", "Ctrl-C"]);
        assert_eq!(MAP.binding(2, 'b').map(Binding::key).as_deref(), Some("Enter"));
        assert!(MAP.binding(2, 'a').is_none());
        assert_eq!(MAP.intent(1, Key::Char('ｘ')), Some('a'));
    }

    #[test]
    fn key_bound_twice_in_one_context_is_clash() {
        const TWICE: Keymap<u8, char> =
            Keymap(&[bind(1, &[Key::Enter], 'a', "a"), bind(1, &[Key::Esc, Key::Enter], 'b', "b")]);
        assert_eq!((MAP.clash(), TWICE.clash()), (None, Some(Key::Enter)));
    }
}
