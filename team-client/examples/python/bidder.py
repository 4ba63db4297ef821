#!/usr/bin/env python3
"""A team's client in Python: watches a game and bids, with the schema asked from the server by reflection.

    pip install grpcio grpcio-reflection
    python3 bidder.py --server https://192.168.0.10:7150 --ca ca.pem --token TOKEN [--game ID] [--rounds N]

Of several servers over one journal some are named with commas; a call goes to the one that has its game, also to one that
another server names.

The certificate of the server's authority, ca.pem, is in the team's folder; `team-client join` fetches it too. Every
server shows a certificate in the same name, whatever its address, and that name is what is asked for.

It needs no generated code and knows no rules: the server's feed says what is on offer, and carries with every event
what follows from it. Its strategy is simple: as many of the cheapest stones as it can afford, one TSUYAMA above the
minimum price; when it is tied, it raises by one if it may, and passes otherwise.
"""

import argparse
import os
import random
import sys
import time

import grpc
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase


SERVER_NAME = "ishigaki.internal"

# How often the schema is asked for before the server is given up.
PATIENCE = 20

# How often a call follows from one server to the next.
MOST_HOPS = 6

# After so many seconds without an answer a call is given up.
DEADLINE = 20

# A machine that is gone says nothing: a line that is silent is tried after 5 s, and given up 5 s later.
ALIVE = [("grpc.keepalive_time_ms", 5000), ("grpc.keepalive_timeout_ms", 5000), ("grpc.http2.max_pings_without_data", 0)]

# The server is in the hall's network, which no proxy of a school leads into.
OPTIONS = [*ALIVE, ("grpc.enable_http_proxy", 0)]

# What goes by: the server is away or stopping...
AWAY = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.DEADLINE_EXCEEDED,
)
# ...or full. What it has no room for has changed nothing.
PASSING = (*AWAY, grpc.StatusCode.RESOURCE_EXHAUSTED)


def addresses_of(server):
    """The addresses that are named with commas, without what stands before them in a URL."""
    return [one.strip().removeprefix("https://").removeprefix("http://") for one in server.split(",") if one.strip()]


def is_local(address):
    return address.rsplit(":", 1)[0] in ("127.0.0.1", "[::1]", "localhost")


def open_channel(address, ca=None):
    """A channel to the server: encrypted, and to nobody but the server, if the file with its authority is named."""
    if ca is None:
        return grpc.insecure_channel(address, OPTIONS)
    with open(ca, "rb") as file:
        credentials = grpc.ssl_channel_credentials(root_certificates=file.read())
    return grpc.secure_channel(address, credentials, [("grpc.ssl_target_name_override", SERVER_NAME), *OPTIONS])


def patiently(ask):
    """Asks until the server has room: who comes without a token, as for the schema, may have to come again."""
    for tried in range(PATIENCE):
        try:
            return ask()
        except grpc.RpcError as error:
            if error.code() not in PASSING or tried == PATIENCE - 1:
                raise
            time.sleep(0.5 + random.random())


