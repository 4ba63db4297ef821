//! The bare service that the load tool measures the server against: its checked-in Rust is what tonic makes today.
//!
//! It has no schema file, because it is no part of what the server offers. `ISHIGAKI_UPDATE_SCHEMA=1 cargo test -p
//! rehearsal --test bare` writes it anew.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;

use tonic_build::manual::{Builder, Method, Service};

const STANDING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/load/bare/service.rs");

fn generate(folder: &Path) -> String {
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
    Builder::new().build_transport(false).out_dir(folder).compile(&[service]);
    fs::read_to_string(folder.join("bare.Bare.rs")).unwrap()
}

#[test]
fn the_checked_in_bare_service_is_what_tonic_makes_today() {
    let fresh = tempfile::tempdir().unwrap();
    let made = generate(fresh.path());
    if std::env::var_os("ISHIGAKI_UPDATE_SCHEMA").is_some() {
        fs::write(STANDING, &made).unwrap();
    }
    let standing = fs::read_to_string(STANDING).unwrap();
    assert!(standing == made, "{STANDING} differs; see the head of scenarios/rehearsal/tests/bare.rs");
}
