//! Layers of processor time, and their functions.

use std::fmt;

ishigaki_catalogue::keyed! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub(super) enum Layer: name {
        KernelNetwork = "kernel: sockets",
        KernelWaits = "kernel: waiting and waking",
        KernelDisk = "kernel: files and syncs",
        Kernel = "kernel: the rest",
        Tls = "TLS",
        Http = "HTTP/2",
        Grpc = "gRPC, routing, the library's layers",
        Codec = "protobuf and conversions",
        Admission = "gate, limits, tokens, meter",
        Engine = "engine and rules",
        Record = "record: lines, chain, receipts",
        Sealing = "sealing: hashes, boxes, authenticators",
        Signing = "signatures",
        Feed = "feeds",
        Journal = "journal",
        Client = "client: routes, the measurement",
        Tracing = "tracing",
        Allocator = "allocator",
        Scheduler = "tasks, timers, channels",
        Other = "other",
    }
}

/// Prefixes of a layer's innermost frames, after the address; the first match wins.
const USER: &[(&str, Layer)] = &[
    ("ishigaki_record::signing", Layer::Signing),
    ("ed25519", Layer::Signing),
    ("curve25519", Layer::Signing),
    ("ishigaki_record::sealing", Layer::Sealing),
    ("ishigaki_engine::engine::seals", Layer::Sealing),
    ("ishigaki_engine::authenticator", Layer::Sealing),
    ("ishigaki_engine::entropy", Layer::Sealing),
    ("ishigaki_record", Layer::Record),
    ("ishigaki_engine::engine::writer", Layer::Record),
    ("ishigaki_engine::engine::chain", Layer::Record),
    ("ishigaki_engine::evidence", Layer::Record),
    ("ishigaki_journal", Layer::Journal),
    ("rusqlite", Layer::Journal),
    ("tokio_postgres", Layer::Journal),
    ("sqlite3", Layer::Journal),
    ("ishigaki_engine::feed", Layer::Feed),
    ("ishigaki_engine::codec", Layer::Codec),
    ("ishigaki_proto", Layer::Codec),
    ("prost", Layer::Codec),
    ("tonic_prost", Layer::Codec),
    ("rustls", Layer::Tls),
    ("tokio_rustls", Layer::Tls),
    ("h2", Layer::Http),
    ("hyper", Layer::Http),
    ("hyper_util", Layer::Http),
    ("http", Layer::Http),
    ("http_body", Layer::Http),
    ("tokio_util", Layer::Http),
    ("tonic", Layer::Grpc),
    ("axum", Layer::Grpc),
    ("axum_core", Layer::Grpc),
    ("matchit", Layer::Grpc),
    ("tower", Layer::Grpc),
    ("ishigaki_grpc::service", Layer::Admission),
    ("ishigaki_grpc::limits", Layer::Admission),
    ("ishigaki_engine::token", Layer::Admission),
    ("ishigaki_engine::meter", Layer::Admission),
    ("ishigaki_grpc::presence", Layer::Admission),
    ("ishigaki_grpc::gate", Layer::Admission),
    ("ishigaki_engine::games", Layer::Admission),
    ("ishigaki_engine::directory", Layer::Admission),
    ("ishigaki_cluster", Layer::Engine),
    ("ishigaki_engine", Layer::Engine),
    ("ishigaki_grpc", Layer::Engine),
    ("ishigaki_server", Layer::Engine),
    ("ishigaki_rules", Layer::Engine),
    ("ishigaki_client", Layer::Client),
    ("rehearsal", Layer::Client),
    ("ishigaki_lab", Layer::Client),
    ("tracing", Layer::Tracing),
    ("tracing_core", Layer::Tracing),
    ("tracing_subscriber", Layer::Tracing),
    ("tokio", Layer::Scheduler),
    ("mio", Layer::Scheduler),
];

const NATIVE: &[(&str, Layer)] =
    &[("ED25519", Layer::Signing), ("edwards25519", Layer::Signing), ("sha512", Layer::Signing)];

