//! The page of an event's staff: reception, result slips, rulings, and the organiser's next step.
//!
//! It follows one event with the visitor's token, paints it as JSON, and makes the calls for the page's acts. All
//! rules are the event's; only the checks between two persons of the staff are the page server's ([`StaffNotes`]).

mod act;
mod assets;
mod device;
mod notes;
mod picture;
mod printing;
mod roster;
mod view;

use std::fmt;
use std::sync::Arc;

use ishigaki_client::{Address, Token, connect};
use ishigaki_page::Hub;
use tokio::task::JoinHandle;

pub(crate) use act::{Answer, PageAct};
pub(crate) use assets::{VIEWS, own_assets, page_assets};
pub(crate) use device::StaffDevice;
pub(crate) use notes::StaffNotes;
pub(crate) use printing::PrintQuery;
pub(crate) use roster::RosterQuery;

use crate::desk::DeskEnd;
use crate::followed;
use crate::session::SessionHash;

/// A running page of one device.
pub(crate) struct StaffDesk {
    pub(crate) hub: Hub,
    pub(crate) device: Arc<StaffDevice>,
    task: JoinHandle<()>,
}

impl StaffDesk {
    /// Starts following the contest's events; `ended` is called when it has ended by itself.
    pub(crate) fn start(
        address: &Address,
        token: &Token,
        device: SessionHash,
        notes: Arc<StaffNotes>,
        ended: impl FnOnce(DeskEnd) + Send + 'static,
    ) -> Self {
        let hub = Hub::new();
        let device = Arc::new(StaffDevice::new(connect(address, token), device, notes));
        let (of_task, hub_of_task) = (Arc::clone(&device), hub.clone());
        let task = tokio::spawn(async move { ended(followed::run(&*of_task, &hub_of_task).await) });
        Self { hub, device, task }
    }

    pub(crate) fn is_running(&self) -> bool {
        !self.task.is_finished()
    }
}

impl Drop for StaffDesk {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl fmt::Debug for StaffDesk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StaffDesk")
    }
}
