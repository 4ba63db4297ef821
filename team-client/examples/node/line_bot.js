#!/usr/bin/env node
// A complete bot (docs/reference/bot-protocol.md) for the arena or team-client bot --exec "node line_bot.js".
// It bids the minimum price on the stones with the lowest price per square, passes in re-bids, and builds from the bottom up.
"use strict";

const readline = require("node:readline");

let setup, shapes;

const cells = (rows) => rows.flatMap((row, r) => [...row].flatMap((sign, c) => (sign === "#" ? [[r, c]] : [])));

/** Rotates a shape clockwise by quarter turns, then moves its lowest row and column numbers to 0. */
function turned(shape, turns) {
  for (let n = 0; n < turns; n += 1) shape = shape.map(([r, c]) => [c, -r]);
  const row = Math.min(...shape.map(([r]) => r));
  const col = Math.min(...shape.map(([, c]) => c));
  return shape.map(([r, c]) => [r - row, c - col]);
}

const answers = {
  bids({ lots }) {
    let money = Math.floor(lots.held / (setup.rounds.length - lots.round + 1));
    const wanted = [...lots.lots].sort((a, b) => a.min_price / a.squares - b.min_price / b.squares);
    const affordable = wanted.filter((lot) => lot.min_price <= money && (money -= lot.min_price) >= 0);
    return affordable.slice(0, lots.max_bids).map((lot) => ({ lot: lot.lot, price: lot.min_price }));
  },

  raises: () => [],

  wall({ status }) {
    const has = (row, col) => setup.frame[row]?.[col] === "#";
    const taken = new Set();
    const placed = [];
    const fits = (squares) => squares.every(([r, c]) => has(r, c) && !taken.has(`${r},${c}`));
    const rests = (squares) => squares.some(([r, c]) => r === setup.frame.length - 1 || taken.has(`${r + 1},${c}`));
    for (const { stone, lot } of status.stones) {
      const spots = [0, 1, 2, 3].flatMap((turn) => {
        const shape = turned(shapes.get(lot), turn);
        return cells(setup.frame).map(([row, col]) => ({ turn, row, col, squares: shape.map(([r, c]) => [row + r, col + c]) }));
      });
      const spot = spots.filter(({ squares }) => fits(squares) && rests(squares)).sort((a, b) => b.row - a.row || a.col - b.col)[0];
      if (spot) {
        spot.squares.forEach(([r, c]) => taken.add(`${r},${c}`));
        placed.push({ stone, turn: spot.turn, row: spot.row, col: spot.col });
      }
    }
    return placed;
  },
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "game") {
    ({ setup } = message);
    shapes = new Map(setup.lots.map((lot) => [lot.code, cells(lot.shape)]));
  } else if (message.type in answers) {
    console.log(JSON.stringify({ id: message.id, [message.type]: answers[message.type](message) }));
  }
});
