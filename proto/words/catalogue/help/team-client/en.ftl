# What team-client --help says, in English, as its command line has it: written by the program's tests, with
# ISHIGAKI_UPDATE_HELP=1. The Japanese stands in ja.ftl, under the same keys in the same order.

all--ca = The certificate of the authority by which the server is known, in PEM [default: the file ca.pem in this folder, if there is one]
all--game = The game, if there is more than one
all--head = The last signed head, as the console, the board or a feed showed it when the result was declared: its first 16 digits or more; dashes do not matter. Without it nobody can say whether the server signed two games of this name
all--insecure_plaintext = Let tokens and lists go over the network without encryption, if the address does not say https://
all--json = Answer with one JSON object a line
all--key = The fingerprint of the server's key, from the team sheet or the board. Without it the record is checked in itself, and nobody can say who signed it
all--lang = The language to answer in, en or ja; else the environment's
all--partial = Take a record as good that is in order as far as it could be checked: without --key, or with an end that nobody has signed
all--receipts = The folder in which the server's receipts are kept, and where verify looks for them [default: receipts]. Until the opening a receipt is as secret as the list it is for
all--server = The server: https://HOST:PORT, or several that share the games, with commas [default: what the file `server` in this folder says, as join writes it; else 127.0.0.1:7150]
all--stone = The stone, LOT-COPY
all--token = The token: a team's, or that of whoever runs the contest. Safer in the environment or a file, where no other user of this machine sees it
all--token_file = A file with the token, alone or behind its holder's name as the server prints it. Counts before --token; without either it is the file `token` in this folder, if there is one
program = A team's side of a contest: watch, bid, build
program--after =
    Exit codes:
      0  done
      1  refused by the rules or by the server, and nothing has changed; from verify: not in order;
         from status: the server lost what a receipt is for; from what-if: the round is not open, or
         the list would have been refused
      2  the command, or the file that solve, wall or verify is given, cannot be read; from tui:
         no terminal
      3  the server cannot be reached, or its answer got lost
      4  not allowed: no good token, another team's token, or no such game
      5  the server's receipt or its record is wrong: call the judge
      6  from verify: in order as far as it could be checked; --key is missing, or the end of the
         record is not signed
join = Get to know the server from the team's sheet, once: check that it is the one with this fingerprint, and keep in this folder what every other command needs. A token that is given is kept as well, if the server takes it
join--place = The server, HOST:PORT; or the whole line that the sheet's squares say, ISHIGAKI:... Without it, the one of --server; without that, it is asked for
join--fingerprint = The server's code on the sheet, or the fingerprint for join. Without it, it is asked for, and the token too
watch = Follow the game, a line for each thing that happens, until its result is declared
watch--new = Leave out what has happened already
watch--check = After each opening, read the record so far and check it: the rules, the server's signatures, and that this team's lists are in it unchanged
tui = The team's screen: write the list with keys, seal it, re-bid, see what came of it and what the others can do. Receipts are kept as by every other command
web = The same as a page in a browser, with the mouse, fingers and keys, on this computer alone: token and encryption stay in this program. Its address is printed and opened
web--port = The port on 127.0.0.1; 0 takes any that is free
web--no_open = Only print the address
lots = Show what is on offer
bid = Seal a list for the round that is open; it replaces the one that is sealed
bid--bids = The bids, the most wanted first, each LOT:PRICE
bid--decline = Decline this round
rebid = Seal new prices for tied bids; a tied bid not named is given up
rebid--raises = The raises, each LINE:PRICE: the tied bid's place in the list, and the new price
rebid--pass = Pass: give all tied bids up
place = Lay a stone on the wall, or move one
place--row = Its least row; row 0 is on top
place--col = Its least column; column 0 is on the left
place--turn = Clockwise quarter turns, 0 to 3
place--cells = Instead of turn, row and column: the very squares it shall cover, each ROW,COL
take-out = Take a stone off the wall
wall = Replace the whole wall in one step, by the walls that solve prints: the last one given counts
wall--file = The wall, {"{"}"placements": [{"{"}"stone": "L-2", "rot": 1, "row": 2, "col": 0{"}"}, ..]{"}"}, or - for standard input
wall--clear = Take all stones off the wall
wall--check = Only say what the rules say of it, and what it would count; send nothing
puzzle = Print the frame and the team's stones as solve reads them
checked = Say that stones have arrived and are the right ones, for the judge and the runner to see. Placing a stone does not wait for it
checked--stones = The stones, each LOT-COPY
checked--all = All stones that have been handed out to the team and are not checked yet
ask = Ask the judge something: one line, at most 400 characters. The other teams are not told of it, unless the judge answers to all; then they are told the question, and not who asked. The game's public record has it sealed, and shows it with the team's name once the result is declared
ask--text = The question
messages = Show what the judge announced and answered, with an asterisk at what nobody of the team has read, and mark all of it as read
messages--keep_unread = Mark nothing as read
status = Show where the game and the team stand
bot = Let a program play all games of the team: wait for the first, and after each one for the next while an event is open or a spare may follow. With --game, play that game alone
bot--seed = Its taste: another seed values stones otherwise
bot--strategy = How it plays: adviser does what advise says; steady, thrifty, bold (or all-in), patient, blocker and gambler (or random) are simple ones
bot--exec = Play as this program says instead: one JSON object a line in and out, as BOTS.md documents it. No shell is asked
bot--decision_ms = How long a bot's process may take for a decision, in milliseconds
bot--game_ms = How long it may take for all decisions of a game together, in milliseconds
advise = Say what each lot is worth to the team now, what the others can do about it, and propose a list; in a re-bid, new prices. Nothing is sealed. What is proposed is as secret as a list
advise--seed = Chance: another seed plans other walls
what-if = Say what an opened round would have come to with another list of this team, by the rules; the others' lists and re-bids are as they were
what-if--round = The round
what-if--bids = The list instead of the one that was sealed, the most wanted first, each LOT:PRICE
what-if--line = Another price for this line only, counted from 1
what-if--price = The price of that line
what-if--decline = No list at all
transcript = Fetch the public record of a game as far as it is open: one file that anybody can check
transcript--id = The game, if there is more than one, or an event
transcript--out = The file to write; standard output if it is left out. An existing file is replaced. If its name ends in .html, it becomes the whole game as one page for a browser, which checks the record's proofs by itself; --key, --head and --partial are for this page
verify = Check a record from the rules on, and that this team's own lists are in it unchanged. Needs no server
verify--file = The record, or - for standard input
solve = Find the best wall for a frame and stones: fewest empty squares, then fewest gaps in the top row, then most stones used. Each better wall is told as it is found; Ctrl-C keeps the best. Needs no server
solve--file = The frame and the stones, {"{"}"frame": ["##", ..], "stones": [{"{"}"id": "a", "cells": [[0, 0], ..]{"}"}, ..]{"}"}, or - for standard input
solve--seconds = How long to search at most, in seconds
solve--threads = How many threads search, 1 to 256
solve--seed = Chance: another seed searches in another order
completions = Print what makes a shell complete this program's commands and options, for the shell's own start-up file
completions--shell = The shell
