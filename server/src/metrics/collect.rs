//! Collects all figures with names, descriptions and units.
//!
//! `docs/reference/metrics-and-limits.md` lists them, checked by a test.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use ishigaki_admin::machine::{self, Machine};
use ishigaki_engine::clock::Clock;
use ishigaki_engine::directory::Directory;
use ishigaki_engine::feed::FeedSummary;
use ishigaki_engine::games::{GameSlot, Games};
use ishigaki_engine::meter::{Counters, Histogram, Meter, OpenRecords, VisibleFigures};
use ishigaki_engine::required_copy::CopyStanding;
use ishigaki_engine::tournaments::{self, Tournaments};
use ishigaki_journal::StreamId;
use ishigaki_proto::convert::{CurrentPart, competition_to_wire};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeGaugeValue, NoLabelSet};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Registry;

/// Sources of the metrics' figures.
#[derive(Clone)]
pub struct Sources {
    meter: Meter,
    games: Arc<Games>,
    tournaments: Arc<Tournaments>,
    clock: Arc<dyn Clock>,
    /// With the journal's disk if it is a local file.
    machine: Option<Machine>,
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sources")
    }
}

struct GameFigures {
    game: String,
    phase: String,
    survey: FeedSummary,
}

struct EventFigures {
    event: String,
    stage: String,
    round: u32,
    entrants: usize,
    facts: u64,
    watchers: usize,
    is_stopped: bool,
}

impl EventFigures {
    fn of(event: &tournaments::Handle) -> Self {
        let (state, items) = event.feeds().standing();
        let (stage, current) = competition_to_wire(state.competition());
        let stage = stage.as_str_name();
        Self {
            event: event.id().to_string(),
            stage: stage.strip_prefix("EVENT_STAGE_").unwrap_or(stage).to_lowercase(),
            round: match current {
                Some(CurrentPart::Round(round)) => round.0,
                Some(CurrentPart::Stage(_)) | None => 0,
            },
            entrants: state.competition().entrants(),
            // The first item is the setup.
            facts: items.saturating_sub(1),
            watchers: event.feeds().public_readers(),
            is_stopped: event.feeds().stop_reason().is_some(),
        }
    }
}

impl Sources {
    /// Returns the figures of these games, events and journal.
    pub fn new(
        meter: Meter,
        (games, tournaments): (Arc<Games>, Arc<Tournaments>),
        clock: Arc<dyn Clock>,
    ) -> Self {
        let machine = games.context().journal.file().map(Machine::with_file);
        Self { meter, games, tournaments, clock, machine }
    }

    /// All figures in the Prometheus text format (`OpenMetrics` 1.0).
    pub(crate) fn text(&self) -> Result<String, fmt::Error> {
        let mut registry = Registry::default();
        registry.register_collector(Box::new(self.clone()));
        let mut text = String::new();
        prometheus_client::encoding::text::encode(&mut text, &registry)?;
        Ok(text)
    }

    /// Returns games and events that stopped although they should be served.
    pub fn stopped(&self) -> Vec<String> {
        let games = self.standings().into_iter().filter(|standing| standing.survey.is_closed);
        let events = self.events().into_iter().filter(|event| event.is_stopped);
        games.map(|standing| standing.game).chain(events.map(|event| event.event)).collect()
    }

    fn events(&self) -> Vec<EventFigures> {
        self.tournaments.served().iter().map(EventFigures::of).collect()
    }

    fn standings(&self) -> Vec<GameFigures> {
        let standing = |game: &Arc<GameSlot>| {
            let survey = game.survey();
            let phase = survey.face.phase().as_str_name();
            let phase = phase.strip_prefix("PHASE_").unwrap_or(phase).to_lowercase();
            GameFigures { game: game.id().to_string(), phase, survey }
        };
        // The state of an unread game is unknown.
        self.games.all().iter().filter(|game| !game.is_unread()).map(standing).collect()
    }

    fn shown(&self) -> VisibleFigures {
        self.meter.shown(self.clock.now().0, self)
    }
}

impl OpenRecords for Sources {
    fn is_open(&self, stream: &StreamId) -> bool {
        let id = stream.as_str();
        self.games.find(id).map_or_else(|| self.tournaments.get(id).is_some(), |game| !game.is_held())
    }

    fn are_all_open(&self) -> bool {
        // Games of other servers may be held back, which isn't known here.
        !self.games.directory().is_shared() && !self.games.all().iter().any(|game| game.is_held())
    }
}

