"""The rules of an event, a second time: draw, leagues, pairings, play-offs, rankings, groups, and the game of Othello.

Written from the rule book alone and sharing no code with the server, so that where both agree neither had to be
believed. Standard library only. (TP4) is a rule's number; every module names the rules it holds.
"""
