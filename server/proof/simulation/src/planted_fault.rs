//! Planted faults, which show that the auditor detects them.

/// A planted fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlantedFault {
    /// The unchanged engine.
    #[default]
    Nothing,
    /// Sometimes the journal reports an append as durable without storing it.
    ForgetfulJournal,
    RepeatedItem,
    SkippedItem,
    LeakedList,
    /// A rejected act is answered as accepted.
    ForgedGrant,
    /// An accepted act is answered as rejected.
    ForgedRefusal,
    /// Sometimes the engine isn't woken at a deadline, and a window stays open beyond it.
    DeafClock,
    ForgedPairing,
    /// An event's record has another token than the used one.
    ForgedRecord,
}
