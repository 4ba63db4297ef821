# What people read, in English. The same keys and gaps stand in ja.ftl, in the same order.
#
# One section a subject; add a key at the end of its section, before the section's end mark, in both files.
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
name-roster-line = line { $line } of the roster

# === end of names ===

### === events ===

event-by-organiser = (By the organiser.)
event-entered-by-organiser = (Entered by the organiser.)
event-round-opened = Round { $round } has started; bidding closes in { $window } ({ $rule }).
event-round-opened-again = Round { $round } has started again, attempt { $attempt }; bidding closes in { $window } ({ $rule }).
event-bids-sealed = { $team } has sealed its list ({ $rule }).
event-lists-opened = { $teams ->
        [0] Bidding has closed; no team bid ({ $rule }).
       *[other] Bidding has closed and the lists are opened: { $teams ->
            [one] { $teams } team
           *[other] { $teams } teams
        } with { $lines ->
            [one] { $lines } bid
           *[other] { $lines } bids
        } ({ $rule }).
    }
event-lists-opened-without = Declined: { $teams }.
event-rebid-called = Ties go to a re-bid; it closes in { $window } ({ $rule }).
event-rebid-called-again = New ties go to another re-bid; it closes in { $window } ({ $rule }).
event-rebid-sealed = { $team } has sealed its answer to the re-bid ({ $rule }).
event-rebids-opened = Re-bid { $wave } has closed and its prices are opened: { $raises ->
        [0] no new price
        [one] { $raises } new price
       *[other] { $raises } new prices
    } ({ $rule }).
event-lots-confirmed = The chief judge confirmed { $lots } ({ $rule }).
event-nothing-confirmed = The chief judge confirmed the round; nothing was on offer ({ $rule }).
event-round-finalised = Round { $round } is final: prices are deducted, stones are handed out ({ $rule }).
event-stone-placed = { $team } laid { $stone } at row { $row }, column { $col }{ $quarters ->
        [0] {""}
        [1] , a quarter turn clockwise
        [2] , half a turn
       *[other] , three quarter turns clockwise
    } ({ $rule }).
event-stone-taken-out = { $team } took { $stone } off its wall ({ $rule }).
event-wall-replaced = { $team } rearranged its wall: { $stones ->
        [0] no stone lies on it
        [one] { $stones } stone lies on it
       *[other] { $stones } stones lie on it
    } ({ $rule }).
event-wall-replaced-by-hand = The organiser entered { $team }'s wall by hand: { $stones ->
        [0] no stone lies on it
        [one] { $stones } stone lies on it
       *[other] { $stones } stones lie on it
    }. Reason: { $reason } ({ $rule }).
event-wall-counted = { $team }'s wall was counted by hand: { $empty } empty, { $top_gaps ->
        [one] { $top_gaps } gap
       *[other] { $top_gaps } gaps
    } in the top row, { $used ->
        [one] one stone
       *[other] { $used } stones
    } used. Reason: { $reason } ({ $rule }).
event-wall-counted-covered = { $team }'s wall was counted by hand. Reason: { $reason } ({ $rule }).
event-wall-counted-no-more = { $team }'s wall counts again as it lies here. Reason: { $reason } ({ $rule }).
event-stones-carried = Carried to their teams: { $stones } ({ $rule }).
event-stones-not-carried = Not carried to their teams after all: { $stones } ({ $rule }).
event-stones-checked = { $team } has received and checked { $stones } ({ $rule }).
event-remarked = Remark: { $text }
message-correction = Correction. { $told }
event-announced = Announcement: { $text }
event-announced-to = Announcement to { $teams }: { $text }
shared-announced-answer = To the question "{ $asked }": { $text }
event-announced-answer-to = To { $teams }, to the question "{ $asked }": { $text }
event-question-asked = { $team } asks (question { $question }): { $text }
event-question-answered = Answer to { $team } alone (question { $question }): { $text }
event-question-answered-to-all = Question { $question } of { $team } is answered to all teams.
event-messages-read = { $team } has read its messages up to number { $through }.
event-note-sealed = A message to some, or a mark that one was read, is sealed until the result is declared or the game abandoned.
event-end-signalled = The chief judge signals the end; the game ends in { $window } ({ $rule }).
event-game-ended = The game is over; nothing may be laid any more ({ $rule }).
event-janken-entered = The janken is decided, best first: { $order } ({ $rule }).
event-janken-covered = The order of a janken is entered ({ $rule }).
event-team-disqualified = { $team } is disqualified: { $reason } ({ $rule }).
event-team-reinstated = The disqualification of { $team } is taken back: { $reason } ({ $rule }).
event-result-declared = The chief judge declared the final result ({ $rule }).
event-paused = The clocks stand: { $reason } ({ $rule }).
event-paused-by-judge = The chief judge paused the clocks ({ $rule }).
event-paused-by-organiser = The organiser paused the clocks ({ $rule }).
event-reason-outage = the server was down, and the judge lets them go on
event-resumed = The clocks go on ({ $rule }).
event-resumed-window = The clocks go on, with { $window } left ({ $rule }).
event-more-time = The running window has got more time: { $reason } ({ $rule }).
event-more-time-by-judge = The chief judge gave the running window more time ({ $rule }).
event-more-time-by-organiser = The organiser gave the running window more time ({ $rule }).
event-window-extended = More time, { $window } left: { $reason } ({ $rule }).
event-window-extended-so-much = { $given } more; { $window } left: { $reason } ({ $rule }).
event-window-extended-so-much-by-judge = The chief judge gave { $given } more; { $window } left ({ $rule }).
event-window-extended-so-much-by-organiser = The organiser gave { $given } more; { $window } left ({ $rule }).
event-window-extended-by-judge = The chief judge gave more time; { $window } left ({ $rule }).
event-window-extended-by-organiser = The organiser gave more time; { $window } left ({ $rule }).
event-round-voided = Round { $round }, attempt { $attempt }, is void and will run again: { $reason } ({ $rule }).
event-game-abandoned = The game is abandoned: { $reason } ({ $rule }).
event-practice-ended = The practice has ended: { $reason } ({ $rule }).

# === end of events ===

### === outcomes ===
# What became of one bid; stands behind it.

outcome-awarded = won at { $price } ({ $rule })
outcome-awarded-by-rebid = won by re-bid at { $price } ({ $rule })
outcome-outbid = outbid by { $team } at { $price } ({ $rule })
outcome-outbid-by-own = the team's own better bid at { $price } came before it ({ $rule })
outcome-tied = tied at { $price }, waits for the re-bid ({ $rule })
outcome-lost-rebid = lost the re-bid to { $team } at { $price } ({ $rule })
outcome-lost-rebid-to-own = the team's own re-bid at { $price } took the copy ({ $rule })
outcome-given-up = tied and not raised: given up ({ $rule })
outcome-failed-tie = re-bids equal at { $price }: failed, nobody gets it ({ $rule })
outcome-closed = closed for the round by its re-bid ({ $rule })
outcome-no-copy-left = no copy was left when its turn came ({ $rule })
outcome-quota-full = not needed, the most stones were won already ({ $rule })
outcome-waiting = may still come into play ({ $rule })

auction-award = { $lot } to { $team } for { $price } TSUYAMA
auction-tie = { $lot }: { $copies ->
        [one] { $copies } copy
       *[other] { $copies } copies
    } tied at { $price } between { $teams } ({ $rule })
auction-failure = { $lot }: { $copies ->
        [one] { $copies } copy
       *[other] { $copies } copies
    } failed, { $why } ({ $rule })
auction-failure-no-rebid = nobody raised
auction-failure-short-rebid = fewer offers than copies
auction-failure-tied-rebid = the re-bids were equal

# === end of outcomes ===

### === phases ===

phase-ready = Waiting for round { $round } to start
phase-bidding = Bidding
phase-rebidding = Re-bid { $wave }
phase-confirming = Waiting for the chief judge to confirm
phase-building = Building, all rounds are final
phase-countdown = Countdown to the end
phase-ended = The game is over
phase-declared = The result is final
phase-abandoned = The game is abandoned
phase-practice-ended = The practice has ended

# === end of phases ===

### === ranking ===
# What separates a row from the row below it.

criterion-with-figures = { $what }: { $above } against { $below } ({ $rule })
shared-alone = { $what } ({ $rule })
criterion-empty = fewer empty squares
criterion-top-gaps = fewer gaps in the top row
criterion-held = more TSUYAMA left
criterion-used = more stones used
criterion-unused = fewer stones won but unused
criterion-janken = janken
criterion-janken-needed = equal on all counts, janken to be held
criterion-disqualified = the team below is disqualified
criterion-both-disqualified = both disqualified, the last place is shared
criterion-head-empty = empty
criterion-head-top-gaps = top
criterion-head-held = TSUYAMA
criterion-head-used = used
criterion-head-unused = unused

# === end of ranking ===

### === print ===
# What an event prints. ○ and × stand on result cards; rule numbers stand in the texts, since each is said of one rule.

print-heading-at = { $heading }, { $time }
print-draw = Draw
print-lotteries = Lotteries
shared-roster = Roster
print-lotteries-of-draw = Lotteries of the draw, in this order: { $lotteries } (TD2).
print-lotteries-of-date = Lotteries of the draw, drawn on { $date }, in this order: { $lotteries } (TD2).
print-lottery-of-date = { $lottery } ({ $date })
print-no-date = no date
print-commitment = Commitment to settings and roster, published before the first lottery: SHA-256 { $hash } (TV1).
print-seed = The results joined are the seed, { $seed }; x_0 is what is left of it divided by { $modulus }: { $start } (TD2, TD3).
print-generator = x of a line is what is left of (x of the line before × 65793 + 4282663) divided by { $modulus }; line 1 goes on from x_0 (TD1, TD4).
print-numbers-by-slips = By x from the smallest, the lines have the numbers 11, 12, 13 and so on (TD5); a seed who is present has the number of the slip that was drawn instead (TD6).
print-numbers-by-x = By x from the smallest, the lines have the numbers 11, 12, 13 and so on (TD5); seeds have those of their class instead, by x as well (TD6).
print-pairings = Pairings of round { $round }
print-by-table = By table
print-by-player = By player
print-certificates = Certificates of the pairings
print-certificates-note = No pairing of a pool costs less: first byes that its receiver had before (TP3 a), then games the pairs have played before (TP3 b), then gaps in wins, the phantom's included (TP3 c, TV2).
print-gap = gap { $gap }: { $pairs }
print-slips = Result slips of round { $round }
print-slip = Round { $round }, table { $table }
print-slips-note = The winner hands the slip in, signed by both; it is not corrected afterwards (TO9).
print-results = Results of round { $round }
print-bye-of = Bye in { $pool }: { $player }.
print-ruling = Ruling (TV3): { $text }
print-digits-overruled = Ruling on the lotteries (TD8, TV3): { $results } was entered before and does not hold; the seed is made of what does. Reason: { $reason }
print-attendance-overruled = Ruling on attendance after the digits (TD7, TV3): { $player } is { $absent ->
        [1] absent
       *[other] there after all
    }. Reason: { $reason }
print-moved = { $who } ({ $from } → { $to })
print-moved-by-ruling = It moved: { $moved }.
print-moved-nobody = It moved nobody.
print-ruling-of-table = Ruling on table { $table } (TV3): { $text }
print-standings = Provisional standings after round { $round }
print-standings-at-first = Provisional standings before round 1
print-standings-note = In this order, more is better: wins (TR1); wins before the latest round (TR2); S1 to S{ $depth }, wins of the k best beaten and of the k worst lost to (TR3); draw number (TR4).
print-leagues = League tables after round { $round }
print-leagues-at-first = Leagues
print-league = League { $league }
print-leagues-note = ○ won, × lost, with the opponent's draw number; f: by forfeit (TW2). A league has the players dealt to it, wherever they play now (TF2).
print-transfer = { $player } moved from league { $from } to { $to }, so that at most one league is odd (TL2).
print-oversized = A league has more than 64 players: six rounds may leave two of it unbeaten (TL3, TF4).
print-first-sole = First of league { $league }: { $player }, the only one unbeaten after round { $round } (TF3).
print-first-ranking = First of league { $league }: { $player }, after round { $round } by the provisional ranking; the referee has to confirm it (TF4).
print-first-confirmed = First of league { $league }: { $player }, after round { $round } by the provisional ranking; confirmed by the referee (TF4).
print-first-referee = First of league { $league }: { $player }, named by the referee after round { $round } (TV3).
print-bracket = Play-offs
print-knock-out = Knock-out
print-beside = Beside the knock-out
print-bout-semi-final = Semi-final { $number }
print-bout-final = Final
print-bout-third-place = Third place
print-bout-prize = Prize game, rank { $higher } v { $lower }
print-bout-women = Women's final
print-first-of = first of { $league }
print-winner-of = winner of: { $bout }
print-loser-of = loser of: { $bout }
print-prize-winners = Prize-winners ({ $rule }): { $players }.
print-over-twelve = More than twelve could play for the prizes; the provisional ranks 1 to 12 do (TK2).
print-womens-champion = Women's champion (TK3): { $player }.
print-ranking = Final ranking
print-undeclared = { $heading }: NOT DECLARED
print-ranking-note = Wins, losses and wins before the latest round are those after the last league round; play-offs do not count in them (TE).
print-award-champion = Champion
print-award-runner-up = Runner-up
print-award-third = Third
print-award-fourth = Fourth
print-award-prize = Prize-winner
print-invited = yes
print-diplomas = Diplomas
print-diploma = Diploma
print-diploma-name = { $name }
print-diploma-text = In recognition of an excellent result in this event.
print-diploma-took-part = In recognition of having taken part in this event.
print-result-of = { $title }: { $state }
print-result-abandoned = Abandoned (G4): as it stood
print-result-note = The first difference decides, from left to right: (1) fewer empty squares, (2) fewer gaps in the top row, (3) more TSUYAMA left, (4) more stones used, (5) fewer stones won but unused, (6) janken (E2).
print-disqualified = Disqualified (E3): { $team }, { $reason }
print-counted-by-hand = Counted by hand at the wall, not from the wall drawn here (E2): { $teams }
print-wall = { $place }: { $team }
print-wall-filled = filled: { $filled }, empty: { $empty }, gaps in the top row: { $gaps }
print-team-game = The game of { $team }
print-team-note = Of sealed lists those stand here that were opened (A5). Money is in TSUYAMA; spent and stones only once a round is final (A10). Moments are of game time.
print-money = Money, round by round
print-list = List of round { $round }
print-list-void = List of round { $round }, attempt { $attempt }: void (G5)
shared-heading-stones = Stones
print-time-line = Time line
print-round-open = open
print-round-final = final
shared-round-void = void
print-stone-laid = on the wall
print-stone-unused = unused
print-groups = Groups of { $stage }
print-group = Group { $number }
print-group-spare = Group { $number }, spare game (G4)
print-absent-teams = Absent (TD7): { $teams }.
print-ruling-of-group = Ruling on group { $group } (TV3): { $text }
print-ruling-on-spare = Group { $group } plays its spare (G4): { $text }
print-ruling-on-janken = Ruling on a janken (TV3): { $text }
print-groups-note = Ranked by fewer empty squares, fewer gaps in the top row, more TSUYAMA left, more stones used, fewer unused (E2).
print-groups-drawn = Drawn from the seed { $seed }: x_0 is { $start }, x_i is what is left of (x_(i-1) × 65793 + 4282663) divided by { $modulus }. Earlier stages used { $used } of these; by x from the smallest, the teams go to the groups in turn (TG2, TG3).
print-quota = { $group ->
        [one] The best team of each group advances (TG4).
       *[other] The best { $group } teams of each group advance (TG4).
    }
print-quota-rest = { $rest ->
        [one] Then the best team of all others together advances, too
       *[other] Then the best { $rest } teams of all others together advance, too
    }; comparing across groups is fair with the same frame and stones only (TG4).
print-janken-needed = Janken to be held between { $teams } (E2 (6), TG4).
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
print-finish-eliminated = out in: { $stage }
print-finish-disqualified = disqualified in: { $stage }
print-finish-absent = absent from: { $stage }
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
shared-ruled = ruling
print-reason-normal = on the board
print-reason-time = on time
print-reason-double-time = both clocks
print-reason-forfeit = forfeit
print-reason-referee = by the referee
print-call-black = black on top
print-call-white = white on top
print-handicap-none = none
print-handicap = { $discs }
print-dan = { $dan } dan
print-head-table = table
print-head-pool = pool
print-head-number = no.
shared-player = player
print-head-opponent = opponent
print-head-result = ○/×
print-head-discs = discs
print-head-remark = remark
print-head-signature = signature
shared-black = black
print-head-hidden-disc = hidden disc
print-head-draw-win = draw-win right
print-head-handicap = handicap
print-head-reason = ended
print-head-place = place
print-head-whereabouts = where
print-head-round = R{ $round }
print-head-wins = wins
print-head-losses = losses
print-head-before = before
print-head-strength = S{ $depth }
print-head-award = award
print-head-dan = rank
print-head-invited = Oza-sen
print-head-bout = game
print-head-round-of = round
print-head-winner = winner
print-head-line = line
print-head-x = x
print-head-base = by x
print-head-seed-class = seed
print-head-attendance = attendance
print-head-lottery = lottery
print-head-digits = in the seed
print-head-byes = byes before
print-head-rematches = games before
print-head-gaps = pairs by gap in wins
shared-id = id
print-head-date = date
print-head-fate = then
print-head-decided-by = ahead of the next by
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
wall-bad-rotation = turned by something other than 0 to 3 quarters
wall-bad-rotation-of = turned by { $turns } quarters, which is none of 0 to 3
wall-duplicate-stone = placed more than once
wall-mirrored = fits only turned over, which is not allowed
wall-not-owned = not among the team's stones
wall-no-bottom = no stone touches the bottom edge of the frame
wall-out-of-frame = outside the frame
wall-out-of-frame-at = outside the frame at { $squares } (row,column from 0)
wall-overlap = overlapping
wall-shape-mismatch = the squares do not have the stone's shape
wall-unsupported = nothing carries it down to the bottom edge

# === end of walls ===

### === faults ===

# Why a call was refused; a part of a sentence, without a full stop. $rule comes from fault-with-rule.

fault-in-line = bid { $line }: { $what }
fault-item = - { $what }
shared-empty = empty squares
count-top-gaps = gaps in the top row
count-used = stones used
count-held = TSUYAMA left
count-unused = stones unused
fault-unspecified = refused for a reason that this program does not know; a newer version may

