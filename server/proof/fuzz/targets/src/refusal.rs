//! The details of a status, as a client gets them from a server it should not have to trust.

use ishigaki_proto::fault::{Fault, code};
use tonic::{Code, Status};

use crate::printed_text::{check_fault, languages};

/// Bytes as the details of a gRPC status: read as a fault, put into words, sent on.
pub fn refusal(bytes: &[u8]) -> bool {
    let status = Status::with_details(Code::InvalidArgument, "", bytes.to_vec().into());
    let Some(fault) = Fault::from_status(&status) else { return false };
    travels(&fault);
    true
}

pub(crate) fn travels(fault: &Fault) {
    check_fault(fault);
    let [english, _] = languages();
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
