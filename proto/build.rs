//! Turns the schema into Rust: protox reads the .proto files, so no protoc has to be installed.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use prost::Message as _;

/// Messages whose debug output would show what is sealed (`A4`); `src/sealed.rs` writes theirs by hand.
const SILENT: [&str; 15] = [
    ".ishigaki.v1.Bid",
    ".ishigaki.v1.Raise",
    ".ishigaki.v1.SealedBids",
    ".ishigaki.v1.SealedRaises",
    ".ishigaki.v1.SealReceipt",
    ".ishigaki.team.v1.SubmitBidsRequest",
    ".ishigaki.team.v1.SubmitBidsResponse",
    ".ishigaki.team.v1.SubmitRebidRequest",
    ".ishigaki.team.v1.SubmitRebidResponse",
    ".ishigaki.organiser.v1.EnterBidsRequest",
    ".ishigaki.organiser.v1.EnterRebidRequest",
    ".ishigaki.journal.v1.Seal",
    ".ishigaki.journal.v1.Opening",
    ".ishigaki.standby.v1.Records",
    ".ishigaki.standby.v1.Tokens",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=ishigaki");
    let mut files = Vec::new();
    find_schema(Path::new("ishigaki"), &mut files)?;
    files.sort();
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut schema = protox::compile(&files, ["."])?;
    // With comments, for the schema's own tests.
    fs::write(out.join("schema.bin"), schema.encode_to_vec())?;
    tonic_prost_build::configure()
        .build_server(false)
        .build_transport(false)
        .skip_debug(SILENT)
        .skip_debug([".ishigaki.v1.Violation"])
        .btree_map(".")
        .include_file("schema.rs")
        .compile_fds(schema.clone())?;
    build_servers(&out.join("servers"), schema.clone())?;
    for file in &mut schema.file {
        file.source_code_info = None;
    }
    fs::write(out.join("descriptors.bin"), schema.encode_to_vec())?;
    Ok(())
}

/// The server's side of the services: on the same messages, but for those that are encoded once and shared
/// (`src/shared.rs`).
fn build_servers(out: &Path, schema: prost_types::FileDescriptorSet) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(out)?;
    let mut builder = tonic_prost_build::configure()
        .build_client(false)
        .build_transport(false)
        .extern_path(".ishigaki.v1", "crate::wire")
        .out_dir(out)
        .include_file("servers.rs");
    for audience in ["team", "judge", "board", "organiser"] {
        builder = builder.extern_path(format!(".ishigaki.{audience}.v1"), format!("crate::{audience}"));
        for shared in ["WatchGameResponse", "ReadRecordResponse", "ListRoundsResponse"] {
            let shape = format!("crate::shared::{shared}");
            builder = builder.extern_path(format!(".ishigaki.{audience}.v1.{shared}"), shape);
        }
    }
    builder
        .extern_path(".ishigaki.standby.v1", "crate::standby")
        .extern_path(".ishigaki.journal.v1", "crate::journal")
        .compile_fds(schema)?;
    Ok(())
}

fn find_schema(dir: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            find_schema(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    Ok(())
}
