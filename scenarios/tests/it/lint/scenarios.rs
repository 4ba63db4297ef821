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
            "error 2:1 lint-unknown-key noun=(lint-word-file) key=team known=title, title_ja, teams, money, support, end_countdown_s, frame, arch, round, stone (basis-format)",
        ],
    },
    Case {
        what: "a title with signs that screens do not show",
        spoil: &[("\"Good\"", "\"Go\\u001bod\\u2066\"")],
        found: &["warning 1:9 lint-odd-signs signs=U+001B, U+2066 (basis-names)"],
    },
    Case {
        what: "a key that is missing",
        spoil: &[("min_price = 2\n", "")],
        found: &["error 33:1 lint-no-key noun=(lint-word-stone) key=min_price (basis-told-before)"],
    },
    Case {
        what: "a value of the wrong type",
        spoil: &[("money = 40", "money = \"40\"")],
        found: &[
            "error 3:9 lint-wrong-type key=money wanted=(lint-word-whole-number) found=(lint-word-type-text) (basis-format)",
        ],
    },
    Case {
        what: "a number out of its range",
        spoil: &[("money = 40", "money = 0")],
        found: &["error 3:9 lint-out-of-range key=money number=0 least=1 most=1000000000 (basis-money-same)"],
    },
    Case {
        what: "a number of teams that no game has",
        spoil: &[("teams = 4", "teams = 17")],
        found: &["error 2:9 lint-out-of-range key=teams number=17 least=2 most=16 (basis-teams)"],
    },
    Case {
        what: "a word that is none",
        spoil: &[("teams = 4", "teams = 4\nsupport = \"none\"")],
        found: &[
            "error 3:11 lint-not-one-of key=support text=none choices=(lint-word-or first=(lint-word-quoted text=each-move) next=(lint-word-quoted text=at-end)) (basis-support)",
        ],
    },
    Case {
        what: "a sign that is none",
        spoil: &[("#.\n#.\n##", "#.\n#x\n##")],
        found: &["error 22:2 lint-sign key=shape sign='x' (basis-signs)"],
    },
    Case {
        what: "rows of different lengths",
        spoil: &[("######\n######\n######\n######\n", "######\n#####\n######\n######\n")],
        found: &["error 6:6 lint-ragged row=2 key=frame width=5 wanted=6 (basis-signs)"],
    },
    Case {
        what: "a frame in two parts",
        spoil: &[("######\n######\n######\n######\n", "######\n......\n######\n######\n")],
        found: &["error 7:1 lint-disconnected key=frame (basis-squares-joined)"],
    },
    Case {
        what: "a stone in two parts",
        spoil: &[("#.\n#.\n##", "#.\n..\n##")],
        found: &["error 23:1 lint-disconnected key=shape (basis-squares-joined)"],
    },
    Case {
        what: "a stone of nothing",
        spoil: &[(
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n##\n\"\"\"\n",
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n..\n\"\"\"\n",
        )],
        found: &["error 37:9 lint-no-square key=shape (basis-squares-joined)"],
    },
    Case {
        what: "two stones of one name",
        spoil: &[("id = \"D\"", "id = \"L\"")],
        found: &["error 34:6 lint-id-taken noun=(lint-word-stone) id=L line=17 (basis-unique)"],
    },
    Case {
        what: "a stone nobody can pay",
        spoil: &[("min_price = 2", "min_price = 41")],
        found: &["error 36:13 lint-above-money price=41 money=40 (basis-no-bid)"],
    },
    Case {
        what: "few teams",
        spoil: &[("teams = 4", "teams = 3")],
        found: &["warning 2:9 lint-teams-of-game teams=3 (basis-teams)"],
    },
    Case {
        what: "a top without a flat part",
        spoil: &[("######\n######\n######\n######\n", "#.#.#.\n######\n######\n######\n######\n")],
        found: &["error 5:1 lint-not-flat side=(lint-word-top) (basis-flat)"],
    },
    Case {
        what: "a top in parts",
        spoil: &[("######\n######\n######\n######\n", "##..##\n######\n######\n######\n######\n")],
        found: &["warning 5:1 lint-parts side=(lint-word-top) parts=2 (basis-flat)"],
    },
    Case {
        what: "an arch that is not said to be one",
        spoil: &[("######\n######\n######\n######\n", "######\n######\n######\n##..##\n")],
        found: &["warning 8:1 lint-parts side=(lint-word-bottom) parts=2 (basis-flat)"],
    },
    Case {
        what: "a bottom without a flat part",
        spoil: &[("######\n######\n######\n######\n", "######\n######\n######\n######\n...#..\n")],
        found: &["error 9:1 lint-not-flat side=(lint-word-bottom) (basis-flat)"],
    },
    Case {
        what: "bare rows around the frame",
        spoil: &[("######\n######\n######\n######\n", ".......\n######.\n######.\n######.\n######.\n")],
        found: &["warning 4:9 lint-bare-frame edges=2 (basis-row-0)"],
    },
    Case {
        what: "bare columns around a stone",
        spoil: &[("#.\n#.\n##", "#..\n#..\n##.")],
        found: &["warning 20:9 lint-bare-stone stone=L edges=1 (basis-first-square)"],
    },
    Case {
        what: "too few squares to fill the frame",
        spoil: &[(
            "######\n######\n######\n######\n",
            "##########\n##########\n##########\n##########\n##########\n##########\n",
        )],
        found: &[
            "warning 2:9 lint-scarce-stones squares=56 teams=4 walls=240 (basis-filling)",
            "error 4:9 lint-too-few-squares squares=56 frame=60 (basis-filling)",
            "error 14:8 lint-few-wins most=7 squares=28 frame=60 (basis-filling)",
        ],
    },
    Case {
        what: "hardly more squares than the frame",
        spoil: &[(
            "######\n######\n######\n######\n",
            "############\n############\n############\n############\n",
        )],
        found: &[
            "warning 2:9 lint-scarce-stones squares=56 teams=4 walls=192 (basis-filling)",
            "error 3:9 lint-dear-wall price=48 money=40 (basis-filling)",
            "warning 4:9 lint-few-squares squares=56 frame=48 (basis-filling)",
            "error 12:8 lint-few-wins most=7 squares=28 frame=48 (basis-filling)",
        ],
    },
    Case {
        what: "a frame that no stones fill",
        spoil: &[("######\n######\n######\n######\n", "#####\n#####\n#####\n")],
        found: &["error 4:9 lint-nothing-fills (basis-filling)"],
    },
    Case {
        what: "a stone larger than the frame",
        spoil: &[(
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n##\n\"\"\"\n",
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n########\n\"\"\"\n",
        )],
        found: &[
            "error 37:9 lint-larger-than-frame stone=D height=1 width=8 rows=4 columns=6 (basis-inside)",
        ],
    },
    Case {
        what: "a stone that fits nowhere",
        spoil: &[
            ("######\n######\n######\n######\n", "######\n######\n##..##\n######\n"),
            ("##\n##\n\"\"\"", "###\n###\n###\n\"\"\""),
        ],
        found: &["error 29:9 lint-fits-nowhere stone=O (basis-inside)"],
    },
    Case {
        what: "a stone that is half the frame",
        spoil: &[(
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n##\n\"\"\"\n",
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n######\n######\n#.....\n\"\"\"\n",
        )],
        found: &["warning 37:9 lint-covers-most stone=D squares=13 frame=24 (basis-several-stones)"],
    },
    Case {
        what: "one stone under two names",
        spoil: &[(
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n##\n\"\"\"\n",
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n###\n#..\n\"\"\"\n",
        )],
        found: &["error 37:9 lint-same-stone stone=D other=L line=20 (basis-same-stone)"],
    },
    Case {
        what: "a stone and its mirror image",
        spoil: &[(
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n##\n\"\"\"\n",
            "id = \"D\"\ncopies = 4\nmin_price = 2\nshape = \"\"\"\n###\n..#\n\"\"\"\n",
        )],
        found: &["note 37:9 lint-turned-over stone=D other=L line=20 (basis-turned-over)"],
    },
    Case {
        what: "names that look alike",
        spoil: &[("id = \"D\"", "id = \"0\"")],
        found: &[
            "warning 34:6 lint-alike-codes noun=(lint-word-stone) code=0 other=O line=26 (basis-names)",
            "warning 34:6 lint-like-price stone=0 (basis-line)",
        ],
    },
    Case {
        what: "rounds with too few wins",
        spoil: &[("wins = 3\n", "wins = 1\n")],
        found: &["error 12:8 lint-few-wins most=5 squares=20 frame=24 (basis-filling)"],
    },
    Case {
        what: "more wins than bids",
        spoil: &[("wins = 4", "wins = 5")],
        found: &["warning 15:8 lint-few-bids bids=4 wins=5 (basis-won-by-line)"],
    },
    Case {
        what: "more wins than stones",
        spoil: &[("wins = 4", "wins = 16"), ("bids = 4", "bids = 16")],
        found: &["warning 15:8 lint-all-in-one-round copies=16 (basis-pool)"],
    },
    Case {
        what: "more bids than stones",
        spoil: &[("bids = 5", "bids = 17")],
        found: &["warning 11:8 lint-many-bids copies=16 bids=17 (basis-lines-of-type)"],
    },
    Case {
        what: "too little money for a wall",
        spoil: &[("money = 40", "money = 23")],
        found: &["error 3:9 lint-dear-wall price=24 money=23 (basis-filling)"],
    },
    Case {
        what: "money for everything",
        spoil: &[("money = 40", "money = 200")],
        found: &["warning 3:9 lint-much-money money=200 times=3 price=56 (basis-money)"],
    },
    Case {
        what: "a stone for nothing",
        spoil: &[("min_price = 2", "min_price = 0")],
        found: &["warning 36:13 lint-free-stone stone=D (basis-money)"],
    },
    Case {
        what: "a stone for half of all money",
        spoil: &[("min_price = 2", "min_price = 21")],
        found: &["warning 36:13 lint-dear-stone stone=D price=21 money=40 (basis-money)"],
    },
    Case {
        what: "stones that are gone in the first round",
        spoil: &[("wins = 3", "wins = 5")],
        found: &["warning 2:9 lint-all-in-first-round teams=4 copies=16 (basis-pool)"],
    },
    Case {
        what: "stones that nobody can win",
        spoil: &[("copies = 4", "copies = 40")],
        found: &["warning 2:9 lint-left-over teams=4 most=28 left=24 copies=52 (basis-pool)"],
    },
    Case {
        what: "too few squares for so many walls",
        spoil: &[("teams = 4", "teams = 5")],
        found: &["warning 2:9 lint-scarce-stones squares=56 teams=5 walls=120 (basis-filling)"],
    },
    Case {
        what: "too many squares for so many walls",
        spoil: &[("copies = 4", "copies = 150")],
        found: &[
            "warning 2:9 lint-left-over teams=4 most=28 left=134 copies=162 (basis-pool)",
            "warning 2:9 lint-plenty-of-stones squares=348 teams=4 walls=96 (basis-filling)",
        ],
    },
    Case {
        what: "a short window",
        spoil: &[("wins = 4", "wins = 4\nwindow_s = 10")],
        found: &[
            "warning 16:12 lint-unusual-time key=window_s seconds=10 least=60 most=120 (basis-window-usual)",
        ],
    },
    Case {
        what: "a long re-bid",
        spoil: &[("wins = 4", "wins = 4\nrebid_window_s = 90")],
        found: &[
            "warning 16:18 lint-unusual-time key=rebid_window_s seconds=90 least=15 most=60 (basis-rebid-short)",
        ],
    },
    Case {
        what: "a long countdown",
        spoil: &[("teams = 4", "teams = 4\nend_countdown_s = 30")],
        found: &[
            "warning 3:19 lint-unusual-time key=end_countdown_s seconds=30 least=3 most=15 (basis-countdown)",
        ],
    },
    Case {
        what: "an early close",
        spoil: &[("wins = 4", "wins = 4\nclose = \"all-sealed\"")],
        found: &["note 16:9 lint-early-close (basis-no-early-close)"],
    },
];
