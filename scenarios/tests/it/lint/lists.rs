//! Lists that cannot be played, for the scenario that the scenarios spoil.

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

pub(crate) const CASES: &str = r#"
d = ["D 5", "O 4"] => x = ["D 5", "O 4"]
  error 24:1 lint-unknown-team-of team=x known=a, b, c, d (basis-format)
"O 4" => "X 4"
  error 24:13 lint-unknown-stone scenario=x stone=X (basis-line)
"O 4" => "O"
  error 24:13 lint-no-line text=O (basis-line)
OVER_BUDGET => POOR
  error 17:11 lint-not-one-of key=refused text=POOR choices=(lint-word-or first=(lint-word-or first=(lint-word-or first=(lint-word-or first=(lint-word-quoted text=TOO_MANY_BIDS) next=(lint-word-quoted text=TOO_MANY_OF_LOT)) next=(lint-word-quoted text=UNKNOWN_LOT)) next=(lint-word-quoted text=BELOW_MIN)) next=(lint-word-quoted text=OVER_BUDGET)) (basis-refused)
[[round]]\n[round.lists]\nc = ["D 5", "D 5", "D 5"]\nd = ["D 5", "O 4"]\n[[round.wave]]\nc = ["1 6", "2 6"]\nd = ["1 7"]\n =>
  error 13:1 lint-rounds rounds=1 scenario=x wanted=2 (basis-rounds-fixed)
"O 4" => "O 36"
  error 24:5 lint-over-money total=41 held=40 (basis-list)
"O 4" => "O 3"
  error 24:5 lint-below-minimum line=2 price=3 stone=O least=4 (basis-list)
c = ["D 5", "D 5", "D 5"] => c = ["D 5", "D 5", "D 5", "O 5", "O 5"]
  error 23:5 lint-many-lines lines=5 most=4 (basis-list)
b = ["L 9", "O 5"] => b = ["D 2", "D 2", "D 2", "D 2", "D 2"]
  error 20:5 lint-many-lines-of stone=D lines=5 copies=4 (basis-list)
a = ["L 9", "D 3"] => a = ["D 3"]\nc = ["D 5", "D 4", "D 3"]
  error 24:5 lint-no-copy-left line=1 stone=D (basis-list)
  error 24:5 lint-no-copy-left line=2 stone=D (basis-list)
  error 24:5 lint-no-copy-left line=3 stone=D (basis-list)
  error 25:5 lint-no-copy-left line=1 stone=D (basis-list)
"L 41" => "L 1"
  error 16:8 lint-refused-otherwise code=OVER_BUDGET why=(lint-below-minimum line=1 price=1 stone=L least=4) (basis-list)
"L 41" => "L 40"
  error 16:8 lint-accepted code=OVER_BUDGET (basis-list)
[[round.wave]]\nc = ["1 6", "2 6"]\nd = ["1 7"]\n =>
  error 21:1 lint-further-wave ties=(lint-word-tie stone=D price=5 lines=(lint-word-and first=(lint-word-and first=(lint-word-and first=(lint-word-tied-line team=c line=1) next=(lint-word-tied-line team=c line=2)) next=(lint-word-tied-line team=c line=3)) next=(lint-word-tied-line team=d line=1))) (basis-waves)
[[round]]\n[round.lists]\nc = ["D => [[round.wave]]\n[[round]]\n[round.lists]\nc = ["D
  error 21:1 lint-nothing-tied (basis-waves)
"1 7" => "1 5"
  error 27:5 lint-not-above line=1 price=5 stone=D tied_at=5 (basis-rebid)
"1 7" => "2 7"
  error 27:5 lint-not-tied line=2 (basis-rebid)
"#;
