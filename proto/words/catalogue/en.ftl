# Texts of the interface, in English. ja.ftl has the same keys and arguments, in the same order.
#
# One section per subject. Add a key at the end of its section, before the section's end mark, in both files.
# $rule is the rule's number in the rule book. Figures arrive with their thousands separators.

### === figures ===

figure-money = { $amount } TSUYAMA
figure-seconds = { $seconds } s
figure-place = { $place }{ $ending }
figure-millis = { $millis } ms

# === end of figures ===

### === names ===

name-unknown = no. { $index } (unknown)
name-clock = the clock
name-judge = the chief judge
name-organiser = the organiser
name-team = a team
name-board = the board
name-desk = the desk
name-referee = the referee
name-standby = a standby
name-either = { $said } or { $next }
name-server = the server
name-roster-line = roster line { $line }

# === end of names ===

### === events ===

event-by-organiser = (By the organiser.)
event-entered-by-organiser = (Entered by the organiser.)
event-round-opened = Round { $round } started. Bidding closes in { $window } ({ $rule }).
event-round-opened-again = Round { $round } started again (attempt { $attempt }). Bidding closes in { $window } ({ $rule }).
event-bids-sealed = { $team } submitted its list ({ $rule }).
event-lists-opened = { $teams ->
        [0] Bidding closed. No team bid ({ $rule }).
       *[other] Bidding closed. Lists opened: { $teams ->
            [one] { $teams } team
           *[other] { $teams } teams
        }, { $lines ->
            [one] { $lines } bid
           *[other] { $lines } bids
        } ({ $rule }).
    }
event-lists-opened-without = Declined: { $teams }.
event-rebid-called = Ties go to a re-bid. It closes in { $window } ({ $rule }).
event-rebid-called-again = New ties go to another re-bid. It closes in { $window } ({ $rule }).
event-rebid-sealed = { $team } submitted its re-bid ({ $rule }).
event-rebids-opened = Re-bid { $wave } closed with { $raises ->
        [0] no new prices
        [one] { $raises } new price
       *[other] { $raises } new prices
    } ({ $rule }).
event-lots-confirmed = The chief judge confirmed { $lots } ({ $rule }).
event-nothing-confirmed = The chief judge confirmed the round. Nothing was on offer ({ $rule }).
event-round-finalised = Round { $round } is final. Prices are deducted and stones handed out ({ $rule }).
event-stone-placed = { $team } placed { $stone } at row { $row }, column { $col }{ $quarters ->
        [0] {""}
        [1] , rotated 90° clockwise
        [2] , rotated 180°
       *[other] , rotated 270° clockwise
    } ({ $rule }).
event-stone-taken-out = { $team } removed { $stone } from its wall ({ $rule }).
event-wall-replaced = { $team } replaced its wall: { $stones ->
        [0] no stones
        [one] { $stones } stone
       *[other] { $stones } stones
    } ({ $rule }).
event-wall-replaced-by-hand = The organiser entered { $team }'s wall: { $stones ->
        [0] no stones
        [one] { $stones } stone
       *[other] { $stones } stones
    }. Reason: { $reason } ({ $rule }).
event-wall-counted = { $team }'s wall was counted by hand: { $empty } empty, { $top_gaps ->
        [one] { $top_gaps } gap
       *[other] { $top_gaps } gaps
    } in the top row, { $used ->
        [one] { $used } stone
       *[other] { $used } stones
    } used. Reason: { $reason } ({ $rule }).
event-wall-counted-covered = { $team }'s wall was counted by hand. Reason: { $reason } ({ $rule }).
event-wall-counted-no-more = The hand count for { $team } was removed. The wall shown here counts again. Reason: { $reason } ({ $rule }).
event-stones-carried = Delivered to their teams: { $stones } ({ $rule }).
event-stones-not-carried = No longer marked as delivered: { $stones } ({ $rule }).
event-stones-checked = { $team } received and checked { $stones } ({ $rule }).
event-remarked = Remark: { $text }
message-correction = Correction. { $told }
event-announced = Announcement: { $text }
event-announced-to = Announcement to { $teams }: { $text }
shared-announced-answer = Answer to "{ $asked }": { $text }
event-announced-answer-to = To { $teams }, in answer to "{ $asked }": { $text }
event-question-asked = { $team } asks (question { $question }): { $text }
event-question-answered = Answer to { $team } only (question { $question }): { $text }
event-question-answered-to-all = The answer to { $team }'s question { $question } was sent to all teams.
event-messages-read = { $team } read its messages up to number { $through }.
event-note-sealed = A private message or read mark is sealed until the result is declared or the game is abandoned.
event-end-signalled = The chief judge started the countdown. The game ends in { $window } ({ $rule }).
event-game-ended = The game is over. Walls can no longer be changed ({ $rule }).
event-janken-entered = Janken result, best first: { $order } ({ $rule }).
event-janken-covered = A janken result was entered ({ $rule }).
event-team-disqualified = { $team } is disqualified: { $reason } ({ $rule }).
event-team-reinstated = { $team } is reinstated: { $reason } ({ $rule }).
event-result-declared = The chief judge declared the final result ({ $rule }).
event-paused = Clocks paused: { $reason } ({ $rule }).
event-paused-by-judge = The chief judge paused the clocks ({ $rule }).
event-paused-by-organiser = The organiser paused the clocks ({ $rule }).
event-reason-outage = the server was down; the judge will resume the game
event-resumed = Clocks resumed ({ $rule }).
event-resumed-window = Clocks resumed with { $window } left ({ $rule }).
event-more-time = Time extended: { $reason } ({ $rule }).
event-more-time-by-judge = The chief judge extended the time ({ $rule }).
event-more-time-by-organiser = The organiser extended the time ({ $rule }).
event-window-extended = Time extended, { $window } left: { $reason } ({ $rule }).
event-window-extended-so-much = Time extended by { $given }, { $window } left: { $reason } ({ $rule }).
event-window-extended-so-much-by-judge = The chief judge extended the time by { $given }. { $window } left ({ $rule }).
event-window-extended-so-much-by-organiser = The organiser extended the time by { $given }. { $window } left ({ $rule }).
event-window-extended-by-judge = The chief judge extended the time. { $window } left ({ $rule }).
event-window-extended-by-organiser = The organiser extended the time. { $window } left ({ $rule }).
event-round-voided = Round { $round }, attempt { $attempt }, is void and will be held again: { $reason } ({ $rule }).
event-game-abandoned = The game is abandoned: { $reason } ({ $rule }).
event-practice-ended = Practice ended: { $reason } ({ $rule }).

# === end of events ===

### === outcomes ===
# Outcome of one bid, shown after it.

outcome-awarded = won at { $price } ({ $rule })
outcome-awarded-by-rebid = won by re-bid at { $price } ({ $rule })
outcome-outbid = outbid by { $team } at { $price } ({ $rule })
outcome-outbid-by-own = not needed: the team's own better bid at { $price } came first ({ $rule })
outcome-tied = tied at { $price }, waiting for the re-bid ({ $rule })
outcome-lost-rebid = lost the re-bid to { $team } at { $price } ({ $rule })
outcome-lost-rebid-to-own = the team's own re-bid at { $price } took the copy ({ $rule })
outcome-given-up = tied but not raised: given up ({ $rule })
outcome-failed-tie = re-bids tied at { $price }: failed, no team gets it ({ $rule })
outcome-closed = closed: only the tied teams could re-bid ({ $rule })
outcome-no-copy-left = no copy left ({ $rule })
outcome-quota-full = not needed: the maximum number of stones was already won ({ $rule })
outcome-waiting = still possible ({ $rule })

auction-award = { $lot } to { $team } for { $price } TSUYAMA
auction-tie = { $lot }: { $copies ->
        [one] { $copies } copy
       *[other] { $copies } copies
    } tied at { $price } between { $teams } ({ $rule })
auction-failure = { $lot }: { $copies ->
        [one] { $copies } copy
       *[other] { $copies } copies
    } failed, { $why } ({ $rule })
auction-failure-no-rebid = no team raised its price
auction-failure-short-rebid = fewer re-bids than copies
auction-failure-tied-rebid = the re-bids were tied

# === end of outcomes ===

### === phases ===

phase-ready = Waiting for round { $round } to start
phase-bidding = Bidding
phase-rebidding = Re-bid { $wave }
phase-confirming = Waiting for the chief judge to confirm
phase-building = Building: all rounds are final
phase-countdown = Countdown to the end
phase-ended = The game is over
phase-declared = The result is final
phase-abandoned = The game is abandoned
phase-practice-ended = Practice ended

# === end of phases ===

### === ranking ===
# What separates a row from the row below it.

criterion-with-figures = { $what }: { $above } v { $below } ({ $rule })
shared-alone = { $what } ({ $rule })
criterion-empty = fewer empty squares
criterion-top-gaps = fewer gaps in the top row
criterion-held = more TSUYAMA left
criterion-used = more stones used
criterion-unused = fewer stones won but unused
criterion-janken = janken
criterion-janken-needed = equal on all counts, janken needed
criterion-disqualified = the team below is disqualified
criterion-both-disqualified = both disqualified, last place shared
criterion-head-empty = empty
criterion-head-top-gaps = top
criterion-head-held = TSUYAMA
criterion-head-used = used
criterion-head-unused = unused

# === end of ranking ===

### === print ===
# Printed pages of an event. ○ and × are the marks of result cards. Rule numbers are in the texts because each text has its own.

print-heading-at = { $heading }, { $time }
print-button = Print
print-back = Back
print-draw = Draw
print-lotteries = Lotteries
shared-roster = Roster
print-lotteries-of-draw = Lotteries for the draw, in this order: { $lotteries } (TD2).
print-lotteries-of-date = Lotteries for the draw, drawn on { $date }, in this order: { $lotteries } (TD2).
print-lottery-of-date = { $lottery } ({ $date })
print-no-date = no date
print-commitment = Commitment to settings and roster, published before the first lottery: SHA-256 { $hash } (TV1).
print-seed = The joined results are the seed { $seed }. x_0 = seed mod { $modulus } = { $start } (TD2, TD3).
print-generator = Each line: x = (x of the previous line × 65793 + 4282663) mod { $modulus }. Line 1 starts from x_0 (TD1, TD4).
print-numbers-by-slips = In ascending order of x, the lines get the numbers 11, 12, 13 and so on (TD5). A seeded player who is present gets the number on the drawn slip instead (TD6).
print-numbers-by-x = In ascending order of x, the lines get the numbers 11, 12, 13 and so on (TD5). Seeded players get the numbers of their class instead, also by x (TD6).
print-pairings = Pairings for round { $round }
print-by-table = By table
print-by-player = By player
print-certificates = Pairing certificates
print-certificates-note = No other pairing of the pool is better, compared by repeated byes (TP3 a), rematches (TP3 b) and gaps in wins including the phantom's (TP3 c, TV2).
print-gap = gap { $gap }: { $pairs }
print-slips = Result slips for round { $round }
print-slip = Round { $round }, table { $table }
print-slip-bout = Round { $round }, { $bout }, table { $table }
print-slips-note = Both players sign, and the winner hands in the slip. A submitted slip can't be changed: report errors to the referee (TO9).
print-results = Results of round { $round }
print-bye-of = Bye in { $pool }: { $player }.
print-bye-alone = Bye: { $player }.
print-ruling = Ruling (TV3): { $text }
print-digits-overruled = Ruling on the lotteries (TD8, TV3): the earlier results { $results } don't count. The seed uses the corrected ones. Reason: { $reason }
print-attendance-overruled = Ruling on attendance after the digits were entered (TD7, TV3): { $player } is { $absent ->
        [1] absent
       *[other] present
    }. Reason: { $reason }
print-moved = { $who } ({ $from } → { $to })
print-moved-by-ruling = This moved { $moved }.
print-moved-nobody = No player moved.
print-ruling-of-table = Ruling on table { $table } (TV3): { $text }
print-standings = Provisional standings after round { $round }
print-standings-at-first = Provisional standings before round 1
print-standings-note = Compared in this order, the larger value first: wins (TR1), wins before the latest round (TR2), S1 to S{ $depth } (TR3), draw number (TR4). Sk: wins of the k best opponents beaten and k worst opponents lost to.
print-leagues = League tables after round { $round }
print-leagues-at-first = Leagues
print-crosstable = Crosstable after round { $round }
print-crosstable-at-first = Players before round 1
print-league = League { $league }
print-entries-note = ○ won, × lost, with the opponent's draw number. f: by forfeit (TW2).
print-leagues-note = Players are listed in their original league, even if they now play in the placement league (TF2).
print-transfer = { $player } moved from league { $from } to { $to }, so that at most one league has an odd number of players (TL2).
print-oversized = A league has more than 64 players. Two players may be unbeaten after six rounds (TL3, TF4).
print-first-sole = First of league { $league }: { $player }, the only unbeaten player after round { $round } (TF3).
print-first-ranking = First of league { $league }: { $player }, by the provisional ranking after round { $round }. The referee must confirm it (TF4).
print-first-confirmed = First of league { $league }: { $player }, by the provisional ranking after round { $round }, confirmed by the referee (TF4).
print-first-referee = First of league { $league }: { $player }, named by the referee after round { $round } (TV3).
print-bracket = Play-offs
print-knock-out = Knock-out
print-beside = Other play-offs
print-bout-semi-final = Semi-final { $number }
print-bout-final = Final
print-bout-third-place = Third place
print-bout-prize = Prize game, rank { $higher } v { $lower }
print-bout-women = Women's final
print-first-of = first of { $league }
print-winner-of = winner of { $bout }
print-loser-of = loser of { $bout }
print-prize-winners = Prize-winners ({ $rule }): { $players }.
print-over-twelve = More than twelve players qualify for the prize games. Provisional ranks 1 to 12 play (TK2).
print-womens-champion = Women's champion (TK3): { $player }.
print-ranking = Final ranking
print-undeclared = { $heading }: NOT DECLARED
print-ranking-note = Wins, losses and wins before the latest round are counted up to the last league round, without play-offs (TE).
print-dan-held = A dan is awarded only above the rank held (TE5).
print-award-champion = Champion
print-award-runner-up = Runner-up
print-award-third = Third
print-award-fourth = Fourth
print-award-prize = Prize-winner
print-invited = yes
print-award-womens-champion = Women's champion
print-title-mh = MH Prize
print-title-woc = Japan's representative at the WOC
print-title-hasegawa = Goro Hasegawa Prize
print-note-certificate-fee = There is a fee for rank certificates, except for the champion's.
print-note-woc-cancelled = If the WOC is cancelled, the right to represent Japan there lapses.
print-diploma-dan = Rank:
print-diploma-invited = Qualified for the Oza-sen
print-diploma-date = Date: ____________
print-diploma-presenter = Chair of the organising committee
print-diploma-seal = {""}
print-diplomas = Diplomas
print-diploma = Diploma
print-diploma-name = { $name }
print-diploma-place = { $place } place
print-diploma-prize = { $award }, { $place }
print-diploma-text = In recognition of an excellent result in this event.
print-diploma-took-part = In recognition of taking part in this event.
print-result-of = { $title }: { $state }
print-result-abandoned = Abandoned (G4): last state
print-result-note = The first difference decides, from left to right: (1) fewer empty squares, (2) fewer gaps in the top row, (3) more TSUYAMA left, (4) more stones used, (5) fewer stones won but unused, (6) janken (E2).
print-disqualified = Disqualified (E3): { $team }, { $reason }
print-counted-by-hand = Counted by hand, not from the wall shown here (E2): { $teams }
print-wall = { $place }: { $team }
print-wall-filled = filled: { $filled }, empty: { $empty }, gaps in the top row: { $gaps }
print-team-game = { $team }'s game
print-team-note = Only opened lists are shown (A5). Amounts are in TSUYAMA. Money spent and stones appear once a round is final (A10). Times are game time.
print-money = Money, round by round
print-list = List for round { $round }
print-list-void = List for round { $round }, attempt { $attempt }: void (G5)
shared-heading-stones = Stones
print-time-line = Timeline
print-round-open = open
print-round-final = final
shared-round-void = void
print-stone-laid = on the wall
print-stone-unused = unused
print-groups = Groups: { $stage }
print-group = Group { $number }
print-group-spare = Group { $number }, spare game (G4)
print-absent-teams = Absent (TD7): { $teams }.
print-ruling-of-group = Ruling on group { $group } (TV3): { $text }
print-ruling-on-spare = Group { $group } plays its spare (G4): { $text }
print-ruling-on-janken = Ruling on a janken (TV3): { $text }
print-groups-note = Ranked by fewest empty squares, fewest gaps in the top row, most TSUYAMA left, most stones used, then fewest unused stones (E2).
print-groups-drawn = Drawn from seed { $seed }: x_0 = { $start }, x_i = (x_(i-1) × 65793 + 4282663) mod { $modulus }. Earlier stages used { $used } of these numbers. In ascending order of x, the teams go to the groups in turn (TG2, TG3).
print-quota = { $group ->
        [one] The best team of each group advances (TG4).
       *[other] The best { $group } teams of each group advance (TG4).
    }
print-quota-rest = { $rest ->
        [one] The best other team also advances
       *[other] The best { $rest } of the other teams also advance
    }. Comparing across groups is fair only if they have the same frame and stones (TG4).
print-janken-needed = Janken needed between { $teams } (E2 (6), TG4).
print-janken-held = Janken, best first: { $teams } (TG4).
print-fate-of-group = advances
print-fate-of-rest = advances, best of the rest
print-fate-repechage = repechage
print-fate-out = out
shared-fate-disqualified = disqualified
print-stage-heats = heats
print-stage-repechage = repechage
print-stage-semi-finals = semi-finals
print-stage-final = final
print-finish-ranked = { $stage }
print-finish-eliminated = eliminated ({ $stage })
print-finish-disqualified = disqualified ({ $stage })
print-finish-absent = absent ({ $stage })
print-placement = placement
print-placement-league = Placement league
print-withdrawn = withdrawn
print-absent = absent
print-bye = bye
print-formal-win = formal win
print-won = ○
print-lost = ×
print-entry-won = ○{ $number }
print-entry-lost = ×{ $number }
print-entry-won-by-forfeit = ○{ $number }f
print-entry-lost-by-forfeit = ×{ $number }f
print-entry-bye = ○bye
print-entry-formal-win = ○formal
print-entry-withdrawn = ×out
print-entry-excused = ×absent
shared-ruled = ruling
print-reason-normal = on the board
print-reason-time = on time
print-reason-double-time = both clocks
print-reason-forfeit = forfeit
print-reason-referee = foul, by ruling
print-call-black = black on top
print-call-white = white on top
print-handicap-none = none
print-handicap = { $discs }
print-dan = { $dan } dan
print-kyu = { $kyu } kyu
print-head-table = table
print-head-pool = league
print-head-number = no.
shared-player = player
print-head-opponent = opponent
print-head-result = ○/×
print-head-discs = discs
print-head-remark = remark
print-head-signature = signature
shared-black = black
print-head-rank = rank held
print-head-affiliation = club or school
print-head-caller = called by
print-head-hidden-disc = hidden disc
print-head-draw-win = draw-win right
print-head-handicap = handicap
print-head-reason = ended
print-head-place = place
print-head-round = R{ $round }
print-head-wins = wins
print-head-losses = losses
print-head-before = before last
print-head-strength = S{ $depth }
print-head-award = award
print-head-titles = titles
print-head-dan = dan
print-head-invited = Oza-sen
print-head-bout = game
print-head-round-of = round
print-head-winner = winner
print-head-line = line
print-head-x = x
print-head-base = number by x
print-head-seed-class = seed
print-head-attendance = attendance
print-head-lottery = lottery
print-head-digits = seed digits
print-head-byes = earlier byes
print-head-rematches = earlier games
print-head-gaps = pairs by gap in wins
shared-id = id
print-head-date = date
print-head-fate = next
print-head-decided-by = ahead of next by
print-head-numbered = ({ $number }) { $head }
head-state = state
print-head-held = held
print-head-spent = spent
head-left = left
shared-stones = stones
print-head-priority = line
shared-lot = type
print-head-price = price
print-head-rebids = re-bids
print-head-outcome = outcome
print-head-laid = now
print-head-moment = time
print-head-happened = what happened

# === end of print ===

### === walls ===

wall-with-stones = { $what }: { $stones }
wall-bad-rotation = invalid rotation (expected 0 to 3 quarter turns)
wall-bad-rotation-of = quarter turns: expected 0 to 3, got { $turns }
wall-duplicate-stone = placed more than once
wall-mirrored = fits only when flipped, which is not allowed
wall-not-owned = not one of the team's stones
wall-no-bottom = no stone touches the bottom edge of the frame
wall-out-of-frame = outside the frame
wall-out-of-frame-at = outside the frame at { $squares } (row,column from 0)
wall-overlap = overlapping
wall-shape-mismatch = the squares don't match the stone's shape
wall-unsupported = not supported down to the bottom edge

# === end of walls ===

### === faults ===

# Why a call was rejected: part of a sentence, without a full stop. $rule comes from fault-with-rule.

fault-in-line = bid { $line }: { $what }
fault-item = - { $what }
count-empty = empty squares
count-top-gaps = gaps in the top row
count-used = stones used
count-held = TSUYAMA left
count-unused = stones unused
fault-unspecified = rejected for a reason that this version doesn't recognise; update this program

fault-unauthenticated = missing or unknown token
fault-token-revoked = this token has been revoked; ask the organiser for a new one
fault-permission-denied = permission denied: this needs the token of { $needs }
fault-unknown-game = unknown game { $game } for this token
fault-no-game-named = no game specified
fault-game-stopped = the game is no longer served (see the server's log); it continues when the server is restarted
fault-journal-failed = the server's journal failed, usually because its disk is full (see its log); the game and its clock stop until the server is restarted
fault-game-damaged = game { $game } is not served because its records on the server's disk are damaged; the organiser must restore a copy
fault-busy = the server is busy; nothing has changed, try again
fault-several-games = more than one game matches; specify one with --game, for example { $games }
fault-missing-field = { $field } is missing
fault-missing-text = the text is empty
fault-missing-field-number = { $field } is missing or 0; expected at least { $least }
fault-bad-field = invalid value for { $field }
fault-bad-field-too-long = { $field } has { $characters } characters; the maximum is { $most }
fault-bad-field-sign = { $field }: invalid character { $sign } at position { $place }; expected one line without control characters
fault-bad-field-invisible = { $field } contains only invisible characters ({ $invisible })
fault-bad-field-value = invalid value for { $field }: { $value }
fault-bad-field-signs = invalid value for { $field }: { $value }; expected { $signs }, not starting with -
fault-from-the-future = item { $value } requested, but the server's record of this game ends at item { $most }: the server uses another folder or an older copy
fault-bad-field-most = invalid value for { $field }: { $value }; the maximum is { $most }
fault-game-elsewhere = game { $game } is on server { $address }
fault-game-nowhere = no server serves game { $game } right now; try again
fault-unserved = no server serves this right now; wait until one takes over
fault-unknown-server = unknown server { $server }
fault-window-open = game { $game } can't be moved while bidding is open; try again after it closes
fault-single-server = this contest can have only one server
fault-server-stopping = the server is stopping; try again later
fault-already-started = game { $game } has already started
fault-other-journal = this copy belongs to another journal: they differ in game { $stream }, from record { $sequence } onwards. Keep the copy and start a new one in an empty folder
fault-wrong-seats = { $game } needs { $seats } different teams, got { $named }
fault-wrong-seats-any = { $game } needs 2 to 16 different teams, got { $named }
fault-no-spare = game { $game } has no spare game

fault-unknown-team = unknown team { $team } in this game
fault-unknown-lot = unknown lot { $lot } in this game
fault-unknown-lot-similar = unknown lot { $lot } in this game; did you mean { $similar }?
fault-not-yours = { $team } can act only for itself
fault-disqualified = { $team } is disqualified, or reinstated only from the next round
fault-wrong-phase = not possible in phase "{ $phase }"
fault-paused = the game is paused; try again once it is resumed
fault-not-paused = the game is not paused
fault-wrong-round = this is for round { $named }, but the current round is { $current }
fault-wrong-attempt = this is for attempt { $named } of the round, which was voided; the current attempt is { $current }
fault-wrong-wave = this is for re-bid { $named }, but the current re-bid is { $current }
fault-late = too late: received at the deadline
fault-late-by = too late: received { $late } after the deadline
fault-invalid-list = list rejected, { $faults ->
        [one] { $faults } error
       *[other] { $faults } errors
    }
fault-not-tied = { $team } has no tied bid
fault-invalid-rebid = re-bid rejected, { $faults ->
        [one] { $faults } error
       *[other] { $faults } errors
    }
fault-replaced = the team has submitted in the meantime, perhaps from its other computer: this replaces { $named ->
        [0] nothing
       *[other] revision { $named }
    }, but the server has { $current ->
        [0] nothing
       *[other] revision { $current }
    }
fault-already-submitted = { $team } has submitted in the meantime, so nothing was entered. To replace its submission, submit again
fault-wall-changed = the wall has changed in the meantime, on the team's other computer or by the organiser: this is for { $named ->
        [0] the empty wall
       *[other] revision { $named }
    }, the current one is { $current ->
        [0] the empty wall
       *[other] revision { $current }
    }
fault-already-confirmed = { $lot } is already confirmed
fault-not-on-offer = { $lot } was not on offer in this round
fault-not-owned = not among the stones handed to the team: { $stones }
fault-not-on-wall = not on the wall: { $stones }
fault-invalid-wall = wall rejected, { $faults ->
        [one] { $faults } error
       *[other] { $faults } errors
    }
fault-janken-open = janken needed: { $groups }
fault-not-a-tied-group = the order must contain exactly one group of equal teams: { $groups }
fault-not-a-tied-group-none = no teams are equal
fault-already-disqualified = { $team } is already disqualified
fault-not-disqualified = { $team } is not disqualified
fault-no-reason = a reason is required; it is recorded
fault-stale-settlement = the results have changed; check them again before you confirm
fault-not-by-hand = permission denied: only the organiser can make entries for a team
fault-bad-count = { $figure }: expected { $least } to { $most }, got { $counted }
fault-bad-count-of = { $team }, { $figure }: expected { $least } to { $most }, got { $counted }
fault-no-stones = no stones specified
fault-nothing-to-extend = no window or countdown is running
fault-bad-extension = invalid extension: expected more than 0 and at most one hour, got { $span }
fault-too-many-questions = { $team } already has { $waiting } unanswered questions; the maximum is { $most }
fault-too-many-messages = there are too many messages; the maximum is { $most }, including read marks
fault-unknown-question = { $team } has no question { $question }
fault-already-answered = { $team }'s question { $question } is already answered; read that answer, then correct it if necessary
fault-answer-corrected = the answer to { $team }'s question { $question } was corrected in the meantime; read the new one before you correct it again
fault-unknown-message = { $team } has no message { $named }; messages received: { $told }

fault-too-many-bids = { $lines ->
        [one] { $lines } bid
       *[other] { $lines } bids
    }, but the round allows { $max_bids }
fault-too-many-of-lot = { $lines ->
        [one] { $lines } bid
       *[other] { $lines } bids
    } for { $lot }, but only { $copies ->
        [one] { $copies } copy is
       *[other] { $copies } copies are
    } left
fault-no-copy-on-offer = no copy of { $lot } is left
fault-below-min = { $price } for { $lot } is below the minimum price of { $min_price }
fault-over-budget = bids total { $total } TSUYAMA, but the team has { $held }

fault-duplicate-line = bid { $line } is listed twice
fault-line-not-tied = bid { $line } is not one of the team's tied bids
fault-not-above = { $price } for { $lot } is not above the tied price of { $tied_at }
fault-over-rebid-budget = re-bids total { $total } TSUYAMA; the maximum for this re-bid is { $budget }

# The server's limits.
crowd-token = with this token
crowd-address = from this address
crowd-unauthenticated = without a token
crowd-server = on this server
fault-too-many-calls = too many calls { $of } (maximum { $most }); nothing changed, try again in { $wait }
fault-too-fast = too many calls per second (maximum { $per_second } after the first { $burst }); nothing changed, try again in { $wait }
fault-message-too-large = the message is too long; the maximum is { $bytes } bytes
fault-unreadable = the server couldn't read the message
fault-timed-out = no response within { $span }; check whether the request went through before you try again
fault-slow-reader = the feed ended because its reader was too slow; resume from item { $from_sequence }
fault-slow-standby = copying stopped because the standby accepted no data for { $span }; its copy is intact, and copying resumes automatically

fault-several-events = more than one event matches; specify one with --event, for example { $events }
fault-no-event = there is no event yet
fault-unknown-event = unknown event { $event }
fault-event-exists = a game or event named { $event } already exists
fault-wrong-stage = not possible now: { $stage }
stage-roster = the roster can still change
stage-committed = the roster is locked, waiting for the lotteries
stage-reception = reception is open
stage-between = round { $round } is ready to be paired
stage-playing = round { $round } is in progress
stage-group-reception = stage { $stage }: reception is open
stage-group-playing = stage { $stage } is in progress
stage-named-reception = { $stage }: reception
stage-named-playing = { $stage }: in progress
stage-over = all games have been played
stage-declared = the final ranking is declared
stage-abandoned = the event was abandoned
fault-not-the-referee = permission denied: only the referee can make rulings
fault-unknown-player = unknown player { $player }
fault-unknown-seed-class = unknown seed class for { $player }
fault-too-few-players = { $present ->
        [one] { $present } player is
       *[other] { $present } players are
    } present; the minimum is { $fewest }
fault-too-many-players = { $players } players are on the roster; in this round robin, at most { $most } can all meet
fault-draw-stands = groups or leagues have already been drawn from these digits; to draw again, abandon this event and create a new one with the same settings and roster
fault-attendance-stands = the digits are known, so only a ruling with a reason can change { $player }'s attendance
fault-attendance-stands-team = { $team } was absent when the digits were entered and can't be admitted now
fault-bad-digits = the result of lottery { $nth } must have exactly { $digits ->
        [one] { $digits } digit
       *[other] { $digits } digits
    } from 0 to 9
fault-wrong-results = { $results ->
        [one] { $results } result
       *[other] { $results } results
    } given for { $lotteries ->
        [one] { $lotteries } lottery
       *[other] { $lotteries } lotteries
    }
fault-result = the slip contradicts itself
fault-result-not-a-player = { $player } did not play this game
fault-result-forfeit-with-discs = a forfeited game has no discs
fault-result-forfeit-with-moves = a forfeited game has no moves, but { $moves ->
        [one] one move is
       *[other] { $moves } moves are
    } given
fault-result-not-64 = the discs add up to { $sum }, not 64; empty squares go to the winner
fault-result-loser-has-more = the loser has more discs: { $winner_discs } to { $loser_discs }
fault-result-draw-win-lost = at 32 to 32 the holder of the draw-win right wins, but the loser had it
fault-result-draw-win-unnamed = at 32 to 32 the holder of the draw-win right wins; name the holder
fault-result-both-flags = if both flags have fallen, the holder of the draw-win right wins, but the loser had it
fault-result-illegal-move = move { $move } is illegal
fault-result-not-finished = after { $moves ->
        [one] one move
       *[other] { $moves } moves
    } the game is not over
fault-result-other-score = the moves lead to { $black } black and { $white } white discs, a different result
fault-result-not-the-last-mover = after the end of the game, only the flag of the player who moved last counts
fault-slip = invalid slip
fault-slip-no-slips = this event has no slips; seeded players get their numbers from the draw
fault-slip-not-a-seed = { $player } is not a seeded player
fault-slip-absent = { $player } is absent and can't draw a slip
fault-slip-not-a-slip = there is no slip { $number } for { $player }
fault-slip-drawn = { $player } has already drawn a slip. To correct it, mark the player absent and then present; once the digits are entered, this needs rulings by the referee
fault-slip-taken = slip { $number } is already taken
fault-slip-left = { $player } has not drawn a slip yet
fault-results-open = { $open ->
        [one] { $open } result
       *[other] { $open } results
    } of round { $round } { $open ->
        [one] is
       *[other] are
    } missing
