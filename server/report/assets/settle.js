// The auction, the wall and the ranking by the rules (A5 to A9, W3, E2, E3), computed from a record.

/** A round's settlement. `copies` maps each lot to its free copies, and `lists` each team to its lines `[lot, price]`. */
export class Settlement {
  constructor(most_wins, copies, lists) {
    this.most_wins = most_wins;
    this.free = new Map(copies);
    this.lines = new Map([...lists].map(([team, bids]) => [team, bids.map(([lot, price], at) =>
      ({ team, priority: at + 1, lot, price, asked: price, raises: [], fate: "live" }))]));
    this.ties = [];
    this.failed = [];
    this.settle();
  }

  of_team(team, fate) {
    return this.lines.get(team).filter((line) => line.fate === fate && (fate !== "live" || this.free.get(line.lot) > 0));
  }

  awards() {
    const order = [...this.free.keys()];
    const won = [...this.lines.keys()].flatMap((team) => this.of_team(team, "awarded"));
    return won.sort((a, b) => order.indexOf(a.lot) - order.indexOf(b.lot) || b.price - a.price);
  }

  /** Settles as far as possible. Each remaining tie needs a wave. */
  settle() {
    let claims, rejected;
    do {
      claims = new Map([...this.free.keys()].map((lot) => [lot, []]));
      for (const team of this.lines.keys()) {
        const slots = this.most_wins - this.of_team(team, "awarded").length;
        for (const line of this.of_team(team, "live").slice(0, slots)) claims.get(line.lot).push(line);
      }
      const is_before = (other, line) =>
        other.price > line.price || (other.price === line.price && other.team === line.team && other.priority < line.priority);
      rejected = [...claims].flatMap(([lot, lines]) =>
        lines.filter((line) => this.free.get(lot) <= lines.filter((other) => is_before(other, line)).length));
      for (const line of rejected) line.fate = "rejected";
    } while (rejected.length > 0);
    this.ties = [];
    for (const [lot, lines] of claims) {
      const excess = lines.length - this.free.get(lot);
      const price = lines.reduce((least, line) => (line.price < least ? line.price : least), lines[0]?.price);
      const tied = excess > 0 ? lines.filter((line) => line.price === price) : [];
      if (tied.length > 0) this.ties.push({ lot, copies: tied.length - excess, lines: tied });
      for (const line of lines) line.fate = tied.includes(line) ? "tied" : "awarded";
      this.free.set(lot, Math.max(0, -excess));
    }
  }

  /** Evaluates the open wave and continues. `raises` maps each team to a Map of priority to price. */
  wave(raises) {
    for (const { lot, copies, lines } of this.ties) {
      const offer = (line) => raises.get(line.team)?.get(line.priority);
      const offers = lines.filter((line) => offer(line) !== undefined)
        .sort((a, b) => offer(b) - offer(a) || a.priority - b.priority);
      let won = offers.slice(0, copies);
      let reason = offers.length > 0 ? "short-rebid" : "no-rebid";
      const equal = won.length > 0 ? offers.filter((line) => offer(line) === offer(won.at(-1))) : [];
      if (equal.some((line) => !won.includes(line)) && new Set(equal.map((line) => line.team)).size > 1) {
        won = won.filter((line) => !equal.includes(line));
        reason = "tied-rebid";
      }
      for (const line of lines) {
        if (offer(line) !== undefined) line.raises.push(offer(line));
        line.fate = won.includes(line) ? "awarded" : "out";
        if (line.fate === "awarded") line.price = offer(line);
      }
      if (won.length < copies) this.failed.push({ lot, copies: copies - won.length, reason });
    }
    this.settle();
  }
}

/** Returns the squares of a drawing. */
export const squares_of = (rows) =>
  rows.flatMap((line, row) => [...line].flatMap((sign, col) => (sign === "#" ? [[row, col]] : [])));

/** Returns the squares that a shape covers after turning clockwise and moving. */
export function covered(cells, turn, row, col) {
  let turned = cells;
  for (let quarter = 0; quarter < turn; quarter++) turned = turned.map(([down, right]) => [right, -down]);
  const top = turned.reduce((least, [down]) => Math.min(least, down), Infinity);
  const left = turned.reduce((least, [, right]) => Math.min(least, right), Infinity);
  return turned.map(([down, right]) => [down - top + row, right - left + col]);
}

const square = ([row, col]) => `${row} ${col}`;

/** Scores a wall. `laid` maps each stone to its squares (W3, E2). */
export function score(frame, laid) {
  const lying = new Map();
  for (const [stone, cells] of laid) for (const cell of cells) lying.set(square(cell), stone);
  const top = frame[0][0];
  const bottom = frame.at(-1)[0];
  const standing = new Set();
  let fresh = [...laid].filter(([, cells]) => cells.some(([row]) => row === bottom)).map(([stone]) => stone);
  while (fresh.length > 0) {
    for (const stone of fresh) standing.add(stone);
    const above = fresh.flatMap((stone) => laid.get(stone).map(([row, col]) => lying.get(square([row - 1, col]))));
    fresh = [...new Set(above)].filter((stone) => stone !== undefined && !standing.has(stone));
  }
  const gaps = frame.filter((cell) => !standing.has(lying.get(square(cell))));
  return {
    empty: gaps.length,
    top_gaps: gaps.filter(([row]) => row === top).length,
    used: standing.size,
    lifted: [...laid.keys()].filter((stone) => !standing.has(stone)),
  };
}

/** The criteria of the ranking in order: 1 if less is better, -1 if more is better. */
export const CRITERIA = [["empty", 1], ["top_gaps", 1], ["held", -1], ["used", -1], ["unused", 1]];

/** Returns the rows of the ranking `{ team, place, by }`. `tallies` has null for disqualified teams. */
export function ranked_rows(tallies, jankens) {
  const compare = (a, b) => {
    if (tallies[a] === null || tallies[b] === null) return (tallies[a] === null) - (tallies[b] === null);
    const apart = CRITERIA.find(([name]) => tallies[a][name] !== tallies[b][name]);
    return apart ? apart[1] * (tallies[a][apart[0]] < tallies[b][apart[0]] ? -1 : 1) : 0;
  };
  const teams = tallies.map((_, team) => team).sort((a, b) => compare(a, b) || a - b);
  const rows = [];
  while (teams.length > 0) {
    const group = teams.filter((team) => compare(team, teams[0]) === 0);
    const is_of = (order) => order.length === group.length && order.every((team) => group.includes(team));
    const order = tallies[group[0]] === null ? undefined : jankens.filter(is_of).at(-1);
    const first = rows.length + 1;
    teams.splice(0, group.length);
    const apart = teams.length > 0 && tallies[group[0]] && tallies[teams[0]]
      ? CRITERIA.find(([name]) => tallies[group[0]][name] !== tallies[teams[0]][name])?.[0] : null;
    for (const [at, team] of (order ?? group).entries()) {
      rows.push({ team, place: first + (order ? at : 0), by: at === group.length - 1 ? apart : null });
    }
  }
  return rows;
}