fault-unauthenticated = the call carries no token that the server knows
fault-token-revoked = this token has been revoked; ask the organiser for a new one
fault-permission-denied = this token may not do that; it takes the token of { $needs }
fault-unknown-game = no game named { $game } can be seen with this token
fault-no-game-named = the call names no game
fault-game-stopped = the game is not served any more (the server's log says why); it goes on after the server's next start
fault-journal-failed = the server's journal failed (most often its disk is full: its log says so); the game stands still, and its clock with it, until the server is started again
fault-game-damaged = game { $game } is not served: its records on the server's disk are damaged, and the organiser has to bring back a copy
fault-busy = the server is busy; nothing has changed, try again
fault-several-games = several games could be meant; name one with --game, such as { $games }
fault-missing-field = { $field } is missing
fault-missing-text = there is no text to send
fault-missing-field-number = { $field } is missing, or 0; it is counted from { $least }
fault-bad-field = { $field } holds what it cannot
fault-bad-field-too-long = { $field } has { $characters } characters; at most { $most } are possible
fault-bad-field-sign = { $field } has the character { $sign } at place { $place }; it takes one line without control characters
fault-bad-field-invisible = { $field } has { $invisible ->
    [one] 1 character, which cannot be seen
   *[other] { $invisible } characters, and none of them can be seen
}
fault-bad-field-value = { $field } cannot be { $value }
fault-bad-field-signs = { $field } cannot be { $value }; it takes { $signs }, no - first
fault-from-the-future = the server's record of this game ends before what was seen here (item { $value } is asked for, at most { $most } could be): it serves another folder, or an older copy
fault-bad-field-most = { $field } cannot be { $value }, at most { $most }
fault-game-elsewhere = game { $game } is served by the server { $address }
fault-game-nowhere = no server serves game { $game } at this moment; try again
fault-unserved = no server serves this at this moment; one takes it over as soon as it can
fault-unknown-server = there is no server { $server } now
fault-window-open = a window of game { $game } is open; move the game once it has closed
fault-single-server = this server is the only one that can serve this contest
fault-server-stopping = the server is stopping; try again in a while
fault-already-started = the game { $game } has started already
fault-other-journal = this copy is not of this server's journal: they part at record { $sequence } of the game { $stream }. Keep the copy apart, and begin a new one in an empty folder
fault-wrong-seats = { $game } takes { $seats } different teams; { $named ->
        [0] none was
        [one] 1 was
       *[other] { $named } were
    } named
fault-wrong-seats-any = { $game } takes 2 to 16 different teams; { $named ->
        [0] none was
        [one] 1 was
       *[other] { $named } were
    } named
fault-no-spare = the contest has no spare for the game { $game }

fault-unknown-team = there is no team { $team } in this game
fault-unknown-lot = there is no lot { $lot } in this game
fault-unknown-lot-similar = there is no lot { $lot } in this game; is { $similar } meant?
fault-not-yours = { $team } may act for itself only
fault-disqualified = { $team } is disqualified, or comes back only with the next round
fault-wrong-phase = not possible now, in the phase "{ $phase }"
fault-paused = the game is paused
fault-not-paused = the game is not paused
fault-wrong-round = meant for round { $named }, but this concerns round { $current }
fault-wrong-attempt = meant for attempt { $named } of the round, but it was voided; attempt { $current } counts
fault-wrong-wave = meant for re-bid { $named }, but re-bid { $current } is under way
fault-late = too late: received at the very deadline
fault-late-by = too late: received { $late } after the deadline
fault-invalid-list = the list is refused whole, { $faults ->
        [one] { $faults } thing is wrong with it
       *[other] { $faults } things are wrong with it
    }
fault-not-tied = { $team } has no tied bid
fault-invalid-rebid = the re-bid is refused whole, { $faults ->
        [one] { $faults } thing is wrong with it
       *[other] { $faults } things are wrong with it
    }
fault-replaced = the team has sealed since, from its other computer perhaps: this replaces { $named ->
        [0] nothing
       *[other] revision { $named }
    }, but { $current ->
        [0] nothing
       *[other] revision { $current }
    } is sealed
fault-wall-changed = the wall has changed since, from the team's other computer or by the organiser's hand: this is meant for { $named ->
        [0] the untouched wall
       *[other] revision { $named }
    }, the present one is { $current ->
        [0] the untouched wall
       *[other] revision { $current }
    }
fault-already-confirmed = { $lot } is confirmed already
fault-not-on-offer = { $lot } was not on offer in this round
fault-not-owned = not among the stones handed to the team: { $stones }
fault-not-on-wall = not on the wall: { $stones }
fault-invalid-wall = the wall is refused whole, { $faults ->
        [one] { $faults } thing is wrong with it
       *[other] { $faults } things are wrong with it
    }
fault-janken-open = the janken is still to be held: { $groups }
fault-not-a-tied-group = the order must be exactly one group that is tied on all counts: { $groups }
fault-not-a-tied-group-none = no teams are tied on all counts
fault-already-disqualified = { $team } is disqualified already
fault-not-disqualified = { $team } is not disqualified
fault-no-reason = a reason must be given; it is recorded
fault-stale-settlement = the settlement has changed since: look at it again before confirming
fault-not-by-hand = only the organiser enters something for a team
fault-bad-count = { $figure }: { $counted } is not possible, only { $least } to { $most }
fault-bad-count-of = { $team }, { $figure }: { $counted } is not possible in this game, only { $least } to { $most }
fault-no-stones = no stone is named
fault-nothing-to-extend = no window or countdown is running that could be extended
fault-bad-extension = an extension is more than nothing and at most an hour, not { $span }
fault-too-many-questions = { $waiting } questions of { $team } wait for an answer; no more than { $most } may
fault-too-many-messages = the game has too many messages for this one; the limit is { $most }, marks included
fault-unknown-question = { $team } has asked no question { $question }
fault-already-answered = somebody has answered question { $question } of { $team } already; read that answer, and correct it if it has to say something else
fault-answer-corrected = somebody has corrected the answer to question { $question } of { $team } meanwhile; read what it says now before correcting it again
fault-unknown-message = { $team } has no message { $named }; it was told { $told }

fault-too-many-bids = { $lines ->
        [one] { $lines } bid
       *[other] { $lines } bids
    }, but the round allows { $max_bids }
fault-too-many-of-lot = { $lines ->
        [one] { $lines } bid
       *[other] { $lines } bids
    } for { $lot }, of which { $copies ->
        [one] { $copies } copy is
       *[other] { $copies } copies are
    } left
fault-no-copy-on-offer = no copy of { $lot } is left
fault-below-min = { $price } for { $lot } is below its minimum price of { $min_price }
fault-over-budget = bids total { $total } TSUYAMA; the team holds { $held }

fault-duplicate-line = bid { $line } is named twice
fault-line-not-tied = the team has no tied bid { $line }
fault-not-above = { $price } for { $lot } is not above the tied price of { $tied_at }
fault-over-rebid-budget = re-bids total { $total } TSUYAMA; the team may name { $budget } in this re-bid

# The server's limits.
crowd-token = with this token
crowd-address = from this address
crowd-strangers = without a token
crowd-server = on this server
fault-too-many-calls = too many calls are under way { $of }, at most { $most }; nothing has changed, try again in { $wait }
fault-too-fast = the calls come too fast, at most { $per_second } a second after the first { $burst }; nothing has changed, try again in { $wait }
fault-message-too-large = the message is too long, at most { $bytes } bytes are taken
fault-unreadable = what came is no message of this call
fault-timed-out = the call took longer than { $span }; look whether it was carried out before trying again
fault-slow-reader = the feed was ended because its reader did not keep up; it can be taken up again from item { $from_sequence } on
fault-slow-standby = the standby took nothing for { $span }, so copying was ended; what it has is whole, and it goes on from there

fault-several-events = several events could be meant; name one with --event, such as { $events }
fault-no-event = there is no event yet
fault-unknown-event = there is no event named { $event }
fault-event-exists = there is a game or an event named { $event } already
fault-wrong-stage = not possible now: { $stage }
stage-roster = the roster may still change
stage-committed = the roster is fixed, and the lotteries are awaited
stage-reception = reception lasts
stage-between = round { $round } is to be paired
stage-playing = round { $round } is under way
stage-group-reception = stage { $stage }: reception lasts
stage-group-playing = stage { $stage } is under way
stage-named-reception = { $stage }: reception
stage-named-playing = { $stage }: under way
stage-over = all games are played
stage-declared = the final ranking is declared
stage-abandoned = the event was given up
fault-not-the-referee = only the referee rules
fault-unknown-player = { $player } is not there
fault-unknown-seed-class = { $player } names a class of seeds that there is not
fault-too-few-players = { $present ->
        [one] { $present } player is there
       *[other] { $present } players are there
    }; it takes at least { $fewest }
fault-draw-stands = what is drawn from the digits stands; only a new event, of the same settings and roster, is drawn from others: give this one up, and create that one
fault-attendance-stands = the digits are known: only a ruling with a reason changes who is there. { $player } would move others
fault-attendance-stands-team = { $team } was absent when the digits were entered and can't be admitted now
fault-bad-digits = the result of lottery { $nth } is not exactly { $digits ->
        [one] { $digits } digit
       *[other] { $digits } digits
    } from 0 to 9
fault-wrong-results = { $results ->
        [one] { $results } result is given
       *[other] { $results } results are given
    } for { $lotteries ->
        [one] { $lotteries } lottery
       *[other] { $lotteries } lotteries
    }
fault-result = what stands on the slip cannot be true of one game
fault-result-stranger = { $player } is neither of the two who played
fault-result-forfeit-discs = a game lost by forfeit was not played and has no discs
fault-result-forfeit-moves = a game lost by forfeit was not played, and { $moves ->
        [one] a move stands
       *[other] { $moves } moves stand
    } here
fault-result-sum = the discs are { $sum } together, not 64: empty squares belong to the winner
fault-result-loser-more = the loser has more discs: { $winner_discs } to { $loser_discs }
fault-result-draw-win = at 32 to 32 whoever holds the draw-win right wins, and the loser held it
fault-result-draw-win-unnamed = at 32 to 32 the holder of the draw-win right wins: name the holder
fault-result-both-flags = when both flags have fallen, whoever holds the draw-win right wins, and the loser held it
fault-result-move = move { $move } is not possible
fault-result-not-finished = after { $moves ->
        [one] one move
       *[other] { $moves } moves
    } the game is not over
fault-result-other-score = the moves lead to { $black } black and { $white } white discs, which is another result
fault-result-last-mover = after the end of the game only the flag of whoever moved last counts
fault-slip = this slip cannot have been drawn
fault-slip-no-slips = no slips are drawn in this event: seeds get their numbers by the draw
fault-slip-not-a-seed = { $player } is no seed
fault-slip-absent = { $player } is absent and draws no slip
fault-slip-not-a-slip = there is no slip { $number } for { $player }
fault-slip-drawn = { $player } has drawn a slip already. To correct it, mark the player absent and then present; after the digits that takes the referee's rulings
fault-slip-taken = slip { $number } was drawn by somebody else
fault-slip-left = { $player } has not drawn a slip yet
fault-results-open = { $open ->
        [one] { $open } result
       *[other] { $open } results
    } of round { $round } { $open ->
        [one] is
       *[other] are
    } missing
fault-not-paired = { $winner } and { $loser } do not play each other in this round
fault-already-entered = the game has a result, entry { $entry }; only the referee puts another in its place
fault-no-such-entry = there is no entry { $entry }
fault-built-upon = the game { $playoff } was paired by this result
fault-cannot-withdraw = { $player } cannot withdraw: absent, withdrawn, first of a league, or the last round of the leagues is paired already
fault-nobody-left = nobody is left in league { $league }: the referee names its first
fault-nothing-to-rule = league { $league } has nothing to be named or confirmed
fault-cannot-be-first = { $player } cannot be first of this league
fault-too-wide = the players' wins are too far apart for a pairing
fault-bad-config = the settings make no event: { $field } ({ $why })
fault-bad-roster = this is no roster: { $field }
fault-bad-roster-id = the id of entry { $line } of the roster has { $characters } characters; at most { $most } are possible ({ $field })
fault-bad-roster-empty-id = entry { $line } of the roster has no id ({ $field })
fault-bad-roster-same-id = the id { $value } of entry { $line } of the roster is that of an entry before ({ $field })
fault-bad-roster-control = entry { $line } of the roster has a control character ({ $field })
fault-bad-roster-seed = entry { $line } of the roster is a seed of class "{ $value }", which the plan does not have ({ $field }); it has: { $known }
fault-bad-roster-line = entry { $line } of the roster is wrong: { $field }
fault-too-few-teams = the roster has too few teams: { $teams } of { $fewest }
fault-unknown-guest = guest { $guest } of stage { $stage } is not on the roster
fault-never-plays = { $team } is no guest, and no stage takes the roster
fault-not-of-stage = { $team } does not play in stage { $stage }
fault-groups-of-few = these make no groups: { $teams }
fault-groups-of-absent = teams of stage { $stage } that are there: { $teams } of { $of }, and a game takes { $fewest }; note who has come after all (absent TEAM --present; not possible for a team that was absent when the digits were entered), or draw the stage without a game (draw-groups { $stage } --without-game)
fault-groups-target = groups aim at 4 to 8 teams each, not at { $target }
fault-bad-groups = { $groups } groups would not have 2 to 16 teams each
fault-no-scenario = stage { $stage } has no scenario for a game of this number of teams: { $teams }
fault-no-group-game = group { $group } of stage { $stage } has no such game
fault-game-served = the server counts the game of group { $group } in stage { $stage } when its judge declares the result
fault-already-counted = group { $group } of stage { $stage } has its result: only the referee puts another in its place
fault-other-teams = the result is not of exactly the teams of group { $group } of stage { $stage }
fault-bad-order = order { $order } of the janken is not one of a whole set of equal teams
fault-no-group-spare = the game of group { $group } of stage { $stage } has no spare
fault-no-group-spare-left = group { $group } of stage { $stage } plays its spare already, and there is no other
fault-no-janken = stage { $stage } needs no janken between exactly these teams
fault-games-open = games of stage { $stage } without a result: { $open }
fault-games-running = stage { $stage } cannot be closed while the game of its group { $group } still runs; try again in a moment
fault-janken-missing = stage { $stage } needs jankens between equal teams: { $sets }
fault-stage-built-upon = stage { $stage } was drawn from this one
fault-other-stage = stage { $named } was meant, and now it is the turn of stage { $current }
fault-not-in-groups = this event is played in groups, and knows no such act
fault-of-another-kind = this event is played in leagues, and knows no such act

# === end of faults ===

### === usage ===
# What is wrong with a command line. { $argument } and { $arguments } are as help shows them.

usage-error = error: { $what }
usage-line = Usage:{" "}
usage-options = Options:{" "}
usage-more = For more, try --help.
usage-because = { $what }: { $why }
usage-suggestion = { $what }; is { $suggested } meant?
usage-missing = missing: { $arguments }
usage-no-command = a command is needed
usage-unknown-command = there is no command { $command }
usage-unexpected = there is no place for { $argument } here; a text of several words goes in quotation marks
usage-unknown-or-text = there is no { $argument } here; a text that begins with a hyphen goes behind --, or to an option as --option=-text
usage-unknown-place = there is no { $argument } here; { $place } stands by itself, without an option's name
usage-unknown = there is no { $argument } here
usage-twice = { $argument } is given more than once
usage-conflict = { $argument } does not go with { $other }
usage-conflict-any = { $argument } does not go with something else that is given
usage-no-value = { $argument } needs a value
usage-not-one-of = { $argument } cannot be "{ $value }", it is one of { $values }
usage-bad-value = { $argument } cannot be "{ $value }"
usage-too-many-values = "{ $value }" is one value too many for { $argument }
usage-too-few-values = { $argument } takes at least { $least } values
usage-number-of-values = { $argument } takes { $wanted } values
usage-no-equals = { $argument } takes its value behind =
usage-no-text = an argument is no text in UTF-8
shared-other = { $what }
doctor-lint = { $what }
usage-form-url = a server is written https://HOST:PORT
usage-form-fingerprint = a fingerprint is eight groups of four signs, such as 0123-4567-89ab-cdef-0123-4567-89ab-cdef
usage-form-head = a head is 16 to 64 hexadecimal digits, from its beginning on; dashes and spaces do not matter
usage-form-number = it is a whole number
usage-form-stage = stages are named by their number, the first is 1
usage-form-group = groups are named by their number in the stage, the first is 1
usage-form-range = it is a whole number from { $least } to { $most }
usage-form-discs = discs are written WINNER:LOSER, such as 40:24
usage-form-team-count = a count is written TEAM=EMPTY,GAPS,LEFT,USED,UNUSED or TEAM=out
usage-form-line-id = it is not GAME/INSTANCE/SEQUENCE, as the id of a line is
usage-form-seconds = it is a number of seconds above 0 and at most 86400
usage-form-address = an address is written IP:PORT, such as 127.0.0.1:7150 or [::1]:7150
location-unknown-scheme = { $scheme }:// keeps no journal: a journal is a file, such as contest.db, or a database: postgres://USER@HOST/DATABASE
location-not-a-url = this names a database. Write { $spelling }, or ./NAME for a file with that name
location-empty = a journal is a file, such as contest.db, or a database: postgres://USER@HOST/DATABASE
usage-form-database = this is neither postgres://USER@HOST/DATABASE nor one of the rehearsal's own, postgres or postgres-pair; without --journal it is a file
usage-form-no-command = there is no command in it
usage-form-open-quote = a quote is not closed
usage-form-one-of = it is one of { $names }
usage-form-code-length = the code has { $found } signs, and takes { $expected }
usage-form-code-group = there is a slip in group { $group } of the code

# === end of usage ===

### === cli ===
# team-client: labels and lines of the commands.

cli-game-waits = Refused: { $game } has not been started yet. By command: judge-tui start { $game }
cli-refused = Refused:{" "}
cli-token-revoked = Refused: this token has been revoked. Ask the organiser for the new sheet, and type: team-client join { $server }
cli-unanswered = The server at { $server } does not answer ({ $code }).
cli-unknown-answer = The server answers with { $code }, for no reason that this program knows; one of the two may be too old.
cli-broken-feed = The game cannot be followed: { $what }.
cli-no-output = The answer cannot be written: { $what }
cli-not-in-game = Team { $team }, whose token this is, does not play in this game.
cli-in-no-game = Your team ({ $team }) is in no game yet; it starts when the draw is made.
cli-no-terminal = The screen needs a terminal, and there is none here. The other commands do without (status, bid, watch).
cli-listen = Nobody can listen at port { $port }: { $why }. Without --port any that is free is taken.
screen-no-terminal = there is no terminal here that can show the screen
cli-no-program = cannot start the bot's program { $program }: { $why }
cli-no-token = There is no token: give --token TEXT or --token-file FILE, set ISHIGAKI_TOKEN, or run this in the folder in which you joined (judge-tui join, team-client join).
cli-empty-token = The token's file ({ $file }) is empty. Who runs the server makes a new one (ishigaki-server token reissue NAME --folder FOLDER), or join again with the line on your sheet.
cli-bad-token = The token is none: it is one word of letters, digits and signs, in a file alone or behind its holder's name, such as the team's code.
cli-token-overridden = Using the token from { $variable }, not the file `token` in this folder. Unset { $variable } to use that file.
cli-token-file = { $file } cannot be read: { $what }
cli-bad-bid = Bid { $line }, "{ $given }": write LOT:PRICE, such as L:12.
cli-bad-raise = Entry { $line }, "{ $given }": write LINE:PRICE, the tied bid's place in the list and the new price, such as 1:14.
cli-bad-stone = STONE, "{ $given }": write LOT-COPY, such as L-2.
cli-bad-square = --cells, "{ $given }": write ROW,COL, such as 3,0.
cli-bid-sealed = Sealed as revision { $revision }: { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    }, { $total } of { $held } TSUYAMA. You can replace it until bidding closes.
cli-announce-no-games = these are no games that can be seen with this token: { $games }. A text of several words goes in quotation marks.
cli-announced-in-part = Told in { $told }; not told in { $untold }. To tell the rest, name only those.
cli-announced = Announced to all teams of the game { $game }.
cli-announced-to = Announced in the game { $game } to { $teams }.
cli-bid-declined = Declined this round, as revision { $revision }. You can replace it until bidding closes.
cli-rebid-sealed = Re-bid sealed as revision { $revision }: { $raises ->
        [one] { $raises } new price
       *[other] { $raises } new prices
    }, { $total } TSUYAMA in all.
cli-rebid-passed = Passed, as revision { $revision }: the tied bids are given up.
cli-placed = { $stone } is laid.
cli-taken-out = { $stone } is off the wall.
cli-enter-slip = This cannot be read: { $what }.
cli-enter-file = { $file } cannot be read: { $what }.
cli-enter-nothing = There is nothing to enter. If that is meant: --none.
cli-event-done = { $event }: { $what }.
cli-event-about = { $what }: { $whom }
event-subject-slip = { $player }, number { $number }
event-subject-result = { $winner } beat { $loser }, round { $round }
event-subject-staying = first of a league by now, and not withdrawn (TF5): { $players }
event-subject-entries = { $count ->
        [one] 1 entry
       *[other] { $count } entries
    }
event-subject-seeds = seeds: { $seeds }
event-subject-women = women: { $count }
event-subject-own = columns of your own: { $columns }
cli-event-done-create = the event is there
cli-event-done-roster = the roster is set
cli-event-done-commit = settings and roster are fixed (TV1)
cli-event-commitment = To be published, the commitment: { $commitment }
cli-event-commitment-fixed = The commitment (TV1): { $commitment }
cli-event-done-digits = the digits are entered and the draw follows (TD2)
cli-event-done-leagues = reception is over and the leagues are made (TL)
cli-event-done-pair = the round is paired (TP)
cli-event-done-abandon = the event is given up
cli-event-done-declare = the final ranking is declared (TE)
cli-event-done-absent = noted as absent (TD7)
cli-event-done-present = noted as present (TD7)
cli-event-done-slip = the slip is noted (TD6)
cli-event-done-withdraw = withdraws with the next pairing (TW1)
cli-event-done-result = the result is entered (TO9)
cli-event-done-overrule = the ruling takes the place of the result (TV3)
cli-event-done-name-first = the league's first is named (TF4)
cli-event-done-confirm-first = the league's first is confirmed (TF4)
cli-event-done-rule = the ruling is on record (TV3)
cli-event-done-draw-groups = the groups are drawn (TG2)
cli-event-done-close-stage = the stage is closed (TG4)
cli-event-done-janken = the janken is entered (TG4)
cli-event-done-replace-game = the spare takes the place of the game (G4)
cli-event-done-count = the game is counted (E4)
cli-event-done-overrule-game = the ruling takes the place of the game's result (TV3)
cli-event-done-overrule-digits = the ruling takes the place of the digits, and the draw follows from it (TD8, TV3)
cli-event-done-overrule-janken = the ruling takes the place of the janken (TV3)
cli-event-of-leagues = Only an event in leagues knows this.
cli-event-of-groups = Only a contest in groups knows this.
cli-event-open-games = No result yet: { $games }
cli-event-next = Next: { $step }
cli-event-first = First: { $step }
event-step-by = { $step }: judge-tui event { $command }
event-step-roster = set the roster (TD4)
event-step-commit = fix settings and roster (TV1)
event-step-digits = enter the lotteries' results (TD2)
event-step-leagues = end reception and make the leagues (TL)
event-step-pair = pair round { $number } (TP)
event-step-results = enter the missing results of round { $number } (TO9)
event-step-draw-groups = draw the groups of stage { $number } (TG2)
event-step-games = the games of stage { $number } without a result, which count once they are declared (E4): { $games }
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
    [one] One group, of so many teams: { $sizes }.
   *[other] { $groups } groups, of so many teams: { $sizes }.
}
event-drawing-all = Nobody is marked absent.
event-drawing-absent = Absent: { $teams }.
cli-event-open = No result yet: { $one } – { $other }
cli-event-printed = Written: { $files }
cli-event-no-player = Nobody in this event has the number, the id or a part of the name "{ $named }".
cli-event-no-team = No team in this event has the id or a part of the name "{ $named }".
cli-event-several-players = Several may be meant by "{ $named }": { $players }. The number or the id says which.
cli-event-several-teams = Several teams may be meant by "{ $named }": { $teams }. The id says which.
cli-event-no-group = Stage { $stage } has no group { $group } that is drawn.
cli-event-not-in-group = { $team } does not play in group { $group } of { $stage }. With --stage another stage is meant.
cli-event-counted-twice = { $team } is named twice: what does it count?
cli-event-counted = The game of group { $group } is counted. With --counted its spare is played all the same, and its result is given up (G4).
cli-event-not-counted = What these teams count is missing: { $teams }
cli-event-no-result = These two have no result in this round that a ruling could take the place of.
cli-event-nothing-to-print = There is nothing of this to print yet.
cli-event-no-stage = There is no stage { $stage }: stages are counted from 1 to { $stages }.
cli-event-not-drawn = The groups of { $stage } are not drawn yet.
cli-stones-checked = Marked as received and checked: { $stones }.
cli-stones-none-unchecked = There is no stone that is not checked.
cli-asked = Asked, as question { $question } of the team. The answer comes to the messages: team-client messages. Only the judge and the organiser know who asked until the result is declared; from then on the public record shows it.
cli-messages-none = Nothing has been told to the team yet.
cli-message = { $text }
cli-message-to-one = To this team alone: { $text }
cli-message-answer = Answer to the team's question { $question }, "{ $asked }": { $text }
cli-questions = The team's questions:
cli-question-waits = { $question }. { $text } (waits for an answer)
cli-question-unanswered = { $question }. { $text } (closed without an answer)
cli-question-answered = { $question }. { $text } (answered to the team)
cli-question-answered-to-all = { $question }. { $text } (answered to all teams)
cli-question-corrected = { $question }. { $text } (answered to the team, and the answer corrected)
cli-question-corrected-to-all = { $question }. { $text } (answer corrected, to all teams)
cli-answered = Question { $question } of { $team } in the game { $game } is answered to that team alone. Once the result is declared, the public record shows it with who asked.
cli-answered-to-all = Question { $question } of { $team } in the game { $game } is answered to all teams; they are not told who asked. Once the result is declared, the public record shows it.
cli-answer-correct = { $refused } (judge-tui questions shows the answer; --correct replaces it)
cli-answer-none = question { $question } of { $team } has no answer that could be corrected: it waits for its first one. Answer it without --correct.
cli-questions-none = Nobody has asked anything in the game { $game }.
cli-question-state-waiting = waits
shared-question-state-unanswered = no answer
cli-question-state-answered = answered
cli-question-state-answered-to-all = answered to all
cli-question-head-question = question
cli-question-head-asked-at = asked at
cli-question-head-read = read
cli-question-read = yes
cli-question-unread = no
cli-connection-lost = The server cannot be reached; trying again...
cli-connection-back = The server is back.
contact-connecting = connecting ...
contact-catching-up = connected, catching up ...
contact-live = connected
contact-lost = CONNECTION LOST for { $time }, trying again
contact-closed = NO FEED
contact-closed-why = NO FEED: { $why }
contact-astray = SCREEN MAY BE WRONG: start it again
contact-unproved = NOT THE SERVER'S SIGNATURE: do not rely on this
contact-journal-failed = THE SERVER'S JOURNAL FAILED: the game stands still
contact-unserved = NOT SERVED NOW: a server is to take it over
contact-stopped = NOT SERVED: the game stands still
cli-watching = Watching game { $game } at { $server }; Ctrl-C leaves.
cli-lots-round = Round { $round }: at most { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    } and { $wins ->
        [one] { $wins } stone
       *[other] { $wins } stones
    }; { $held } TSUYAMA in hand
cli-lots-gone = Nothing left of { $lots }
cli-head-lot = Lot
cli-head-copies = Copies
cli-head-min-price = From
cli-head-squares = Squares
cli-head-shape = Shape
cli-head-line = Line
cli-head-price = Price
cli-head-outcome = What became of it
cli-head-stone = Stone
cli-head-laid = Where it lies
cli-head-place = Place
cli-head-team = Team
cli-head-empty = Empty
cli-head-top-gaps = Top gaps
cli-head-held = TSUYAMA
cli-head-used = Used
cli-head-unused = Unused
cli-head-decided = Before the next one by
cli-round = Round { $round }
cli-attempt = attempt { $attempt }
cli-time-left = { $time } left
cli-paused = paused
cli-held = { $held } TSUYAMA in hand
cli-disqualified = Disqualified: { $reason }
cli-nothing-sealed = No list is sealed yet.
cli-sealed-decline = Declined, as revision { $revision }.
cli-sealed-list = Sealed list, revision { $revision }, { $total } TSUYAMA:
cli-tied = Tied; a re-bid is above the tied price, and all together are at most { $budget } TSUYAMA:
cli-no-rebid-sealed = No re-bid is sealed yet.
cli-sealed-pass = Passed.
cli-sealed-rebid = Sealed re-bid: { $raises }
cli-no-stones = No stones in hand yet.
cli-not-laid = not laid
cli-laid-at = row { $row }, column { $col }{ $turn ->
        [0] {""}
        [one] , { $turn } quarter turn
       *[other] , { $turn } quarter turns
    }, from 0
cli-wall = { $empty } empty, { $gaps } in the top row; { $used ->
        [one] { $used } stone
       *[other] { $used } stones
    } used, { $unused } not
cli-results-final = Round { $round }:
cli-results-open = Round { $round }, not final yet:
cli-results-void = Round { $round }, attempt { $attempt }, void:
cli-results-none = No list was sealed.
cli-results-declined = Declined.
cli-results-absent = Not in this round (E3).
cli-standings = Standings:
cli-bot-sealed = (bot) { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    } sealed
cli-bot-declined = (bot) declined this round
cli-bot-raised = (bot) re-bid with { $raises ->
        [one] { $raises } new price
       *[other] { $raises } new prices
    } sealed
cli-bot-passed = (bot) passed in the re-bid
cli-bot-built = (bot) wall rebuilt with { $stones ->
        [one] { $stones } stone
       *[other] { $stones } stones
    }
cli-bot-tried = (bot) a first list for round { $round } sealed, to be replaced
cli-bot-refused = (bot) refused:{" "}
cli-bot-left-alone = (bot) somebody else of the team has sealed; left as it is
cli-bot-failed = (bot) no decision: { $what }
bot-late = no answer within { $limit } ms
bot-out-of-time = its { $limit } ms for the game are over; it decides nothing more
bot-ended = its process ended ({ $status })
bot-not-started = its process cannot be started: { $what }
bot-wrong-answer = no answer to the question: { $what }
bot-flooded = it writes more than is read; it decides nothing more
bot-not-reading = it does not read; it decides nothing more
bot-out = it plays no more in this game
cli-fingerprint = Server's fingerprint: { $fingerprint }
cli-receipt-wrong = The server's receipt is wrong: { $what }. Whatever was sent may be sealed all the same, but could not be proved. Call the judge.
cli-receipt-not-kept = The receipt is not in { $file }: { $what }. The list is sealed all the same; the next command tries again to keep its receipt.
receipt-fault-absent = there is none
receipt-fault-no-key = the server has not said with which key it signs, and for which game of that name
receipt-fault-malformed = its { $field } is malformed
receipt-fault-other = its { $field } is { $found }, not { $expected }
receipt-fault-other-list = its commitment is not that of the list that was sent
receipt-fault-signature = its signature does not hold: { $why }
receipt-fault-twice = there is another one with the same number, { $counter }
receipts-missing = THE SERVER LOST WHAT YOU SUBMITTED: game { $game }, round { $round }{ $attempt ->
        [1] {""}
       *[other] , attempt { $attempt }
    }{ $wave ->
        [0] {""}
       *[other] , re-bid { $wave }
    }. Your signed receipt (no. { $counter }) is for revision { $revision }; the server holds { $held ->
        [0] nothing
       *[other] revision { $held }
    }. Submit it again if the round is open, call the judge, and show the receipt.
receipts-lost = RECEIPT LOST: game { $game }, round { $round }{ $attempt ->
        [1] {""}
       *[other] , attempt { $attempt }
    }{ $wave ->
        [0] {""}
       *[other] , re-bid { $wave }
    }. The server lost revision { $revision } (receipt no. { $counter }). Keep the receipts folder and tell the chief judge.
cli-receipt-altered = { $file }: receipt { $counter } was altered: its signature does not match. Take the file from your other computer.
receipts-unread = { $file } cannot be read: { $what }
receipts-no-receipt = line { $line } of { $file } is not a receipt as it is kept
feed-error-gap = the feed brought item { $item } where item { $expected } was due
feed-error-out-of-place = item { $item } of the feed is out of place
feed-error-unknown-kind = item { $item } of the feed is of a kind this client does not know
feed-error-unreadable = item { $item } of the feed cannot be read: { $what }
feed-error-disagreement = the server and this client disagree on what follows from item { $item } of the feed
feed-error-unproved = item { $item } of the feed: { $what }
cli-transcript = { $file } is written: { $records ->
        [one] { $records } record
       *[other] { $records } records
    }.
cli-transcript-event-open = The event is not over: these are its records so far.
cli-transcript-open = The result is not declared yet: these are the records as far as they are public.
cli-checked = Record checked: { $records } records follow from the rules and have the server's signatures; { $own ->
        [one] { $own } list
       *[other] { $own } lists
    } of this team, unchanged.
