//! Wrong and strange contests.

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
[[team]]
id = "e"
name = "Team E"
[[team]]
id = "f"
name = "Team F"
[[team]]
id = "j"
name = "Team J"
[[game]]
id = "g"
scenario = "heat-7"
spare = "h"
[[game]]
id = "h"
scenario = "heat-7-spare"
starts = "by-organiser"
"#;

pub(crate) const CASES: &[Case] = &[
    Case {
        what: "a scenario that is none",
        spoil: &[("\"heat-7-spare\"", "\"heat-8\"")],
        found: &["error 28:12 lint-unknown-scenario name=heat-8 known=NAMES (basis-scenario)"],
    },
    Case {
        what: "a team that is none",
        spoil: &[("scenario = \"heat-7-spare\"", "scenario = \"heat-7-spare\"\nteams = [\"a\", \"x\"]")],
        found: &["error 29:15 lint-unknown-team team=x (basis-format)"],
    },
    Case {
        what: "what a roster has where there is no event",
        spoil: &[("name = \"Team A\"", "name = \"Team A\"\nromaji = \"A\"\nseed = \"A\"\nwoman = true")],
        found: &[
            "error 4:10 lint-of-roster key=romaji (basis-event-roster)",
            "error 5:8 lint-of-roster key=seed (basis-event-roster)",
            "error 6:9 lint-of-roster key=woman (basis-event-roster)",
        ],
    },
    Case {
        what: "two games of one name",
        spoil: &[("id = \"h\"", "id = \"g\"")],
        found: &[
            "error 25:9 lint-no-game-and name=h error=(lint-unknown-scenario name=h known=NAMES) (basis-scenario)",
            "error 27:6 lint-id-taken noun=(lint-word-game) id=g line=23 (basis-unique)",
        ],
    },
    Case {
        what: "a game without a scenario",
        spoil: &[("scenario = \"heat-7-spare\"\n", "")],
        found: &["error 26:1 lint-no-key noun=(lint-word-game) key=scenario (basis-format)"],
    },
    Case {
        what: "a word that is none",
        spoil: &[("\"by-organiser\"", "\"later\"")],
        found: &[
            "error 29:10 lint-not-one-of key=starts text=later choices=(lint-word-or first=(lint-word-quoted text=now) next=(lint-word-quoted text=by-organiser)) (basis-starts)",
        ],
    },
    Case {
        what: "a game that is its own spare",
        spoil: &[("spare = \"h\"", "spare = \"g\"")],
        found: &["error 25:9 lint-own-spare game=g (basis-spare)"],
    },
    Case {
        what: "a spare that is none",
        spoil: &[("spare = \"h\"", "spare = \"k\"")],
        found: &[
            "error 25:9 lint-no-game-and name=k error=(lint-unknown-scenario name=k known=NAMES) (basis-scenario)",
        ],
    },
    Case {
        what: "a spare that starts now",
        spoil: &[("starts = \"by-organiser\"\n", "")],
        found: &["error 25:9 lint-spare-now spare=h (basis-spare)"],
    },
    Case {
        what: "a spare for other teams",
        spoil: &[("scenario = \"heat-7-spare\"", "scenario = \"heat-7-spare\"\nteams = [\"a\", \"b\"]")],
        found: &["error 25:9 lint-spare-teams spare=h game=g (basis-spare)"],
    },
    Case {
        what: "spares in a circle",
        spoil: &[
            ("starts = \"by-organiser\"", "starts = \"by-organiser\"\nspare = \"g\""),
            ("spare = \"h\"", "spare = \"h\"\nstarts = \"by-organiser\""),
        ],
        found: &[
            "error 25:9 lint-spare-returns game=g (basis-spare)",
            "error 31:9 lint-spare-returns game=h (basis-spare)",
        ],
    },
    Case {
        what: "a spare whose name is taken",
        spoil: &[("id = \"h\"", "id = \"g-spare\""), ("spare = \"h\"", "spare = \"heat-9\"")],
        found: &["error 25:9 lint-spare-id id=g-spare most=32 (basis-unique)"],
    },
    Case {
        what: "unknown players of a game that starts now",
        spoil: &[("spare = \"h\"", "teams = 7")],
        found: &["error 22:1 lint-seats-now (basis-teams-fixed)"],
    },
    Case {
        what: "more players than teams",
        spoil: &[("scenario = \"heat-7-spare\"", "scenario = \"heat-7-spare\"\nteams = 9")],
        found: &["error 29:9 lint-many-seats seats=9 teams=7 (basis-plays-once)"],
    },
    Case {
        what: "another number of teams than planned",
        spoil: &[("scenario = \"heat-7-spare\"", "scenario = \"final-6\"")],
        found: &["warning 26:1 lint-made-for teams=7 wanted=6 (basis-so-many-teams)"],
    },
    Case {
        what: "few teams",
        spoil: &[
            ("scenario = \"heat-7\"", "scenario = \"heat-7\"\nteams = [\"a\", \"b\"]"),
            ("scenario = \"heat-7-spare\"", "scenario = \"heat-7-spare\"\nteams = [\"a\", \"b\"]"),
        ],
        found: &[
            "warning 8:6 lint-plays-nowhere team=c (basis-teams-fixed)",
            "warning 11:6 lint-plays-nowhere team=d (basis-teams-fixed)",
            "warning 14:6 lint-plays-nowhere team=e (basis-teams-fixed)",
            "warning 17:6 lint-plays-nowhere team=f (basis-teams-fixed)",
            "warning 20:6 lint-plays-nowhere team=j (basis-teams-fixed)",
            "warning 25:9 lint-made-for teams=2 wanted=7 (basis-so-many-teams)",
            "warning 25:9 lint-teams-of-game teams=2 (basis-teams)",
            "warning 30:9 lint-made-for teams=2 wanted=7 (basis-so-many-teams)",
            "warning 30:9 lint-teams-of-game teams=2 (basis-teams)",
        ],
    },
    Case {
        what: "the same problem as a spare",
        spoil: &[("\"heat-7-spare\"", "\"heat-7\"")],
        found: &["warning 25:9 lint-same-problem (basis-spare)"],
    },
    Case {
        what: "games without a spare",
        spoil: &[("spare = \"h\"\n", "")],
        found: &[
            "note 22:1 lint-no-spare game=g (basis-spare)",
            "note 25:1 lint-no-spare game=h (basis-spare)",
        ],
    },
    Case {
        what: "a team in two games at once",
        spoil: &[("spare = \"h\"\n", ""), ("starts = \"by-organiser\"\n", "teams = [\"a\", \"j\"]\n")],
        found: &[
            "note 22:1 lint-no-spare game=g (basis-spare)",
            "note 25:1 lint-no-spare game=h (basis-spare)",
            "warning 25:1 lint-two-games team=a first=g second=h (basis-computers)",
            "warning 25:1 lint-two-games team=j first=g second=h (basis-computers)",
            "warning 28:9 lint-made-for teams=2 wanted=7 (basis-so-many-teams)",
            "warning 28:9 lint-teams-of-game teams=2 (basis-teams)",
        ],
    },
    Case {
        what: "an idle team",
        spoil: &[
            ("[[game]]\nid = \"g\"", "[[team]]\nid = \"k\"\nname = \"Team K\"\n[[game]]\nid = \"g\""),
            (
                "scenario = \"heat-7\"",
                "scenario = \"heat-7\"\nteams = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"j\"]",
            ),
            (
                "scenario = \"heat-7-spare\"",
                "scenario = \"heat-7-spare\"\nteams = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"j\"]",
            ),
        ],
        found: &["warning 23:6 lint-plays-nowhere team=k (basis-teams-fixed)"],
    },
    Case {
        what: "practice that is neither true nor false",
        spoil: &[("spare = \"h\"", "practice = \"yes\"")],
        found: &[
            "error 25:12 lint-wrong-type key=practice wanted=(lint-word-true-or-false) found=(lint-word-type-text) (basis-format)",
        ],
    },
    Case {
        what: "a spare for practice of a game that counts",
        spoil: &[("starts = \"by-organiser\"", "starts = \"by-organiser\"\npractice = true")],
        found: &["error 25:9 lint-spare-practice spare=h game=g (basis-spare)"],
    },
    Case {
        what: "teams that play for practice only",
        spoil: &[
            (
                "spare = \"h\"\n",
                "practice = true\nteams = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"j\"]\n",
            ),
            (
                "starts = \"by-organiser\"\n",
                "starts = \"by-organiser\"\nspare = \"heat-7\"\nteams = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\"]\n",
            ),
        ],
        found: &[
            "warning 20:6 lint-only-practice team=j (basis-teams-fixed)",
            "warning 32:9 lint-made-for teams=6 wanted=7 (basis-so-many-teams)",
        ],
    },
    Case {
        what: "a team name with signs that screens show differently",
        spoil: &[("\"Team D\"", "\"Te\\u200bam\\u202e ｶﾞ\"")],
        found: &["warning 12:8 lint-odd-signs signs=U+200B, U+202E, U+FF9E (basis-names)"],
    },
    Case {
        what: "two teams of one name",
        spoil: &[("\"Team D\"", "\"Team A\"")],
        found: &["warning 12:8 lint-same-name name=Team A line=3 (basis-names)"],
    },
    Case {
        what: "team names that look alike",
        spoil: &[("id = \"d\"", "id = \"A\"")],
        found: &["warning 11:6 lint-alike-codes noun=(lint-word-team) code=A other=a line=2 (basis-names)"],
    },
    Case {
        what: "an early close",
        spoil: &[("spare = \"h\"", "spare = \"h\"\nclose = \"all-sealed\"")],
        found: &["note 26:9 lint-early-close (basis-no-early-close)"],
    },
];
