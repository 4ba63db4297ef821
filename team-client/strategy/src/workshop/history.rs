//! The history of the draft: undo and redo.

use super::site::PieceLayout;

/// The most steps that can be undone.
const MOST: usize = 500;

/// Layouts before and after the one that stands.
#[derive(Clone, Debug, Default)]
pub(super) struct LayoutHistory {
    before: Vec<PieceLayout>,
    after: Vec<PieceLayout>,
}

impl LayoutHistory {
    /// Keeps a layout that is about to change.
    pub(super) fn keep(&mut self, layout: &PieceLayout) {
        if self.before.len() >= MOST {
            self.before.remove(0);
        }
        self.before.push(layout.clone());
        self.after.clear();
    }

    /// Puts the layout before in the place of `layout`; whether there is one.
    pub(super) fn undo(&mut self, layout: &mut PieceLayout) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.after.push(std::mem::replace(layout, before));
        true
    }

    /// Puts the layout after in the place of `layout`; whether there is one.
    pub(super) fn redo(&mut self, layout: &mut PieceLayout) -> bool {
        let Some(after) = self.after.pop() else { return false };
        self.before.push(std::mem::replace(layout, after));
        true
    }
}
