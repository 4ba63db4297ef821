//! The violations of records in words: what a verifier finds in the record of a game or of an event, and why a line cannot be read.
//!
//! What the rules refuse is said as the refusal of a call is. What they decide instead is named as records name it.

use ishigaki_catalogue::Phrase;
use ishigaki_proto::fault::Fault;
use ishigaki_record::sealing;
use ishigaki_record::signing;
use ishigaki_record::tournament::{EventViolation, EventViolationKind};
use ishigaki_record::transcript::{Error, FORMAT, LineError, MOST_LINE};
use ishigaki_record::verify::{MOST_WEIGHT, Part, TranscriptViolation, TranscriptViolationKind};
use ishigaki_rules::{Event, FrameFault, Rejection, Setup, SetupFault, ShapeFault};

use crate::{Value, Words};

fn text(thing: impl ToString + Copy) -> Value {
    thing.to_string().into()
}

impl Words {
    /// Says the first thing that is wrong with a game's record, and on which line.
    pub fn record_violation(&self, violation: &TranscriptViolation) -> String {
        let TranscriptViolation { line, kind, setup } = violation;
        self.on_line(*line, self.transcript_violation(kind, setup.as_deref()))
    }

    /// The same of an event's record.
    pub fn event_record_violation(&self, violation: &EventViolation) -> String {
        let EventViolation { line, kind } = violation;
        self.on_line(*line, self.event_violation(kind))
    }

    /// Says why a record cannot be read, and on which line.
    pub fn record_line_error(&self, error: &LineError) -> String {
        let LineError { line, error } = error;
        self.on_line(*line, self.transcript_error(error))
    }

    /// Says why a game cannot be played with a set-up.
    pub fn setup_fault(&self, fault: &SetupFault) -> String {
        self.message(&Phrase::from(fault))
    }

    fn on_line(&self, line: usize, what: String) -> String {
        self.say("violation-on-line", &[("line", text(line)), ("what", what.into())])
    }

    fn because(&self, what: String, why: String) -> String {
        self.say("violation-because", &[("what", what.into()), ("why", why.into())])
    }