fault-results-entered = round { $round } has { $entered ->
        [one] a result
       *[other] { $entered } results
    }, so its pairing can't be taken back; overrule results instead
fault-pairs = invalid pairs
fault-pairs-none = name at least one pair
fault-pairs-same-player = { $player } is both players of a pair
fault-pairs-twice = { $player } is in two of the pairs
fault-pairs-not-in-pool = { $player } isn't paired in this round: absent, withdrawn, excused or first of a league
fault-pairs-different-pools = { $player } and { $other } are in different pools
fault-unknown-table = this round has no table { $table }
fault-not-at-table = { $player } doesn't play at table { $table } in this round
fault-not-paired = { $winner } and { $loser } don't play each other in this round
fault-already-entered = the game already has a result, entry { $entry }; only a ruling by the referee can replace it
fault-entry-taken-back = a ruling has taken back the result of entry { $entry }
fault-later-round-paired = round { $current } is already paired, so results of round { $round } can only be corrected
fault-no-such-entry = there is no entry { $entry }
fault-built-upon = { $playoff } was already paired from this result
fault-cannot-withdraw = { $player } can't withdraw or be excused: the player is absent, withdrawn, excused or first of a league, or the last league round has been paired
fault-nobody-left = league { $league } has no players left; the referee must name a player for first place
fault-nothing-to-rule = first place in league { $league } needs no ruling
fault-cannot-be-first = { $player } can't take first place in this league
fault-too-wide = the players' wins are too far apart for pairing
fault-bad-config = invalid event settings: { $field } ({ $why })
fault-bad-roster = invalid roster: { $field }
fault-bad-roster-long-id = the id on roster line { $line } has { $characters } characters; the maximum is { $most } ({ $field })
fault-bad-roster-empty-id = roster line { $line } has no id ({ $field })
fault-bad-roster-same-id = roster line { $line }: an earlier line already uses the id { $value } ({ $field })
fault-bad-roster-control = roster line { $line } has a control character ({ $field })
fault-bad-roster-seed-class = roster line { $line }: unknown seed class "{ $value }" ({ $field }); the plan has: { $known }
fault-bad-roster-line = invalid roster line { $line }: { $field }
fault-too-few-teams = too few teams on the roster: { $teams }, the minimum is { $fewest }
fault-unknown-guest = guest { $guest } of stage { $stage } is not on the roster
fault-never-plays = { $team } never plays: it isn't a guest, and no stage uses the roster
fault-not-of-stage = { $team } does not play in stage { $stage }
fault-groups-of-few = not enough teams for groups: { $teams }
fault-groups-of-absent = too few teams present in stage { $stage }: { $teams } of { $of }; a game needs { $fewest }. Mark late arrivals as present (absent TEAM --present, not for teams absent when the digits were entered), or draw the stage without a game (draw-groups { $stage } --without-game)
fault-groups-target = target group size: expected 4 to 8 teams, got { $target }
fault-bad-groups = can't form { $groups } groups of 2 to 16 teams
fault-no-scenario = stage { $stage } has no scenario for this number of teams: { $teams }
fault-no-group-game = group { $group } of stage { $stage } has no such game
fault-game-served = the game of group { $group } in stage { $stage } is counted automatically when its judge declares the result
fault-already-counted = group { $group } of stage { $stage } already has a result; only a ruling by the referee can replace it (replace-game --counted discards it and plays the spare)
fault-other-teams = the result must name exactly the teams of group { $group } of stage { $stage }
fault-bad-order = janken order { $order } must contain a complete set of equal teams
fault-no-group-spare = group { $group } of stage { $stage } has no spare game
fault-no-group-spare-left = group { $group } of stage { $stage } is already playing its spare game and has no other
fault-no-janken = these teams are not a complete set of equal teams in stage { $stage }
fault-games-open = games without a result in stage { $stage }: { $open }
fault-games-running = stage { $stage } can't be closed while the game of group { $group } is running; try again in a moment
fault-janken-missing = stage { $stage } needs a janken between equal teams: { $sets }
fault-stage-built-upon = stage { $stage } has already been drawn from this one
fault-other-stage = this is for stage { $named }, but the current stage is { $current }
fault-not-in-groups = not available in an event in groups
fault-of-another-kind = not available in an event in leagues

# === end of faults ===

### === usage ===
# Errors in a command line. { $argument } and { $arguments } are written as in the help.

usage-error = error: { $what }
usage-line = Usage:{" "}
usage-options = Options:{" "}
usage-more = For more information, try --help.
usage-because = { $what }: { $why }
usage-suggestion = { $what }; did you mean { $suggested }?
usage-missing = missing { $arguments }
usage-no-command = missing command
usage-unknown-command = unknown command { $command }
usage-unexpected = unexpected argument { $argument }; put text of several words in quotation marks
usage-unknown-or-text = unexpected argument { $argument }; put text that starts with a hyphen after --, or write --option=-text
usage-unknown-place = unexpected argument { $argument }; write { $place } without an option name
usage-unknown = unexpected argument { $argument }
usage-twice = { $argument } is given more than once
usage-conflict = { $argument } can't be used with { $other }
usage-conflict-any = { $argument } can't be used with one of the other options
usage-no-value = { $argument } needs a value
usage-not-one-of = invalid value "{ $value }" for { $argument }; expected one of { $values }
usage-bad-value = invalid value "{ $value }" for { $argument }
usage-too-many-values = unexpected value "{ $value }" for { $argument }
usage-too-few-values = { $argument } needs at least { $least } values
usage-number-of-values = { $argument } needs { $wanted } values
usage-no-equals = { $argument } needs = before its value
usage-no-text = an argument is not valid UTF-8
shared-other = { $what }
doctor-lint = { $what }
usage-form-url = expected https://HOST:PORT
usage-form-fingerprint = expected eight groups of four characters, such as 0123-4567-89ab-cdef-0123-4567-89ab-cdef
usage-form-head = expected the first 16 to 64 hexadecimal digits of a head; dashes and spaces are ignored
usage-form-number = expected a whole number
usage-form-stage = expected the number of a stage, starting from 1
usage-form-group = expected the number of a group in the stage, starting from 1
usage-form-range = expected a whole number from { $least } to { $most }
usage-form-discs = expected WINNER:LOSER, such as 40:24
usage-form-team-count = expected TEAM=EMPTY,GAPS,LEFT,USED,UNUSED or TEAM=out
usage-form-line-id = expected GAME/INSTANCE/SEQUENCE, the id of a line
usage-form-seconds = expected a number of seconds above 0 and up to 86400
usage-form-address = expected IP:PORT, such as 127.0.0.1:7150 or [::1]:7150
location-unknown-scheme = { $scheme }:// is not a journal. Use a file, such as contest.db, or a database: postgres://USER@HOST/DATABASE
location-not-a-url = this looks like a database. Write { $spelling }, or ./NAME for a file with that name
location-empty = a journal is a file, such as contest.db, or a database: postgres://USER@HOST/DATABASE
usage-form-database = expected postgres://USER@HOST/DATABASE, or for rehearsals also postgres or postgres-pair; without --journal, a file is used
usage-form-no-command = missing command
usage-form-rule = expected the number of a rule, such as A5 or TD7; without it, all rules are printed
usage-form-open-quote = a quotation mark is not closed
usage-form-one-of = expected one of { $names }
usage-form-code-length = expected a code of { $expected } characters, got { $found }
usage-form-code-group = group { $group } of the code has a typing error

# === end of usage ===

### === cli ===
# team-client: labels and lines of the commands.

cli-game-waits = Rejected: { $game } has not been started yet. Start it first: judge-tui start { $game }
cli-start-selection = Teams of { $game } by the results: { $selected } of { $seats }
cli-start-not-determined = The results do not determine all teams of { $game }: { $selected } of { $seats }. Name the teams: judge-tui start { $game } TEAM...
cli-start-no-open-seats = { $game } isn't a waiting game with open seats. Show the games with judge-tui games.
cli-refused = Rejected:{" "}
cli-token-revoked = Rejected: this token has been revoked. Get the new sheet from the organiser, then run: team-client join { $server }
cli-unanswered = No response from the server at { $server } ({ $code }).
cli-unknown-answer = Unknown response from the server ({ $code }). Install the same version of the server and this program.
cli-broken-feed = Can't follow the game: { $what }.
cli-no-output = Can't write the output: { $what }
cli-not-in-game = This token's team, { $team }, doesn't play in this game.
cli-in-no-game = Your team ({ $team }) has no game yet. Games start after the draw.
cli-no-terminal = The screen needs a terminal. Other commands work without one (status, bid, watch).
cli-listen = Can't listen on port { $port }: { $why }. Omit --port to use a free port.
screen-no-terminal = the screen needs a terminal
cli-no-program = can't start the bot's program { $program }: { $why }
cli-no-token = Missing token. Use --token TEXT or --token-file FILE, set ISHIGAKI_TOKEN, or run this in the folder where you joined (judge-tui join, team-client join).
cli-empty-token = The token file { $file } is empty. Ask the organiser to reissue it (ishigaki-server token reissue NAME --folder FOLDER), or join again with the line on your sheet.
cli-bad-token = Invalid token: expected one word, alone in a file or after the holder's name (such as a team's code).
cli-token-overridden = Using the token from { $variable }, not the `token` file in this folder. Unset { $variable } to use that file.
cli-token-file = Can't read { $file }: { $what }
cli-bad-bid = Bid { $line }, "{ $given }": write LOT:PRICE, such as L:12.
cli-bad-raise = Entry { $line }, "{ $given }": write LINE:PRICE, the tied bid's number in your list and the new price, such as 1:14.
cli-bad-stone = STONE, "{ $given }": write LOT-COPY, such as L-2.
cli-bad-square = --cells, "{ $given }": write ROW,COL, such as 3,0.
cli-bid-sealed = Submitted as revision { $revision }: { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    }, { $total } of { $held } TSUYAMA. You can replace it until bidding closes.
cli-announce-no-games = unknown games for this token: { $games }. Put text of several words in quotation marks.
cli-announced-in-part = Announced in { $told }, not in { $untold }. Repeat the command for the remaining games only.
cli-announced = Announced to all teams in game { $game }.
cli-announced-to = Announced in game { $game } to { $teams }.
cli-bid-declined = Declined this round as revision { $revision }. You can replace it until bidding closes.
cli-rebid-sealed = Re-bid submitted as revision { $revision }: { $raises ->
        [one] { $raises } new price
       *[other] { $raises } new prices
    }, { $total } TSUYAMA in total.
cli-rebid-passed = Passed as revision { $revision }. The tied bids are given up.
cli-placed = Placed { $stone }.
cli-taken-out = Removed { $stone }.
cli-enter-slip = Invalid entry: { $what }.
cli-enter-file = Can't read { $file }: { $what }.
cli-enter-nothing = Nothing to enter. To decline, pass or clear the wall, use --none.
cli-event-done = { $event }: { $what }.
cli-event-about = { $what }: { $whom }
event-preview-nothing = This changes no pairing, figure or place.
event-preview-by-rules = Compared with the pairing by the rules:
event-preview-cost = repeated byes { $byes }, rematches { $rematches }, gaps in wins: { $gaps }
event-preview-pool = Pool { $pool } (TP3): { $after }. Pairing by the rules: { $before }.
event-subject-slip = { $player }, number { $number }
event-subject-result = { $winner } beat { $loser }, round { $round }
event-subject-staying = already first of a league, can't withdraw (TF5): { $players }
event-subject-entries = { $count ->
        [one] 1 entry
       *[other] { $count } entries
    }
event-subject-seeds = seeds: { $seeds }
event-subject-women = women: { $count }
event-subject-own = your own columns: { $columns }
cli-event-done-create = event created
cli-event-done-roster = roster set
cli-event-done-commit = settings and roster locked (TV1)
cli-event-commitment = Publish this commitment: { $commitment }
cli-event-commitment-fixed = Commitment (TV1): { $commitment }
cli-event-done-digits = digits entered, numbers drawn (TD2)
cli-event-done-leagues = reception closed, leagues formed (TL)
cli-event-done-pair = round paired (TP)
cli-event-done-abandon = event abandoned
cli-event-done-declare = final ranking declared (TE)
cli-event-done-absent = marked as absent (TD7)
cli-event-done-present = marked as present (TD7)
cli-event-done-slip = slip recorded (TD6)
cli-event-done-withdraw = withdrawn from the next pairing on (TW1)
cli-event-done-unpair = pairing taken back (TV3)
cli-event-done-pair-by-ruling = round paired by ruling (TV3)
cli-event-done-excuse = excused from the next round (TV3)
cli-event-done-result = result entered (TO9)
cli-event-done-reopen = result taken back by a ruling, game open again (TV3)
cli-event-done-overrule = result replaced by a ruling (TV3)
cli-event-done-name-first = first of the league named (TF4)
cli-event-done-confirm-first = first of the league confirmed (TF4)
cli-event-done-rule = ruling recorded (TV3)
cli-event-done-draw-groups = groups drawn (TG2)
cli-event-done-close-stage = stage closed (TG4)
cli-event-done-janken = janken entered (TG4)
cli-event-done-announce = announcement shown in the hall and on phones (TV4)
cli-event-done-call = players called in the hall and on their phones (TV4)
cli-event-done-replace-game = game replaced by its spare (G4)
cli-event-done-count = game counted (E4)
cli-event-done-overrule-game = result of the game replaced by a ruling (TV3)
cli-event-done-overrule-digits = digits replaced by a ruling, numbers drawn again (TD8, TV3)
cli-event-done-overrule-janken = janken replaced by a ruling (TV3)
cli-event-of-leagues = Available only for an event in leagues.
cli-event-of-groups = Available only for an event in groups.
cli-event-open-games = No result yet: { $games }
cli-event-next = Next: { $step }
cli-event-first = First: { $step }
event-step-by = { $step }: judge-tui event { $command }
event-step-roster = set the roster (TD4)
event-step-commit = lock settings and roster (TV1)
event-step-digits = enter the lottery results (TD2)
event-step-leagues = close reception and form the leagues (TL)
event-step-pair = pair round { $number } (TP)
event-step-results = enter the missing results of round { $number } (TO9)
event-step-draw-groups = draw the groups of stage { $number } (TG2)
event-step-games = finish the open games of stage { $number }; they count once declared (E4): { $games }
event-step-janken = enter the janken of { $teams }, best first (TG4)
event-step-close-stage = close stage { $number } (TG4)
event-step-declare = declare the final ranking (TE)
cli-event-none = There is no event.
shared-heading-event = Event
cli-event-head-stage = State
cli-event-shown = { $event }, { $title }: { $stage }; { $entrants } on the roster
cli-event-shown-teams = { $event }, { $title }: { $stage }; { $entrants ->
        [one] { $entrants } team
       *[other] { $entrants } teams
    } on the roster
cli-event-absent-are = Absent: { $players }
event-drawing = { $groups ->
    [0] No groups.
    [one] One group, number of teams: { $sizes }.
   *[other] { $groups } groups, numbers of teams: { $sizes }.
}
event-drawing-all = No team is marked absent.
event-drawing-absent = Absent: { $teams }.
cli-event-open = No result yet: { $one } – { $other }
cli-event-printed = Written: { $files }
cli-event-no-player = No player matches "{ $named }" by number, id or part of the name.
cli-event-no-pair = "{ $pair }" isn't a pair. Write two players with a colon, such as 12:15.
cli-event-no-team = No team matches "{ $named }" by id or part of the name.
cli-event-several-players = More than one player matches "{ $named }": { $players }. Use the number or id.
cli-event-several-teams = More than one team matches "{ $named }": { $teams }. Use the id.
cli-event-no-group = Stage { $stage } has no group { $group }, or its groups aren't drawn yet.
cli-event-not-in-group = { $team } doesn't play in { $stage }, group { $group }. Use --stage for another stage.
cli-event-counted-twice = { $team } is named twice. Give one count per team.
cli-event-not-counted = Missing counts for these teams: { $teams }
cli-event-no-result = These players have no result in this round to overrule.
cli-event-nothing-to-print = There is nothing to print yet.
cli-event-no-stage = Unknown stage { $stage }: stages are 1 to { $stages }.
cli-event-not-drawn = No groups drawn yet: { $stage }.
cli-stones-checked = Marked as received and checked: { $stones }.
cli-stones-none-unchecked = All stones are checked.
cli-asked = Asked as question { $question }. The answer will appear in your messages (team-client messages). Your team's name stays private until the result is declared.
cli-messages-none = No messages yet.
cli-message = { $text }
cli-message-to-one = To this team only: { $text }
cli-message-answer = Answer to your question { $question }, "{ $asked }": { $text }
cli-questions = Your questions:
cli-question-waits = { $question }. { $text } (waiting for an answer)
cli-question-unanswered = { $question }. { $text } (closed without an answer)
cli-question-answered = { $question }. { $text } (answer sent to your team)
cli-question-answered-to-all = { $question }. { $text } (answer sent to all teams)
cli-question-corrected = { $question }. { $text } (answer sent to your team, then corrected)
cli-question-corrected-to-all = { $question }. { $text } (answer sent to all teams, then corrected)
cli-answered = Answered { $team }'s question { $question } in game { $game }, to that team only. The public record shows the question and the team once the result is declared.
cli-answered-to-all = Answered { $team }'s question { $question } in game { $game }, to all teams, without the team's name. The public record shows it once the result is declared.
cli-answer-correct = { $refused } (judge-tui questions shows the answer; --correct replaces it)
cli-answer-none = { $team }'s question { $question } has no answer to correct. Answer it without --correct.
cli-questions-none = No questions in game { $game }.
cli-question-state-waiting = waiting
shared-question-state-unanswered = no answer
cli-question-state-answered = answered
cli-question-state-answered-to-all = sent to all
cli-question-head-question = question
cli-question-head-asked-at = asked at
cli-question-head-read = read
cli-question-read = yes
cli-question-unread = no
cli-connection-lost = Connection lost. Retrying…
cli-connection-back = Connected again.
contact-connecting = connecting…
contact-catching-up = connected, catching up…
contact-live = connected
contact-lost = CONNECTION LOST for { $time }, retrying
contact-closed = NO FEED
contact-closed-why = NO FEED: { $why }
contact-astray = SCREEN MAY BE WRONG: restart
contact-unproved = WRONG SIGNATURE: don't rely on this
contact-journal-failed = SERVER JOURNAL FAILED: game stopped
contact-unserved = NOT SERVED: waiting for a server
contact-stopped = NOT SERVED: game stopped
cli-watching = Watching game { $game } at { $server }. Press Ctrl-C to stop.
cli-lots-round = Round { $round }: at most { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    } and { $wins ->
        [one] { $wins } win
       *[other] { $wins } wins
    }; you have { $held } TSUYAMA
cli-lots-gone = Sold out: { $lots }
cli-head-lot = Lot
cli-head-copies = Copies
cli-head-min-price = Minimum
cli-head-squares = Squares
cli-head-shape = Shape
cli-head-line = Line
cli-head-price = Price
cli-head-outcome = Result
cli-head-stone = Stone
cli-head-laid = Position
cli-head-place = Place
cli-head-team = Team
cli-head-empty = Empty
cli-head-top-gaps = Top gaps
cli-head-held = TSUYAMA
cli-head-used = Used
cli-head-unused = Unused
cli-head-decided = Ahead of next by
cli-round = Round { $round }
cli-attempt = attempt { $attempt }
cli-time-left = { $time } left
cli-paused = paused
cli-held = { $held } TSUYAMA left
cli-disqualified = Disqualified: { $reason }
cli-nothing-sealed = No list submitted yet.
cli-sealed-decline = Declined as revision { $revision }.
cli-sealed-list = Submitted list, revision { $revision }, { $total } TSUYAMA:
cli-tied = Tied. Each re-bid must be above the tied price, and the total at most { $budget } TSUYAMA:
cli-no-rebid-sealed = No re-bid submitted yet.
cli-sealed-pass = Passed.
cli-sealed-rebid = Submitted re-bid: { $raises }
cli-no-stones = No stones yet.
cli-not-laid = not placed
cli-laid-at = row { $row }, column { $col }{ $turn ->
        [0] {""}
        [one] , { $turn } quarter turn
       *[other] , { $turn } quarter turns
    }, from 0
cli-wall = { $empty } empty, { $gaps } in the top row; { $used ->
        [one] { $used } stone
       *[other] { $used } stones
    } used, { $unused } unused
cli-results-final = Round { $round }:
cli-results-open = Round { $round }, not final yet:
cli-results-void = Round { $round }, attempt { $attempt }, void:
cli-results-none = No list submitted.
cli-results-declined = Declined.
cli-results-absent = Not in this round (E3).
cli-standings = Standings:
cli-bot-sealed = (bot) submitted { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    }
cli-bot-declined = (bot) declined this round
cli-bot-raised = (bot) submitted a re-bid with { $raises ->
        [one] { $raises } new price
       *[other] { $raises } new prices
    }
cli-bot-passed = (bot) passed in the re-bid
cli-bot-built = (bot) replaced the wall: { $stones ->
        [one] { $stones } stone
       *[other] { $stones } stones
    }
cli-bot-began = Playing { $game }.
cli-bot-tried = (bot) submitted a provisional list for round { $round }
cli-bot-refused = (bot) rejected:{" "}
cli-bot-left-alone = (bot) a teammate has submitted; not replaced
cli-bot-failed = (bot) no decision: { $what }
bot-late = no answer within { $limit } ms
bot-out-of-time = the bot used up its { $limit } ms for the game and makes no more decisions
bot-ended = the bot's process ended ({ $status })
bot-not-started = can't start the bot's process: { $what }
bot-wrong-answer = invalid answer: { $what }
bot-flooded = the bot writes too much output and makes no more decisions
bot-not-reading = the bot doesn't read its input and makes no more decisions
bot-out = the bot makes no more decisions in this game
cli-fingerprint = Server's fingerprint: { $fingerprint }
cli-receipt-wrong = Invalid receipt from the server: { $what }. Your submission may be saved, but you can't prove it. Call the judge.
cli-receipt-not-kept = Can't save the receipt in { $file }: { $what }. The list is submitted. The next command tries again to save its receipt.
receipt-fault-absent = it is missing
receipt-fault-no-key = the server's key and game instance are unknown
receipt-fault-malformed = invalid { $field }
receipt-fault-other = its { $field } is { $found }, expected { $expected }
receipt-fault-other-list = its commitment doesn't match the submitted list
receipt-fault-signature = invalid signature: { $why }
receipt-fault-twice = another receipt has the same number, { $counter }
receipts-missing = THE SERVER LOST WHAT YOU SUBMITTED: game { $game }, round { $round }{ $attempt ->
        [1] {""}
       *[other] , attempt { $attempt }
    }{ $wave ->
        [0] {""}
       *[other] , re-bid { $wave }
    }. Your signed receipt (no. { $counter }) is for revision { $revision }; the server has { $held ->
        [0] nothing
       *[other] revision { $held }
    }. Submit it again if the round is open, call the judge, and show the receipt.
receipts-lost = SUBMISSION LOST: game { $game }, round { $round }{ $attempt ->
        [1] {""}
       *[other] , attempt { $attempt }
    }{ $wave ->
        [0] {""}
       *[other] , re-bid { $wave }
    }. The server lost revision { $revision } (receipt no. { $counter }). Keep the receipts folder and tell the chief judge.
cli-receipt-altered = { $file }: receipt { $counter } was altered: its signature does not match. Use the file from your other computer.
receipts-unread = Can't read { $file }: { $what }
receipts-no-receipt = line { $line } of { $file } is not a receipt
feed-error-gap = the feed sent item { $item }, expected item { $expected }
feed-error-out-of-place = item { $item } of the feed is out of place
feed-error-unknown-kind = item { $item } of the feed has an unknown kind
feed-error-unreadable = item { $item } of the feed can't be read: { $what }
feed-error-disagreement = the server and this client disagree about the effect of item { $item } of the feed
feed-error-unproved = item { $item } of the feed: { $what }
cli-transcript = Wrote { $file }: { $records ->
        [one] { $records } record
       *[other] { $records } records
    }.
cli-transcript-event-open = The event is not over. These are its records so far.
cli-transcript-open = The result is not declared yet. These are the public records so far.
cli-checked = Record checked: { $records } records follow the rules and are signed by the server; { $own ->
        [one] this team's list is unchanged
       *[other] this team's { $own } lists are unchanged
    }.
cli-file = { $file }: { $what }
verify-key-of-join = --key has the fingerprint for join. Use the fingerprint on the sheet (for verify).
verify-which-key = Compare --key with the fingerprint on the sheet, not with the server code for join.
verify-not-in-order = INVALID: { $what }
verify-in-order = Valid: game { $game }, { $teams } teams, { $records } records; { $ending }.
verify-declared = the result is declared (E4)
verify-abandoned = the game was abandoned (G4)
verify-open = the result is not declared yet, so more records may follow
verify-event-in-order = Valid: event { $event }; players on the roster: { $players }, records: { $records }; { $ending }.
verify-event-declared = the final ranking is declared (TE)
verify-event-abandoned = the event was abandoned (TV3)
verify-event-open = the event is not over, so more records may follow
verify-event-rules = Recomputed from the rules: the draw, pairings (rounds: { $rounds }), results ({ $results }); leagues and rankings match.
verify-event-rules-groups = Recomputed from the rules: the draw, groups (stages: { $stages }), games ({ $results }); advancing teams and ranking match.
verify-event-commitment = Commitment to settings and roster, recomputed (TV1): { $commitment }
verify-signer = Signer checked: { $fingerprint }.
verify-no-signer = Signer not checked. Compare the fingerprint { $fingerprint } with a team sheet or the board, or pass theirs as --key.
verify-chain = Chain and signatures: { $heads } signed heads, { $seals } receipts.
verify-openings = Openings: { $lists ->
        [one] 1 list
       *[other] { $lists } lists
    } with { $bids ->
        [one] 1 bid
       *[other] { $bids } bids
    }, { $waves ->
        [one] 1 re-bid
       *[other] { $waves } re-bids
    } with { $rebids ->
        [one] 1 submission
       *[other] { $rebids } submissions
    }; all unchanged since sealing.
verify-rules = Recomputed from the rules: { $final ->
        [one] 1 final round
       *[other] { $final } final rounds
    }, { $void } void, { $stones ->
        [one] 1 stone
       *[other] { $stones } stones
    } handed out, { $walls ->
        [one] 1 wall change
       *[other] { $walls } wall changes
    }, { $acts ->
        [one] 1 action
       *[other] { $acts } actions
    } by the judge; TSUYAMA, walls and ranking match.
verify-notes-open = Private messages and read marks, sealed until the result is declared: { $count } (not verifiable yet).
verify-notes = Private messages and read marks: { $count } verified.
verify-unopened = Sealed and never opened, so not verifiable: { $count }.
verify-unsigned = Unsigned lines at the end, which anyone could have added: { $count }.
verify-game = Set up { $time } as instance { $instance }.
verify-taken-up = Resumed from its journal since then (restart, standby or copy): { $count ->
        [one] once
       *[other] { $count } times
    }; last as epoch { $epoch }, { $time }, after record { $after }.
verify-head = Last signed head, of record { $sequence }: { $head }
verify-head-noted = It matches the given head.
verify-head-earlier = The given head is that of record { $sequence }. It doesn't cover later records.
verify-ranking = Ranking: { $rows }.
verify-ranked = { $place } { $name } ({ $team })
verify-partial = PARTLY CHECKED: valid as far as checked, but { $gaps }. (--partial accepts this.)
verify-gap-signer = no signer's key was given (--key)
verify-gap-unsigned = its end is not signed
verify-gap-head = the given head is not the last one
verify-gap-own = the receipts here belong to another game of that name
cli-own-lists = Own lists: all { $receipts } receipts of team { $team } match the record; { $opened } of their lists were opened, unchanged.
cli-own-uncovered = Submitted by team { $team } without a receipt here (perhaps on another laptop): { $count }.
cli-own-none = Own lists not checked: no receipts of this game in { $folder }.
cli-own-other-game = Receipts of another game of this name, set up at another time: { $count }. This record doesn't cover them.
cli-own-branch = receipt { $counter } belongs to another branch of this game: it has epoch { $epoch } (tag { $tag }), and { $found ->
    [none] this record has no such epoch
   *[other] in this record that epoch has the tag { $found }
 }. The game was also served from a copy of its journal.
cli-own-cut-off = submission { $counter } of epoch { $epoch } is not in the record: the game was resumed as epoch { $next } from a journal without it.
cli-own-left-out = Skipped { $count } receipts for a game of this name, signed by another server.
cli-own-not-in-order = INVALID for team { $team }: { $what }
cli-receipts = Can't use the receipts: { $what }
cli-no-receipts = No receipts of game { $game } in { $folder }.
cli-own-foreign = receipt { $counter } belongs to { $found }, not { $expected }.
cli-own-other-key = receipt { $counter } was not signed with the server key named in the record: the record was rewritten, or the receipts belong to another server.
cli-own-signature = the signature of receipt { $counter } is invalid.
cli-own-other-list = receipt { $counter } doesn't match the list stored with it.
cli-own-missing = the record has no submission for receipt { $counter }.
cli-own-differs = line { $line } of the record differs from receipt { $counter } in { $field }.
cli-own-opened-other = the list opened on line { $line } of the record is not the one in receipt { $counter }.
cli-own-foreign-sealing = the record has this team's submission { $counter }, which the team's own feed did not show
cli-head-not-sent = the record lacks the head that the server sent to all clients after event { $sequence }
cli-puzzle-field = { $field }: { $what }
cli-puzzle-not-json = not JSON at line { $line }, column { $col }
cli-puzzle-missing = missing
cli-puzzle-not-rows = { $found } is not a list of rows
cli-puzzle-not-row = { $found } is not a row of # and .
cli-puzzle-not-stones = { $found } is not a list of stones
cli-puzzle-not-id = { $found } is not a string
cli-puzzle-not-cells = { $found } is not a list of squares
cli-puzzle-not-cell = { $found } is not a square: [row, column] in whole numbers
cli-puzzle-same-id = { $id } is also the id of { $other }; each stone needs its own id (W4)
cli-puzzle-frame-empty = no # found (W1)
cli-puzzle-ragged = { $cols } columns, but the first row has { $first }; all rows need the same length (W1)
cli-puzzle-sign = { $sign } in column { $col }: a frame consists of # and . (W1)
cli-puzzle-frame-apart = the square in row { $row }, column { $col } is not connected to the first one by edges (W1)
cli-puzzle-frame-large = { $rows } rows and { $cols } columns; the maximum for each is { $most }
cli-puzzle-stones-many = { $stones ->
        [one] { $stones } stone
       *[other] { $stones } stones
    }; the maximum is { $most }
cli-puzzle-stone-empty = no squares (W1)
cli-puzzle-stone-repeated = the square [{ $row }, { $col }], counted from the smallest row and column, is listed twice (W1)
cli-puzzle-stone-apart = the square [{ $row }, { $col }], counted from the smallest row and column, is not connected to the first one by edges (W1)
cli-puzzle-stone-large = the squares are too far apart
cli-solve-wall = { $seconds } s: { $empty } empty, { $gaps } in the top row; { $used } of { $stones ->
        [one] { $stones } stone
       *[other] { $stones } stones
    } used
cli-solve-proved = Optimal: no wall is better.
cli-solve-not-proved = Not proved optimal.
cli-solve-stone = { $stone }: { $place }

cli-wall-replaced = Wall saved: { $stones ->
    [one] one stone.
   *[other] { $stones } stones.
}
cli-wall-would-stand = Valid wall of { $stones ->
    [one] one stone.
   *[other] { $stones } stones.
} Nothing was submitted.
cli-bad-wall = No wall in { $file }: { $what }
cli-wall-unread = { $what }
cli-wall-empty = it is empty
cli-wall-no-stones = it has no stones; to clear the wall, use team-client wall --clear
cli-wall-no-placements = the last object has no "placements"
cli-connecting = Connecting to { $server }…
cli-fetching = Fetching the record…
cli-solve-searching = Searching… { $seconds } of { $most } s; best so far: { $empty } empty

# === end of cli ===

### === advise ===
# team-client advise and what-if.

