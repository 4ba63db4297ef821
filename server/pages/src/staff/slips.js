// Result slips at the desk, and results from the tables. A form stays the same element while its game is open.

import { h, part } from "/page/dom.js";
import { language, say } from "/page/words.js";
import { ask, button, flaw, number, send, tell } from "/page/act.js";
import { call_button } from "./calls.js";
import { event_id, field, figure, games, is_of, making, now, player, rows, who, who_text } from "./parts.js";

/** Reasons in the schema: normal, time, both clocks, forfeit, ruling. */
const REASONS = [["1", "normal"], ["2", "time"], ["3", "double-time"], ["4", "forfeit"], ["5", "referee"]];
const FORFEIT = 4;

/**
 * Returns the form of a game's slip. `sent` is called with the request and the button. `before` is the slip that a ruling corrects: it fills
 * the form, and its signatures stay.
 */
export function slip_form(game, label, sent, before = null) {
  const [one, other] = [player(game.one), player(game.other)];
  const problem = flaw();
  let winner = before?.winner ?? null;
  let holder = before?.draw_win ?? null;
  let signed = before !== null;
  const choice = (line, chosen, text) => button(text, () => { chosen(line); show(); }, { class: "choice" });
  const winners = [game.one, game.other].map((line) => choice(line, (to) => (winner = to), h("span", null, who(player(line)))));
  const holders = [game.one, game.other].map((line) => choice(line, (to) => (holder = to), h("span", null, who(player(line)))));
  const sign = button(say("page-staff-signed"), () => { signed = !signed; show(); }, { class: "choice sign" });
  const [of_winner, of_loser] = [field(say("page-staff-discs-winner"), figure), field(say("page-staff-discs-loser"), figure)];
  const reason = h("select", { id: `reason-${game.round}-${game.table}` }, REASONS.map(([code, key]) => h("option", { value: code, selected: before?.reason === Number(code) }, say(`print-reason-${key}`))));
  const draw = h("fieldset", { hidden: true }, h("legend", null, say("page-staff-draw-win")), h("p", { class: "buttons pair" }, holders));
  const enter = h("button", { type: "submit", class: "main" }, label);
  const element = h(
    "form", null,
    h("fieldset", null, h("legend", null, say("page-staff-winner")), h("p", { class: "buttons pair winners" }, winners)),
    h("details", null, h("summary", null, say("page-staff-more")), h("div", { class: "figures two" }, of_winner.row, of_loser.row), h("p", { class: "field" }, h("label", { for: reason.id }, say("page-staff-end")), reason)),
    draw, h("p", { class: "buttons" }, before === null ? sign : null, enter), problem,
  );

  if (before?.discs) [of_winner.input.value, of_loser.input.value] = [before.discs.winner, before.discs.loser].map(String);

  const read = ({ input }) => (input.value.trim() === "" ? undefined : number(input));

  function show() {
    winners.forEach((pressed, at) => pressed.setAttribute("aria-pressed", String(winner === [game.one, game.other][at])));
    holders.forEach((pressed, at) => pressed.setAttribute("aria-pressed", String(holder === [game.one, game.other][at])));
    sign.setAttribute("aria-pressed", String(signed));
    const [won, lost] = [of_winner, of_loser].map(({ input }) => input.value.normalize("NFKC").trim());
    draw.hidden = !(won === "32" && lost === "32") && reason.value !== "3";
  }

  for (const { input } of [of_winner, of_loser]) input.addEventListener("input", show);
  reason.addEventListener("change", show);

  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    tell(problem, "");
    const [won, lost] = [read(of_winner), read(of_loser)];
    if (winner === null) return tell(problem, say("page-staff-needs-winner"));
    if (won === null || lost === null || (won === undefined) !== (lost === undefined)) return tell(problem, say("page-staff-needs-discs"));
    if (!draw.hidden && holder === null) return tell(problem, say("page-staff-needs-holder"));
    const code = Number(reason.value);
    if (!signed && code !== FORFEIT) return tell(problem, say("page-staff-needs-signatures"));
    const slip = { winner, loser: winner === game.one ? game.other : game.one, reason: code, winner_signed: signed, loser_signed: signed };
    if (won !== undefined) slip.discs = { winner: won, loser: lost };
    if (!draw.hidden) slip.draw_win = holder;
    await sent({ round: game.round, slip }, enter, problem);
  });
  show();
  return { element, names: `${who_text(one)} – ${who_text(other)}` };
}

/** Returns the title of a game's card. */
export const card_title = ({ table, pool, round }) =>
  pool ? say("page-staff-card", { table, pool, round }) : say("page-staff-card-alone", { table, round });

