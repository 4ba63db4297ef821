//! Generates the bare service that the load tool measures the server against: it has no schema file, because it is
//! no part of what the server offers.

use tonic_build::manual::{Builder, Method, Service};

fn main() {
    let method = |name: &str, route: &str| {
        Method::builder()
            .name(name)
            .route_name(route)
            .input_type("super::Parcel")
            .output_type("super::Parcel")
            .codec_path("tonic_prost::ProstCodec")
    };
    let service = Service::builder()
        .name("Bare")
        .package("bare")
        .method(method("echo", "Echo").build())
        .method(method("publish", "Publish").build())
        .method(method("subscribe", "Subscribe").server_streaming().build())
        .build();
    Builder::new().build_transport(false).compile(&[service]);
}
