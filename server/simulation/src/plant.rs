//! Faults that are planted to see whether the auditor finds them: without them nobody would know that it can.

/// A planted fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Plant {
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
    /// A refused list is answered as if it had been sealed.
    ForgedGrant,
    /// A granted list is answered as if it had come too late.
    ForgedRefusal,
    /// Nobody ever hears of an opened wave's end: a window stays open beyond its deadline.
    DeafClock,
}

impl Plant {
    /// All that can be planted.
    pub const ALL: &[Self] = &[
        Self::ForgetfulJournal,
        Self::RepeatedItem,
        Self::SkippedItem,
        Self::LeakedList,
        Self::ForgedGrant,
        Self::ForgedRefusal,
        Self::DeafClock,
    ];
}