/** Returns a result as text: the winner, with discs or the reason, and who held the draw-win right. */
export function result_text({ winner, discs, reason, draw_win: holder }) {
  const how = discs ? `${discs.winner}–${discs.loser}` : reason > 1 ? say(`print-reason-${REASONS[reason - 1]?.[1] ?? "referee"}`) : "";
  const won = say("competition-won", { player: who_text(player(winner)), how }).trim();
  return holder ? `${won} (${say("page-staff-held", { player: who_text(player(holder)) })})` : won;
}

const current = () => now.state.rounds.at(-1)?.round ?? null;
const open_games = () => games().filter(({ round, result }) => round === current() && result === null);
const report_of = (game) => now.state.reports.find(({ round, slip }) => round === game.round && is_of(game, slip.winner, slip.loser)) ?? null;

/** Makes a view: a table number or a card opens a game; otherwise the next open one comes up by itself. */
function view_of(kind) {
  const problem = flaw();
  const { input: table, row } = field(say("page-staff-table"), { ...figure, enterkeyhint: "go" });
  const scan = button(say("page-staff-scan"), scan_card, { class: "quiet", hidden: !("BarcodeDetector" in window) });
  const find = h("form", { class: "find" }, row, h("button", { type: "submit" }, say("page-staff-open")), scan);
  const camera = h("video", { hidden: true, playsinline: true, muted: true });
  const card = h("article", { class: "card" });
  const waiting = h("ul", { class: "cards reports" });
  const left = h("p", { class: "faint", role: "status" });
  const others = h("ul", { class: "tables" });
  const element = h("section", { class: "view" }, h("p", { class: "how faint" }, say(`page-staff-${kind}-how`)), find, camera, problem, card, waiting, left, others);
  let shown = null;
  let accepted = null;

  function open(round, at) {
    const game = games().find((one) => one.round === round && one.table === at);
    if (game === undefined) return tell(problem, say("page-staff-no-table", { table: at }));
    tell(problem, "");
    show(game, true);
    card.scrollIntoView({ block: "nearest" });
  }

  find.addEventListener("submit", (event) => {
    event.preventDefault();
    const at = number(table);
    if (at === null) return table.focus();
    table.value = "";
    open(current(), at);
  });

  /** Reads a card's code with the camera. */
  async function scan_card() {
    let stream = null;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      camera.srcObject = stream;
      camera.hidden = false;
      await camera.play();
      const detector = new BarcodeDetector({ formats: ["qr_code"] });
      for (const until = performance.now() + 20_000; performance.now() < until; await new Promise((done) => setTimeout(done, 150))) {
        const [code] = await detector.detect(camera).catch(() => []);
        if (code && open_link(code.rawValue)) break;
      }
    } catch {
      tell(problem, say("page-staff-no-camera"));
    }
    for (const track of stream?.getTracks() ?? []) track.stop();
    camera.hidden = true;
  }

  function open_link(text) {
    const [, round, at] = /card=(\d+)-(\d+)/.exec(text) ?? [];
    if (at === undefined) return false;
    open(Number(round), Number(at));
    return true;
  }

  async function sent(game, request, pressed, flaw_of_form) {
    const is_report = kind === "tables";
    const what = is_report ? { do: "report", event: event_id(), request } : making("enter_result", request);
    const done = await send(pressed, flaw_of_form, what, say(is_report ? "page-staff-reported" : now.state.event.second_person ? "page-staff-entered-first" : "page-staff-entered", { table: game.table }));
    if (!done) return;
    tell(problem, "");
    accepted = game;
    next(game);
  }

  const key_of = ({ round, table: at, one, other }) => `${round}-${at}-${one}-${other}`;
  const is_same = (game, other) => game.round === other.round && game.table === other.table;

  /** Returns the games that wait for a slip. */
  const free_games = () => open_games().filter((game) => report_of(game) === null && !(accepted !== null && is_same(game, accepted)));

  function next(after) {
    shown = null;
    const free = free_games();
    const game = free.find(({ table: at }) => at > (after?.table ?? 0)) ?? free[0];
    if (game) show(game, false);
    else paint();
  }

  /** Shows a game. One that came up by itself makes way once it has a result. */
  function show(game, is_chosen) {
    const label = say(kind === "tables" ? "page-staff-report" : now.state.event.second_person ? "page-staff-enter-second" : "page-staff-enter");
    const key = JSON.stringify([game.round, game.table, game.one, game.other, language()]);
    if (shown?.key !== key) {
      const form = slip_form(game, label, (request, pressed, flaw_of_form) => sent(game, request, pressed, flaw_of_form));
      shown = { key, game, form };
    }
    shown.is_chosen = is_chosen;
    paint();
  }

  function paint_card() {
    const game = shown === null ? null : games().find((one) => one.round === shown.game.round && one.table === shown.game.table) ?? null;
    const is_paired = game !== null && game.one === shown.game.one && game.other === shown.game.other;
    card.hidden = !is_paired;
    if (!is_paired) {
      shown = null;
      return;
    }
    const report = report_of(game);
    const has_next = free_games().length > 0;
    const go_on = has_next ? h("p", { class: "buttons" }, button(say("page-staff-next-open"), () => next(game), { class: "main" })) : null;
    part(card, [shown.key, game.result, game.called, report, has_next, now.state.event.second_person], () => [
      h("h2", null, card_title(game)),
      game.result !== null ? [h("p", { class: "good" }, "✓ ", result_text(game.result.slip)), h("p", { class: "faint" }, say("page-staff-entered-already")), go_on]
        : report === null ? [shown.form.element, h("p", { class: "buttons" }, call_button(game, problem))]
          : kind === "desk" ? [reported(game, report), go_on] : [h("p", { class: "wait" }, say("page-staff-report-waits", { result: result_text(report.slip) })), go_on],
    ]);
  }

  /** Returns a reported result with what the desk can do with it. */
  function reported(game, report) {
    const problem_of_report = flaw();
    const of = { event: event_id(), round: report.round };
    const is_second = now.state.event.second_person;
    const act = async (pressed, what, done) => {
      if (await send(pressed, problem_of_report, what, done)) tell(problem, "");
    };
    const drop = async ({ currentTarget }) => {
      if (await ask(say("page-staff-report-drop-sure", { table: game.table }), say("page-staff-report-drop"))) await act(currentTarget, { do: "drop-report", one: report.slip.winner, other: report.slip.loser, ...of });
    };
    return [
      h("p", null, who(player(game.one)), " – ", who(player(game.other))),
      h("p", { class: "good" }, result_text(report.slip)),
      is_second && report.own ? h("p", { class: "wait" }, say("page-staff-report-own")) : null,
      h("p", { class: "buttons" },
        is_second && report.own ? null : button(say("page-staff-report-confirm"), ({ currentTarget }) => act(currentTarget, { do: "confirm-report", slip: report.slip, ...of }, say("page-staff-entered", { table: game.table })), { class: "main" }),
        button(say("page-staff-report-drop"), drop, { class: "quiet" })),
      problem_of_report,
    ];
  }

  function report_card(game, row) {
    row.className = "card report";
    return [h("h2", null, card_title(game)), reported(game, report_of(game))];
  }

  function paint() {
    const open_now = open_games();
    const is_shown = (game) => shown !== null && is_same(game, shown.game);
    const pending = kind === "desk" ? games().filter((game) => game.result === null && report_of(game) !== null && !is_shown(game)) : [];
    rows(waiting, pending, key_of, (game) => [game, report_of(game), now.state.event.second_person], report_card);
    find.hidden = current() === null;
    // The answer to an entry can come before the state that has it.
    if (accepted !== null && !open_now.some((game) => is_same(game, accepted) && report_of(game) === null)) accepted = null;
    const is_waiting = (game) => kind === "desk" && report_of(game) !== null;
    const is_done = shown !== null && !shown.is_chosen && !open_now.some((game) => is_same(game, shown.game) && !is_waiting(game));
    if ((shown === null || is_done) && free_games().length > 0) return next(shown?.game ?? null);
    if (is_done) shown = null;
    paint_card();
    const count = open_now.length;
    left.textContent = current() === null ? say("page-staff-no-round") : count === 0 ? say("page-staff-all-entered", { round: current() }) : say("page-staff-left", { count, round: current() });
    rows(others, open_now, key_of, (game) => [game, report_of(game)], (game) => button(
      [h("span", { class: "faint" }, say("page-table", { table: game.table })), " ", h("span", null, who(player(game.one)), " – ", who(player(game.other))), report_of(game) ? h("span", { class: "wait" }, " ", say("page-staff-waits")) : null],
      () => { show(game, true); card.scrollIntoView({ block: "nearest" }); },
      { class: report_of(game) ? "quiet" : null },
    ));
  }

  return { element, paint, open };
}

const of_desk = view_of("desk");
const of_tables = view_of("tables");

/** The views of the desk and of the tables. */
export const desk = of_desk.element;
export const tables = of_tables.element;
export const paint_desk = of_desk.paint;
export const paint_tables = of_tables.paint;

/** Opens the game of a card. */
export const open_card = (round, table) => of_desk.open(round, table);
