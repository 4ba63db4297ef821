//! Wrong and strange contests.

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

pub(crate) const CASES: &str = r#"
"heat-7-spare" => "heat-8"
  error 28:12 lint-unknown-scenario name=heat-8 known=NAMES (basis-scenario)
[[game]]\nid = "g" => [aids]\nsolver = "no"\ntutor = false\n[[game]]\nid = "g"
  error 23:10 lint-wrong-type key=solver wanted=(lint-word-true-or-false) found=(lint-word-type-text) (basis-format)
  error 24:1 lint-unknown-key noun=aids key=tutor known=solver, adviser (basis-format)
[[game]]\nid = "g" => [[schedule]]\nstart = "9:30"\ntitle = "Opening"\nkind = "party"\n[[schedule]]\nstart = "9:30"\ntitle = " "\n[[schedule]]\nstart = "25:00"\n[[schedule]]\nstart = "9:00"\ntitle = "B"\n[[schedule]]\ntitle = "C "\nstart = "9:40"\n[[game]]\nid = "g"
  error 25:8 lint-not-one-of key=kind text=party choices=(lint-word-or first=(lint-word-or first=(lint-word-or first=(lint-word-quoted text=game) next=(lint-word-quoted text=break)) next=(lint-word-quoted text=ceremony)) next=(lint-word-quoted text=other)) (basis-format)
  error 28:9 lint-empty key=title (basis-format)
  error 29:1 lint-no-key noun=schedule key=title (basis-format)
  error 30:9 lint-no-time text=25:00 (basis-format)
  error 32:9 lint-time-not-later (basis-format)
  error 35:9 lint-no-message key=title most=200 (basis-format)
[[game]]\nid = "g" => [[answer]]\ntext = " Yes"\ntext_ja = "はい"\n[[game]]\nid = "g"
  error 23:8 lint-no-message key=text most=200 (basis-format)
scenario = "heat-7-spare" => scenario = "heat-7-spare"\nteams = ["a", "x"]
  error 29:15 lint-unknown-team team=x (basis-format)
name = "Team A" => name = "Team A"\nromaji = "A"\nseed = "A"\nwoman = true
  error 4:10 lint-of-roster key=romaji (basis-event-roster)
  error 5:8 lint-of-roster key=seed (basis-event-roster)
  error 6:9 lint-of-roster key=woman (basis-event-roster)
id = "h" => id = "g"
  error 25:9 lint-no-game-and name=h error=(lint-unknown-scenario name=h known=NAMES) (basis-scenario)
  error 27:6 lint-id-taken noun=(lint-word-game) id=g line=23 (basis-unique)
scenario = "heat-7-spare"\n =>
  error 26:1 lint-no-key noun=(lint-word-game) key=scenario (basis-format)
"by-organiser" => "later"
  error 29:10 lint-not-one-of key=starts text=later choices=(lint-word-or first=(lint-word-quoted text=now) next=(lint-word-quoted text=by-organiser)) (basis-starts)
spare = "h" => spare = "g"
  error 25:9 lint-own-spare game=g (basis-spare)
spare = "h" => spare = "k"
  error 25:9 lint-no-game-and name=k error=(lint-unknown-scenario name=k known=NAMES) (basis-scenario)
starts = "by-organiser"\n =>
  error 25:9 lint-spare-now spare=h (basis-spare)
scenario = "heat-7-spare" => scenario = "heat-7-spare"\nteams = ["a", "b"]
  error 25:9 lint-spare-teams spare=h game=g (basis-spare)
starts = "by-organiser" => starts = "by-organiser"\nspare = "g"
spare = "h" => spare = "h"\nstarts = "by-organiser"
  error 25:9 lint-spare-returns game=g (basis-spare)
  error 31:9 lint-spare-returns game=h (basis-spare)
id = "h" => id = "g-spare"
spare = "h" => spare = "heat-9"
  error 25:9 lint-spare-id id=g-spare most=32 (basis-unique)