const ALLOCATOR: [&str; 9] = [
    "mi_",
    "_mi_",
    "__rust_alloc",
    "__rust_dealloc",
    "__rust_realloc",
    "malloc",
    "calloc",
    "realloc",
    "cfree",
];

/// Parts of the names of kernel functions by layer; the first match of any frame wins.
const KERNEL: &[(&str, Layer)] = &[
    ("sock_", Layer::KernelNetwork),
    ("sys_send", Layer::KernelNetwork),
    ("sys_recv", Layer::KernelNetwork),
    ("tcp_", Layer::KernelNetwork),
    ("net_rx", Layer::KernelNetwork),
    ("fsync", Layer::KernelDisk),
    ("fdatasync", Layer::KernelDisk),
    ("pwrite", Layer::KernelDisk),
    ("ext4", Layer::KernelDisk),
    ("epoll", Layer::KernelWaits),
    ("futex", Layer::KernelWaits),
    ("schedule", Layer::KernelWaits),
    ("eventfd", Layer::KernelWaits),
    ("yield", Layer::KernelWaits),
];

impl Layer {
    /// A frame is address and function; the innermost is first.
    pub(super) fn of(stack: &[String]) -> Self {
        let frames = || stack.iter().filter_map(|frame| frame.split_once(' '));
        if stack.first().is_some_and(|innermost| is_kernel(innermost)) {
            let kernel: Vec<&str> =
                frames().take_while(|(address, _)| is_kernel(address)).map(|(_, name)| name).collect();
            let fits = |part: &str| kernel.iter().any(|name| name.contains(part));
            return KERNEL.iter().find(|(part, _)| fits(part)).map_or(Self::Kernel, |(_, layer)| *layer);
        }
        frames().find_map(|(_, name)| Self::of_function(name)).unwrap_or(Self::Other)
    }

    fn of_function(name: &str) -> Option<Self> {
        let name = name.trim_start_matches(['<', '&', '(', ' ']);
        if ALLOCATOR.iter().any(|allocator| name.starts_with(allocator)) {
            return Some(Self::Allocator);
        }
        let native = NATIVE.iter().find(|(part, _)| name.contains(part));
        let begins = |room: &str| {
            name.strip_prefix(room)
                .is_some_and(|rest| !rest.starts_with(|sign: char| sign == '_' || sign.is_alphanumeric()))
        };
        native.or_else(|| USER.iter().find(|(room, _)| begins(room))).map(|(_, layer)| *layer)
    }
}

/// The upper half of all addresses is the kernel's.
fn is_kernel(frame: &str) -> bool {
    frame.len() >= 16 && frame.starts_with("ffff")
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(stack: &[&str]) -> Layer {
        Layer::of(&stack.iter().map(|frame| (*frame).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn sample_counts_for_its_innermost_layer() {
        let tls =
            ["55d0 __memmove_avx", "55d1 <rustls::conn::ConnectionCommon<T>>::write", "55d2 h2::codec::poll"];
        assert_eq!(layer(&tls), Layer::Tls);
        assert_eq!(layer(&["55d0 core::fmt::write", "55d1 ishigaki_record::receipt::text"]), Layer::Record);
        assert_eq!(layer(&["55d0 aws_lc_0_1_ED25519_sign", "55d1 ishigaki_engine::engine"]), Layer::Signing);
        assert_eq!(layer(&["55d0 mi_malloc", "55d1 h2::codec::poll"]), Layer::Allocator);
        assert_eq!(layer(&["55d0 httparse::parse"]), Layer::Other, "a room's name is a whole word");
        assert_eq!(layer(&[]), Layer::Other);
    }

    #[test]
    fn kernel_layer_is_found_from_any_kernel_frame() {
        let send = ["ffffffff81000000 copy_user", "ffffffff81000001 tcp_sendmsg", "55d0 rustls::write"];
        assert_eq!(layer(&send), Layer::KernelNetwork);
        assert_eq!(layer(&["ffffffff81000000 x", "ffffffff81000001 do_futex"]), Layer::KernelWaits);
        assert_eq!(layer(&["ffffffff81000000 x", "55d0 tcp_like_user_code"]), Layer::Kernel);
    }
}