    #[expect(clippy::too_many_lines, reason = "a table of one row per violation")]
    fn transcript_violation(&self, kind: &TranscriptViolationKind, setup: Option<&Setup>) -> String {
        use TranscriptViolationKind as Kind;
        match kind {
            Kind::Unreadable(error) => {
                self.because(self.label("violation-unreadable"), self.transcript_error(error))
            }
            Kind::WrongSigner { expected, found } => {
                self.say("violation-signer", &[("found", text(found)), ("expected", text(expected))])
            }
            Kind::WrongHead { sequence, computed, written, since } => {
                let gaps = [
                    ("computed", text(computed)),
                    ("sequence", text(sequence)),
                    ("written", text(written)),
                    ("since", text(since)),
                ];
                self.say("violation-head-since", &gaps)
            }
            Kind::HeadSignature { sequence, source } => self.head_signature(*sequence, *source),
            Kind::TooLarge => self.say("violation-too-large", &[("most", text(MOST_WEIGHT))]),
            Kind::OtherHead { expected, found: Some(found) } => {
                let gaps = [("expected", text(expected)), ("found", found.short().into())];
                self.say("violation-other-head", &gaps)
            }
            Kind::OtherHead { expected, found: None } => {
                self.say("violation-no-head", &[("expected", text(expected))])
            }
            Kind::WrongRecords { written, found } => self.wrong_records(*written, *found),
            Kind::WrongCounter { team, expected, found } => {
                let gaps = [("found", text(found)), ("team", text(team)), ("expected", text(expected))];
                self.say("violation-counter", &gaps)
            }
            Kind::WrongRevision { team, expected, found } => {
                let gaps = [("found", text(found)), ("team", text(team)), ("expected", text(expected))];
                self.say("violation-revision", &gaps)
            }
            Kind::BoxLength { team, expected, found } => {
                let gaps = [("team", text(team)), ("found", text(found)), ("expected", text(expected))];
                self.say("violation-box-length", &gaps)
            }
            Kind::NotTheLast { team, last, found } => {
                let gaps = [("found", text(found)), ("team", text(team)), ("last", text(last))];
                self.say("violation-not-the-last", &gaps)
            }
            Kind::OtherList { team, counter } => {
                self.say("violation-other-list", &[("team", text(team)), ("counter", text(counter))])
            }
            Kind::WrongBox { team, counter, source } => {
                let gaps = [("counter", text(counter)), ("team", text(team))];
                self.because(self.say("violation-box", &gaps), self.sealing_error(*source))
            }
            Kind::WrongNote { expected, found } => {
                self.say("violation-note", &[("found", text(found)), ("expected", text(expected))])
            }
            Kind::NoteLength { number, expected, found } => {
                let gaps = [("number", text(number)), ("found", text(found)), ("expected", text(expected))];
                self.say("violation-note-length", &gaps)
            }
            Kind::TooManyNotes { most } => self.say("violation-many-notes", &[("most", text(most))]),
            Kind::NoNoteKey { notes } => self.say("violation-no-note-key", &[("notes", text(notes))]),
            Kind::WrongNoteKeys { epoch, has_notes } => {
                let key = if *has_notes { "violation-note-key-missing" } else { "violation-note-key-shown" };
                self.say(key, &[("epoch", text(epoch))])
            }
            Kind::NothingToOpen => self.label("violation-nothing-to-open"),
            Kind::WrongNoteBox { number, source } => {
                let what = self.say("violation-note-box", &[("number", text(number))]);
                self.because(what, self.sealing_error(*source))
            }
            Kind::TimeGoesBack { at, before } => self.time_goes_back(at.0, before.0),
            Kind::WrongActor => self.label("violation-actor"),
            Kind::WrongPrincipal { by_clock, found } => {
                let key =
                    if *by_clock { "violation-principal-clock" } else { "violation-principal-somebody" };
                self.say(key, &[("found", text(found))])
            }
            Kind::WrongReason { expected } => self.say("violation-reason", &[("expected", text(expected))]),
            Kind::Overdue { due } => self.say("violation-overdue", &[("due", text(due.0))]),
            Kind::NotDue => self.label("violation-not-due"),
            Kind::NoNews => self.label("violation-no-news"),
            Kind::Unprompted => self.label("violation-unprompted"),
            Kind::Refused { rejection } => self.refused(rejection, setup),
            Kind::NotSealed { team } => self.say("violation-not-sealed", &[("team", text(team))]),
            Kind::NotOpened { team } => self.say("violation-not-opened", &[("team", text(team))]),
            Kind::InvalidList { team, faults } => {
                let why = self.rejected(&Rejection::InvalidList { faults: faults.clone() }, setup);
                self.say("violation-list", &[("team", text(team)), ("why", why.into())])
            }
            Kind::InvalidRebid { team, faults } => {
                let why = self.rejected(&Rejection::InvalidRebid { faults: faults.clone() }, setup);
                self.say("violation-rebid", &[("team", text(team)), ("why", why.into())])
            }
            Kind::Different { expected } => self.say("violation-different", &of_event(expected)),
            Kind::Missing { expected } => self.say("violation-missing", &of_event(expected)),
            Kind::WrongResult { part, expected: _ } => {
                let (key, at) = match part {
                    Part::Round(at) => ("violation-result-round", at),
                    Part::Team(at) => ("violation-result-team", at),
                    Part::Row(at) => ("violation-result-row", at),
                };
                self.say(key, &[("number", text(at + 1))])
            }
        }
    }

