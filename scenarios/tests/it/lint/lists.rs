//! Lists that cannot be played, for the scenario that the scenarios spoil.

use crate::lint::Case;

pub(crate) const GOOD: &str = r#"[[team]]
id = "a"
name = "Team A"
[[team]]
id = "b"
name = "Team B"
[[team]]
id = "c"
name = "Team C"
[[team]]
id = "d"
name = "Team D"
[[round]]
[[round.first]]
team = "d"
list = ["L 41"]
refused = "OVER_BUDGET"
[round.lists]
a = ["L 9", "D 3"]
b = ["L 9", "O 5"]
[[round]]
[round.lists]
c = ["D 5", "D 5", "D 5"]
d = ["D 5", "O 4"]
[[round.wave]]
c = ["1 6", "2 6"]
d = ["1 7"]
"#;

pub(crate) const CASES: &[Case] = &[
    Case {
        what: "a team that is none",
        spoil: &[("d = [\"D 5\", \"O 4\"]", "x = [\"D 5\", \"O 4\"]")],
        found: &[
            "24:1: error: there is no team \"x\" here, only a, b, c, d (the file format, scenarios/README.md)",
        ],
    },
    Case {
        what: "a stone that is none",
        spoil: &[("\"O 4\"", "\"X 4\"")],
        found: &["24:13: error: scenario \"x\" has no stone \"X\" (A2: a line is a stone type and a price)"],
    },
    Case {
        what: "a line that is none",
        spoil: &[("\"O 4\"", "\"O\"")],
        found: &[
            "24:13: error: \"O\" is no line of a list; write lot and price, such as \"L 12\" (A2: a line is a stone type and a price)",
        ],
    },
    Case {
        what: "a reason that is none",
        spoil: &[("OVER_BUDGET", "POOR")],
        found: &[
            "17:11: error: `refused` is \"POOR\"; it takes \"TOO_MANY_BIDS\" or \"TOO_MANY_OF_LOT\" or \"UNKNOWN_LOT\" or \"BELOW_MIN\" or \"OVER_BUDGET\" (A2: why a list is refused)",
        ],
    },
    Case {
        what: "too few rounds",
        spoil: &[(
            "[[round]]\n[round.lists]\nc = [\"D 5\", \"D 5\", \"D 5\"]\nd = [\"D 5\", \"O 4\"]\n[[round.wave]]\nc = [\"1 6\", \"2 6\"]\nd = [\"1 7\"]\n",
            "",
        )],
        found: &[
            "13:1: error: there are 1 [[round]]s; scenario \"x\" has 2 (G1: the scenario fixes the rounds)",
        ],
    },
    Case {
        what: "a list beyond the money",
        spoil: &[("\"O 4\"", "\"O 36\"")],
        found: &["24:5: error: the list adds up to 41; the team holds 40 (A2: what a list may be)"],
    },
    Case {
        what: "a list below the minimum",
        spoil: &[("\"O 4\"", "\"O 3\"")],
        found: &["24:5: error: line 2 offers 3 for O; its minimum is 4 (A2: what a list may be)"],
    },
    Case {
        what: "a list of too many lines",
        spoil: &[("c = [\"D 5\", \"D 5\", \"D 5\"]", "c = [\"D 5\", \"D 5\", \"D 5\", \"O 5\", \"O 5\"]")],
        found: &["23:5: error: the list has 5 lines; M is 4 (A2: what a list may be)"],
    },
    Case {
        what: "more lines than copies",
        spoil: &[("b = [\"L 9\", \"O 5\"]", "b = [\"D 2\", \"D 2\", \"D 2\", \"D 2\", \"D 2\"]")],
        found: &["20:5: error: D stands in 5 lines; 4 copies are left (A2: what a list may be)"],
    },
    Case {
        what: "a stone that is gone",
        spoil: &[
            ("d = [\"D 5\", \"O 4\"]", "d = [\"D 5\", \"O 4\"]"),
            ("a = [\"L 9\", \"D 3\"]", "a = [\"D 3\"]\nc = [\"D 5\", \"D 4\", \"D 3\"]"),
        ],
        found: &[
            "24:5: error: line 1 asks for D, of which no copy is left (A2: what a list may be)",
            "24:5: error: line 2 asks for D, of which no copy is left (A2: what a list may be)",
            "24:5: error: line 3 asks for D, of which no copy is left (A2: what a list may be)",
            "25:5: error: line 1 asks for D, of which no copy is left (A2: what a list may be)",
        ],
    },
    Case {
        what: "a list that is refused for something else",
        spoil: &[("\"L 41\"", "\"L 1\"")],
        found: &[
            "16:8: error: it is refused, but not for OVER_BUDGET: line 1 offers 1 for L; its minimum is 4 (A2: what a list may be)",
        ],
    },
    Case {
        what: "a list that is not refused",
        spoil: &[("\"L 41\"", "\"L 40\"")],
        found: &["16:8: error: it is accepted, not refused for OVER_BUDGET (A2: what a list may be)"],
    },
    Case {
        what: "a re-bid that is missing",
        spoil: &[("[[round.wave]]\nc = [\"1 6\", \"2 6\"]\nd = [\"1 7\"]\n", "")],
        found: &[
            "21:1: error: a further [[round.wave]] is called for: D at 5 between c (line 1) and c (line 2) and c (line 3) and d (line 1) (A7: a re-bid is called while something is tied)",
        ],
    },
    Case {
        what: "a re-bid of nothing",
        spoil: &[(
            "[[round]]\n[round.lists]\nc = [\"D",
            "[[round.wave]]\n[[round]]\n[round.lists]\nc = [\"D",
        )],
        found: &[
            "21:1: error: nothing is tied, so this is never called (A7: a re-bid is called while something is tied)",
        ],
    },
    Case {
        what: "a raise that is none",
        spoil: &[("\"1 7\"", "\"1 5\"")],
        found: &[
            "27:5: error: line 1 is raised to 5; D is tied at 5, which it must exceed (A7: what a re-bid may be)",
        ],
    },
    Case {
        what: "a raise of a line that is not tied",
        spoil: &[("\"1 7\"", "\"2 7\"")],
        found: &["27:5: error: line 2 is not tied (A7: what a re-bid may be)"],
    },
];
