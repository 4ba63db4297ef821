# What rehearsal --help says, in English, as its command line has it: written by the program's tests, with
# ISHIGAKI_UPDATE_HELP=1. The Japanese stands in ja.ftl, under the same keys in the same order.

all--keep = Keep the server's files (contest, journal, token hashes, log) in this folder
all--lang = The language: en or ja [default: by the environment's language, else en]
all--no_pauses = Make no pauses for reading. There are none where the output is no terminal
all--scenario = What to play: the name of a shipped scenario, or a file (with a slash, or ending in .toml)
program = Plays a whole contest game by one command: a real server process, gRPC clients, bots and an automatic judge
program--long =
    Plays a whole contest game by one command: a real server process, gRPC clients, bots and an automatic judge.

    The exit code is 0 only if everything that was seen is consistent with the rules.
program--after =
    Exit codes:
      0    played, and everything is consistent
      1    something is wrong: a check, or the game
      2    the command, or a file that it needs, cannot be read or does not make sense
      130  stopped, or left before the end; nothing is left behind
program--seed = What the bots' tastes and a janken are drawn from. The same seed gives the same game
program--teams = How many teams play, if no lists name them [default: the number that the scenario's name ends in]
program--lists = Play these fixed lists instead of the ones beside the scenario
program--no_lists = Play without fixed lists: bots only
program--bots = Who plays where no lists are fixed, in the order of the teams: adviser (the strongest), steady, thrifty, all-in (bold), patient, blocker, random (gambler), with commas between them. Teams that are left over go round again [default: dealt by the seed]
program--kill_in_round = Kill the server (kill -9) in this round, while its lists are being sealed, and start it again
program--kill_in_wave = Kill the server in this round, while its first re-bid is being sealed, and start it again
program--transcript = Write the public record of the game to this file
program--json = Tell no story; the last line of the output is the whole game as JSON
program--quiet = Tell only the ranking and the verdict
program--journal = Keep the journal in a PostgreSQL database: in one that is there, as `postgres://USER@HOST/DATABASE`, in a schema of its own that is removed in the end unless --keep is given, or in one of its own (`postgres`)
practice = A whole game against bots, for people and for programs: the team's screen in this terminal, or a seat to join from elsewhere
practice--after =
    Exit codes:
      0    played to the declared result
      1    something is wrong: the scenario, the table, or the game itself
      2    the command cannot be read
      130  left before the end (the screen closed, Ctrl-C); nothing is left behind
practice--strength = How well the bots play, 1 to 10: 1 to 4 are simple bots with fewer and fewer mistakes, 5 to 9 the adviser's, 10 models its rivals
practice--against = Who sits at the table: adviser, rival-aware (which models its rivals), steady, thrifty, all-in (bold), patient, blocker, random (gambler), strength-1 to strength-10, with commas between them. Seats that are left over go round again [default: all by --strength]
practice--teams = How many teams play, yours among them [default: as many as the scenario is made for]
practice--seed = What the bots' tastes and a janken are drawn from
practice--pace = How much time there is: real (windows as in the scenario), slow (three times that), fast (half), or one to four lengths in seconds, WINDOW,REBID,PAUSE,BUILDING: of bidding, of a re-bid, before each round, and for building after the last one
practice--to_deadline = Keep each round open to its deadline, as the contest does; otherwise it closes as soon as all have sealed
practice--join = Leave the seat to somebody else: print where the server is and a token file, for your own bot or for the screen of another laptop, and tell the game here
practice--web = Play on the team's page in this computer's browser instead of in this terminal. Its leave button ends the practice
practice--no_open = With --web, only print the page's address
practice--listen = Where the server listens; 0.0.0.0:PORT lets other machines in, encrypted and with a fingerprint to join by. Only with --join
practice--keep = Keep the game in this folder: transcript, receipts, and the server's files and log
practice--json = Tell where to join and how it ended as JSON, one object a line, and no story
practice--quiet = With --join, tell only where to join and how it ended
event = Holds a whole event: roster, commitment, draw, every round paired and played by chance, play-offs, final ranking; the record is verified at the end
event--preset = Which event is held, by the name of its preset as contest files have it
event--preset--is-M42 = 第42期オセロ名人戦: four leagues, semi-finals, prize games
event--preset--is-O18 = 第18期オセロ王座戦: two leagues, whose firsts play the final
event--preset--is-MX = オセロ名人戦 of another year: four leagues, two classes of seeds, a women's final
event--preset--is-ishigaki = 石垣工務店: heats, repechage, semi-finals and final, with real games by bots in all groups at once (TG)
event--players = How many lines the roster has: players, or teams of ishigaki, of which there are at most 256 [default: 96 players, 40 teams]
event--teams = The same by another name
event--seed = What names, strengths, absentees, digits and results are drawn from. The same seed gives the same event
event--kill_in_round = Kill the server (kill -9) in this round, when half of its results are in, and start it again; of ishigaki in this stage, in the middle of its games
event--transcript = Write the public record of the event to this file
event--json = Tell no story; the last line of the output is the event as JSON
event--quiet = Tell only the podium and the verdict
completions = Print what makes a shell complete this program's commands and options, for the shell's own start-up file
completions--shell = The shell
