# What lab --help says, in English, as its command line has it: written by the program's tests, with
# ISHIGAKI_UPDATE_HELP=1. The Japanese stands in ja.ftl, under the same keys in the same order.

all--from_seed = The first game's seed: seats and tastes are drawn from it. Each further game has the next one
all--lang = The language: en or ja [default: by the environment's language, else en]
all--threads = How many games are played at a time, 1 to 256. It changes nothing but the time
program = Tests and measures servers, bots and scenarios
program--after =
    Exit codes:
      0    done, and everything is as it should be
      1    something is wrong: a check, a server, or the game
      2    the command, or a file that it needs, cannot be read or does not make sense
      6    some checks are open: more games would decide them
      130  stopped; nothing is left behind
crash = Kills a real server under real clients again and again, and checks after every restart that all that was acknowledged is there, once, and nothing else
crash--cycles = How often the server is killed under traffic
crash--seed = What all choices are drawn from. When the server dies depends on the machine too
crash--server = The server to kill: an `ishigaki-server` binary. Without it, the lab's own
crash--json = Show what came of it as one line of JSON
crash--keep = Keep the server's files in this folder, also if all is well
crash--journal = Keep the journal in a PostgreSQL database: in one that is there, as `postgres://USER@HOST/DATABASE`, in a schema of its own that is removed if all is well and --keep is not given; in one of its own (`postgres`); or in a primary with a synchronous standby of its own (`postgres-pair`), of which the primary is killed, too
crash--servers = How many servers share the journal in a database. They are killed, ended, or stopped and continued one by one, while others take over
crash--primary_every = With `--journal postgres-pair` and several servers: every N-th time it is the database's primary that is killed, and its standby promoted
crash--copy = Let answers wait for the copy of a second machine; each kill takes the first machine away for good, with its journal, and the server goes on with the copy
crash--copy--is-required = While the second machine is abreast, which it is whenever the first one is killed
load = Measures how much a server bears, beside what bare gRPC bears on this machine in the same run
load--parts = What is measured
load--parts--is-submits = Durable lists against an echo
load--parts--is-openings = From a deadline to the last team's having the opening, in many games at once
load--parts--is-fanout = From an event to its last watcher, against a bare stream
load--parts--is-restart = From the start of a server with many records to its first answer
load--parts--is-takeover = From the kill of one of several servers to the moment at which every game of it answers again. Not among the parts unless it is asked for
load--parts--is-soak = Memory under steady load. Not among the parts unless it is asked for
load--games = How many games there are at once
load--teams = How many teams each game has
load--watchers = How many watch one game: a measurement for each number
load--records = How many records there are when the server starts again
load--connections = Connections that share the lists that are sent
load--in_flight = Lists under way at once [default: 2048, or one for each team if there are fewer]
load--per_connection = Streams that share a connection
load--seconds = How long a rate is measured and bidding is open, in seconds
load--soak = How long the soak is, in seconds
load--journal = Keep the journal in a PostgreSQL database: in one that is there, as `postgres://USER@HOST/DATABASE`, in one of its own (`postgres`), or in a primary with a synchronous standby of its own (`postgres-pair`)
load--servers = How many servers share the journal in a database: lists, openings and takeovers are measured for each number
load--profile = Sample with `perf` where the processor time of echoes and lists goes, layer by layer
load--server = The server to measure: an `ishigaki-server` binary. Without it, the lab's own
load--json = Show what was measured as one line of JSON
arena = Plays bots against each other over many seeds, by the rules alone, and prints how they compare, with confidence intervals. The adviser's bot is among them
arena--scenario = What to play: the name of a shipped scenario, or a file (with a slash, or ending in .toml)
arena--games = How many games; with --against, for each pair
arena--bots = Who plays, each on as many seats as the others: adviser, steady, thrifty, bold (or all-in), patient, blocker, gambler (or random), rival-aware, strength-1 to strength-10. Who sits out where there are fewer seats is drawn for each game. One bot alone sits on all seats [default: the first seven, or what --bot names]
arena--bot = One more bot: one of those, or the command of a program of your own, as "python3 mine.py" or "NAME=COMMAND". It is started for each seat, and answers one JSON object a line with another; BOTS.md of team-client documents them
arena--decision_ms = How long a bot's process may take for a decision, in milliseconds
arena--game_ms = How long it may take for all decisions of a game together, in milliseconds
arena--against = Let each of the bots play this one alone, half the seats each, instead of all together
arena--teams = How many teams play, if the scenario leaves it open [default: the number that the scenario's name ends in]
arena--ladder = Add the games to this ladder, which holds all games that were ever added to it and the ratings that follow from them. A file that is not there yet is made
arena--replays = Write the records of the games worth seeing into this folder: the closest finish, the greatest comeback, the most re-bids, the most decisions that came to nothing
arena--timing = Tell on standard error how long it took, and how much of it was spent in bots' processes
arena--json = Answer with one JSON object a line, one for each field
fairness = Says whether a scenario makes a fair game, and whether another one is as good: what its file holds, against bands
fairness--after = Exit codes: 1 if anything is outside its band, two scenarios are unlike, or seats are not symmetric; else 6 if anything is open; else 0.
fairness--scenario = What is looked at: the name of a shipped scenario, or a file (with a slash, or ending in .toml)
fairness--against = Another scenario that is to be as good: its spare, or another heat
fairness--teams = How many teams play [default: as many as the scenario is made for, or else the number that its name ends in]
fairness--games = Also play so many games of each field of bots, by the rules alone, and hold what comes of them against bands
fairness--html = Also write all of it as a page, with plots, into this file; it needs no server and no internet
fairness--json = Answer with one JSON object
generate = Makes a scenario and its spare by a file of parameters and a seed, with a planted wall for every team, lists and golden results. The same parameters give the same files
generate--parameters = The parameters, a TOML file: name, title, teams, rounds, types, awkwardness, frame, seed
generate--seed = Draw from this seed instead of the one in the file
generate--out = Write into this folder; golden walls, lists and results go into `golden` in it. No file that is there is overwritten by another one
generate--json = Answer with one JSON object for each scenario
completions = Print what makes a shell complete this program's commands and options, for the shell's own start-up file
completions--shell = The shell
