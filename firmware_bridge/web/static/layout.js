// Where everything lies on the drawn board: once for broad screens, once for phones. The influence track is its rim.

export const AREAS = ["build", "produce", "buy", "manufacture", "market", "develop"];
const SEATS = 5;
const PATENT_SPACES = 6;
const ROUNDS = 10;

/** How much wider than the sheet the frame is, in cells. */
const EDGE = 0.42;

// cell: a cell of the rim, of which there are columns and rows around the board; across: areas in a row; pad: a pad's
// radius; apart: from an area's middle to a pad's edge; down: from an area's top to its pads' middle; beside: the size
// of the box of tracks, to the right of the areas or below them. In that box, from its corner: patents and patentTitle,
// rounds, lamps; step, spread, roundStep, lampStep: the way from one place to the next.
const BROAD = {
  cell: 48, columns: 21, rows: 11, gap: 11, across: 3, pad: 40, apart: 9, down: 100, beside: 238,
  patents: { x: 46, y: 44 }, patentTitle: { x: 14, y: 24 }, step: 31, spread: 38,
  rounds: { x: 22, y: 380 }, roundTitle: { x: 14, y: 363 }, roundsAcross: 10, roundStep: { x: 21.5, y: 0 },
  lamps: { x: 80, y: 298 }, lampTitle: { x: 12, y: 302 }, lampStep: { x: 34, y: 32 },
};
const TALL = {
  cell: 32, columns: 12, rows: 20, gap: 8, across: 2, pad: 29, apart: 5, down: 72, beside: 190,
  patents: { x: 30, y: 36 }, patentTitle: { x: 14, y: 19 }, step: 21.5, spread: 23,
  rounds: { x: 178, y: 44 }, roundTitle: { x: 170, y: 24 }, roundsAcross: 5, roundStep: { x: 24, y: 22 },
  lamps: { x: 200, y: 100 }, lampTitle: { x: 184, y: 104 }, lampStep: { x: 21, y: 26 },
};

/** The centres of the rim's cells from the upper left corner, clockwise. */
function rim({ cell, columns, rows }) {
  const cells = [];
  for (let column = 0; column < columns; column++) cells.push([column, 0]);
  for (let row = 1; row < rows; row++) cells.push([columns - 1, row]);
  for (let column = columns - 2; column >= 0; column--) cells.push([column, rows - 1]);
  for (let row = rows - 2; row > 0; row--) cells.push([0, row]);
  return cells.map(([column, row]) => ({ x: (column + 0.5) * cell, y: (row + 0.5) * cell }));
}

const row = (count, place) => Array.from({ length: count }, (_, index) => place(index));

/** The layout for a broad or a tall board; lengths in units of its drawing. */
export function layout(tall) {
  const form = tall ? TALL : BROAD;
  const { cell, gap, across, pad, step, spread, roundStep, lampStep } = form;
  const width = form.columns * cell;
  const height = form.rows * cell;
  const margin = cell + gap;
  const inner = { w: width - 2 * margin, h: height - 2 * margin };
  const w = tall ? inner.w : inner.w - form.beside - gap;
  const h = tall ? inner.h - form.beside - gap : inner.h;
  const down = AREAS.length / across;
  const box = { w: (w - (across - 1) * gap) / across, h: (h - (down - 1) * gap) / down };
  const areas = AREAS.map((name, index) => ({
    name,
    x: margin + (index % across) * (box.w + gap),
    y: margin + Math.floor(index / across) * (box.h + gap),
    ...box,
  }));
  const pads = areas.flatMap((area) =>
    [-1, 1].map((way, index) => ({
      place: `${area.name}:${index + 1}`,
      x: area.x + area.w / 2 + way * (pad + form.apart),
      y: area.y + form.down,
    })),
  );
  const side = tall
    ? { x: margin, y: margin + h + gap, w: inner.w, h: form.beside }
    : { x: margin + w + gap, y: margin, w: form.beside, h: inner.h };
  const at = ({ x, y }, dx = 0, dy = 0) => ({ x: side.x + x + dx, y: side.y + y + dy });
  return {
    tall, cell, edge: cell * EDGE, width, height, areas, pads, radius: pad, side,
    cells: rim(form),
    patents: row(SEATS * (PATENT_SPACES + 1), (index) => {
      const space = Math.floor(index / SEATS);
      const seat = index % SEATS;
      return { space, seat, ...at(form.patents, seat * spread, (PATENT_SPACES - space) * step) };
    }),
    patentTitle: at(form.patentTitle),
    rounds: row(ROUNDS, (index) =>
      at(form.rounds, (index % form.roundsAcross) * roundStep.x, Math.floor(index / form.roundsAcross) * roundStep.y),
    ),
    roundTitle: at(form.roundTitle),
    players: row(SEATS, (seat) => at(form.lamps, seat * lampStep.x)),
    start: row(SEATS, (seat) => at(form.lamps, seat * lampStep.x, lampStep.y)),
    lampTitles: {
      players: { key: "web.turn", ...at(form.lampTitle) },
      start: { key: "web.start", ...at(form.lampTitle, 0, lampStep.y) },
    },
  };
}
