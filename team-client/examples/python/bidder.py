#!/usr/bin/env python3
"""Watches a game and bids in it, with the schema from the server's reflection.

    pip install grpcio grpcio-reflection
    python3 bidder.py --server https://192.168.0.10:7150 --ca ca.pem --token TOKEN [--game ID] [--rounds N]

Separate the addresses of several servers with commas. Each call goes to the server of its game, which doesn't have to be
in this list.

The certificate of the servers' authority, ca.pem, is in the team's directory; `team-client join` fetches it too. All
server certificates have the same name, so the client checks that name instead of the address.

The client needs no generated code and knows no rules: the feed contains the lots on offer, and the consequences of every
event. The strategy is simple. It bids one TSUYAMA above the minimum price on as many of the cheapest stones as it can
afford. If one of its bids is tied, it raises by one if it can, and passes otherwise.
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


# Name in the certificates of all servers.
SERVER_NAME = "ishigaki.internal"

# Maximum requests for the schema.
MAX_SCHEMA_ATTEMPTS = 20

# Maximum attempts of a call that is redirected from server to server.
MAX_CALL_ATTEMPTS = 6

# Timeout of a call, in seconds.
CALL_TIMEOUT = 20

# A dead machine sends nothing: a silent connection is probed after 5 s, and closed 5 s later.
KEEPALIVE = [
    ("grpc.keepalive_time_ms", 5000),
    ("grpc.keepalive_timeout_ms", 5000),
    ("grpc.http2.max_pings_without_data", 0),
]

# The server is in the local network, so no proxy is used.
OPTIONS = [*KEEPALIVE, ("grpc.enable_http_proxy", 0)]

# Codes of a server that is unreachable or stopping.
UNAVAILABLE_CODES = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.DEADLINE_EXCEEDED,
)
# Temporary errors also include a full server. A call that it rejected has changed nothing.
TEMPORARY_CODES = (*UNAVAILABLE_CODES, grpc.StatusCode.RESOURCE_EXHAUSTED)


def parse_addresses(server):
    """Returns the comma-separated addresses, without `https://` and `http://`."""
    return [one.strip().removeprefix("https://").removeprefix("http://") for one in server.split(",") if one.strip()]


def is_local(address):
    return address.rsplit(":", 1)[0] in ("127.0.0.1", "[::1]", "localhost")


def open_channel(address, ca=None):
    """Opens a channel to a server. With `ca`, the file of an authority's certificate, it is encrypted, and accepts only
    servers with a certificate of that authority."""
    if ca is None:
        return grpc.insecure_channel(address, OPTIONS)
    with open(ca, "rb") as file:
        credentials = grpc.ssl_channel_credentials(root_certificates=file.read())
    return grpc.secure_channel(address, credentials, [("grpc.ssl_target_name_override", SERVER_NAME), *OPTIONS])


def retry_schema(fetch):
    """Repeats a request for the schema. It has no token, so a full server may reject it at first."""
    for attempt in range(1, MAX_SCHEMA_ATTEMPTS + 1):
        try:
            return fetch()
        except grpc.RpcError as error:
            if error.code() not in TEMPORARY_CODES or attempt == MAX_SCHEMA_ATTEMPTS:
                raise
            time.sleep(0.5 + random.random())


class Service:
    """Calls of the watch service and of the service of one audience: `team`, `judge` or `organiser`.

    With several servers, each call goes to the server of its game if that is known."""

    def __init__(self, server, token, audience, ca=None):
        self.addresses, self.ca = parse_addresses(server), ca
        self.channels = {}  # By address.
        self.address_of_game = {}  # The key "" is for calls without a game.
        self.metadata = [("authorization", "Bearer " + token)]
        self.services = retry_schema(lambda: self.fetch_schema("watch", audience))

    def fetch_schema(self, *names):
        """Fetches these services and the types of their messages by reflection."""
        try:
            self.pool = DescriptorPool(ProtoReflectionDescriptorDatabase(self.channel("")))
            # Fetch the types of error details now, because the server may be unreachable when they are needed.
            for detail in ("ErrorInfo", "BadRequest", "RetryInfo", "Status"):
                self.pool.FindMessageTypeByName("google.rpc." + detail)
            return [self.pool.FindServiceByName(f"ishigaki.{name}.v1.{name.capitalize()}Service") for name in names]
        except grpc.RpcError:
            self.switch("", None)
            raise

    def address(self, game):
        """Returns the address of the server for a game; without a known one, that of any server."""
        return self.address_of_game.get(game) or self.address_of_game.get("") or self.addresses[0]

    def channel(self, game):
        address = self.address(game)
        if address not in self.channels:
            self.channels[address] = open_channel(address, self.ca)
        return self.channels[address]

    def switch(self, game, address):
        """Uses this server for a game, or the next one if it is None. Returns whether the server changed."""
        before = self.address(game)
        # Without a CA, the token is sent only to listed or local servers.
        if address is not None and not (self.ca or address in self.addresses or is_local(address)):
            return False
        if address is not None and address not in self.addresses:
            self.addresses.append(address)
        self.address_of_game[game] = address or self.addresses[(self.addresses.index(before) + 1) % len(self.addresses)]
        return self.address_of_game[game] != before

    def redirect(self, game, error):
        """Chooses the server for a game after an error. Returns whether the same call can be repeated there at once.

        That is the case only if the call has changed nothing and the game's server is known."""
        reason, figures = self.error_details(error)
        if reason == "GAME_ELSEWHERE":
            address = figures.get("address")  # Absent while no server has the game.
            return self.switch(game, address) and address is not None
        if error.code() in UNAVAILABLE_CODES:
            self.switch(game, None)
        return False

    def is_temporary(self, error):
        """Returns whether the same call may succeed after a short delay."""
        return error.code() in TEMPORARY_CODES or self.error_details(error)[0] == "GAME_ELSEWHERE"

    def error_details(self, error):
        """Returns the reason and the figures of an error, as listed in the schema's error.proto."""
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
        """Makes the call `name` with these fields and returns its answer; for a stream, an iterator of answers."""
        service = next(service for service in self.services if name in service.methods_by_name)
        method = service.methods_by_name[name]
        request = GetMessageClass(method.input_type)(**fields)
        if pad_to:
            pad(request, pad_to)
        path, game = f"/{service.full_name}/{name}", fields.get("game", "")
        codec = {
            "request_serializer": type(request).SerializeToString,
            "response_deserializer": GetMessageClass(method.output_type).FromString,
        }
        if method.server_streaming:
            return self.stream(path, codec, game, request)
        for attempt in range(1, MAX_CALL_ATTEMPTS + 1):
            try:
                unary = self.channel(game).unary_unary(path, **codec)
                return unary(request, metadata=self.metadata, timeout=CALL_TIMEOUT)
            except grpc.RpcError as error:
                if not self.redirect(game, error) or attempt == MAX_CALL_ATTEMPTS:
                    raise

    def stream(self, path, codec, game, request):
        """Yields the answers of a stream. After an error, the next call goes to the game's current server."""
        try:
            yield from self.channel(game).unary_stream(path, **codec)(request, metadata=self.metadata)
        except grpc.RpcError as error:
            self.redirect(game, error)
            raise


