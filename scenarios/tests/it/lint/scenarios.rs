//! Wrong and strange scenarios.

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

pub(crate) const CASES: &str = r#"
teams = 4 => team = 4
  error 2:1 lint-unknown-key noun=(lint-word-file) key=team known=title, title_ja, teams, money, support, end_countdown_s, frame, arch, round, stone (basis-format)
"Good" => "Go\u001bod\u2066"
  warning 1:9 lint-odd-signs signs=U+001B, U+2066 (basis-names)
min_price = 2\n =>
  error 33:1 lint-no-key noun=(lint-word-stone) key=min_price (basis-told-before)
money = 40 => money = "40"
  error 3:9 lint-wrong-type key=money wanted=(lint-word-whole-number) found=(lint-word-type-text) (basis-format)
money = 40 => money = 0
  error 3:9 lint-out-of-range key=money number=0 least=1 most=1000000000 (basis-money-same)
teams = 4 => teams = 17
  error 2:9 lint-out-of-range key=teams number=17 least=2 most=16 (basis-teams)
teams = 4 => teams = 4\nsupport = "none"
  error 3:11 lint-not-one-of key=support text=none choices=(lint-word-or first=(lint-word-quoted text=each-move) next=(lint-word-quoted text=at-end)) (basis-support)
#.\n#.\n## => #.\n#x\n##
  error 22:2 lint-sign key=shape sign='x' (basis-signs)
######\n######\n######\n######\n => ######\n#####\n######\n######\n
  error 6:6 lint-ragged row=2 key=frame width=5 wanted=6 (basis-signs)
######\n######\n######\n######\n => ######\n......\n######\n######\n
  error 7:1 lint-disconnected key=frame (basis-squares-joined)
#.\n#.\n## => #.\n..\n##
  error 23:1 lint-disconnected key=shape (basis-squares-joined)
id = "D"\ncopies = 4\nmin_price = 2\nshape = """\n##\n"""\n => id = "D"\ncopies = 4\nmin_price = 2\nshape = """\n..\n"""\n
  error 37:9 lint-no-square key=shape (basis-squares-joined)
id = "D" => id = "L"
  error 34:6 lint-id-taken noun=(lint-word-stone) id=L line=17 (basis-unique)
min_price = 2 => min_price = 41
  error 36:13 lint-above-money price=41 money=40 (basis-no-bid)
teams = 4 => teams = 3
  warning 2:9 lint-teams-of-game teams=3 (basis-teams)
######\n######\n######\n######\n => #.#.#.\n######\n######\n######\n######\n
  error 5:1 lint-not-flat side=(lint-word-top) (basis-flat)
######\n######\n######\n######\n => ##..##\n######\n######\n######\n######\n
  warning 5:1 lint-parts side=(lint-word-top) parts=2 (basis-flat)
######\n######\n######\n######\n => ######\n######\n######\n##..##\n
  warning 8:1 lint-parts side=(lint-word-bottom) parts=2 (basis-flat)
######\n######\n######\n######\n => ######\n######\n######\n######\n...#..\n
  error 9:1 lint-not-flat side=(lint-word-bottom) (basis-flat)
######\n######\n######\n######\n => .......\n######.\n######.\n######.\n######.\n
  warning 4:9 lint-bare-frame edges=2 (basis-row-0)
#.\n#.\n## => #..\n#..\n##.
  warning 20:9 lint-bare-stone stone=L edges=1 (basis-first-square)
######\n######\n######\n######\n => ##########\n##########\n##########\n##########\n##########\n##########\n
  warning 2:9 lint-scarce-stones squares=56 teams=4 walls=240 (basis-filling)
  error 4:9 lint-too-few-squares squares=56 frame=60 (basis-filling)
  error 14:8 lint-few-wins most=7 squares=28 frame=60 (basis-filling)
######\n######\n######\n######\n => ############\n############\n############\n############\n
  warning 2:9 lint-scarce-stones squares=56 teams=4 walls=192 (basis-filling)
  error 3:9 lint-dear-wall price=48 money=40 (basis-filling)
  warning 4:9 lint-few-squares squares=56 frame=48 (basis-filling)
  error 12:8 lint-few-wins most=7 squares=28 frame=48 (basis-filling)
