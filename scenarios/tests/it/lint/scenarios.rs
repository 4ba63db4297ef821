//! Wrong and strange scenarios.

use crate::lint::Case;

pub(crate) const GOOD: &str = r#"title = "Good"
teams = 4
money = 40
frame = """
######
######
######
######
"""
[[round]]
bids = 5
wins = 3
[[round]]
bids = 4
wins = 4
[[stone]]
id = "L"
copies = 6
min_price = 4
shape = """
#.
#.
##
"""
[[stone]]
id = "O"
copies = 6
min_price = 4
shape = """
##
##
"""
[[stone]]
id = "D"
copies = 4
min_price = 2
shape = """
##
"""
"#;

pub(crate) const CASES: &[Case] = &[
    Case {
        what: "a key that is none",
        spoil: &[("teams = 4", "team = 4")],
        found: &[
            "2:1: error: a file has no key `team`; it takes title, title_ja, teams, money, support, end_countdown_s, frame, arch, round, stone (the file format, scenarios/README.md)",
        ],
    },
    Case {
        what: "a title with signs that screens do not show",
        spoil: &[("\"Good\"", "\"Go\\u001bod\\u2066\"")],
        found: &[
            "1:9: warning: the text has U+001B, U+2066: not seen, or not as wide on every screen; screens may show it otherwise (G1: people write and say these names)",
        ],
    },
    Case {
        what: "a key that is missing",
        spoil: &[("min_price = 2\n", "")],
        found: &["33:1: error: this stone has no `min_price` (G1: all of it is told before the game)"],
    },
    Case {
        what: "a value of the wrong type",
        spoil: &[("money = 40", "money = \"40\"")],
        found: &[
            "3:9: error: `money` must be a whole number, not string (the file format, scenarios/README.md)",
        ],
    },
    Case {
        what: "a number out of its range",
        spoil: &[("money = 40", "money = 0")],
        found: &[
            "3:9: error: `money` is 0; it must be 1 to 1,000,000,000 (G1: whole TSUYAMA, the same for all)",
        ],
    },
    Case {
        what: "a number of teams that no game has",
        spoil: &[("teams = 4", "teams = 17")],
        found: &["2:9: error: `teams` is 17; it must be 2 to 16 (G2: teams a game)"],
    },
    Case {
        what: "a word that is none",
        spoil: &[("teams = 4", "teams = 4\nsupport = \"none\"")],
        found: &["3:11: error: `support` is \"none\"; it takes \"each-move\" or \"at-end\" (W5: support)"],
    },
    Case {
        what: "a sign that is none",
        spoil: &[("#.\n#.\n##", "#.\n#x\n##")],
        found: &[
            "22:2: error: `shape` has the sign 'x'; a square is #, none is . (W1: drawings are rows of # and .)",
        ],
    },
    Case {
        what: "rows of different lengths",
        spoil: &[("######\n######\n######\n######\n", "######\n#####\n######\n######\n")],
        found: &[
            "6:6: error: row 2 of `frame` is 5 wide, the first row is 6 (W1: drawings are rows of # and .)",
        ],
    },
    Case {
        what: "a frame in two parts",
        spoil: &[("######\n######\n######\n######\n", "######\n......\n######\n######\n")],
        found: &[
            "7:1: error: this square of `frame` does not hang together with the first one (W1: frames and stones are squares joined edge to edge)",
        ],
    },
    Case {
        what: "a stone in two parts",
        spoil: &[("#.\n#.\n##", "#.\n..\n##")],
        found: &[
            "23:1: error: this square of `shape` does not hang together with the first one (W1: frames and stones are squares joined edge to edge)",
        ],
    },
    Case {
        what: "a stone of nothing",
        spoil: &[(
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n##\n\"\"\"\n",
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n..\n\"\"\"\n",
        )],
        found: &[
            "37:9: error: `shape` has no square (W1: frames and stones are squares joined edge to edge)",
        ],
    },
    Case {
        what: "two stones of one name",
        spoil: &[("id = \"D\"", "id = \"L\"")],
        found: &["34:6: error: stone \"L\" is there already, in line 17 (ids are unique)"],
    },
    Case {
        what: "a stone nobody can pay",
        spoil: &[("min_price = 2", "min_price = 41")],
        found: &[
            "36:13: error: `min_price` is 41, above the 40 every team starts with (A2: nobody could ever bid for it)",
        ],
    },
    Case {
        what: "few teams",
        spoil: &[("teams = 4", "teams = 3")],
        found: &["2:9: warning: 3 teams; games have 4 to 9 (G2: teams a game)"],
    },
    Case {
        what: "a top without a flat part",
        spoil: &[("######\n######\n######\n######\n", "#.#.#.\n######\n######\n######\n######\n")],
        found: &[
            "5:1: error: the top row of `frame` has no flat part, only single squares (W1: a frame is flat at the top and at the bottom)",
        ],
    },
    Case {
        what: "a top in parts",
        spoil: &[("######\n######\n######\n######\n", "##..##\n######\n######\n######\n######\n")],
        found: &[
            "5:1: warning: the top row of `frame` is in 2 parts (W1: a frame is flat at the top and at the bottom)",
        ],
    },
    Case {
        what: "an arch that is not said to be one",
        spoil: &[("######\n######\n######\n######\n", "######\n######\n######\n##..##\n")],
        found: &[
            "8:1: warning: the bottom row of `frame` is in 2 parts (W1: a frame is flat at the top and at the bottom)",
        ],
    },
    Case {
        what: "a bottom without a flat part",
        spoil: &[("######\n######\n######\n######\n", "######\n######\n######\n######\n...#..\n")],
        found: &[
            "9:1: error: the bottom row of `frame` has no flat part, only single squares (W1: a frame is flat at the top and at the bottom)",
        ],
    },
    Case {
        what: "bare rows around the frame",
        spoil: &[("######\n######\n######\n######\n", ".......\n######.\n######.\n######.\n######.\n")],
        found: &[
            "4:9: warning: `frame` is drawn with 2 bare row(s) and column(s) around it (W1: row 0 is on top of the drawing)",
        ],
    },
    Case {
        what: "bare columns around a stone",
        spoil: &[("#.\n#.\n##", "#..\n#..\n##.")],
        found: &[
            "20:9: warning: stone \"L\" is drawn with 1 bare row(s) and column(s) around it (W2: a stone starts at its first square)",
        ],
    },
    Case {
        what: "too few squares to fill the frame",
        spoil: &[(
            "######\n######\n######\n######\n",
            "##########\n##########\n##########\n##########\n##########\n##########\n",
        )],
        found: &[
            "2:9: warning: all stones together have 56 squares, not half of 4 frames, 240 (E2: the fewest empty squares win)",
            "4:9: error: all stones together have 56 squares, `frame` has 60 (E2: the fewest empty squares win)",
            "14:8: error: the 7 largest stones, all a team can win, have 28 squares of 60 (E2: the fewest empty squares win)",
        ],
    },
    Case {
        what: "hardly more squares than the frame",
        spoil: &[(
            "######\n######\n######\n######\n",
            "############\n############\n############\n############\n",
        )],
        found: &[
            "2:9: warning: all stones together have 56 squares, not half of 4 frames, 192 (E2: the fewest empty squares win)",
            "3:9: error: a full wall costs at least 48 at minimum prices; a team has 40 (E2: the fewest empty squares win)",
            "4:9: warning: all stones together have 56 squares, hardly more than `frame`, 48 (E2: the fewest empty squares win)",
            "12:8: error: the 7 largest stones, all a team can win, have 28 squares of 48 (E2: the fewest empty squares win)",
        ],
    },
    Case {
        what: "a frame that no stones fill",
        spoil: &[("######\n######\n######\n######\n", "#####\n#####\n#####\n")],
        found: &["4:9: error: no wall of the stones fills `frame` (E2: the fewest empty squares win)"],
    },
    Case {
        what: "a stone larger than the frame",
        spoil: &[(
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n##\n\"\"\"\n",
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n########\n\"\"\"\n",
        )],
        found: &[
            "37:9: error: stone \"D\" is 1 x 8, larger than `frame`, 4 x 6 (W2: stones lie inside the frame)",
        ],
    },
    Case {
        what: "a stone that fits nowhere",
        spoil: &[
            ("######\n######\n######\n######\n", "######\n######\n##..##\n######\n"),
            ("##\n##\n\"\"\"", "###\n###\n###\n\"\"\""),
        ],
        found: &[
            "29:9: error: stone \"O\" fits nowhere in `frame`, however it is turned (W2: stones lie inside the frame)",
        ],
    },
    Case {
        what: "a stone that is half the frame",
        spoil: &[(
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n##\n\"\"\"\n",
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n######\n######\n#.....\n\"\"\"\n",
        )],
        found: &[
            "37:9: warning: stone \"D\" alone covers 13 of 24 squares (G1: a wall is built of several stones)",
        ],
    },
    Case {
        what: "one stone under two names",
        spoil: &[(
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n##\n\"\"\"\n",
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n###\n#..\n\"\"\"\n",
        )],
        found: &[
            "37:9: error: stone \"D\" is \"L\" of line 20, turned or not; copies of one type are told by `copies` (W2: a turned stone is the same stone)",
        ],
    },
    Case {
        what: "a stone and its mirror image",
        spoil: &[(
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n##\n\"\"\"\n",
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n###\n..#\n\"\"\"\n",
        )],
        found: &[
            "37:9: note: stone \"D\" is \"L\" of line 20, turned over (W2: no stone may be turned over)",
        ],
    },
    Case {
        what: "names that look alike",
        spoil: &[("id = \"D\"", "id = \"0\"")],
        found: &[
            "34:6: warning: stone \"0\" is easily taken for \"O\" of line 26 (G1: people write and say these names)",
            "34:6: warning: stone \"0\" reads like a price (A2: a line is a stone type and a price)",
        ],
    },
    Case {
        what: "rounds with too few wins",
        spoil: &[("wins = 3\n", "wins = 1\n")],
        found: &[
            "12:8: error: the 5 largest stones, all a team can win, have 20 squares of 24 (E2: the fewest empty squares win)",
        ],
    },
    Case {
        what: "more wins than bids",
        spoil: &[("wins = 4", "wins = 5")],
        found: &[
            "15:8: warning: a list of 4 bids can never win 5 stones (A5: each stone won is a line of the list)",
        ],
    },
    Case {
        what: "more wins than stones",
        spoil: &[("wins = 4", "wins = 16"), ("bids = 4", "bids = 16")],
        found: &[
            "15:8: warning: one team may win all 16 stones in one round (G3: one pool of stones for the whole game)",
        ],
    },
    Case {
        what: "more bids than stones",
        spoil: &[("bids = 5", "bids = 17")],
        found: &[
            "11:8: warning: a list has at most a line for each copy, 16, never 17 (A2: a type stands on at most as many lines as it has copies)",
        ],
    },
    Case {
        what: "too little money for a wall",
        spoil: &[("money = 40", "money = 23")],
        found: &[
            "3:9: error: a full wall costs at least 24 at minimum prices; a team has 23 (E2: the fewest empty squares win)",
        ],
    },
    Case {
        what: "money for everything",
        spoil: &[("money = 40", "money = 200")],
        found: &[
            "3:9: warning: `money`, 200, pays 3 times for all stones at minimum prices, 56 (G1: money is what bids compete with)",
        ],
    },
    Case {
        what: "a stone for nothing",
        spoil: &[("min_price = 2", "min_price = 0")],
        found: &["36:13: warning: stone \"D\" may be had for 0 (G1: money is what bids compete with)"],
    },
    Case {
        what: "a stone for half of all money",
        spoil: &[("min_price = 2", "min_price = 21")],
        found: &[
            "36:13: warning: stone \"D\" takes 21 of the 40 a team has (G1: money is what bids compete with)",
        ],
    },
    Case {
        what: "stones that are gone in the first round",
        spoil: &[("wins = 3", "wins = 5")],
        found: &[
            "2:9: warning: 4 teams can win all 16 stones in the first round (G3: one pool of stones for the whole game)",
        ],
    },
    Case {
        what: "stones that nobody can win",
        spoil: &[("copies = 4", "copies = 40")],
        found: &[
            "2:9: warning: 4 teams can win 28 stones in all; 24 of 52 go to nobody (G3: one pool of stones for the whole game)",
        ],
    },
    Case {
        what: "too few squares for so many walls",
        spoil: &[("teams = 4", "teams = 5")],
        found: &[
            "2:9: warning: all stones together have 56 squares, not half of 5 frames, 120 (E2: the fewest empty squares win)",
        ],
    },
    Case {
        what: "too many squares for so many walls",
        spoil: &[("copies = 4", "copies = 150")],
        found: &[
            "2:9: warning: 4 teams can win 28 stones in all; 134 of 162 go to nobody (G3: one pool of stones for the whole game)",
            "2:9: warning: all stones together have 348 squares, more than thrice 4 frames, 96 (E2: the fewest empty squares win)",
        ],
    },
    Case {
        what: "a short window",
        spoil: &[("wins = 4", "wins = 4\nwindow_s = 10")],
        found: &[
            "16:12: warning: `window_s` is 10; usual is 60 to 120 (A3: bidding closes after 1-2 minutes)",
        ],
    },
    Case {
        what: "a long re-bid",
        spoil: &[("wins = 4", "wins = 4\nrebid_window_s = 90")],
        found: &["16:18: warning: `rebid_window_s` is 90; usual is 15 to 60 (A7: a re-bid is a short one)"],
    },
    Case {
        what: "a long countdown",
        spoil: &[("teams = 4", "teams = 4\nend_countdown_s = 30")],
        found: &[
            "3:19: warning: `end_countdown_s` is 30; usual is 3 to 15 (E1: a countdown of a few seconds)",
        ],
    },
    Case {
        what: "an early close",
        spoil: &[("wins = 4", "wins = 4\nclose = \"all-sealed\"")],
        found: &[
            "16:9: note: bidding closes as soon as all have sealed, which is for rehearsals (A3: no early close by default)",
        ],
    },
];