cli-file = { $file }: { $what }
verify-key-of-join = --key was given the fingerprint for join. It takes the one that stands on the sheet, for verify.
verify-which-key = --key takes the sheet's fingerprint, not the code of the server, by which join knows it.
verify-not-in-order = NOT IN ORDER: { $what }
verify-in-order = In order: game { $game }, { $teams } teams, { $records } records; { $ending }.
verify-declared = the result is declared (E4)
verify-abandoned = the game was abandoned (G4)
verify-open = the result is not declared yet, so there may be more that is not in this record
verify-event-in-order = In order: event { $event }; on the roster: { $players }, records: { $records }; { $ending }.
verify-event-declared = the final ranking is declared (TE)
verify-event-abandoned = the event was given up (TV3)
verify-event-open = the event is not over, so there may be more that is not in this record
verify-event-rules = By the rules again: the draw, the pairings of all rounds (played so far: { $rounds }), the results (entered: { $results }); leagues and rankings are as written.
verify-event-rules-groups = By the rules again: the draw, the groups of all stages (drawn so far: { $stages }), the games (counted: { $results }); who advances and the ranking are as written.
verify-event-commitment = Commitment of settings and roster, hashed again (TV1): { $commitment }
verify-signer = Signer checked: { $fingerprint }.
verify-no-signer = Signer not checked: compare { $fingerprint } with the team sheet or the board, or give it as --key.
verify-chain = Chain and signatures: { $heads } signed heads, { $seals } receipts.
verify-openings = Openings: { $lists ->
        [one] 1 list
       *[other] { $lists } lists
    } with { $bids ->
        [one] 1 bid
       *[other] { $bids } bids
    }, { $waves ->
        [one] 1 wave
       *[other] { $waves } waves
    } with { $rebids ->
        [one] 1 re-bid
       *[other] { $rebids } re-bids
    }; each is what was sealed.
verify-rules = By the rules again: { $final ->
        [one] 1 final round
       *[other] { $final } final rounds
    }, { $void } void, { $stones ->
        [one] 1 stone
       *[other] { $stones } stones
    } handed out, { $walls ->
        [one] 1 change of walls
       *[other] { $walls } changes of walls
    }, { $acts ->
        [one] 1 act
       *[other] { $acts } acts
    } of the judge; TSUYAMA, walls and ranking are as written.
verify-notes-open = Messages to some and marks, sealed until the result is declared: { $count }. Nobody can say yet what stands in them.
verify-notes = Messages to some and marks: { $count }; each is what was sealed, and follows from those before by the rules.
verify-unopened = Sealed and never opened, so that nobody can say what stands in them: { $count }.
verify-unsigned = Lines at the end that nobody has signed, so that they could be anybody's: { $count }.
verify-game = Set up { $time }, as instance { $instance }.
verify-taken-up = Taken up from its journal since then (a restart, a standby, a copy): { $count ->
        [one] once
       *[other] { $count } times
    }; last as epoch { $epoch }, { $time }, behind record { $after }.
verify-head = Last signed head, of record { $sequence }: { $head }
verify-head-noted = It is the head that was given.
verify-head-earlier = The head that was given is that of record { $sequence }: it says nothing about what comes behind.
verify-ranking = Ranking: { $rows }.
verify-ranked = { $place } { $name } ({ $team })
verify-partial = PARTLY CHECKED: in order as far as that goes, but { $gaps }. (--partial takes this as good.)
verify-gap-signer = nobody said whose key it is (--key)
verify-gap-unsigned = its end is not signed
verify-gap-head = the head that was given is not the last one
verify-gap-own = the receipts kept here are of another game of that name
cli-own-lists = Own lists: all { $receipts } receipts of team { $team } are in the record, as they were given; { $opened } of their lists were opened, unchanged.
cli-own-uncovered = Sealed by team { $team } without a receipt here (another laptop may hold it): { $count }.
cli-own-none = Own lists not checked: no receipts of this game in { $folder }.
cli-own-other-game = Receipts of another game of this name, set up at another time: { $count }. This record is not of the game that they are of.
cli-own-branch = receipt { $counter } is of another branch of this game: it was given in epoch { $epoch } (tag { $tag }), and { $found ->
    [none] this record has no such epoch
   *[other] in this record that epoch has the tag { $found }
 }. Somebody served the game from a copy of its journal.
cli-own-cut-off = sealing { $counter }, of epoch { $epoch }, is not in the record: the game was taken up again as epoch { $next } from a journal that did not have it.
cli-own-left-out = Left out, as another server signed them: { $count } receipts for a game of this name.
cli-own-not-in-order = NOT IN ORDER for team { $team }: { $what }
cli-receipts = The receipts cannot be used: { $what }
cli-no-receipts = There are no receipts of game { $game } in { $folder }.
cli-own-foreign = receipt { $counter } is of { $found }, not of { $expected }.
cli-own-other-key = the record names another server's key than the one that signed receipt { $counter }: either it was written anew, or the receipts are of another server.
cli-own-signature = the signature of receipt { $counter } does not hold.
cli-own-other-list = receipt { $counter } is not for the list it was kept with.
cli-own-missing = the record does not have what receipt { $counter } is for.
cli-own-differs = line { $line } of the record has another { $field } than receipt { $counter }.
cli-own-opened-other = line { $line } of the record opens another list than the one that receipt { $counter } is for.
cli-own-foreign-sealing = the record has sealing { $counter } of this team, which the team's own feed has not shown
cli-head-not-sent = the record does not have the head that was sent to everybody after its event { $sequence }
cli-puzzle = { $file }: { $field }: { $what }
cli-puzzle-not-json = not JSON at line { $line }, column { $col }
cli-puzzle-missing = missing
cli-puzzle-not-rows = { $found } is not a list of rows
cli-puzzle-not-row = { $found } is not a row: a text of # and .
cli-puzzle-not-stones = { $found } is not a list of stones
cli-puzzle-not-id = { $found } is not a text
cli-puzzle-not-cells = { $found } is not a list of squares
cli-puzzle-not-cell = { $found } is not a square: [row, column] in whole numbers
cli-puzzle-same-id = { $id } is the id of { $other } too; each stone is there once (W4)
cli-puzzle-frame-empty = there is no square # (W1)
cli-puzzle-ragged = { $cols } wide, and the first row is { $first }; every row has a sign for each column (W1)
cli-puzzle-sign = { $sign } in column { $col }: a frame is drawn with # and . (W1)
cli-puzzle-frame-apart = the square in row { $row }, column { $col } does not hang together with the first one by edges; a frame is of one piece (W1)
cli-puzzle-frame-large = { $rows } rows and { $cols } columns; at most { $most } of each can be searched
cli-puzzle-stones-many = { $stones ->
        [one] { $stones } stone
       *[other] { $stones } stones
    }; at most { $most } can be searched
cli-puzzle-stone-empty = there is no square (W1)
cli-puzzle-stone-repeated = the square [{ $row }, { $col }], counted from the least row and column, stands twice (W1)
cli-puzzle-stone-apart = the square [{ $row }, { $col }], counted from the least row and column, does not hang together with the first one by edges (W1)
cli-puzzle-stone-large = the squares are too far apart
cli-solve-wall = { $seconds } s: { $empty } empty, { $gaps } in the top row; { $used } of { $stones ->
        [one] { $stones } stone
       *[other] { $stones } stones
    } used
cli-solve-proved = Proved: no wall is better.
cli-solve-not-proved = Not proved: there may be a better wall.
cli-solve-stone = { $stone }: { $place }

cli-wall-replaced = The wall is replaced: { $stones ->
    [one] one stone lies on it.
   *[other] { $stones } stones lie on it.
}
cli-wall-would-stand = The rules have nothing against this wall of { $stones ->
    [one] one stone.
   *[other] { $stones } stones.
} Nothing was sent.
cli-bad-wall = { $file } holds no wall: { $what }
cli-wall-unread = { $what }
cli-wall-empty = there is nothing in it
cli-wall-no-stones = it has no stones; team-client wall --clear takes all stones off the wall
cli-wall-no-placements = the last object has no "placements"
cli-connecting = Connecting to { $server } ...
cli-fetching = Fetching the record ...
cli-solve-searching = Searching ... { $seconds } of { $most } s; best so far: { $empty } empty

# === end of cli ===

### === advise ===
# team-client advise and what-if.

cli-advise-nothing = There is nothing to bid on.
cli-advise-round = Round { $round }: { $held } TSUYAMA in hand
cli-advise-now = Best wall of the stones in hand: { $empty } empty, { $gaps } in the top row; { $used ->
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
cli-advise-list = Proposed list, { $total } of { $held } TSUYAMA; nothing is sealed yet:
cli-advise-rivals = Who may bid against it:
cli-advise-decline = Proposed: decline this round. Nothing on offer makes the wall better.
cli-advise-rebid = Round { $round }, re-bid { $wave }: at most { $budget } TSUYAMA in all
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
advise-planned = the plan takes it
advise-scarce = the plan takes it, and it may be gone in the next round
advise-last-call = the plan takes it; last round
advise-spare = comes in where a line above fails
advise-rival-named = { $lot }: { $team } { $fits ->
    [yes] has room for it,
   *[no] has no room for it as its wall stands,
} has { $held } left and has named { $named } for it; expect { $from } to { $to }
advise-rival-unnamed = { $lot }: { $team } { $fits ->
    [yes] has room for it,
   *[no] has no room for it as its wall stands,
} has { $held } left and has not bid on it; expect { $from } to { $to }
cli-what-if-was = Round { $round } as it was, { $paid } TSUYAMA paid:
cli-what-if-would = As it would have been, { $paid } TSUYAMA paid:
cli-what-if-no-change = Nobody would have won anything else, or at another price.
cli-what-if-changed = Other winners or prices:
cli-what-if-lot = { $lot }: { $was } -> { $would }
cli-what-if-nobody = nobody
cli-what-if-offer = { $team } { $price } on { $lot }
cli-what-if-gave-up = { $team } gives { $lot } up
cli-what-if-taken = Re-bids taken as they were: { $rebids }.
cli-what-if-open = { $tie }. This re-bid was never called, so nobody can say how it would have ended.
cli-what-if-not-open = The lists of round { $round } have not been opened, so nothing can be said of it.
cli-what-if-no-line = The list of round { $round } has no bid { $line }; it has { $lines }.

# === end of advise ===

### === console ===
# judge-tui: the chief judge's console and the hall's board.

console-title = Ishigaki: the chief judge's console
console-too-small = Too small: { $columns } columns and { $lines } lines are needed.
console-no-game = The game is not here yet.
console-no-round = No round has started yet.
console-sealed = Bidding is under way. What is named stays sealed: nobody sees a price before the opening (A4).
console-never-opened = The lists were never opened. They stay sealed and count for nothing (G4, G5).
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
console-log-moves = with moves of stones
console-log-nothing = Nothing in the log fits.
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
console-head-sealed = sealed
console-head-questions = asked
console-head-next = next
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
console-lot-unnamed = No list named it.
console-more-lines = ... { $count } more: { $key }
console-list-declines = { $team }: declines; held { $held } TSUYAMA
console-list-none = { $team }: declines, with no list; held { $held } TSUYAMA
console-list-absent = { $team }: not in this round (E3); held { $held } TSUYAMA
console-list-head = { $team }: { $lines ->
        [one] { $lines } bid of { $total }; held { $held } TSUYAMA
       *[other] { $lines } bids, { $total } in all; held { $held } TSUYAMA
    }
console-why-title = Why: { $what }, { $round }
console-why-opening = opening
console-why-wave = re-bid { $wave }
console-why-offer = offered { $price }: { $outcome }
console-why-end = end
console-why-unconfirmed = not confirmed yet (A10)
console-why-confirmed = confirmed by the chief judge (A10)
console-why-handed = confirmed; { $team } was handed { $stones } (A10)
console-why-void = This attempt is void and counts for nothing (G5): { $reason }
console-wall-counts = empty { $empty }, top { $gaps }{ $lifted ->
        [0] {""}
       *[other] , loose { $lifted }
    }
console-wall-counted = counted: empty { $empty }, top { $gaps }
console-wall-hand = In hand, not placed: { $stones }
console-wall-hand-none = In hand, not placed: nothing
console-wall-loose = ! unsupported (W3): { $stones }
console-wall-mark = { $mark } = { $stone }

console-panel-handout = Hand-out
console-handout-none = No stone has been handed out yet: that happens when a round is final (A10).
console-handout-waiting = { $stones ->
        [0] nothing to carry
       *[other] { $stones } to carry
    }
console-handout-hint = { $stones ->
        [one] one stone to carry
       *[other] { $stones } stones to carry
    }
console-handout-waits = to carry
console-handout-carried = carried
console-handout-checked = checked by the team
console-handout-placed = on the wall
console-handout-unplaced = not placed
console-key-tick = stone carried, or not
console-key-tick-team = all stones of the team carried
console-act-tick = mark as carried { $stones }
console-act-untick = take back the mark of { $stones }
console-notice-all-carried = All stones of { $team } are marked as carried.

console-key-by-hand = enter for a team (organiser)
console-key-step-back = one step back
console-key-erase-all = erase all
console-key-backward = cursor back
console-key-forward = cursor on
console-key-wait-no-more = do not wait
console-context-form = In an entry by hand
console-context-wait = While an answer is waited for
console-byhand-title = The organiser, for a team (G6)
console-byhand-whom = For which team is something entered? It takes the organiser's token.
console-byhand-what = What is entered for { $team }?
console-byhand-kind-list = a list
console-byhand-kind-rebid = a re-bid
console-byhand-kind-wall = the whole wall
console-byhand-kind-count = what was counted on the wall
console-byhand-kind-uncount = take that count back
console-byhand-write-list = List of { $team } in round { $round }, at most { $most }, the most wanted first: LOT PRICE, LOT PRICE ... Nothing or -: declines.
console-byhand-write-rebid = Re-bid of { $team }, at most { $budget } in all: LINE PRICE, LINE PRICE ... Nothing or -: passes. Tied: { $lines }.
console-byhand-tied-line = { $line } ({ $lot }) at { $price }
console-byhand-write-wall = Whole wall of { $team }: STONE TURN ROW COLUMN, ... such as P-1 90 3 4; turned clockwise, row 0 on top, column 0 on the left. Nothing or -: cleared.
console-byhand-write-count = Counted on the wall of { $team }: EMPTY TOP USED, such as 12 1 5: empty squares, gaps in the top row, stones used.
console-byhand-slip-list = entry { $item } is not LOT PRICE, such as P 10
console-byhand-slip-rebid = entry { $item } is not LINE PRICE, such as 1 12
console-byhand-slip-wall = entry { $item } is not STONE TURN ROW COLUMN, such as P-1 90 3 4
console-byhand-slip-count = three figures are wanted: EMPTY TOP USED, such as 12 1 5
console-byhand-not-counted = nothing was counted by hand
console-byhand-denied = only the organiser's token can enter something for a team (G6); start the console with it
console-byhand-fine-list = { $bids ->
        [0] declines this round (A4)
       *[other] { $bids } of at most { $most ->
            [one] { $most } bid
           *[other] { $most } bids
        }, { $total } of { $held } TSUYAMA
    }
console-byhand-fine-rebid = { $raises ->
        [0] passes: gives its tied lines up (A7)
       *[other] { $raises } of { $lines ->
            [one] { $lines } tied line
           *[other] { $lines } tied lines
        }, { $total } of { $budget } TSUYAMA
    }
console-byhand-fine-wall = { $stones ->
        [0] the wall is cleared
        [one] { $stones } stone; empty { $empty }, top { $gaps }
       *[other] { $stones } stones; empty { $empty }, top { $gaps }
    }
console-byhand-fine-count = empty { $empty }, top { $gaps }, used { $used }
console-byhand-reason = Why is it entered by hand?
console-byhand-reason-sealed = It is recorded, and everybody can read it after the opening.
console-byhand-ask-list = The list just typed is sealed for { $team } in round { $round }, in place of any that it has sealed. Nobody sees it before the opening (A4, G6).
console-byhand-ask-decline = { $team } declines round { $round }: an empty list is sealed, in place of any that it has sealed (A4, G6).
console-byhand-ask-rebid = The re-bid just typed is sealed for { $team }, in place of any that it has sealed. Nobody sees it before the opening (A7, G6).
console-byhand-ask-pass = { $team } passes and gives its tied lines up, in place of any re-bid that it has sealed (A7, G6).
console-byhand-ask-wall = The whole wall of { $team } is replaced: { $stones ->
        [0] no stone lies on it
        [one] one stone lies on it
       *[other] { $stones } stones lie on it
    } (W5, G6).
console-byhand-ask-count = In the ranking { $team } counts as empty { $empty }, top { $gaps }, used { $used }, whatever lies on its wall here (E2).
console-byhand-ask-uncount = In the ranking { $team } counts by the wall that lies here again (E2).
console-byhand-waiting = Sent. The server has not answered yet ...
console-byhand-act-list = the list of { $team }
console-byhand-act-rebid = the re-bid of { $team }
console-byhand-act-wall = the wall of { $team }
console-byhand-act-count = the count of { $team }
console-byhand-act-uncount = the count of { $team }, taken back
console-byhand-done = Entered: { $what }.
console-byhand-refused = Refused: { $what }. Enter it again to see why.
console-byhand-silent = No answer ({ $code }): { $what }. It may be entered or not; entering it again does no harm.

console-reveal-start = { $teams ->
        [one] { $teams } team
       *[other] { $teams } teams
    }, from the last place to the first. Enter shows the next.
console-reveal-undeclared = On this screen only: boards follow once the result is declared (E4).
console-reveal-out = Not counted, disqualified (E3): { $teams }

console-next-await-feed = Wait for the game to arrive.
console-next-await-server = Wait for the server at { $server }.
console-next-no-server = No server answers at { $server }; still trying.
console-next-refused = No game: { $why }. Start again.
console-next-no-game = No game { $game } for this token: has it started? Then start again.
console-next-resume = The clocks stand: let them go on when all is well.
console-next-open-round = Start round { $round }.
console-next-await-lists = Wait for lists: { $sealed } of { $of ->
        [one] { $of } team has
       *[other] { $of } teams have
    } sealed.
console-next-all-sealed = All have sealed; bidding closes in { $left }.
console-next-await-rebids = Wait for re-bids: { $teams }.
console-next-confirm = Confirm: { $open } of { $of ->
        [one] { $of } lot
       *[other] { $of } lots
    } { $open ->
        [one] is
       *[other] are
    } left.
console-next-signal-end = { $time } since the last round. Signal the end between 0:30 and 1:00 (E1).
console-next-await-end = Wait for the end.
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
console-deed-extend = more time
console-deed-signal-end = signal the end
console-deed-enter-janken = enter janken
console-deed-declare = declare the result
console-deed-void-round = void the round
console-deed-disqualify = disqualify
console-deed-reinstate = reinstate
console-deed-abandon = abandon
console-deed-end-practice = end practice

key-next-panel = next panel
key-previous-panel = panel before
key-up = up
key-down = down
console-key-far-up = far up
console-key-far-down = far down
console-key-first = to the start
key-last = to the end
console-key-moves = moves of stones in the log
console-key-why = why
console-key-enlarge = one wall large
console-key-ids = names of stones
console-key-reveal = reveal the ranking
console-key-uncover = uncover or hold an opening
console-key-log-team = log: by team
console-key-log-kind = log: by kind
console-key-search = log: search
console-key-back = show the whole log, all walls
console-key-next-round = later round
console-key-previous-round = earlier round
console-key-next-place = next place
console-key-next-step = next step
console-key-previous-step = step before
console-key-all-places = all places
console-key-all-steps = all at once
console-key-hold-next = hold the next opening
console-key-previous-place = one back
shared-language = 日本語
key-help = keys
key-quit = leave
console-key-quit-now = leave at once, from anywhere
key-close = close
key-yes = yes
key-no = no
console-key-yes-grave = yes (with Shift)
console-key-more-time = more
console-key-less-time = less
console-key-give-time = give it
console-key-accept = go on
console-key-cancel = cancel
console-key-choose = this one
console-key-next-best = next best
console-key-take-back = take back
console-key-erase = erase

console-group-rounds = Rounds
console-group-clocks = Clocks
console-group-end = The end and the ranking
console-group-rulings = Rulings and games
console-group-looks = What is shown
console-group-moves = Moving in it
console-group-log = The log
console-group-handout = Stones carried to teams
console-group-program = The program
console-context-ask = In a question
console-context-grave-ask = In a grave question
console-context-text = In a text
console-context-span = In a length of time
console-context-choice = In a choice
console-context-order = In the order of a janken
console-context-help = In this help
console-context-pick = In the list of games
console-context-queue = In the queue of questions
console-context-seats = Among teams to tick
console-context-read = In a why
console-context-reveal = While the ranking is revealed
console-context-uncover = While an opening is uncovered
shared-help-here = Here and now
key-next-page = next page
key-previous-page = page before
console-help-title = Keys
console-dialog-title = Chief judge

console-act-open-round = start round { $round }
console-act-confirm-all = confirm all lots of round { $round }
console-act-confirm-lot = confirm { $lot } of round { $round }
console-act-extend = give { $span } more
console-act-void-round = void round { $round }
console-act-disqualify = disqualify { $team }
console-act-reinstate = reinstate { $team }
console-act-enter-janken = enter the janken: { $order }
console-act-declare = declare the result
console-act-abandon = abandon the game
console-act-end-practice = end the practice

console-ask-quit = Leave the console? The game goes on without it.
console-uncover = The boards show step { $steps } of { $of } of this opening.
console-uncover-how = They follow these keys, within two seconds. Until one is pressed they go on by themselves, and so they do once the round is final.
console-uncover-held = The next opening is held: when it comes, the boards show nothing of it until you go on.
console-uncover-held-how = One step back lets it go by itself again. Once its round is final it does so in any case.
console-uncover-whole = The boards have shown all of this opening ({ $of } of { $of }).
console-uncover-whole-how = One step back covers its last step again, until the round is final, void, or the next opening comes.
console-mark-questions = Questions: { $count }, waiting for { $waited }
console-mark-questions-everywhere = Questions: { $count }, waiting for { $waited }; in other games: { $elsewhere }
console-mark-questions-short = Questions: { $count }
console-mark-questions-everywhere-short = Questions: { $count }, elsewhere: { $elsewhere }
console-mark-questions-elsewhere = Questions in other games: { $elsewhere }
console-mark-held = Boards held at step { $steps } of { $of }
console-mark-holds-next = Next opening held
console-ask-span = How much more time for the running window (T)?
console-ask-disqualify-whom = Which team is to be disqualified (E3)?
console-ask-reinstate-whom = Whose disqualification is to be taken back (E3)?
console-ask-reason-void-round = Reason to void round { $round }:
console-ask-reason-disqualify = Reason to disqualify { $team }:
console-ask-reason-reinstate = Reason to reinstate { $team }:
console-ask-reason-abandon = Reason to abandon the game:
console-ask-reason-end-practice = Reason to end the practice:
console-ask-reason-replace = Reason to replace the game with its spare:
console-ask-order = Who won the janken, and who is next (E2)?
console-ask-search = Show what in the log? (Nothing: all of it)
console-reason-public = Everybody can read it.
console-reason-public-grave = Everybody can read it. You will be asked once more.
console-reason-given = Reason: { $reason }
console-reason-pause = the chief judge's pause
console-reason-extend = the chief judge gives more time

console-warn-open-unconnected = Not connected: { $teams }. They can't submit bids for round { $round } until they connect.
console-warn-confirm = This makes round { $round } final: prices are deducted and stones are handed out. It cannot be voided any more (G5).
console-warn-void-round = Round { $round }, attempt { $attempt }, becomes void: its lists and results no longer count, no team pays or gets anything, and the round is run again (G5).
console-warn-signal-end = The last round became final { $time } ago. The game ends in { $span }. This cannot be taken back (E1).
console-warn-signal-end-early = EARLY: the end is due 0:30 to 1:00 after the last round (E1).
console-warn-signal-end-late = LATE: it should have been signalled by 1:00 after the last round (E1).
console-warn-disqualify = { $team } can no longer bid or place, its unopened list is withdrawn, and it comes last. It can be taken back, but a round under way is lost to the team (E3).
console-warn-declare-questions = { $waiting ->
        [one] 1 question waits
       *[other] { $waiting } questions wait
    } for an answer. Once the result is declared nobody can answer (Q shows them).
console-warn-declare = This ranking becomes the final result. It cannot be taken back (E4).
console-warn-abandon = The game stops and is kept as abandoned; it has to be replayed with another problem. This cannot be taken back (G4).
console-warn-abandon-spare = The game stops and is kept as abandoned; then { $key } starts its spare { $spare }. This cannot be taken back (G4).
console-warn-enter-janken = The janken is entered, best first: { $order } (E2).
console-warn-other = Really { $act }?

console-notice-sent = Sent: { $act } ...
console-notice-done = Done: { $act }.
console-notice-on-its-way = Already on its way: { $act }.
console-notice-refused = Refused: { $why }.
console-notice-silent = No answer ({ $code }): { $act }. It may be done or not; look at the log before you repeat it.
console-notice-moved-on = The game has moved on; the question was closed and nothing was sent.
console-notice-no-reason = A reason is needed: it goes on record. Type one, or leave with Esc.
console-notice-offline = There is no connection; nothing was sent.
console-notice-no-team = There is no such team.
console-notice-not-followed = The hall's boards do not follow: { $why }.
console-notice-no-reveal = The ranking is revealed once the game is over (E1).
console-notice-no-opening = No opening is to come in this game any more.
console-alone = NO SECOND COPY: what is answered is on this server alone. See to the standby.
console-notice-copied = The standby is abreast: answers wait for its disk, too.
console-notice-astray = Item { $item } of the feed does not fit: what the screen shows may be wrong. Restart the console; acts still reach the server.
console-notice-closed = The server refuses the feed, and is asked again: { $why }.
console-notice-no-list = The server does not list its games: { $why }.

console-overview-title = Games: { $count ->
        [0] none waits for the chief judge
        [one] 1 waits for the chief judge
       *[other] { $count } wait for the chief judge
    }
console-overview-rest = { $above } above, { $below } below
console-overview-questions = { $count ->
        [one] 1 question waits
       *[other] { $count } questions wait
    }
console-queue-title = Questions: { $waiting ->
        [0] none waits
        [one] 1 waits
       *[other] { $waiting } wait
    }, { $answered } answered{ $left ->
        [0] {""}
       *[other] , { $left } without an answer
    }
console-queue-told-title = Announcements: { $count }
console-queue-waits = waits { $time }
console-queue-sent = on its way ...
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
console-queue-question = Question { $question } of { $team } in { $game }, asked { $ago } ago, at { $at } of the game:
console-queue-answer = Answered to the team alone { $ago } ago, at { $at }:
console-queue-answer-to-all = Answered to all teams, without who asked, { $ago } ago, at { $at }:
console-queue-corrected = Before it was corrected, at { $at }, to the team alone:
console-queue-corrected-to-all = Before it was corrected, at { $at }, to all teams:
console-queue-is-read = The team has read it.
console-queue-is-unread = The team has not read it yet.
console-queue-no-questions = Nobody has asked anything.
console-queue-no-announcements = Nothing has been announced.
console-queue-told-to-all = Announced to all teams of { $game } { $ago } ago, at { $at } of the game:
console-queue-told-to = Announced in { $game } to { $teams } { $ago } ago, at { $at } of the game:
console-queue-quotes = Question: "{ $asked }"
console-queue-have-read = Read by ({ $count }): { $teams }
console-queue-have-not-read = Not read yet by ({ $count }): { $teams }
console-overview-on-its-way = on its way ...
console-stage-ready = R{ $round } waits
console-stage-bidding = R{ $round } bidding
console-stage-rebidding = R{ $round } re-bid
console-stage-confirming = R{ $round } to confirm
console-stage-paused = { $stage }, PAUSED
console-stage-building = building
console-stage-countdown = countdown
console-stage-ended = over
console-stage-declared = result is final
console-elsewhere = { $count ->
        [one] 1 other game waits
       *[other] { $count } other games wait
    }: [{ $key }]
console-pick-none = The contest has no games.
console-game-waits = waits
console-game-started = started
console-game-damaged = damaged
console-game-elsewhere = at another server
console-game-nowhere = to be taken over
console-game-seats = { $seats ->
        [one] one to be named
       *[other] { $seats } to be named
    }
servers-alone = This server is the only one that can have this contest's journal open.
servers-head-server = server
servers-head-address = address
servers-head-seen = seen
servers-head-count = games
servers-head-games = which
servers-state-serves = serves
servers-state-draining = drains
servers-state-gone = gone
servers-answered = Server { $server } has answered.
servers-drained = Server { $server } gives away what it has: each game as soon as no window of it is open.
servers-undrained = Games go to server { $server } again.
servers-moved = Server { $server } takes { $game } over.
console-games-start = { $game } has started, { $count ->
        [one] one team
       *[other] { $count } teams
    }: { $teams }.
console-games-replace = { $game } is abandoned. Its spare { $spare } has started, with the same { $count ->
        [one] team
       *[other] { $count } teams
    }: { $teams } (G4).
console-game-with-command = --game is for the console; a command names its game itself.
console-failed = This cannot run: { $what }

console-practice = PRACTICE
console-game-practice = practice: { $title }
console-game-spare = spare of { $game }
console-key-games = games
console-key-questions = questions
console-key-answer = answer
console-key-other-messages = the other list
console-key-text-up = text up
console-key-text-down = text down
console-key-start-game = start it
console-key-next-game = next that waits
console-key-pause-all = pause all
console-key-resume-all = resume all
console-key-back-to-game = back to the game
console-key-tick-seat = tick
console-key-seated = these teams
console-key-presence = who is there
console-context-presence = Among those who are there
console-deed-replace = play the spare
console-deed-remark = remark
console-deed-announce = announce
console-act-replace = replace the game with its spare
console-act-remark = put a remark on record
console-act-answer = answer question { $question } of { $team }
console-ask-seats = Which { $seats } teams play { $game }? { $ticked } ticked, in the order of the game.
console-ask-start-seated = { $game } is played by these { $count } teams, in this order:
console-ask-start-sure = Start it? This cannot be taken back, and everybody can see the game from then on.
console-ask-pause-all = Stop the clocks of { $count ->
        [one] 1 game
       *[other] { $count } games
    }: { $games }. Reason:
console-ask-resume-all = Let the clocks of { $count ->
        [one] 1 game
       *[other] { $count } games
    } go on: { $games }?
console-seat-figures = Figures: empty squares / gaps on top / TSUYAMA left / stones used / unused
console-seat-result = { $game }: place { $place } · { $figures }
console-seat-disqualified = { $game }: disqualified
console-seat-plays = plays { $game } now
console-unusual-spare = This is the spare of { $game }, which is not abandoned.
console-unusual-not-next = { $game } stands before it and has not started.
console-unusual-busy = { $game } is being played at this moment by { $teams }.
console-unusual-seats = The contest file plans { $planned } teams, and { $named } are named.
console-ask-start = Start { $game } with { $count ->
        [one] its team
       *[other] its { $count } teams
    }: { $teams }? This cannot be taken back, and everybody can see the game from then on.
console-ask-remark = Remark for the record:
console-warn-replace = This game stops and is kept as abandoned. Its spare { $spare } starts at once with the same teams, and nothing is taken over into it. This cannot be taken back (G4).
console-warn-replace-unknown = This game stops and is kept as abandoned. If it has a spare, that starts at once with the same teams. This cannot be taken back (G4).
console-warn-spare = { $spare } starts now with the same teams, in place of this abandoned game (G4).
console-next-spare = Start { $spare } in place of this abandoned game (G4).
console-next-spare-started = { $spare } is played in place of this game (G4): go there.
console-notice-starting = Starting { $game } ...
console-notice-not-started = No answer ({ $code }): { $game } may have started or not; the list tells.
console-notice-no-teams = A game takes 2 to 16 teams; { $seats } are planned. Space ticks a team.
console-notice-not-started-yet = { $game } has not started: s starts it.
console-notice-nothing-wanted = No other game waits for the chief judge.
console-notice-nothing-to-pause = No game has a clock that could be stopped.
console-notice-nothing-to-resume = No game's clock stands.
console-notice-answered = Answer with y for yes, or n or Esc for no.
console-notice-answered-gravely = Answer with a capital Y, with Shift, for yes, or n or Esc for no.
console-remark-public = Everybody can read it.
console-message-whom = To which teams? Tick them; without a tick it goes to all.
console-message-to-all = To all teams, and on the board.
console-message-to-some = To { $teams }: on their screens only; the record shows it to everybody once the result is declared.
console-message-english = In English (an empty line leaves it out):
console-message-japanese = In Japanese (an empty line leaves it out):
console-message-in-english = In English: { $text }
console-message-in-japanese = In Japanese: { $text }
console-message-length = { $length } of { $most } characters
console-message-too-long = { $length } characters: at most { $most } can be announced.
console-message-asked = { $team } asks: "{ $text }"
console-message-corrects = This corrects the answer: "{ $text }"
console-message-meanwhile = ANSWERED MEANWHILE by somebody else: "{ $text }"
console-message-to-asker = To { $team } alone
console-message-until-over = Who asked, and an answer to the asker alone, are public only once the result is declared: the record shows them then.
console-message-to-everybody = To all teams, question and answer, without who asked
console-message-all-games = in all other games as well
console-message-game = in { $game } as well, to all its teams
console-message-in-games = Also to all teams in { $games }.
console-notice-elsewhere = { $game }: { $notice }
console-notice-no-text = There is nothing to announce: type a text in one language at least, or leave with Esc.
console-notice-unproved = Item { $item } of the feed is not proved: { $what }. Do not rely on this screen. Is this the right server? Compare the key with the team sheets.
console-unproved-no-key = the server does not name its key
console-unproved-no-instance = the server does not say which game of that name this is
console-unproved-other-game = it is signed for another game of that name
console-unproved-other-branch = it is signed on another branch of the game: somebody serves it from a copy of its journal
console-unproved-no-head = it comes without a signature
console-unproved-malformed = its signature is malformed
console-unproved-backwards = it is signed for an earlier place in the record
console-unproved-signature = the server's key has not signed it
console-presence-title = Who is there
console-presence-never = never connected
console-presence-gone = was here, is gone
console-presence-here = connected { $feeds ->
        [one] {""}
       *[other] ({ $feeds })
    }
console-presence-practised = has practised
console-presence-unpractised = no practice list
console-presence-summary = Connected: { $here } of { $of }. Sealed a practice list: { $practised } of { $of }.
console-presence-awaited = Asking the server ...
console-presence-silent = The server does not answer; nothing is known yet.
console-presence-stale = The server does not answer; this is what was last known.

# === end of console ===

### === auto ===
# judge-tui auto: the automatic judge tells what it does. $left, $pause, $every, $confirm and $end are spans.

auto-line = { $game }: { $what }
auto-plan-pause = A round opens { $pause } after the one before is final.
auto-plan-every = A round opens { $every } after the one before opened, and at least { $pause } after that one is final.
auto-plan-first = The first round waits until every team is connected.
auto-plan-each = Every round waits until every team is connected.
auto-plan-nobody = No round waits for teams to connect.
auto-plan-ends = Rounds are confirmed { $confirm } after the opening (A10); the end is signalled { $end } after the last round (E1).
auto-plan-unusual = In a contest there are 30 to 60 s for building after the last round (E1).
auto-plan-declares = The result is declared (E4). A janken is held and entered by a person.
auto-plan-leaves = The result is left for a person to declare (E4), and a janken to hold.
auto-plan-hand = Whoever acts in the console takes the game over. Pausing and resuming it there, or Enter here, hands it back; Ctrl-C stops.
auto-which = Several games run: { $games }. Name those to judge, or all by --all.
auto-no-game = No game runs that could be judged. Name one that is still to start, or wait for all with --all.
auto-taken-up = judged automatically from here on: { $phase }.
auto-awaits-start = waits until somebody starts it.
auto-awaits-server = is being taken up by a server.
auto-awaits-stage = no game is on; the next ones come when the next stage is drawn. It ends when the event is declared.
auto-awaits-teams = not connected yet: { $teams }.
auto-next-round = round { $round } opens in { $left }.
auto-next-confirm = the round is confirmed in { $left }.
auto-next-end = the end is signalled in { $left }.
auto-opened = opened round { $round } (A1).
auto-confirmed = confirmed round { $round }; it is final (A10).
auto-signalled = signalled the end; the game ends in { $left } (E1).
auto-declared = declared the result (E4).
auto-paused = { $what } It goes on by itself when a person resumes it.
auto-stands = the clocks stand. It goes on by itself when a person resumes it (T).
auto-resumed = the clocks go on, and it is judged automatically again (T).
auto-taken-over = { $what } That was a person, who has the game now: nothing is done here until it is handed back.
auto-handed-back = handed back; judged automatically again.
auto-janken = equal on all counts: { $teams }. Hold a janken, and enter it in the console (J, E2).
auto-lost = no connection; trying again.
auto-not-served = the server does not serve it any more, and the game stands still; its log says why. It goes on after its next start.
auto-back = connected again.
feed-beyond = The end of { $game } is { $last } so far, and it is told from { $first } on: is the id after which it is told of another feed?
auto-questions-wait = { $waiting ->
        [one] 1 question waits
       *[other] { $waiting } questions wait
    } for an answer, and nobody can answer once the result is declared.
auto-is-declared = over: the result is declared (E4).
auto-is-abandoned = abandoned ({ $reason }).
auto-spare-waits = Its spare { $game } is started in the console (N, G4), unless a ruling goes on without it.
auto-spare-is-played = Its spare { $game } is played in its place (G4).
auto-result-open = ended. The result is yours to declare in the console (F, E4).
auto-left = left to a person: { $why }
auto-stopped = Stopped. From now on nobody opens or confirms but whoever does it in the console.

# === end of auto ===

### === rehearsal ===
# rehearsal: what stands around the events when a whole game is told.

rehearsal-name = 石垣工務店  Ishigaki Koumuten
rehearsal-what = A rehearsal: a whole game by one command
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
rehearsal-server = The server runs as a process of its own; judge, teams and board are connected over gRPC.
rehearsal-players = The teams
rehearsal-adviser = adviser: does what the adviser says
rehearsal-rival-aware = rival-aware: models each rival, and looks ahead
rehearsal-strength = strength { $strength } of 10, for practice
rehearsal-steady = steady: buys an even share of its wall in every round, at about what it is worth
rehearsal-thrifty = thrifty: bids on much, little above the minimum, and seldom raises
rehearsal-bold = bold: pays high prices early, for what is scarce
rehearsal-patient = patient: saves its TSUYAMA for the late rounds
rehearsal-blocker = blocker: also bids up what the leader needs
rehearsal-gambler = gambler: does what comes to its mind
rehearsal-frame-and-stones = The frame and the stones
rehearsal-frame = The frame
shared-from = from { $price }
rehearsal-round = Round { $round } of { $rounds }
rehearsal-round-rules = { $bids ->
        [one] { $bids } bid
       *[other] Up to { $bids } bids
    } a list, most wanted first; at most { $wins ->
        [one] { $wins } stone
       *[other] { $wins } stones
    } a team. It closes early once all have sealed.
rehearsal-on-offer = On offer
rehearsal-nothing-on-offer = Nothing is on offer any more: every stone has been won.
shared-opening = The opening
rehearsal-declined = declines: an empty list (A2)
rehearsal-no-list = declines: no list (A4)
rehearsal-refused-before = Told only now: { $team } first sent { $list }, and was refused: { $why }.
rehearsal-replaced-before = Told only now: { $team } had sealed { $list }, and replaced it in time (A2).
rehearsal-rebid = Re-bid { $wave }
rehearsal-passed = pass
rehearsal-silent = silent
rehearsal-next-lines = And the lines that were waiting:
rehearsal-confirmation = The round is final
rehearsal-before = before
rehearsal-paid = paid
rehearsal-left = left
rehearsal-handed = stones, with their prices
rehearsal-walls = The walls after round { $round }
rehearsal-walls-end = The walls at the end
rehearsal-walls-unchanged = The walls stand as they were last shown.
rehearsal-wall-counts = { $empty } empty, { $top } top
rehearsal-stone-counts = { $used } used, { $unused } left
rehearsal-end = The end
rehearsal-countdown = The game ends in
rehearsal-ranking = Ranking
rehearsal-head-empty = empty
rehearsal-head-top-gaps = top gaps
rehearsal-head-held = TSUYAMA
rehearsal-head-used = used
rehearsal-head-unused = unused
rehearsal-killed = The server is killed (kill -9). Sealed so far: { $sealed }.
rehearsal-restarted = It is started again from its journal. What was sealed is still sealed, and the clients are back by themselves.
rehearsal-verdict = Verdict
rehearsal-check-derived = All that the server told to follow from the rules was worked out here too: { $items ->
        [one] { $items } item
       *[other] { $items } items
    }, no difference.
rehearsal-check-money = TSUYAMA add up: { $initial } at the start = { $held } held + { $paid } paid.
rehearsal-check-stones = Stones add up: { $copies ->
        [one] { $copies } copy
       *[other] { $copies } copies
    } = { $handed } handed out + { $pool } in the pool.
rehearsal-check-views = Every team, the judge and the board saw the same game.
rehearsal-check-scripted-refusals = { $refused ->
        [one] The list that had to be refused was refused, for the right reason.
       *[other] The { $refused } lists that had to be refused were refused, for the right reasons.
    }
rehearsal-check-transcript = The server's record was verified: { $events ->
        [one] { $events } event
       *[other] { $events } events
    }, rule by rule; { $heads ->
        [one] { $heads } signed head
       *[other] { $heads } signed heads
    }, as the board was shown them.
