//! The schema's reader and Rust generator.
//!
//! protox reads the .proto files, so protoc isn't needed. The generated code is checked in, in
//! `proto/src/generated`, so that builds don't need protox and schema changes show their effects. This crate
//! doesn't depend on `ishigaki-proto`, so it builds even if that doesn't.

use std::path::{Path, PathBuf};
use std::{fs, io};

use prost::Message as _;
use prost_build::{Service, ServiceGenerator};
use prost_types::FileDescriptorSet;

/// The folder of the checked-in files, as [`generate`] writes them.
pub const GENERATED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/generated");

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Messages without generated debug output, because it would show sealed contents (`A4`).
/// `proto/src/redacted_debug.rs` has the replacements.
const SILENT: [&str; 16] = [
    ".ishigaki.v1.Bid",
    ".ishigaki.v1.Raise",
    ".ishigaki.v1.SealedBids",
    ".ishigaki.v1.SealedRaises",
    ".ishigaki.v1.SealReceipt",
    ".ishigaki.team.v1.SubmitBidsRequest",
    ".ishigaki.team.v1.SubmitBidsResponse",
    ".ishigaki.team.v1.SubmitRebidRequest",
    ".ishigaki.team.v1.SubmitRebidResponse",
    ".ishigaki.team.v1.SealRefusal",
    ".ishigaki.organiser.v1.EnterBidsRequest",
    ".ishigaki.organiser.v1.EnterRebidRequest",
    ".ishigaki.journal.v1.Seal",
    ".ishigaki.journal.v1.Opening",
    ".ishigaki.standby.v1.Records",
    ".ishigaki.standby.v1.Tokens",
];

/// Requests that pages make as JSON, and their parts: everything with fields in these files of the schema.
const JSON: [&str; 2] = ["ishigaki/event/v1/acts.proto", "ishigaki/event/v1/nouns.proto"];

/// Error of reading the schema or of writing its Rust.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the schema is wrong")]
    Schema(#[from] protox::Error),
    /// A file or folder could not be read or written.
    #[error("a file of the schema cannot be read or written")]
    Io(#[from] io::Error),
}

/// Reads the whole schema, with its comments.
pub fn read() -> Result<FileDescriptorSet, Error> {
    let mut files = Vec::new();
    find_schema(&Path::new(ROOT).join("ishigaki"), &mut files)?;
    files.sort();
    Ok(protox::compile(&files, [ROOT])?)
}

/// Writes the generated Rust into an empty folder: messages and both sides of the services (`schema.rs`), and the
/// descriptors without comments for reflection (`descriptors.bin`).
///
/// # Errors
/// Fails if the schema can't be read or a file can't be written.
pub fn generate(folder: &Path) -> Result<(), Error> {
    let mut schema = read()?;
    let mut config = prost_build::Config::new();
    config.skip_debug(SILENT.into_iter().chain([".ishigaki.v1.Violation"])).btree_map(["."]);
    for message in json_messages(&schema) {
        config.message_attribute(
            message,
            "#[derive(::serde::Serialize, ::serde::Deserialize)]\n#[serde(default, deny_unknown_fields)]",
        );
    }
    config.out_dir(folder).include_file("schema.rs").service_generator(Box::new(Services::new()));
    config.compile_fds(schema.clone())?;
    for module in schema.file.iter().filter(|file| !file.service.is_empty()) {
        let path = folder.join(format!("{}.rs", module.package()));
        let text = fs::read_to_string(&path)?;
        fs::write(path, by_bytes(&text))?;
    }
    for file in &mut schema.file {
        file.source_code_info = None;
    }
    fs::write(folder.join("descriptors.bin"), schema.encode_to_vec())?;
    Ok(())
}

fn json_messages(schema: &FileDescriptorSet) -> Vec<String> {
    let files = schema.file.iter().filter(|file| JSON.contains(&file.name()));
    let named = files.flat_map(|file| {
        file.message_type.iter().map(|message| format!(".{}.{}", file.package(), message.name()))
    });
    // The figures of a wall in a game's result.
    named.filter(|name| !name.ends_with("Response")).chain([".ishigaki.v1.Tally".to_owned()]).collect()
}

const CODEC: &str = "let codec = crate::codec::MessageCodec::default();";

/// Generated code before a client's call. `proto/src/call.rs` does it for all methods.
const READY: &str = "\
            self.inner
                .ready()
                .await
                .map_err(|e| {
                    tonic::Status::unknown(
                        format!(\"Service was not ready: {}\", e.into()),
                    )
                })?;";

/// Routes unary calls on both sides through `proto/src/call.rs`, in bytes, so that their code is compiled once.
fn by_bytes(services: &str) -> String {
    let mut parts = services.split(CODEC);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // The call follows its codec.
        let call = part.find(".await").map_or(part, |end| &part[..end]);
        if call.contains("grpc.unary(method, req)") {
            text += "let codec = crate::codec::BytesCodec;";
            text += &part.replacen("method, req", "crate::call::BytesMethod::of(method), req", 1);
        } else if call.contains("self.inner.unary(req, path, codec)") {
            let own = "crate::call::unary(&mut self.inner, req, path)";
            let before = text.trim_end();
            text.truncate(before.strip_suffix(READY).unwrap_or(before).trim_end().len());
            text += &part.replacen("self.inner.unary(req, path, codec)", own, 1);
        } else {
            text += CODEC;
            text += part;
        }
    }
    text
}

/// Answers that the server encodes once for all callers. Its services use the types of `proto/src/shared.rs` for
/// them, which have the same encoding.
const SHARED: [&str; 4] =
    ["WatchGameResponse", "WatchEventResponse", "ReadRecordResponse", "ListRoundsResponse"];

struct Services {
    clients: Box<dyn ServiceGenerator>,
    servers: Box<dyn ServiceGenerator>,
}

impl Services {
    fn new() -> Self {
        let sides =
            || tonic_prost_build::configure().build_transport(false).codec_path("crate::codec::MessageCodec");
        Self {
            clients: sides().build_server(false).service_generator(),
            servers: sides().build_client(false).service_generator(),
        }
    }
}

impl ServiceGenerator for Services {
    fn generate(&mut self, mut service: Service, code: &mut String) {
        self.clients.generate(service.clone(), code);
        for method in &mut service.methods {
            if SHARED.contains(&method.output_type.as_str()) {
                method.output_type = format!("crate::shared::{}", method.output_type);
            }
        }
        self.servers.generate(service, code);
    }
}

fn find_schema(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_schema(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    Ok(())
}