######\n######\n######\n######\n => #####\n#####\n#####\n
  error 4:9 lint-nothing-fills (basis-filling)
id = "D"\ncopies = 4\nmin_price = 2\nshape = """\n##\n"""\n => id = "D"\ncopies = 4\nmin_price = 2\nshape = """\n########\n"""\n
  error 37:9 lint-larger-than-frame stone=D height=1 width=8 rows=4 columns=6 (basis-inside)
######\n######\n######\n######\n => ######\n######\n##..##\n######\n
##\n##\n""" => ###\n###\n###\n"""
  error 29:9 lint-fits-nowhere stone=O (basis-inside)
id = "D"\ncopies = 4\nmin_price = 2\nshape = """\n##\n"""\n => id = "D"\ncopies = 4\nmin_price = 2\nshape = """\n######\n######\n#.....\n"""\n
  warning 37:9 lint-covers-most stone=D squares=13 frame=24 (basis-several-stones)
id = "D"\ncopies = 4\nmin_price = 2\nshape = """\n##\n"""\n => id = "D"\ncopies = 4\nmin_price = 2\nshape = """\n###\n#..\n"""\n
  error 37:9 lint-same-stone stone=D other=L line=20 (basis-same-stone)
id = "D"\ncopies = 4\nmin_price = 2\nshape = """\n##\n"""\n => id = "D"\ncopies = 4\nmin_price = 2\nshape = """\n###\n..#\n"""\n
  note 37:9 lint-turned-over stone=D other=L line=20 (basis-turned-over)
id = "D" => id = "0"
  warning 34:6 lint-alike-codes noun=(lint-word-stone) code=0 other=O line=26 (basis-names)
  warning 34:6 lint-like-price stone=0 (basis-line)
wins = 3\n => wins = 1\n
  error 12:8 lint-few-wins most=5 squares=20 frame=24 (basis-filling)
wins = 4 => wins = 5
  warning 15:8 lint-few-bids bids=4 wins=5 (basis-won-by-line)
wins = 4 => wins = 16
bids = 4 => bids = 16
  warning 15:8 lint-all-in-one-round copies=16 (basis-pool)
bids = 5 => bids = 17
  warning 11:8 lint-many-bids copies=16 bids=17 (basis-lines-of-type)
money = 40 => money = 23
  error 3:9 lint-dear-wall price=24 money=23 (basis-filling)
money = 40 => money = 200
  warning 3:9 lint-much-money money=200 times=3 price=56 (basis-money)
min_price = 2 => min_price = 0
  warning 36:13 lint-free-stone stone=D (basis-money)
min_price = 2 => min_price = 21
  warning 36:13 lint-dear-stone stone=D price=21 money=40 (basis-money)
wins = 3 => wins = 5
  warning 2:9 lint-all-in-first-round teams=4 copies=16 (basis-pool)
copies = 4 => copies = 40
  warning 2:9 lint-left-over teams=4 most=28 left=24 copies=52 (basis-pool)
teams = 4 => teams = 5
  warning 2:9 lint-scarce-stones squares=56 teams=5 walls=120 (basis-filling)
copies = 4 => copies = 150
  warning 2:9 lint-left-over teams=4 most=28 left=134 copies=162 (basis-pool)
  warning 2:9 lint-plenty-of-stones squares=348 teams=4 walls=96 (basis-filling)
wins = 4 => wins = 4\nwindow_s = 10
  warning 16:12 lint-unusual-time key=window_s seconds=10 least=60 most=120 (basis-window-usual)
wins = 4 => wins = 4\nrebid_window_s = 90
  warning 16:18 lint-unusual-time key=rebid_window_s seconds=90 least=15 most=60 (basis-rebid-short)
teams = 4 => teams = 4\nend_countdown_s = 30
  warning 3:19 lint-unusual-time key=end_countdown_s seconds=30 least=3 most=15 (basis-countdown)
wins = 4 => wins = 4\nclose = "all-sealed"
  note 16:9 lint-early-close (basis-no-early-close)
"#;
