//! Reflection: the schema for clients that don't have it.

use std::collections::BTreeSet;

use prost::Message as _;
use prost_types::FileDescriptorProto;
use tokio_stream::StreamExt as _;
use tonic::transport::Endpoint;
use tonic_reflection::pb::v1::ServerReflectionRequest;
use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;

use super::fixture::ServiceFixture;

#[tokio::test]
async fn everything_that_refusals_carry_can_be_looked_up() {
    let fixture = ServiceFixture::open().await;
    let channel = Endpoint::new(fixture.server.address()).unwrap().connect().await.unwrap();
    let mut client = ServerReflectionClient::new(channel);
    let symbols = [
        "google.rpc.Status",
        "google.rpc.ErrorInfo",
        "google.rpc.BadRequest",
        "google.rpc.RetryInfo",
        "google.protobuf.Any",
        "google.protobuf.Duration",
        "ishigaki.v1.Violations",
        "ishigaki.v1.ErrorReason",
    ];
    let requests = symbols.map(|symbol| ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::FileContainingSymbol(symbol.into())),
    });
    let answers = client.server_reflection_info(tokio_stream::iter(requests)).await.unwrap().into_inner();
    let mut found = BTreeSet::new();
    let mut answers = answers.map(|answer| answer.unwrap().message_response.unwrap());
    while let Some(answer) = answers.next().await {
        let MessageResponse::FileDescriptorResponse(files) = answer else { panic!("{answer:?}") };
        for file in files.file_descriptor_proto {
            let file = FileDescriptorProto::decode(file.as_slice()).unwrap();
            let package = file.package().to_owned();
            let messages = file.message_type.iter().map(prost_types::DescriptorProto::name);
            let enums = file.enum_type.iter().map(prost_types::EnumDescriptorProto::name);
            found.extend(messages.chain(enums).map(|name| format!("{package}.{name}")));
        }
    }
    for symbol in symbols {
        assert!(found.contains(symbol), "{symbol} is not known");
    }
}