def pad(request, length):
    """Pads a submission to this length, so that its length reveals nothing about its content.

    A longer one is padded to the next step of 256 bytes."""
    request.padding = bytes(128)
    length += max(0, -(-(request.ByteSize() - length) // 256)) * 256
    request.padding += bytes(length - request.ByteSize())
    # The padding's length prefix may have become longer.
    request.padding = request.padding[: len(request.padding) - (request.ByteSize() - length)]


class Bidder:
    """Follows the feed of one game and bids in it."""

    def __init__(self, service, game, team, rounds):
        self.service, self.game, self.team, self.rounds_left = service, game, team, rounds
        self.has_caught_up = False  # Old events only update the state; we act on the current one.
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
        self.lots, self.rounds, self.money = setup.lots, setup.rounds, setup.initial
        self.copies_left = {lot.code: lot.copies for lot in setup.lots}
        print(f"{setup.title}: {len(self.lots)} stone types, {len(self.rounds)} rounds, {self.money} TSUYAMA")

    def event(self, item):
        name = item.event.WhichOneof("fact")
        fact, derived = getattr(item.event, name), item.derived
        print(f"{item.sequence:4} {name}", flush=True)
        if name == "round_opened":
            self.round, self.has_sealed, self.wave, self.answered_wave = fact.round, False, 0, 0
        elif name == "bids_sealed" and fact.team == self.team:
            self.has_sealed = True
        elif name == "rebid_sealed" and fact.team == self.team:
            self.answered_wave = self.wave
        elif name in ("lists_opened", "rebids_opened"):
            self.wave += 1
            self.settlement = derived.settlement
            for award in derived.settlement.awards:
                print(f"     {award.lot} goes to {award.team} at {award.price}")
        elif name == "round_finalised":
            for team in derived.handover.teams:
                for handed in team.stones:
                    self.copies_left[handed.stone.lot] -= 1
                if team.team == self.team:
                    self.money = team.held
                    print(f"     {team.charged} TSUYAMA paid, {team.held} left")
            self.rounds_left -= 1

    def act(self, phase):
        if phase == "PHASE_BIDDING" and not self.has_sealed:
            self.bid()
        elif phase == "PHASE_REBIDDING" and self.answered_wave != self.wave:
            self.rebid()

    def bid(self):
        """Bids one above the minimum price on as many of the cheapest stones as the list and the money allow."""
        bids, money = [], self.money
        for lot in sorted(self.lots, key=lambda lot: lot.min_price):
            price = lot.min_price + 1
            if self.copies_left[lot.code] > 0 and price <= money and len(bids) < self.rounds[self.round - 1].max_bids:
                bids.append({"lot": lot.code, "price": price})
                money -= price
        self.has_sealed = True
        try:
            window = {"pad_to": self.sealing_bytes, "game": self.game, "round": self.round}
            answer = self.service.call("SubmitBids", **window, bids=bids)
            print(f"     submitted {len(bids)} bids as revision {answer.revision}")
        except grpc.RpcError as error:
            self.print_error(error)

    def rebid(self):
        """Raises tied bids by one within the budget; an empty list is a pass. Without a tied bid, does nothing."""
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
            window = {"pad_to": self.sealing_bytes, "game": self.game, "round": self.round}
            self.service.call("SubmitRebid", **window, wave=self.wave, raises=raises)
            print(f"     {'raised' if raises else 'passed'} in wave {self.wave}")
        except grpc.RpcError as error:
            self.print_error(error)

    def print_error(self, error):
        reason, figures = self.service.error_details(error)
        print(f"     rejected: {reason} {figures}: {error.details()}", file=sys.stderr)


def enum_name(message, field):
    """Returns the name of an enum field's value."""
    return message.DESCRIPTOR.fields_by_name[field].enum_type.values_by_number[getattr(message, field)].name


def phase_name(clock):
    return enum_name(clock, "phase")


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    server = os.environ.get("ISHIGAKI_SERVER", "127.0.0.1:7150")
    options.add_argument("--server", default=server, help="HOST:PORT, comma-separated, or ISHIGAKI_SERVER (%(default)s)")
    options.add_argument("--ca", default=os.environ.get("ISHIGAKI_CA"), help="ca.pem of the team, or ISHIGAKI_CA")
    options.add_argument("--token", default=os.environ.get("ISHIGAKI_TOKEN"), help="token of the team, or ISHIGAKI_TOKEN")
    options.add_argument("--game", default="", help="id of the game; not needed if there is only one")
    options.add_argument("--rounds", type=int, default=-1, help="number of final rounds to stop after")
    given = options.parse_args()
    if not given.token:
        options.error("missing token: use --token or ISHIGAKI_TOKEN")
    if given.ca is None and "https://" in given.server:
        options.error("an https:// server needs --ca or ISHIGAKI_CA")
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