rehearsal-check-receipts = All { $receipts } lists and re-bids that were sealed have receipts, and each is in the record as its team sent it.
rehearsal-fingerprint = The server's fingerprint: { $fingerprint }
rehearsal-transcript-kept = It is kept in { $path }.
rehearsal-files-kept = The server's files are kept in { $path }.
rehearsal-stopped = Stopped; nothing is left behind.
rehearsal-event-what = A rehearsal: a whole event by one command
rehearsal-event-facts = { $players ->
        [one] { $players } line
       *[other] { $players } lines
    } on the roster, results by chance; seed { $seed }.
rehearsal-event-server = The server runs as a process of its own; organiser, desk, referee and board are connected over gRPC.
rehearsal-event-digits-refused = Digits before the commitment were refused (TV1).
rehearsal-event-digits = The lotteries are drawn; joined they are the seed of the draw, { $seed } (TD2).
rehearsal-event-absent = Absent: { $players } (TD7).
rehearsal-event-leagues = The leagues, by players present: { $leagues } (TL).
rehearsal-event-pool = { $pool }, { $games ->
        [one] { $games } game
       *[other] { $games } games
    }: { $text }
rehearsal-event-by-number = by number, largest with largest of the two halves (TP1)
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
rehearsal-event-leaders = The lead
rehearsal-event-late = The slip of { $winner } v { $loser } comes late; the next pairing was refused until it was there (TF5).
rehearsal-event-card-turned = the card was filled in the wrong way round
rehearsal-event-overruled = The referee overrules a result: { $winner } has won against { $loser }; { $reason } (TV3). The desk was refused (TO9).
rehearsal-event-withdrew = { $player } withdraws (TW1).
rehearsal-event-nobody-left = nobody of the league is left
rehearsal-event-killed = The server was killed (kill -9) with { $entered ->
        [one] { $entered } result
       *[other] { $entered } results
    } of the round entered, and started again from its journal: all { $facts } facts that were seen came again, the same.
rehearsal-event-check-feed = The board saw { $facts ->
        [one] { $facts } fact
       *[other] { $facts } facts
    }, each with its signed head; the record has the same ones.
rehearsal-event-keep-record = With --transcript FILE the record is kept, for anybody to verify.
rehearsal-event-verify = Anybody verifies it again with:

# === end of rehearsal ===

### === practice ===
# practice: a game against bots by one command.

practice-join = Practice of { $scenario }: the seat of team { $team } is free. The judge begins when somebody takes it and stays: a screen, a bot, or team-client watch.
practice-join-server = Server:
practice-join-token = Token file:
practice-join-example = Try:
practice-join-fingerprint = Fingerprint:
practice-join-elsewhere = On another machine, with the token file brought over:
practice-join-then = and then:
practice-no-terminal = no terminal for the team's screen here; --join leaves the seat to a client elsewhere
practice-place = You are { $place } of { $teams } teams
practice-bots = The bots
practice-bots-of-strength = The bots (strength { $strength } of 10)
practice-verified = The record was verified, { $events } events rule by rule; { $receipts ->
    [0] the receipts are with whoever took the seat.
    [one] your one receipt is in it as you sent the list.
   *[other] your { $receipts } lists and re-bids are all in it as you sent them.
}
practice-refused = { $refused ->
    [one] One move of a bot was refused by the rules.
   *[other] { $refused } moves of bots were refused by the rules.
}
practice-transcript = The transcript is kept in { $path }.
practice-receipts = Your receipts are kept in { $path }.
practice-left = Left before the end; nothing is left behind.

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
arena-doubted = lists asked about
arena-pairs = Of every two seats in one game, the share in which the first bot has the better place (equal places count half):
arena-against = against
arena-share = share
shared-verdict = verdict
arena-ahead = ahead
arena-behind = behind
arena-unclear = not told apart
arena-note = In brackets: 95% confidence intervals; a game counts once, whatever happens in it.
arena-failed = { $bot }: decisions that came to nothing: { $counts }
arena-first-failed = the first one: { $what }
arena-idle = { $bot } made no valid decision in any game. Check its command.
arena-timing = Games a minute: { $rate }, in { $seconds } s. Of the time { $share }% was spent waiting for bots' processes.
arena-ladder = The ladder, by all games ever added to it:
arena-rating = rating
arena-ladder-games = games
arena-replay = Worth seeing: { $file } ({ $reasons })
arena-close = closest finish
arena-comeback = greatest comeback
arena-fought = most re-bids
arena-most-failed = most decisions that came to nothing

# === end of arena ===

### === fairness ===
# lab fairness: whether a scenario makes a fair game.

fairness-head = { $scenario } for { $teams ->
        [one] { $teams } team
       *[other] { $teams } teams
    }
fairness-against = against { $other }
fairness-figures = counted in the file
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
fairness-no-spread = open: all games alike
fairness-symmetry = { $games ->
        [one] { $games } game
       *[other] { $games } games
    } played again with the seats changed round: { $same } came to exactly the same ends.
fairness-equivalence = empty squares / frame
fairness-this = this one
fairness-other = the other one
fairness-difference = difference [90%]
fairness-field-mixed = all bots
fairness-field-strong = adviser on every seat
fairness-field-steady = steady on every seat
fairness-simulated = played by bots
fairness-mean = mean [95%]
fairness-note = open: the interval reaches over an end of the band, or fewer than { $least } games have shown the line, or all of them came to the same figure. Then more games would tell. A game counts once, whatever happens in it.
fairness-skill = stronger bot has the better place
fairness-tau = Kendall's tau of places and strength
fairness-by-empty = places decided by empty squares
fairness-by-janken = places only a janken decides
fairness-ties = ties in a round
fairness-waves = re-bids in a round
fairness-failed = ties that fail
fairness-fallback = awards behind the first W lines
fairness-at-minimum = awards at the minimum price
fairness-price-spread = spread of price / minimum price
fairness-left = money left at the end
fairness-efficiency = squares filled / that could be
fairness-lead-changes = lead changes in a game
fairness-last-round = leader before the last round wins
fairness-proved = best wall proved by the solver
fairness-full = frame can be filled with what was won
fairness-without-adviser = better place without adviser
fairness-without-rebid = better place without re-bids
fairness-without-fallback = better place without fallback
fairness-without-rearranging = better place without rearranging
fairness-buy-out = buyer's wins / a seat's share
fairness-one-team-less = more empty with one team less
fairness-one-team-more = more empty with one team more
fairness-page-title = Fairness of { $scenario }
fairness-page-teams = (teams: { $teams })
fairness-page-of = { $scenario } (teams: { $teams })
fairness-page-sum = Lines inside their bands: { $inside }, outside: { $outside }, open: { $open }.
fairness-page-how = Games of each field: { $games }, seeds { $first } to { $last }.
fairness-page-plot = in its band
fairness-page-value = mean
fairness-page-interval = 95% interval
fairness-page-equivalence = Can they stand for each other?
fairness-page-plots = Plots
fairness-page-empty = Walls by the share of the frame that stays empty
fairness-page-walls = { $scenario }: walls: { $walls }, empty on average: { $empty } of { $squares } ({ $share }%)
fairness-page-prices = Prices by stone type, all bots
fairness-page-prices-how = Bar: the middle half of the prices, with the median. Line above it: up to the highest. Grey line: the minimum price.
fairness-page-table = as a table
fairness-page-minimum = minimum
fairness-page-quartiles = quartiles
fairness-page-highest = highest
fairness-page-sold = sold / on offer
fairness-page-leads = Lead changes by round, all bots
fairness-page-leads-how = In how many of the games another team comes to have won the most squares in this round.
fairness-page-file = the page cannot be written (--html { $file })

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
# What stands beside the events when a whole game is written down.

log-head-time = Time
log-head-game-time = Game time
log-head-who = Who
shared-token = Token
log-head-what = What happened
log-set-up = { $game }, "{ $title }", is set up: { $count ->
        [one] { $count } team
       *[other] { $count } teams
    } ({ $teams }), { $rounds ->
        [one] { $rounds } round
       *[other] { $rounds } rounds
    }, { $money } TSUYAMA each ({ $rule }).
log-replaced = This is revision { $revision }; the one before no longer counts ({ $rule }).
log-by-hand = Entered by hand: { $reason } ({ $rule }).
log-won = { $award } ({ $rule }).
log-stop = { $part }.
log-handed = { $team } receives { $stones }, pays { $paid } TSUYAMA and holds { $held } ({ $rule }).
log-ranked = { $place }, { $team }: { $empty ->
        [one] { $empty } empty square
       *[other] { $empty } empty squares
    }, { $top_gaps } in the top row; { $held } TSUYAMA left; { $used ->
        [one] { $used } stone
       *[other] { $used } stones
    } used, { $unused } not.
log-ranked-last = { $place }, { $team }: disqualified, { $reason } ({ $rule }).
log-ranked-by = What separates it from the next one: { $why }.
log-epoch = The server takes the game up from its journal: epoch { $epoch }, tag { $tag }.
log-goes-on = The result is not declared yet. What is sealed stands in the record from its opening on ({ $rule }).
log-of-another-game = this is the record of game { $id }
log-of-another-event = this is the record of event { $id }

standby-abreast = In step: { $games } started, { $waiting } not yet{ $events ->
        [0] {""}
        [one] , 1 event
       *[other] , { $events } events
    }; open lines of their records: { $lines }.
standby-lost = No connection to the server; trying again. ({ $reason })
standby-lost-ended = it ended the copying and gave no reason
standby-lost-unread = it does not read what this copy confirms
standby-lost-foreign = what answers is no server of a contest: { $what }
standby-denied = The server answers, but gives no copy; trying again. ({ $reason })
standby-lacks = This machine could not take over: { $files } missing here. Without that the copy can never be served: bring it over now, on a stick, never over the network.
standby-given-up = no backup: the server gives no copy. Look whether it runs, and at --from
standby-left-out = DAMAGED ON THE SERVER, and not copied any further: { $games }.
standby-abreast-no-sheets = In step and able to take over, but { $files } missing here: without that no sheet or token can be handed out again from this machine. ({ $games } started, { $waiting } not yet{ $events ->
        [0] {""}
        [one] , 1 event
       *[other] , { $events } events
    }, open lines: { $lines })
standby-abreast-lacks = In step, BUT NOT READY: { $files } missing here. ({ $games } started, { $waiting } not yet{ $events ->
        [0] {""}
        [one] , 1 event
       *[other] , { $events } events
    }, open lines: { $lines })
journal-copied = { $games ->
        [one] { $games } game
       *[other] { $games } games
    } with { $records ->
        [one] { $records } record
       *[other] { $records } records
    } copied from { $from } to { $to } and compared record by record.
task-in-use = The journal is in use by a running server. Ask that server for the record: judge-tui transcript { $game } (judge or organiser), or team-client transcript { $game } (a team); or stop the server first.
tokens-exist = { $path } exists; its tokens would no longer be good (--force replaces it)
# === end of log ===

### === events around the games ===
# What happened in one, a sentence a fact; keys are the facts' names.

competition-created = Event { $event }, "{ $title }", is created (TV1).
competition-roster-set = The roster is set: { $entrants ->
        [one] { $entrants } line
       *[other] { $entrants } lines
    } (TD4).