impl Collector for Sources {
    fn encode(&self, encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let mut page = MetricsText(encoder);
        page.games(&self.standings())?;
        let (over, unverified, unread) = self.games.closed();
        let counts = [
            (
                "ishigaki_dormant_games",
                "Games that are over and not in memory; whoever asks for one opens it",
                over,
            ),
            (
                "ishigaki_unverified_games",
                "Those of them whose records have not been verified since the server started",
                unverified,
            ),
            (
                "ishigaki_returning_games",
                "Games that go on and whose records are still being read since the server started",
                unread,
            ),
        ];
        for (name, what, games) in counts {
            page.gauge(name, what, u64::try_from(games).unwrap_or(u64::MAX))?;
        }
        page.events(&self.events())?;
        let VisibleFigures { counters, slowest, slow_readers, connections, refused_connections } =
            self.shown();
        page.gauge("ishigaki_connections", "Open connections", connections)?;
        page.counters(
            "ishigaki_refused_connections",
            "Connections that were hung up on because there were too many, in all or from one address",
            refused_connections.into_iter().map(|(among, count)| ([("among", among)], count)),
        )?;
        page.counted(&counters)?;
        page.gauge(
            "ishigaki_journal_append_slowest_seconds",
            "The slowest append of the last ten seconds that are over; the only figure of the journal that is not \
             held back",
            slowest,
        )?;
        page.counter(
            "ishigaki_slow_readers",
            "Feeds that were ended because their reader was too slow",
            slow_readers,
        )?;
        let CopyStanding { is_required, is_caught_up } = self.games.context().copies.standing();
        page.gauge(
            "ishigaki_copy_required",
            "1 if answers wait for the disk of a standby that has caught up (serve --copy required)",
            u32::from(is_required),
        )?;
        page.gauge(
            "ishigaki_copy_caught_up",
            "1 if a standby has caught up and reports its durable records; 0 is an alarm if a copy is required",
            u32::from(is_caught_up),
        )?;
        page.cluster(self.games.directory())?;
        page.machine(self.machine.as_ref())
    }
}

struct MetricsText<'a>(DescriptorEncoder<'a>);

