//! Faults that are planted to see whether the auditor finds them: without them nobody would know that it can.

/// A planted fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlantedFault {
    /// None: the engine as it is.
    #[default]
    Nothing,
    /// The journal says now and then that an append is durable, and keeps nothing of it.
    ForgetfulJournal,
    /// A client's feed brings an item twice.
    RepeatedItem,
    /// A client's feed leaves an item out.
    SkippedItem,
    /// The public is shown what one team is shown.
    LeakedList,
    /// A refused act is answered as if it had been granted.
    ForgedGrant,
    /// A granted act is answered as if it had been refused.
    ForgedRefusal,
    /// The engine is not woken at a deadline now and then: a window stays open beyond it.
    DeafClock,
    /// An event's feed pairs somebody twice in a round.
    ForgedPairing,
    /// An event's record names another token than the one that was used.
    ForgedRecord,
}