class Service:
    """What everybody asks, and what only one audience may do; made at run time from what the server says of itself.

    Of several servers each call goes to the one that has its game, as far as that is known."""

    def __init__(self, server, token, audience, ca=None):
        self.addresses, self.ca = addresses_of(server), ca
        self.channels, self.held = {}, {}  # The channel to each address; the address of the server that has each game.
        self.metadata = [("authorization", "Bearer " + token)]
        self.services = patiently(lambda: self.schema("watch", audience))

    def schema(self, *names):
        """The services of these names, and all that their calls are made of, as a server tells them."""
        try:
            self.pool = DescriptorPool(ProtoReflectionDescriptorDatabase(self.channel("")))
            # What refusals carry is asked for at once, so that they can be read later.
            for detail in ("ErrorInfo", "BadRequest", "RetryInfo", "Status"):
                self.pool.FindMessageTypeByName("google.rpc." + detail)
            return [self.pool.FindServiceByName(f"ishigaki.{name}.v1.{name.capitalize()}Service") for name in names]
        except grpc.RpcError:
            self.turn("", None)
            raise

    def place(self, game):
        """The address of the server that is asked about a game; where none is named, that of any."""
        return self.held.get(game) or self.held.get("") or self.addresses[0]

    def channel(self, game):
        address = self.place(game)
        if address not in self.channels:
            self.channels[address] = open_channel(address, self.ca)
        return self.channels[address]

    def turn(self, game, address):
        """Asks this server about a game from now on, or the next one if none is named; whether it is another one."""
        here = self.place(game)
        # Without an authority a token goes to no machine but those that were named here.
        if address is not None and not (self.ca or address in self.addresses or is_local(address)):
            return False
        if address is not None and address not in self.addresses:
            self.addresses.append(address)
        self.held[game] = address or self.addresses[(self.addresses.index(here) + 1) % len(self.addresses)]
        return self.held[game] != here

    def follow(self, game, error):
        """Turns to where a call for this game belongs after an error; whether it surely changed nothing, and is known there."""
        reason, figures = self.refusal(error)
        if reason == "GAME_ELSEWHERE":
            address = figures.get("address")  # Without one no server has the game at this moment.
            return self.turn(game, address) and address is not None
        if error.code() in AWAY:
            self.turn(game, None)
        return False

    def is_passing(self, error):
        """Whether an error goes by, so that the same may be asked again in a moment."""
        return error.code() in PASSING or self.refusal(error)[0] == "GAME_ELSEWHERE"

    def refusal(self, error):
        """Why a call was refused, for programs: the reason, and the figures that the schema names with it."""
        packed = dict(error.trailing_metadata() or ()).get("grpc-status-details-bin")
        if packed is None:
            return error.code().name, {}
        message = lambda name: GetMessageClass(self.pool.FindMessageTypeByName(name))  # noqa: E731
        for detail in message("google.rpc.Status").FromString(packed).details:
            if detail.type_url.endswith("/google.rpc.ErrorInfo"):
                info = message("google.rpc.ErrorInfo").FromString(detail.value)
                return info.reason, dict(info.metadata)
        return error.code().name, {}

    def call(self, name, pad_to=0, **fields):
        """Makes the call `name` with these fields; for a stream, gives an iterator of answers."""
        service = next(service for service in self.services if name in service.methods_by_name)
        method = service.methods_by_name[name]
        request = GetMessageClass(method.input_type)(**fields)
        if pad_to:
            pad(request, pad_to)
        path, game = f"/{service.full_name}/{name}", fields.get("game", "")
        kind = {
            "request_serializer": type(request).SerializeToString,
            "response_deserializer": GetMessageClass(method.output_type).FromString,
        }
        if method.server_streaming:
            return self.watch(path, kind, game, request)
        for hop in range(MOST_HOPS):
            try:
                make = self.channel(game).unary_unary(path, **kind)
                return make(request, metadata=self.metadata, timeout=DEADLINE)
            except grpc.RpcError as error:
                if not self.follow(game, error) or hop == MOST_HOPS - 1:
                    raise

    def watch(self, path, kind, game, request):
        """The answers of a stream. After its end the next one is asked for where the game is then."""
        try:
            yield from self.channel(game).unary_stream(path, **kind)(request, metadata=self.metadata)
        except grpc.RpcError as error:
            self.follow(game, error)
            raise


