//! Calls as bytes: the answer is kept unchanged, with headers, trailers and status.

use std::collections::BTreeMap;

use prost::Message;
use prost::bytes::{Buf as _, BufMut as _};
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::http::uri::PathAndQuery;
use tonic::metadata::{KeyAndValueRef, MetadataMap};
use tonic::transport::{Channel, Endpoint};
use tonic::{Request, Response, Status, Streaming};
use tonic_types::pb;

/// The machine's time of day, which every server of HTTP adds: the one header that is not compared.
const DATE: &str = "date";

#[derive(Clone, Copy, Debug, Default)]
struct Bytes;

impl Codec for Bytes {
    type Encode = Vec<u8>;
    type Decode = Vec<u8>;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for Bytes {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, message: Vec<u8>, out: &mut EncodeBuf<'_>) -> Result<(), Status> {
        out.put_slice(&message);
        Ok(())
    }
}

impl Decoder for Bytes {
    type Item = Vec<u8>;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<Vec<u8>>, Status> {
        let mut message = vec![0; from.remaining()];
        from.copy_to_slice(&mut message);
        Ok(Some(message))
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Caller {
    channel: Channel,
    bearer: Option<String>,
}

impl Caller {
    pub(crate) fn new(address: &str, bearer: Option<String>) -> Self {
        Self { channel: Endpoint::from_shared(address.to_owned()).unwrap().connect_lazy(), bearer }
    }

    pub(crate) async fn ask(&self, method: &str, request: Vec<u8>) -> Result<Response<Vec<u8>>, Status> {
        let mut client = tonic::client::Grpc::new(self.channel.clone());
        client.ready().await.unwrap();
        client.unary(self.request(request), path(method), Bytes).await
    }

    pub(crate) async fn watch(
        &self,
        method: &str,
        request: Vec<u8>,
    ) -> Result<Response<Streaming<Vec<u8>>>, Status> {
        let mut client = tonic::client::Grpc::new(self.channel.clone());
        client.ready().await.unwrap();
        client.server_streaming(self.request(request), path(method), Bytes).await
    }

    pub(crate) async fn granted<A: Message + Default>(&self, method: &str, request: &impl Message) -> A {
        let answer = self.ask(method, request.encode_to_vec()).await.unwrap();
        A::decode(&answer.into_inner()[..]).unwrap()
    }

    fn request(&self, message: Vec<u8>) -> Request<Vec<u8>> {
        let mut request = Request::new(message);
        if let Some(bearer) = &self.bearer {
            request.metadata_mut().insert("authorization", bearer.parse().unwrap());
        }
        request
    }
}

fn path(method: &str) -> PathAndQuery {
    format!("/{method}").parse().unwrap()
}

pub(crate) fn answer_bytes(answer: &Result<Response<Vec<u8>>, Status>) -> Vec<u8> {
    match answer {
        Ok(response) => {
            let mut text = header_bytes(response.metadata());
            text.extend(format!("{} bytes\n", response.get_ref().len()).bytes());
            text.extend(response.get_ref());
            text
        }
        Err(status) => refusal_bytes(status),
    }
}

/// A refusal as bytes to compare. The figures among its details come in no order; they are put into one.
pub(crate) fn refusal_bytes(status: &Status) -> Vec<u8> {
    let mut text = header_bytes(status.metadata());
    let length = status.details().len();
    text.extend(format!("{:?} {}\n{length} bytes of details\n", status.code(), status.message()).bytes());
    for detail in pb::Status::decode(status.details()).unwrap().details {
        text.extend(detail.type_url.bytes());
        if detail.type_url.ends_with("google.rpc.ErrorInfo") {
            let pb::ErrorInfo { reason, domain, metadata } =
                pb::ErrorInfo::decode(&detail.value[..]).unwrap();
            let figures: BTreeMap<String, String> = metadata.into_iter().collect();
            text.extend(format!(" {reason} {domain} {figures:?}\n").bytes());
        } else {
            text.extend(detail.value);
        }
    }
    text
}

pub(crate) fn header_bytes(metadata: &MetadataMap) -> Vec<u8> {
    let mut lines: Vec<String> = metadata
        .iter()
        .map(|header| match header {
            KeyAndValueRef::Ascii(name, value) => format!("{name}: {value:?}\n"),
            KeyAndValueRef::Binary(name, value) => format!("{name}: {value:?}\n"),
        })
        .filter(|line| !line.starts_with(DATE))
        .collect();
    lines.sort();
    lines.concat().into_bytes()
}
