//! The reference pages on RPCs and reasons match the schema, because their lists are made from it.
//!
//! `ISHIGAKI_UPDATE_PAGES=1 cargo test -p ishigaki-proto --test it page::` updates them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;
use std::fs;

use ishigaki_proto::fault::{ErrorReason, Fault, code, reason_name};
use prost_types::{EnumDescriptorProto, FileDescriptorProto};

use crate::schema::screaming;

const REFERENCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reference");
const SERVICES: [&str; 8] = [
    "WatchService",
    "TeamService",
    "JudgeService",
    "OrganiserService",
    "EventOrganiserService",
    "DeskService",
    "RefereeService",
    "StandbyService",
];

fn files() -> Vec<FileDescriptorProto> {
    ishigaki_schema::read().unwrap().file
}

/// Returns the comment at a path of a file, in one line.
fn sentence(file: &FileDescriptorProto, path: &[i32]) -> String {
    let info = file.source_code_info.as_ref().unwrap();
    let location = info.location.iter().find(|location| location.path == path).unwrap();
    location.leading_comments().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn enumeration(name: &str) -> (FileDescriptorProto, i32, EnumDescriptorProto) {
    let found = files().into_iter().find_map(|file| {
        let at = file.enum_type.iter().position(|one| one.name() == name)?;
        let one = file.enum_type.get(at).cloned()?;
        Some((file, i32::try_from(at).unwrap(), one))
    });
    found.unwrap()
}

fn values(name: &str, prefix: &str) -> Vec<(i32, String, String)> {
    let (file, at, one) = enumeration(name);
    let value = |(place, value): (i32, &prost_types::EnumValueDescriptorProto)| {
        let bare = value.name().strip_prefix(prefix).unwrap().to_owned();
        (value.number(), bare, sentence(&file, &[5, at, 2, place]))
    };
    (0..).zip(&one.value).map(value).filter(|(number, ..)| *number > 0).collect()
}

/// Splits a sentence from its list of keys.
fn parted(sentence: &str) -> (&str, &str) {
    let (what, keys) = sentence.split_once(" Keys: ").unwrap_or((sentence, ""));
    (what, keys.strip_suffix('.').unwrap_or(keys))
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn reasons() -> String {
    let mut table = "| reason | gRPC code | what | figures |\n|---|---|---|---|\n".to_owned();
    for (number, name, sentence) in values("ErrorReason", "ERROR_REASON_") {
        let reason = ErrorReason::try_from(number).unwrap();
        assert_eq!(reason_name(reason), name);
        let (what, keys) = parted(&sentence);
        let again = if Fault::new(reason).is_passing() { " ↻" } else { "" };
        let status = screaming(&format!("{:?}", code(reason)));
        writeln!(table, "| `{name}`{again} | `{status}` | {} | {} |", cell(what), cell(keys)).unwrap();
    }
    table
}

/// The values of an enum: on the wire, in `--json`, and their meanings.
fn names(name: &str, prefix: &str) -> String {
    let mut table = "| on the wire | in `--json` | what |\n|---|---|---|\n".to_owned();
    for (_, bare, sentence) in values(name, prefix) {
        let json = bare.to_lowercase();
        writeln!(table, "| `{prefix}{bare}` | `{json}` | {} |", cell(&sentence)).unwrap();
    }
    table
}

fn events() -> String {
    let mut table = "| `fact` on the wire and in `--json` | what | fields |\n|---|---|---|\n".to_owned();
    let file = files().into_iter().find(|file| file.name().ends_with("/event.proto")).unwrap();
    let at = file.message_type.iter().position(|message| message.name() == "Event").unwrap();
    let event = &file.message_type[at];
    for (place, field) in (0..).zip(&event.field).filter(|(_, field)| field.oneof_index.is_some()) {
        let what = sentence(&file, &[4, i32::try_from(at).unwrap(), 2, place]);
        let kind = field.type_name().rsplit('.').next().unwrap();
        let message = file.message_type.iter().find(|message| message.name() == kind).unwrap();
        let fields: Vec<_> = message.field.iter().map(|field| format!("`{}`", field.name())).collect();
        writeln!(table, "| `{}` | {} | {} |", field.name(), cell(&what), fields.join(" ")).unwrap();
    }
    table
}

fn calls(service: &str) -> String {
    let mut table = "| call | what |\n|---|---|\n".to_owned();
    let found = files().into_iter().find_map(|file| {
        let at = file.service.iter().position(|one| one.name() == service)?;
        Some((file, at))
    });
    let (file, at) = found.unwrap();
    let place = i32::try_from(at).unwrap();
    for (number, method) in (0..).zip(&file.service[at].method) {
        let stream = if method.server_streaming() { ", a stream" } else { "" };
        let what = sentence(&file, &[6, place, 2, number]);
        writeln!(table, "| `{}`{stream} | {} |", method.name(), cell(&what)).unwrap();
    }
    table
}

#[test]
fn page_lists_all_services() {
    let files = files();
    let services =
        files.iter().filter(|file| file.package().starts_with("ishigaki.")).flat_map(|file| &file.service);
    for service in services {
        assert!(SERVICES.contains(&service.name()), "{} is not listed", service.name());
    }
}

#[test]
fn reference_pages_match_the_schema() {
    let mut lists: Vec<_> = SERVICES.iter().map(|service| (*service, calls(service))).collect();
    lists.extend([
        ("phases", names("Phase", "PHASE_")),
        ("events", events()),
        ("outcomes", names("OutcomeCode", "OUTCOME_CODE_")),
        ("failures", names("FailureReason", "FAILURE_REASON_")),
        ("criteria", names("Criterion", "CRITERION_")),
    ]);
    holds("rpcs.md", &lists);
    holds("reasons.md", &[("reasons", reasons())]);
}

/// Asserts that a page contains these lists, or writes them into it on request.
fn holds(name: &str, lists: &[(&str, String)]) {
    let path = format!("{REFERENCE}/{name}");
    let page = fs::read_to_string(&path).unwrap();
    let mut made = page.clone();
    for (list, text) in lists {
        let (begin, end) = (format!("<!-- made from the schema: {list} -->\n"), "<!-- end -->");
        let from = made.find(&begin).unwrap_or_else(|| panic!("{name} has no list of {list}")) + begin.len();
        let to = from + made[from..].find(end).unwrap();
        made.replace_range(from..to, &format!("\n{text}\n"));
    }
    if std::env::var_os("ISHIGAKI_UPDATE_PAGES").is_some() {
        fs::write(&path, &made).unwrap();
    }
    assert!(page == made, "{name} differs from the schema; see the head of proto/tests/it/page.rs");
}