def pad(request, length):
    """Fills up a request that seals something, so that its length does not tell whoever sees the network what is in it."""
    request.padding = bytes(128)
    length += max(0, -(-(request.ByteSize() - length) // 256)) * 256
    request.padding += bytes(length - request.ByteSize())
    # What counts the padding may have become longer.
    request.padding = request.padding[: len(request.padding) - (request.ByteSize() - length)]


class Bidder:
    """Follows one game from its feed, and bids in it."""

    def __init__(self, service, game, team, rounds):
        self.service, self.game, self.team, self.rounds_left = service, game, team, rounds
        self.has_caught_up = False  # Old events only bring us up to date; we act on what is.
        self.round, self.has_sealed = 0, False
        self.wave, self.answered_wave, self.settlement = 0, 0, None

    def run(self):
        for answer in self.service.call("WatchGame", game=self.game, from_sequence=1):
            item = answer.item
            body = item.WhichOneof("body")
            if body == "set_up":
                self.set_up(item.set_up)
                self.sealing_bytes = item.sealing_bytes
            elif body == "event":
                self.event(item)
            elif item.pulse.caught_up:
                self.has_caught_up = True
            if self.rounds_left == 0:
                return
            if self.has_caught_up:
                self.act(phase_name(item.clock))

    def set_up(self, setup):
        self.lots, self.plans, self.held = setup.lots, setup.rounds, setup.initial
        self.left = {lot.code: lot.copies for lot in setup.lots}
        print(f"{setup.title}: {len(self.lots)} stone types, {len(self.plans)} rounds, {self.held} TSUYAMA")

    def event(self, item):
        fact = item.event.WhichOneof("fact")
        what, derived = getattr(item.event, fact), item.derived
        print(f"{item.sequence:4} {fact}", flush=True)
        if fact == "round_opened":
            self.round, self.has_sealed, self.wave, self.answered_wave = what.round, False, 0, 0
        elif fact == "bids_sealed" and what.team == self.team:
            self.has_sealed = True
        elif fact == "rebid_sealed" and what.team == self.team:
            self.answered_wave = self.wave
        elif fact in ("lists_opened", "rebids_opened"):
            self.wave += 1
            self.settlement = derived.settlement
            for award in derived.settlement.awards:
                print(f"     {award.lot} goes to {award.team} at {award.price}")
        elif fact == "round_finalised":
            for team in derived.handover.teams:
                for handed in team.stones:
                    self.left[handed.stone.lot] -= 1
                if team.team == self.team:
                    self.held = team.held
                    print(f"     {team.charged} TSUYAMA paid, {team.held} left")
            self.rounds_left -= 1

    def act(self, phase):
        if phase == "PHASE_BIDDING" and not self.has_sealed:
            self.bid()
        elif phase == "PHASE_REBIDDING" and self.answered_wave != self.wave:
            self.rebid()

    def bid(self):
        """Bids one above the minimum for as many of the cheapest stones as fit the list and the money."""
        bids, money = [], self.held
        for lot in sorted(self.lots, key=lambda lot: lot.min_price):
            price = lot.min_price + 1
            if self.left[lot.code] > 0 and price <= money and len(bids) < self.plans[self.round - 1].max_bids:
                bids.append({"lot": lot.code, "price": price})
                money -= price
        self.has_sealed = True
        try:
            sealing = {"pad_to": self.sealing_bytes, "game": self.game, "round": self.round}
            answer = self.service.call("SubmitBids", **sealing, bids=bids)
            print(f"     sealed {len(bids)} bids as revision {answer.revision}")
        except grpc.RpcError as refusal:
            self.tell(refusal)

    def rebid(self):
        """Raises what is tied by one as far as the budget goes; an empty list is a pass."""
        self.answered_wave = self.wave
        budget = {team.team: team.budget for team in self.settlement.tied_teams}.get(self.team)
        if budget is None:
            return
        raises = []
        for tie in self.settlement.ties:
            for line in tie.lines:
                if line.team == self.team and tie.price + 1 <= budget:
                    raises.append({"priority": line.priority, "price": tie.price + 1})
                    budget -= tie.price + 1
        try:
            sealing = {"pad_to": self.sealing_bytes, "game": self.game, "round": self.round}
            self.service.call("SubmitRebid", **sealing, wave=self.wave, raises=raises)
            print(f"     {'raised' if raises else 'passed'} in wave {self.wave}")
        except grpc.RpcError as refusal:
            self.tell(refusal)

    def tell(self, refusal):
        reason, figures = self.service.refusal(refusal)
        print(f"     refused: {reason} {figures}: {refusal.details()}", file=sys.stderr)


def phase_name(clock):
    return clock.DESCRIPTOR.fields_by_name["phase"].enum_type.values_by_number[clock.phase].name


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    server = os.environ.get("ISHIGAKI_SERVER", "127.0.0.1:7150")
    options.add_argument("--server", default=server, help="HOST:PORT, several with commas, or ISHIGAKI_SERVER (%(default)s)")
    options.add_argument("--ca", default=os.environ.get("ISHIGAKI_CA"), help="ca.pem of the team's folder; or ISHIGAKI_CA")
    options.add_argument("--token", default=os.environ.get("ISHIGAKI_TOKEN"), help="or ISHIGAKI_TOKEN")
    options.add_argument("--game", default="", help="the game's id; not needed where there is only one")
    options.add_argument("--rounds", type=int, default=-1, help="stop after so many final rounds")
    given = options.parse_args()
    if not given.token:
        options.error("a token is needed: --token or ISHIGAKI_TOKEN")
    if given.ca is None and "https://" in given.server:
        options.error("an https:// server is known by its authority: --ca or ISHIGAKI_CA")
    try:
        service = Service(given.server, given.token, "team", given.ca)
        team = service.call("ListGames").team
        Bidder(service, given.game, team, given.rounds).run()
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
