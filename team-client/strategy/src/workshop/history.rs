//! Undo and redo of the draft.

use super::site::PieceLayout;

/// Maximum number of undo steps.
const MAX_UNDO_STEPS: usize = 500;

#[derive(Clone, Debug, Default)]
pub(super) struct LayoutHistory {
    before: Vec<PieceLayout>,
    after: Vec<PieceLayout>,
}

impl LayoutHistory {
    pub(super) fn keep(&mut self, layout: &PieceLayout) {
        if self.before.len() >= MAX_UNDO_STEPS {
            self.before.remove(0);
        }
        self.before.push(layout.clone());
        self.after.clear();
    }

    pub(super) fn undo(&mut self, layout: &mut PieceLayout) -> bool {
        let Some(before) = self.before.pop() else { return false };
        self.after.push(std::mem::replace(layout, before));
        true
    }

    pub(super) fn redo(&mut self, layout: &mut PieceLayout) -> bool {
        let Some(after) = self.after.pop() else { return false };
        self.before.push(std::mem::replace(layout, after));
        true
    }
}