cli-advise-nothing = There is nothing to bid on.
cli-advise-round = Round { $round }: { $held } TSUYAMA left
cli-advise-now = Best wall from your stones: { $empty } empty, { $gaps } in the top row; { $used ->
        [one] { $used } stone
       *[other] { $used } stones
    }
cli-advise-reach = Within reach: { $stones ->
        [0] nothing better
       *[other] { $empty } empty, { $gaps } in the top row; with { $stones ->
            [one] { $stones } more stone
           *[other] { $stones } more stones
        } for about { $cost } TSUYAMA
    }
cli-advise-list = Proposed list, { $total } of { $held } TSUYAMA (nothing is submitted yet):
cli-advise-rivals = Likely rivals:
cli-advise-decline = Proposed: decline this round. No lot on offer improves the wall.
cli-advise-rebid = Round { $round }, re-bid { $wave }: at most { $budget } TSUYAMA in total
cli-advise-pass = Proposed: pass.
cli-head-adds = Adds
cli-head-needed = Needs
cli-head-goes-for = Goes for
cli-head-worth = Worth
cli-head-fits = Rivals
cli-head-can-pay = Can pay
cli-head-stays = Stays
cli-head-chance = Chance
cli-head-why = Why
cli-head-tied-at = Tied at
cli-head-tied-teams = Others tied
advise-planned = part of the plan
advise-scarce = part of the plan, and may be gone next round
advise-last-call = part of the plan; last round
advise-spare = backup if a bid above fails
advise-rival-named = { $lot }: { $team } { $fits ->
    [yes] can use it,
   *[no] can't use it on its current wall,
} has { $held } left and has bid { $named } on it; expect { $from } to { $to }
advise-rival-unnamed = { $lot }: { $team } { $fits ->
    [yes] can use it,
   *[no] can't use it on its current wall,
} has { $held } left and has not bid on it; expect { $from } to { $to }
cli-what-if-was = Round { $round } as played, { $paid } TSUYAMA paid:
cli-what-if-would = With your change, { $paid } TSUYAMA paid:
cli-what-if-no-change = No change in winners or prices.
cli-what-if-changed = Changed winners or prices:
cli-what-if-lot = { $lot }: { $was } -> { $would }
cli-what-if-nobody = no team
cli-what-if-offer = { $team } { $price } on { $lot }
cli-what-if-gave-up = { $team } gives up { $lot }
cli-what-if-taken = Assumed the same re-bids: { $rebids }.
cli-what-if-open = { $tie }. This re-bid never took place, so its result is unknown.
cli-what-if-not-open = The lists of round { $round } have not been opened yet.
cli-what-if-no-line = The list for round { $round } has no bid { $line }; number of bids: { $lines }.

# === end of advise ===

### === console ===
# judge-tui: the chief judge's console and the hall's board.

console-title = Ishigaki: chief judge
console-too-small = Too small: at least { $columns } columns and { $lines } lines needed.
console-no-game = The game has not loaded yet.
console-no-round = No round has started yet.
console-sealed = Bidding is in progress. Bids stay sealed until the opening (A4).
console-never-opened = These lists were never opened. They stay sealed and don't count (G4, G5).
console-about = { $name }: { $about }
shared-paused = PAUSED
console-disqualified = disqualified (E3)


panel-lots = Lots
console-panel-lists = Lists
shared-walls = Walls
panel-standings = Standings
console-panel-log = Log

console-round-of = Round { $round } of { $rounds }{ $attempt ->
        [one] {""}
       *[other] , attempt { $attempt }
    }
console-round-open = round { $round }{ $attempt ->
        [one] {""}
       *[other] , attempt { $attempt }
    }
console-round-final = round { $round }, final
console-round-void = round { $round }, attempt { $attempt }, VOID

console-standings-live = if the game ended now
console-standings-ended = not declared yet
console-standings-final = final result
console-standings-abandoned = abandoned
console-log-moves = with stone moves
console-log-nothing = No matching entry in the log.
console-log-count = { $shown } of { $all }
console-log-kind-auction = auctions
shared-log-kind-walls = walls
console-log-kind-clocks = clocks
console-log-kind-rulings = rulings and the end

head-lot = lot
console-head-copies = copies
head-min = min
head-result = result
console-head-title = title
console-head-teams = teams
console-head-clock = clock
console-head-sealed = submitted
console-head-questions = questions
console-head-next = next step
console-head-phase = phase
shared-spare = spare
shared-server = server

console-lot-sealed = bidding
console-lot-open = unsold so far
console-lot-unsold = unsold
console-lot-rest-open = { $copies } unsold so far
console-lot-rest-unsold = { $copies } unsold
shared-award = { $price } { $team }
shared-tie = TIE at { $price }: { $teams }
console-lot-failed = { $copies ->
        [one] failed: { $why }
       *[other] { $copies } failed: { $why }
    }
console-lot-head = { $lot }: { $copies ->
        [one] { $copies } copy
       *[other] { $copies } copies
    } on offer, from { $min } TSUYAMA
console-lot-unnamed = No bids.
console-more-lines = … { $count } more: { $key }
console-list-declines = { $team }: declines; has { $held } TSUYAMA
console-list-none = { $team }: declines (no list); has { $held } TSUYAMA
console-list-absent = { $team }: not in this round (E3); has { $held } TSUYAMA
console-list-head = { $team }: { $lines ->
        [one] { $lines } bid, { $total } in total; has { $held } TSUYAMA
       *[other] { $lines } bids, { $total } in total; has { $held } TSUYAMA
    }
console-why-title = Why: { $what }, { $round }
console-why-opening = opening
console-why-wave = re-bid { $wave }
console-why-offer = bid { $price }: { $outcome }
console-why-end = end
console-why-unconfirmed = not confirmed yet (A10)
console-why-confirmed = confirmed by the chief judge (A10)
console-why-handed = confirmed; { $team } received { $stones } (A10)
console-why-void = This attempt is void and doesn't count (G5): { $reason }
console-wall-counts = empty { $empty }, top { $gaps }{ $lifted ->
        [0] {""}
       *[other] , loose { $lifted }
    }
console-wall-counted = counted: empty { $empty }, top { $gaps }
console-wall-hand = Not placed yet: { $stones }
console-wall-hand-none = Not placed yet: none
console-wall-loose = ! unsupported (W3): { $stones }
console-wall-mark = { $mark } = { $stone }

console-panel-handout = Hand-out
console-handout-none = No stones yet. They are handed out when a round is final (A10).
console-handout-waiting = { $stones ->
        [0] nothing to deliver
       *[other] { $stones } to deliver
    }
console-handout-hint = { $stones ->
        [one] one stone to deliver
       *[other] { $stones } stones to deliver
    }
console-handout-waits = to deliver
console-handout-carried = delivered
console-handout-checked = checked by the team
console-handout-placed = on the wall
console-handout-unplaced = not placed
console-key-tick = mark stone as delivered
console-key-tick-team = mark the whole team
console-act-tick = mark { $stones } as delivered
console-act-untick = unmark { $stones }
console-notice-all-carried = All of { $team }'s stones are marked as delivered.

console-key-by-hand = enter for a team
console-key-step-back = previous step
console-key-erase-all = clear all
console-key-prepared-before = previous prepared answer
console-key-prepared-next = next prepared answer
console-key-backward = cursor left
console-key-forward = cursor right
console-key-wait-no-more = stop waiting
console-context-form = In a manual entry
console-context-wait = While waiting for the server
console-byhand-title = Manual entry
console-byhand-whom = Which team is this for?
console-byhand-what = What do you want to enter for { $team }?
console-byhand-kind-list = a list
console-byhand-kind-rebid = a re-bid
console-byhand-kind-wall = a whole wall
console-byhand-kind-count = counts for a wall
console-byhand-kind-uncount = remove the counts
console-byhand-write-list = { $team }'s list for round { $round }, maximum bids: { $most }, first choice first: LOT PRICE, LOT PRICE ... Empty or - declines.
console-byhand-write-rebid = { $team }'s re-bid, at most { $budget } in total: LINE PRICE, LINE PRICE ... Empty or - passes. Tied: { $lines }.
console-byhand-tied-line = { $line } ({ $lot }) at { $price }
console-byhand-write-wall = { $team }'s whole wall: STONE TURN ROW COLUMN, ... such as P-1 90 3 4. Turns are clockwise, row 0 is the top row, column 0 the left column. Empty or - clears it.
console-byhand-write-count = Counts for { $team }'s wall: EMPTY TOP USED, such as 12 1 5 (empty squares, gaps in the top row, stones used).
console-byhand-slip-list = entry { $item }: expected LOT PRICE, such as P 10
console-byhand-slip-rebid = entry { $item }: expected LINE PRICE, such as 1 12
console-byhand-slip-wall = entry { $item }: expected STONE TURN ROW COLUMN, such as P-1 90 3 4
console-byhand-slip-count = expected three figures: EMPTY TOP USED, such as 12 1 5
console-byhand-not-counted = there are no counts to remove
console-byhand-denied = permission denied: only the organiser enters lists, re-bids and walls (A4, G6); start the console with the organiser's token
console-byhand-fine-list = { $bids ->
        [0] declines this round (A4)
       *[other] { $bids } of at most { $most ->
            [one] { $most } bid
           *[other] { $most } bids
        }, { $total } of { $held } TSUYAMA
    }
console-byhand-fine-rebid = { $raises ->
        [0] passes and gives up its tied bids (A7)
       *[other] { $raises } of { $lines ->
            [one] { $lines } tied bid
           *[other] { $lines } tied bids
        }, { $total } of { $budget } TSUYAMA
    }
console-byhand-fine-wall = { $stones ->
        [0] clears the wall
        [one] { $stones } stone; empty { $empty }, top { $gaps }
       *[other] { $stones } stones; empty { $empty }, top { $gaps }
    }
console-byhand-fine-count = empty { $empty }, top { $gaps }, used { $used }
console-byhand-reason = Reason for the manual entry:
console-byhand-reason-sealed = It is recorded and becomes public after the opening.
console-byhand-ask-list = Submit this list for { $team } in round { $round }? { $replaces ->
        [0] It stays
       *[other] It replaces the list that the team has submitted, and stays
    } sealed until the opening (A4, G6).
console-byhand-ask-decline = Decline round { $round } for { $team }? This submits an empty list{ $replaces ->
        [0] {""}
       *[other] , which replaces the list that the team has submitted
    } (A4, G6).
console-byhand-ask-rebid = Submit this re-bid for { $team }? { $replaces ->
        [0] It stays
       *[other] It replaces the re-bid that the team has submitted, and stays
    } sealed until the opening (A7, G6).
console-byhand-ask-pass = Pass for { $team }? The team gives up its tied bids{ $replaces ->
        [0] {""}
       *[other] , also the re-bid that it has submitted
    } (A7, G6).
console-byhand-ask-wall = Replace { $team }'s whole wall? New wall: { $stones ->
        [0] no stones
        [one] one stone
       *[other] { $stones } stones
    } (W5, G6).
console-byhand-ask-count = Rank { $team } by empty { $empty }, top { $gaps }, used { $used } instead of the wall shown here (E2)?
console-byhand-ask-uncount = Rank { $team } by the wall shown here again (E2)?
console-byhand-waiting = Sent. Waiting for the server…
console-byhand-act-list = { $team }'s list
console-byhand-act-rebid = { $team }'s re-bid
console-byhand-act-wall = { $team }'s wall
console-byhand-act-count = { $team }'s counts
console-byhand-act-uncount = removal of { $team }'s counts
console-byhand-done = Entered: { $what }.
console-byhand-refused = Rejected: { $what }. Enter it again to see why.
console-byhand-silent = No response ({ $code }): { $what }. It may have gone through. You can safely enter it again.

console-reveal-start = { $teams ->
        [one] { $teams } team
       *[other] { $teams } teams
    }, from last place to first. Press Enter for the next place.
console-reveal-undeclared = Only on this screen. Boards follow once the result is declared (E4).
console-reveal-out = Not ranked, disqualified (E3): { $teams }

console-next-await-feed = Waiting for the game.
console-next-await-server = Waiting for the server at { $server }.
console-next-no-server = No response from { $server }. Retrying.
console-next-refused = No game: { $why }. Restart the console.
console-next-no-game = No game { $game } for this token. Start the game, then restart the console.
console-next-resume = Clocks paused. Resume when ready.
console-next-open-round = Start round { $round }.
console-next-await-lists = Waiting for lists: { $sealed } of { $of ->
        [one] { $of } team
       *[other] { $of } teams
    } submitted.
console-next-all-sealed = All lists submitted. Bidding closes in { $left }.
console-next-await-rebids = Waiting for re-bids: { $teams }.
console-next-confirm = Confirm: { $open } of { $of ->
        [one] { $of } lot
       *[other] { $of } lots
    } left.
console-next-signal-end = { $time } since the last round. Start the countdown between 0:30 and 1:00 (E1).
console-next-await-end = Waiting for the game to end.
console-next-enter-janken = Hold a janken and enter it: { $teams }.
console-next-declare = Declare the final result.
console-next-reveal = The result is final. Reveal the ranking.
console-next-over = This game is over.
console-next-over-head = Over. Last head: { $head }

console-deed-open-round = start the round
console-deed-confirm-lot = confirm this lot
console-deed-confirm-all = confirm all
console-deed-pause = pause
console-deed-resume = resume
console-deed-extend = extend time
console-deed-signal-end = start countdown
console-deed-enter-janken = enter janken
console-deed-declare = declare the result
console-deed-void-round = void the round
console-deed-disqualify = disqualify
console-deed-reinstate = reinstate
console-deed-abandon = abandon
console-deed-end-practice = end practice

key-next-panel = next panel
key-previous-panel = previous panel
key-up = up
key-down = down
console-key-far-up = page up
console-key-far-down = page down
console-key-first = start
key-last = end
console-key-moves = show stone moves in the log
console-key-why = explain
console-key-enlarge = enlarge a wall
console-key-ids = stone names
console-key-reveal = reveal the ranking
console-key-uncover = control opening
console-key-log-team = log: by team
console-key-log-kind = log: by kind
console-key-search = log: search
console-key-back = show whole log, all walls
console-key-next-round = next round
console-key-previous-round = previous round
console-key-next-place = next place
console-key-next-step = next step
console-key-previous-step = previous step
console-key-all-places = all places
console-key-all-steps = all at once
console-key-hold-next = hold next opening
console-key-previous-place = previous place
shared-language = 日本語
key-help = help
key-quit = quit
console-key-quit-now = quit at once, from anywhere
key-close = close
key-yes = go ahead
key-no = cancel
console-key-yes-grave = go ahead (Shift)
console-key-deliberate = { $act } (Shift)
console-key-more-time = more time
console-key-less-time = less time
console-key-give-time = extend
console-key-accept = continue
console-key-cancel = cancel
console-key-choose = choose
console-key-next-best = next best
console-key-take-back = undo
console-key-erase = delete

console-group-rounds = Rounds
console-group-clocks = Clocks
console-group-end = End and ranking
console-group-rulings = Rulings and games
console-group-looks = View
console-group-moves = Navigation
console-group-log = Log
console-group-handout = Stone delivery
console-group-program = Program
console-context-ask = While confirming
console-context-grave-ask = While confirming with Shift
console-context-text = In a text field
console-context-span = In a time field
console-context-choice = In a list of choices
console-context-order = In a janken order
console-context-help = In this help
console-context-pick = In the list of games
console-context-queue = In the queue of questions
console-context-seats = In the team selection
console-context-read = In an explanation
console-context-reveal = During the reveal
console-context-uncover = While controlling an opening
shared-help-here = Available now
key-next-page = next page
key-previous-page = previous page
console-help-title = Help
console-dialog-title = Chief judge

console-act-open-round = start round { $round }
console-act-confirm-all = confirm all lots of round { $round }
console-act-confirm-lot = confirm { $lot } of round { $round }
console-act-extend = extend the time by { $span }
console-act-void-round = void round { $round }
console-act-disqualify = disqualify { $team }
console-act-reinstate = reinstate { $team }
console-act-enter-janken = enter the janken: { $order }
console-act-declare = declare the result
console-act-abandon = abandon the game
console-act-end-practice = end the practice

console-ask-quit = Quit the console? The game continues without it.
console-uncover = The boards show step { $steps } of { $of } of this opening.
console-uncover-how = These keys control the boards (up to 2 seconds' delay). Until you press one, and once the round is final, the boards continue automatically.
console-uncover-held = The next opening is held. The boards show none of it until you continue.
console-uncover-held-how = Go back one step to release it. It is also released once its round is final.
console-uncover-whole = The boards have shown the whole opening ({ $of } of { $of }).
console-uncover-whole-how = Go back one step to hide the last step again. This works until the round is final or void, or the next opening starts.
console-mark-questions = Questions: { $count }, longest wait { $waited }
console-mark-questions-everywhere = Questions: { $count }, longest wait { $waited }; in other games: { $elsewhere }
console-mark-questions-short = Questions: { $count }
console-mark-questions-everywhere-short = Questions: { $count }, elsewhere: { $elsewhere }
console-mark-questions-elsewhere = Questions in other games: { $elsewhere }
console-mark-held = Boards held at step { $steps } of { $of }
console-mark-holds-next = Next opening held
console-ask-span = Extend the running window by how much (T)?
console-ask-disqualify-whom = Disqualify which team (E3)?
console-ask-reinstate-whom = Reinstate which team (E3)?
console-ask-reason-void-round = Reason for voiding round { $round }:
console-ask-reason-disqualify = Reason for disqualifying { $team }:
console-ask-reason-reinstate = Reason for reinstating { $team }:
console-ask-reason-abandon = Reason for abandoning the game:
console-ask-reason-end-practice = Reason for ending the practice:
console-ask-reason-replace = Reason for replacing the game with its spare:
console-ask-order = Who won the janken, and who is next (E2)?
console-ask-search = Search the log (empty shows all):
console-reason-public = This is public.
console-reason-public-grave = This is public. A confirmation follows.
console-reason-given = Reason: { $reason }
console-reason-pause = paused by the chief judge
console-reason-extend = extended by the chief judge

console-warn-open-unconnected = Open round { $round }? Not connected: { $teams }. They can't submit bids until they connect.
console-warn-confirm = Confirm round { $round }? Prices are deducted and stones handed out. After that, the round can't be voided (G5).
console-warn-void-round = Void round { $round }, attempt { $attempt }? Its lists and results don't count, no team pays or gets anything, and the round is held again (G5).
console-warn-signal-end = Start the countdown? The last round became final { $time } ago. The game ends in { $span }. This can't be undone (E1).
console-warn-signal-end-early = EARLY: the countdown is due 0:30 to 1:00 after the last round (E1).
console-warn-signal-end-late = LATE: the countdown was due by 1:00 after the last round (E1).
console-warn-disqualify = Disqualify { $team }? It can no longer bid or build, its sealed list is withdrawn, and it is placed last. You can reinstate it, but it misses the current round (E3).
console-warn-declare-questions = { $waiting ->
        [one] 1 question is
       *[other] { $waiting } questions are
    } unanswered. They can't be answered after the result is declared (Q shows them).
console-warn-declare = Declare this ranking as the final result? This can't be undone (E4).
console-warn-abandon = Abandon the game? It stops and must be replayed with another scenario. This can't be undone (G4).
console-warn-abandon-spare = Abandon the game? It stops, and { $key } starts its spare { $spare }. This can't be undone (G4).
console-warn-enter-janken = Enter this janken result, best first: { $order } (E2)?
console-warn-other = Really { $act }?

console-notice-sent = Sent: { $act }…
console-notice-done = Done: { $act }.
console-notice-on-its-way = Already sent: { $act }.
console-notice-refused = Rejected: { $why }.
console-notice-silent = No response ({ $code }): { $act }. It may have gone through. Check the log before you retry.
console-notice-moved-on = The game has changed. The dialog was closed and nothing was sent.
console-notice-no-reason = Enter a reason, or press Esc to cancel. It is recorded.
console-notice-offline = Not connected. Nothing was sent.
console-notice-no-team = Unknown team.
console-notice-not-followed = Can't control the boards: { $why }.
console-notice-no-reveal = You can reveal the ranking once the game is over (E1).
console-notice-no-opening = This game has no more openings.
console-alone = NO STANDBY: confirmed data is only on this server. Check the standby.
console-notice-copied = The standby has caught up. Data is replicated again.
console-notice-astray = Item { $item } of the feed doesn't fit, so this screen may be wrong. Restart the console. Your actions still reach the server.
console-notice-closed = No feed from the server: { $why }. Retrying.
console-notice-no-list = The server can't list its games: { $why }.

console-overview-title = Games: { $count ->
        [0] none waiting for you
        [one] 1 waiting for you
       *[other] { $count } waiting for you
    }
console-overview-rest = { $above } above, { $below } below
console-overview-questions = { $count ->
        [one] 1 unanswered question
       *[other] { $count } unanswered questions
    }
console-queue-title = Questions: { $waiting ->
        [0] none waiting
        [one] 1 waiting
       *[other] { $waiting } waiting
    }, { $answered } answered{ $left ->
        [0] {""}
       *[other] , { $left } left unanswered
    }
console-queue-told-title = Announcements: { $count }
console-queue-waits = waiting { $time }
console-queue-sent = sending…
console-queue-answered = answered, unread
console-queue-read = answered, read
console-queue-to-all = to all, unread
console-queue-to-all-read = to all, read
console-queue-read-by = read by { $read } of { $of }
console-queue-all = all teams
console-queue-some = { $count ->
        [one] 1 team
       *[other] { $count } teams
    }
console-queue-question = { $team }'s question { $question } in { $game }, asked { $ago } ago, at game time { $at }:
console-queue-answer = Answer sent to this team only, { $ago } ago, at { $at }:
console-queue-answer-to-all = Answer sent to all teams, without the team's name, { $ago } ago, at { $at }:
console-queue-corrected = Earlier answer at { $at }, to this team only:
console-queue-corrected-to-all = Earlier answer at { $at }, to all teams:
console-queue-is-read = Read by the team.
console-queue-is-unread = Not read yet.
console-queue-no-questions = No questions yet.
console-queue-no-announcements = No announcements yet.
console-queue-told-to-all = Announced to all teams in { $game }, { $ago } ago, at game time { $at }:
console-queue-told-to = Announced to { $teams } in { $game }, { $ago } ago, at game time { $at }:
console-queue-quotes = Question: "{ $asked }"
console-queue-have-read = Read ({ $count }): { $teams }
console-queue-have-not-read = Not read ({ $count }): { $teams }
console-overview-on-its-way = sending…
console-stage-ready = R{ $round } not started
console-stage-bidding = R{ $round } bidding
console-stage-rebidding = R{ $round } re-bid
console-stage-confirming = R{ $round } to confirm
console-stage-paused = { $stage }, PAUSED
console-stage-building = building
console-stage-countdown = countdown
console-stage-ended = over
console-stage-declared = result is final
console-elsewhere = { $count ->
        [one] 1 other game is waiting
       *[other] { $count } other games are waiting
    }: [{ $key }]
console-pick-none = No games in this contest.
console-game-waits = not started
console-game-started = started
console-game-damaged = damaged
console-game-elsewhere = on another server
console-game-nowhere = no server yet
console-game-seats = { $seats ->
        [one] 1 team to be named
       *[other] { $seats } teams to be named
    }
servers-alone = This contest has a single server.
servers-head-server = server
servers-head-address = address
servers-head-seen = seen
servers-head-count = games
servers-head-games = ids
servers-state-serves = serving
servers-state-draining = draining
servers-state-gone = gone
servers-answered = Server { $server } responded.
servers-drained = Draining server { $server }: each game moves as soon as its window closes.
servers-undrained = Server { $server } can take games again.
servers-moved = Server { $server } is taking over { $game }.
console-games-start = Started { $game } with { $count ->
        [one] one team
       *[other] { $count } teams
    }: { $teams }.
console-games-replace = Abandoned { $game }. Started its spare { $spare } with the same { $count ->
        [one] team
       *[other] { $count } teams
    }: { $teams } (G4).
console-game-with-command = --game works only for the console. Pass the game as an argument to the command.
console-failed = Can't run: { $what }

console-practice = PRACTICE
console-game-practice = practice: { $title }
console-game-spare = spare of { $game }
console-key-games = games
console-key-questions = questions
console-key-answer = answer
console-key-other-messages = announcements / questions
console-key-text-up = scroll text up
console-key-text-down = scroll text down
console-key-start-game = start game
console-key-next-game = next waiting game
console-key-pause-all = pause all
console-key-resume-all = resume all
console-key-back-to-game = back to the game
console-key-tick-seat = select
console-key-seated = use these teams
console-key-presence = connected teams
console-context-presence = In the list of connected teams
console-deed-replace = play the spare
console-deed-remark = remark
console-deed-announce = announce
console-act-replace = replace the game with its spare
console-act-remark = add the remark
console-act-answer = answer { $team }'s question { $question }
console-ask-seats = Choose { $seats } teams for { $game } ({ $ticked } chosen), in playing order.
console-seat-by-results = Selected by the results. Check the teams.
console-ask-start-seated = These { $count } teams play { $game }, in this order:
console-ask-start-sure = Start it? The game becomes public. This can't be undone.
console-ask-pause-all = Pause { $count ->
        [one] 1 game
       *[other] { $count } games
    }: { $games }. Reason:
console-ask-resume-all = Resume { $count ->
        [one] 1 game
       *[other] { $count } games
    }: { $games }?
console-seat-figures = Figures: empty squares / top gaps / TSUYAMA left / stones used / unused
console-seat-result = { $game }: place { $place } · { $figures }
console-seat-disqualified = { $game }: disqualified
console-seat-plays = playing { $game }
console-unusual-spare = This is the spare of { $game }, which is not abandoned.
console-unusual-not-next = { $game } is planned to start earlier and has not started.
console-unusual-busy = { $game } is in progress with { $teams }.
console-unusual-seats = The contest file plans { $planned } teams, but you chose { $named }.
console-ask-start = Start { $game } with { $count ->
        [one] its team
       *[other] its { $count } teams
    }: { $teams }? The game becomes public. This can't be undone.
console-ask-remark = Remark for the record:
console-warn-replace = Replace this game? It is abandoned. Its spare { $spare } starts at once with the same teams. This can't be undone (G4).
console-warn-replace-unknown = Replace this game? It is abandoned. Its spare, if any, starts at once with the same teams. This can't be undone (G4).
console-warn-spare = Start { $spare } with the same teams to replace this abandoned game (G4)?
console-next-spare = Start { $spare } to replace this abandoned game (G4).
console-next-spare-started = { $spare } replaces this game (G4). Go there.
console-notice-starting = Starting { $game }…
console-notice-not-started = No response ({ $code }): { $game } may have started. Check the list.
console-notice-no-teams = Choose 2 to 16 teams; { $seats } are planned. Press Space to select a team.
console-notice-not-started-yet = { $game } has not started. Press s to start it.
console-notice-nothing-wanted = No other game is waiting for you.
console-notice-nothing-to-pause = No game is running.
console-notice-nothing-to-resume = No game is paused.
console-notice-answered = Press y to go ahead, n or Esc to cancel.
console-notice-answered-gravely = Press Shift-Y to go ahead, n or Esc to cancel.
console-remark-public = This is public.
console-message-whom = To which teams? Select them, or none for all teams.
console-message-to-all = To all teams, and on the board.
console-message-to-some = To { $teams }, on their screens only. The record shows it once the result is declared.
console-message-english = In English (leave empty to skip):
console-message-japanese = In Japanese (leave empty to skip):
console-message-in-english = In English: { $text }
console-message-in-japanese = In Japanese: { $text }
console-message-length = { $length } of { $most } characters
console-message-prepared = Prepared answers: { $count }. Press ↓ or ↑ to fill one in.
console-next-part = { $title } at { $clock }, in { $left }
console-next-part-after = { $pause }, then { $next }
console-message-too-long = { $length } characters; the maximum is { $most }.
console-message-asked = { $team } asks: "{ $text }"
console-message-corrects = This replaces the answer: "{ $text }"
console-message-meanwhile = SOMEONE ELSE ANSWERED: "{ $text }"
console-message-to-asker = To { $team } only
console-message-until-over = The team's name, and an answer to that team only, become public once the result is declared.
console-message-to-everybody = To all teams, with the question but without the team's name
console-message-all-games = also in all other games
console-message-game = also in { $game }, to all its teams
console-message-in-games = Also to all teams in { $games }.
console-notice-elsewhere = { $game }: { $notice }
console-notice-no-text = Enter text in at least one language, or press Esc to cancel.
console-notice-unproved = Item { $item } of the feed can't be verified: { $what }. Don't rely on this screen. Compare the fingerprint with the one on a team sheet: is this the right server?
console-unproved-no-key = the server doesn't name its key
console-unproved-no-instance = the server doesn't name the game's instance
console-unproved-other-game = it is signed for another game of that name
console-unproved-other-branch = it is signed on another branch of the game, served from a copy of its journal
console-unproved-no-head = it has no signature
console-unproved-malformed = its signature is malformed
console-unproved-backwards = it is signed for an earlier place in the record
console-unproved-signature = it is not signed with the server's key
console-presence-title = Connected teams
console-presence-never = never connected
console-presence-gone = disconnected
console-presence-here = connected { $feeds ->
        [one] {""}
       *[other] ({ $feeds })
    }
console-presence-practised = practised
console-presence-unpractised = no practice list
console-presence-summary = Connected: { $here } of { $of }. Submitted a practice list: { $practised } of { $of }.
console-presence-awaited = Asking the server…
console-presence-silent = No response from the server yet.
console-presence-stale = No response from the server. This may be out of date.

# === end of console ===

### === auto ===
# judge-tui auto: messages of the automatic judge. $left, $pause, $every, $confirm and $end are spans.

auto-line = { $game }: { $what }
auto-plan-pause = Each round starts { $pause } after the previous one is final.
auto-plan-every = Each round starts { $every } after the previous one started, and at least { $pause } after that one is final.
auto-plan-first = The first round waits until every team is connected.
auto-plan-each = Every round waits until every team is connected.
auto-plan-nobody = Rounds don't wait for teams to connect.
auto-plan-ends = Rounds are confirmed { $confirm } after the opening (A10). The countdown starts { $end } after the last round (E1).
auto-plan-unusual = Unusual: a contest allows 30 to 60 s for building after the last round (E1).
auto-plan-declares = The result is declared automatically (E4). You run and enter any janken.
auto-plan-leaves = You declare the result (E4) and run any janken.
auto-plan-hand = An action in the console takes over the game. To hand it back, pause and resume there, or press Enter here. Ctrl-C stops.
auto-which = More than one game is running: { $games }. Name the games to judge, or use --all.
auto-no-game = No game is running. Name a game that has not started, or use --all to wait.
auto-taken-up = judging automatically from now on: { $phase }.
auto-awaits-start = waiting to start.
auto-awaits-server = waiting for a server to take over the game.
auto-awaits-stage = no game is running. Waiting for the next stage, or the end of the event.
auto-awaits-teams = not connected yet: { $teams }.
auto-opens-without = round { $round } starts without teams that are not connected: { $teams }.
auto-next-round = round { $round } starts in { $left }.
auto-next-confirm = the round will be confirmed in { $left }.
auto-next-end = the countdown starts in { $left }.
auto-opened = started round { $round } (A1).
auto-confirmed = confirmed round { $round }; it is final (A10).
auto-signalled = started the countdown; the game ends in { $left } (E1).
auto-declared = declared the result (E4).
auto-paused = { $what } Automatic judging continues once the game is resumed.
auto-stands = clocks paused. Automatic judging continues once the game is resumed (T).
auto-resumed = clocks resumed, judging automatically again (T).
auto-taken-over = { $what } The console has taken over. Automatic judging stops until the game is handed back.
auto-handed-back = handed back; judging automatically again.
auto-janken = equal on all counts: { $teams }. Hold a janken and enter it in the console (J, E2).
auto-lost = connection lost, retrying.
auto-not-served = no longer served; the game has stopped. Check the server's log, then restart the server.
auto-back = connected again.
feed-beyond = { $game } ends at { $last } so far, but you asked to continue after { $first }: does the id belong to another feed?
auto-questions-wait = { $waiting ->
        [one] 1 question is
       *[other] { $waiting } questions are
    } unanswered. They can't be answered after the result is declared.
auto-is-declared = over: the result is declared (E4).
auto-is-abandoned = abandoned ({ $reason }).
auto-spare-waits = Start its spare { $game } in the console (N, G4), unless a ruling continues without it.
auto-spare-is-played = Its spare { $game } replaces it (G4).
auto-result-open = ended. Declare the result in the console (F, E4).
auto-left = left to you: { $why }
auto-stopped = Stopped. Rounds are now started and confirmed only in the console.

# === end of auto ===

### === rehearsal ===
# rehearsal: texts around the events when a whole game is told.

rehearsal-name = 石垣工務店  Ishigaki Koumuten
rehearsal-what = A rehearsal: a whole game with one command
rehearsal-facts = { $teams ->
        [one] { $teams } team
       *[other] { $teams } teams
    }, { $rounds ->
        [one] { $rounds } round
       *[other] { $rounds } rounds
    }, { $money } for each team; a frame of { $squares ->
        [one] { $squares } square
       *[other] { $squares } squares
    } to fill.
rehearsal-by-script = Scenario { $scenario }, played by its script; seed { $seed }.
rehearsal-by-bots = Scenario { $scenario }, played by bots; seed { $seed }.
rehearsal-server = The server runs as its own process. Judge, teams and board connect to it over gRPC.
rehearsal-players = Teams
rehearsal-adviser = adviser: follows the adviser
rehearsal-rival-aware = rival-aware: models each rival and looks ahead
rehearsal-strength = strength { $strength } of 10, for practice
rehearsal-steady = steady: buys an even share of its wall in every round, at about its value
rehearsal-thrifty = thrifty: bids on many lots just above the minimum and seldom raises
rehearsal-bold = bold: pays high prices early for scarce stones
rehearsal-patient = patient: saves its TSUYAMA for the late rounds
rehearsal-blocker = blocker: also bids up lots that the leader needs
rehearsal-gambler = gambler: bids at random
rehearsal-frame-and-stones = Frame and stones
rehearsal-frame = Frame
shared-from = from { $price }
rehearsal-round = Round { $round } of { $rounds }
rehearsal-round-rules = { $bids ->
        [one] { $bids } bid
       *[other] Up to { $bids } bids
    } per list, first choice first; at most { $wins ->
        [one] { $wins } stone
       *[other] { $wins } stones
    } per team. Closes early once all teams have submitted.
rehearsal-on-offer = On offer
rehearsal-nothing-on-offer = All stones are sold.
shared-opening = Opening
rehearsal-declined = declines: an empty list (A2)
rehearsal-no-list = declines: no list (A4)
rehearsal-refused-before = Shown after the opening: { $team } first submitted { $list }, which was rejected: { $why }.
rehearsal-replaced-before = Shown after the opening: { $team } had submitted { $list } and replaced it in time (A2).
rehearsal-rebid = Re-bid { $wave }
rehearsal-passed = pass
rehearsal-silent = no re-bid
rehearsal-next-lines = Next in line:
rehearsal-confirmation = The round is final
rehearsal-before = before
rehearsal-paid = paid
rehearsal-left = left
rehearsal-handed = stones, with their prices
rehearsal-walls = Walls after round { $round }
rehearsal-walls-end = Final walls
rehearsal-walls-unchanged = The walls have not changed.
rehearsal-wall-counts = { $empty } empty, { $top } top
rehearsal-stone-counts = { $used } used, { $unused } left
rehearsal-end = End
rehearsal-countdown = The game ends in
rehearsal-ranking = Ranking
rehearsal-head-empty = empty
rehearsal-head-top-gaps = top gaps
rehearsal-head-held = TSUYAMA
rehearsal-head-used = used
rehearsal-head-unused = unused
rehearsal-killed = The server is killed (kill -9). Lists submitted so far: { $sealed }.
rehearsal-restarted = It is restarted from its journal. Submitted lists are still there, and the clients have reconnected.
rehearsal-verdict = Verdict
rehearsal-check-derived = All values derived by the server were recomputed here: { $items ->
        [one] { $items } item
       *[other] { $items } items
    }, no differences.
rehearsal-check-money = TSUYAMA add up: { $initial } at the start = { $held } held + { $paid } paid.
rehearsal-check-stones = Stones add up: { $copies ->
        [one] { $copies } copy
       *[other] { $copies } copies
    } = { $handed } handed out + { $pool } in the pool.
rehearsal-check-views = Every team, the judge and the board saw the same game.
rehearsal-check-scripted-refusals = { $refused ->
        [one] The invalid list was rejected for the right reason.
       *[other] The { $refused } invalid lists were rejected for the right reasons.
    }
rehearsal-check-transcript = The server's record was verified: { $events ->
        [one] { $events } event follows
       *[other] { $events } events follow
    } the rules; { $heads ->
        [one] { $heads } signed head is
       *[other] { $heads } signed heads are
    } as the board received them.
