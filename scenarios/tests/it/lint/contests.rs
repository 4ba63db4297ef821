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
        found: &[
            "28:12: error: no scenario is called \"heat-8\"; known: NAMES; a file is named by a path with a slash or by .toml (G1: a game needs its scenario)",
        ],
    },
    Case {
        what: "a team that is none",
        spoil: &[("scenario = \"heat-7-spare\"", "scenario = \"heat-7-spare\"\nteams = [\"a\", \"x\"]")],
        found: &[
            "29:15: error: there is no team \"x\" in this contest (the file format, scenarios/README.md)",
        ],
    },
    Case {
        what: "what a roster has where there is no event",
        spoil: &[("name = \"Team A\"", "name = \"Team A\"\nromaji = \"A\"\nseed = \"A\"\nwoman = true")],
        found: &[
            "4:10: error: `romaji` stands in the roster of an event, and this file has no [event] (TD4: a roster is an event's)",
            "5:8: error: `seed` stands in the roster of an event, and this file has no [event] (TD4: a roster is an event's)",
            "6:9: error: `woman` stands in the roster of an event, and this file has no [event] (TD4: a roster is an event's)",
        ],
    },
    Case {
        what: "two games of one name",
        spoil: &[("id = \"h\"", "id = \"g\"")],
        found: &[
            "25:9: error: no game of this contest is called \"h\", and no scenario is called \"h\"; known: NAMES; a file is named by a path with a slash or by .toml (G1: a game needs its scenario)",
            "27:6: error: game \"g\" is there already, in line 23 (ids are unique)",
        ],
    },
    Case {
        what: "a game without a scenario",
        spoil: &[("scenario = \"heat-7-spare\"\n", "")],
        found: &["26:1: error: this game has no `scenario` (the file format, scenarios/README.md)"],
    },
    Case {
        what: "a word that is none",
        spoil: &[("\"by-organiser\"", "\"later\"")],
        found: &[
            "29:10: error: `starts` is \"later\"; it takes \"now\" or \"by-organiser\" (a game starts with the server or when told to)",
        ],
    },
    Case {
        what: "a game that is its own spare",
        spoil: &[("spare = \"h\"", "spare = \"g\"")],
        found: &["25:9: error: game \"g\" is its own spare (G4: a game is replayed with another problem)"],
    },
    Case {
        what: "a spare that is none",
        spoil: &[("spare = \"h\"", "spare = \"k\"")],
        found: &[
            "25:9: error: no game of this contest is called \"k\", and no scenario is called \"k\"; known: NAMES; a file is named by a path with a slash or by .toml (G1: a game needs its scenario)",
        ],
    },
    Case {
        what: "a spare that starts now",
        spoil: &[("starts = \"by-organiser\"\n", "")],
        found: &[
            "25:9: error: the spare \"h\" starts now; it takes starts = \"by-organiser\" (G4: a game is replayed with another problem)",
        ],
    },
    Case {
        what: "a spare for other teams",
        spoil: &[("scenario = \"heat-7-spare\"", "scenario = \"heat-7-spare\"\nteams = [\"a\", \"b\"]")],
        found: &[
            "25:9: error: the spare \"h\" has other teams than \"g\" (G4: a game is replayed with another problem)",
        ],
    },
    Case {
        what: "spares in a circle",
        spoil: &[
            ("starts = \"by-organiser\"", "starts = \"by-organiser\"\nspare = \"g\""),
            ("spare = \"h\"", "spare = \"h\"\nstarts = \"by-organiser\""),
        ],
        found: &[
            "25:9: error: the spares of \"g\" lead back to it (G4: a game is replayed with another problem)",
            "31:9: error: the spares of \"h\" lead back to it (G4: a game is replayed with another problem)",
        ],
    },
    Case {
        what: "a spare whose name is taken",
        spoil: &[("id = \"h\"", "id = \"g-spare\""), ("spare = \"h\"", "spare = \"heat-9\"")],
        found: &[
            "25:9: error: the spare would be called \"g-spare\", which is taken or longer than 32 (ids are unique)",
        ],
    },
    Case {
        what: "unknown players of a game that starts now",
        spoil: &[("spare = \"h\"", "teams = 7")],
        found: &[
            "22:1: error: who plays is named at the start, so it cannot start now; it takes starts = \"by-organiser\" (G1: a game has its teams from the start)",
        ],
    },
    Case {
        what: "more players than teams",
        spoil: &[("scenario = \"heat-7-spare\"", "scenario = \"heat-7-spare\"\nteams = 9")],
        found: &["29:9: error: 9 teams are to play; this contest has 7 (G1: a team plays once)"],
    },
    Case {
        what: "another number of teams than planned",
        spoil: &[("scenario = \"heat-7-spare\"", "scenario = \"final-6\"")],
        found: &[
            "26:1: warning: 7 teams play a scenario that is made for 6 (G1: stones and rounds are for so many teams)",
        ],
    },
    Case {
        what: "few teams",
        spoil: &[
            ("scenario = \"heat-7\"", "scenario = \"heat-7\"\nteams = [\"a\", \"b\"]"),
            ("scenario = \"heat-7-spare\"", "scenario = \"heat-7-spare\"\nteams = [\"a\", \"b\"]"),
        ],
        found: &[
            "8:6: warning: team \"c\" plays in no game (G1: a game has its teams from the start)",
            "11:6: warning: team \"d\" plays in no game (G1: a game has its teams from the start)",
            "14:6: warning: team \"e\" plays in no game (G1: a game has its teams from the start)",
            "17:6: warning: team \"f\" plays in no game (G1: a game has its teams from the start)",
            "20:6: warning: team \"j\" plays in no game (G1: a game has its teams from the start)",
            "25:9: warning: 2 teams play a scenario that is made for 7 (G1: stones and rounds are for so many teams)",
            "25:9: warning: 2 teams; games have 4 to 9 (G2: teams a game)",
            "30:9: warning: 2 teams play a scenario that is made for 7 (G1: stones and rounds are for so many teams)",
            "30:9: warning: 2 teams; games have 4 to 9 (G2: teams a game)",
        ],
    },
    Case {
        what: "the same problem as a spare",
        spoil: &[("\"heat-7-spare\"", "\"heat-7\"")],
        found: &[
            "25:9: warning: the spare has the same frame and the same stones (G4: a game is replayed with another problem)",
        ],
    },
    Case {
        what: "games without a spare",
        spoil: &[("spare = \"h\"\n", "")],
        found: &[
            "22:1: note: game \"g\" has no spare (G4: a game is replayed with another problem)",
            "25:1: note: game \"h\" has no spare (G4: a game is replayed with another problem)",
        ],
    },
    Case {
        what: "a team in two games at once",
        spoil: &[("spare = \"h\"\n", ""), ("starts = \"by-organiser\"\n", "teams = [\"a\", \"j\"]\n")],
        found: &[
            "22:1: note: game \"g\" has no spare (G4: a game is replayed with another problem)",
            "25:1: note: game \"h\" has no spare (G4: a game is replayed with another problem)",
            "25:1: warning: team \"a\" plays in \"g\" and \"h\", which both start now (G2: a team has at most three members and two computers)",
            "25:1: warning: team \"j\" plays in \"g\" and \"h\", which both start now (G2: a team has at most three members and two computers)",
            "28:9: warning: 2 teams play a scenario that is made for 7 (G1: stones and rounds are for so many teams)",
            "28:9: warning: 2 teams; games have 4 to 9 (G2: teams a game)",
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
        found: &["23:6: warning: team \"k\" plays in no game (G1: a game has its teams from the start)"],
    },
    Case {
        what: "practice that is neither true nor false",
        spoil: &[("spare = \"h\"", "practice = \"yes\"")],
        found: &[
            "25:12: error: `practice` must be true or false, not string (the file format, scenarios/README.md)",
        ],
    },
    Case {
        what: "a spare for practice of a game that counts",
        spoil: &[("starts = \"by-organiser\"", "starts = \"by-organiser\"\npractice = true")],
        found: &[
            "25:9: error: the spare \"h\" is for practice, and \"g\" is not for practice (G4: a game is replayed with another problem)",
        ],
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
            "20:6: warning: team \"j\" plays in no game but for practice (G1: a game has its teams from the start)",
            "32:9: warning: 6 teams play a scenario that is made for 7 (G1: stones and rounds are for so many teams)",
        ],
    },
    Case {
        what: "a team name with signs that screens show differently",
        spoil: &[("\"Team D\"", "\"Te\\u200bam\\u202e ｶﾞ\"")],
        found: &[
            "12:8: warning: the text has U+200B, U+202E, U+FF9E: not seen, or not as wide on every screen; screens may show it otherwise (G1: people write and say these names)",
        ],
    },
    Case {
        what: "two teams of one name",
        spoil: &[("\"Team D\"", "\"Team A\"")],
        found: &[
            "12:8: warning: a team is called \"Team A\" in line 3 already (G1: people write and say these names)",
        ],
    },
    Case {
        what: "team names that look alike",
        spoil: &[("id = \"d\"", "id = \"A\"")],
        found: &[
            "11:6: warning: team \"A\" is easily taken for \"a\" of line 2 (G1: people write and say these names)",
        ],
    },
    Case {
        what: "an early close",
        spoil: &[("spare = \"h\"", "spare = \"h\"\nclose = \"all-sealed\"")],
        found: &[
            "26:9: note: bidding closes as soon as all have sealed, which is for rehearsals (A3: no early close by default)",
        ],
    },
];
