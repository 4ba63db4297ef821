//! The workshop's intents: what a key can mean there.

use serde::{Deserialize, Serialize};

/// Something done to the wall's draft, to the stone that is held over it, or with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Move the ghost up.
    Up,
    /// Move the ghost down.
    Down,
    /// Move the ghost to the left.
    Left,
    /// Move the ghost to the right.
    Right,
    /// Turn the stone a quarter clockwise.
    Turn,
    /// Turn it a quarter back, which is three quarters clockwise (`W2`).
    TurnBack,
    /// Go to the next place where it can lie.
    NextPlace,
    /// Go to the one before.
    PreviousPlace,
    Lay,
    /// Lay it even where nothing carries it.
    LayLoose,
    /// Choose the next stone.
    NextStone,
    /// Choose the stone before.
    PreviousStone,
    /// Change between own stones and the lots to plan with.
    OtherTray,
    /// Take the stone under the ghost up to move it.
    TakeUp,
    /// Take the stone under the ghost out.
    TakeOut,
    /// Take it out with all that only it carries.
    TakeOutAll,
    /// Take the last change back.
    Undo,
    Redo,
    SendStone,
    /// Send the whole wall.
    SendWall,
    /// Take the wall that the server knows into the draft.
    TakeWall,
    /// Make planned stones real that have been won.
    Realise,
    /// Let the solver fill the draft with the team's stones, or stop it.
    Fill,
    /// The same with the planned stones as well.
    FillWithPlan,
    /// Let go of what is being moved; stop the solver.
    LetGo,
}