rehearsal-check-receipts = All { $receipts } submitted lists and re-bids have receipts, and each is unchanged in the record.
rehearsal-fingerprint = The server's fingerprint: { $fingerprint }
rehearsal-transcript-kept = Saved in { $path }.
rehearsal-files-kept = Server files saved in { $path }.
rehearsal-stopped = Stopped. No files or processes remain.
rehearsal-event-what = A rehearsal: a whole event with one command
rehearsal-event-facts = { $players ->
        [one] { $players } player
       *[other] { $players } players
    } on the roster, random results; seed { $seed }.
rehearsal-event-server = The server runs as its own process. Organiser, desk, referee and board connect to it over gRPC.
rehearsal-event-digits-refused = Digits before the commitment were rejected (TV1).
rehearsal-event-digits = The lottery results, joined, are the seed of the draw: { $seed } (TD2).
rehearsal-event-absent = Absent: { $players } (TD7).
rehearsal-event-leagues = Players present in each league: { $leagues } (TL).
rehearsal-event-pool = { $pool }, { $games ->
        [one] { $games } game
       *[other] { $games } games
    }: { $text }
rehearsal-event-games = { $games ->
        [one] { $games } game
       *[other] { $games } games
    }: { $text }
rehearsal-event-by-number = upper half against lower half by number (TP1)
rehearsal-event-by-schedule = by the schedule of the round robin (TS2)
rehearsal-event-certificate = { $byes ->
        [0] no second bye
        [one] { $byes } second bye
       *[other] { $byes } second byes
    }, { $rematches ->
        [0] no rematch
        [one] { $rematches } rematch
       *[other] { $rematches } rematches
    }; pairs by gap in wins: { $gaps } (TV2)
rehearsal-event-tables = Results: { $shown } of { $games }
rehearsal-event-leaders = Leaders
rehearsal-event-late = The slip for { $winner } v { $loser } was late. The next pairing was rejected until it arrived (TF5).
rehearsal-event-card-turned = winner and loser were swapped on the slip
rehearsal-event-overruled = The referee overrules a result: { $winner } beat { $loser }; { $reason } (TV3). The desk's correction was rejected (TO9).
rehearsal-event-withdrew = { $player } withdraws (TW1).
rehearsal-event-nobody-left = no players left in the league
rehearsal-event-killed = The server was killed (kill -9) with { $entered ->
        [one] { $entered } result
       *[other] { $entered } results
    } of the round entered, and restarted from its journal: all { $facts } known facts came back unchanged.
rehearsal-event-check-feed = The board received { $facts ->
        [one] { $facts } fact
       *[other] { $facts } facts
    }, each with its signed head, and the record matches them.
rehearsal-event-keep-record = Use --transcript FILE to save the record for verification.
rehearsal-event-verify = To verify it again:

# === end of rehearsal ===

### === practice ===
# practice: a game against bots with one command.

practice-join = Practice with { $scenario }: team { $team }'s seat is free. The game starts when a screen, a bot or team-client watch takes it.
practice-pages = Scan this code with a phone or tablet in this network, or open the link in a browser.
practice-pages-warning = The browser warns about the certificate, because it is new: choose "Advanced", then continue. Keep the link private.
practice-pages-open = The page stays open. Choose "Play again" there for another game, or stop with Ctrl-C.
practice-join-server = Server:
practice-join-token = Token file:
practice-join-example = Try:
practice-join-fingerprint = Fingerprint:
practice-join-elsewhere = On another machine, with a copy of the token file:
practice-join-then = then:
practice-no-terminal = the team's screen needs a terminal; use --pages to play in a browser, or --join to leave the seat to another client
practice-place = You are { $place } of { $teams } teams
practice-bots = Bots
practice-bots-of-strength = Bots (strength { $strength } of 10)
practice-verified = The record was verified: { $events } events follow the rules; { $receipts ->
    [0] the receipts are on the computer that took the seat.
    [one] your receipt matches your list in the record.
   *[other] your { $receipts } lists and re-bids are unchanged in the record.
}
practice-refused = { $refused ->
    [one] The rules rejected one bot move.
   *[other] The rules rejected { $refused } bot moves.
}
practice-transcript = Transcript saved in { $path }.
practice-receipts = Receipts saved in { $path }.
practice-left = Left before the end. No files or processes remain.

# === end of practice ===

### === arena ===
# lab arena: bots against each other.

arena-head = { $scenario }: { $games ->
        [one] { $games } game
       *[other] { $games } games
    }, seeds { $first } to { $last }
arena-bot = bot
arena-seats = seats
arena-place = mean place
arena-won = games won
arena-doubted = lists with warnings
arena-pairs = Share of seat pairs in a game in which the first bot places better (equal places count half):
arena-against = against
arena-share = share
shared-verdict = verdict
arena-ahead = ahead
arena-behind = behind
arena-unclear = no clear difference
arena-note = In brackets: 95% confidence intervals over games.
arena-failed = { $bot }: failed decisions: { $counts }
arena-first-failed = first failure: { $what }
arena-idle = { $bot } made no valid decision in any game. Check its command.
arena-timing = Games per minute: { $rate }, in { $seconds } s. { $share }% of the time was spent waiting for bot processes.
arena-ladder = Ladder of all games so far:
arena-rating = rating
arena-ladder-games = games
arena-replay = Worth watching: { $file } ({ $reasons })
arena-close = closest finish
arena-comeback = greatest comeback
arena-fought = most re-bids
arena-most-failed = most failed decisions

# === end of arena ===

### === fairness ===
# lab fairness: whether a scenario is fair.

fairness-head = { $scenario } for { $teams ->
        [one] { $teams } team
       *[other] { $teams } teams
    }
fairness-against = against { $other }
fairness-figures = from the file
fairness-band = band
fairness-apart = may differ by
fairness-inside = inside
fairness-outside = OUTSIDE
fairness-alike = alike
fairness-unlike = UNLIKE
fairness-stone-share = squares of stones / of frames
fairness-wins-share = wins W / stones of a wall
fairness-first-round-share = first round's wins / stones
fairness-lines-per-win = lines M / wins W
fairness-price-share = minimum prices / money
fairness-small-share = small stones (3 or less) / stones
fairness-awkward-share = squares of awkward stones / squares
fairness-open = open
fairness-few-games = open: { $games } of { $least } games
fairness-no-spread = open: all games equal
fairness-symmetry = { $games ->
        [one] { $games } game
       *[other] { $games } games
    } replayed with swapped seats: { $same } had exactly the same result.
fairness-equivalence = empty squares / frame
fairness-this = this one
fairness-other = other one
fairness-difference = difference [90%]
fairness-field-mixed = all bots
fairness-field-strong = adviser in every seat
fairness-field-steady = steady in every seat
fairness-simulated = played by bots
fairness-mean = mean [95%]
fairness-note = open: the interval crosses an edge of the band, fewer than { $least } games have a value, or all games have the same value. Play more games to decide. Each game counts once.
fairness-skill = stronger bot places better
fairness-tau = Kendall's tau between places and strength
fairness-by-empty = places decided by empty squares
fairness-by-janken = places decided only by janken
fairness-ties = ties per round
fairness-waves = re-bids per round
fairness-failed = ties that fail
fairness-fallback = awards after the first W lines
fairness-at-minimum = awards at the minimum price
fairness-price-spread = spread of price / minimum price
fairness-left = money left at the end
fairness-efficiency = squares filled / fillable
fairness-lead-changes = lead changes per game
fairness-last-round = leader before the last round wins
fairness-proved = best wall proved by the solver
fairness-full = best walls that fill the frame
fairness-without-adviser = places better without adviser
fairness-without-rebid = places better without re-bids
fairness-without-fallback = places better without fallback
fairness-without-rearranging = places better without rearranging
fairness-buy-out = buyer's wins / a seat's share
fairness-one-team-less = more empty with one team fewer
fairness-one-team-more = more empty with one team more
fairness-page-title = Fairness of { $scenario }
fairness-page-teams = (teams: { $teams })
fairness-page-of = { $scenario } (teams: { $teams })
fairness-page-sum = Measures inside their bands: { $inside }, outside: { $outside }, open: { $open }.
fairness-page-how = Games per field: { $games }, seeds { $first } to { $last }.
fairness-page-plot = position in band
fairness-page-value = mean
fairness-page-interval = 95% interval
fairness-page-equivalence = Are they interchangeable?
fairness-page-plots = Plots
fairness-page-empty = Walls by share of empty squares
fairness-page-walls = { $scenario }: { $empty } of { $squares } empty on average ({ $share }%). Walls: { $walls }
fairness-page-prices = Prices by stone type, all bots
fairness-page-prices-how = Bar: middle half of the prices, with the median. Line: up to the highest price. Grey line: minimum price.
fairness-page-table = as a table
fairness-page-minimum = minimum
fairness-page-quartiles = quartiles
fairness-page-highest = highest
fairness-page-sold = sold / on offer
fairness-page-leads = Lead changes by round, all bots
fairness-page-leads-how = Share of games in which a different team takes the lead in won squares in this round.
fairness-page-file = can't write the page (--html { $file })

# === end of fairness ===

### === generate ===
# lab generate: scenarios from a seed.

generate-made = { $scenario }: a frame of { $squares ->
        [one] { $squares } square
       *[other] { $squares } squares
    }, { $stones ->
        [one] { $stones } stone
       *[other] { $stones } stones
    }, { $walls ->
        [one] { $walls } planted wall
       *[other] { $walls } planted walls
    }

# === end of generate ===

### === log ===
# Text around the events in the log of a whole game.

log-head-time = Time
log-head-game-time = Game time
log-head-who = Who
shared-token = Token
log-head-what = What happened
log-set-up = Set up { $game }, "{ $title }": { $count ->
        [one] { $count } team
       *[other] { $count } teams
    } ({ $teams }), { $rounds ->
        [one] { $rounds } round
       *[other] { $rounds } rounds
    }, { $money } TSUYAMA each ({ $rule }).
log-replaced = This is revision { $revision }. It replaces the previous one ({ $rule }).
log-by-hand = Entered by hand: { $reason } ({ $rule }).
log-won = { $award } ({ $rule }).
log-stop = { $part }.
log-handed = { $team } receives { $stones }, pays { $paid } TSUYAMA and has { $held } left ({ $rule }).
log-ranked = { $place }, { $team }: { $empty ->
        [one] { $empty } empty square
       *[other] { $empty } empty squares
    }, { $top_gaps } in the top row; { $held } TSUYAMA left; { $used ->
        [one] { $used } stone
       *[other] { $used } stones
    } used, { $unused } unused.
log-ranked-last = { $place }, { $team }: disqualified, { $reason } ({ $rule }).
log-ranked-by = Ahead of the next team: { $why }.
log-epoch = The server resumed the game from its journal: epoch { $epoch }, tag { $tag }.
log-goes-on = The result is not declared yet. Sealed content enters the record at its opening ({ $rule }).
log-of-another-game = this is the record of game { $id }
log-of-another-event = this is the record of event { $id }

standby-caught-up = Caught up. Games: { $games } started, { $waiting } not started{ $events ->
        [0] {""}
        [one] , 1 event
       *[other] , { $events } events
    }; public record lines: { $lines }.
standby-lost = Connection lost, retrying. ({ $reason })
standby-lost-ended = the server ended the copy without giving a reason
standby-lost-unread = the server isn't reading this copy's confirmations
standby-lost-foreign = not a contest server: { $what }
standby-denied = The server won't send a copy, retrying. ({ $reason })
standby-lacks = This machine can't take over yet: { $files } missing. Copy the files here now on a USB stick, never over the network.
standby-given-up = no backup: no copy received from the server. Check that it is running and that --from is right
standby-left-out = DAMAGED ON THE SERVER and no longer copied: { $games }.
standby-caught-up-no-sheets = Caught up and able to take over, but { $files } missing: this machine can't reissue sheets or tokens yet. (games: { $games } started, { $waiting } not started{ $events ->
        [0] {""}
        [one] , 1 event
       *[other] , { $events } events
    }, public record lines: { $lines })
standby-caught-up-lacks = Caught up, BUT NOT READY: { $files } missing. (games: { $games } started, { $waiting } not started{ $events ->
        [0] {""}
        [one] , 1 event
       *[other] , { $events } events
    }, public record lines: { $lines })
journal-copied = Copied { $games ->
        [one] { $games } game
       *[other] { $games } games
    } with { $records ->
        [one] { $records } record
       *[other] { $records } records
    } from { $from } to { $to } and compared every record.
task-in-use = A running server is using this journal. Get the record from it with judge-tui transcript { $game } (judge or organiser) or team-client transcript { $game } (team), or stop the server first.
tokens-exist = { $path } already exists. --force replaces it and makes its tokens invalid
# === end of log ===

### === events around the games ===
# Events: one sentence per fact; keys are the facts' names.

competition-created = Event { $event }, "{ $title }", created (TV1).
competition-roster-set = Roster set: { $entrants ->
        [one] { $entrants } entrant
       *[other] { $entrants } entrants
    } (TD4).
competition-committed = Settings and roster locked. Their hash is { $hash } (TV1).
competition-digits-entered = Lottery results entered: { $results } (TD2).
competition-digits-overruled = Ruling: the lottery results are { $results }. Reason: { $reason } (TD8, TV3).
competition-attendance-marked = { $name } is { $absent ->
        [1] absent
       *[other] present
    } (TD7).
competition-attendance-overruled = Ruling: { $name } is { $absent ->
        [1] absent
       *[other] present
    }. Reason: { $reason } (TD7, TV3).
competition-slip-drawn = { $name } drew slip { $number } (TD6).
competition-leagues-made = Reception closed. { $leagues } leagues formed (TL1).
competition-round-paired = Pairings for round { $round } (TP):
competition-result-entered = Round { $round }: { $winner } won against { $loser }, { $how } (TO9).
competition-player-withdrew = { $name } withdraws from the next pairing onwards (TW1).
change-no-result = no result
change-result = Round { $round }: { $after } (before: { $before })
change-digits = Lottery results: { $after } (before: { $before })
change-attendance = { $name }: { $absent ->
        [1] absent (before: present)
       *[other] present (before: absent)
    }
change-shift = Draw: { $name } is in { $after } (before: { $before })
change-excused = { $name } { $excused ->
        [1] misses the next round, which counts as a loss
       *[other] plays in the next round
    }
change-game-removed = Round { $round }, removed: { $one } – { $other }
change-game-added = Round { $round }, table { $table }: { $one } – { $other }
change-bye = Round { $round }: { $name } { $added ->
        [1] has the bye
       *[other] no longer has the bye
    }
change-none = none
change-first = First of league { $name }: { $after } (before: { $before })
change-place = Final place of { $name }: { $after } (before: { $before })
change-wins = Wins of { $name }: { $after } (before: { $before })
change-rank = Provisional rank of { $name }: { $after } (before: { $before })
change-advance = { $name } { $advances ->
        [0] no longer advances
       *[other] now advances
    } from { $stage }
change-stage-place = Place of { $name } in { $stage }: { $after } (before: { $before })
competition-round-unpaired = Ruling: the pairing of round { $round } is taken back. Reason: { $reason } (TV3).
competition-round-paired-by-ruling = Ruling: pairings for round { $round } with fixed pairs: { $fixed }. Reason: { $reason } (TV3).
competition-player-excused = Ruling: { $name } misses the next round. Reason: { $reason } (TV3).
competition-game-reopened = Ruling: result { $entry } is taken back, and the game is played again. Reason: { $reason } (TV3).
competition-notice-posted = Announcement: { $text } (TV4)
competition-players-called = Round { $round }: { $players } called to table { $table } (TV4).
competition-result-overruled = Ruling: result { $entry } is replaced. { $winner } won against { $loser }, { $how }. Reason: { $reason } (TV3).
competition-first-named = Ruling: { $name } takes first place in league { $league }. Reason: { $reason } (TF4, TV3).
competition-first-confirmed = First place in league { $league } confirmed as ranked (TF4).
competition-team-attendance-marked = { $name } is { $absent ->
        [1] absent from
       *[other] present in
    } stage { $stage } (TD7).
competition-groups-drawn = Groups of stage { $stage } drawn (TG2).
competition-game-counted = The { $spare ->
        [1] spare
       *[other] game
    } of group { $group }, stage { $stage }, was counted (TG4).
competition-game-replaced = The game of group { $group }, stage { $stage }, is replaced by its spare. Reason: { $reason } (G4).
competition-game-overruled = Ruling: the result of group { $group }, stage { $stage }, is replaced. Reason: { $reason } (TV3).
competition-janken-entered = Janken result of stage { $stage }, best first: { $order } (TG4).
competition-janken-overruled = Ruling: the janken result of stage { $stage } is, best first: { $order }. Reason: { $reason } (TV3).
competition-stage-closed = { $last ->
        [1] Stage { $stage } is over. All games have been played (TG4).
       *[other] Stage { $stage } is over. Advancing teams are decided (TG4).
    }
competition-ruled = Ruling: { $text } (TV3).
competition-ranking-declared = The final ranking is declared (TE).
competition-event-abandoned = Event abandoned: { $reason } (TV3).
competition-game = { $one } v { $other }
competition-bout = { $bout }: { $one } v { $other }
competition-bye = { $name }: bye
competition-place = { $place }. { $name }
competition-goes-on = The event is still in progress.

# === end of events around the games ===

### === board ===
# judge-tui board: the screen for the hall.

board-title = Ishigaki: board
board-too-small = Too small: at least { $columns } columns and { $lines } lines needed.
board-unknown-games = Unknown game: { $games }. Games: { $known }
board-unknown-events = Unknown event: { $events }. Events: { $known }
board-no-games = No game has started yet.
board-await = Waiting for the game from { $server }.
board-no-server = No response from { $server }. Retrying.
board-fingerprint = key fingerprint { $fingerprint }
board-head = last head { $head }
board-head-of = last head of { $game } { $head }

board-standings = Standings if the game ended now
board-standings-ended = Standings, not declared yet
board-standings-abandoned = Standings when the game was abandoned
board-standings-veiled = Ranking, revealed from last place up
board-standings-final = Final result
board-winner = Winner
board-winner-why = Decided by { $why }
board-help = Keys

board-paused = PAUSED
board-by-hand = Manual opening. Space: next step, a: automatic
board-round = Round { $round } of { $rounds }{ $attempt ->
    [1] {""}
   *[other] , attempt { $attempt }
}
board-round-final = Round { $round } of { $rounds }, final
board-round-void = Round { $round } of { $rounds }, attempt { $attempt }: VOID
board-void = { $reason } (G5)
board-sealed = { $sealed } of { $of ->
        [one] { $of } team has
       *[other] { $of } teams have
    } submitted
board-sealed-rebids = { $sealed } of { $of } tied teams have submitted

board-lot = { $lot } ×{ $copies }, from { $min }
board-no-lots = All stones are sold.
ranking-covered = The ranking has not been fully revealed yet.
board-covered = ? ? ?
board-lot-failed = { $copies ->
    [1] {""}
   *[other] { $copies }{" "}
}failed: { $why }
board-lot-unsold = { $copies } unsold
board-lot-free = { $copies } unsold so far
board-wall = { $empty } empty
board-wall-counted = { $empty } empty (counted)

board-more-announcements = » { $count } more
board-asked = Question: { $asked }
board-answered = Answer: { $text }

board-event-results = { $count } of { $of } results
board-event-group-results = counted: { $count } of { $of }
board-event-entrants = { $count } entrants
board-event-teams = { $count ->
        [one] { $count } team
       *[other] { $count } teams
    }

board-key-uncover = show next step
board-key-auto = automatic / manual
board-key-bell = bell on / off
board-key-by-itself = automatic view
shared-standings = standings
board-key-event = event
board-key-help = help

# === end of board ===

### === tournament ===
# The event screen. Panels and keys are short; sentences end with a full stop.

tournament-role = as { $role }
tournament-contact-stopped = NOT SERVED
tournament-none-yet = No events yet. The organiser creates one with C.
tournament-none-chosen = No event chosen yet.
tournament-await = Waiting for the event from { $server }.
tournament-which = Which event?
tournament-finding = Search: { $text }
tournament-panel-roster = roster
tournament-panel-draw = draw
tournament-panel-round = round
tournament-panel-leagues = leagues
tournament-panel-bracket = play-offs
tournament-panel-ranking = ranking
tournament-panel-rulings = rulings
tournament-keys-panel = On a panel
tournament-keys-form = In a form
tournament-keys-ask = While confirming
tournament-keys-find = In the search
tournament-keys-choice = In the list of events
tournament-keys-read = In a text
tournament-key-of-office = { $meaning } ({ $office })
tournament-key-next = next step
tournament-key-result = enter or overrule result
tournament-key-game = show the game
tournament-key-replace = play the spare
tournament-key-count = count by hand
tournament-key-overrule-game = overrule the result
tournament-key-overrule-digits = overrule the digits
tournament-key-overrule-janken = overrule a janken
tournament-key-why = why this pairing
tournament-key-find = find
tournament-key-attendance = absent or present
tournament-key-slip = seed's slip
tournament-key-withdraw = withdraw
tournament-key-reopen = replay game
tournament-key-excuse = excuse for a round
tournament-key-unpair = take back pairing
tournament-key-pair-by-ruling = choose opponent
tournament-no-pairing = No round can be paired now.
tournament-no-result = This game has no result yet.
tournament-unpair-first = The round is already paired. Take back the pairing first.
tournament-key-roster = roster from a file
tournament-key-create = create an event
tournament-key-name-first = name winner
tournament-key-confirm-first = confirm winner
tournament-key-rule = write a ruling
tournament-key-announce = announcement
tournament-key-call = call players
tournament-key-abandon = abandon event
tournament-key-print = print
tournament-key-round-before = previous round
tournament-key-round-after = next round
tournament-key-stage-before = previous stage
tournament-key-stage-after = next stage
tournament-key-page-up = page up
tournament-key-page-down = page down
tournament-key-first = top
tournament-key-left = scroll left
tournament-key-right = scroll right
tournament-key-all-again = show all
tournament-key-events = another event
tournament-key-quit = quit
tournament-key-send = send
tournament-key-next-field = next field
tournament-key-previous-field = previous field
tournament-key-next-choice = next choice
tournament-key-previous-choice = previous choice
tournament-key-erase = delete
tournament-key-clear = clear field
tournament-key-take-find = filter
shared-take = choose
tournament-head-kana = kana
tournament-head-woman = woman
tournament-woman = yes
tournament-roster-count = { $count } on the roster: { $present } / { $count } present{ $absent ->
        [0] {""}
       *[other] , { $absent } absent (TD7)
    }
tournament-teams-count = { $count ->
        [one] { $count } team
       *[other] { $count } teams
    } on the roster; in { $stage }: { $present } / { $of }{ $absent ->
        [0] {""}
       *[other] , { $absent } absent (TD7)
    }
tournament-not-in-stage = not in this stage
tournament-roster-faults = { $first } (and { $more } more: judge-tui event roster { $file })
tournament-not-committed = Settings and roster are not locked yet (TV1).
tournament-no-draw = The lottery results have not been entered yet (TD2).
tournament-no-leagues = The leagues have not been formed yet (TL).
tournament-no-ranking = The final ranking appears after the last game (TE).
tournament-no-round = No round is paired yet.
tournament-no-rulings = No rulings.
tournament-can-be-paired = Round { $round } can be paired.
tournament-open-of = open: { $open } of { $games }
tournament-games-open-of = open games: { $open } of { $games }
tournament-overruled = Round { $round }, entry { $entry }: entered as a win for { $entered }; by ruling, { $winner } won against { $loser } (TV3): { $reason }
tournament-why-pair = { $one } meets { $other } in round { $round }.
tournament-why-knock-out = Knock-out: the players are the league winners and the winners of earlier games (TK1).
tournament-why-prize = Prize game: rank i of the candidates meets rank 13 - i (TK2).
tournament-why-women = Women's final, because neither finalist is a woman: the two best women, losing semi-finalists first (TK3).
tournament-why-pool = Pool { $pool } has { $pairs ->
        [one] { $pairs } game
       *[other] { $pairs } games
    } in this round.
tournament-why-first-round = Round 1 is paired by draw number alone (TP1).
tournament-why-costs = Cost of this pairing: repeated byes { $byes } (TP3 a); rematches { $rematches } (TP3 b); pairs by gap in wins { $gaps } (TP3 c).
tournament-why-best = No other pairing of this pool costs less (TV2). Among equally good pairings, the highest player in turn gets the lowest possible opponent (TP4).
tournament-why-bye = The pool has an odd number of players: { $player } gets the bye, paired with the phantom (TP2).
tournament-choice-none = not chosen yet
tournament-choice-not-kept = not recorded
tournament-field-preset = preset
tournament-field-lottery = { $lottery } ({ $digits } digits)
tournament-field-lottery-date = date of the lotteries (2026-12-05)
tournament-field-number = number on the slip
tournament-field-counts = counts
tournament-field-winner = winner (○)
tournament-field-winner-signed = winner signed
tournament-field-loser-signed = loser signed
tournament-field-end = ended
tournament-field-discs = discs, winner:loser
tournament-field-draw-win = draw-win right
tournament-field-moves = moves
tournament-field-league = league
tournament-field-reason = reason
tournament-field-english = In English
tournament-field-japanese = In Japanese
tournament-ask-create = Create an event from a preset. Its id may contain a to z, 0 to 9 and -.
tournament-ask-roster = Load the roster from a CSV file with a header row, or a JSON list (TD4). It replaces the current roster.
tournament-ask-digits = Enter the lottery results in order, each with all its digits. They decide the draw. Only the referee can overrule them, until the leagues or groups are drawn (TD2, TD8).
tournament-ask-slip = Number on the slip that { $player } drew (TD6).
tournament-ask-result = Round { $round }: { $one } against { $other }. Only a ruling can change the result later (TO9).
tournament-ask-reopen = Take back the result of entry { $entry }? The game is open again and is played again. This is possible until the next round is paired. The entry stays on record, and the reason is public (TV3).
tournament-ask-overrule = Replace the result of entry { $entry }, { $one } against { $other }. The entry stays on record, and the reason is public (TV3).
tournament-ask-name-first = Name the player who takes first place in a league with no players left (TF4). Enter a number, id or name. The reason is public.
tournament-ask-confirm-first = In which league do you confirm first place as ranked (TF4)?
tournament-ask-rule = Enter the text of the ruling. It is public (TV3).
tournament-ask-announce = Enter an announcement for the hall and the phones, in at least one language. It is public (TV4).
tournament-ask-call = Call the players of table { $table }? The hall and their phones show: "{ $english }" – "{ $japanese }"
tournament-ask-abandon = Abandon the event? Nothing more can be entered. The reason is public.
tournament-ask-commit = Lock settings and roster with { $count ->
        [one] { $count } player
       *[other] { $count } players
    }? They can't change afterwards. Publish their hash before the first lottery (TV1).
tournament-ask-commit-teams = Lock settings and roster with { $count ->
        [one] { $count } team
       *[other] { $count } teams
    }? They can't change afterwards. Publish their hash before the first lottery (TV1).
