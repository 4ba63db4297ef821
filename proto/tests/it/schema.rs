//! The schema's own rules: comments, names, and intended changes only.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;
use std::fmt::Write as _;

use prost::Message as _;
use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet,
};

fn files() -> Vec<FileDescriptorProto> {
    let files = ishigaki_schema::read().unwrap().file;
    assert!(files.len() >= 9, "the schema lost files");
    files
}

/// Walks a file and collects violations of the schema's rules.
struct Lint<'a> {
    file: &'a FileDescriptorProto,
    faults: Vec<String>,
}

impl Lint<'_> {
    /// Descriptor paths are the field numbers of `descriptor.proto`.
    fn explained(&mut self, path: &[i32], what: &str) {
        let info = self.file.source_code_info.as_ref().unwrap();
        let comment = info.location.iter().find(|location| location.path == path).map(|location| {
            format!("{}{}", location.leading_comments(), location.trailing_comments()).trim().to_string()
        });
        if !comment.as_ref().is_some_and(|comment| comment.ends_with(['.', '?', ':'])) {
            self.fault(what, "has no sentence");
        }
    }

    fn fault(&mut self, what: &str, fault: &str) {
        self.faults.push(format!("{}: {what} {fault}", self.file.name()));
    }

    fn message(&mut self, path: &[i32], message: &DescriptorProto) {
        self.explained(path, message.name());
        for (at, field) in (0..).zip(&message.field) {
            let what = format!("{}.{}", message.name(), field.name());
            self.explained(&[path, &[2, at]].concat(), &what);
            if matches!(field.r#type(), Type::Float | Type::Double) {
                self.fault(&what, "is a floating point number");
            }
            let is_money = ["price", "budget", "held", "initial", "charged", "at"].contains(&field.name());
            if is_money && field.r#type() != Type::Uint64 {
                self.fault(&what, "is money and no uint64");
            }
            let is_time = field.name().ends_with("_ms");
            if is_time && field.r#type() != Type::Uint64 {
                self.fault(&what, "is a time and no uint64");
            }
        }
        for (at, oneof) in (0..).zip(&message.oneof_decl).filter(|(_, oneof)| !oneof.name().starts_with('_'))
        {
            self.explained(&[path, &[8, at]].concat(), &format!("{}.{}", message.name(), oneof.name()));
        }
        let is_map = |nested: &DescriptorProto| {
            nested.options.as_ref().is_some_and(prost_types::MessageOptions::map_entry)
        };
        for (at, nested) in (0..).zip(&message.nested_type).filter(|(_, nested)| !is_map(nested)) {
            self.message(&[path, &[3, at]].concat(), nested);
        }
        assert!(message.enum_type.is_empty(), "{}: enums stand beside messages, not in them", message.name());
    }

    fn enumeration(&mut self, path: &[i32], enumeration: &EnumDescriptorProto) {
        self.explained(path, enumeration.name());
        let prefix = screaming(enumeration.name());
        for (at, value) in (0..).zip(&enumeration.value) {
            let what = format!("{}.{}", enumeration.name(), value.name());
            self.explained(&[path, &[2, at]].concat(), &what);
            if !value.name().starts_with(&format!("{prefix}_")) {
                self.fault(&what, "lacks the enum's prefix");
            }
            if (value.number() == 0) != value.name().ends_with("_UNSPECIFIED") {
                self.fault(&what, "breaks that 0, and only 0, is UNSPECIFIED");
            }
        }
    }

    /// Packages have the usual names in other languages.
    fn packages(&mut self) {
        let package = self.file.package();
        let parts: Vec<&str> = package.split('.').collect();
        let last = parts[parts.len().saturating_sub(2)..].concat();
        let capital = |part: &&str| part[..1].to_uppercase() + &part[1..];
        let options = self.file.options.clone().unwrap_or_default();
        for (option, given, expected) in [
            ("go_package", options.go_package(), format!("{};{last}", parts.join("/"))),
            ("java_package", options.java_package(), package.to_owned()),
            (
                "csharp_namespace",
                options.csharp_namespace(),
                parts.iter().map(capital).collect::<Vec<_>>().join("."),
            ),
        ] {
            if given != expected {
                self.fault(option, &format!("is {given:?}, not {expected:?}"));
            }
        }
        if !options.java_multiple_files() {
            self.fault("java_multiple_files", "is not set");
        }
    }

    fn services(&mut self) {
        for (at, service) in (0..).zip(&self.file.service) {
            self.explained(&[6, at], service.name());
            for (method_at, method) in (0..).zip(&service.method) {
                self.explained(&[6, at, 2, method_at], method.name());
                let package = self.file.package();
                let named =
                    |suffix: &str, given: &str| given == format!(".{package}.{}{suffix}", method.name());
                if !named("Request", method.input_type()) || !named("Response", method.output_type()) {
                    self.fault(method.name(), "is not VerbNoun with its Request and Response");
                }
            }
        }
    }
}

pub(crate) fn screaming(camel: &str) -> String {
    let mut name = String::new();
    for letter in camel.chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_uppercase());
    }
    name
}