spare = "h" => teams = 7
  error 22:1 lint-seats-now (basis-teams-fixed)
scenario = "heat-7-spare" => scenario = "heat-7-spare"\nteams = 9
  error 29:9 lint-many-seats seats=9 teams=7 (basis-plays-once)
scenario = "heat-7-spare" => scenario = "final-6"
  warning 26:1 lint-made-for teams=7 wanted=6 (basis-so-many-teams)
scenario = "heat-7" => scenario = "heat-7"\nteams = ["a", "b"]
scenario = "heat-7-spare" => scenario = "heat-7-spare"\nteams = ["a", "b"]
  warning 8:6 lint-plays-nowhere team=c (basis-teams-fixed)
  warning 11:6 lint-plays-nowhere team=d (basis-teams-fixed)
  warning 14:6 lint-plays-nowhere team=e (basis-teams-fixed)
  warning 17:6 lint-plays-nowhere team=f (basis-teams-fixed)
  warning 20:6 lint-plays-nowhere team=j (basis-teams-fixed)
  warning 25:9 lint-made-for teams=2 wanted=7 (basis-so-many-teams)
  warning 25:9 lint-teams-of-game teams=2 (basis-teams)
  warning 30:9 lint-made-for teams=2 wanted=7 (basis-so-many-teams)
  warning 30:9 lint-teams-of-game teams=2 (basis-teams)
"heat-7-spare" => "heat-7"
  warning 25:9 lint-same-problem (basis-spare)
spare = "h"\n =>
  note 22:1 lint-no-spare game=g (basis-spare)
  note 25:1 lint-no-spare game=h (basis-spare)
spare = "h"\n =>
starts = "by-organiser"\n => teams = ["a", "j"]\n
  note 22:1 lint-no-spare game=g (basis-spare)
  note 25:1 lint-no-spare game=h (basis-spare)
  warning 25:1 lint-two-games team=a first=g second=h (basis-computers)
  warning 25:1 lint-two-games team=j first=g second=h (basis-computers)
  warning 28:9 lint-made-for teams=2 wanted=7 (basis-so-many-teams)
  warning 28:9 lint-teams-of-game teams=2 (basis-teams)
[[game]]\nid = "g" => [[team]]\nid = "k"\nname = "Team K"\n[[game]]\nid = "g"
scenario = "heat-7" => scenario = "heat-7"\nteams = ["a", "b", "c", "d", "e", "f", "j"]
scenario = "heat-7-spare" => scenario = "heat-7-spare"\nteams = ["a", "b", "c", "d", "e", "f", "j"]
  warning 23:6 lint-plays-nowhere team=k (basis-teams-fixed)
spare = "h" => practice = "yes"
  error 25:12 lint-wrong-type key=practice wanted=(lint-word-true-or-false) found=(lint-word-type-text) (basis-format)
starts = "by-organiser" => starts = "by-organiser"\npractice = true
  error 25:9 lint-spare-practice spare=h game=g (basis-spare)
spare = "h"\n => practice = true\nteams = ["a", "b", "c", "d", "e", "f", "j"]\n
starts = "by-organiser"\n => starts = "by-organiser"\nspare = "heat-7"\nteams = ["a", "b", "c", "d", "e", "f"]\n
  warning 20:6 lint-only-practice team=j (basis-teams-fixed)
  warning 32:9 lint-made-for teams=6 wanted=7 (basis-so-many-teams)
"Team D" => "Te\u200bam\u202e ｶﾞ"
  warning 12:8 lint-odd-signs signs=U+200B, U+202E, U+FF9E (basis-names)
"Team D" => "Team A"
  warning 12:8 lint-same-name name=Team A line=3 (basis-names)
id = "d" => id = "A"
  warning 11:6 lint-alike-codes noun=(lint-word-team) code=A other=a line=2 (basis-names)
spare = "h" => spare = "h"\nclose = "all-sealed"
  note 26:9 lint-early-close (basis-no-early-close)
"#;
