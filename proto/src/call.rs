//! Unary calls without their types: the code of a call through HTTP/2 is compiled once, for bytes, instead of once
//! per method. The generated code of both sides uses this (`proto/schema`). The wire format is the same.

use std::fmt;
use std::future::ready;
use std::pin::Pin;

use prost::Message;
use prost::bytes::Bytes;
use tonic::client::{Grpc, GrpcService};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::codegen::{Body, StdError};
use tonic::server::UnaryService;
use tonic::{Request, Response, Status};

use crate::codec::{BytesCodec, decoded, encoded};

pub(crate) async fn unary<T, Q, A>(
    grpc: &mut Grpc<T>,
    request: Request<Q>,
    path: PathAndQuery,
) -> Result<Response<A>, Status>
where
    T: GrpcService<tonic::body::Body>,
    T::ResponseBody: Body + Send + 'static,
    <T::ResponseBody as Body>::Error: Into<StdError>,
    Q: Message,
    A: Message + Default,
{
    let request = request.map(|message| encoded(&message));
    let not_ready = |error: T::Error| Status::unknown(format!("Service was not ready: {}", error.into()));
    grpc.ready().await.map_err(not_ready)?;
    let response = grpc.unary(request, path, BytesCodec).await?;
    let (metadata, bytes, extensions) = response.into_parts();
    Ok(Response::from_parts(metadata, decoded(bytes)?, extensions))
}

type PendingResponse = Pin<Box<dyn Future<Output = Result<Response<Bytes>, Status>> + Send>>;

/// A method of a service: bytes in, bytes out.
pub(crate) struct BytesMethod(Box<dyn FnMut(Request<Bytes>) -> PendingResponse + Send>);

impl BytesMethod {
    pub(crate) fn of<S, Q>(mut method: S) -> Self
    where
        S: UnaryService<Q, Response: Message, Future: Send + 'static> + Send + 'static,
        Q: Message + Default,
    {
        Self(Box::new(move |request| {
            let (metadata, extensions, bytes) = request.into_parts();
            let message = match decoded(bytes) {
                Ok(message) => message,
                Err(status) => return Box::pin(ready(Err(status))),
            };
            let answer = method.call(Request::from_parts(metadata, extensions, message));
            Box::pin(async move { Ok(answer.await?.map(|message| encoded(&message))) })
        }))
    }
}

impl fmt::Debug for BytesMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BytesMethod").finish_non_exhaustive()
    }
}

impl UnaryService<Bytes> for BytesMethod {
    type Response = Bytes;
    type Future = PendingResponse;

    fn call(&mut self, request: Request<Bytes>) -> PendingResponse {
        (self.0)(request)
    }
}

#[cfg(test)]
mod tests {
    use std::future::Ready;
    use std::task::{Context, Poll, Waker};

    use tonic::Code;

    use super::*;
    use crate::wire;

    /// Answers with the request.
    struct Echo;

    impl UnaryService<wire::Clock> for Echo {
        type Response = wire::Clock;
        type Future = Ready<Result<Response<wire::Clock>, Status>>;

        fn call(&mut self, request: Request<wire::Clock>) -> Self::Future {
            ready(Ok(Response::new(request.into_inner())))
        }
    }

    fn answer(bytes: Vec<u8>) -> Result<Bytes, Status> {
        let mut answer = BytesMethod::of(Echo).call(Request::new(bytes.into()));
        match answer.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(answer) => answer.map(Response::into_inner),
            Poll::Pending => panic!("nothing is waited for"),
        }
    }

    #[test]
    fn method_round_trips_wire_message() {
        let clock = wire::Clock { now_ms: 300, ..wire::Clock::default() };
        assert_eq!(answer(clock.encode_to_vec()).unwrap(), clock.encode_to_vec());
    }

    #[test]
    fn malformed_message_is_rejected_with_decode_error() {
        let refused = answer(vec![0xff]).unwrap_err();
        assert_eq!(refused.code(), Code::Internal);
        assert!(refused.message().contains("failed to decode Protobuf message"), "{refused}");
    }
}