impl MetricsText<'_> {
    fn games(&mut self, games: &[GameFigures]) -> fmt::Result {
        let mut phases: BTreeMap<&str, usize> = BTreeMap::new();
        for game in games {
            *phases.entry(&game.phase).or_default() += 1;
        }
        let phases = phases.into_iter().map(|(phase, games)| ([("phase", phase)], games));
        self.gauges("ishigaki_games", "Games that are served, by phase", phases)?;
        self.by_game("ishigaki_game_round", "The round that is played or comes next", games, |survey| {
            survey.face.round
        })?;
        let one = games.iter().map(|game| ([("game", &*game.game), ("phase", &*game.phase)], 1_u32));
        self.gauges("ishigaki_game_phase", "1 for the phase a game is in", one)?;
        self.by_game("ishigaki_game_teams", "Teams of the game", games, |survey| survey.teams)?;
        let what = "Teams that have sealed in the window that is open now";
        self.by_game("ishigaki_game_sealed_teams", what, games, |survey| survey.sealed)?;
        let stopped = "1 if the game is not served any more because its journal failed";
        self.by_game("ishigaki_game_stopped", stopped, games, |survey| u32::from(survey.is_closed))?;
        let sum =
            |count: fn(&FeedSummary) -> usize| games.iter().map(|game| count(&game.survey)).sum::<usize>();
        let watchers = [
            ([("audience", "public")], sum(|survey| survey.public_readers)),
            ([("audience", "team")], sum(|survey| survey.team_readers)),
        ];
        self.gauges("ishigaki_watchers", "Feeds that are being watched, by audience", watchers)?;
        self.gauge(
            "ishigaki_feed_lag_items",
            "By how many items the slowest watcher that is no team's is behind",
            games.iter().map(|game| game.survey.lag).max().unwrap_or(0),
        )
    }

    fn events(&mut self, events: &[EventFigures]) -> fmt::Result {
        let mut stages: BTreeMap<&str, usize> = BTreeMap::new();
        for event in events {
            *stages.entry(&event.stage).or_default() += 1;
        }
        let stages = stages.into_iter().map(|(stage, events)| ([("stage", stage)], events));
        self.gauges("ishigaki_events", "Events around the games that are served, by stage", stages)?;
        let one = events.iter().map(|event| ([("event", &*event.event), ("stage", &*event.stage)], 1_u32));
        self.gauges("ishigaki_event_stage", "1 for the stage an event is at", one)?;
        let by_event = |value: fn(&EventFigures) -> u64| {
            events.iter().map(move |event| ([("event", &*event.event)], value(event)))
        };
        let round = "The round of an event that is played or comes next; 0 where it has none";
        self.gauges("ishigaki_event_round", round, by_event(|event| event.round.into()))?;
        let entrants = by_event(|event| u64::try_from(event.entrants).unwrap_or(u64::MAX));
        self.gauges("ishigaki_event_entrants", "Lines of an event's roster", entrants)?;
        self.gauges("ishigaki_event_facts", "Facts in an event's record", by_event(|event| event.facts))?;
        let watchers = by_event(|event| u64::try_from(event.watchers).unwrap_or(u64::MAX));
        self.gauges("ishigaki_event_watchers", "Feeds of an event that are being watched", watchers)?;
        let stopped = "1 if the event is not served any more because its journal failed";
        self.gauges("ishigaki_event_stopped", stopped, by_event(|event| u64::from(event.is_stopped)))
    }

    fn counted(&mut self, counters: &Counters) -> fmt::Result {
        let held = "held back until what it counts is open";
        self.histogram(
            "ishigaki_sealing_seconds",
            &format!("How long calls that seal a list or a re-bid took, durable and refused ones; {held}"),
            &counters.sealing,
        )?;
        self.histogram(
            "ishigaki_journal_append_seconds",
            &format!("How long records took to be durable; {held}"),
            &counters.appends,
        )?;
        self.histogram(
            "ishigaki_journal_batch_records",
            &format!("How many records a game wrote at once; {held}"),
            &counters.batches,
        )?;
        let refusals =
            counters.refusals.iter().map(|(reason, count)| ([("reason", reason.as_str())], *count));
        self.counters(
            "ishigaki_refusals",
            &format!("Calls that were refused, by reason, but for what tells of messages; those that wanted to seal are {held}"),
            refusals,
        )
    }

    fn cluster(&mut self, directory: &Directory) -> fmt::Result {
        if !directory.is_shared() {
            return Ok(());
        }
        self.gauge(
            "ishigaki_cluster_members",
            "Servers over the same journal that are alive, this one included",
            u64::try_from(directory.addresses().len()).unwrap_or(u64::MAX),
        )?;
        let age = Duration::from_millis(directory.lease_age().0).as_secs_f64();
        self.gauge(
            "ishigaki_cluster_lease_age_seconds",
            "How long ago this server's lease was renewed; at 1 it serves nothing, and others take its games",
            age,
        )?;
        self.counter(
            "ishigaki_cluster_takeovers",
            "Games and events that were taken over from other servers",
            directory.takeovers(),
        )
    }

    fn machine(&mut self, machine: Option<&Machine>) -> fmt::Result {
        if let Some(bytes) = machine::memory() {
            self.gauge("process_resident_memory_bytes", "Memory of the process, in whole MiB", bytes)?;
        }
        if let Some(count) = machine::descriptors() {
            self.gauge("process_open_fds", "Open descriptors", count)?;
        }
        if let Some(most) = machine::most_descriptors() {
            self.gauge("process_max_fds", "How many descriptors may be open", most)?;
        }
        if let Some((free, size)) = machine.and_then(Machine::disk) {
            self.gauge("ishigaki_disk_free_bytes", "Free space beside the journal, in whole MiB", free)?;
            self.gauge("ishigaki_disk_size_bytes", "Size of the disk under the journal, in whole MiB", size)?;
        }
        Ok(())
    }

    fn by_game<V: EncodeGaugeValue>(
        &mut self,
        name: &str,
        help: &str,
        games: &[GameFigures],
        value: impl Fn(&FeedSummary) -> V,
    ) -> fmt::Result {
        self.gauges(name, help, games.iter().map(|game| ([("game", &*game.game)], value(&game.survey))))
    }

    #[expect(clippy::needless_pass_by_value, reason = "figures are numbers, named in place")]
    fn gauge(&mut self, name: &str, help: &str, value: impl EncodeGaugeValue) -> fmt::Result {
        self.0.encode_descriptor(name, help, None, MetricType::Gauge)?.encode_gauge(&value)
    }

    fn gauges<'l, const N: usize, V: EncodeGaugeValue>(
        &mut self,
        name: &str,
        help: &str,
        rows: impl IntoIterator<Item = ([(&'l str, &'l str); N], V)>,
    ) -> fmt::Result {
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_none() {
            return Ok(());
        }
        let mut family = self.0.encode_descriptor(name, help, None, MetricType::Gauge)?;
        rows.try_for_each(|(labels, value)| family.encode_family(&labels)?.encode_gauge(&value))
    }

    fn counter(&mut self, name: &str, help: &str, value: u64) -> fmt::Result {
        let mut encoder = self.0.encode_descriptor(name, help, None, MetricType::Counter)?;
        encoder.encode_counter::<NoLabelSet, _, f64>(&value, None)
    }

    fn counters<'l, const N: usize>(
        &mut self,
        name: &str,
        help: &str,
        rows: impl IntoIterator<Item = ([(&'l str, &'l str); N], u64)>,
    ) -> fmt::Result {
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_none() {
            return Ok(());
        }
        let mut family = self.0.encode_descriptor(name, help, None, MetricType::Counter)?;
        rows.try_for_each(|(labels, value)| {
            family.encode_family(&labels)?.encode_counter::<NoLabelSet, _, f64>(&value, None)
        })
    }

    fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram) -> fmt::Result {
        let (sum, count, buckets) = histogram.figures();
        let mut encoder = self.0.encode_descriptor(name, help, None, MetricType::Histogram)?;
        encoder.encode_histogram::<NoLabelSet>(sum, count, &buckets, None)
    }
}