competition-committed = Settings and roster are fixed; their hash is { $hash } (TV1).
competition-digits-entered = The lotteries drew { $results }; the draw follows from them (TD2).
competition-digits-overruled = Ruling: the lotteries drew { $results }, from which the draw follows. Reason: { $reason } (TD8, TV3).
competition-attendance-marked = { $name } is { $absent ->
        [1] absent
       *[other] there after all
    } (TD7).
competition-attendance-overruled = Ruling: { $name } is { $absent ->
        [1] absent
       *[other] there after all
    }. Reason: { $reason } (TD7, TV3).
competition-slip-drawn = { $name } drew slip { $number } (TD6).
competition-leagues-made = Reception is over; { $leagues } leagues are made (TL1).
competition-round-paired = Round { $round } is paired (TP):
competition-result-entered = Round { $round }: { $winner } won against { $loser }, { $how } (TO9).
competition-player-withdrew = { $name } leaves with the next pairing (TW1).
competition-result-overruled = Ruling: in the place of result { $entry } it holds that { $winner } won against { $loser }, { $how }. Reason: { $reason } (TV3).
competition-first-named = Ruling: { $name } is first of league { $league }. Reason: { $reason } (TF4, TV3).
competition-first-confirmed = The first of league { $league }, found by the ranking, is confirmed (TF4).
competition-team-attendance-marked = { $name } is { $absent ->
        [1] absent from
       *[other] there after all for
    } the stage { $stage } (TD7).
competition-groups-drawn = The groups of the stage { $stage } are drawn (TG2).
competition-game-counted = The { $spare ->
        [1] spare
       *[other] game
    } of group { $group }, stage { $stage }, is counted (TG4).
competition-game-replaced = The game of group { $group }, stage { $stage }, is replaced by its spare. Reason: { $reason } (G4).
competition-game-overruled = Ruling: another result holds of group { $group }, stage { $stage }. Reason: { $reason } (TV3).
competition-janken-entered = The janken of the stage { $stage } is decided, best first: { $order } (TG4).
competition-janken-overruled = Ruling: the janken of the stage { $stage } is, best first: { $order }. Reason: { $reason } (TV3).
competition-stage-closed = { $last ->
        [1] The stage { $stage } is over, and with it all games (TG4).
       *[other] The stage { $stage } is over; who advances is settled (TG4).
    }
competition-ruled = Ruling: { $text } (TV3).
competition-ranking-declared = The final ranking is declared (TE).
competition-event-abandoned = The event is given up: { $reason } (TV3).
competition-game = { $one } v { $other }
competition-bout = { $bout }: { $one } v { $other }
competition-bye = { $name }: bye
competition-place = { $place }. { $name }
competition-goes-on = The event goes on after this.

# === end of events around the games ===

### === board ===
# judge-tui board: the screen that the hall looks at.

board-title = Ishigaki: the board
board-too-small = Too small: { $columns } columns and { $lines } lines are needed.
board-unknown-games = Unknown game: { $games }. Games: { $known }
board-no-games = No game has started yet. It shows here as soon as one does.
board-await = Wait for the game from { $server }.
board-no-server = No server answers at { $server }; still trying.
board-fingerprint = key fingerprint { $fingerprint }
board-head = last head { $head }
board-head-of = last head of { $game } { $head }

board-standings = Standings if the game ended now
board-standings-ended = Standings, not declared yet
board-standings-abandoned = Standings when the game was abandoned
board-standings-veiled = Ranking, revealed from the last place
board-standings-final = Final result
board-help = Keys

board-paused = PAUSED
board-by-hand = Uncovered by key. Space: next, a: by itself
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
    } sealed
board-sealed-rebids = { $sealed } of { $of } tied teams have sealed

board-lot = { $lot } ×{ $copies }, from { $min }
board-no-lots = No stones are left.
ranking-covered = The chief judge has not revealed all places yet.
board-covered = ? ? ?
board-lot-failed = { $copies ->
    [1] {""}
   *[other] { $copies }{" "}
}failed: { $why }
board-lot-unsold = { $copies } unsold
board-lot-free = { $copies } unsold so far
board-wall = { $empty } empty
board-wall-counted = { $empty } empty, as counted

board-more-announcements = » { $count } more
board-asked = Question: { $asked }
board-answered = Answer: { $text }

board-event-results = { $count } of { $of } results are in
board-event-group-results = counted: { $count } of { $of }
board-event-entrants = { $count } entrants
board-event-teams = { $count ->
        [one] { $count } team
       *[other] { $count } teams
    }

board-key-uncover = uncover the next step
board-key-auto = by itself / by key
board-key-bell = bell on / off
board-key-by-itself = what fits the moment
shared-standings = standings
board-key-event = the event
board-key-help = keys

# === end of board ===

### === tournament ===
# The screen on which an event is held. Panels and keys are short; sentences end with a full stop.

