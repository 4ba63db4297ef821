# What people read, in English. The same keys and gaps stand in ja.ftl, in the same order.
#
# One section a subject; add a key at the end of its section, before the section's end mark, in both files.
# $rule is the rule's number in the rule book. Figures arrive with their thousands separators.

### === figures ===

figure-money = { $amount } TSUYAMA
figure-seconds = { $seconds } s
figure-minutes = { $minutes } min
figure-minutes-seconds = { $minutes } min { $seconds } s
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

# === end of names ===

### === events ===

event-by-organiser = (Entered by the organiser.)
event-round-opened = Round { $round } opened for bidding; it closes in { $window } ({ $rule }).
event-round-opened-again = Round { $round } opened again for bidding, attempt { $attempt }; it closes in { $window } ({ $rule }).
event-bids-sealed = { $team } has sealed its list ({ $rule }).
event-lists-opened = { $teams ->
        [0] Bidding is closed; no team bid ({ $rule }).
       *[other] Bidding is closed and the lists are open: { $teams ->
            [one] { $teams } team
           *[other] { $teams } teams
        } with { $lines ->
            [one] { $lines } bid
           *[other] { $lines } bids
        } ({ $rule }).
    }
event-lists-opened-without = Without a bid: { $teams }.
event-rebid-called = Ties go to a re-bid; it closes in { $window } ({ $rule }).
event-rebid-called-again = New ties go to another re-bid; it closes in { $window } ({ $rule }).
event-rebid-sealed = { $team } has sealed its answer to the re-bid ({ $rule }).
event-rebids-opened = Re-bid { $wave } is closed and open: { $raises ->
        [0] no new price
        [one] { $raises } new price
       *[other] { $raises } new prices
    } ({ $rule }).
event-lots-confirmed = The chief judge confirmed { $lots } ({ $rule }).
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
event-end-signalled = The chief judge signals the end; the game ends in { $window } ({ $rule }).
event-game-ended = The game is over; nothing may be laid any more ({ $rule }).
event-janken-entered = The janken is decided, best first: { $order } ({ $rule }).
event-team-disqualified = { $team } is disqualified: { $reason } ({ $rule }).
event-team-reinstated = The disqualification of { $team } is taken back: { $reason } ({ $rule }).
event-result-declared = The chief judge declared the final result ({ $rule }).
event-paused = The clocks stand: { $reason } ({ $rule }).
event-resumed = The clocks go on ({ $rule }).
event-resumed-window = The clocks go on, with { $window } left ({ $rule }).
event-window-extended = More time is given; { $window } are left: { $reason } ({ $rule }).
event-round-voided = Round { $round }, attempt { $attempt }, is void and will run again: { $reason } ({ $rule }).
event-game-abandoned = The game is abandoned, to be replayed with another problem: { $reason } ({ $rule }).

# === end of events ===

### === outcomes ===
# What became of one bid; stands behind it.

outcome-awarded = won at { $price } ({ $rule })
outcome-awarded-by-rebid = won by re-bid at { $price } ({ $rule })
outcome-outbid = outbid by { $team } at { $price } ({ $rule })
outcome-outbid-by-own = the team's own better bid at { $price } took the copy ({ $rule })
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

phase-ready = Round { $round } can be opened
phase-bidding = Bidding
phase-rebidding = Re-bid { $wave }
phase-confirming = Waiting for the chief judge to confirm
phase-building = Building, all rounds are final
phase-countdown = Countdown to the end
phase-ended = The game is over
phase-declared = The result is final
phase-abandoned = The game is abandoned

# === end of phases ===

### === ranking ===
# What separates a row from the row below it.

criterion-with-figures = { $what }: { $above } against { $below } ({ $rule })
criterion-alone = { $what } ({ $rule })
criterion-empty = fewer empty squares
criterion-top-gaps = fewer gaps in the top row
criterion-held = more TSUYAMA left
criterion-used = more stones used
criterion-unused = fewer stones won but unused
criterion-janken = janken
criterion-janken-needed = equal on all counts, janken to be held
criterion-disqualified = the team below is disqualified
criterion-both-disqualified = both disqualified, the last place is shared