tournament-ask-leagues = Close reception and form the leagues? Attendance can't change afterwards (TD7, TL).
tournament-ask-pair = Pair round { $round }? Enter withdrawals first (TW1).
tournament-ask-declare = Declare the final ranking? Nothing can change afterwards (TE).
tournament-ask-withdraw = Withdraw { $player } from the next pairing onwards (TW1)?
tournament-ask-unpair = Take back the pairing of round { $round }? This is possible until a game has a result. The ruling is published (TV3).
tournament-ask-pair-by-ruling = Pair round { $round } with { $player } against the player you enter. The others are paired as by the rules. The ruling is published (TV3).
tournament-ask-pair-by-ruling-both = Pair round { $round } with { $player } against { $other }. The others are paired as by the rules. The ruling is published (TV3).
tournament-ask-excuse = Excuse { $player } from the next round to be paired? It counts as a loss. The ruling is published (TV3).
tournament-question = Confirm
tournament-slip = Result slip
tournament-ruling = Ruling
tournament-waiting = Sending…
tournament-sent = Sent.
tournament-done = Done: { $what }.
tournament-silent = No response ({ $code }). It may have gone through. Check before you send it again.
tournament-lacks = "{ $field }" is empty.
tournament-unreadable = Can't read "{ $field }".
tournament-lacks-draw-win = At 32 to 32 the holder of the draw-win right wins (TO5). Choose the holder.
tournament-lacks-signatures = A signature is missing (TO9). Press again to send the result anyway.
tournament-changed = The event has changed. Check it and try again.
tournament-deliberate = This can't be undone: Shift-Y to go ahead, Esc to cancel.
tournament-not-yet = Not possible now: { $why }.
tournament-sure-ruling = These are its changes. Make this ruling?
tournament-sure = Are you sure? This can't be undone.
tournament-printed = Wrote { $file }. Equivalent command: { $command }
tournament-print-in-groups = You can print the groups (3) and the ranking (7).
tournament-needs-organiser = Permission denied: this needs a screen with the organiser's token (organiser.token).
tournament-needs-desk = Permission denied: this needs a screen with the desk's or organiser's token (desk.token, organiser.token).
tournament-needs-referee = Permission denied: this needs a screen with the referee's or chief judge's token (referee.token, judge.token).
tournament-results-first = Results of this round are missing (TF5).
tournament-is-over = The event is over.
tournament-no-player-here = Select a player on the roster.
tournament-no-team-here = Select a team on the roster (1).
tournament-no-game-here = Select a game in the list above.
tournament-no-games-yet = Games exist once the groups are drawn (TG2).
tournament-look-at-round = Results and pairings are in the round panel (3).
tournament-look-at-groups = Games are in the groups panel (3).
tournament-groups = groups
tournament-janken = Janken
tournament-spare = Spare game
tournament-in-leagues-only = Available only for an event in leagues.
tournament-in-groups-only = Available only for an event in groups.
tournament-stage = Stage { $number } of { $of }: { $stage }
tournament-stage-teams = { $count ->
        [one] { $count } team
       *[other] { $count } teams
    }{ $absent ->
        [0] {""}
       *[other] , { $absent } of them absent (TD7)
    }. Groups not drawn yet (TG2).
tournament-head-group = group
tournament-head-teams = teams
tournament-game-open = open
tournament-game-counted = counted
tournament-game = Game
tournament-game-of = Game { $game }, scenario { $scenario }
tournament-game-by-hand = Game { $game }, not on the server: its result is entered by hand.
tournament-game-is-open = No result yet (E4).
tournament-game-is-counted = Result counted (E4).
tournament-game-is-ruled = Result by ruling (TV3): { $reason }
tournament-missing-result = Result missing. It counts automatically once the chief judge declares it in the console (E4).
tournament-missing-count = Result missing. The organiser enters it with c (E4).
tournament-missing-others = { $games ->
        [one] This stage still needs the result of { $games } other game.
       *[other] This stage still needs the results of { $games } other games.
    }
tournament-missing-nothing = All results are in. The organiser closes the stage with n (TG4).
tournament-stage-is-closed = The stage is closed (TG4).
tournament-games-first = Some games of this stage have no result yet (TG4).
tournament-counts-by-itself = The server counts this game automatically. To overrule its result, press o (TV3).
tournament-no-digits = The organiser must enter the digits first (TD2).
tournament-digits-stand = These digits have been used (TD8). To draw again, the organiser abandons the event and creates a new one with the same settings and roster.
tournament-no-janken = No janken was entered for this stage (TG4).
tournament-counts-unreadable = "{ $field }" needs five figures (empty, top gaps, TSUYAMA, used, unused), or "out" if disqualified.
tournament-ask-janken = Teams are equal at the last advancing place. Enter their janken order, best first (TG4).
tournament-ask-count = Enter each team's figures in group { $group }: empty squares, gaps in the top row, TSUYAMA left, stones used, stones unused, such as 3 1 40 9 2; "out" if disqualified (E2).
tournament-ask-overrule-game = Enter the ruled figures of group { $group }, team by team: empty squares, gaps in the top row, TSUYAMA left, stones used, stones unused, such as 3 1 40 9 2; "out" if disqualified. The reason is public (TV3).
tournament-ask-overrule-digits = Enter the officially published lottery results, each with all its digits. The fields show the current ones. The reason is public (TD8, TV3).
tournament-ask-overrule-attendance = Mark { $player } as { $absent ->
        [1] absent
       *[other] present
    }. The digits are known, so this is a ruling and moves other players. The reason is public (TD7, TV3).
tournament-ask-overrule-janken = Enter the janken order ruled for stage { $number }, best first. The reason is public (TV3).
tournament-ask-replace-counted = Replace group { $group }'s game? ITS RESULT HAS BEEN COUNTED and will be discarded. The spare will be played. This can't be undone (G4). The reason is public.
tournament-ask-replace-game = Replace group { $group }'s game with its spare (G4)? The reason is public.
tournament-ask-draw-groups = Draw the groups of stage { $number }? Attendance can't change afterwards (TG2, TD7).
tournament-ask-close-stage = Close stage { $number }? This decides which teams advance. Only a ruling can change it (TG4, TV3).

# === end of tournament ===

### === replay ===
# judge-tui replay: a game played back from its record.

replay-partial = PARTLY CHECKED: { $gaps }.
replay-gap-signer = signer not checked (--key)
replay-gap-unsigned = { $count ->
    [one] the last line is unsigned
   *[other] the last { $count } lines are unsigned
}
replay-unsigned = UNSIGNED: { $what }
replay-start = Start of the game.
replay-playing = PLAYING ×{ $speed }
replay-stopped = PAUSED, ×{ $speed }
replay-help = Replay keys
replay-key-play = play, pause
replay-key-next = next record
replay-key-previous = previous record
replay-key-next-round = next round
replay-key-previous-round = previous round
replay-key-first = start
replay-key-last = end
replay-key-faster = faster
replay-key-slower = slower
replay-key-turn = next page

# === end of replay ===

# === polish of console and board ===

console-key-repaint = redraw the screen
board-practice = PRACTICE: doesn't count
console-warn-abandon-practice = End the practice for everyone? It doesn't count and can't be resumed (G4).
console-practice-leave = { $abandon }: end practice  { $games }: list of games
console-next-offline = Waiting for the connection. Nothing can be sent.
console-next-unserved = Waiting for a server to take over the game.
console-next-stopped = Waiting for the server to be restarted.
console-equal-so-far = equal so far
console-handout-arrived = arrived
console-team-and-code = { $name } ({ $code })

# === end of polish ===

### === team-tui ===
# team-client tui: a team's screen. A list has bids, numbered by priority; a draft is not submitted yet.

team-too-small = Too small: at least { $columns } columns and { $lines } lines needed.
team-no-game = The game has not loaded yet.
team-title = { $team } / { $game }
team-title-alone = { $team }
team-round-of = Round { $round } of { $rounds }{ $attempt ->
        [one] {""}
       *[other] , attempt { $attempt }
    }: { $phase }
team-held = { $held } TSUYAMA
team-held-then = { $held } → { $then } TSUYAMA
team-unread = { $count } new: { $show }
team-waiting = for { $time }
team-game-time = game { $time }

team-contact-receipt = WRONG RECEIPT: CALL THE JUDGE

team-panel-sheet = Bids
team-panel-rebid = Re-bid
team-panel-results = Results
team-panel-rivals = All teams
team-panel-wall = Wall
team-panel-messages = Messages
team-panel-log = Log
team-title-open = { $name }, round { $round }: at most { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    }, { $wins ->
        [one] { $wins } win
       *[other] { $wins } wins
    }
team-title-coming = { $name } for round { $round }, not started yet: at most { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    }, { $wins ->
        [one] { $wins } win
       *[other] { $wins } wins
    }
team-title-unsettled = { $name }: round { $round } is not final yet
team-title-of = { $name }: { $team }

team-mark-await = Waiting for { $server }…
team-mark-early = Connected. None of your games is running. Games appear here automatically.
team-mark-revoked = TOKEN REVOKED: the server rejects what you send. Quit ({ $leave }) and join again.
team-mark-not-playing = Your team doesn't play in this game.
team-mark-lost = SUBMITTED LIST LOST. Submit it again and call the judge.
team-mark-out = DISQUALIFIED: your team can't bid or build (E3).
team-mark-barred = REINSTATED: your team can bid and build again from the next round (E3).
team-mark-sending = Sending…
team-mark-unknown = NO RESPONSE: your list may or may not be submitted. Wait for the connection.
team-mark-overtaken = REVISION { $revision } WAS SUBMITTED ELSEWHERE. { $take } uses it, { $seal } replaces it.
team-mark-stopped = The game and its clock have stopped. Your submitted list counts. Wait.
team-mark-ready = Waiting for the round. You can prepare your list.
team-mark-not-tied = Other teams are re-bidding. You keep your wins. Wait.
team-mark-confirming = Waiting for the chief judge. You can prepare the next round.
team-mark-confirming-last = Waiting for the chief judge.
team-mark-building-there = Build your wall: { $key }.
team-mark-building = Build your wall.
team-mark-ended = The game is over. Wait for the result.
team-mark-final = Final place: { $place } of { $teams } teams.
team-result-title = Final result
team-result-place = { $place } of { $teams } teams
team-result-behind = Behind { $team }: { $why }
team-result-ahead = Ahead of { $team }: { $why }
team-result-note = * decides against the next team
team-mark-over = The auction is over.
team-mark-no-list = NOT SUBMITTED. Without a list your team declines.
team-mark-unsealed = NOT SUBMITTED: { $lines ->
        [one] { $lines } bid
       *[other] { $lines } bids
    } in the draft. { $seal } submits.
team-mark-differs = { $changes ->
        [one] { $changes } change
       *[other] { $changes } changes
    } since you submitted at { $time }. { $seal } submits, { $take } reverts.
team-mark-declined-differs = You declined at { $time }, but the draft has bids. { $seal } submits them.
team-mark-declined = Declined { $time }. You can replace it until bidding closes.
team-mark-sealed = Submitted { $time }: { $lines ->
        [one] { $lines } bid
       *[other] { $lines } bids
    }, { $total } TSUYAMA
team-mark-sealed-lines = Submitted { $time }: { $lines ->
        [one] { $lines } bid
       *[other] { $lines } bids
    }
team-mark-receipt = WRONG RECEIPT for the submitted list. Call the judge.
team-wait-paused = Paused: submit when the judge resumes.
team-wait-offline = Not connected: submit when connected again.
team-mark-wait-sealed = Submitted { $time }. { $wait }
team-mark-wait-none = NOT SUBMITTED. { $wait }
team-mark-wait-differs = { $changes ->
        [one] { $changes } CHANGE
       *[other] { $changes } CHANGES
    } SINCE { $time }. { $wait }
team-mark-tied = YOU ARE TIED. Not submitted: raise your price, or give up the stones.
team-mark-rebid-differs = { $changes ->
        [one] { $changes } change
       *[other] { $changes } changes
    } since your re-bid at { $time }. { $seal } submits, { $take } reverts.
team-mark-passed = Passed { $time }. You can replace it until the re-bid closes.
team-mark-rebid-sealed = Re-bid submitted { $time }: { $lines ->
        [one] { $lines } new price
       *[other] { $lines } new prices
    }, { $total } TSUYAMA

team-head-squares = sq
team-head-last = last
team-head-purse = can pay
team-head-squares-won = squares
team-head-needs = needs
team-head-empty = empty
team-lots-none = No lots on offer.
team-lot-head = { $lot }, from { $min } TSUYAMA
team-history-none = Not offered before.
team-history-sold = round { $round }: sold at { $paid }; { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    }, highest { $most }
team-history-bid = round { $round }: not sold; { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    }, highest { $most }
team-history-tied = round { $round }: tied at { $tied }, re-bid in progress; { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    }
team-history-sold-tied = round { $round }: sold at { $paid }; tied at { $tied }, re-bid in progress; { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    }, highest { $most }
team-history-unsold = round { $round }: no bids

team-draft = Draft
team-draft-empty = Empty. Select a lot and type its price, or press a.
team-total = { $lines } of { $most } bids, { $total } of { $held } TSUYAMA, { $left } left; if all win, at most { $cost }
team-sealed = Submitted
team-sealed-revision = Submitted, revision { $revision }
team-sealed-none = Nothing.
team-sealed-unknown = UNKNOWN: no response.
team-sealed-before = Before that: revision { $revision }
team-sealed-declined = Declined: an empty list.
team-sealed-total = { $total } in total
team-sealed-differs = ≠ THE DRAFT DIFFERS

team-rebid-budget = Your re-bids total { $total } of at most { $budget } TSUYAMA (A7).
team-rebid-terms = above { $above }, at most { $most }; { $copies ->
        [one] { $copies } copy
       *[other] { $copies } copies
    } contested
