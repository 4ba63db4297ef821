//! The judge's acts as calls of the judge's service.

use ishigaki_client::{Link, judge};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, GameTime, Setup};
use tonic::Status;

use ishigaki_audit::{Acknowledgement, Outcome};

pub(super) async fn send(link: &Link, game: &str, setup: &Setup, act: &Act) -> Outcome {
    outcome(judge(link, game, setup, act).await.map(|clock| Acknowledgement {
        answered_at: clock.map(|clock| GameTime(clock.now_ms)),
        ..Acknowledgement::default()
    }))
}

pub(super) fn outcome(ended: Result<Acknowledgement, Status>) -> Outcome {
    match ended {
        Ok(answer) => Outcome::Acknowledged(answer),
        Err(status) => match Fault::from_status(&status) {
            // After a journal failure, decided events may or may not be durable.
            Some(fault) if !fault.is_standstill() && fault.reason != ErrorReason::TimedOut => {
                Outcome::Refused
            }
            _ => Outcome::Unknown,
        },
    }
}
