//! The details of a status, as a client gets them from a server it should not have to trust.

use ishigaki_proto::fault::{Fault, code};
use tonic::{Code, Status};

use crate::speech::{tell_fault, tongues};

/// Bytes as the details of a gRPC status: read as a fault, put into words, sent on.
pub fn refusal(bytes: &[u8]) -> bool {
    let status = Status::with_details(Code::InvalidArgument, "", bytes.to_vec().into());
    let Some(fault) = Fault::from_status(&status) else { return false };
    travels(&fault);
    true
}

/// Puts a fault into words and holds that it travels: what arrives is what was sent, but for what is cut off
/// of very long ones, and cutting again cuts nothing more.
pub(crate) fn travels(fault: &Fault) {
    tell_fault(fault);
    let [english, _] = tongues();
    let send = |fault: &Fault| {
        let status = fault.to_status(english.fault(fault));
        assert_eq!(status.code(), code(fault.reason));
        Fault::from_status(&status).expect("our own status is read")
    };
    let arrived = send(fault);
    assert_eq!((arrived.reason, &arrived.rule), (fault.reason, &fault.rule));
    assert!(arrived.violations.len() <= fault.violations.len());
    assert!(send(&arrived) == arrived, "a fault that has travelled changes when it travels on");
}
