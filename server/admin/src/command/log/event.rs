//! An event's record as sentences.

use ishigaki_record::tournament::{self, Entry, EventTakeover, Header, RecordContent, entry_line};
use ishigaki_rules::GameTime;
use ishigaki_tournament::Competition;
use ishigaki_words::columns::clean;
use ishigaki_words::{NamedCompetition, Words};
use serde_json::{Value, json};

use super::LogEntry;

pub(super) fn entries(text: &str, words: Words) -> anyhow::Result<(String, Vec<LogEntry>)> {
    let tournament::EventRecord { header, contents } = tournament::read(text)?;
    let mut builder = EventLog {
        words,
        competition: Competition::new(header.config.plan().clone()),
        names: Vec::new(),
        at: GameTime::default(),
    };
    let mut entries = vec![builder.created(&header)];
    entries.extend(contents.iter().map(|content| match content {
        RecordContent::Entry(entry) => builder.entry(entry),
        RecordContent::Takeover(takeover) => builder.taken_up(takeover),
    }));
    if !builder.competition.is_over()
        && let Some(last) = entries.last_mut()
    {
        last.follows.push(builder.words.label("competition-goes-on"));
    }
    Ok((header.event, entries))
}

/// Builds an event's log: the state after the lines so far.
struct EventLog {
    words: Words,
    competition: Competition,
    names: Vec<String>,
    at: GameTime,
}

impl EventLog {
    fn created(&self, header: &Header) -> LogEntry {
        let title = self.words.title_of(header.config.title(), header.config.title_ja());
        let gaps = [("event", header.event.as_str().into()), ("title", title.into())];
        LogEntry {
            unix_ms: header.unix_ms,
            at: GameTime::default(),
            fact: json!({ "fact": "created" }),
            who: String::new(),
            token: String::new(),
            what: self.words.say("competition-created", &gaps),
            follows: Vec::new(),
        }
    }

    fn taken_up(&self, takeover: &EventTakeover) -> LogEntry {
        let EventTakeover { epoch, tag, unix_ms } = takeover;
        let gaps = [("epoch", (*epoch).into()), ("tag", tag.to_string().into())];
        LogEntry {
            unix_ms: *unix_ms,
            at: self.at,
            fact: json!({ "fact": "epoch", "number": epoch, "tag": tag.to_string() }),
            who: self.words.label("name-server"),
            token: String::new(),
            what: self.words.say("log-epoch", &gaps),
            follows: Vec::new(),
        }
    }

    fn entry(&mut self, entry: &Entry) -> LogEntry {
        let Entry { event, roster, unix_ms, principal } = entry;
        self.competition.apply(event);
        self.at = event.at;
        if let Some(roster) = roster {
            self.names = roster.lines().iter().map(|line| line.name.clone()).collect();
        }
        let of = NamedCompetition { competition: &self.competition, names: &self.names };
        // In the record's spelling; a line that was read can be written.
        let line = entry_line(1, entry).unwrap_or_default();
        let spelled: Value = serde_json::from_str(&line).unwrap_or_default();
        LogEntry {
            unix_ms: *unix_ms,
            at: event.at,
            fact: spelled["fact"].clone(),
            who: self.words.officer(event.by),
            token: clean(principal).into_owned(),
            what: self.words.competition_fact(of, &event.fact),
            follows: self.words.competition_follows(of, &event.fact),
        }
    }
}