    fn event_violation(&self, kind: &EventViolationKind) -> String {
        use EventViolationKind as Kind;
        match kind {
            Kind::Unreadable(error) => {
                self.because(self.label("violation-unreadable"), self.transcript_error(error))
            }
            Kind::WrongSigner { expected, found } => {
                self.say("violation-signer", &[("found", text(found)), ("expected", text(expected))])
            }
            Kind::WrongHead { sequence, computed, written } => {
                let gaps =
                    [("computed", text(computed)), ("sequence", text(sequence)), ("written", text(written))];
                self.say("violation-head", &gaps)
            }
            Kind::HeadSignature { sequence, source } => self.head_signature(*sequence, *source),
            Kind::WrongRecords { written, found } => self.wrong_records(*written, *found),
            Kind::OtherHead { expected } => self.say("violation-noted-head", &[("expected", text(expected))]),
            Kind::TimeGoesBack { at, before } => self.time_goes_back(*at, *before),
            Kind::WrongPrincipal { found } => self.say("violation-principal", &[("found", text(found))]),
            Kind::WrongCommitment { computed, written } => {
                let gaps = [("computed", text(computed)), ("written", text(written))];
                self.say("violation-commitment", &gaps)
            }
            Kind::Refused { rejection } => {
                let why = self.fault(&Fault::of_competition(rejection));
                self.say("violation-refused", &[("why", why.into())])
            }
            Kind::Different { expected } if expected.is_empty() => self.label("violation-no-news"),
            Kind::Different { expected } => {
                let facts = self.list(expected.iter().map(|event| event.fact.name().to_owned()));
                self.say("violation-event-different", &[("facts", facts.into())])
            }
            Kind::WrongResult { expected: _ } => self.label("violation-result"),
        }
    }

    fn transcript_error(&self, error: &Error) -> String {
        match error {
            Error::Io(error) => {
                let why = self.system_error(error).unwrap_or_else(|| error.to_string());
                self.because(self.label("record-error-io"), why)
            }
            // What a library says of it is told as it is.
            Error::Json(error) => self.because(self.label("record-error-json"), error.to_string()),
            Error::UnknownFormat { found } => {
                self.say("record-error-format", &[("found", text(found)), ("known", text(FORMAT))])
            }
            Error::NotCanonical => self.label("record-error-spelling"),
            Error::ByteOrderMark => self.label("record-error-byte-order-mark"),
            Error::CarriageReturn => self.label("record-error-carriage-return"),
            Error::LongLine => self.say("record-error-long-line", &[("most", text(MOST_LINE))]),
            Error::NotText => self.label("record-error-not-text"),
            Error::Unterminated => self.label("record-error-unterminated"),
            Error::Misplaced { expected } => {
                self.say("record-error-misplaced", &[("expected", text(expected))])
            }
            Error::MissingResult => self.label("record-error-no-result"),
            Error::Gap { expected, found } => {
                self.say("record-error-gap", &[("expected", text(expected)), ("found", text(found))])
            }
            Error::EpochGap { expected, found } => {
                self.say("record-error-epoch-gap", &[("expected", text(expected)), ("found", text(found))])
            }
            Error::NotSigned { sequence } => {
                self.say("record-error-not-signed", &[("sequence", text(sequence))])
            }
            Error::NotClosing { sequence } => {
                self.say("record-error-not-closing", &[("sequence", text(sequence))])
            }
            Error::Sealed => self.label("record-error-sealed"),
            Error::WrongProof => self.label("record-error-proof"),
            Error::UnknownTeam { code } => self.say("record-error-team", &[("code", text(code))]),
            Error::UnknownLot { code } => self.say("record-error-lot", &[("code", text(code))]),
            Error::UnknownStone { code } => self.say("record-error-stone", &[("code", text(code))]),
            Error::UnknownActor { by } => self.say("record-error-actor", &[("by", text(by))]),
            Error::BadTurn { quarters } => self.say("record-error-turn", &[("quarters", text(quarters))]),
            Error::NotHex(error) => self.say("record-error-hex", &[("length", text(error.length))]),
            Error::BadBox => self.label("record-error-box"),
            Error::Frame(fault) => self.say("record-error-frame", &[("why", self.frame_fault(fault).into())]),
            Error::Shape { lot, fault } => {
                let why = self.shape_fault(fault);
                self.say("record-error-shape", &[("lot", text(lot)), ("why", why.into())])
            }
            Error::Sign { lot } => self.say("record-error-sign", &[("lot", text(lot))]),
            Error::Setup(fault) => self.say("record-error-setup", &[("why", self.setup_fault(fault).into())]),
            Error::NoLine => self.label("record-error-no-line"),
            Error::UnknownPool { pool } => self.say("record-error-pool", &[("pool", text(pool))]),
            Error::BadSlip => self.label("record-error-slip"),
            Error::Config(error) => self.because(self.label("record-error-config"), error.to_string()),
            Error::Roster(error) => self.because(self.label("record-error-roster"), error.to_string()),
            Error::Foreign => self.label("record-error-foreign"),
        }
    }

