//! Process groups of bots: each bot's process leads one, and its children are in it, unless they start a
//! session.
//!
//! A group is signalled only before its leader is reaped, because its number may be reused afterwards. All
//! groups are registered here, so that a stopped program leaves none running.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, PoisonError};

#[cfg(unix)]
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

struct ProcessGroups {
    #[cfg(unix)]
    leaders: Vec<Pid>,
    are_over: bool,
}

static GROUPS: Mutex<ProcessGroups> = Mutex::new(ProcessGroups {
    #[cfg(unix)]
    leaders: Vec::new(),
    are_over: false,
});

pub(super) fn spawn(program: &mut Command) -> io::Result<Child> {
    // Held until the leader is known, so that no process starts unregistered while all are ended.
    let mut groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
    if groups.are_over {
        return Err(io::ErrorKind::Interrupted.into());
    }
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(program, 0);
    let child = program.spawn()?;
    #[cfg(unix)]
    groups.leaders.push(Pid::from_child(&child));
    Ok(child)
}

pub(super) fn kill(leader: &mut Child) {
    #[cfg(unix)]
    {
        let _ = kill_process_group(Pid::from_child(leader), Signal::KILL);
    }
    let _ = leader.kill();
}

#[cfg(unix)]
pub(super) fn poll_ended(leader: &mut Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    // A process that can't be waited for is skipped.
    waitid(WaitId::Pid(Pid::from_child(leader)), options).map_or(true, |ended| ended.is_some())
}

/// As on Unix, without groups; a process keeps its number while its handle is open.
#[cfg(not(unix))]
pub(super) fn poll_ended(leader: &mut Child) -> bool {
    leader.try_wait().map_or(true, |ended| ended.is_some())
}

/// Reaps an ended or killed leader, and returns how it ended. Its group number is free from now on.
pub(super) fn reap(leader: &mut Child) -> io::Result<std::process::ExitStatus> {
    #[cfg(unix)]
    {
        // Before it is reaped, because its number may be reused afterwards.
        let own = Pid::from_child(leader);
        let mut groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
        groups.leaders.retain(|known| *known != own);
    }
    leader.wait()
}

/// Prevents new bot processes and, on Unix, kills the running ones with the children in their groups. For a
/// program that is stopped from outside.
pub fn end_all_processes() {
    let mut groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
    groups.are_over = true;
    #[cfg(unix)]
    for leader in &groups.leaders {
        let _ = kill_process_group(*leader, Signal::KILL);
    }
}

/// Ends all bots' processes when this program is interrupted, terminated, or loses its terminal, and calls
/// `then`, which must end the program. Runs in its own thread, because waiting for a bot's answer blocks.
///
/// # Errors
/// If signal handlers can't be installed; signals then end the program directly.
pub fn end_processes_when_stopped(then: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    #[cfg(unix)]
    let stopped = {
        use tokio::signal::unix::{SignalKind, signal};
        let _entered = runtime.enter();
        let [mut interrupt, mut terminate, mut hang_up] = [
            signal(SignalKind::interrupt())?,
            signal(SignalKind::terminate())?,
            signal(SignalKind::hangup())?,
        ];
        async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hang_up.recv() => {}
            }
        }
    };
    #[cfg(not(unix))]
    let stopped = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    std::thread::Builder::new().name("stop".to_owned()).spawn(move || {
        runtime.block_on(stopped);
        end_all_processes();
        then();
    })?;
    Ok(())
}