team-rebid-rivals = Tied with { $rivals }.
team-rebid-rival = { $team } (at most { $most })
team-rebid-rival-cannot = { $team } (can't go higher)
team-rebid-given-up = -
team-rebid-sealed-none = Nothing submitted. Without a re-bid you give up the stones (A7).
team-rebid-sealed-pass = Submitted: pass.
team-rebid-sealed = Submitted: { $raises }
team-rebid-raise = bid { $line } at { $price }

team-results-none = No list has been opened yet.
team-results-open = Round { $round }{ $attempt ->
        [one] {""}
       *[other] , attempt { $attempt }
    }, not final yet
team-results-final = Round { $round }
team-results-void = Round { $round }, attempt { $attempt }, VOID
team-results-absent = Not in this round (E3).
team-results-no-list = Declined: no list, or an empty one.
team-results-charge = costs { $charge } TSUYAMA in total
team-results-others = Other teams in this round: lot, team, TSUYAMA
team-results-award = { $lot } { $team } { $price }
team-results-others-none = Other teams won nothing.
team-won = Round { $round }: won { $stones }. { $left } TSUYAMA left.{ $lost }
team-won-yet = Round { $round }: won { $stones } (unconfirmed). { $left } TSUYAMA left if confirmed.{ $lost }
team-won-nothing = Round { $round }: nothing won. { $left } TSUYAMA left.{ $lost }
team-won-nothing-yet = Round { $round }: nothing won so far (unconfirmed). { $left } TSUYAMA left.{ $lost }
team-won-stone = { $lot } for { $price }
team-won-lost = {" "}{ $count ->
        [one] { $count } bid lost
       *[other] { $count } bids lost
    } ({ $show }: why).
team-message-alone = Announcement to your team only: { $text }
team-message-answer = Answer to your team only, to the question "{ $asked }": { $text }
team-question-count = { $count } of { $most } characters. Question and team become public once the result is declared.
team-more-news = { $count ->
        [one] » 1 more: h shows the log.
       *[other] » { $count } more: h shows the log.
    }
team-more-above = ↑ { $count } more
team-more-below = ↓ { $count } more
team-rivals-note = Can pay: TSUYAMA left after wins so far. Stones and squares include unconfirmed wins. Needs: squares of the frame that these stones can't fill.
team-rival-out = out (E3)

team-wall-none = No wall yet.
team-wall-counts = Empty { $empty }, top gaps { $gaps }, used { $used }, unused { $unused }
team-wall-of = Wall: { $team }
team-wall-hand = Not placed yet:
team-wall-hand-none = No stones in hand.

team-ask-title = Confirm
team-ask-seal = Submit bids? Please check:
team-ask-decline = Decline this round with an empty list? The draft is kept.
team-ask-pass = Pass and give up all tied stones?
team-ask-replaces = It replaces revision { $revision }.
team-ask-take = Use the submitted list and discard the draft?
team-ask-quit = Quit? Submitted lists stay submitted.
team-ask-quit-draft = Quit? The draft is not submitted. It stays on this computer until you return. Submitted lists stay submitted.
team-ask-quit-practice = Quit? The practice ends, the bots stop, and nothing is kept.
team-ask-quit-wall = The draft of the wall is not saved and will be lost. The wall on the server counts.
team-ask-game = Choose one of your team's games.
team-doubt-far-above = bid { $line }: { $price } for { $lot }; the highest bid for it so far is { $before }
team-doubt-far-above-min = bid { $line }: { $price } for { $lot }; the minimum is { $min }, and you have { $share } for each stone you can still win
team-doubt-nearly-all = this list may cost { $cost } of your { $held } TSUYAMA
team-doubt-cheaper-first = bid { $first } for { $lot } is cheaper than bid { $then } but comes first
team-doubt-elsewhere = revision { $revision } came from your other computer or the organiser; this replaces it

team-notice-on-its-way = Still sending. Wait for the response.
team-notice-sealed = { $lines ->
        [0] Submitted as revision { $revision }: an empty list.
        [one] Submitted as revision { $revision }: { $lines } bid. The receipt is valid.
       *[other] Submitted as revision { $revision }: { $lines } bids. The receipt is valid.
    }
team-notice-faulty = This list would be rejected. Fix the marked lines.
team-notice-same = No changes since your last submission.
team-notice-nothing-offered = No new price yet. Enter one above the tied price, or pass ({ $pass }).
team-notice-not-now = Not possible now.
team-notice-not-now-in = Not possible in the phase "{ $phase }".
team-notice-no-other-game = Your team has no other running game.
team-notice-again = Starting another game…
team-notice-nothing-sealed = Nothing submitted yet.
team-notice-no-such-lot = No lot on offer has this code.
team-notice-no-price = Invalid price. Example: T2 42 bids 42 for T2.
team-price-empty = Enter a price.
team-price-no-digits = Use digits only.
team-price-too-long = Use at most { $most } digits.
team-search = Find a lot by its code: { $text }▏ Add a space and a price to bid.
team-notice-refused = Rejected: { $why }
team-notice-list-refused = The server rejected the list ({ $reason }). Any earlier submission still counts.
team-notice-sealed-unanswered = No response, but the server has revision { $revision }.
team-notice-not-sealed = Submission failed: the server didn't receive it. { $seal } sends it again.
team-notice-not-arrived = Submission failed: the server didn't receive it.
team-notice-draft-back = Your earlier draft is back. It is not submitted.
team-notice-draft-not-kept = Can't save the draft in { $file }: { $what }. It will be lost when this program ends.
team-unanswered-list = No response: the list may be submitted. You'll see once the connection is back.
team-unanswered-rebid = No response: the re-bid may be submitted. You'll see once the connection is back.
team-unanswered-wall = No response: the wall may be saved. The draft is kept.
team-notice-offline = Not connected. The draft is kept.
team-notice-elsewhere = Your other computer or the organiser submitted revision { $revision }. Your draft is unchanged.
team-notice-missed = No list was submitted in round { $round }, so your team declined (A4). The draft was discarded.
team-notice-asked = Asked as question { $question }. The answer will appear in Messages.
team-notice-asked-unanswered = No response: your question may have been sent. Check the questions below. Your text is kept.
team-notice-question-empty = Enter a question.
team-notice-question-long = The question has { $count } characters; the maximum is { $most }. Your text is kept.
team-notice-question-not-a-text = A question is one line without control characters: { $sign } is at position { $place }.
team-notice-question-invisible = The question contains only invisible characters ({ $count }).
team-notice-nothing-unread = No unread messages.
team-notice-unseen = { $count } more unread. { $up } and { $down } scroll to them.
team-notice-not-marked = No response. New messages stay marked as new.
team-notice-revoked = This token has been revoked. Quit with { $leave }, get the new sheet from the organiser, then run: team-client join { $server }, team-client tui. Submitted lists stay submitted.
team-notice-closed = The server rejects the feed: { $why }. Retrying.
team-notice-unproved = Feed item { $item } has no valid proof: { $what }. Call the judge.
team-notice-astray = The screen may be wrong: { $what }. Restart the program.

team-key-seal = submit
team-key-submit-bids = submit bids
team-key-add = add lot
team-key-price = edit price
team-key-next-lot = next lot
team-key-search = find lot
team-key-search-next = next match
team-key-search-previous = previous match
team-key-search-leave = close search
team-key-take-sealed = use submitted list
team-key-submit-changes = submit changes
team-key-revert = revert
team-key-decline = decline
team-key-pass = pass
team-key-next-panel = next panel
team-key-previous-panel = previous panel
team-key-up = up
team-key-down = down
team-key-far-up = page up
team-key-far-down = page down
team-key-first = start
team-key-last = end
team-key-help = help
team-key-put-away = dismiss
team-key-other-game = other game
team-key-play-again = play again
team-key-enter-game = open
team-key-stay = stay
team-key-quit-now = quit now
team-key-dearer = price up
team-key-cheaper = price down
team-key-much-dearer = up by 10
team-key-much-cheaper = down by 10
team-key-sooner = higher priority
team-key-later = lower priority
team-key-remove = delete
team-key-figures = type a price
team-key-accept = use price
team-key-erase = delete
team-key-price-back = old price
team-key-rivals = teams and walls
team-key-previous-team = previous team
team-key-next-team = next team
team-key-mark-read = mark as read
team-key-ask-question = ask the judge
team-key-send-question = send question
team-key-question-later = keep the draft, ask later
team-button = “{ $name }”
team-context-main = Everywhere
team-context-price = While editing a price in the list
team-context-lot-price = While editing the price of a lot
team-context-search = In the search
team-context-question = While writing a question
team-context-ask = While confirming
team-context-games = In the list of games
team-context-help = In this help
team-help-title = Help

# === end of team-tui ===

### === team-work ===

# The workshop of the team's screen. $piece is a stone's or a planned stone's name, $squares are "(row,column)", $why is a part of
# a sentence with its rule.

team-work-go = move
team-work-turn = rotate
team-work-turn-back = rotate back
team-work-next-place = next place
team-work-previous-place = previous place
team-work-lay = place
team-work-next-stone = next stone
team-work-take-out = remove
team-work-undo = undo
team-work-send-wall = save wall
team-work-send-stone = save a stone
team-work-other-tray = plan/stones
team-work-fill = solver
team-work-take-up = move a placed stone
team-work-realise = use won stones for the plan
team-work-previous-stone = previous stone
team-work-take-out-all = remove with stones above
team-work-redo = redo
team-work-take-wall = use the saved wall
team-work-fill-with-plan = solver with planned stones
team-work-lay-loose = place without support
team-work-let-go = release; stop solver

team-work-mark-none = No stones placed yet.
team-work-mark-same = Wall saved.
team-work-mark-overtaken = WALL CHANGED ELSEWHERE. { $take } uses it, { $send } replaces it.
team-work-mark-differs = WALL NOT SAVED: { $laid } placed, { $moved } moved, { $out } removed. { $send } saves it.
team-work-mark-differs-there = WALL NOT SAVED: { $laid } placed, { $moved } moved, { $out } removed. { $show } shows it.
team-work-mark-unsent = Wall not saved: { $laid } placed, { $moved } moved, { $out } removed. { $send } saves it.
team-work-mark-unsent-there = Wall not saved: { $laid } placed, { $moved } moved, { $out } removed. { $show } shows it.
team-work-mark-wait = Wall not saved: { $laid } placed, { $moved } moved, { $out } removed. Not connected: save it later.
team-work-count-wall = Saved: { $empty } empty, { $gaps ->
    [one] 1 gap
   *[other] { $gaps } gaps
} at top.{" "}
team-work-count-draft = Draft: { $empty } empty, { $gaps ->
    [one] 1 gap
   *[other] { $gaps } gaps
} at top.{" "}
team-work-count-plan = Planned: { $empty } empty, { $gaps ->
    [one] 1 gap
   *[other] { $gaps } gaps
} at top.{" "}
team-work-tray-none = No stones in hand.
team-work-tray-stones = { $count ->
        [one] { $count } stone to place
       *[other] { $count } stones to place
    }
team-work-tray-lots = Plan: all lots
team-work-planned = planned { $lot }
team-work-at = row { $row }, column { $col }{ $turn ->
        [0] {""}
        [one] , { $turn } quarter turn
       *[other] , { $turn } quarter turns
    }
team-work-sight = { $arrows } rows { $top }-{ $bottom } of { $rows }, columns { $left }-{ $right } of { $cols }
team-work-sight-short = { $arrows } { $top }-{ $bottom }/{ $rows }, { $left }-{ $right }/{ $cols }

team-work-can-lie = { $piece } at { $place }: fits.
team-work-can-lie-but = { $piece } at { $place }: allowed, but { $why }.
team-work-cannot-lie = { $piece } at { $place }: { $why }.
team-work-nothing-held = No stone selected. { $plan } plans with any lot.
team-work-under = Under it: { $piece }. x removes it, m moves it.
team-work-mirrored = this is the mirror image; stones can't be flipped
team-work-outside = outside the frame at { $squares }
team-work-overlap = overlaps { $pieces }
team-work-uncarried = not supported: no stone at { $squares } below it
team-work-on-loose = supported only by unsupported stones: { $pieces }
team-work-leaves-loose = { $pieces } would lose support

team-work-built = Wall saved: { $empty } empty, { $gaps } at the top, { $used ->
        [one] { $used } stone
       *[other] { $used } stones
    } used.
team-work-refused = Rejected, but the draft is kept: { $why }
team-work-not-built = Not saved: the server didn't receive it. The saved wall is unchanged. The draft is kept.
team-work-same = No changes to save.
team-work-loose = This would be rejected. Unsupported stones: { $pieces } (W3).
team-work-only-whole = Stones can't be saved one by one here. { $send } saves the whole wall.
team-work-not-laid = It doesn't fit here. The panel shows why.
team-work-no-place-so = It doesn't fit in this orientation. Press { $turn } to rotate.
team-work-no-place = It doesn't fit anywhere now.
team-work-nothing-there = There is no stone here.
team-work-taken-out = Removed { $piece } from the draft.
team-work-put-back = { $piece } is back in its place.
team-work-carries = Not removed: { $why }. { $all } removes those stones too.
team-work-no-change = Nothing to undo or redo.
team-work-followed = Your other computer or the organiser changed the wall. The draft was updated.
team-work-elsewhere = Your other computer or the organiser changed the wall. Your draft is unchanged.
team-work-realised = { $made ->
        [one] Placed { $made } planned stone
       *[other] Placed { $made } planned stones
    }{ $waiting ->
        [0] .
       *[other] ; { $waiting } have no support yet (W3).
    }
team-work-realisable = { $count ->
        [one] { $count } planned stone is won: R places it.
       *[other] { $count } planned stones are won: R places them.
    }
team-work-searching = Solver running, { $seconds } s at most. { $stop } stops it.
team-work-search-best = Solver running. Best so far: { $empty } empty, { $gaps } at the top. { $stop } stops it.
team-work-search-waits = { $teams ->
    [0] Solver waiting: your team is next.
    [one] Solver waiting: { $teams } team before yours.
   *[other] Solver waiting: { $teams } teams before yours.
} { $stop } cancels it.
team-work-search-other = Solver waiting for your team's other device. { $stop } cancels it.
team-work-searched-best = Optimal wall in the draft: { $empty } empty, { $gaps } at the top, { $used } used. { $undo } undoes it.
team-work-searched = Best wall found in the draft: { $empty } empty, { $gaps } at the top, { $used } used. { $undo } undoes it.
team-work-searched-none-better = The draft is already optimal.
team-work-searched-nothing = No better wall found. The draft is kept.
team-work-no-stones = You have no stones to build with.
team-solver-off = The organiser has switched the solver off for this contest.
team-work-too-large = The frame or the number of stones is too large for the solver.
team-ask-replace-wall = Replace the saved wall with this draft? Your other computer or the organiser changed it.
team-ask-replace-stone = Save the next changed stone anyway? Your other computer or the organiser changed the wall.
team-ask-take-wall = Use the saved wall and discard the draft? The plan is kept. { $undo } brings the draft back.

# === end of team-work ===

### === team-advice ===
# The adviser on the team's screen. $now and $then count empty squares; the others count those in the top row.

team-panel-advice = Advice
team-advice-title = { $name }: round { $round }
team-advice-title-rebid = { $name }: round { $round }, re-bid { $wave }
team-key-take-advice = use in the draft
team-key-ask-advice = update
team-advice-thinking = Thinking…
team-adviser-off = The organiser has switched the adviser off for this contest.
team-advice-none = No advice yet. You can ask before a round, while bidding is open, and in your re-bid.
team-advice-stale = OUT OF DATE: the round, re-bid or your TSUYAMA changed. { $ask } updates it.
team-advice-walls = Best wall from your stones: { $now } empty, { $now-gaps } in the top row. Within reach: { $stones ->
        [0] nothing better.
       *[other] { $then } and { $then-gaps }, with { $stones ->
            [one] { $stones } more stone
           *[other] { $stones } more stones
        } for about { $cost } TSUYAMA.
    }
team-advice-list = Proposal, { $total } of { $held } TSUYAMA (not submitted):
team-advice-planned = plan
team-advice-scarce = plan, soon gone
team-advice-last-call = plan, last round
team-advice-raises = Give up tied bids that are not listed.
team-advice-legend = Adds: squares it fills in your wall. Goes for: likely winning price. Worth: highest sensible price. Rivals: teams that can use it. Stays: chance that a copy remains in the next round.
team-ask-take-advice = Replace the draft with the proposal? Nothing is submitted.
team-notice-no-advice = There is nothing to advise on now.
team-notice-advice-stale = This advice is out of date. { $ask } updates it.
team-notice-advice-same = The draft already matches the proposal.
team-notice-advice-taken = The proposal is in the draft. Nothing is submitted.

team-context-trial = What if
team-key-what-if = what if
team-key-what-if-leave = close
team-trial-head = Round { $round }, bid { $line }: { $lot } for { $price } instead of { $was }
team-trial-paid = It would have cost { $would } TSUYAMA; it cost { $was }.
team-notice-nothing-to-try = None of your lists is open here, so you can't try another price.

# === end of team-advice ===

### === init ===

init-made = Created { $folder } with the contest's keys. Keep a copy of the folder on a second machine.
init-certified = Renewed the server's certificate, because it was about to expire or lacked an address. Restart the server; clients don't need to do anything.
init-issued = New tokens in the folder: { $names }.
init-without-file = These holders have valid tokens that are not in the folder, so they get no sheets: { $names }. To replace one: ishigaki-server token reissue --folder { $folder } NAME
init-listens-here = The server listens on { $address }, on this machine only.
init-listens-everywhere = The server listens on { $address }, on all addresses of this machine. To choose one: serve --listen ADDRESS
init-address-machine = Warning: { $address } on a sheet points to the reader's own computer. Only clients on this machine can connect.
init-renewed = The address changed. Sheets, team folders and NAME.join are updated. Hand them out again.
init-nothing = Nothing to do: everything exists.
init-next = Print { $folder }/all-sheets.html (one page per team) and { $folder }/judge.sheet.html. Then: ishigaki-server serve --folder { $folder }
init-next-boards = Print { $folder }/all-sheets.html (one page per player), and { $folder }/organiser.staff.html, desk.staff.html and referee.staff.html for the staff. Then: ishigaki-server serve --folder { $folder } --pages
init-next-staff = Print { $folder }/organiser.staff.html, desk.staff.html and referee.staff.html for the staff. Then: ishigaki-server serve --folder { $folder } --pages

sheet-title = Ishigaki Koumuten: team sheet
sheet-title-judge = Ishigaki Koumuten: judge's sheet
sheet-title-staff = Event staff's sheet
sheet-role-organiser = Organiser
sheet-role-desk = Desk
sheet-role-referee = Referee
sheet-page = In a browser, with nothing to install
sheet-page-address = Address
sheet-page-scan = Scan the large QR code with the camera of a phone or tablet. On a computer, open the address and type the token code.
sheet-page-warning = If the browser warns about the certificate, choose “Advanced” (Safari: “Show Details”) and continue. To avoid the warning, see the guide “Let teams bid in a browser”.
sheet-page-warning-staff = If the browser warns about the certificate, choose “Advanced” (Safari: “Show Details”) and continue.
sheet-page-bid = Bid. Your team's other devices show what you submit.
sheet-page-judge = Hand out stones, enter and confirm counts, and answer questions. Only the organiser enters paper lists.
sheet-page-staff = Check in players, enter result slips, make rulings or start the next step, as far as your role allows.
sheet-player = Your table and opponent
sheet-player-scan = Scan the code with a phone, or open the address in a browser. You don't need to sign in. If the browser warns about the certificate, choose “Advanced” and continue.
sheet-player-search = Search for your name or number. The page shows your table and opponent for each round.
sheet-player-card = After the game, both players sign the card, and the winner hands it in (TO9).
sheet-secret = Keep this sheet secret: anyone with the token can bid for your team.
sheet-secret-judge = Keep this sheet secret: anyone with the token can act for you.
sheet-terminal = In a terminal, with the program
sheet-server = Server
sheet-authority = Server code
sheet-signer = Fingerprint
sheet-one-line = Start in an empty folder. join asks for the server, its code and the token. You can paste the text of the small QR code instead. Case and hyphens don't matter.
sheet-verify = After the game, verify its record with the fingerprint: team-client verify FILE --key FINGERPRINT

token-revoked = Revoked: { $id } ({ $name }). Its feeds end at once.
token-team = team { $team }
token-judge-of = judge of { $games }
token-standby = a second machine
token-is-good = valid
token-is-revoked = revoked

# === end of init ===

### === line ===

line-wrong-authority = This is not the server you joined: its certificate is from another authority. Don't send anything and tell the organiser.
line-expired = The server's certificate has expired. If this machine's date is right, the organiser can renew it: ishigaki-server init --out FOLDER.
line-not-yet = The server's certificate is not valid yet. Check this machine's date.
line-wrong-name = This is not a contest server's certificate. Check the address against the sheet.
line-plain-server = The server doesn't use encryption. Check the address against the sheet. The organiser starts it with: ishigaki-server serve --folder FOLDER.
line-encrypted-server = The server requires encryption. Use https:// in the address and join with the server code on the sheet.
line-no-agreement = The encrypted connection failed. Check the address against the sheet.
line-unknown-host = Unknown host. Check the address against the sheet and check that this machine is on the contest's network.
line-exposed = WARNING: the connection to { $server } is not encrypted. Anyone on the network can read tokens and lists.

kit-file = Can't use { $file }: { $what }
kit-garbled = { $file } is damaged. Join the server again with the code on the sheet.
kit-no-authority = Unknown server { $server }. Join it with the code on the sheet, or pass its CA certificate (--ca ca.pem).
kit-plaintext = The connection to { $server } would not be encrypted. Use https://, or pass --insecure-plaintext for a server without encryption.
kit-authority = not a CA certificate in PEM format
unsafe-no-authority = unknown server: pass its CA certificate, or join with its server code
unsafe-plaintext = the connection to the server would not be encrypted
server-address = invalid server address { $given }; example: https://192.168.0.10:7150
call-refused = the server rejected it: { $fault }
call-unanswered = no response from the server ({ $code })
feed-refused = the server rejects the feed: { $fault }
feed-unknown = the server rejects the feed ({ $code })
feed-lost = not connected ({ $code })
feed-ended = the feed has ended
write-error = can't write { $file }: { $what }

join-unreachable = No response from the server ({ $what }). Check the address against the sheet.
join-other = The server's certificate ({ $found }) doesn't match the code. Check that you typed the server code (not the fingerprint) and the address on the sheet. If both are right, another server may be responding: tell the organiser, and don't join unless the organiser confirms it.
join-plain = Can't join { $server } over http://. Use https://.
join-other-server = You are joining { $joined }, but --server or ISHIGAKI_SERVER is { $named }. Remove one of them.
join-done = Joined { $server }, the server on your sheet. Saved here: server, ca.pem
join-done-token = Joined { $server }, the server on your sheet. Saved here: server, ca.pem, token

# === end of line ===

# === passage ===

team-notice-next-waits = Your next game is { $game }: c opens it now, or it opens when its first round starts.
team-notice-went-on = This is game { $game }. The previous game is over.
cli-waiting = { $path } Press Ctrl-C to quit.
cli-waiting-for-game = None of team { $team }'s games has started. Waiting. Press Ctrl-C to quit.
cli-no-next-game = Team { $team } has no further game.
path-draw = Waiting for the draw of { $stage }.
path-results = Waiting for the other results of { $stage }.
path-game = Your game: { $game }.
path-end = You have no further game in this event.
path-end-unless = You have no further game unless a ruling changes a result.
path-absent = You were absent from { $stage }.
path-disqualified = You were disqualified in { $stage }.
path-advanced = You advanced from { $stage }.
path-repechage = You play in the repechage of { $stage }.
path-eliminated = You were eliminated in { $stage }.
path-ranked = Your place in { $stage }: { $place }.
cli-waiting-for-reveal = The ranking isn't revealed yet. The rest of the record is checked afterwards. Press Ctrl-C to quit.

# === end of passage ===

# === asked at join ===

join-ask-fingerprint = Server code on the sheet (four groups; case doesn't matter):
join-ask-token = Token on the sheet (eight groups; empty for none):
join-ask-fingerprint-judge = Server code on any team's sheet (four groups; case doesn't matter):
join-ask-token-judge = Token from judge.token or board.token (empty for none):
join-bad-server = Invalid server. Example: 192.168.0.10:7150.
join-bad-line = Invalid line: expected ISHIGAKI:SERVER/CODE/TOKEN.
join-bad-length = Expected { $expected } characters, got { $found }: a group is missing or extra. Type all groups again.
join-bad-group = Group { $group } has a typing error. Check it against the sheet.
join-ask-group = Group { $group } again (five characters):
join-ask-server = Server on the sheet, such as 192.168.0.10:7150, or the text of the QR code:
join-bad-token = The server is the one on the sheet, but it doesn't know this token. Check the token against the sheet. If it is right, ask the organiser whether it was reissued. Nothing was saved.

# === end of asked at join ===

### === failures ===
# Why a server or a rehearsal does not start or continue.

fail-error = Error:{" "}
fail-because = :{" "}
sheet-located = { $path }, line { $line }, column { $column }{ $name }: { $what }
sheet-no-names = no header has a column of names, such as name, 氏名 or チーム名
sheet-head-twice = the header already has this column: { $name }
sheet-open-quote = a quotation mark is not closed on this line; close it, or double it if it belongs to the text, and remove line breaks
sheet-control = the cell has the invisible character { $code }; type the text again
sheet-behind-head = the header has no column for this cell; name the column, or put text with a comma in quotation marks
sheet-no-seed-class = unknown seed class "{ $class }"; known: { $known }
sheet-neither = expected yes or no, got "{ $cell }"
sheet-nobody = no lines below the header
sheet-empty = the cell is empty
sheet-bad-id = invalid id "{ $id }": expected 1 to 16 characters: A-Z, a-z, 0-9 and, after the first, - and _
sheet-long-id = the id has { $characters } characters; the maximum is { $most }
sheet-no-entry = invalid roster entry: expected an object with an "id", texts, and "woman" as true or false
sheet-twice = "{ $id }" is already on line { $before }
sheet-undecodable = this text is damaged or in an unknown encoding; save the spreadsheet as xlsx or CSV UTF-8
sheet-no-table = This is a picture or a document. Save the roster as an Excel workbook or CSV.
sheet-empty-file = The file is empty.
sheet-too-large = the table is too large for a roster; delete everything below it and to its right, or copy the roster to a new file
sheet-workbook = the workbook can't be read ({ $what }); remove its password, or save it as xlsx or CSV UTF-8
sheet-several-sheets = more than one sheet has a roster ({ $names }); keep one in the file, or hide the others
sheet-private-character = the character { $code } exists only on the computer that wrote the file; use a standard character
sheet-cell-error = the cell shows the error { $error }; enter the value
sheet-date = the cell is a date; format the column as text and enter the value again
sheet-unknown-sex = expected 男, 女, male or female, got "{ $cell }"
sheet-contradiction = this contradicts the column { $other }; correct one of them
roster-remark-same-name = Line { $line }: the name { $name } is also on line { $before }. Add the club or school to the names.
roster-remark-alike-name = Line { $line }: { $name } is easily confused with { $other } on line { $before }. Use numbers when you enter results.
roster-remark-unknown-rank = Line { $line }: the rank { $rank } is not understood. It is printed as it is and doesn't limit the awarded rank. Write it as 3 dan, 三段 or 2級.
roster-remark-numbered = The file has no column of ids, so the players are numbered in its order.
roster-remark-left-out = The column { $name } was left out, because the roster is published.
roster-remark-total-row = Line { $line } counts the players and was left out.
tournament-roster-remarks = Roster set. { $first }{ $more ->
    [0] {""}
    [one] {" "}(and { $more } more remark)
   *[other] {" "}(and { $more } more remarks)
}
run-pages-no-folder = --pages needs encryption and a contest's folder. Create one with ishigaki-server init, and start the server in it without --plaintext
run-no-pages-program = the program { $program } is missing, which serves the pages. Install it next to ishigaki-server, or build it: cargo build --bin ishigaki-pages
run-no-contest = no contest given: use --folder FOLDER, created by `ishigaki-server init`, or --contest FILE
run-unencrypted = can't listen on { $listen } without TLS. Create a certificate with `ishigaki-server init --contest FILE --out FOLDER --address HOST:PORT` and start with `serve --folder FOLDER`, or pass --plaintext to disable encryption
fail-listen = can't listen on { $address }
run-metrics = can't serve metrics on { $address }
run-journal = can't use the journal { $location }
run-spool = can't store lines of the record next to the journal
run-closing = can't close the journal
run-network = the server's network failed
served-gone = THE JOURNAL IS GONE: this folder served a contest, and { $journal } is { $is_empty ->
        [true] empty
       *[false] missing
    }. Restore it with its -wal file, or use the standby's copy. To start a new contest instead, delete { $left }
served-unread = can't read { $note }, which describes the journal ({ $what }). If the journal is the right one, delete { $note }
served-cut-short = THE JOURNAL IS SHORTER OR DIFFERENT: { $journal } lacks data that this folder served: { $lost }. Restore the right one with its -wal file, or use the standby's copy. To continue from this one, for example after restoring a backup, delete { $note }; later data is lost
lost-game = game { $game } is missing; it had { $had ->
        [one] { $had } record
       *[other] { $had } records
    }
lost-records = game { $game } has { $has ->
        [one] { $has } record
       *[other] { $has } records
    } instead of { $had }
lost-sealed = game { $game } lacks its last records, from a round that was not opened yet: SUBMITTED LISTS MAY BE LOST
lost-another = record { $record } of game { $game } differs
journal-nameless-stream = a game in the journal has no name
journal-unknown-stream = the journal has no game { $stream }
journal-damaged = game { $stream }: { $damage }; other games are still served. To serve this one, stop the server and restore the journal and its -wal file from a copy
journal-corruption = { $kind ->
        [garbled] record { $sequence } is damaged
        [missing] record { $sequence } is missing
       *[doubtful] record { $sequence } may have been lost because the file is damaged
    }
journal-in-use = the journal file { $file } is in use; stop the other server, or choose another journal file
journal-foreign = { $file } is not a journal, or is damaged from its first bytes. It is unchanged. Choose another journal file, or restore this one from a copy
journal-unknown-version = the journal file { $file } has format version { $found }; this program supports version { $known }. It is unchanged. Open it with { $is_newer ->
        [true] a newer program
       *[false] the older program
    }, or choose another journal file
journal-read-only = { $place } is read-only; the server must be able to write the journal file, its -wal file and their folder
journal-other-log = the log { $log } next to the journal file { $file } belongs to an earlier file, for example one that a backup replaced. Both are unchanged. Move the log away and start again
journal-broken = the journal file { $file } is damaged, so no game can be trusted; restore it and its -wal file from a copy
survey-stream = the list of games is damaged at number { $number }
survey-nameless = records without a name: game number { $number }
survey-blind = too many unreadable places in a row: { $places }
survey-structure = the structure is damaged: { $what }
survey-unreadable = can't read the file: { $what }
survey-sqlite = the structure is damaged
journal-unopenable = can't open or create the journal file { $file }
journal-disk-full = the disk of the journal file { $file } is full; free some space and start again
journal-disk-unsound = the disk or the journal file { $file } has errors; check the disk, save a copy of the file and its -wal file, and start again
copy-from = can't read the source journal
copy-to = can't read the target journal
copy-append = can't write to the target journal
copy-from-served = the server at { $address } is using the source journal. Stop all servers first
copy-to-served = the server at { $address } is using the target journal, which is unchanged. Choose an empty target
copy-different = record { $sequence } of game { $stream } differs in the copy; choose an empty target
copy-moving = game { $stream } changed during the copy; stop the server first
standby-copy-journal = can't use the copy of the journal
standby-copy-append = can't write to the copy of the journal
standby-copy-gap = game { $stream }: expected record { $due }, got record { $came }
follow-refused = { $refusal }
follow-garbled = the server sent invalid journal data: { $what }
games-taken = the contest file already has a game { $game }
games-elsewhere = another server serves game { $game }
games-seats = wrong number of teams for game { $game }: expected { $seats }, got { $named }
games-abandon = can't abandon the game
events-bad-id = invalid event id "{ $id }"
planned-scenario = can't play scenario "{ $name }" of stage "{ $stage }"
planned-teams = can't play game { $game } with its teams: { $fault }
ending-refused = can't abandon a game that the event no longer needs: { $why }
reconciler-uncounted = the event doesn't count the game: { $why }
engine-journal = THE JOURNAL FAILED: the game is stopped until you restart the server
engine-record = can't store the record; the game is no longer served
seals-out-of-place = no sealed list to continue from
writer-line = can't write the event to the record
feed-resume = can't resume the feed from item { $from }: its length is { $length }
cluster-not-here = { $id } is not served here
cluster-journal = can't use the journal
standby-lost-system = { $what }
objection-ended = it expired at { $at }
objection-not-yet = it is not valid before { $at }
objection-name = it is not a contest server's certificate
objection-other = its authority did not certify it for a server
auto-refused-act = the judge's action { $act } was rejected: { $fault }
auto-unlisted = can't list the games
crash-silent = no response
fairness-bot-refused = the rules reject a bot's action: { $why }
adjudicate-blank = the line is blank
adjudicate-not-text = the line is not UTF-8
adjudicate-shape = invalid request: { $reason }
adjudicate-no-request = the line is not a request: { $reason }
adjudicate-unknown-op = unknown op { $op }
adjudicate-duplicate = the { $kind } { $id } is given twice
adjudicate-no-copies = the lot { $lot } has a count of 0; it must be at least 1
adjudicate-too-many-waves = the round has { $called } waves, but the request has { $given }
audit-at = {" "}at { $at } ms
audit-lost = LOST: a { $act } by { $by } was acknowledged{ $at } but is missing
audit-twice = TWICE: a { $act } by { $by } appears again{ $at }
audit-altered = ALTERED: a { $act } by { $by } was acknowledged{ $acknowledged } but is recorded{ $at }, or as another revision
audit-refused-but-there = REJECTED BUT PRESENT: a { $act } by { $by }{ $at }
audit-unexplained = UNEXPLAINED: a { $act } by { $by }{ $at }, which was never sent
audit-changed = CHANGED: item { $sequence } of { $reader }'s feed differs from before the kill
audit-shorter = SHORTER: the length of { $reader }'s feed is { $now }; it was { $before } before
audit-unreadable = UNREADABLE: { $reader }'s feed: { $why }
audit-apart = DIFFERENT: { $reader }'s feed has no { $fact } where the public feed has one (its event { $event })
audit-against-rules = AGAINST THE RULES: a { $fact }{ $at } does not follow from the earlier events
audit-diverged = DIVERGED: { $client }'s state across the kill differs from a replay from the start
audit-cut-off = CUT OFF: { $client }'s feed does not continue: { $why }
audit-start-lost = LOST START: its start was acknowledged, but it has not started
audit-start-unexplained = UNEXPLAINED START: it started without a request
audit-other-than-before = CHANGED: its feeds differ from those at its end
audit-other-teams = WRONG TEAMS: it was started with different teams
audit-money = TSUYAMA do not add up: { $initial } at the start, { $held } held and { $paid } paid
audit-stones = stones do not add up: copies { $copies }, handed out { $handed }, in the pool { $pool }
audit-owners = the teams' stones differ from those handed out in the rounds
audit-wall = team { $team }'s wall is invalid
audit-unfinished = the game did not reach its final result; it is in the phase { $phase }
audit-broken = { $what }
audit-game = game { $game }: { $violation }
journal-gone = { $is_empty ->
        [true] the journal { $location } is empty
       *[false] there is no journal { $location }
    }
journal-database = database { $url }: { $fault }
database-url = invalid URL
database-unreachable = no connection
database-refused = access denied
database-unencrypted = the connection may be unencrypted; pass the authority's certificate (?sslmode=require&sslrootcert=FILE), or disable encryption (?sslmode=disable)
database-authority = invalid certificate of the authority
database-read-only = it is a standby or read-only. Use the primary
database-pooled = a pooler uses a new session for each transaction, as pgbouncer does with pool_mode = transaction. Connect to the database itself, or set pool_mode = session
database-rivals = more than one host accepts writes: { $hosts }. Each may have data that the others lack. Stop the outdated one, such as a former primary, and rebuild its replica
database-unsafe = confirmed records could be lost in a crash: { $setting } is { $found }; set it to { $needed }
database-foreign = unrelated tables already use the journal's table names; use another database or schema
database-unknown-version = the journal has format version { $found }; this program supports version { $known }. It is unchanged
database-older-version = the journal has the older format version { $found }; this program supports version { $known }. It is unchanged. `ishigaki-server serve` upgrades it when it starts
database-broken = the list of games is damaged at number { $number }; restore the database from a backup
database-unusable = not usable
database-switched = database { $url } is now read-only, as after a switch to its replica; nothing was written. Add the new primary to the URL
database-disk-full = the disk of database { $url } is full; free some space
database-unsure = check database { $url }: until the journal is open again, it is unknown whether the last records were stored
journal-poisoned = the journal failed and must be reopened
journal-held = server { $holder } serves game { $stream }
append-fenced = the writer of epoch { $held } is fenced; the stream is at epoch { $current }
append-conflict = tried to append after record { $expected }, but the last record is { $head }
append-empty = the append has no records
journal-lease-lost = this server was unreachable for too long; other servers now serve its games
journal-closed = the journal is closed
start-journal = can't use the journal of game { $game }
start-streams = can't use the journal
start-record = can't read record { $sequence } of game { $game }
start-kept = can't open or create record { $sequence } of game { $game }
start-panicked = opening game { $game } hit a bug in this program ({ $panic }); keep the journal and report the bug
archive-journal = can't read the journal
archive-record = can't read record { $sequence } of the journal
archive-incomplete = the record's lines are not a valid transcript
archive-spool = can't read the stored lines of the record
archive-line = can't convert record { $sequence } of the journal to a line
start-key = game { $game } was sealed with key { $needed }, but this server has key { $found }
start-removed = the journal has unfinished games that the contest file no longer lists: { $games }. Add them again. To leave them out for good, add left_out = [...] with their ids under [server] in the file
start-setup = can't play game { $game }: { $fault }
codec-garbled = the bytes are not a record
codec-older-format = the record has format { $found } of an earlier version; this server supports format { $known }. Finish the game with the version that started it, or use a new journal file
codec-newer-format = the record has format { $found }; this server supports format { $known }
codec-misfit = the record doesn't fit its game: { $reason }
codec-not-authentic = record authentication failed: it was modified or moved, or the key file's `wrapping` changed. Serve the game from a copy of the journal
codec-of-another-kind = a game in the contest file and an event in the journal have the same id; rename the game in the file
codec-no-setup = the record comes before the game's set-up
key-missing = the key file { $path } is missing, and game { $game } in the journal needs it: restore the key file with the fingerprint { $needed }, or use a new journal file
key-not-yet = no key file { $path } yet; the first start of `ishigaki-server serve` creates it
key-foreign = the key file { $path } has the fingerprint { $found }, but game { $game } needs { $needed }: restore the key file with that fingerprint, or use the journal of this key file
key-exposed = other users can read the key file { $path } (mode { $mode }); run: chmod 600 { $path }
key-read = can't read the key file { $path }
key-write = can't write the key file { $path }
key-garbled = { $path } is not a key file: expected `format`, `signing` and `wrapping`
key-unknown-format = the key file { $path } has format { $found }; this server supports format { $known }
key-randomness = can't create a key
fail-randomness = the system provides no randomness
fail-unread = can't read { $path }
fail-unwritten = can't write { $path }
fail-in-folder = in { $path }
certificate-make = can't create a certificate
certificate-not-a-certificate = this is not an authority's certificate
certificate-not-its-key = the key doesn't match the authority's certificate
token-encode = can't write the tokens
token-randomness = can't create a token
fail-copy-closing = can't close the copy of the journal
token-not-in-folder = the token is valid, but writing it to the folder failed
names-bad = { $path } is not a list of names
names-csv = it is not CSV in UTF-8
names-no-column = the header has no column { $column }
names-empty = row { $row } has no { $column }
tls-exposed = other users can read the private key { $path } (mode { $mode }); run: chmod 600 { $path }
tls-garbled = { $path } has no matching PEM content
tls-unmatched = the certificate { $chain } doesn't match the key { $key }
limits-read = can't read the limits { $path }
limits-parse = invalid limits file { $path } (line { $line })
token-read = can't read the token file { $path }
token-parse = invalid token file { $path } (line { $line })
token-hash = the token file { $path } has no SHA-256 hash for token { $id }
token-write = can't write the token file { $path }
token-no-judge = the token file { $path } names a game for token { $id }, which is not a judge's token
token-not-found = the token file { $path } has no valid token { $who }; `ishigaki-server token list` lists all, and `token issue --team CODE` creates one for a team
token-ambiguous = more than one token matches { $who }; use its id
token-taken = { $path } has a valid token of { $name }, which a new one would replace: use another --name, or revoke that one first (ishigaki-server token revoke)
token-no-name = --name NAME is required for a judge of some games
token-bad-name = invalid --name "{ $name }": expected one line of 1 to { $most } characters
token-games-of-judge = --game is only for a judge's token: --role judge
token-unknown-team = the contest has no team { $team }
token-unknown-game = the contest has no game { $game }
fail-os-not-found = no such file or directory (os error { $code })
fail-os-denied = permission denied (os error { $code })
fail-os-address-in-use = address already in use (os error { $code })
fail-os-address-not-here = this machine doesn't have that address (os error { $code })
fail-os-refused = connection refused (os error { $code })
fail-os-cut = connection reset (os error { $code })
fail-os-unreachable = host unreachable (os error { $code })
fail-os-timed-out = no response in time (os error { $code })
fail-os-full = no space left on device (os error { $code })
fail-os-folder = is a directory (os error { $code })
fail-os-no-folder = not a directory (os error { $code })
fail-os-read-only = read-only file system (os error { $code })
fail-no-text = the file is not UTF-8 text
fail-file-too-large = the file is too large; the maximum is { $most } bytes
fail-timed-out = no response in time
fail-cut = connection reset
misuse-lists = --teams { $teams }: the lists of { $scenario } are for { $fixed ->
        [one] { $fixed } team
       *[other] { $fixed } teams
    } (--no-lists plays with bots)
misuse-fixed = --bots: the lists of { $scenario } are fixed (--no-lists plays with bots)
misuse-bots = --bots: { $bots ->
        [one] { $bots } bot
       *[other] { $bots } bots
    } for { $teams ->
        [one] { $teams } team
       *[other] { $teams } teams
    }
misuse-against = --against: { $bots ->
        [one] { $bots } bot
       *[other] { $bots } bots
    } for { $seats ->
        [one] { $seats } seat
       *[other] { $seats } seats
    }
misuse-alone = --against needs a second bot
misuse-no-bot = { $bot }: no bot has this name, and it can't be started as a command ({ $why })
misuse-same-name = two bots are named { $name }; rename one with NAME=COMMAND
misuse-ladder = { $path } is not a ladder: { $why }
misuse-round = unknown round { $round }: rounds are 1 to { $rounds }
misuse-pace = --pace { $pace }: expected slow, real, fast, or up to four whole numbers of seconds, WINDOW[,REBID[,PAUSE[,BUILDING]]], with windows from 1 to { $longest }
misuse-teams = { $teams ->
        [one] { $teams } team
       *[other] { $teams } teams
    }; a game has { $least } to { $most }
misuse-servers = --servers { $servers }: several servers need a journal in a database, such as --journal postgres
misuse-parameters = { $file }: { $fault }
misuse-parameters-unreadable = line { $line }, column { $column }: { $what }
misuse-parameters-name = `name` is "{ $name }"; expected 1 to 24 characters: a-z, 0-9 and -
misuse-parameters-range = `{ $field }` is { $value }; expected { $low } to { $high } ({ $rule })
misuse-setup = can't be played: { $fault }
trouble-make = can't create { $path }
trouble-folder = can't create a folder
trouble-used = { $path } already contains a rehearsal
trouble-write = can't write { $path }
trouble-exists = { $path } exists with other content and was not overwritten: move or delete it, choose another folder with --out, or rename the scenario in its parameters
trouble-launch = can't start the server { $path }
trouble-no-server = no server at { $path }: this program starts the one next to it. Extract both from the release archive into one folder
trouble-no-start = the server did not start; the end of its log
trouble-ended = the server stopped ({ $status })
trouble-database = no database found. Install PostgreSQL (Debian and Ubuntu: apt-get install postgresql); then, as the user postgres: createuser --createdb judge && createdb --owner judge contest
trouble-own-database = can't use PostgreSQL: { $why }
trouble-still = no progress for { $seconds } s
folder-not-ours = { $path } is neither empty nor a contest's folder; choose another folder
folder-differs = { $path } has other content; --force replaces it and keeps all keys and tokens
folder-missing = missing { $option }
folder-bad-address = teams can't reach the server at "{ $address }": { $fault }. Use this machine's address in the hall's network, such as 192.168.0.10:7150
folder-reserved = { $contest }: { $field } names { $name }, a file that init writes. Rename it
address-fault-form = it is not HOST:PORT
address-fault-port = the port must be 1 to 65535 without leading zeros
address-fault-unspecified = a server can listen there, but clients can't connect to it
address-fault-group = it is a multicast or broadcast address
address-fault-reserved = this range is reserved
address-fault-link = it is a link-local address and changes with the network
folder-outside = { $contest }: { $field } names { $name }, which is outside its folder. Put the file next to it and use its name without ..
folder-halved = { $here } exists, but { $gone } is missing: restore it from a copy

# === end of failures ===


# An event in groups: names of its games. $stage is the stage's name in the plan.

event-game = { $stage }, group { $group }
event-game-spare = { $stage }, group { $group } (spare)
event-game-is-replaced = replaced with its spare by a ruling in event { $event } (G4)
event-game-is-overruled = overruled by a ruling in event { $event } (TV3)
event-game-of-abandoned = abandoned with event { $event } (TV3)
# === end of games of events ===


# rehearsal event --preset ishigaki: an event in groups.

rehearsal-groups-facts = { $teams ->
    [one] { $teams } team
   *[other] { $teams } teams
}, all from seed { $seed }: digits, bots, jankens
rehearsal-groups-server = The server runs as its own process and creates, serves and counts every game. Bots, judges, organiser, desk, referee and board connect to it over gRPC.
rehearsal-groups-made = { $games ->
    [one] The server created one game.
   *[other] The server created { $games } games, played at the same time.
}
rehearsal-groups-team = { $team } ({ $empty } empty, { $held } TSUYAMA left)
rehearsal-groups-counted = Group { $group } counted: { $best }
rehearsal-groups-replaced = Group { $group }: power failure. The referee rules that the spare is played (G4, TV3).
rehearsal-groups-why = power failure
rehearsal-groups-killed = The server was killed (kill -9) with { $games ->
    [one] one game
   *[other] { $games } games
} in progress.
rehearsal-groups-verified = { $games ->
    [one] The contest's record (facts: { $facts }) and its game's record are valid: all facts follow the rules and are signed.
   *[other] The contest's record (facts: { $facts }) and its { $games } games' records are valid: all facts follow the rules and are signed.
}
rehearsal-groups-counts = The contest's results match those of its games.
misuse-roster = --teams { $teams }: at most { $most }
# === end of rehearsal of groups ===

### === pages ===

page-rules = Rules
page-without-script = This page needs JavaScript.
page-no-line = No connection for { $time }. The page is out of date and reconnects automatically.
page-told-no-line = Connection lost. The page is out of date and reconnects automatically.
page-told-lost = CONNECTION LOST, retrying
page-my-team = My team
page-no-team = None
page-sealed = submitted
page-awaited = waiting
page-aside = not needed
page-hall = For a projector
page-phone = For phones
page-home = Start page
page-schedule = Schedule
page-hold = Hold this page
page-go-on = Continue
page-table = Table { $table }
page-call = { $players }: please come to table { $table }.
page-called = You are called. Please come to your table.
page-round = Round { $round }
page-next-in = Continues in { $time }
page-starts-in = Starts in { $time }
page-next-at = at { $clock }
page-find = Where do I play?
page-find-how = Your number, name or reading
page-find-none = No match for “{ $text }”.
page-find-more = { $count } more. Type more letters.
page-find-again = Choose someone else
page-me = You
page-seat-next = Your next game
page-seat-last = Your last game
page-seat-none = You have no game yet.
page-against = against { $names }
page-show-game = Show this game
page-tie = tie
page-shape = Stone { $lot }, squares: { $squares }
page-wall = { $team }'s wall, stones: { $stones }

# The team's page (team-client web).
page-desk = Ishigaki: team
page-desk-at = The team's page: { $address }
page-desk-care = Keep this link private: anyone who opens it on this computer can bid for your team. Ctrl-C ends the page.
page-practice-care = Keep this link private: anyone who opens it on this computer can bid for your team. Ctrl-C ends the practice.
page-desk-no-browser = Can't open a browser. Open the address yourself.
page-desk-empty = Empty. Select a lot.
page-desk-refused = This was not received. Nothing changed. Check the connection, then try again.
page-desk-gone = The program has ended or was restarted. Open the address that it prints.
page-desk-left = The program has ended. You can close this page.
page-desk-unpainted = A part of this page can't be shown ({ $what }). Reload the page, or use the terminal screen: team-client tui.
page-desk-bids = Bids
page-desk-keys-on = Letter keys: on
page-desk-keys-off = Letter keys: off
page-desk-price = Price for { $lot }
page-desk-add = Bid for { $lot }
page-desk-remove = { $lot }: delete
page-desk-raise = New price for { $lot }
page-desk-give-up = give up
page-desk-stones = Your stones
page-desk-play-again = Play again
page-desk-plan = Plan with any lot
page-desk-hold = Select { $stone }
page-desk-board = Wall: arrows move the stone, t rotates it, Enter places it, ? shows all keys
page-desk-how = Drag a stone onto the wall, or select it and then its place. The wheel or a second finger rotates it.
page-desk-try = Try another price for
page-desk-question = Question for the judge (one line)
page-desk-messages-new = new
page-desk-stop-search = stop the solver
page-desk-key = Key: { $key }
page-desk-key-on-wall = Key when the wall has focus: { $key }
page-todo-bidding = { $bids ->
        [one] 1 bid
       *[other] Up to { $bids } bids
    }; you win at most { $wins ->
        [one] 1 stone
       *[other] { $wins } stones
    }
page-todo-rebid = Raise your price, or give up the stones
page-todo-others-rebid = Other teams are re-bidding
page-todo-ready = Round { $round } starts when the judge opens it
page-todo-last = The judge confirms the last round
page-todo-building = Place your stones and save the wall
page-todo-ended = The walls are being counted
page-list-none = Not submitted
page-list-unsubmitted = Not submitted
page-list-submitted = Submitted { $time }: { $bids ->
        [one] 1 bid
       *[other] { $bids } bids
    }, { $total } TSUYAMA
page-list-submitted-before = Submitted: { $bids ->
        [one] 1 bid
       *[other] { $bids } bids
    }, { $total } TSUYAMA
page-list-passed = Submitted { $time }: no bids in this round
page-list-passed-before = Submitted: no bids in this round
page-list-changed = { $changes ->
        [one] 1 change
       *[other] { $changes } changes
    } since you submitted at { $time }
page-list-changed-before = { $changes ->
        [one] 1 change
       *[other] { $changes } changes
    } since you submitted
page-round-passed = You did not bid.
page-round-nothing = You won nothing.
page-round-tied = You are tied for { $tied ->
        [one] 1 stone
       *[other] { $tied } stones
    }. Won so far: { $won }.
page-round-won = You won { $won ->
        [one] 1 stone
       *[other] { $won } stones
    } for { $charge } TSUYAMA.
page-result-of = of { $teams ->
        [one] 1 team
       *[other] { $teams } teams
    }
page-result-behind = { $team } finished ahead of you: { $why }
page-result-ahead = You finished ahead of { $team }: { $why }
page-result-abandoned = The game was abandoned.
page-desk-submit = Submit bids
page-desk-submit-changes = Submit changes
page-desk-submitted = Submitted
page-desk-submit-rebid = Submit re-bid
page-desk-pass = Pass this round
page-desk-pass-rebid = Pass
page-desk-save-wall = Save wall
page-desk-wall-saved = Wall saved
page-desk-revert = Revert
page-desk-use-submitted = Use submitted list
page-desk-if-all-win = If all win
page-desk-money = { $total } of { $budget }
page-desk-money-left = TSUYAMA left
page-desk-lots = Stones on offer
page-desk-list = Your bids
page-desk-list-how = highest wish first, drag to reorder
page-desk-total = { $lines } of { $most ->
        [one] 1 bid
       *[other] { $most } bids
    }. You pay at most { $cost } TSUYAMA.
page-desk-rebid = Your tied bids
page-desk-wall = Your wall
page-desk-teams = Teams
page-desk-round = Last round
page-desk-no-round = No round has been opened yet.
page-desk-result = Final result
page-desk-min = min { $price }
page-desk-last = last { $price }
page-desk-copies = { $count } left
page-desk-was = was { $price }
page-desk-line-new = new
page-desk-above = more than { $price }
page-desk-most = at most { $price }
page-desk-drag = { $lot }: drag, or press the arrow keys, to change its priority
page-desk-cheaper = { $lot }: 1 less
page-desk-dearer = { $lot }: 1 more
page-desk-again = Bid for another { $lot }
page-desk-earlier = { $lot }: prices in earlier rounds
page-desk-refused-sign = “{ $sign }” is not a digit. The price is unchanged.
page-desk-refused-long = A price has at most { $most } digits. The price is unchanged.
page-desk-suggest = Suggest bids
page-desk-receipt-differs = CALL THE JUDGE: revision { $revision } has other bids than you submitted here ({ $shown }).
page-desk-line-won = Won
page-desk-line-lost = Lost
page-desk-line-not-needed = Not needed
page-desk-line-tied = Tied
page-desk-line-open = Open
page-desk-winner-you = You, { $price }
page-desk-no-winner = nobody
page-desk-head-lot = Stone
page-desk-head-you = You
page-desk-head-winner = Winner
page-desk-other-lots = Other stones: { $count }
page-desk-wall-figures = { $empty } empty · { $purse } TSUYAMA
page-desk-wall-large = { $team }: enlarge the wall
page-desk-decides = The marked figure decides against the next team.
page-desk-sound-on = Sound: on
page-desk-sound-off = Sound: off
page-desk-menu = Menu
page-desk-help = Help
page-desk-rules = Rules of the game
page-desk-legend = Marks
page-desk-legend-pattern = A colour and a pattern: one kind of stone
page-desk-legend-rank = Rank of this stone in your list
page-desk-legend-sealed = This team has submitted
page-desk-legend-awaited = This team has not submitted
page-desk-legend-plan = Dashed: planned, not yours yet
page-desk-legend-loose = Unsupported: doesn't count
page-desk-legend-checked = Received and checked
page-desk-legend-carried = On its way to you
page-desk-legend-rules = Number of a rule: opens its text
page-desk-keys = Keys
page-hint-waiting = Between rounds you can build your wall and prepare the next list under Bids.
page-hint-bidding = Press + on a stone to bid. The top line counts first. Change it as often as you like until the time is up, but submit it.
page-hint-rebid = You and another team offered the same price. The higher new price wins. You can also pass.
page-hint-building = Drag stones onto the wall, starting at the bottom. Only the saved wall counts.
page-hint-result = Empty squares decide first. The marked figures show what separated the teams.
page-hint-close = Got it

board-pages = Board pages (plain HTTP, read only; Ctrl-C stops)
    for a projector  { $hall }
    for phones       { $phone }

page-report = the whole game
page-report-proof = Is this record genuine?
page-report-checking = Checking the record in this page: line { $line } of { $lines }…
page-report-holds = Checked by this page: the record's chain (records: { $records }), its signed heads ({ $heads }) and its opened lists ({ $lists }), which match the sealed ones.
page-report-fails = This record is invalid at line { $line }: { $what }.
page-report-fails-head = the chain leads to another head
page-report-fails-signature = the signature is not the server's
page-report-fails-list = the opened list doesn't match the sealed one
page-report-fails-read = it can't be read
page-report-signer = The signing key has the fingerprint { $fingerprint }. Check it against a team's sheet or the board in the hall: only that shows who signed.
page-report-unsigned = Unsigned lines at the end, not shown: { $lines }.
page-report-rules = This page shows only the signed lines above. It doesn't check the content of sealed boxes, whether every action was allowed, or whether the server played the game twice. To check that, run: ishigaki-server verify.
page-report-moment = Time
page-report-before = previous
page-report-after = next
page-report-play = Play
page-report-stop = Pause
page-report-rounds = Rounds: all opened lists
page-report-void = void:
page-report-declined = declines
page-report-team = Team
page-report-plots = Prices, money, walls
page-report-prices = Price of each stone by round; the line is its minimum price
page-report-money = TSUYAMA left during the game; numbers mark the start of rounds
page-report-filled = Squares filled
page-report-log = Log
page-report-messages = Messages
page-report-lists-opened = Bidding closed. Lists opened: { $lists } (A5).
page-report-rebids-opened = Re-bid { $wave } closed. Prices opened (A8).
page-report-placed = { $team } placed { $stone } at row { $row }, column { $col }, rotated { $turn }° (W4).
page-report-wall = { $team } replaced its wall. Stones: { $stones } (W5).
page-report-counted = { $team }'s wall was counted by hand. Empty squares: { $empty }; gaps in the top row: { $top_gaps }; stones used: { $used }. Reason: { $reason } (E2).
page-report-failed = { $lot }: { $copies } not awarded, { $why } (A8).
page-report-outbid = outbid (A5)
page-report-rebid-lost = lost or given up in the re-bid (A8)
page-report-not-needed = not needed (A9)
page-report-announced = Announced to all:
report-done = Wrote the page for { $game } to { $file }. Open it in a browser.
export-done = Wrote { $files }
export-no-table = Choose one of { $tables }, or write all of them with --out FOLDER.
record-of-event = this is the record of an event, not of a game; use `ishigaki-server verify`, `log`, `export` or `site`
export-not-declared = The result is not declared yet (E4), so there are no certificates.
export-no-certificates = There are no certificates before the result is declared (E4).
export-no-team = Unknown team { $team }. Teams: { $teams }.
export-which-team = Choose a team with --team CODE, or write all of them with --out FOLDER.
export-team-tables = A team's game is available as a page, text or JSON. For spreadsheets, export the tables one by one with --team CODE.
export-one-format = Only one format can be printed. To write several, use --out FOLDER.
export-of-event = Tables of an event: { $tables }, as csv, html or text, without --team.
export-not-printed = { $table } is only for spreadsheets and programs (csv, json). Sheets to print: { $sheets }.

guide-heading = Verify the records
guide-intro = Every result follows from signed records. Anyone can verify them, without a server and without trusting the organiser.
guide-fingerprint = Compare this fingerprint of the server's key with the one on a team's sheet or the board. Compare each --head below with the last head you wrote down, if any.
guide-files = Put all files in one folder, and check there that they are unchanged:
guide-ours = Verify each record with the contest's program:
guide-python = Or use the independent verifiers, which share no code with the server and need only Python 3.9:
guide-verdict = Exit code 0 means valid, 1 invalid, and 6 only partly checked.

site-files = Files to download
site-title = Contest results
site-contents = All results
site-games = Games
site-result = Places and walls
site-report = Whole game with its bids
site-record = Signed record
site-records = Signed records
site-fingerprint = Fingerprint of the server's key:
site-head = Last head:
site-press = Text for the press
site-pending = Results not published yet
site-running = { $title }: in progress
site-covered = { $title }: finished, not announced yet
site-partial = When these pages were made, the records were only partly checked: { $gaps }.
site-gap-signer = the signer was not compared with a fingerprint
site-gap-unsigned = the end of a record is not signed
site-done = Wrote the site to { $folder }. Records published: { $records }. Open index.html in a browser.
site-left-out = Left out, because the ranking is not revealed: { $games }. If the hall has seen it, add --revealed.

press-champion = Champion: { $name }
press-place = { $place } { $name }
press-honoured = { $line } ({ $honours })
press-players = Players: { $count }
press-teams = Teams: { $count }
press-not-over = The ranking is not declared yet.
press-proof = These results come from signed records that anyone can verify.

archive-done = Wrote { $records ->
        [one] { $records } record
       *[other] { $records } records
    } to { $folder }. README.en.txt has the commands that verify them.
records-problem = { $record }: { $what }
records-repeated = { $id }: given twice
records-in-use = A running server is using this journal. Stop the server first, or use a copy made by `standby --once`.
records-folder-taken = The folder { $folder } is not empty. Choose a new one, or delete it.
records-none = There are no records: no game or event has begun.
records-nothing-public = There is nothing to publish yet: no game has a revealed ranking, and no event has begun. If the hall has seen all declared rankings, add --revealed.

# === end of pages ===

# === the doctor ===

doctor-level-ok = ok
shared-level-note = note
doctor-level-warning = CHECK
doctor-level-error = STOP
doctor-part-contest = contest file
doctor-part-certificate = certificate
doctor-part-tokens = tokens
doctor-part-kits = teams' folders
doctor-part-key = key
doctor-part-journal = journal
doctor-part-machine = machine
doctor-part-addresses = addresses
doctor-sum = { $fine } ok, { $look } to check, { $stop } to fix before the contest.
doctor-no-folder = missing folder { $folder }
doctor-no-contest = missing { $file }
doctor-not-a-file = { $file } is { $kind }, not a file, and is not read
doctor-file-large = { $file } has { $size } MiB, more than the maximum of { $most }, and is not read
doctor-kind-pipe = a pipe
doctor-kind-socket = a socket
doctor-kind-device = a device
doctor-lint-more = { $count } more findings
doctor-contest = { $file }: { $games ->
        [one] { $games } game
       *[other] { $games } games
    }, { $teams ->
        [one] { $teams } team
       *[other] { $teams } teams
    }
doctor-certificate-refused = clients reject the certificate { $file }: its authority did not certify it for a server
doctor-certificate-ended = clients reject the certificate { $file }: it expired at { $at }, and this machine's clock says { $today }
doctor-certificate-not-yet = clients reject the certificate { $file }: it is valid from { $at }, and this machine's clock says { $today }
doctor-certificate-name = clients reject the certificate { $file }: it is not for a contest server
doctor-certificate-soon = the certificate { $file } expires in { $days ->
        [one] { $days } day
       *[other] { $days } days
    }
doctor-certificate-hours = the certificate { $file } expires in { $hours ->
        [one] { $hours } hour
       *[other] { $hours } hours
    }
doctor-certificate = the certificate { $file } is valid for { $days ->
        [one] { $days } more day
       *[other] { $days } more days
    } and matches its key
doctor-authority-gone = missing { $file }, which clients need to recognise the server
doctor-authority-other = { $file } is not the authority that issued { $chain }: clients that trust it reject this folder's server
doctor-authority-key-gone = missing { $file }: the contest continues, but the server's certificate can't be renewed
doctor-authority-key-other = { $file } doesn't belong to { $authority }: certificates can't be renewed
doctor-exposed = other users can read { $file } (mode { $mode })
doctor-writable = other users can change { $file } (mode { $mode })
doctor-folder-exposed = other users can list { $file } (mode { $mode })
doctor-folder-writable = other users can add and remove files in { $file } (mode { $mode })
doctor-more-files = { $count } more
doctor-tokens = { $file }: { $count ->
        [one] { $count } valid token
       *[other] { $count } valid tokens
    }
doctor-team-without-token = team { $team } has no valid token and can't join
doctor-role-without-token = no valid token for { $role }
doctor-token-stale = the token in { $file } is invalid: revoked, or from another contest
doctor-token-other = { $file } has the token of { $whose }: anyone who uses it signs in as { $whose }
doctor-join-other = { $file } doesn't match this folder: it has another server or token
doctor-token-empty = { $file } is empty
doctor-token-gone = missing { $file }: { $name } has a valid token, but no file to use it from here
doctor-kit-gone = team { $team } has a token, but { $folder } doesn't have it, so there is nothing to hand out
doctor-kit-empty = the token in { $folder } is empty: team { $team } can't join with it
doctor-kit-stale = the token in { $folder } is not a valid token of team { $team }
doctor-kit-other = { $folder } has another server or authority than this folder: team { $team } can't connect
doctor-kits = { $count ->
        [one] { $count } team's folder is
       *[other] { $count } teams' folders are
    } correct: token, authority and address
doctor-key = { $file }, fingerprint { $fingerprint }
doctor-key-new = no key file { $file } yet; the first start creates it
doctor-journal-new = no journal { $path } yet; the first start creates it
doctor-journal-older = the journal { $path } has an older format, which the next start upgrades; its records were not read
doctor-journal-in-use = a running server is using the journal { $path }, so its records were not read
doctor-journal = { $path }: all records of { $games } of { $of ->
        [one] { $of } game or event
       *[other] { $of } games and events
    } are readable
doctor-checkpoint = the checkpoint of { $game } belongs to other records: the server ignores it, and the journal may have been restored from a copy
doctor-record-forged = record { $record } of { $game } was not written with this key, or was changed later
doctor-left-out = the journal has running games that the contest file doesn't list: { $games }
doctor-game-changed = { $file } or its scenario changed after game { $game } started: { $what }. The game continues with its original settings
doctor-event-changed = the plan or titles of event { $event } in { $file } changed after it was created. It continues with its original settings
doctor-roster-changed = the teams in { $file } differ from the committed roster of event { $event }, which counts (TV1): { $who }
doctor-roster-other = the teams in { $file } differ from the roster that the organiser set for event { $event }, which counts: { $who }
doctor-roster-gone = { $id } only in the roster
doctor-roster-new = { $id } only in the file
doctor-roster-otherwise = { $id } differs in { $parts }
doctor-roster-order = same teams, different order
doctor-clock-back = the last write to the journal is { $seconds ->
        [one] { $seconds } second
       *[other] { $seconds } seconds
    } ahead of this machine's clock: the clock is wrong
doctor-clock-behind = { $file } was written { $seconds ->
        [one] { $seconds } second
       *[other] { $seconds } seconds
    } ahead of this machine's clock: the clock may be wrong
doctor-disk = { $free } MiB of { $size } MiB free
doctor-disk-little = only { $free } MiB of { $size } MiB free; games stop when the disk is full
doctor-folder-read-only = can't write to { $folder } ({ $why }): the server can't store its journal
doctor-descriptors = up to { $descriptors } open files and connections allowed
doctor-descriptors-few = only { $descriptors } open files and connections allowed, too few for { $connections } clients
doctor-no-address = { $file } has no server address, so the sheets can't be used
doctor-address = the address on the sheets, { $address }, is this machine's
doctor-address-bad = teams can't reach { $address }, the address on the sheets: { $why }
doctor-address-unknown = unknown host in { $address }
doctor-address-loopback = the sheets have { $address }, which points each laptop to itself: only clients on this machine can connect
doctor-address-not-here = the address on the sheets, { $addresses }, is not this machine's
doctor-port-taken = a server can't listen on { $address }: { $why }
doctor-served-elsewhere = a server is using the journal, but nothing responds at { $address }, the address on the sheets
doctor-server = { $address } responds, with { $games ->
        [one] { $games } game
       *[other] { $games } games
    }
doctor-server-none = no server responds at { $address }
doctor-server-other = clients reject the server at { $address }: { $why }
doctor-server-denies = { $address } rejects this folder's board token
doctor-fix-make = ishigaki-server init --out FOLDER --contest FILE --address HOST:PORT
doctor-fix-init = ishigaki-server init --out { $folder }   (creates what is missing and keeps the rest)
doctor-fix-lint = fix it, then: ishigaki-server lint { $file }
doctor-fix-copy = restore { $file } from the folder's backup or the second machine
doctor-fix-certificate = restore { $chain } and { $key } from a backup, or delete both and run: ishigaki-server init --out { $folder }
doctor-fix-renew = if this machine's date is right: ishigaki-server init --out { $folder }   (creates a new certificate that the same clients accept, used from the next start)
doctor-fix-renew-keyless = if this machine's date is right: restore { $key } or, if you have no copy, rm { $authority } (this creates a new authority, so all teams need new sheets). Then run: ishigaki-server init --out { $folder }
doctor-fix-tokens = restore { $file } from the folder's backup or the second machine. Without a copy, all tokens and sheets are invalid; to create new ones: ishigaki-server init --out { $folder }
doctor-fix-close = chmod 600 { $files }
doctor-fix-close-folder = chmod 700 { $files }
doctor-fix-close-all = chmod -R go-rwx { $folder }   (restricts all files to their owner)
doctor-fix-not-a-file = check with ls -l { $file }, then restore the file from its copy
doctor-fix-reissue = restore the copy, or replace the token, which invalidates the old one: ishigaki-server token reissue { $who } --folder { $folder }
doctor-fix-issue-team = ishigaki-server token issue --folder { $folder } --team { $team }
doctor-fix-issue-role = ishigaki-server token issue --folder { $folder } --role { $options }
doctor-fix-in-use = stop the server to read all records, or check a copy: ishigaki-server standby --folder COPY --once
doctor-fix-restore = use the standby's copy of the journal, or the backup
doctor-fix-left-out = add them to the contest file again, or list them in left_out = [...] under [server]
doctor-fix-game-changed = restore the file to its state when the game started, or play the new version in the spare game: judge-tui replace { $game } --reason "..."
doctor-fix-event-changed = restore the file, or give the event another id to run it with the new settings
doctor-fix-roster-changed = change the teams to match the roster, or give the event another id to run it with the file's teams
doctor-fix-roster-other = change the teams to match the roster, or set the file's teams: judge-tui event roster FILE.csv
doctor-fix-clock = set this machine's clock: timedatectl set-ntp true, or timedatectl set-time "YYYY-MM-DD HH:MM:SS"
doctor-fix-disk = free some space before the first game (df -h and du -xh show usage), or move the folder to another disk
doctor-fix-write = run this as the owner of { $path }, or change its owner: chown -R "$USER" { $path } && chmod u+rwX { $path }
doctor-fix-immutable = owner and mode are fine. Run lsattr -d { $path }; if it shows i or a, run as root: chattr -R -i -a { $folder }
doctor-fix-read-only = the disk is mounted read-only: find it with findmnt -T { $path }, fix with mount -o remount,rw. Linux does this to failing disks: if dmesg shows errors, use the second machine
doctor-fix-full = the disk is full: check with df -h { $path } and du -xh --max-depth=2. Delete other files, or move the folder to another disk
doctor-fix-other-log = mv { $log } { $away }
doctor-fix-writable = chmod u+w { $path } { $folder }
doctor-fix-descriptors = ulimit -n { $needed }, or LimitNOFILE={ $needed } in the systemd unit
doctor-fix-address = ishigaki-server init --out { $folder } --force --address HOST:PORT   (this machine's address in the hall), then hand the sheets out again
doctor-fix-port = stop the program that uses that port, or serve on another port (--listen) and hand out new sheets
doctor-fix-line = if it is another contest's server, stop it; if it is this contest's, restart it with this folder's certificate
doctor-fix-token = it is another contest's server, or uses another token file: ishigaki-server serve --folder { $folder }
doctor-fix-serve = ishigaki-server serve --folder { $folder }
doctor-server-version = the server has version { $server }, this program { $here }: a standby of another version may not be able to take over
doctor-client-version = teams with a version other than { $here }: { $teams }
doctor-fix-version = install the same version on all machines, from one archive

# === end of the doctor ===

### === findings ===
# Findings of linters, and faults of plans and rosters. Each is part of a sentence, without a full stop. Text in ` ` is a key of the
# file, text in quotes is from the file.
lint-finding = { $file }:{ $line }:{ $column }: { $level }: { $what } ({ $why })
lint-located = { $file }:{ $line }:{ $column }: { $what } ({ $why })
lint-level-error = error
lint-level-warning = warning
lint-toml = { $message }
lint-empty = `{ $key }` is empty
lint-no-code = `{ $key }` is "{ $text }"; expected 1 to { $most } characters: A-Z, a-z, 0-9
lint-no-code-also = `{ $key }` is "{ $text }"; expected 1 to { $most } characters: A-Z, a-z, 0-9 and, after the first, any of { $also }
lint-out-of-range = `{ $key }` is { $number }; expected { $least } to { $most }
lint-not-one-of = `{ $key }` is "{ $text }"; expected { $choices }
lint-wrong-type = `{ $key }` must be { $wanted }, not { $found }
lint-no-key = missing `{ $key }` in this { $noun }
lint-unknown-key = unknown key `{ $key }` in this { $noun }; expected { $known }
lint-id-taken = { $noun } "{ $id }" already exists on line { $line }
lint-other-kind = this is a { $found } file, expected a { $expected }
lint-no-kind = unknown kind of file; expected a scenario (`frame`), a contest ([[game]]) or NAME.lists.toml
lint-unreadable = can't read { $path }: { $why }
lint-unknown-scenario = unknown scenario "{ $name }"; known: { $known }. To name a file, use a path with a slash or a name ending in .toml
lint-outside = "{ $name }" is outside the contest's folder
lint-not-beside = "{ $name }" is not a file in the contest's folder
lint-faulty-scenario = scenario "{ $name }" has { $faults ->
        [one] 1 error
       *[other] { $faults } errors
    }, listed with its file
lint-no-game-and = "{ $name }" is neither a game of this contest nor a scenario: { $error }
lint-sign = `{ $key }` has the character { $sign }; expected # or .
lint-ragged = row { $row } of `{ $key }` has { $width } columns, but the first row has { $wanted }
lint-disconnected = this square of `{ $key }` is not connected to the first one
lint-no-square = `{ $key }` has no squares
lint-too-large = `{ $key }` is too large: the maximum is { $extent } rows, { $extent } columns and { $squares } squares
lint-not-flat = the { $side } row of `frame` has no flat part, only single squares
lint-no-round = missing [[round]]
lint-no-stone = missing [[stone]]
lint-above-money = `min_price` is { $price }, more than the { $money } of every team
lint-parts = the { $side } row of `frame` is in { $parts } parts
lint-bare-frame = `frame` has { $edges ->
        [one] 1 empty outer row or column
       *[other] { $edges } empty outer rows or columns
    }
lint-nothing-fills = no arrangement of the stones fills `frame`
lint-filling-open = no wall that fills `frame` found in { $tries } tries; if you know one, keep it next to the file
lint-like-price = stone "{ $stone }" looks like a price
lint-same-stone = stone "{ $stone }" is the same as "{ $other }" on line { $line } after rotation; use `copies` for more than one
lint-turned-over = stone "{ $stone }" is the mirror image of "{ $other }" on line { $line }
lint-bare-stone = stone "{ $stone }" has { $edges ->
        [one] 1 empty outer row or column
       *[other] { $edges } empty outer rows or columns
    }
lint-larger-than-frame = stone "{ $stone }" is { $height } x { $width }, larger than `frame` ({ $rows } x { $columns })
lint-fits-nowhere = stone "{ $stone }" doesn't fit anywhere in `frame`
lint-covers-most = stone "{ $stone }" alone covers { $squares } of { $frame } squares
lint-too-few-squares = the stones have { $squares } squares in total, but `frame` has { $frame }
lint-few-squares = the stones have { $squares } squares in total, only slightly more than `frame` ({ $frame })
lint-few-wins = the { $most } largest stones, the most a team can win, have { $squares } of { $frame } squares
lint-dear-wall = a full wall costs at least { $price } at minimum prices, but a team has { $money }
lint-much-money = `money` ({ $money }) is { $times } times the price of all stones at minimum prices ({ $price })
lint-free-stone = stone "{ $stone }" can be won for 0
lint-dear-stone = stone "{ $stone }" costs { $price } of a team's { $money }
lint-few-bids = `max_bids` is { $bids }, too few to win { $wins } stones
lint-all-in-one-round = one team may win all { $copies } stones in one round
lint-many-bids = a list can't use { $bids } bids: there are { $copies } copies
lint-teams-of-game = { $teams } teams; a game usually has 4 to 9
lint-left-over = { $teams } teams can win { $most } stones in total; { $left } of { $copies } stay unsold
lint-all-in-first-round = { $teams } teams can win all { $copies } stones in the first round
lint-scarce-stones = the stones have { $squares } squares in total, less than half of the { $walls } squares of { $teams } frames
lint-plenty-of-stones = the stones have { $squares } squares in total, more than three times the { $walls } squares of { $teams } frames
lint-unusual-time = `{ $key }` is { $seconds }; usually { $least } to { $most }
lint-early-close = bidding closes as soon as every team has submitted; use this only for rehearsals
lint-made-for = { $teams } teams play a scenario for { $wanted }
lint-no-game = missing [[game]] or [[event]]
lint-of-roster = `{ $key }` belongs to the roster of an event, but this file has no [[event]]
lint-name-of-staff = the name "{ $id }" is reserved
lint-no-games = `games` is empty
lint-no-time = "{ $text }" is not a time of day such as 13:00
lint-time-not-later = this entry doesn't start after the one before it
lint-no-message = `{ $key }` must be one line of at most { $most } characters, without spaces at its ends
lint-unknown-game = unknown game "{ $game }"
lint-seats-now = teams are named at the start, so the game can't start now; use starts = "by-organiser"
lint-title-missing = `title_ja` needs `title`
lint-many-seats = the game needs { $seats } teams, but this contest has { $teams }
lint-named-twice = team "{ $team }" is named twice
lint-unknown-team = unknown team "{ $team }"
lint-team-count = the game has { $teams ->
        [one] 1 team
       *[other] { $teams } teams
    }; expected 2 to 16
lint-team-twice = team "{ $team }" is listed twice
lint-unplayable = can't play this scenario: { $why }
lint-own-spare = game "{ $game }" is its own spare
lint-spare-id = the spare's id "{ $id }" is taken or longer than { $most }
lint-spare-now = the spare "{ $spare }" starts now; use starts = "by-organiser"
lint-spare-teams = the spare "{ $spare }" and "{ $game }" have different teams
lint-spare-practice = the spare "{ $spare }" is for practice, but "{ $game }" is not
lint-spare-no-practice = the spare "{ $spare }" is not for practice, but "{ $game }" is
lint-spare-returns = the spares of "{ $game }" lead back to it
lint-no-spare = game "{ $game }" has no spare
lint-same-problem = the spare has the same frame and the same stones
lint-alike-codes = { $noun } "{ $code }" is easy to confuse with "{ $other }" on line { $line }
lint-odd-signs = the text contains { $signs }: invisible, or not the same width on all screens
lint-same-name = a team on line { $line } is already named "{ $name }"
lint-alike-name = the name "{ $name }" looks like "{ $other }" on line { $line }
lint-only-practice = team "{ $team }" plays only in practice games
lint-plays-nowhere = team "{ $team }" plays in no game
lint-two-games = team "{ $team }" plays in "{ $first }" and "{ $second }", which both start now
lint-event-id = `id` is "{ $id }"; expected 1 to { $most } characters: a-z, 0-9 and, after the first, -
lint-event-teams = the event { $event } has { $teams ->
    [one] 1 team
   *[other] { $teams } teams
}; expected at least 2
lint-division-taken = the division "{ $division }" already has an event
lint-division-missing = only one event of the file can be without `division`
lint-no-division = team "{ $team }" has no event; set its `division` to one of: { $known }
lint-events-own-id = the id "{ $id }" is reserved: the event's games have ids of the form { $event }-STAGE-GROUP
lint-no-plan = missing `preset` or `plan`
lint-preset-and-plan = use either `plan` or `preset`, not both
lint-unknown-team-of = unknown team "{ $team }"; expected { $known }
lint-rounds = there are { $rounds } [[round]]s; scenario "{ $scenario }" has { $wanted }
lint-no-line = invalid line "{ $text }"; write lot and price, such as "L 12"
lint-no-raise = invalid raise "{ $text }"; write line and new price, such as "1 14"
lint-unknown-stone = scenario "{ $scenario }" has no stone "{ $stone }"
lint-many-lines = the list has { $lines } lines; the maximum is { $most }
lint-many-lines-of = { $stone } is on { $lines } lines; copies left: { $copies }
lint-no-copy-left = line { $line } bids on { $stone }, which is sold out
lint-below-minimum = line { $line } bids { $price } on { $stone }; its minimum price is { $least }
lint-over-money = the list totals { $total }, but the team has { $held }
lint-raised-twice = line { $line } is raised twice
lint-not-tied = line { $line } is not tied
lint-not-above = line { $line } is raised to { $price }; it must be above { $tied_at }, the tied price of { $stone }
lint-raises-over = the raises total { $total }; the maximum is { $most }
lint-nothing-tied = nothing is tied, so this wave never happens
lint-further-wave = another [[round.wave]] is needed: { $ties }
lint-refused-otherwise = it is rejected, but not for { $code }: { $why }
lint-accepted = it is accepted, not rejected for { $code }
lint-word-quoted = "{ $text }"
lint-word-or = { $first } or { $next }
lint-word-and = { $first } and { $next }
lint-word-then = { $first }; { $next }
lint-word-tie = { $stone } at { $price } between { $lines }
lint-word-tied-line = { $team } (line { $line })
lint-word-top = top
lint-word-bottom = bottom
lint-word-file = file
lint-word-scenario = scenario
lint-word-contest = contest
lint-word-stone = stone
lint-word-team = team
lint-word-game = game
lint-word-judge = judge
lint-word-round = round
lint-word-event = event
lint-word-quoted-text = text in quotes
lint-word-whole-number = a whole number
lint-word-true-or-false = true or false
lint-word-array-of-texts = an array of strings
lint-word-list-of-tables = a list of tables, [[{ $key }]]
lint-word-a-table = a table
lint-word-no-stones = it has no stones
lint-word-stone-twice = stone "{ $stone }" is listed twice
lint-word-no-copies = stone type { $number } has no copies
lint-word-no-rounds = it has no rounds
lint-word-empty-round = round { $round } has no bids, no wins or no time
lint-word-type-text = string
lint-word-type-integer = integer
lint-word-type-float = float
lint-word-type-boolean = boolean
lint-word-type-datetime = datetime
lint-word-type-array = array
lint-word-type-table = table
lint-because = { $what }: { $why }
planned-event-shape = { $name }, the plan of event { $event }, is not a preset file
planned-event-config = invalid event { $event } in the contest file
event-config-shape = invalid settings
event-config-source = settings need either a preset or a plan
event-config-unknown-preset = unknown preset "{ $name }"; known: { $known }
event-config-of-another-kind = "{ $member }" is not a setting of this kind of event
event-config-unknown-stage = guests are named for "{ $stage }", which is not a stage of the plan
event-config-control = a title has a control character
canonical-number = a number is not a 64-bit integer
canonical-depth = objects and lists nested more than { $most } deep
preset-shape = invalid preset
preset-time = invalid time "{ $text }"; example: "9:45"
preset-slot = a slot of the timetable must be at least 1 minute
preset-plan = invalid plan: { $fault }
preset-group-plan = invalid plan: { $fault }
lint-field = { $field } ({ $rule }): { $what }
lint-leagues-semi = { $leagues } leagues, expected { $expected } with semi-finals
lint-leagues = { $leagues } leagues, expected { $expected } without semi-finals
lint-leagues-none = { $leagues } leagues, expected { $expected } without [knock_out]
lint-prizes-without-leagues = an event without leagues has no prizes; set it to `nobody`
lint-round-robin-of-leagues = only an event without leagues and [knock_out] can be a round robin
lint-round = round { $round }, expected { $least }
lint-round-range = round { $round }, expected { $least } to { $most }
lint-seed-digits = a seed of { $digits } digits, expected 1 to 18 and at least one from each lottery
lint-seed-number = number { $number } is out of range (1 to 10) or listed twice
lint-seed-class = class { $class } has no name, or another class's name
lint-no-semi-finals = a game for third place needs semi-finals
lint-womens-final = with games for third place or prizes, a woman could have two games in one round
lint-strength-depth = { $depth }, expected 1 to 12
lint-prize-order = criterion { $criterion } uses prizes before they are decided
lint-no-stage = missing stage
lint-stage-name = stage name "{ $stage }" is taken or invalid; expected 1 to 12 characters: A-Z, a-z, 0-9 and, after the first, - and _
lint-stage-source = stage "{ $stage }" has no teams, or takes some from a later stage
lint-stage-size = stage "{ $stage }": { $what }
lint-stage-game = stage "{ $stage }": a game of { $teams } teams is listed twice, out of range (2 to 16), or has no scenario
lint-stage-two-sizes = stage "{ $stage }" has both a target and a number of groups
lint-stage-per-group = stage "{ $stage }": { $teams } of each group advance, but a group has at most { $most } teams
event-config-date = invalid date "{ $text }"; example: "2026-12-05"
event-config-no-date = the lottery "{ $lottery }" has no date; set `lottery_date`
lint-group-seed-digits = a seed of { $digits } digits, expected 15 and at least one from each lottery
lint-few-teams = number of teams: { $teams }; expected at least 2
lint-target = { $target } teams per group, expected 4 to 8
lint-groups = can't form { $groups } groups of 2 to 16 teams
contest-event-roster = the teams of the contest file are not a valid roster for event { $event }
contest-event-no-teams = event { $event } of the contest file has groups, but the file has no teams (TG1)
contest-event-created = can't create event { $event } of the contest file
contest-event-unset = can't set the roster of event { $event }: { $why }
roster-shape = invalid roster
roster-lines = the roster has { $lines } lines; expected 1 to { $most }
roster-id = roster line { $line }: the id "{ $id }" is empty or used twice
roster-long-id = roster line { $line }: the id has { $characters } characters; the maximum is { $most }
roster-control = roster line { $line } has a control character
roster-seed-class = roster line { $line }: unknown seed class "{ $class }"
lint-long-roster = the event's roster has { $lines } lines; in this round robin, at most { $most } players can all meet
lint-no-roster = the event has no players yet: the organiser can upload the roster later
lint-short-roster = the event's roster has { $lines ->
        [one] 1 line
       *[other] { $lines } lines
    }; its leagues need at least { $least }
lint-woman-unused = `woman` of team "{ $team }" is not used in an event in groups
lint-unknown-guest = guest "{ $guest }" of stage "{ $stage }" is not a team of the contest
lint-left-out = team "{ $team }" never plays: it is not a guest, and no stage uses the roster
lint-stage-of = stage "{ $stage }" of { $teams } teams: { $what }
lint-stage-no-scenario = stage.game: stage "{ $stage }" has { $teams } teams in { $groups ->
        [one] 1 group
       *[other] { $groups } groups
    }, but no scenario for { $size } teams
lint-stage-no-scenario-absent = stage.game: stage "{ $stage }" has no scenario for games of { $sizes } teams, which absences can cause
lint-stage-scenario = stage.game: stage "{ $stage }": { $what }
lint-not-playable = { $teams } teams can't play scenario "{ $scenario }": { $why }
lint-bad-scenario = scenario "{ $scenario }": { $why }
basis-toml = TOML
basis-format = the file format, `docs/reference/contest-files.md`
basis-unique = ids are unique
basis-squares-joined = W1: frames and stones consist of unit squares connected by their edges
basis-signs = W1: drawings are rows of # and .
basis-flat = W1: a frame is flat at the top and at the bottom
basis-row-0 = W1: row 0 is the top row of the drawing
basis-same-stone = W2: a rotated stone is the same stone
basis-turned-over = W2: stones can't be flipped
basis-first-square = W2: a stone's drawing has no empty rows or columns around it
basis-inside = W2: stones lie inside the frame
basis-support = W5: support
basis-told-before = G1: teams know everything before the game
basis-money-same = G1: whole TSUYAMA, the same for all
basis-money-whole = G1: whole TSUYAMA, never negative
basis-money = G1: money is what bids compete with
basis-round-limits = G1: each round has limits M and W
basis-round-empty = G1: a round needs bids and wins
basis-rounds-fixed = G1: the scenario fixes the rounds
basis-copies = G1: each stone type has a number of copies
basis-several-stones = G1: a wall consists of several stones
basis-scenario = G1: a game needs its scenario
basis-needs = G1: required for a game
basis-plays-once = G1: a team plays once
basis-teams-fixed = G1: a game's teams are set when it starts
basis-so-many-teams = G1: stones and rounds fit a number of teams
basis-names = G1: people write and say these names
basis-teams = G2: teams per game
basis-computers = G2: a team has at most three members and two computers
basis-pool = G3: one pool of stones for the whole game
basis-spare = G4: a game is replayed with another problem
basis-line = A2: a line is a stone type and a price
basis-list = A2: valid lists
basis-refused = A2: reasons to reject a list
basis-no-bid = A2: no bid on it is possible
basis-lines-of-type = A2: a type can be on as many lines as it has copies
basis-window = A3: bidding has a window
basis-window-usual = A3: bidding takes 1 to 2 minutes
basis-closing = A3: end of bidding
basis-no-early-close = A3: no early close by default
basis-won-by-line = A5: each stone won is a line of the list
basis-rebid-window = A7: a re-bid has a window
basis-rebid-short = A7: a re-bid is short
basis-rebid = A7: valid re-bids
basis-raise = A7: a tied line gets a new price
basis-waves = A7: a re-bid follows a tie
basis-countdown = E1: a countdown of a few seconds
basis-filling = E2: the fewest empty squares win
basis-judge = E4: the chief judge declares the result
basis-outage = T: after a restart, open windows resume or wait
basis-starts = a game starts with the server or on command
basis-event-plan = TG1: an event has a plan
basis-event-groups = TG1: groups of teams
basis-event-roster = TD4: a roster belongs to an event
basis-needs-scenario = lists need their scenario
basis-there = the file must exist
basis-utf8 = TOML files are UTF-8 text
basis-no-folder = it must be a file, not a folder
basis-allowed = you need permission to read the file
basis-ends = the file must have an end
basis-readable = the file must be readable
basis-event-scenario = TG1: a stage needs a scenario for each group size
basis-group-size = TG1: groups of 2 to 16 teams
basis-guests = TG5: guests are on the roster
basis-roster = TD4: roster ids and names have no control characters
basis-women = TK3: a women's final needs leagues
basis-round-robin = TS2: all players meet each other
basis-leagues = TL3: at least 2 players per league
toml-expected = { $what }, expected { $expected }
toml-expected-nothing = { $what }, expected nothing
toml-unknown-field = unknown field `{ $field }`, expected one of { $known }
toml-invalid-type = invalid type: { $found }, expected { $expected }
toml-missing-field = missing field `{ $field }`
toml-duplicate-field = duplicate field `{ $field }`
toml-table-twice = `{ $name }` is defined as a table twice; for several, write `[[{ $name }]]` before each
toml-underscore = `_` may only go between digits
toml-too-deep = cannot recurse further; max recursion depth met
toml-carriage-return = carriage return must be followed by newline
toml-extra-equals = extra `=`
toml-extra-assignment = extra assignment between key-value pairs
toml-extra-comma-array = extra comma in array
toml-extra-comma-table = extra comma in inline table
toml-signed-radix = integers with a radix cannot be signed
toml-comment-sign = invalid comment character
toml-table-element = invalid inline table element
toml-key-value = invalid key-value pair
toml-unquoted-key = invalid unquoted key
toml-invalid-value = invalid value
toml-key-alone = key with no value
toml-key-basic = keys cannot be multi-line basic strings
toml-key-literal = keys cannot be multi-line literal strings
toml-array-opening = missing array opening
toml-no-assignment = missing assignment between key-value pairs
toml-no-comma-array = missing comma between array elements
toml-no-comma-pairs = missing comma between key-value pairs
toml-comment-start = missing comment start
toml-escaped-value = missing escaped value
toml-table-opening = missing inline table opening
toml-table-key = missing key for inline table element
toml-opening-quote = missing opening quote
toml-table-open = missing table open
toml-no-value-for-key = missing value for key
toml-no-value = missing value
toml-radix-case = radix must be lowercase
toml-redundant-prefix = redundant integer number prefix
toml-redundant-sign = redundant numeric sign
toml-unquoted = string values must be quoted
toml-unicode-digits = too few unicode value digits
toml-unclosed-array-table = unclosed array table
toml-unclosed-array = unclosed array
toml-unclosed-inline = unclosed inline table
toml-unclosed-table = unclosed table
toml-equals-in-array = unexpected `=` in array
toml-after-comment = unexpected content between comment and newline
toml-content = unexpected content
toml-key-or-value = unexpected key or value
toml-leading-zero = unexpected leading zero
toml-unexpected-sign = unexpected sign
toml-empty-key = unquoted keys cannot be empty
toml-unquoted-string = invalid unquoted string
toml-basic-string = invalid basic string
toml-literal-string = invalid literal string
toml-duplicate-key = duplicate key
toml-float-overflow = floating-point number overflowed
toml-integer-overflow = integer number overflowed
toml-recursion-limit = recursion limit
toml-want-basic = basic string
toml-want-literal = literal string
toml-want-multi-line = multi-line basic string
toml-want-characters = characters
toml-want-digits = digits
toml-want-key = key
toml-want-letters = letters
toml-want-numbers = numbers
toml-want-value = value
toml-want-newline = newline
toml-want-printable = printable characters
toml-want-no-double-quote = non-double-quote visible characters
toml-want-no-single-quote = non-single-quote characters
toml-want-no-single-quote-visible = non-single-quote visible characters
toml-want-unicode = unicode hexadecimal value
# === end of findings ===

### === violations ===
# Findings of a verifier, and why a line of a record can't be read. Each is part of a sentence, without a full stop. Text in ` ` is a
# name used in the record.

violation-line = line { $line }
violation-unreadable = it can't be read
violation-wrong-signer = the server's key has the fingerprint { $found }, expected { $expected }
violation-event-head = the lines lead to the head { $computed } after event { $sequence }, but the record says { $written }: a line was changed
violation-wrong-head = the lines lead to the head { $computed } after event { $sequence }, but the record says { $written }: a line from line { $since } on was changed, added or removed
violation-head-signature = the signature of the head after event { $sequence } is invalid
violation-too-large = the attempts so far have more than { $most } lots, teams and list lines in total
violation-other-head = { $found ->
        [none] the record has no signed head, so none matches { $expected }
       *[other] no signed head matches { $expected }: the last one is { $found }…
    }
violation-noted-head = no signed head matches { $expected }
violation-wrong-records = the result says { $written } records, but there are { $found }
violation-wrong-counter = submission { $found } of team "{ $team }", expected { $expected }
violation-wrong-revision = revision { $found } of team "{ $team }", expected { $expected }
violation-box-length = the box of team "{ $team }" has { $found } bytes, expected { $expected }
violation-not-the-last = submission { $found } of team "{ $team }" is opened, but the team's last was { $last }
violation-other-list = team "{ $team }": the list doesn't match submission { $counter }
violation-wrong-box = the box of submission { $counter } of team "{ $team }" doesn't contain its list
violation-wrong-note = note { $found }, expected { $expected }
violation-note-length = the box of note { $number } has { $found } bytes, expected { $expected }
violation-too-many-notes = the game has more than { $most } messages and read marks
violation-no-note-key = the game is closed, but the keys of its { $notes } notes are missing
violation-wrong-note-keys = { $has_notes ->
        [true] epoch { $epoch } has notes, but its key is missing
       *[other] epoch { $epoch } has no notes, but its key is present
    }
violation-nothing-to-open = there is a key for notes, but there are no notes
violation-wrong-note-box = note { $number } doesn't match what was sealed
violation-time-goes-back = time goes back from { $before } ms to { $at } ms
violation-wrong-actor = this actor can't do this
violation-event-principal = the principal is "{ $found }", which doesn't match the actor
violation-wrong-principal = { $by_clock ->
        [true] the principal is "{ $found }", but the clock did this
       *[other] the principal is "{ $found }", but a person did this
    }
violation-wrong-reason = the reason for the manual entry should be "{ $expected }"
violation-overdue = a deadline at { $due } ms should have been handled first
violation-not-due = nothing was due yet
violation-no-news = this changes nothing, so it can't be in a record
violation-unprompted = nothing in the record causes this
violation-refused = the rules reject it: { $why }
violation-not-sealed = team "{ $team }" had submitted nothing
violation-not-opened = the submission of team "{ $team }" is missing
violation-invalid-list = invalid list of team "{ $team }": { $why }
violation-invalid-rebid = invalid re-bid of team "{ $team }": { $why }
violation-different = the rules require a different fact: `{ $fact }` at { $at } ms
violation-missing = a required fact is missing: `{ $fact }` at { $at } ms
violation-event-different = { $count ->
        [0] this changes nothing, so it can't be in a record
       *[other] the rules require different facts: { $facts }
    }
violation-wrong-commitment = the commitment of settings and roster is { $computed }, but the record says { $written }
violation-event-result = the result doesn't follow from the events
violation-wrong-result = the result differs { $part }
violation-result-round = in the final rounds, at number { $number } of the list
violation-result-team = in the teams, at number { $number } of the list
violation-result-row = in the ranking, in row { $number }
violation-bad-key = invalid public key
violation-wrong-signature = invalid signature
violation-box-not-a-list = not a correctly encoded list
violation-box-not-a-note = not a correctly encoded note
violation-box-foreign = the list names a lot that the game doesn't have
violation-box-too-long = the text has { $length } bytes; the maximum of a box in this game is { $room }
violation-box-unsealable = the box can't be sealed
violation-box-wrong-key = the key does not open the box
violation-box-malformed = the box doesn't contain a sealed list
violation-box-wrong-commitment = the commitment doesn't match the nonce and list in the box
record-error-io = can't write the transcript
record-error-json = this is not a line of a transcript
record-error-unknown-format = unknown format { $found }, expected { $known }
record-error-not-canonical = the line is not in canonical form
record-error-byte-order-mark = the file starts with a byte order mark: an editor changed it
record-error-carriage-return = the line has a carriage return: a program changed the line endings
record-error-long-line = the line is longer than { $most } bytes
record-error-not-text = the line is not UTF-8 text
record-error-unterminated = the last line is incomplete
record-error-misplaced = expected a line of kind { $expected }
record-error-missing-result = the result line is missing
record-error-gap = expected sequence { $expected }, found { $found }
record-error-epoch-gap = expected epoch { $expected }, found { $found }
record-error-not-signed = the signed head of event { $sequence } is missing
record-error-not-closing = unexpected signed head after event { $sequence }
record-error-sealed = a public record contains sealed data
record-error-wrong-proof = the fact lacks the proof that its kind requires
record-error-unknown-team = unknown team "{ $code }"
record-error-unknown-lot = unknown lot "{ $code }"
record-error-unknown-stone = unknown stone "{ $code }"
record-error-unknown-actor = unknown actor "{ $by }"
record-error-bad-turn = invalid rotation by { $quarters } quarters
record-error-hex = expected { $length } bytes in lower-case hexadecimal
record-error-bad-box = the box is not hexadecimal
record-error-frame = invalid frame: { $why }
record-error-shape = invalid shape of lot "{ $lot }": { $why }
record-error-sign = the shape of lot "{ $lot }" has a character other than '#' and '.'
record-error-setup = invalid set-up: { $why }
record-error-no-line = roster lines start at 1
record-error-unknown-pool = unknown pool or game "{ $pool }"
record-error-bad-slip = the slip has an invalid handicap or square
record-error-config = invalid settings
record-error-roster = invalid roster
record-error-foreign = this belongs to another game
record-error-empty = it has no squares
record-error-other-sign = it has the character { $sign }
record-error-repeated = the square ({ $row }, { $column }) is listed twice
record-error-disconnected = the square ({ $row }, { $column }) is not connected to the others
record-error-large = it is too large
record-error-leaf = a receipt tree has leaves 0 to 63, not { $leaf }
record-error-receipt = line { $line } is not a receipt
record-unreadable = the record can't be read
record-id = the id "{ $id }" can't be the name of a file
generate-exhausted = no valid scenario in { $draws } draws for { $name }; last error: { $why } (try another seed, more types or less awkwardness)
generate-outside = { $name }: { $figure } is { $value } in every draw, outside { $low } to { $high } (try other rounds, types or squares)
# === end of violations ===

# Signing in to the team's page.
sign-in-link = This link is incomplete. Scan the QR code on your sheet again, or type the code below it.
sign-in-other-contest = This link belongs to another contest. Scan the QR code on your sheet.
sign-in-unknown = Unknown token. Check each group of the code on your sheet. If it is right, ask the organiser for a new sheet.
sign-in-revoked = This token has been revoked. Ask the organiser for a new sheet.
sign-in-not-team = This isn't a team's sheet. Scan the QR code on your team's sheet.
sign-in-not-judge = This isn't a judge's sheet. Scan the QR code on your judge's sheet.
sign-in-not-staff = This isn't a sheet of the event's staff. Scan the QR code on a sheet of the desk, the referee or the organiser.
sign-in-too-many-devices = Your team already uses { $most } devices. Choose "Sign out" on one of them, then try again.
sign-in-too-many-sheet-devices = This sheet is already in use on { $most } devices. Choose "Sign out" on one of them, then try again.
sign-in-too-many-attempts = Too many failed attempts from this network. Try again in { $seconds } seconds.
sign-in-no-server = The contest server doesn't answer. Wait a moment, then try again; tell the organiser if it stays like this.
page-sign-in = Sign in
page-sign-in-how = Scan the QR code on your team's sheet with this device's camera, or type the code below it.
page-sign-in-code = Token code
page-sign-in-wait = Signing in…
page-sign-out = Sign out
page-receipts = Download receipts
page-ended-revoked = Your team's token has been revoked. Submitted bids stay valid. Ask the organiser for a new sheet.
page-ended-quit = You are signed out. Submitted bids stay valid.
page-ended-failed = The page server had to close this page. Reload it; drafts and submitted bids are kept.
page-ended-idle = This page was closed because it was idle. Reload it; drafts and submitted bids are kept.
page-signed-out = You are signed out on this device. Sign in again with your team's sheet; drafts and submitted bids are kept.

# The start page of the page server.
page-start = Contest
page-start-hall = Hall board
page-start-hall-use = Watch all games: lots, walls and standings
page-start-hall-event-use = Pairings, results and standings, on a large screen
page-start-phone = On your phone
page-start-phone-use = Follow a game and a team
page-start-phone-event-use = Find your next game, with results and standings
page-start-schedule-use = Today's times
page-start-results = Results
page-start-results-use = Results so far, and final rankings
page-start-team = Team desk
page-start-team-use = Bid and build
page-start-team-needs = Needs the QR code on your team's sheet, or the code below it
page-start-judge-use = Hand out stones, enter counts, answer questions
page-start-judge-needs = Needs the QR code on a judge's sheet, or the code below it
page-start-staff-use = Reception, result slips, rulings, next steps
page-start-staff-needs = Needs the QR code on a sheet of the desk, the referee or the organiser

# The staff's page (`page-staff-…`).
page-staff = Event staff
page-staff-sign-in-how = Scan the QR code on your sheet with this device's camera, or type the code below it.
page-staff-signed-out = You are signed out on this device. Sign in again with your sheet.
page-staff-choose = Choose an event
page-staff-no-event = No event yet. The page shows it as soon as the organiser has created it.
page-staff-organiser = Next step
page-staff-reception = Reception
page-staff-desk = Result slips
page-staff-tables = Tables
page-staff-referee = Rulings
page-staff-find = Find a player by number, name or reading
page-staff-all = All
page-staff-unseen = Not yet seen
page-staff-present = Present
page-staff-absent = Absent
page-staff-none = No players in this list.
page-staff-no-roster = No roster yet.
page-staff-reception-how = Mark each player who arrives. Attendance is fixed once the lottery results are entered (TD7).
page-staff-reception-slips = Attendance is fixed (TD7). Seeds who are present draw their slips (TD6).
page-staff-reception-playing = Players can withdraw from the next round on (TW1).
page-staff-reception-closed = Reception is closed.
page-staff-marked-present = { $player } is present.
page-staff-marked-absent = { $player } is absent.
page-staff-rest = Mark absent
page-staff-rest-count = Mark everyone not yet seen absent ({ $count })
page-staff-rest-sure = Mark these players as absent ({ $count })?
page-staff-slip = Slip drawn:
page-staff-slip-drawn = Slip { $number }
page-staff-slip-enter = Record slip
page-staff-slip-sure = { $player } drew slip { $number }? It can't be changed (TD6).
page-staff-withdraw = Withdraw
page-staff-withdraw-sure = Withdraw { $player } from the next round on? This can't be undone (TW1).
page-staff-desk-how = Enter the slip that the winner brings. It can't be corrected later (TO9).
page-staff-tables-how = Report a result from the table. It counts once the desk has the signed card.
page-staff-table = Table number
page-staff-open = Open
page-staff-scan = Scan card
page-staff-no-camera = The camera can't be used. Type the table number.
page-staff-no-table = No table { $table } in this round.
page-staff-card = Round { $round }, table { $table }, { $pool }
page-staff-card-alone = Round { $round }, table { $table }
page-staff-winner = Winner
page-staff-more = Discs, time, forfeit
page-staff-discs-winner = Winner's discs
page-staff-discs-loser = Loser's discs
page-staff-end = Decided by
page-staff-draw-win = Who held the draw-win right? (TO5, TO7)
page-staff-signed = Both signed
page-staff-enter = Enter result
page-staff-enter-second = Enter, then a second person checks
page-staff-report = Report result
page-staff-entered = Result of table { $table } entered.
page-staff-reported = Result of table { $table } reported.
page-staff-entered-already = Only the referee can correct a result (TV3).
page-staff-report-waits = Waiting for the signed card: { $result }
page-staff-report-confirm = Card matches, enter
page-staff-report-drop = Discard
page-staff-report-own = Waiting for a second person on another device.
competition-won = { $player } won { $how }
page-staff-needs-winner = Choose the winner.
page-staff-needs-discs = Enter the discs of both players, or of neither.
page-staff-needs-holder = Choose who held the draw-win right.
page-staff-needs-signatures = The card needs both signatures. Send it back to the table, or call the referee.
page-staff-next-open = Next open game
page-staff-no-round = No round is paired.
page-staff-all-entered = All results of round { $round } are entered.
page-staff-left = Open games in round { $round }: { $count }
page-staff-referee-how = Each ruling shows its changes before it is made, and is recorded with its reason (TV3).
page-staff-reason = Reason (public: no private matters)
page-staff-preview = Show changes
page-staff-changes = Changes
page-staff-no-changes = No pairing, place or figure changes.
page-staff-rule = Make ruling
page-staff-ruled = Ruling recorded.
page-staff-rulings = Rulings so far
page-staff-needs-choice = Something is missing. Choose a player or game first.
page-staff-player = Player
page-staff-player-one = First player
page-staff-player-other = Opponent
page-staff-game = Game: player or table, such as R2T7
page-staff-other = Choose another
page-staff-league = League
page-staff-correct = Correct a result
page-staff-correct-how = Replace an entered result, also after the next pairing.
page-staff-unpair = Undo the pairing
page-staff-unpair-how = Take back the pairing of this round, while no game has a result.
page-staff-pair-by-ruling = Fix a pair
page-staff-pair-by-ruling-how = Pair the next round with two players fixed. The others are paired by the rules.
page-staff-excuse = Excuse a player for one round
page-staff-excuse-how = The player misses the next round, which counts as a loss.
page-staff-attendance = Change attendance after the lottery
page-staff-attendance-how = Until the leagues are formed. It moves other players (TD7).
page-staff-firsts = Confirm a league winner
page-staff-firsts-how = A league winner found by the ranking needs your confirmation (TF4).
page-staff-first-of = League { $league }: { $player }
page-staff-confirm-first = Confirm
page-staff-nothing-to-confirm = Nothing to confirm.
page-staff-name-first = Name a league winner
page-staff-name-first-how = Only if the league has no players left (TF4).
page-staff-digits-ruling = Replace the lottery results
page-staff-digits-ruling-how = Until the leagues are formed (TD8).
page-staff-digits = Results in order, separated by spaces
page-staff-text-ruling = Other ruling
page-staff-text-ruling-how = Record a decision that the rules don't cover.
page-staff-text = Text, recorded and published
page-staff-record = Record
page-staff-replay = Replay a game
page-staff-replay-how = Take back a result of this round, so that the game is played again, until the next round is paired.
page-staff-replace-game = Replace a game
page-staff-replace-game-how = Its spare game takes its place. A counted result is dropped (G4).
page-staff-do-commit-roster = Lock roster
page-staff-do-make-leagues = Form leagues
page-staff-do-pair-round = Pair round
page-staff-do-draw-groups = Draw groups
page-staff-do-close-stage = Close stage
page-staff-do-declare-ranking = Declare ranking
page-staff-do-enter-janken = Enter order
page-staff-hash = Publish this hash of settings and roster before the draw (TV1):
page-staff-copy = Copy
page-staff-copied = Copied
page-staff-unseen-play = Not seen at reception: { $count }. They will be paired as present players:
page-staff-lottery-of = { $name } of { $date } ({ $digits } digits)
page-staff-digits-bad = { $name } has { $digits } digits.
page-staff-reception-early = Reception opens when the organiser has locked the roster.
page-staff-line = ({ $id })
page-staff-leaving = withdraws from the next round on
page-staff-needs-reason = Enter a reason.
page-staff-no-game = No game with a result matches “{ $text }”.
page-staff-report-drop-sure = Discard this result of table { $table }? It can be entered again.
page-staff-waits = waiting
page-staff-entered-first = Result of table { $table }: waiting for a second person.
page-staff-held = draw-win right: { $player }
page-staff-next = Next
page-staff-over = Nothing left to do
page-staff-again = Start again
page-staff-announce = Show announcement
page-staff-announcements = Announcement
page-staff-announcements-how = It is shown in the hall for two minutes, and on phones. One language is enough. It is public (TV4).
page-staff-call = Call players
page-staff-call-again = Call again ({ $count })
page-staff-called = Table { $table } called.
page-staff-english = In English
page-staff-japanese = In Japanese
page-staff-roster = Roster file (Excel, CSV or OpenDocument)
page-staff-roster-how = The file is checked first. A file with faults is not taken.
page-staff-roster-faults = Nothing was taken. Correct these { $count } faults and choose the file again:
page-staff-roster-remarks = Please check:
page-staff-roster-set = Use this roster
page-staff-roster-again = Replace the roster
page-staff-roster-players = Players in this file ({ $count })
page-staff-lottery = { $name } ({ $digits } digits)
page-staff-digits-enter = Enter lottery results
page-staff-digits-sure = Enter these lottery results? Attendance is fixed then (TD7).
page-staff-print = Print
page-staff-print-draw = Draw
page-staff-print-leagues = League tables
page-staff-print-pairings = Pairings
page-staff-print-slips = Result slips
page-staff-print-results = Results
page-staff-print-standings = Standings
page-staff-print-bracket = Play-offs
page-staff-print-ranking = Final ranking
page-staff-print-diplomas = Diplomas
page-staff-print-groups = Groups
page-staff-print-round = Round to print

# The page of a judge at the walls.
page-judge = Judge at the walls
page-judge-sign-in-how = Scan the QR code on your judge's sheet with this device's camera, or type the code below it.
page-judge-signed-out = You are signed out on this device. Sign in again with your judge's sheet.
page-judge-choose = Choose a game
page-judge-no-game = No game is running. The page shows the next one when it starts.
page-judge-stones = Stones
page-judge-counts = Counts
page-judge-lists = Paper lists
page-judge-questions = Questions
page-act-done = Done.
page-act-failed = No response. Check the page, then try again.
page-act-outdated = The page was out of date. Check it, then try again.
page-act-same-person = A second person must check this on another device.
page-judge-all-handed = No stones to hand out.
page-judge-hand-out = Hand out stone { $stone } to { $team }
page-judge-hand-all = Hand out all of this type
page-judge-carried = Handed out, not yet checked by the team
page-judge-undo = Undo
page-judge-progress = Stones won: { $won }, handed out: { $carried }, checked: { $checked }, placed: { $placed }
page-judge-count-how = Count the wall itself. The server's figures appear after you enter yours. If they differ, a second person counts on another device.
page-judge-empty = Empty squares
page-judge-top-gaps = Empty in the top row
page-judge-used = Stones used
page-judge-count-check = Check count
page-judge-server = Server
page-judge-count-manual = A manual count applies to this wall.
page-judge-count-other = One person has counted this wall. Count it yourself, then compare.
page-judge-count-first = First
page-judge-count-second = Second
page-judge-counts-agree = Both counts are the same.
page-judge-counts-differ = The two counts differ. Count the wall again together.
page-judge-count-matches = The figures match. Nothing to enter.
page-judge-count-differs = differs
page-judge-count-again = Count again
page-judge-count-drop = Discard count
page-judge-count-reason = Reason, recorded and published
page-judge-count-reason-text = Counted at the wall
page-judge-count-saved = Count recorded.
page-judge-confirm = Confirm count
page-judge-confirm-alone = You entered this count yourself. Have you counted the wall a second time?
page-judge-confirm-anyway = Counted twice, confirm
page-judge-confirm-other = Waiting for a second person to count this wall on another device.
page-judge-confirm-agreed = Both counts are the same. Confirm on the other device.
page-judge-no-list = No bidding window is open.
page-judge-list-organiser = Only the organiser may enter paper lists, because a judge must not see prices before the opening (A4, G6). Take the paper to the organiser.
page-judge-list-how = The list stays hidden until the opening. Turn the screen away from others.
page-judge-list-team = Team
page-judge-list-reason = Reason, recorded and published
page-judge-list-reason-text = Paper list: the team's device failed
page-judge-list-add-first = Enter at least one bid, or choose “Team declines”.
page-judge-list-bad = Each bid needs a stone and a price in whole TSUYAMA.
page-judge-list-submitted = { $team } (submitted)
page-judge-list-replace-sure = { $team } has submitted a list. Replace it with the paper list?
page-judge-list-submit = Submit list
page-judge-list-entered = List submitted for { $team }.
page-judge-line-add = Add bid
page-judge-line-lot = Stone of bid { $line }
page-judge-line-price = Price of bid { $line }
page-judge-decline = Team declines
page-judge-decline-sure = Submit an empty list for { $team }? The team can't win a stone in this round.
page-judge-decline-replace-sure = { $team } has submitted a list. Replace it with an empty one? The team can't win a stone in this round.
page-judge-no-questions = No open questions.
page-judge-answer = Question from { $team }
page-judge-answer-english = Answer in English
page-judge-answer-japanese = Answer in Japanese
page-judge-answer-public = Show question and answer to all teams, without the team's name
page-judge-answer-one = Enter an answer in at least one language.
page-judge-answer-send = Send answer
page-judge-answer-prepared = Prepared answers
page-judge-answer-replace = Replace the text you typed?
page-judge-answer-replace-yes = Replace