    fn head_signature(&self, sequence: u64, source: signing::Error) -> String {
        let what = self.say("violation-head-signature", &[("sequence", text(sequence))]);
        self.because(what, self.signing_error(source))
    }

    fn wrong_records(&self, written: u64, found: u64) -> String {
        self.say("violation-records", &[("written", text(written)), ("found", text(found))])
    }

    fn time_goes_back(&self, at: u64, before: u64) -> String {
        self.say("violation-time", &[("before", text(before)), ("at", text(at))])
    }

    fn refused(&self, rejection: &Rejection, setup: Option<&Setup>) -> String {
        self.say("violation-refused", &[("why", self.rejected(rejection, setup).into())])
    }

    /// A refusal in the codes of the game; of several faults each.
    fn rejected(&self, rejection: &Rejection, setup: Option<&Setup>) -> String {
        let Some(setup) = setup else { return rejection.rule().to_owned() };
        let fault = Fault::of_rejection(rejection, setup);
        if fault.violations.len() > 1 {
            return self.list(fault.violations.iter().map(|violation| self.violation(violation)));
        }
        self.fault(&fault)
    }

    /// Says why a signature does not hold.
    pub fn signing_error(&self, error: signing::Error) -> String {
        self.label(match error {
            signing::Error::BadKey => "violation-bad-key",
            signing::Error::WrongSignature => "violation-signature",
        })
    }

    fn sealing_error(&self, error: sealing::Error) -> String {
        self.label(match error {
            sealing::Error::TooLong { length, room } => {
                return self.say("violation-box-long", &[("length", text(length)), ("room", text(room))]);
            }
            sealing::Error::NotAList => "violation-box-no-list",
            sealing::Error::NotANote => "violation-box-no-note",
            sealing::Error::Foreign => "violation-box-foreign",
            sealing::Error::Unsealable => "violation-box-unsealable",
            sealing::Error::WrongKey => "violation-box-key",
            sealing::Error::Malformed => "violation-box-malformed",
            sealing::Error::WrongCommitment => "violation-box-commitment",
        })
    }

    fn frame_fault(&self, fault: &FrameFault) -> String {
        match fault {
            FrameFault::Empty => self.label("record-error-empty"),
            FrameFault::UnknownSign { cell: _, sign } => {
                self.say("record-error-other-sign", &[("sign", text(sign))])
            }
            FrameFault::Disconnected { cell } => self.disconnected(cell.row, cell.col),
            FrameFault::TooLarge => self.label("record-error-large"),
        }
    }

    fn shape_fault(&self, fault: &ShapeFault) -> String {
        match fault {
            ShapeFault::Empty => self.label("record-error-empty"),
            ShapeFault::Repeated { cell } => {
                self.say("record-error-repeated", &[("row", text(cell.row)), ("column", text(cell.col))])
            }
            ShapeFault::Disconnected { cell } => self.disconnected(cell.row, cell.col),
            ShapeFault::TooLarge => self.label("record-error-large"),
        }
    }

    fn disconnected(&self, row: i32, column: i32) -> String {
        self.say("record-error-disconnected", &[("row", text(row)), ("column", text(column))])
    }
}

/// An event as records name it.
fn of_event(event: &Event) -> [(&'static str, Value); 2] {
    [("fact", event.fact.name().into()), ("at", text(event.at.0))]
}
