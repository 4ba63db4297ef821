//! Intents of the workshop.

use serde::{Deserialize, Serialize};

/// A change of the wall's draft or of the selected stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    Up,
    Down,
    Left,
    Right,
    Turn,
    /// Three quarters clockwise (`W2`).
    TurnBack,
    NextPlace,
    PreviousPlace,
    Lay,
    LayLoose,
    NextStone,
    PreviousStone,
    OtherTray,
    TakeUp,
    TakeOut,
    TakeOutAll,
    Undo,
    Redo,
    SendStone,
    SendWall,
    TakeWall,
    Realise,
    Fill,
    FillWithPlan,
    LetGo,
}
