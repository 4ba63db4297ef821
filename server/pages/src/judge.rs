//! The page of a judge at the walls: hand-out of stones, counts, paper lists, questions.
//!
//! It follows one game with the visitor's token, paints it as JSON, and makes the calls for the page's acts. A
//! paper list is in no state: it goes from the request of the page to the contest server.

mod act;
mod assets;
mod counts;
mod device;
mod picture;
mod view;

use std::fmt;
use std::sync::Arc;

use ishigaki_client::{Address, Token, connect};
use ishigaki_page::Hub;
use tokio::task::JoinHandle;

pub(crate) use act::PageAct;
pub(crate) use assets::{own_assets, page_assets};
pub(crate) use counts::Counts;
use device::JudgeDevice;

use crate::act_error::ActError;
use crate::desk::DeskEnd;
use crate::followed;
use crate::session::SessionHash;

/// A running page of one device.
pub(crate) struct JudgeDesk {
    pub(crate) hub: Hub,
    device: Arc<JudgeDevice>,
    task: JoinHandle<()>,
}

impl JudgeDesk {
    /// Starts following the contest; `ended` is called when it has ended by itself.
    pub(crate) fn start(
        address: &Address,
        token: &Token,
        device: SessionHash,
        counts: Arc<Counts>,
        ended: impl FnOnce(DeskEnd) + Send + 'static,
    ) -> Self {
        let hub = Hub::new();
        let device = Arc::new(JudgeDevice::new(connect(address, token), device, counts));
        let (of_task, hub_of_task) = (Arc::clone(&device), hub.clone());
        let task = tokio::spawn(async move { ended(followed::run(&*of_task, &hub_of_task).await) });
        Self { hub, device, task }
    }

    pub(crate) fn is_running(&self) -> bool {
        !self.task.is_finished()
    }

    /// Returns the future that carries out an act. It needs no lock of the pages.
    pub(crate) fn perform(&self, act: PageAct) -> impl Future<Output = Result<(), ActError>> + Send + use<> {
        let device = Arc::clone(&self.device);
        async move { device.perform(act).await }
    }
}

impl Drop for JudgeDesk {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl fmt::Debug for JudgeDesk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JudgeDesk")
    }
}