#[test]
fn everything_is_explained_and_named_alike() {
    let mut faults = Vec::new();
    for file in &files() {
        let mut lint = Lint { file, faults: Vec::new() };
        let folder = file.name().rsplit_once('/').map_or("", |(folder, _)| folder);
        if folder.replace('/', ".") != file.package() {
            lint.fault(file.package(), "is not the file's folder");
        }
        lint.packages();
        for (at, message) in (0..).zip(&file.message_type) {
            lint.message(&[4, at], message);
        }
        for (at, enumeration) in (0..).zip(&file.enum_type) {
            lint.enumeration(&[5, at], enumeration);
        }
        lint.services();
        faults.append(&mut lint.faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn journal_schema_imports_no_service_file() {
    let files = files();
    for file in files.iter().filter(|file| file.package() == "ishigaki.journal.v1") {
        for import in &file.dependency {
            let imported = files.iter().find(|other| other.name() == import).unwrap();
            assert!(imported.service.is_empty(), "{} imports {import}", file.name());
        }
    }
}

/// Numbers and types on the wire. A changed or removed line breaks old clients and old journals.
#[test]
fn wire_schema_matches_snapshot() {
    insta::assert_snapshot!("schema", files().iter().map(printed).collect::<String>());
}

#[test]
fn embedded_schema_equals_source_without_comments() {
    let embedded = FileDescriptorSet::decode(ishigaki_proto::FILE_DESCRIPTOR_SET).unwrap().file;
    let mut files = files();
    for file in &mut files {
        file.source_code_info = None;
    }
    assert_eq!(embedded, files);
}

/// Requests about no game or event, or about all of them: any server answers them. A submission on a stream names
/// its game in its list or re-bid.
const OF_NO_GAME: [&str; 6] = [
    "SealRequest",
    "DrainServerRequest",
    "ListEventsRequest",
    "ListGamesRequest",
    "ListServersRequest",
    "CopyJournalRequest",
];

/// Clients route a call by its game, which they read from field 1 of the encoded request if that is text.
#[test]
fn requests_of_one_game_or_event_name_it_in_their_first_field() {
    let files = FileDescriptorSet::decode(ishigaki_proto::FILE_DESCRIPTOR_SET).unwrap().file;
    let mut free = BTreeSet::new();
    for file in &files {
        for method in file.service.iter().flat_map(|service| &service.method) {
            let input = method.input_type();
            let is_meant = |(package, message): &(&str, &DescriptorProto)| {
                input == format!(".{package}.{}", message.name())
            };
            let messages = files.iter().flat_map(|file| {
                let package = file.package.as_deref().unwrap_or_default();
                file.message_type.iter().map(move |message| (package, message))
            });
            let (_, request) = messages.into_iter().find(is_meant).unwrap();
            let first = request.field.iter().find(|field| field.number() == 1);
            let names_subject = first.is_some_and(|field| {
                let is_single = field.label() != Label::Repeated && field.oneof_index.is_none();
                ["game", "event"].contains(&field.name()) && field.r#type() == Type::String && is_single
            });
            if names_subject {
                continue;
            }
            free.insert(request.name().to_owned());
            let of_subject = |field: &&FieldDescriptorProto| ["game", "event"].contains(&field.name());
            let named = request.field.iter().find(of_subject).map(FieldDescriptorProto::number);
            assert_eq!(named, None, "{input} names its game there, and not in field 1");
            // Clients don't read the requests of streams.
            let is_number = |field: &FieldDescriptorProto| {
                matches!(field.r#type(), Type::Uint32 | Type::Uint64 | Type::Bool | Type::Enum)
            };
            let is_passed_on = method.client_streaming();
            assert!(is_passed_on || first.is_none_or(is_number), "{input} looks as if it named a game");
        }
    }
    assert_eq!(free, OF_NO_GAME.map(str::to_owned).into(), "a request of one game names it in field 1");
}

fn printed(file: &FileDescriptorProto) -> String {
    let mut text = format!("file {}\n", file.name());
    for message in &file.message_type {
        print_message(&mut text, file.package(), message);
    }
    for enumeration in &file.enum_type {
        for value in &enumeration.value {
            let _ = writeln!(text, "  {}.{} = {}", enumeration.name(), value.name(), value.number());
        }
    }
    for service in &file.service {
        for method in &service.method {
            let stream = if method.server_streaming() { " stream" } else { "" };
            let _ = writeln!(text, "  rpc {}.{}{stream}", service.name(), method.name());
        }
    }
    text
}

fn print_message(text: &mut String, package: &str, message: &DescriptorProto) {
    let _ = writeln!(text, "  {package}.{}", message.name());
    for field in &message.field {
        let scalar = || format!("{:?}", field.r#type()).to_lowercase();
        let type_name = field.type_name.clone().unwrap_or_else(scalar);
        let label = match (field.label(), field.proto3_optional()) {
            (Label::Repeated, _) => "repeated ",
            (_, true) => "optional ",
            _ => "",
        };
        let oneof = field.oneof_index.filter(|_| !field.proto3_optional()).and_then(|at| {
            message.oneof_decl.get(usize::try_from(at).unwrap()).map(|oneof| format!(" in {}", oneof.name()))
        });
        let oneof = oneof.unwrap_or_default();
        let _ = writeln!(text, "    {} {} {label}{type_name}{oneof}", field.number(), field.name());
    }
    for nested in &message.nested_type {
        print_message(text, message.name(), nested);
    }
}
