//! The process groups of bots: each bot's process leads one, and what it starts is in it, unless that makes a session of its own.
//!
//! A group is signalled only while its leader has not been reaped: until then nobody else gets its number. All groups that
//! there are are known here, so that a program that is stopped from outside leaves none behind.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, PoisonError};

#[cfg(unix)]
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// The groups whose leaders have not been reaped.
struct ProcessGroups {
    #[cfg(unix)]
    leaders: Vec<Pid>,
    /// Whether all are ended, and none is to begin.
    are_over: bool,
}

static GROUPS: Mutex<ProcessGroups> = Mutex::new(ProcessGroups {
    #[cfg(unix)]
    leaders: Vec::new(),
    are_over: false,
});

/// Starts a process that leads a group of its own. Fails as the system does, and once all groups were ended.
pub(super) fn spawn(program: &mut Command) -> io::Result<Child> {
    // Held until the leader is known, so that none begins unseen while all are ended.
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

/// Kills a leader that has not been reaped, and its group.
pub(super) fn kill(leader: &mut Child) {
    #[cfg(unix)]
    {
        let _ = kill_process_group(Pid::from_child(leader), Signal::KILL);
    }
    let _ = leader.kill();
}

/// Checks whether a leader has ended by itself, without reaping it.
#[cfg(unix)]
pub(super) fn poll_ended(leader: &mut Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    // One that nobody can wait for is not waited for.
    waitid(WaitId::Pid(Pid::from_child(leader)), options).map_or(true, |ended| ended.is_some())
}

/// As on Unix, where there are no groups, and a process keeps its number for as long as it is held.
#[cfg(not(unix))]
pub(super) fn poll_ended(leader: &mut Child) -> bool {
    leader.try_wait().map_or(true, |ended| ended.is_some())
}

/// Reaps a leader that has ended or was killed; says how it ended. Its group is nobody's from now on.
pub(super) fn reap(leader: &mut Child) -> io::Result<std::process::ExitStatus> {
    #[cfg(unix)]
    {
        // Before it is reaped: then its number may soon be another's.
        let own = Pid::from_child(leader);
        let mut groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
        groups.leaders.retain(|known| *known != own);
    }
    leader.wait()
}

/// Lets no bot's process be started any more, and on Unix kills those that there are and all that they have started and that is
/// still in their groups. For a program that is stopped from outside.
pub fn end_all_processes() {
    let mut groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
    groups.are_over = true;
    #[cfg(unix)]
    for leader in &groups.leaders {
        let _ = kill_process_group(*leader, Signal::KILL);
    }
}

/// Ends all bots' processes when this program is interrupted, told to terminate or its terminal is gone, and calls `then`, which is to
/// end the program. In a thread of its own: whoever waits for a bot's answer notices no signal.
///
/// # Errors
/// If signals cannot be had; then they end the program by themselves.
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