# === end of ranking ===

### === walls ===

wall-with-stones = { $what }: { $stones }
wall-bad-rotation = turned by something other than 0 to 3 quarters
wall-duplicate-stone = placed more than once
wall-mirrored = fits only turned over, which is not allowed
wall-not-owned = not among the team's stones
wall-no-bottom = no stone touches the bottom edge of the frame
wall-out-of-frame = outside the frame
wall-overlap = overlapping
wall-shape-mismatch = the squares do not have the stone's shape
wall-unsupported = nothing carries it down to the bottom edge

# === end of walls ===

### === faults ===

# Why a call was refused; a part of a sentence, without a full stop. $rule comes from fault-with-rule.

fault-with-rule = { $what } ({ $rule })
fault-in-line = bid { $line }: { $what }
fault-item = - { $what }
fault-unspecified = refused for a reason that this program does not know; a newer version may

fault-unauthenticated = the call carries no token that the server knows
fault-permission-denied = this token may not do that; it takes the token of { $needs }
fault-unknown-game = no game named { $game } can be seen with this token
fault-no-game-named = the call names no game
fault-game-stopped = the game stands still, its journal failed; it goes on after the server's next start
fault-busy = the server is busy; nothing has changed, try again
fault-missing-field = { $field } is missing
fault-bad-field = { $field } holds what it cannot
fault-bad-field-value = { $field } cannot be { $value }
fault-bad-field-most = { $field } cannot be { $value }, at most { $most }
fault-server-stopping = the server is stopping; try again in a while

fault-unknown-team = there is no team { $team } in this game
fault-unknown-lot = there is no lot { $lot } in this game
fault-not-yours = { $team } may act for itself only
fault-disqualified = { $team } is disqualified, or comes back only with the next round
fault-wrong-phase = not possible now: { $phase }
fault-paused = the game is paused
fault-not-paused = the game is not paused
fault-wrong-round = meant for round { $named }, but this concerns round { $current }
fault-wrong-attempt = meant for attempt { $named } of the round, but it was voided; attempt { $current } counts
fault-wrong-wave = meant for re-bid { $named }, but re-bid { $current } is open
fault-late = too late: received at the very deadline
fault-late-by = too late: received { $late } after the deadline
fault-invalid-list = the list is refused whole, { $faults } things are wrong with it
fault-not-tied = { $team } has no tied bid
fault-invalid-rebid = the re-bid is refused whole, { $faults } things are wrong with it
fault-replaced = the team has sealed since, from its other computer perhaps: this replaces { $named ->
        [0] nothing
       *[other] revision { $named }
    }, but { $current ->
        [0] nothing
       *[other] revision { $current }
    } is sealed
fault-already-confirmed = { $lot } is confirmed already
fault-not-on-offer = { $lot } was not on offer in this round
fault-not-owned = not among the stones handed to the team: { $stones }
fault-not-on-wall = not on the wall: { $stones }
fault-invalid-wall = the wall is refused whole, { $faults } things are wrong with it
fault-janken-open = the janken is still to be held: { $groups }
fault-not-a-tied-group = the order must be exactly one group that is tied on all counts: { $groups }
fault-not-a-tied-group-none = no teams are tied on all counts
fault-already-disqualified = { $team } is disqualified already
fault-not-disqualified = { $team } is not disqualified
fault-no-reason = a reason must be given; it is recorded
fault-nothing-to-extend = no window or countdown is running that could be extended
fault-bad-extension = an extension is more than nothing and at most an hour, not { $span }

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

# === end of faults ===

### === cli ===
# team-client: labels and lines of the commands.

# === end of cli ===

### === console ===
# judge-tui: the chief judge's console and the hall's board.

# === end of console ===

### === rehearsal ===

# === end of rehearsal ===
