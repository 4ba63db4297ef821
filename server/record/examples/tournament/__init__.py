"""A second implementation of the rules of an event: draw, leagues, pairings, play-offs, rankings, groups and Othello.

It is written from the rule book and shares no code with the server, so that each checks the other. Standard library
only. Rules are cited by number: (TP4). Every module lists the rules that it implements.
"""
