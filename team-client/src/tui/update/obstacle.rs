//! Obstacles to a call to the server.

use crate::tui::notice::Notice;
use crate::tui::state::State;

pub(super) fn obstacle(state: &State, is_open: bool, is_on_its_way: bool) -> Option<Notice> {
    if !is_open {
        Some(Notice::NotNow)
    } else if !state.is_online() {
        Some(Notice::Offline)
    } else if is_on_its_way {
        Some(Notice::OnItsWay)
    } else {
        None
    }
}

pub(super) fn check_call(state: &mut State, is_open: bool, is_on_its_way: bool) -> bool {
    state.notice = obstacle(state, is_open, is_on_its_way);
    state.notice.is_none()
}
