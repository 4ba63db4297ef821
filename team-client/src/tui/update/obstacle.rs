//! The obstacles to a call to the server.

use crate::tui::notice::Notice;
use crate::tui::state::State;

/// Returns whether a call can be made, for which the game is open, and while none like it is on its way; why not, the
/// notice says.
pub(super) fn may_call(state: &mut State, is_open: bool, is_on_its_way: bool) -> bool {
    let obstacle = if !is_open {
        Some(Notice::NotNow)
    } else if !state.is_online() {
        Some(Notice::Offline)
    } else if is_on_its_way {
        Some(Notice::OnItsWay)
    } else {
        None
    };
    let may = obstacle.is_none();
    state.notice = obstacle;
    may
}