tournament-role = as { $role }
tournament-contact-stopped = NOT SERVED
tournament-none-yet = There is no event yet. The organiser creates one: C.
tournament-none-chosen = No event is chosen yet.
tournament-await = Wait for the event from { $server }.
tournament-which = Which event?
tournament-finding = Looking for: { $text }
tournament-panel-roster = roster
tournament-panel-draw = draw
tournament-panel-round = round
tournament-panel-leagues = leagues
tournament-panel-bracket = play-offs
tournament-panel-ranking = ranking
tournament-panel-rulings = rulings
tournament-keys-panel = On a panel
tournament-keys-form = In a form
tournament-keys-ask = At a question
tournament-keys-find = Looking for somebody
tournament-keys-choice = Among events
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
tournament-key-roster = roster from a file
tournament-key-create = create an event
tournament-key-name-first = name a first
tournament-key-confirm-first = confirm a first
tournament-key-rule = ruling in words
tournament-key-abandon = give the event up
tournament-key-print = print
tournament-key-round-before = round before
tournament-key-round-after = next round
tournament-key-stage-before = stage before
tournament-key-stage-after = next stage
tournament-key-page-up = page up
tournament-key-page-down = page down
tournament-key-first = to the top
tournament-key-left = picture to the left
tournament-key-right = picture to the right
tournament-key-all-again = all again
tournament-key-events = another event
tournament-key-quit = quit
tournament-key-send = send
tournament-key-next-field = next field
tournament-key-previous-field = field before
tournament-key-next-choice = next choice
tournament-key-previous-choice = choice before
tournament-key-erase = take back
tournament-key-clear = clear the field
tournament-key-take-find = keep only these
shared-take = take it
tournament-head-kana = kana
tournament-head-woman = woman
tournament-woman = yes
tournament-roster-count = { $count } on the roster: { $present } / { $count } are in{ $absent ->
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
tournament-not-in-stage = not in it
tournament-roster-faults = { $first } (and { $more } more: judge-tui event roster { $file })
tournament-not-committed = Settings and roster are not fixed yet (TV1).
tournament-no-draw = The lotteries' results are not entered yet (TD2).
tournament-no-leagues = The leagues are not made yet (TL).
tournament-no-ranking = The final ranking follows when everything is played (TE).
tournament-no-round = No round is paired yet.
tournament-no-rulings = There are no rulings.
tournament-can-be-paired = Round { $round } can be paired.
tournament-open-of = open: { $open } of { $games }
tournament-games-open-of = open games: { $open } of { $games }
tournament-overruled = Round { $round }, entry { $entry }: entered as won by { $entered }; by the ruling { $winner } has won against { $loser } (TV3): { $reason }
tournament-why-pair = { $one } meets { $other } in round { $round }.
tournament-why-knock-out = The knock-out: the players follow from the leagues' firsts and the games before (TK1).
tournament-why-prize = A game for a prize: rank i of those who play for the prizes meets rank 13 - i (TK2).
tournament-why-women = The women's final, since neither finalist is a woman: the two best women, losing semi-finalists first (TK3).
tournament-why-pool = Pool { $pool } has { $pairs ->
        [one] { $pairs } game
       *[other] { $pairs } games
    } in this round.
tournament-why-first-round = Round 1 is paired by draw number alone (TP1).
tournament-why-costs = This pairing costs: byes that the bye's receiver had before { $byes } (TP3 a); games that pairs have played before { $rematches } (TP3 b); pairs by gap in wins { $gaps } (TP3 c).
tournament-why-best = No pairing of this pool costs less; that is its certificate (TV2). Among those that cost the same, the highest player without an opponent gets the lowest one possible, then the next highest (TP4).
tournament-why-bye = The pool is odd: { $player } has the bye, as the opponent of the phantom (TP2).
tournament-choice-none = not chosen yet
tournament-choice-not-kept = not kept
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
tournament-ask-create = A new event, by a preset. An id is of a to z, 0 to 9 and -.
tournament-ask-roster = The roster from a file of this machine: CSV with a head, or a JSON list (TD4). It takes the place of any before.
tournament-ask-digits = The lotteries' results in their order, each with all its digits. The draw follows from them; only the referee can overrule them, until leagues are made or groups drawn (TD2, TD8).
tournament-ask-slip = The number on the slip that { $player } drew (TD6).
tournament-ask-result = Round { $round }: { $one } against { $other }. Only a ruling changes what is entered (TO9).
tournament-ask-overrule = Another result in the place of entry { $entry }, { $one } against { $other }. The entry stays on record; the reason everybody can read (TV3).
tournament-ask-name-first = The first of a league in which nobody is left (TF4). The player by number, id or name; the reason everybody can read.
tournament-ask-confirm-first = The first of which league, found by the ranking, is confirmed (TF4)?
tournament-ask-rule = A ruling in words, which everybody can read (TV3).
tournament-ask-abandon = The event is given up and nothing follows. Why? Everybody can read it.
tournament-ask-commit = Fix settings and roster, with { $count ->
        [one] { $count } line
       *[other] { $count } lines
    }? Neither changes after that; their hash is to be published before the first lottery (TV1).
tournament-ask-commit-teams = Fix settings and roster, with { $count ->
        [one] { $count } team
       *[other] { $count } teams
    }? Neither changes after that; their hash is to be published before the first lottery (TV1).
tournament-ask-leagues = End reception and make the leagues? After that nobody is noted absent or present (TD7, TL).
tournament-ask-pair = Pair round { $round }? Whoever withdraws has to be noted before (TW1).
tournament-ask-declare = Declare the final ranking? After that nothing changes (TE).
tournament-ask-withdraw = Does { $player } withdraw? From the next pairing on (TW1).
tournament-question = Sure?
tournament-slip = Result slip
tournament-ruling = Ruling
tournament-waiting = On its way ...
tournament-sent = Sent.
tournament-done = Done: { $what }.
tournament-silent = No answer ({ $code }): it may be done or not. Look before you send it again.
tournament-lacks = "{ $field }" is empty.
tournament-unreadable = What stands in "{ $field }" cannot be read.
tournament-lacks-signatures = Not both have signed (TO9). Once more and it is sent as it is.
tournament-changed = The event has changed. Check it, and ask again.
tournament-deliberate = This cannot be taken back: Y (with Shift) does it, Esc leaves it.
tournament-not-yet = This cannot be done now: { $why }.
tournament-sure = Sure? This cannot be taken back.
tournament-printed = Written: { $file }. By command: { $command }
tournament-print-in-groups = The groups (3) and the ranking (7) are printed.
tournament-needs-organiser = Only the organiser may do this: it takes a screen with the organiser's token (organiser.token).
tournament-needs-desk = Only desk and organiser may do this: it takes a screen with their token (desk.token, organiser.token).
tournament-needs-referee = Only referee and chief judge may do this: it takes a screen with their token (referee.token, judge.token).
tournament-results-first = Results of this round are missing (TF5).
tournament-is-over = The event is over.
tournament-no-player-here = Here stands no player; choose one on the roster.
tournament-no-team-here = Here stands no team; choose one on the roster: 1.
tournament-no-game-here = Here stands no game; choose one in the list above.
tournament-no-games-yet = Games are there once the groups are drawn (TG2).
tournament-look-at-round = Results and pairings stand in the round's panel: 3.
tournament-look-at-groups = Games stand in the panel of groups: 3.
tournament-groups = groups
tournament-janken = Janken
tournament-spare = Spare game
tournament-in-leagues-only = Only events in leagues have this; here it is groups.
tournament-in-groups-only = Only contests in groups have this; here it is leagues.
tournament-stage = Stage { $number } of { $of }: { $stage }
tournament-stage-teams = { $count ->
        [one] { $count } team plays in it
       *[other] { $count } teams play in it
    }{ $absent ->
        [0] {""}
       *[other] , { $absent } of them absent (TD7)
    }. Its groups are not drawn yet (TG2).
tournament-head-group = group
tournament-head-teams = teams
tournament-game-open = open
tournament-game-counted = counted
tournament-game = Game
tournament-game-of = Game { $game }, scenario { $scenario }
tournament-game-by-hand = Game { $game }, which is not held by the server: its result is counted by hand.
tournament-game-is-open = It has no result yet (E4).
tournament-game-is-counted = Its result is counted (E4).
tournament-game-is-ruled = Its result is a ruling (TV3): { $reason }
tournament-missing-result = Missing: its result, which counts by itself once the chief judge has declared it in the console (E4).
tournament-missing-count = Missing: its result, which the organiser counts by hand (E4): c.
tournament-missing-others = { $games ->
        [one] Missing in this stage: the result of { $games } other game.
       *[other] Missing in this stage: the results of { $games } other games.
    }
tournament-missing-nothing = Nothing is missing: the organiser can close the stage (TG4): n.
tournament-stage-is-closed = The stage is closed (TG4).
tournament-games-first = Games of this stage have no result yet (TG4).
tournament-counts-by-itself = The server holds this game and counts it by itself; a ruling puts another result in its place: o (TV3).
tournament-no-digits = No digits were entered yet: the organiser enters them first (TD2).
tournament-digits-stand = What is drawn from the digits stands (TD8): the organiser gives the event up, and creates one of the same settings and roster.
tournament-no-janken = No janken was entered for this stage (TG4).
tournament-counts-unreadable = "{ $field }" takes five figures, or out if disqualified: empty, top gaps, TSUYAMA, used, unused.
tournament-ask-janken = Equal teams stand across a margin: the order of their janken, best first (TG4).
tournament-ask-count = What each team of group { $group } counts: empty squares, gaps in the top row, TSUYAMA left, stones used, stones unused, such as 3 1 40 9 2; out if disqualified (E2).
tournament-ask-overrule-game = What holds of group { $group } instead, team by team: empty squares, gaps in the top row, TSUYAMA left, stones used, stones unused, such as 3 1 40 9 2; out if disqualified. Everybody can read why (TV3).
tournament-ask-overrule-digits = The results that the lotteries' own publications say, each with all its digits. What stands here was entered. Everybody can read why (TD8, TV3).
tournament-ask-overrule-attendance = { $player } is { $absent ->
        [1] absent
       *[other] there after all
    }. The digits are known, so this is a ruling that moves others. Everybody can read why (TD7, TV3).
tournament-ask-overrule-janken = Another order in the place of a janken of stage { $number }, best first. Everybody can read why (TV3).
tournament-ask-replace-counted = The game of group { $group } IS COUNTED. Its spare is played in its place, and its result is given up: that cannot be taken back (G4). Everybody can read why.
tournament-ask-replace = The spare is played in the place of the game of group { $group } (G4). Everybody can read why.
tournament-ask-draw-groups = Draw the groups of stage { $number }? After that no team of it is noted absent or present (TG2, TD7).
tournament-ask-close-stage = Close stage { $number }? Who advances is settled then; only a ruling changes it (TG4, TV3).

# === end of tournament ===

### === replay ===
# judge-tui replay: a game played back from its record.

replay-not-in-order = This record is not in order, and is not played back: { $what }
replay-partial = PARTLY CHECKED: { $gaps }.
replay-gap-signer = the signer is not checked (--key)
replay-gap-unsigned = { $count ->
    [one] the last line is not signed
   *[other] the last { $count } lines are not signed
}
replay-unsigned = NOT SIGNED: { $what }
replay-start = The start of the game.
replay-playing = PLAYING ×{ $speed }
replay-stopped = STOPPED, ×{ $speed }
replay-help = Keys of the replay
replay-key-play = play, stop
replay-key-next = next record
replay-key-previous = record before
replay-key-next-round = next round
replay-key-previous-round = round before
replay-key-first = to the start
replay-key-last = to the end
replay-key-faster = faster
replay-key-slower = slower
replay-key-turn = what did not fit

# === end of replay ===

# === polish of console and board ===

console-key-repaint = paint the screen afresh
board-practice = PRACTICE: nothing of it counts
console-warn-abandon-practice = The practice ends here for everybody. Nothing of it counts, and nothing has to be replayed. It cannot be taken up again (G4).
console-practice-leave = { $abandon }: end practice  { $games }: list of games
console-next-offline = Wait for the connection: nothing can be sent.
console-next-unserved = Nothing can be done here until a server has taken the game over.
console-next-stopped = Nothing can be done here until the server is started again.
console-equal-so-far = equal so far
console-handout-arrived = arrived
console-team-and-code = { $name } ({ $code })

# === end of polish ===

### === team-tui ===
# team-client tui: a team's screen. What a list holds are bids, numbered by priority; a draft is what is not sealed yet.

team-too-small = Too small: { $columns } columns and { $lines } lines are needed.
team-no-game = The game is not here yet.
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
team-title-unsettled = { $name }: round { $round } is not settled yet
team-title-of = { $name }: { $team }

team-mark-await = Waiting for { $server } ...
team-mark-early = The server is there; no game of this team is on. It comes up here by itself.
team-mark-revoked = TOKEN REVOKED: the server refuses what you send. Leave ({ $leave }) and join again.
team-mark-stranger = This token's team does not play in this game.
team-mark-lost = SUBMITTED LIST LOST. Submit it again and call the judge.
team-mark-out = DISQUALIFIED: the team can neither bid nor build (E3).
team-mark-barred = REINSTATED: the team bids and builds again from the next round on (E3).
team-mark-sending = On its way ...
team-mark-unknown = NOT KNOWN WHAT IS SEALED: no answer came. Wait for the feed.
team-mark-overtaken = REVISION { $revision } WAS SEALED ELSEWHERE. { $take } takes it, { $seal } replaces it.
team-mark-stopped = The game stands still, its clock too. What is sealed counts. Wait.
team-mark-ready = Wait for the round. What you write now stays for it.
team-mark-not-tied = Others re-bid. What you won is yours; wait.
team-mark-confirming = Wait for the chief judge. What you write now is for the next round.
team-mark-confirming-last = Wait for the chief judge.
team-mark-building-there = Build. { $key } shows the wall.
team-mark-building = Build.
team-mark-ended = The game is over. Wait for the result.
team-mark-final = The final place: { $place } of { $teams } teams.
team-mark-over = There is nothing to bid for any more.
team-mark-no-list = NO LIST IS SEALED. Without one the team declines.
team-mark-unsealed = THE DRAFT IS NOT SEALED. { $seal } seals it.
team-mark-differs = DRAFT AND SEALED LIST DIFFER. What counts is revision { $revision }. { $seal } seals the draft.
team-mark-declined-differs = DECLINED BY REVISION { $revision }, and the draft is not sealed.
team-mark-declined = Declined by revision { $revision }. Replaceable until bidding closes.
team-mark-sealed = Sealed: revision { $revision }, { $lines ->
        [one] { $lines } bid
       *[other] { $lines } bids
    }. Replaceable until bidding closes.
team-wait-paused = Paused: submit when the judge resumes.
team-wait-offline = No connection: submit when it is back.
team-mark-wait-sealed = Sealed: revision { $revision }. { $wait }
team-mark-wait-none = NOTHING IS SEALED. { $wait }
team-mark-wait-differs = REVISION { $revision } IS SEALED, THE DRAFT DIFFERS. { $wait }
team-mark-tied = YOU ARE TIED AND NOTHING IS SEALED. Raise, or the stones are given up.
team-mark-rebid-differs = RE-BID AND SEALED RE-BID DIFFER. What counts is revision { $revision }.
team-mark-passed = Passed by revision { $revision }. Replaceable until the re-bid closes.
team-mark-rebid-sealed = Re-bid sealed: revision { $revision }, { $lines ->
        [one] { $lines } raise
       *[other] { $lines } raises
    }.

team-head-squares = sq
team-head-last = last
team-head-purse = can pay
team-head-squares-won = squares
team-head-needs = needs
team-head-empty = empty
team-lots-none = Nothing is on offer.
team-lot-head = { $lot }, from { $min } TSUYAMA
team-history-none = Not offered in an earlier round.
team-history-sold = round { $round }: sold at { $paid }; { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    }, most { $most }
team-history-bid = round { $round }: not sold; { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    }, most { $most }
team-history-tied = round { $round }: tied at { $tied }, the re-bid is under way; { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    }
team-history-sold-tied = round { $round }: sold at { $paid }; tied at { $tied }, the re-bid is under way; { $bids ->
        [one] { $bids } bid
       *[other] { $bids } bids
    }, most { $most }
team-history-unsold = round { $round }: nobody bid

team-draft = Draft
team-draft-empty = Empty. Choose a lot and type its price, or press a.
team-total = { $lines } of { $most } bids, { $total } of { $held } TSUYAMA, { $left } left; if all win, at most { $cost }
team-sealed = Sealed
team-sealed-revision = Sealed, revision { $revision }
team-sealed-none = Nothing.
team-sealed-unknown = NOT KNOWN: no answer came.
team-sealed-before = Before: revision { $revision }
team-sealed-declined = Declined: an empty list.
team-sealed-total = { $total } in all
team-sealed-differs = ≠ THE DRAFT DIFFERS

team-rebid-budget = You may name { $budget } TSUYAMA over all tied bids; { $total } named so far (A7).
team-rebid-terms = above { $above }, at most { $most }; { $copies ->
        [one] { $copies } copy
       *[other] { $copies } copies
    } contested
team-rebid-rivals = Tied with { $rivals }.
team-rebid-rival = { $team } (may name { $most })
team-rebid-rival-cannot = { $team } (cannot go higher)
team-rebid-given-up = -
team-rebid-sealed-none = Sealed: nothing. Silence gives the stones up (A7).
team-rebid-sealed-pass = Sealed: a pass.
team-rebid-sealed = Sealed: { $raises }
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
team-results-charge = costs { $charge } TSUYAMA in all
team-won = Round { $round }: won { $stones }. { $left } TSUYAMA are left.
team-won-yet = Round { $round }: won { $stones }, to be confirmed. { $left } TSUYAMA are left then.
team-won-nothing = Round { $round }: nothing won. { $left } TSUYAMA are left.
team-won-nothing-yet = Round { $round }: nothing won so far, to be confirmed. { $left } TSUYAMA are left then.
team-won-stone = { $lot } for { $price }
team-message-alone = Announcement to you alone: { $text }
team-message-answer = Answer to you alone, to the question "{ $asked }": { $text }
team-question-count = { $count } of { $most } characters. Everybody can read it, and who asked, once the result is declared.
team-more-news = { $count ->
        [one] » 1 more: h shows the log.
       *[other] » { $count } more: h shows the log.
    }
team-more-above = ↑ { $count } more
team-more-below = ↓ { $count } more
team-rivals-note = Can pay: TSUYAMA less what is won already. Stones and squares count what is won, confirmed or not. Needs: squares of the frame that these stones cannot fill.
team-rival-out = out (E3)

team-wall-none = There is no wall to be counted.
team-wall-counts = Empty { $empty }, top gaps { $gaps }, used { $used }, unused { $unused }
team-wall-hand = Not laid yet:
team-wall-hand-none = Nothing is left to be laid.

team-ask-title = Question
team-ask-seal = Seal it? This is unusual:
team-ask-decline = Decline this round, with an empty list? The draft stays.
team-ask-pass = Pass, and give all tied stones up?
team-ask-replaces = It replaces revision { $revision }.
team-ask-take = Throw the draft away, and take what is sealed?
team-ask-quit = Leave? What is sealed stays sealed.
team-ask-quit-draft = Leave? The draft is not sealed; it stays on this computer and comes back with the screen. What is sealed stays sealed.
team-ask-quit-practice = Leave? The practice ends with it: the bots stop, and nothing that is sealed or laid here is kept.
team-ask-quit-wall = The draft of the wall is not sent. It is lost: what counts is the wall that the server has.
team-ask-game = Which game? The team plays in these.
team-doubt-far-above = bid { $line }: { $price } for { $lot }; nobody has bid more than { $before } so far
team-doubt-nearly-all = it may cost { $cost } of the { $held } TSUYAMA that the team has
team-doubt-cheaper-first = bid { $first } for { $lot } is cheaper than bid { $then }, and stands before it
team-doubt-elsewhere = revision { $revision } was sealed by your other computer or the organiser; this replaces it

team-notice-on-its-way = The last one is on its way still: wait for its answer.
team-notice-sealed = { $lines ->
        [0] Sealed as revision { $revision }: nothing is bid.
        [one] Sealed as revision { $revision }, { $lines } bid. The receipt is right.
       *[other] Sealed as revision { $revision }, { $lines } bids. The receipt is right.
    }
team-notice-faulty = It would be refused: look at what is marked.
team-notice-same = That is what is sealed.
team-notice-nothing-offered = Nothing is offered yet: name a price above the tied one, or pass ({ $pass }).
team-notice-not-now = That is not possible now.
team-notice-not-now-in = That is not possible now, in the phase "{ $phase }".
team-notice-no-other-game = No other game of the team is on.
team-notice-nothing-sealed = Nothing is sealed.
team-notice-no-such-lot = No lot on offer has such a code.
team-notice-no-price = The text after the code is not a price. Example: T2 42 bids 42 for T2.
team-price-empty = Enter a price.
team-price-no-digits = Use digits only.
team-price-too-long = Use at most { $most } digits.
team-search = Find a lot, by its code: { $text }▏ A space and a price behind it bid for it.
team-notice-refused = Refused: { $why }
team-notice-list-refused = The server refuses the list ({ $reason }). What was sealed before stands.
team-notice-sealed-unanswered = No answer came, but the feed shows it: it is sealed as revision { $revision }.
team-notice-not-sealed = It did not arrive, and is not sealed. { $seal } sends it again.
team-notice-not-arrived = It did not arrive, and is not sealed.
team-notice-draft-back = The draft of before is back. It is not sealed.
team-notice-draft-not-kept = The draft cannot be kept in { $file }: { $what }. It is lost if this program ends.
team-unanswered-list = No answer: the list may be sealed or not. The feed tells as soon as it is back.
team-unanswered-rebid = No answer: the re-bid may be sealed or not. The feed tells as soon as it is back.
team-unanswered-wall = No answer: the wall may be changed or not. The draft stays, and the feed tells.
team-notice-offline = There is no connection. The draft stays.
team-notice-elsewhere = Revision { $revision } was sealed by your other computer or the organiser. Your draft stays as it is.
team-notice-missed = No list was sealed in round { $round }, so the team declined it (A4). The draft was not sent, and is gone.
team-notice-asked = Asked, as question { $question } of the team. The answer comes to the messages.
team-notice-asked-unanswered = No answer came: it may be asked or not. What is written stays; see below whether it is among the questions.
team-notice-question-empty = There is nothing written to be asked.
team-notice-question-long = A question has at most { $most } characters, and this one has { $count }. It stays as it is written.
team-notice-question-not-a-text = A question is one line of text without control characters: { $sign } stands at place { $place }.
team-notice-question-invisible = Nothing of what is written can be seen: { $count } characters.
team-notice-nothing-unread = Everything is read.
team-notice-unseen = Still new: { $count }. Not all of that has been on the screen yet: { $up } and { $down } show the rest.
team-notice-not-marked = No answer came. What is new stays marked as new.
team-notice-revoked = This token has been revoked. Leave with { $leave }, ask the organiser for the new sheet, and type here: team-client join { $server } and team-client tui again. What was sealed stays sealed.
team-notice-closed = The server refuses the feed, and is asked again: { $why }
team-notice-unproved = Item { $item } of the feed is not proved: { $what }. Call the judge.
team-notice-astray = The screen may be wrong: { $what }. Restart it.

team-key-seal = seal
team-key-add = add the lot
team-key-price = write its price
team-key-next-lot = next lot
team-key-search = find a lot
team-key-search-next = next match
team-key-search-previous = match before
team-key-search-leave = leave the search
team-key-take-sealed = take what is sealed
team-key-decline = decline
team-key-pass = pass
team-key-next-panel = next panel
team-key-previous-panel = panel before
team-key-up = up
team-key-down = down
team-key-far-up = far up
team-key-far-down = far down
team-key-first = to the start
team-key-last = to the end
team-key-help = help
team-key-put-away = put news away
team-key-other-game = other game
team-key-enter-game = go in
team-key-stay = stay
team-key-quit-now = leave at once
team-key-dearer = price up
team-key-cheaper = price down
team-key-much-dearer = up by 10
team-key-much-cheaper = down by 10
team-key-sooner = want more
team-key-later = want less
team-key-remove = delete
team-key-figures = type a price
team-key-accept = take the price
team-key-erase = erase
team-key-price-back = old price
team-key-previous-team = team before
team-key-next-team = next team
team-key-mark-read = mark as read
team-key-ask-question = ask the judge
team-key-send-question = ask
team-key-question-later = ask later; it stays written
team-button = “{ $name }”
team-context-main = Everywhere
team-context-price = While a price is typed in the list
team-context-lot-price = While the price of a lot is typed
team-context-search = While a lot is searched
team-context-question = While a question is written
team-context-ask = Questions
team-context-games = Which game
team-context-help = This page
team-help-title = Keys

# === end of team-tui ===

### === team-work ===

# The workshop of the team's screen. $piece is a stone's or a planned stone's name, $squares are "(row,column)", $why is a part of
# a sentence with its rule.

team-work-go = move
team-work-turn = turn
team-work-turn-back = turn back
team-work-next-place = next place
team-work-previous-place = place before
team-work-lay = lay
team-work-next-stone = next stone
team-work-take-out = take out
team-work-undo = undo
team-work-send-wall = send wall
team-work-send-stone = send a stone
team-work-other-tray = plan/stones
team-work-fill = solver
team-work-take-up = move a laid one
team-work-realise = plan to stones
team-work-previous-stone = stone before
team-work-take-out-all = take out with all that it carries
team-work-redo = redo
team-work-take-wall = take the server's wall
team-work-fill-with-plan = solver, planned stones too
team-work-lay-loose = lay although nothing carries it
team-work-let-go = let go; stop the solver

team-work-mark-none = Nothing is laid yet.
team-work-mark-same = The draft is the wall that the server has.
team-work-mark-overtaken = THE WALL WAS CHANGED ELSEWHERE. { $take } takes it, { $send } replaces it.
team-work-mark-differs = DRAFT AND WALL DIFFER: { $laid } laid, { $moved } moved, { $out } out. { $send } sends the wall.
team-work-mark-differs-there = DRAFT AND WALL DIFFER: { $laid } laid, { $moved } moved, { $out } out. { $show } shows the wall.
team-work-mark-unsent = The wall is not sent yet: { $laid } laid, { $moved } moved, { $out } out. { $send } sends it.
team-work-mark-unsent-there = The wall is not sent yet: { $laid } laid, { $moved } moved, { $out } out. { $show } shows it.
team-work-mark-wait = The wall is not sent: { $laid } laid, { $moved } moved, { $out } out. No connection: send it when it is back.
team-work-count-wall = Wall: { $empty } empty, { $gaps } on top.{" "}
team-work-count-draft = Draft: { $empty }, { $gaps }.{" "}
team-work-count-plan = With plan: { $empty }, { $gaps }.{" "}
team-work-tray-none = No stone is left to lay.
team-work-tray-stones = { $count ->
        [one] { $count } stone to lay
       *[other] { $count } stones to lay
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

team-work-can-lie = { $piece } at { $place }: it can lie here.
team-work-can-lie-but = { $piece } at { $place }: allowed, but { $why }.
team-work-cannot-lie = { $piece } at { $place }: { $why }.
team-work-nothing-held = No stone is held. { $plan } is for a plan with any lot.
team-work-under = Under it: { $piece }. x takes it out, m moves it.
team-work-mirrored = this is the place of the mirror image; stones are not turned over
team-work-outside = outside the frame at { $squares }
team-work-overlap = it overlaps { $pieces }
team-work-uncarried = nothing carries it: no stone lies on { $squares } below it
team-work-on-loose = it would rest only on { $pieces }, which cannot carry it
team-work-leaves-loose = nothing would carry { $pieces }

team-work-built = The server has it. Wall: { $empty } empty, { $gaps } open on top, { $used ->
        [one] { $used } stone
       *[other] { $used } stones
    } used.
team-work-refused = Refused, the draft stays: { $why }
team-work-not-built = It did not arrive: the wall is as it was. The draft stays.
team-work-same = That is the wall that the server has.
team-work-loose = The server would refuse it, nothing carries { $pieces } (W3).
team-work-only-whole = No stone can go alone: { $send } sends the whole wall.
team-work-not-laid = It cannot be laid here; the panel says why.
team-work-no-place-so = Turned so it can lie nowhere. Turn it with { $turn }.
team-work-no-place = It can lie nowhere now.
team-work-nothing-there = Nothing lies under it.
team-work-taken-out = { $piece } is taken out of the draft.
team-work-put-back = { $piece } is back where it was; nothing else is undone.
team-work-carries = It stays: { $why }. { $all } takes those out, too.
team-work-no-change = There is nothing to be undone or redone.
team-work-followed = The wall was changed by your other computer or the organiser; the draft follows it.
team-work-elsewhere = The wall was changed by your other computer or the organiser. Your draft stays as it is.
team-work-realised = { $made ->
        [one] { $made } planned stone is real now
       *[other] { $made } planned stones are real now
    }{ $waiting ->
        [0] .
       *[other] ; { $waiting } cannot lie yet: no stone of yours carries them (W3).
    }
team-work-realisable = { $count ->
        [one] { $count } planned stone is won
       *[other] { $count } planned stones are won
    }: R makes it real.
team-work-searching = The solver searches, 30 s at most. { $stop } stops it.
team-work-search-best = The solver searches. Best so far: { $empty } empty, { $gaps } open on top. { $stop } stops it.
team-work-searched-best = Nothing better exists: { $empty } empty, { $gaps } open on top, { $used } used. { $undo } undoes it.
team-work-searched = The best found is in the draft: { $empty } empty, { $gaps } open on top, { $used } used. { $undo } undoes it.
team-work-searched-none-better = The draft stays: it is proved that nothing is better.
team-work-searched-nothing = The draft stays: nothing better was found.
team-work-no-stones = There are no stones to build with.
team-work-too-large = The frame or the number of stones is beyond the solver.
team-ask-replace-wall = Your other computer or the organiser changed the wall. Replace it by this draft?
team-ask-replace-stone = Your other computer or the organiser changed the wall. Send the next stone that differs all the same?
team-ask-take-wall = Throw the draft away for the wall that the server has? The plan stays; { $undo } brings the draft back.

# === end of team-work ===

### === team-advice ===
# The adviser in the team's screen. $now and $then are counts of empty squares, the others those in the top row.

team-panel-advice = Advice
team-advice-title = { $name }: round { $round }
team-advice-title-rebid = { $name }: round { $round }, re-bid { $wave }
team-key-take-advice = take into the draft
team-key-ask-advice = ask anew
team-advice-thinking = Thinking...
team-advice-none = There is no advice. It can be asked for before a round, while one takes lists, and in a re-bid of the team.
team-advice-stale = STALE: the round, the attempt, the re-bid or the TSUYAMA held are others now. { $ask } asks anew.
team-advice-walls = Best wall of the stones in hand: { $now } empty, { $now-gaps } in the top row. Within reach: { $stones ->
        [0] nothing better.
       *[other] { $then } and { $then-gaps }, with { $stones ->
            [one] { $stones } more stone
           *[other] { $stones } more stones
        } for about { $cost } TSUYAMA.
    }
team-advice-list = Proposal, { $total } of { $held } TSUYAMA; it seals nothing:
team-advice-planned = plan
team-advice-scarce = plan, soon gone
team-advice-last-call = plan, last round
team-advice-raises = A tied bid that is not here is better given up.
team-advice-legend = Adds: squares of the wall. Goes for: what wins more often than not. Worth: the most that is sensible. Rivals: for whom it fits. Stays: how likely a copy is left for the next round.
team-ask-take-advice = Throw the draft away for the proposal? Nothing is sealed by that.
team-notice-no-advice = There is nothing to be advised about now.
team-notice-advice-stale = This advice is stale: { $ask } asks anew.
team-notice-advice-same = The draft is what is proposed.
team-notice-advice-taken = The proposal is in the draft. Nothing is sealed by that.

team-context-trial = What if
team-key-what-if = what if
team-key-what-if-leave = leave
team-trial-head = Round { $round }, bid { $line }: { $lot } for { $price } instead of { $was }
team-trial-paid = It would have cost { $would } TSUYAMA; it cost { $was }.
team-notice-nothing-to-try = No list of the team is open here, so no other price can be tried.

# === end of team-advice ===

### === init ===

init-made = Made { $folder }: its keys stay with you. Keep a copy of the folder on a second machine.
init-certified = The server's old certificate was no longer good; it has a new one. Nobody else has to do anything.
init-issued = New tokens, in the folder: { $names }.
init-without-file = These have a good token that is not in the folder, so they get no sheet: { $names }. A new one in its place: ishigaki-server token reissue --folder { $folder } NAME
init-listens-here = The server listens at { $address }: nobody but this machine reaches it.
init-listens-everywhere = The server listens at { $address }: on every address of this machine. Another one: serve --listen ADDRESS
init-address-machine = Warning: { $address } on a sheet is the reader's own computer. Only clients on this machine can connect.
init-renewed = The address is another one: sheets, teams' folders and NAME.join say it now. What was handed out before is wrong; hand it out again.
init-nothing = Everything was there already.
init-next = Print { $folder }/all-sheets.html, a page a team. Then: ishigaki-server serve --folder { $folder }

sheet-title = Ishigaki Koumuten: team sheet
sheet-server = Server
sheet-also = or
sheet-authority = Server code
sheet-signer = Fingerprint (verify)
sheet-how = To start, in an empty folder:
sheet-one-line = The first command asks for the server, its code and the token. Case and hyphens don't matter.
sheet-squares = Or scan the QR code and paste its text when the first command asks for the server.
sheet-secret = Keep this sheet secret: anyone with the token can bid for your team.
sheet-verify = After the game, verify its record with the fingerprint: team-client verify FILE --key FINGERPRINT

token-revoked = Revoked: { $id } ({ $name }). Its feeds end at once.
token-team = team { $team }
token-judge-of = judge of { $games }
token-standby = a second machine
token-is-good = good
token-is-revoked = revoked

# === end of init ===

### === line ===

line-wrong-authority = This is not the server that was joined: its certificate is from another authority. Somebody else may be answering: tell the organiser, and send nothing.
line-expired = The server's certificate has expired. If the date of this machine is right, the organiser makes a new one: ishigaki-server init --out FOLDER.
line-not-yet = The server's certificate is not good yet. Most likely this machine's date is wrong: put it right.
line-wrong-name = The certificate there is not one of a contest's server. Compare the address with the sheet.
line-plain-server = The server there does not encrypt. Compare the address with the sheet; the organiser starts the server with ishigaki-server serve --folder FOLDER.
line-encrypted-server = The server there takes nothing unencrypted. Write https:// in front of the address, and join it with the code on the sheet.
line-no-agreement = No encryption could be agreed on with the server. Compare the address with the sheet.
line-unknown-host = No host of that name is known here. Compare the address with the sheet, and look whether this machine is on the contest's network.
line-exposed = WARNING: nothing is encrypted on the way to { $server }. Everybody on the network can read the token and the lists.

kit-file = { $file } cannot be used: { $what }
kit-garbled = { $file } does not hold what it should. Join the server again with the code on the sheet.
kit-no-authority = How to know { $server } is not said. Join it with the code on the sheet, or name the file with its authority's certificate (--ca ca.pem).
kit-plaintext = Nothing would be encrypted on the way to { $server }: write https://. Where there really is no encryption, --insecure-plaintext goes without.
kit-authority = not a CA certificate in PEM format
unsafe-no-authority = unknown server: pass its CA certificate, or join with its fingerprint
unsafe-plaintext = the connection to the server would not be encrypted
server-address = invalid server address { $given }; example: https://192.168.0.10:7150
call-refused = the server refuses: { $fault }
call-unanswered = the server does not answer ({ $code })
feed-refused = the server refuses the feed: { $fault }
feed-unknown = the server refuses the feed ({ $code })
feed-lost = no connection ({ $code })
feed-ended = the feed has ended
write-error = { $file } cannot be written: { $what }

join-unreachable = The server does not answer ({ $what }). Compare the address with the sheet.
join-other = The server there is another one than the code is of: its own fingerprint is { $found }. Is it the code of the server that was typed, not the fingerprint, and the address of the sheet? If so, another server may be answering: tell the organiser, and do not copy its fingerprint unless the organiser confirms it.
join-plain = There is nothing to join at { $server }: it says http://. Write https://.
join-other-server = { $joined } is to be joined, but --server or ISHIGAKI_SERVER says { $named }, and every command goes there. Leave one of them out.
join-done = Joined { $server }: it is the server of the sheet. Kept here: server, ca.pem
join-done-token = Joined { $server }: it is the server of the sheet. Kept here: server, ca.pem, token

# === end of line ===

# === passage ===

team-notice-next-waits = The result is final. { $game } is the next game: c goes there at once, the screen by itself when its first round opens.
team-notice-went-on = This is game { $game } now. The one before is over.
cli-waiting-for-next-game = The game is over. Waiting for the next one. Press Ctrl-C to quit.
cli-waiting-for-game = No game of team { $team } has started. Waiting. Press Ctrl-C to quit.
cli-waiting-for-reveal = The ranking isn't revealed yet. The rest of the record is checked afterwards. Press Ctrl-C to quit.

# === end of passage ===

# === asked at join ===

join-ask-fingerprint = Code of the server, as on the sheet (four groups; case does not matter):
join-ask-token = Token of the sheet (eight groups; empty: none):
join-ask-fingerprint-judge = Code of the server, as on any team's sheet (four groups; case does not matter):
join-ask-token-judge = Token, as the file judge.token or board.token has it (empty: none):
join-bad-server = This is no server: one looks like 192.168.0.10:7150.
join-bad-line = This is no line to join by: one begins with ISHIGAKI: and has the server, its code and the token, with / between them.
join-bad-length = It takes { $expected } signs, and this has { $found }: a group is missing, or there is one too many. Type all groups again.
join-bad-group = Group { $group } has a slip in it. Compare it with the sheet, sign by sign.
join-ask-group = Group { $group } again (five signs):
join-ask-server = Server of the sheet, such as 192.168.0.10:7150, or the line of the QR code:
join-bad-token = The server is the one of the sheet, but it does not know this token. Compare the token with the sheet, sign by sign; if it is right, ask the organiser whether it was reissued. Nothing has been kept.

# === end of asked at join ===

### === failures ===
# Why a server does not start or go on, and why a rehearsal does not.

fail-error = Error:{" "}
fail-because = :{" "}
sheet-located = { $path }, line { $line }, column { $column }{ $name }: { $what }
sheet-not-utf8 = this is not UTF-8; save the spreadsheet as CSV UTF-8
sheet-no-column = the head has no column { $name }
sheet-head-twice = the head names this column twice
sheet-open-quote = a quote is not closed in this line; close it, write a quote that belongs to the text twice and the cell in quotes, and leave line breaks out
sheet-control = the cell has a control character, { $code }
sheet-behind-head = the head has no such column; put what has a comma in it into quotes
sheet-no-seed-class = the plan has no class of seeds "{ $class }"; known: { $known }
sheet-neither = "{ $cell }" is neither yes nor no
sheet-nobody = there is no line below the head
sheet-empty = the cell is empty
sheet-bad-id = "{ $id }" is no id: it takes 1 to 16 of A-Z a-z 0-9, after the first one also - and _
sheet-long-id = the id has { $characters } characters; at most { $most } are possible
sheet-no-entry = this is no entry of a roster: an object with an "id", texts as texts and "woman" as true or false
sheet-twice = "{ $id }" stands in line { $before } already
run-no-contest = name the contest: --folder FOLDER, as `ishigaki-server init` made it, or --contest FILE
run-unencrypted = without encryption everybody on the network reads tokens and sealed lists, so a server without a certificate listens on this machine only, not on { $listen }: `ishigaki-server init --contest FILE --out FOLDER --address HOST:PORT` makes one and `serve --folder FOLDER` takes it; --plaintext goes without
fail-listen = cannot listen on { $address }
run-metrics = cannot hand out metrics on { $address }
run-journal = cannot use the journal { $location }
run-spool = cannot keep lines of the record beside the journal
run-closing = the journal failed while closing
run-network = the server's network failed
served-gone = THE JOURNAL IS GONE: a contest has been served from here, and { $journal } is { $is_empty ->
        [true] empty
       *[false] missing
    }. Put it back, with the -wal file that belongs to it, or take the standby's copy. To begin a new contest instead, delete { $left }
served-unread = { $note }, which says what the journal held, cannot be read ({ $what }). If the journal is the right one, delete { $note }
served-cut-short = THE JOURNAL HAS BEEN CUT SHORT, OR IS ANOTHER ONE: { $journal } does not hold what was served from here: { $lost }. Put the right one back, with the -wal file that belongs to it, or take the standby's copy. If you mean to go on from this one, as after going back to a backup, delete { $note }: what came after it is lost
lost-game = game { $game } is not in it, which had { $had ->
        [one] { $had } record
       *[other] { $had } records
    }
lost-records = game { $game } has { $has ->
        [one] { $has } record
       *[other] { $has } records
    }, and had { $had }
lost-sealed = game { $game } lacks the last records that it had, of a round whose lists are not open: SEALED LISTS MAY BE LOST
lost-another = record { $record } of game { $game } is another one than it was
journal-nameless-stream = a game of the journal needs a name
journal-unknown-stream = the journal has no game { $stream }
journal-damaged = game { $stream }: { $damage }; other games are served. To serve this one, stop the server and restore the journal, a file with the -wal file beside it if there is one, from a copy
journal-corruption = { $kind ->
        [garbled] record { $sequence } is damaged
        [missing] record { $sequence } is missing
       *[doubtful] record { $sequence } may have been lost by damage to the file
    }
journal-in-use = the journal file { $file } is in use by another process, or opened twice by this one; stop the other server, or name another journal file
journal-foreign = { $file } is not a journal: it belongs to another program, or is damaged from its first bytes on. It was left as it is; name another journal file, or restore this one from a copy
journal-unknown-version = the journal file { $file } has format version { $found }; this program knows version { $known }. It was left as it is; open it with { $is_newer ->
        [true] a newer program
       *[false] the older program
    }, or name another journal file
journal-read-only = { $place } is read-only; the server must be able to write the journal file, the -wal file beside it and their folder
journal-other-log = the journal file { $file } is whole, and the log { $log } beside it belongs to the file that was there before, as where a backup was put in its place. Both were left as they are; move the log away, and start again
journal-broken = the journal file { $file } is damaged, and nobody can tell which of its games are whole; restore it, with the -wal file beside it if there is one, from a copy
survey-stream = the list of games is damaged at number { $number }
survey-nameless = there are records of game number { $number }, which has no name
survey-blind = too many places in a row cannot be read: { $places }
survey-structure = the structure is damaged: { $what }
survey-unreadable = the file cannot be read: { $what }
survey-sqlite = the structure is damaged
journal-unopenable = the journal file { $file } cannot be opened or made
journal-disk-full = the disk with the journal file { $file } is full; make room on it and start again
journal-disk-unsound = the disk or the journal file { $file } is not sound; look after the disk, put a copy of the file and the -wal file beside it aside, and start again
copy-from = the journal that is copied cannot be read
copy-to = the copy cannot be read
copy-append = the copy cannot be written
copy-from-served = the server at { $address } serves from the journal that is copied. Stop all servers first
copy-to-served = the server at { $address } serves from the journal that is copied to, which was left as it is. Name a place where nothing is
copy-different = record { $sequence } of game { $stream } is in the copy as another one; copy to a place where nothing is
copy-moving = game { $stream } went on while it was copied; stop the server first
standby-copy-journal = the copy of the journal cannot be used
standby-copy-append = the copy of the journal cannot be written
standby-copy-gap = game { $stream }: record { $came } came, but { $due } is due
follow-refused = { $refusal }
follow-garbled = the server sends what is no piece of a journal: { $what }
games-taken = the contest file has a game { $game } of its own
games-elsewhere = the game { $game } is served elsewhere
games-seats = wrong number of teams for the game { $game }: it takes { $seats }, and { $named } were named
games-abandon = the game cannot be abandoned
events-bad-id = invalid event id "{ $id }"
planned-scenario = scenario "{ $name }" of stage "{ $stage }" cannot be played
planned-teams = game { $game } cannot be played with its teams: { $fault }
ending-refused = a game that the event goes on without cannot be abandoned: { $why }
reconciler-uncounted = the event does not count the game: { $why }
engine-journal = THE JOURNAL FAILED: the game is stopped until you restart the server
engine-record = the record cannot be kept; the game is not served any more
seals-out-of-place = no sealed list to continue from
writer-line = the event cannot be written to the record
feed-resume = the feed cannot be resumed from item { $from }: its length is { $length }
cluster-not-here = { $id } is not served here
cluster-journal = the journal cannot be used
standby-lost-system = { $what }
objection-ended = it expired at { $at }
objection-not-yet = it is not valid before { $at }
objection-name = it is not made out to the name that clients ask for
objection-other = the authority behind it did not certify it for a server
auto-refused-act = the judge's act { $act } is refused: { $fault }
auto-unlisted = the games cannot be listed
crash-silent = no answer
fairness-bot-refused = the rules refuse a bot's act: { $why }
adjudicate-blank = the line is blank
adjudicate-not-text = the line is not UTF-8
adjudicate-shape = invalid request: { $reason }
adjudicate-no-request = the line is not a request: { $reason }
adjudicate-unknown-op = unknown op { $op }
adjudicate-duplicate = the { $kind } { $id } is given twice
adjudicate-no-copies = the lot { $lot } has a count of 0; it must be at least 1
adjudicate-too-many-waves = the round calls for { $called } waves, the request gives { $given }
audit-at = {" "}at { $at } ms
audit-lost = LOST: a { $act } of { $by } was acknowledged{ $at }, and is not there
audit-twice = TWICE: a { $act } of { $by } is there again{ $at }
audit-altered = ALTERED: a { $act } of { $by } that was acknowledged{ $acknowledged } is there{ $at }, or as another revision
audit-refused-but-there = REFUSED, BUT THERE: a { $act } of { $by }{ $at }
audit-unexplained = UNEXPLAINED: a { $act } of { $by }{ $at }, which was never sent
audit-changed = CHANGED: item { $sequence } of the feed of { $reader } is not what it was before the kill
audit-shorter = SHORTER: the length of the feed of { $reader } is { $now }, and was { $before }
audit-unreadable = UNREADABLE: the feed of { $reader }: { $why }
audit-apart = APART: the feed of { $reader } has no { $fact } where the public feed has one (its event { $event })
audit-against-rules = AGAINST THE RULES: a { $fact }{ $at } does not follow from what was before
audit-diverged = DIVERGED: what { $client } folded across the kill is not what a fold from the start gives
audit-cut-off = CUT OFF: the feed of { $client } does not go on: { $why }
audit-start-lost = LOST START: its start was acknowledged, and it waits
audit-start-unexplained = UNEXPLAINED START: it has started, and nobody asked for it
audit-other-than-before = CHANGED: its feeds are not what they were when it was over
audit-other-teams = OTHER TEAMS: it was not started with these
audit-money = TSUYAMA do not add up: { $initial } at the start, { $held } held and { $paid } paid
audit-stones = stones do not add up: copies { $copies }, handed out { $handed }, in the pool { $pool }
audit-owners = the stones that teams have are not those that the rounds handed out
audit-wall = the wall of team { $team } does not stand as it should
audit-unfinished = the game did not come to its final result; it is in the phase { $phase }
audit-broken = { $what }
audit-game = game { $game }: { $violation }
journal-gone = { $is_empty ->
        [true] the journal { $location } is empty
       *[false] there is no journal { $location }
    }
journal-database = database { $url }: { $fault }
database-url = the URL is not understood
database-unreachable = cannot be reached
database-refused = access refused
database-unencrypted = the connection is not encrypted for certain; name the certificate of the authority (?sslmode=require&sslrootcert=FILE), or say that you go without (?sslmode=disable)
database-authority = the certificate of the authority cannot be used
database-read-only = a standby, or read-only. Name the one that takes changes
database-pooled = a pooler gives each transaction another session, as pgbouncer does with pool_mode = transaction. Name the database itself, or set pool_mode = session
database-rivals = more than one host takes changes: { $hosts }. Each may have what the other lacks. Stop the one that is not to be used, such as an old primary that has come back, and make a second copy of it anew
database-unsafe = answered records would be lost in a crash: { $setting } is { $found }; set it to { $needed }
database-foreign = there are other tables of the journal's names; name another database, or another schema
database-unknown-version = the journal has format version { $found }; this program knows version { $known }. It was left as it is
database-older-version = the journal has the older format version { $found }; this program reads version { $known }. It was left as it is: `ishigaki-server serve` brings it forward when it starts
database-broken = the list of games is damaged at number { $number }; restore the database from a backup
database-unusable = cannot be used
database-switched = database { $url } takes no changes any more, as after a switch to its second copy; nothing was written. Name the one that takes changes as well
database-disk-full = the disk of the database { $url } is full; make room on it
database-unsure = check the database { $url }: whether the last records were kept is known only when the journal is open again
journal-poisoned = the journal failed and serves nothing until it is opened again
journal-held = server { $holder } serves game { $stream }
append-fenced = the writer of epoch { $held } is fenced; the stream is at epoch { $current }
append-conflict = the append expects head { $expected }; the stream's head is { $head }
append-empty = the append has no records
journal-lease-lost = this server was not heard of for too long; others serve its games
journal-closed = the journal is closed
start-journal = the journal of game { $game } cannot be used
start-streams = the journal cannot be used
start-record = record { $sequence } of game { $game } cannot be read
start-kept = record { $sequence } of game { $game } cannot be opened or made
start-panicked = bringing game { $game } back met a fault of this program ({ $panic }); keep the journal and report it
archive-journal = the journal cannot be read
archive-record = record { $sequence } of the journal cannot be read
archive-incomplete = the lines make no transcript
archive-spool = the lines that were made of the record cannot be read
archive-line = record { $sequence } of the journal fits no line
start-key = game { $game } was sealed under the key { $needed }; this server has the key { $found }
start-removed = the journal has games that are not over, and the contest file does not name them any more: { $games }. Put them back into the file; or, to leave them out for good, add left_out = [...] with their ids under [server] in the file
start-setup = game { $game } cannot be played: { $fault }
codec-garbled = the bytes are no record
codec-older-format = the record has format { $found }, of an earlier version; this server knows format { $known }. Finish the game with the version that started it, or start anew with another journal file
codec-newer-format = the record has format { $found }; this server knows format { $known }
codec-misfit = the record does not fit its game: { $reason }
codec-not-authentic = it is not what the server wrote in this place: somebody has changed it, moved it or put it there, or the key file has another `wrapping` than it had. Serve the game from a copy of the journal
codec-of-another-kind = a game of the contest file and an event of the journal have the same id; give the game another one in the file
codec-no-setup = the record comes before the game's set-up
key-missing = the key file { $path } is missing, and the journal holds game { $game }, which needs it: put the copy of the key file with the fingerprint { $needed } there, or start anew with another journal file
key-not-yet = there is no key file { $path }; `ishigaki-server serve` makes it at its first start
key-foreign = the key file { $path } has the fingerprint { $found }, but game { $game } was sealed under { $needed }: put the key file with that fingerprint there, or use the journal that belongs to this one
key-exposed = other users can read the key file { $path } (mode { $mode }); type: chmod 600 { $path }
key-read = cannot read the key file { $path }
key-write = cannot write the key file { $path }
key-garbled = { $path } is not a key file: it should have `format`, `signing` and `wrapping`
key-unknown-format = the key file { $path } has format { $found }; this server knows format { $known }
key-randomness = no key can be made
fail-randomness = the machine gives no randomness
fail-unread = cannot read { $path }
fail-unwritten = cannot write { $path }
fail-in-folder = in { $path }
certificate-make = no certificate can be made
certificate-not-a-certificate = this is no certificate of an authority
certificate-not-its-key = the authority's key does not belong to its certificate
token-encode = cannot write tokens down
token-randomness = no token can be made
fail-copy-closing = the copy failed while closing
token-not-in-folder = the token is good, but the folder does not have it
names-bad = { $path } is no list of names
names-csv = it is no CSV in UTF-8
names-no-column = its head has no column { $column }
names-empty = row { $row } has no { $column }
tls-exposed = other users can read the private key { $path } (mode { $mode }); type: chmod 600 { $path }
tls-garbled = { $path } holds nothing in PEM that belongs there
tls-unmatched = the certificate { $chain } and the key { $key } do not belong together
limits-read = cannot read the limits { $path }
limits-parse = the limits { $path } are not valid (line { $line })
token-read = cannot read the token file { $path }
token-parse = the token file { $path } is not valid (line { $line })
token-hash = the token file { $path } holds no SHA-256 hash for token { $id }
token-write = cannot write the token file { $path }
token-no-judge = the token file { $path } names a game for token { $id }, which is no judge's
token-nobody = the token file { $path } has no token { $who } that is good; `ishigaki-server token list` shows all there are, and `token issue --team CODE` makes one for a team that has none
token-ambiguous = { $who } means tokens of several people; name one by its id
token-taken = { $path } holds a token of { $name } that is good, and a new one would take its place: give the new one another --name, or revoke that one first (ishigaki-server token revoke)
token-unknown-team = the contest has no team { $team }
token-unknown-game = the contest has no game { $game }
fail-os-not-found = no such file or directory (os error { $code })
fail-os-denied = permission denied (os error { $code })
fail-os-address-in-use = address already in use (os error { $code })
fail-os-address-not-here = this machine does not have that address (os error { $code })
fail-os-refused = connection refused (os error { $code })
fail-os-cut = the connection was cut (os error { $code })
fail-os-unreachable = that machine cannot be reached from here (os error { $code })
fail-os-timed-out = no answer came in time (os error { $code })
fail-os-full = no space left on device (os error { $code })
fail-os-folder = is a directory (os error { $code })
fail-os-no-folder = not a directory (os error { $code })
fail-os-read-only = read-only file system (os error { $code })
fail-no-text = the file is no text in UTF-8
fail-file-too-large = the file has more than { $most } bytes, and no such file does
fail-timed-out = no answer came in time
fail-cut = the connection was cut
misuse-lists = --teams { $teams }: the lists of { $scenario } are those of { $fixed ->
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
misuse-alone = --against plays a bot against another one
misuse-no-bot = { $bot }: no bot of this name, and no command that can be started ({ $why })
misuse-same-name = two bots are called { $name }; NAME=COMMAND gives one another name
misuse-ladder = { $path } is no ladder: { $why }
misuse-round = there is no round { $round }, only 1 to { $rounds }
misuse-pace = --pace { $pace }: neither slow, real nor fast, nor up to four whole numbers of seconds, WINDOW[,REBID[,PAUSE[,BUILDING]]], windows from 1 to { $longest }
misuse-teams = { $teams ->
        [one] { $teams } team
       *[other] { $teams } teams
    }; a game has { $least } to { $most }
misuse-servers = --servers { $servers }: several servers share a journal in a database, such as --journal postgres
misuse-parameters = { $file }: { $fault }
misuse-parameters-unreadable = line { $line }, column { $column }: { $what }
misuse-parameters-name = `name` is "{ $name }"; it is 1 to 24 of a-z, 0-9 and -
misuse-parameters-range = `{ $field }` is { $value }; it is { $low } to { $high } ({ $rule })
misuse-setup = this cannot be played: { $fault }
trouble-make = cannot make { $path }
trouble-folder = cannot make a folder
trouble-used = { $path } holds a rehearsal already
trouble-write = cannot write { $path }
trouble-exists = { $path } is there already and holds something else, so it was not overwritten: move or delete it, write into another folder with --out, or give the scenario another name in its parameters
trouble-launch = cannot start the server, { $path }
trouble-no-server = there is no server to rehearse with: this program has none in it and starts the one beside it, { $path }; take both out of the release's archive, into one folder
trouble-no-start = the server did not start; the end of its log
trouble-ended = the server ended by itself ({ $status })
trouble-database = there is no database to rehearse on. PostgreSQL comes with most systems (Debian and Ubuntu: apt-get install postgresql); then, as its owner: createuser --createdb judge && createdb --owner judge contest
trouble-own-database = there is no PostgreSQL to rehearse on: { $why }
trouble-still = nothing has happened for { $seconds } s
folder-not-ours = { $path } is not empty and no contest's folder; name another, or a new one
folder-differs = { $path } says something else already; --force replaces it, and keeps all keys and tokens
folder-missing = name it: { $option }
folder-bad-address = "{ $address }" leads no team to the server: { $fault }. Give the address that this machine has in the hall's network, such as 192.168.0.10:7150
folder-reserved = { $contest }: { $field } names { $name }, a file that init writes itself. Give that file another name
address-fault-form = it is no host and port
address-fault-port = a port is 1 to 65535, without zeros before it
address-fault-unspecified = a server can listen there, but no client can connect
address-fault-group = it is an address of many computers at once
address-fault-reserved = no computer has an address in this range
address-fault-link = it works on one cable or access point only, and changes with the network
folder-outside = { $contest }: { $field } names { $name }, which is outside its folder. Put that file beside it, and name it from there, without ..
folder-halved = { $here } is there and { $gone } is not: put its copy back

# === end of failures ===


# An event in groups: what its games are called. $stage is the plan's name of a stage.

event-game = { $stage }, group { $group }
event-game-spare = { $stage }, group { $group } (spare)
event-game-is-replaced = a ruling in event { $event } has replaced it by its spare (G4)
event-game-is-overruled = overruled: a ruling in event { $event } says what it came to (TV3)
event-game-of-abandoned = event { $event } was abandoned, and this game with it (TV3)
# === end of games of events ===


# rehearsal event --preset ishigaki: a contest in groups.

rehearsal-groups-facts = { $teams ->
    [one] { $teams } team
   *[other] { $teams } teams
}, all drawn from the seed { $seed }: digits, tastes of the bots, jankens
rehearsal-groups-server = The server runs as a process of its own and makes, serves and counts every game; all bots, judges, organiser, desk, referee and board are connected over gRPC.
rehearsal-groups-made = { $games ->
    [one] One game is made by the server.
   *[other] { $games } games are made by the server, and played at once.
}
rehearsal-groups-team = { $team } ({ $empty } empty, { $held } TSUYAMA left)
rehearsal-groups-counted = Group { $group } is counted: { $best }
rehearsal-groups-replaced = Group { $group }: the lights go out. The referee rules that the spare is played (G4, TV3).
rehearsal-groups-why = the lights went out
rehearsal-groups-killed = The server was killed (kill -9) with { $games ->
    [one] one game
   *[other] { $games } games
} under way.
rehearsal-groups-verified = { $games ->
    [one] The record of the contest (facts: { $facts }) and that of its game are in order: each follows from its rules and is signed.
   *[other] The record of the contest (facts: { $facts }) and those of its { $games } games are in order: each follows from its rules and is signed.
}
rehearsal-groups-counts = What counts in the contest is what every game came to.
misuse-roster = --teams { $teams }: at most { $most }
# === end of rehearsal of groups ===

### === pages ===

page-without-script = This page needs JavaScript. All of it comes from this machine.
page-no-line = No line to this page's program for { $time }. What you see is that old; it goes on by itself.
page-told-no-line = No line to this page's program. What you see is old; it goes on by itself.
page-told-lost = CONNECTION LOST, trying again
page-my-team = My team
page-no-team = None
page-sealed = sealed
page-awaited = awaited
page-aside = nothing to seal
page-hall = For a projector
page-phone = For phones
page-hold = Hold this page
page-go-on = Go on
page-tie = tie
page-shape = Stone { $lot }, squares: { $squares }
page-wall = Wall of { $team }, stones: { $stones }

# The team's page (team-client web).
page-desk = Ishigaki: the team's desk
page-desk-at = The team's page: { $address }
page-desk-care = Whoever has this address bids for the team; it is of use on this computer only. Ctrl-C ends the page.
page-practice-care = Whoever has this address bids for the team; it is of use on this computer only. Ctrl-C ends the practice.
page-desk-no-browser = No browser could be opened here. Open the address by hand.
page-desk-empty = Empty. Choose a lot.
page-desk-refused = That did not reach this page's program. Nothing was changed by it.
page-desk-gone = This page's program has ended or was started anew. Open the address that it prints.
page-desk-left = The program has ended, as it was asked to. This page can be closed.
page-desk-unpainted = A part of this page could not be shown ({ $what }). Reload the page, or use the terminal screen: team-client tui.
page-desk-bids = Bids
page-desk-keys-on = Letter keys: on
page-desk-keys-off = Letter keys: off
page-desk-price = Price for { $lot }
page-desk-add = Bid for { $lot }
page-desk-sooner = { $lot }: want more
page-desk-later = { $lot }: want less
page-desk-remove = { $lot }: delete
page-desk-raise = New price for { $lot }
page-desk-give-up = give up
page-desk-stones = Stones in hand
page-desk-plan = Plan with any lot
page-desk-hold = Hold { $stone }
page-desk-board = Wall: arrows move the stone, t turns it, Enter lays it, ? shows all keys
page-desk-how = Drag a stone onto the wall, or choose it and then its place. The wheel or a second finger turns it.
page-desk-past = Earlier rounds
page-desk-try = Another price for
page-desk-question = Question to the judge, one line
page-desk-messages-new = new
page-desk-news = News
page-desk-stop-search = stop the solver
page-desk-key = Key: { $key }
page-desk-key-on-wall = Key, with the wall in focus: { $key }

board-pages = Pages of the board (plain HTTP, read only; Ctrl-C ends them)
    for a projector  { $hall }
    for phones       { $phone }

page-report = the whole game
page-report-proof = Is this record genuine?
page-report-checking = This page checks the record within it: line { $line } of { $lines } ...
page-report-holds = Checked by this page itself: the chain of the record (records: { $records }), its signed heads ({ $heads }), and that each opened list is the sealed one ({ $lists }).
page-report-fails = This record does not hold: line { $line }, { $what }.
page-report-fails-head = the chain leads to another head
page-report-fails-signature = the signature is not the server's
page-report-fails-list = the opened list is not the one that was sealed
page-report-fails-read = it cannot be read
page-report-signer = The key that signed has the fingerprint { $fingerprint }. Compare it with a team's sheet or with the hall's board: only that shows who signed.
page-report-unsigned = Lines at the end without a signature, which are not shown: { $lines }.
page-report-rules = Everything on this page is worked out from the signed lines above. The page does not check that every act was allowed, nor what is in the sealed boxes, nor whether the server played the game twice. To check that: ishigaki-server verify.
page-report-moment = Every moment
page-report-before = the moment before
page-report-after = the next moment
page-report-play = Play
page-report-stop = Stop
page-report-rounds = Rounds: every list that was opened
page-report-void = void:
page-report-declined = declines
page-report-team = Team
page-report-plots = Prices, money, walls
page-report-prices = What each stone went for, round by round; the line is its least price
page-report-money = TSUYAMA held, from the first moment to the last; numbered where a round begins
page-report-filled = Squares filled
page-report-log = All that happened
page-report-messages = Messages
page-report-lists-opened = Bidding has closed and the lists are opened: { $lists } (A5).
page-report-rebids-opened = Re-bid { $wave } has closed and its prices are opened (A8).
page-report-placed = { $team } laid { $stone } at row { $row }, column { $col }, turned by { $turn }° (W4).
page-report-wall = { $team } rearranged its wall. Stones on it: { $stones } (W5).
page-report-counted = { $team }'s wall was counted by hand. Empty squares: { $empty }; gaps in the top row: { $top_gaps }; stones used: { $used }. Reason: { $reason } (E2).
page-report-failed = { $lot }: { $copies } not awarded, { $why } (A8).
page-report-outbid = outbid (A5)
page-report-rebid-lost = lost or given up in the re-bid (A8)
page-report-not-needed = did not come into play (A9)
page-report-announced = Announced to all:
report-done = The page of { $game } is { $file }; a browser opens it as a file.
export-done = Written: { $files }
export-no-table = What is to be printed? Name one of { $tables }, or write all of them with --out FOLDER.
record-of-event = this is the record of an event, not of a game; `ishigaki-server verify` and `log` read it, and `judge-tui event print` prints what is to be hung up
export-not-declared = The result is not declared yet (E4): there are no certificates.
export-no-certificates = There are no certificates before the result is declared (E4).
export-no-team = There is no team { $team } in this game. Its teams: { $teams }.
export-which-team = Whose own game? Name the team with --team CODE, or write all of them with --out FOLDER.
export-team-tables = A team's own game is a page, text or JSON. For spreadsheets ask for the tables one by one with --team CODE.
export-one-format = Only one format can be printed at a time. Several are written with --out FOLDER.
export-not-printed = { $table } is a table for spreadsheets and programs (csv, json). To be printed there are: { $sheets }.

# === end of pages ===

# === the doctor ===

doctor-level-ok = ok
shared-level-note = note
doctor-level-warning = LOOK
doctor-level-error = STOP
doctor-part-contest = contest file
doctor-part-certificate = certificate
doctor-part-tokens = tokens
doctor-part-kits = teams' folders
doctor-part-key = key
doctor-part-journal = journal
doctor-part-machine = machine
doctor-part-addresses = addresses
doctor-sum = { $fine } in order, { $look } to look at, { $stop } in the contest's way.
doctor-no-folder = there is no folder { $folder }
doctor-no-contest = { $file } is not there
doctor-not-a-file = { $file } is { $kind } and no file: it is not read, since it may have no end
doctor-file-large = { $file } has { $size } MiB, and such a file has at most { $most }: it is not read
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
doctor-certificate-refused = clients will not take the certificate { $file }: the authority behind it did not certify it for a server
doctor-certificate-ended = no client takes the certificate { $file } any more: it was good until { $at }, and this machine's clock says { $today }
doctor-certificate-not-yet = no client takes the certificate { $file } yet: it is good from { $at } on, and this machine's clock says { $today }
doctor-certificate-name = clients will not take the certificate { $file }: it is not made out to a contest's server
doctor-certificate-soon = the certificate { $file } is good for { $days ->
        [one] { $days } more day
       *[other] { $days } more days
    }
doctor-certificate-hours = the certificate { $file } is good for { $hours ->
        [one] { $hours } more hour
       *[other] { $hours } more hours
    }
doctor-certificate = the certificate { $file } is good for { $days ->
        [one] { $days } more day
       *[other] { $days } more days
    }, and its key belongs to it
doctor-authority-gone = { $file }, by which clients know the server, is not there
doctor-authority-other = { $file } is the certificate of another authority than the one behind { $chain }: clients that trust it take no server of this folder
doctor-authority-key-gone = { $file } is not there: the contest goes on, but no new certificate can be made when the server's ends
doctor-authority-key-other = { $file } does not belong to { $authority }: no new certificate can be made
doctor-exposed = other users can read { $file } (mode { $mode })
doctor-writable = other users can change { $file } (mode { $mode })
doctor-folder-exposed = other users can look into { $file } (mode { $mode })
doctor-folder-writable = other users can put files into { $file }, and take some away (mode { $mode })
doctor-more-files = { $count } more
doctor-tokens = { $file }: { $count ->
        [one] { $count } good token
       *[other] { $count } good tokens
    }
doctor-team-without-token = team { $team } has no token that is good, so it cannot come in
doctor-role-without-token = nobody has a good token as { $role }
doctor-token-stale = the token in { $file } is not good: it was revoked, or belongs to another contest
doctor-token-other = the token in { $file } is that of { $whose }: whoever comes in with it comes in as { $whose }
doctor-join-other = { $file } does not say what this folder does: the line leads to another server, or holds another token
doctor-token-empty = { $file } is empty: nobody comes in with it
doctor-token-gone = { $file } is not there: { $name } has a good token, but nothing with which to come in from here
doctor-kit-gone = team { $team } has a token, but { $folder } does not have it, so there is nothing to hand out
doctor-kit-empty = the token in { $folder } is empty: team { $team } cannot come in with it
doctor-kit-stale = the token in { $folder } is not one of team { $team } that is good
doctor-kit-other = { $folder } names another server or another authority than this folder: team { $team } would not find its way
doctor-kits = { $count ->
        [one] { $count } team's folder is
       *[other] { $count } teams' folders are
    } right: token, authority and address
doctor-key = { $file }, fingerprint { $fingerprint }
doctor-key-new = there is no key file { $file } yet; the first start makes it
doctor-journal-new = there is no journal { $path } yet; the first start makes it
doctor-journal-older = the journal { $path } has an older format, which the first start of this program brings forward; its records were not read here
doctor-journal-in-use = a server has the journal { $path } open, so its records were not read here
doctor-journal = { $path }: all records of { $games } of { $of ->
        [one] { $of } game or event
       *[other] { $of } games and events
    } can be read
doctor-checkpoint = the checkpoint of { $game } is of other records: the server drops it, and the journal may have been restored from a copy
doctor-record-forged = record { $record } of { $game } was not written under this key, or was changed since
doctor-left-out = the journal has games under way that the contest file does not name: { $games }
doctor-game-changed = game { $game } is under way, and { $file }, or the scenario that it names, has been changed since: { $what }. The game goes on with what it began with
doctor-event-changed = event { $event } was created, and its plan or titles in { $file } have been changed since. It goes on as it was created
doctor-roster-changed = event { $event } is held by the roster that was committed, and the teams in { $file } have been changed since (TV1): { $who }
doctor-roster-other = the organiser has set a roster for event { $event }, and it stays; the teams in { $file } are others: { $who }
doctor-roster-gone = { $id } is only in the roster
doctor-roster-new = { $id } is only in the file
doctor-roster-otherwise = { $id } differs in { $parts }
doctor-roster-order = the same ones in another order
doctor-clock-back = the journal was written to { $seconds ->
        [one] { $seconds } second
       *[other] { $seconds } seconds
    } later than this machine's clock says it is now: the clock is wrong
doctor-clock-behind = { $file } was written { $seconds ->
        [one] { $seconds } second
       *[other] { $seconds } seconds
    } later than this machine's clock says it is now: the clock may be wrong
doctor-disk = { $free } MiB of { $size } MiB are free
doctor-disk-little = only { $free } MiB of { $size } MiB are free; when the disk is full, the games stop
doctor-folder-read-only = nothing can be written in { $folder } ({ $why }): a server could not keep its journal
doctor-descriptors = { $descriptors } files and connections at once are allowed
doctor-descriptors-few = only { $descriptors } files and connections at once are allowed, so fewer than { $connections } clients can come in
doctor-no-address = { $file } names no server, so the sheets lead nowhere
doctor-address = the sheets lead to { $address }, which is this machine
doctor-address-bad = the sheets say { $address }, which leads no team to the server: { $why }
doctor-address-unknown = no host of the name in { $address } is known here
doctor-address-loopback = the sheets lead to { $address }, which every laptop takes for itself: only clients on this machine get in
doctor-address-not-here = the sheets lead to { $addresses }, which is not this machine
doctor-port-taken = no server could listen on { $address }: { $why }
doctor-served-elsewhere = a server has the journal open, and none answers at { $address }, where the sheets lead
doctor-server = { $address } answers, with { $games ->
        [one] { $games } game
       *[other] { $games } games
    }
doctor-server-none = no server answers at { $address }
doctor-server-other = at { $address } answers what no client will talk to: { $why }
doctor-server-denies = { $address } does not take this folder's board token
doctor-mend-make = ishigaki-server init --out FOLDER --contest FILE --address HOST:PORT
doctor-mend-init = ishigaki-server init --out { $folder }   (makes what is missing, and keeps the rest)
doctor-mend-lint = correct it there, then: ishigaki-server lint { $file }
doctor-mend-copy = put the copy of { $file } back, from the folder's back-up or the second machine
doctor-mend-certificate = put the copies back; or delete { $chain } and { $key }, then: ishigaki-server init --out { $folder }
doctor-mend-renew = if this machine's date is right: ishigaki-server init --out { $folder }   (a new certificate, taken wherever the old one was, from the server's next start on)
doctor-mend-renew-keyless = if this machine's date is right: put the copy of { $key } back; or, if there is none, rm { $authority }, so that another authority is made and all sheets have to be handed out again. Then: ishigaki-server init --out { $folder }
doctor-mend-tokens = put the copy of { $file } back, from the folder's back-up or the second machine. If there is none, every token and sheet that was handed out is worthless; new ones for all: ishigaki-server init --out { $folder }
doctor-mend-close = chmod 600 { $files }
doctor-mend-close-folder = chmod 700 { $files }
doctor-mend-close-all = chmod -R go-rwx { $folder }   (all of it, for its owner alone)
doctor-mend-not-a-file = ls -l { $file } shows what it is; put the copy of the file in its place
doctor-mend-reissue = put the copy back; or make a new one, with which the old is no longer good: ishigaki-server token reissue { $who } --folder { $folder }
doctor-mend-issue-team = ishigaki-server token issue --folder { $folder } --team { $team }
doctor-mend-issue-role = ishigaki-server token issue --folder { $folder } --role { $options }
doctor-mend-in-use = stop the server to have all records read, or look at a copy: ishigaki-server standby --folder COPY --once
doctor-mend-restore = take the standby's copy of the journal, or the back-up
doctor-mend-left-out = put them back into the contest file, or name them in left_out = [...] under [server]
doctor-mend-game-changed = put the file back as it was at the start; or play it as the file has it now, in a spare: judge-tui replace { $game } --reason "..."
doctor-mend-event-changed = put the file back as it was; or give the event another id there, to hold it as the file has it now
doctor-mend-roster-changed = put the teams back as they are in the roster; to hold the event with the file's, give it another id there
doctor-mend-roster-other = put the teams in the file as they are in the roster; or set the file's as the roster: judge-tui event roster FILE.csv
doctor-mend-clock = set this machine's clock: timedatectl set-ntp true, or timedatectl set-time "YYYY-MM-DD HH:MM:SS"
doctor-mend-disk = before the first game, make room (df -h and du -xh show where), or put the folder on another disk
doctor-mend-write = run this as the user whom { $path } belongs to, or give it to the one who serves: chown -R "$USER" { $path } && chmod u+rwX { $path }
doctor-mend-immutable = it is not a matter of owner and mode; lsattr -d { $path } shows whether it is marked unchangeable (i or a), and then, as root: chattr -R -i -a { $folder }
doctor-mend-read-only = the disk is mounted for reading only, and no chown or chmod changes that: findmnt -T { $path } names it, mount -o remount,rw undoes it. Linux does it by itself to a failing disk: if dmesg speaks of errors, take the second machine
doctor-mend-full = the disk is full: df -h { $path } shows it, du -xh --max-depth=2 on the disk shows what takes the room. Delete what is not this folder's, or copy the folder to another disk and serve it from there
doctor-mend-other-log = mv { $log } { $away }
doctor-mend-writable = chmod u+w { $path } { $folder }
doctor-mend-descriptors = ulimit -n { $needed }, or LimitNOFILE={ $needed } in the unit of systemd
doctor-mend-address = ishigaki-server init --out { $folder } --force --address HOST:PORT   (this machine's address in the hall), then hand the sheets out again
doctor-mend-port = stop what listens there, or serve with --listen at another port and new sheets
doctor-mend-line = if it is another contest's server, stop it; if it is this one, start it again with this folder's certificate
doctor-mend-token = it is another contest's server, or serves another token file: ishigaki-server serve --folder { $folder }
doctor-mend-serve = ishigaki-server serve --folder { $folder }
doctor-server-version = the server that answers is { $server }, and this program is { $here }: a standby of another version may not be able to take over
doctor-client-version = teams have come with another version than { $here }: { $teams }
doctor-mend-version = install the same version on every machine, from one archive

# === end of the doctor ===

### === findings ===
# What linters find in files, and what keeps a plan or a roster from being one. A part of a sentence, without a full stop; the English is
# that of the rooms, sign by sign. What stands in ` ` is a key of the file, what stands in quotes is the file's.
lint-finding = { $file }:{ $line }:{ $column }: { $level }: { $what } ({ $why })
lint-located = { $file }:{ $line }:{ $column }: { $what } ({ $why })
lint-level-error = error
lint-level-warning = warning
lint-toml = { $message }
lint-empty = `{ $key }` is empty
lint-no-code = `{ $key }` is "{ $text }"; it takes 1 to { $most } of A-Z a-z 0-9
lint-no-code-also = `{ $key }` is "{ $text }"; it takes 1 to { $most } of A-Z a-z 0-9, and after the first { $also }
lint-out-of-range = `{ $key }` is { $number }; it must be { $least } to { $most }
lint-not-one-of = `{ $key }` is "{ $text }"; it takes { $choices }
lint-wrong-type = `{ $key }` must be { $wanted }, not { $found }
lint-no-key = this { $noun } has no `{ $key }`
lint-unknown-key = a { $noun } has no key `{ $key }`; it takes { $known }
lint-id-taken = { $noun } "{ $id }" is there already, in line { $line }
lint-other-kind = this is a { $found } file, a { $expected } is expected
lint-no-kind = this is no scenario (no `frame`), no contest (no [[game]]) and no NAME.lists.toml
lint-unreadable = cannot read { $path }: { $why }
lint-unknown-scenario = no scenario is called "{ $name }"; known: { $known }; a file is named by a path with a slash or by .toml
lint-outside = "{ $name }" leads out of the contest's folder
lint-not-beside = "{ $name }" is no file in the contest's folder
lint-faulty-scenario = scenario "{ $name }" has { $faults } fault(s), told with its file
lint-no-game-and = no game of this contest is called "{ $name }", and { $error }
lint-sign = `{ $key }` has the sign { $sign }; a square is #, none is .
lint-ragged = row { $row } of `{ $key }` is { $width } wide, the first row is { $wanted }
lint-disconnected = this square of `{ $key }` does not hang together with the first one
lint-no-square = `{ $key }` has no square
lint-too-large = `{ $key }` is larger than any grid: at most { $extent } rows, { $extent } columns and { $squares } squares in all
lint-not-flat = the { $side } row of `frame` has no flat part, only single squares
lint-no-round = there is no [[round]]
lint-no-stone = there is no [[stone]]
lint-above-money = `min_price` is { $price }, above the { $money } every team starts with
lint-parts = the { $side } row of `frame` is in { $parts } parts
lint-bare-frame = `frame` is drawn with { $edges } bare row(s) and column(s) around it
lint-nothing-fills = no wall of the stones fills `frame`
lint-filling-open = { $tries } tries found no wall that fills `frame`; keep one that does beside the file
lint-like-price = stone "{ $stone }" reads like a price
lint-same-stone = stone "{ $stone }" is "{ $other }" of line { $line }, turned or not; copies of one type are told by `copies`
lint-turned-over = stone "{ $stone }" is "{ $other }" of line { $line }, turned over
lint-bare-stone = stone "{ $stone }" is drawn with { $edges } bare row(s) and column(s) around it
lint-larger-than-frame = stone "{ $stone }" is { $height } x { $width }, larger than `frame`, { $rows } x { $columns }
lint-fits-nowhere = stone "{ $stone }" fits nowhere in `frame`, however it is turned
lint-covers-most = stone "{ $stone }" alone covers { $squares } of { $frame } squares
lint-too-few-squares = all stones together have { $squares } squares, `frame` has { $frame }
lint-few-squares = all stones together have { $squares } squares, hardly more than `frame`, { $frame }
lint-few-wins = the { $most } largest stones, all a team can win, have { $squares } squares of { $frame }
lint-dear-wall = a full wall costs at least { $price } at minimum prices; a team has { $money }
lint-much-money = `money`, { $money }, pays { $times } times for all stones at minimum prices, { $price }
lint-free-stone = stone "{ $stone }" may be had for 0
lint-dear-stone = stone "{ $stone }" takes { $price } of the { $money } a team has
lint-few-bids = a list of { $bids } bids can never win { $wins } stones
lint-all-in-one-round = one team may win all { $copies } stones in one round
lint-many-bids = a list has at most a line for each copy, { $copies }, never { $bids }
lint-teams-of-game = { $teams } teams; games have 4 to 9
lint-left-over = { $teams } teams can win { $most } stones in all; { $left } of { $copies } go to nobody
lint-all-in-first-round = { $teams } teams can win all { $copies } stones in the first round
lint-scarce-stones = all stones together have { $squares } squares, not half of { $teams } frames, { $walls }
lint-plenty-of-stones = all stones together have { $squares } squares, more than thrice { $teams } frames, { $walls }
lint-unusual-time = `{ $key }` is { $seconds }; usual is { $least } to { $most }
lint-early-close = bidding closes as soon as all have sealed, which is for rehearsals
lint-made-for = { $teams } teams play a scenario that is made for { $wanted }
lint-no-game = there is no [[game]] and no [event]
lint-of-roster = `{ $key }` stands in the roster of an event, and this file has no [event]
lint-name-of-staff = the name "{ $id }" is the contest's own
lint-no-games = `games` names no game
lint-unknown-game = there is no game "{ $game }"
lint-seats-now = who plays is named at the start, so it cannot start now; it takes starts = "by-organiser"
lint-title-missing = `title_ja` stands beside `title`, which is missing
lint-many-seats = { $seats } teams are to play; this contest has { $teams }
lint-named-twice = team "{ $team }" is named twice
lint-unknown-team = there is no team "{ $team }" in this contest
lint-team-count = the game has { $teams } team(s); it takes 2 to 16
lint-team-twice = team "{ $team }" is there twice
lint-unplayable = the scenario cannot be played: { $why }
lint-own-spare = game "{ $game }" is its own spare
lint-spare-id = the spare would be called "{ $id }", which is taken or longer than { $most }
lint-spare-now = the spare "{ $spare }" starts now; it takes starts = "by-organiser"
lint-spare-teams = the spare "{ $spare }" has other teams than "{ $game }"
lint-spare-practice = the spare "{ $spare }" is for practice, and "{ $game }" is not for practice
lint-spare-no-practice = the spare "{ $spare }" is not for practice, and "{ $game }" is for practice
lint-spare-returns = the spares of "{ $game }" lead back to it
lint-no-spare = game "{ $game }" has no spare
lint-same-problem = the spare has the same frame and the same stones
lint-alike-codes = { $noun } "{ $code }" is easily taken for "{ $other }" of line { $line }
lint-odd-signs = the text has { $signs }: not seen, or not as wide on every screen; screens may show it otherwise
lint-same-name = a team is called "{ $name }" in line { $line } already
lint-alike-name = the name "{ $name }" looks like "{ $other }" in line { $line }
lint-only-practice = team "{ $team }" plays in no game but for practice
lint-plays-nowhere = team "{ $team }" plays in no game
lint-two-games = team "{ $team }" plays in "{ $first }" and "{ $second }", which both start now
lint-event-id = `id` is "{ $id }"; it takes 1 to { $most } of a-z 0-9, and after the first -
lint-one-team = the event's roster has 1 team; it takes at least 2, or none where the organiser sets it
lint-events-own-id = game "{ $id }" is called as the event's own games are, { $event }-STAGE-GROUP
lint-no-plan = this event has neither a `preset` nor a `plan`
lint-preset-and-plan = `plan` stands beside `preset`; it is one of them
lint-unknown-team-of = there is no team "{ $team }" here, only { $known }
lint-rounds = there are { $rounds } [[round]]s; scenario "{ $scenario }" has { $wanted }
lint-no-line = "{ $text }" is no line of a list; write lot and price, such as "L 12"
lint-no-raise = "{ $text }" is no raise; write priority and new price, such as "1 14"
lint-unknown-stone = scenario "{ $scenario }" has no stone "{ $stone }"
lint-many-lines = the list has { $lines } lines; M is { $most }
lint-many-lines-of = { $stone } stands in { $lines } lines; { $copies } copies are left
lint-no-copy-left = line { $line } asks for { $stone }, of which no copy is left
lint-below-minimum = line { $line } offers { $price } for { $stone }; its minimum is { $least }
lint-over-money = the list adds up to { $total }; the team holds { $held }
lint-raised-twice = line { $line } is raised twice
lint-not-tied = line { $line } is not tied
lint-not-above = line { $line } is raised to { $price }; { $stone } is tied at { $tied_at }, which it must exceed
lint-raises-over = the raises add up to { $total }; the team may name { $most }
lint-nothing-tied = nothing is tied, so this is never called
lint-further-wave = a further [[round.wave]] is called for: { $ties }
lint-refused-otherwise = it is refused, but not for { $code }: { $why }
lint-accepted = it is accepted, not refused for { $code }
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
lint-word-quoted-text = a text in quotes
lint-word-whole-number = a whole number
lint-word-true-or-false = true or false
lint-word-array-of-texts = an array of texts
lint-word-list-of-tables = a list of tables, [[{ $key }]]
lint-word-a-table = a table
lint-word-no-stones = it has no stones
lint-word-stone-twice = stone "{ $stone }" is there twice
lint-word-no-copies = stone type { $number } has no copy
lint-word-no-rounds = it has no round
lint-word-empty-round = round { $round } has no bids, no wins or no time
lint-word-type-text = string
lint-word-type-integer = integer
lint-word-type-float = float
lint-word-type-boolean = boolean
lint-word-type-datetime = datetime
lint-word-type-array = array
lint-word-type-table = table
lint-because = { $what }: { $why }
planned-event-shape = { $name }, the plan of event { $event }, is no preset file
planned-event-config = event { $event } of the contest file cannot be held
event-config-shape = the settings do not fit their shape
event-config-source = settings name either a preset or a plan
event-config-unknown-preset = there is no preset "{ $name }"; known: { $known }
event-config-of-another-kind = "{ $member }" is no setting of an event of this kind
event-config-unknown-stage = guests are named for "{ $stage }", which is no stage of the plan
event-config-control = a title has a control character
canonical-number = a number is no integer of 64 bits
canonical-depth = more than { $most } objects and lists are within each other
preset-shape = the preset does not fit its shape
preset-time = "{ $text }" is no time of day such as "9:45"
preset-slot = a slot of the timetable is 0 minutes, it has to be at least 1
preset-plan = no event can be played by this preset: { $fault }
preset-group-plan = no contest can be played by this preset: { $fault }
lint-field = { $field } ({ $rule }): { $what }
lint-leagues-semi = { $leagues } leagues, with semi-finals { $expected }
lint-leagues = { $leagues } leagues, without semi-finals { $expected }
lint-round = round { $round }, it has to be { $least }
lint-round-range = round { $round }, it has to be { $least } to { $most }
lint-seed-digits = a seed of { $digits } digits; it has 1 to 18, and every lottery at least one
lint-seed-number = number { $number } is not 1 to 10, or stands twice
lint-seed-class = class { $class } has no name, or that of another
lint-no-semi-finals = a game for the third place takes semi-finals
lint-womens-final = beside games for the third place or for prizes a woman could have two in one round
lint-strength-depth = { $depth }, it has to be 1 to 12
lint-prize-order = criterion { $criterion } orders prize-winners before it is known who is one
lint-no-stage = there is no stage
lint-stage-name = "{ $stage }" is the name of another stage, or not 1 to 12 of A-Z a-z 0-9, after the first one also - and _
lint-stage-source = stage "{ $stage }" has no teams, or takes some from a stage that does not come before it
lint-stage-size = stage "{ $stage }": { $what }
lint-stage-game = stage "{ $stage }": a game of { $teams } teams stands twice, is not of 2 to 16, or has no scenario
lint-stage-two-sizes = stage "{ $stage }" has both a target and a number of groups
lint-stage-per-group = stage "{ $stage }": { $teams } of each group advance, but a group has at most { $most } teams
event-config-date = "{ $text }" is no date such as "2026-12-05"
event-config-no-date = the lottery "{ $lottery }" has no date, set `lottery_date`
lint-group-seed-digits = a seed of { $digits } digits; it has 15, and every lottery at least one
lint-few-teams = { $teams } teams, at least 2 are needed
lint-target = { $target } teams a group, it has to be 4 to 8
lint-groups = { $groups } groups would not have 2 to 16 teams each
contest-event-roster = the teams of the contest file are no roster for event { $event }
contest-event-no-teams = event { $event } of the contest file is held in groups, and the file has no teams (TG1)
contest-event-created = event { $event } of the contest file cannot be created
contest-event-unset = the roster of event { $event } cannot be set: { $why }
roster-shape = the roster does not fit its shape
roster-lines = the roster has { $lines } lines; it takes 1 to { $most }
roster-id = the id "{ $id }" in line { $line } of the roster is empty, or that of another line
roster-long-id = the id in line { $line } of the roster has { $characters } characters; it takes at most { $most }
roster-control = line { $line } of the roster has a control character
roster-seed-class = line { $line } of the roster names "{ $class }", a class of seeds that the plan does not have
lint-short-roster = the event's roster has { $lines } line(s); its leagues take at least { $least }
lint-woman-unused = `woman` of team "{ $team }" is not used: the event is held in groups
lint-unknown-guest = guests of stage "{ $stage }": "{ $guest }" is no team of the contest
lint-left-out = team "{ $team }" is no guest, and no stage takes the roster
lint-stage-of = stage "{ $stage }" of { $teams } teams: { $what }
lint-stage-no-scenario = stage.game: stage "{ $stage }" has { $groups } group(s) of { $teams } teams, and no scenario for a game of { $size }
lint-stage-no-scenario-absent = stage.game: stage "{ $stage }" has no scenario for games of { $sizes } teams, if some are absent
lint-stage-scenario = stage.game: stage "{ $stage }": { $what }
lint-not-playable = scenario "{ $scenario }" cannot be played by { $teams } teams: { $why }
lint-bad-scenario = scenario "{ $scenario }": { $why }
basis-toml = TOML
basis-format = the file format, scenarios/README.md
basis-unique = ids are unique
basis-squares-joined = W1: frames and stones are squares joined edge to edge
basis-signs = W1: drawings are rows of # and .
basis-flat = W1: a frame is flat at the top and at the bottom
basis-row-0 = W1: row 0 is on top of the drawing
basis-same-stone = W2: a turned stone is the same stone
basis-turned-over = W2: no stone may be turned over
basis-first-square = W2: a stone starts at its first square
basis-inside = W2: stones lie inside the frame
basis-support = W5: support
basis-told-before = G1: all of it is told before the game
basis-money-same = G1: whole TSUYAMA, the same for all
basis-money-whole = G1: whole TSUYAMA, never negative
basis-money = G1: money is what bids compete with
basis-round-limits = G1: each round has its most bids M and most wins W
basis-round-empty = G1: a round without bids or wins is none
basis-rounds-fixed = G1: the scenario fixes the rounds
basis-copies = G1: each stone type has a count
basis-several-stones = G1: a wall is built of several stones
basis-scenario = G1: a game needs its scenario
basis-needs = G1: what a game needs
basis-plays-once = G1: a team plays once
basis-teams-fixed = G1: a game has its teams from the start
basis-so-many-teams = G1: stones and rounds are for so many teams
basis-names = G1: people write and say these names
basis-teams = G2: teams a game
basis-computers = G2: a team has at most three members and two computers
basis-pool = G3: one pool of stones for the whole game
basis-spare = G4: a game is replayed with another problem
basis-line = A2: a line is a stone type and a price
basis-list = A2: what a list may be
basis-refused = A2: why a list is refused
basis-no-bid = A2: nobody could ever bid for it
basis-lines-of-type = A2: a type stands on at most as many lines as it has copies
basis-window = A3: bidding has a window
basis-window-usual = A3: bidding closes after 1-2 minutes
basis-closing = A3: when bidding closes
basis-no-early-close = A3: no early close by default
basis-won-by-line = A5: each stone won is a line of the list
basis-rebid-window = A7: a re-bid has a window
basis-rebid-short = A7: a re-bid is a short one
basis-rebid = A7: what a re-bid may be
basis-raise = A7: a tied line gets a new price
basis-waves = A7: a re-bid is called while something is tied
basis-countdown = E1: a countdown of a few seconds
basis-filling = E2: the fewest empty squares win
basis-judge = E4: the result of a game is its chief judge's act
basis-outage = T: after a restart windows go on, or wait
basis-starts = a game starts with the server or when told to
basis-event-plan = TG: an event is held by a plan
basis-event-groups = TG1: groups of teams
basis-event-roster = TD4: a roster is an event's
basis-needs-scenario = lists need their scenario
basis-there = it must be there
basis-utf8 = TOML is text in UTF-8
basis-no-folder = it must be a file, not a folder
basis-allowed = whoever looks at it must be allowed to read it
basis-ends = it must end
basis-readable = it must be readable
basis-event-scenario = TG1: a stage's games have a scenario for their number of teams
basis-group-size = TG1: groups of 2 to 16 teams
basis-guests = TG5: guests are on the roster
basis-roster = TD4: no id or name of the roster has a control character
basis-women = TK3: a women's final is of leagues
basis-leagues = TL3: at least 2 players a league
toml-expected = { $what }, expected { $expected }
toml-expected-nothing = { $what }, expected nothing
toml-unknown-field = unknown field `{ $field }`, expected one of { $known }
toml-invalid-type = invalid type: { $found }, expected { $expected }
toml-missing-field = missing field `{ $field }`
toml-duplicate-field = duplicate field `{ $field }`
toml-table-twice = `{ $name }` is a table twice; write `[[{ $name }]]` before each of several
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
# What a verifier finds in a record, and why a line of it cannot be read. A part of a sentence, without a full stop; what stands in ` ` is
# the record's own name.

violation-line = line { $line }
violation-unreadable = it cannot be read
violation-wrong-signer = the server's key has the fingerprint { $found }, not { $expected }
violation-event-head = the lines lead to the head { $computed } after event { $sequence }, not to { $written }: a line has been changed
violation-wrong-head = the lines lead to the head { $computed } after event { $sequence }, not to { $written }: a line from line { $since } on has been changed, added or taken out
violation-head-signature = the signature of the head after event { $sequence } does not hold
violation-too-large = the attempts so far have more than { $most } lots, teams and lines of lists, which no game has
violation-other-head = { $found ->
        [none] no head is signed, and none is { $expected }
       *[other] no signed head is { $expected }: the last one is { $found }…
    }
violation-noted-head = no signed head is { $expected }
violation-wrong-records = the result counts { $written } records; there are { $found }
violation-wrong-counter = sealing { $found } of team "{ $team }" stands where { $expected } is next
violation-wrong-revision = revision { $found } of team "{ $team }" stands where { $expected } is next
violation-box-length = the box of team "{ $team }" has { $found } bytes; the others have { $expected }
violation-not-the-last = sealing { $found } of team "{ $team }" is opened; { $last } was its last
violation-other-list = the list of team "{ $team }" is not the one it sealed as sealing { $counter }
violation-wrong-box = the box of sealing { $counter } of team "{ $team }" does not open to its list
violation-wrong-note = note { $found } stands where { $expected } is next
violation-note-length = the box of note { $number } has { $found } bytes; { $expected } is the length of all in this game
violation-too-many-notes = a game has no more than { $most } messages and marks
violation-no-note-key = the game is closed, and the keys of its { $notes } notes are missing
violation-wrong-note-keys = { $has_notes ->
        [true] the key of epoch { $epoch } is missing, and notes were sealed in it
       *[other] the key of epoch { $epoch } is shown, and no note was sealed in it
    }
violation-nothing-to-open = there is a key for notes, and there are no notes
violation-wrong-note-box = note { $number } does not open to what was sealed
violation-time-goes-back = time goes back from { $before } ms to { $at } ms
violation-wrong-actor = whoever is named cannot bring this about
violation-event-principal = the principal is "{ $found }", which is not that of whoever did this
violation-wrong-principal = { $by_clock ->
        [true] the principal is "{ $found }", though the clock did this
       *[other] the principal is "{ $found }", though somebody did this
    }
violation-wrong-reason = the reason of the entry by hand should read "{ $expected }"
violation-overdue = a deadline passed at { $due } ms and should have been seen to first
violation-not-due = nothing was due yet
violation-no-news = this changes nothing, and what changes nothing is no record
violation-unprompted = nothing leads to this
violation-refused = the rules refuse it: { $why }
violation-not-sealed = team "{ $team }" had nothing sealed
violation-not-opened = what team "{ $team }" sealed is missing
violation-invalid-list = the list of team "{ $team }" is not valid: { $why }
violation-invalid-rebid = the re-bid of team "{ $team }" is not valid: { $why }
violation-different = the rules decide something else here: `{ $fact }` at { $at } ms
violation-missing = something must follow that is missing: `{ $fact }` at { $at } ms
violation-event-different = { $count ->
        [0] this changes nothing, and what changes nothing is no record
       *[other] the rules decide something else here: { $facts }
    }
violation-wrong-commitment = settings and roster have the commitment { $computed }, not { $written }
violation-event-result = the result is not what follows from the events
violation-wrong-result = the result differs { $part }
violation-result-round = in the final rounds, at number { $number } of the list
violation-result-team = in the teams, at number { $number } of the list
violation-result-row = in the ranking, in row { $number }
violation-bad-key = the public key is none
violation-wrong-signature = the signature is not one of these bytes by this key
violation-box-not-a-list = this is not the spelling of a list
violation-box-not-a-note = this is not the spelling of a note
violation-box-foreign = the list names a lot that the game does not have
violation-box-too-long = the text has { $length } bytes; { $room } is the most a box of this game holds
violation-box-unsealable = the box cannot be sealed
violation-box-wrong-key = the key does not open the box
violation-box-malformed = the box opens to something that is no sealed list
violation-box-wrong-commitment = the commitment is not that of the nonce and list in the box
record-error-io = the transcript cannot be written
record-error-json = this is not a line of a transcript
record-error-unknown-format = format { $found } is unknown; this is format { $known }
record-error-not-canonical = the line is not spelled as the format spells it
record-error-byte-order-mark = the file begins with a byte order mark: an editor has changed it
record-error-carriage-return = the line has a carriage return: a program has changed the line ends
record-error-long-line = the line is longer than { $most } bytes, which no line of a record is
record-error-not-text = the line is not text in UTF-8
record-error-unterminated = the file ends within a line
record-error-misplaced = expected a line of kind { $expected }
record-error-missing-result = the result line is missing
record-error-gap = expected sequence { $expected }, found { $found }
record-error-epoch-gap = expected epoch { $expected }, found { $found }
record-error-not-signed = event { $sequence } is one whose head is signed, and its signed head is missing
record-error-not-closing = a signed head has no business behind event { $sequence }
record-error-sealed = a public record carries something sealed
record-error-wrong-proof = the fact comes without the proof of its kind
record-error-unknown-team = unknown team "{ $code }"
record-error-unknown-lot = unknown lot "{ $code }"
record-error-unknown-stone = unknown stone "{ $code }"
record-error-unknown-actor = unknown actor "{ $by }"
record-error-bad-turn = a stone cannot be turned by { $quarters } quarters
record-error-hex = this is not the lower-case hexadecimal spelling of { $length } bytes
record-error-bad-box = the box is not spelled in hexadecimal
record-error-frame = the frame is not valid: { $why }
record-error-shape = the shape of lot "{ $lot }" is not valid: { $why }
record-error-sign = the shape of lot "{ $lot }" has a sign that is neither '#' nor '.'
record-error-setup = the set-up is not valid: { $why }
record-error-no-line = lines of the roster are counted from 1
record-error-unknown-pool = unknown pool or game "{ $pool }"
record-error-bad-slip = the slip has a handicap or a square that there is not
record-error-config = the settings make no event
record-error-roster = the roster is none
record-error-foreign = this belongs to another game
record-error-empty = it has no square
record-error-other-sign = it has the sign { $sign }
record-error-repeated = the square ({ $row }, { $column }) stands twice
record-error-disconnected = the square ({ $row }, { $column }) does not hang together with the others
record-error-large = it is larger than any grid
record-error-leaf = a tree of receipts has the leaves 0 to 63, and no leaf { $leaf }
record-error-receipt = line { $line } is not a receipt
record-unreadable = the record cannot be read
# === end of violations ===
