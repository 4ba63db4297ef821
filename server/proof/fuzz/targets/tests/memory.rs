//! No target uses excessive memory for its corpus or for small inputs with large numbers.
//!
//! A separate binary with a single test, because it measures the memory of the whole process.

use std::fs;
use std::path::Path;

use ishigaki_fuzz_targets::{TARGETS, adjudicate, feed, request, scenario, setup, transcript};
use ishigaki_proto::{convert, wire};
use peak_alloc::PeakAlloc;
use prost::Message as _;
use serde_json::json;

#[global_allocator]
static HELD: PeakAlloc = PeakAlloc;

type Run = fn(&[u8]) -> bool;

/// A small input with large numbers: its name, its reader and its bytes.
type InflatedInput = (&'static str, Run, Vec<u8>);

/// Maximum memory in bytes for any input.
const MAX_MEMORY: usize = 64 << 20;

#[test]
fn memory_use_is_proportional_to_input() {
    for (target, run) in TARGETS {
        for entry in
            fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(target)).unwrap()
        {
            let path = entry.unwrap().path();
            check(&path.display().to_string(), *run, &fs::read(&path).unwrap());
        }
    }
    for (name, run, input) in oversized_lengths() {
        assert!(input.len() < 256 << 10, "{name} is no small input");
        check(name, run, &input);
    }
}

fn check(name: &str, run: Run, input: &[u8]) {
    let before = HELD.current_usage();
    HELD.reset_peak_usage();
    run(input);
    let taken = HELD.peak_usage().saturating_sub(before);
    assert!(taken < MAX_MEMORY, "{name}: {} bytes take {taken}", input.len());
}

/// Small inputs with large numbers.
fn oversized_lengths() -> Vec<InflatedInput> {
    [questions(), files(), messages()].concat()
}

fn tall_and_wide() -> Vec<String> {
    let mut rows = vec![String::from("#"); 16_000];
    rows.push("#".repeat(16_000));
    rows
}

/// Inputs of `adjudicate`.
fn questions() -> Vec<InflatedInput> {
    let wall = |frame: &[String], stones: serde_json::Value| {
        let wall = json!({"frame": frame, "stones": stones, "placements": []});
        json!({"op": "wall", "wall": wall}).to_string().into_bytes()
    };
    let squares: Vec<[u32; 2]> = (0..4_000).map(|far| [far * 4, far * 4]).collect();
    let lots = json!([{"id": "X", "min_price": 1, "count": u32::MAX}]);
    let teams = json!([{"id": "A", "held": u64::MAX}]);
    let round = json!({"max_bids": u64::MAX, "max_wins": u64::MAX, "lots": lots, "teams": teams});
    let settle = json!({"op": "settle", "round": round, "bids": {"A": [{"lot": "X", "price": 1}]}});
    vec![
        ("a frame of 16,000 by 16,000", adjudicate, wall(&tall_and_wide(), json!({}))),
        ("a stone of 16,000 by 16,000", adjudicate, wall(&["#".to_string()], json!({"a": squares}))),
        ("a round of four billion lots", adjudicate, settle.to_string().into()),
    ]
}

/// Inputs of scenario and record readers.
fn files() -> Vec<InflatedInput> {
    let toml = |frame: &str, shape: &str, copies: u64| {
        format!(
            "title = \"x\"\nmoney = 10\nframe = \"\"\"\n{frame}\n\"\"\"\n[[round]]\nbids = {copies}\nwins = 1\n\
             [[stone]]\nid = \"A\"\nmin_price = 1\ncopies = {copies}\nshape = \"\"\"\n{shape}\n\"\"\"\n"
        )
        .into_bytes()
    };
    let small = include_str!("../../corpus/transcript/good-small.jsonl");
    let claimed_length = small
        .replace("\"copies\":3", "\"copies\":4294967295")
        .replace("\"max_bids\":3", "\"max_bids\":4294967295")
        .replace("\"max_wins\":1", "\"max_wins\":4294967295");
    assert_ne!(claimed_length, small);
    vec![
        ("a frame of 16,000 by 16,000 in a file", scenario, toml(&tall_and_wide().join("\n"), "#", 1)),
        ("a stone of 16,000 by 16,000 in a file", scenario, toml("##", &tall_and_wide().join("\n"), 1)),
        ("four billion copies in a file", scenario, toml("##", "#", u64::from(u32::MAX))),
        ("four billion copies and bids in a record", transcript, claimed_length.into()),
    ]
}

/// Inputs of message readers.
fn messages() -> Vec<InflatedInput> {
    let with = |change: &dyn Fn(&mut wire::Setup)| {
        let mut wire = convert::setup_to_wire(&ishigaki_fuzz_targets::table::setup());
        change(&mut wire);
        wire.encode_to_vec()
    };
    let mut a_length = wire::RebidSealed { team: "a".into(), sealed: None }.encode_to_vec();
    // A list with a length of four billion bytes, but without contents.
    a_length.extend([0x12, 0xff, 0xff, 0xff, 0xff, 0x0f]);
    let raises = ishigaki_proto::team::SubmitRebidRequest {
        game: "g1".into(),
        round: 1,
        wave: 1,
        raises: vec![wire::Raise::default(); 100_000],
        ..Default::default()
    };
    let wide_stone = with(&|wire| wire.lots[0].shape = tall_and_wide());
    vec![
        ("four billion copies", setup, with(&|wire| wire.lots[0].copies = u32::MAX)),
        ("four billion bids", setup, with(&|wire| wire.rounds[0].max_bids = u32::MAX)),
        ("a frame of 16,000 by 16,000 on the wire", setup, with(&|wire| wire.frame = tall_and_wide())),
        ("a stone of 16,000 by 16,000 on the wire", setup, wide_stone),
        ("a list of four billion bytes", feed, a_length),
        ("a hundred thousand raises", request, [&[1, 7, 0], &*raises.encode_to_vec()].concat()),
    ]
}
