// Where everything lies on the drawn board: once for broad screens, once for phones. The influence track is its rim.

export const AREAS = ["build", "produce", "buy", "manufacture", "market", "develop"];
export const SEATS = 5;
export const PATENT_SPACES = 6;
export const ROUNDS = 10;

const BROAD = { cell: 48, columns: 21, rows: 11, gap: 11, across: 3, side: "right", pad: 40, step: 31 };
const TALL = { cell: 32, columns: 12, rows: 20, gap: 8, across: 2, side: "below", pad: 29, step: 21.5 };

/** The centres of the rim's cells from the upper left corner, clockwise. */
function rim({ cell, columns, rows }) {
  const cells = [];
  for (let column = 0; column < columns; column++) cells.push([column, 0]);
  for (let row = 1; row < rows; row++) cells.push([columns - 1, row]);
  for (let column = columns - 2; column >= 0; column--) cells.push([column, rows - 1]);
  for (let row = rows - 2; row > 0; row--) cells.push([0, row]);
  return cells.map(([column, row]) => ({ x: (column + 0.5) * cell, y: (row + 0.5) * cell }));
}

/** The layout for a broad or a tall board; lengths in units of its drawing. */
export function layout(tall) {
  const form = tall ? TALL : BROAD;
  const { cell, columns, rows, gap, across, step } = form;
  const width = columns * cell, height = rows * cell;
  const inner = { x: cell + gap, y: cell + gap, w: width - 2 * (cell + gap), h: height - 2 * (cell + gap) };
  const sideSize = tall ? 190 : 238;
  const w = tall ? inner.w : inner.w - sideSize - gap;
  const h = tall ? inner.h - sideSize - gap : inner.h;
  const down = AREAS.length / across;
  const box = { w: (w - (across - 1) * gap) / across, h: (h - (down - 1) * gap) / down };
  const areas = AREAS.map((name, index) => ({
    name,
    x: inner.x + (index % across) * (box.w + gap),
    y: inner.y + Math.floor(index / across) * (box.h + gap),
    ...box,
  }));
  const pads = areas.flatMap((area) => [-1, 1].map((way, index) => ({
    place: `${area.name}:${index + 1}`,
    x: area.x + area.w / 2 + way * (form.pad + (tall ? 5 : 9)),
    y: area.y + (tall ? 72 : 100),
  })));
  const side = tall
    ? { x: inner.x, y: inner.y + h + gap, w: inner.w, h: sideSize }
    : { x: inner.x + w + gap, y: inner.y, w: sideSize, h: inner.h };
  const left = side.x + (tall ? 30 : 46), top = side.y + (tall ? 36 : 44);
  const spread = tall ? 23 : 38;
  const rounds = tall ? { x: side.x + side.w - 126, y: side.y + 44 } : { x: side.x + 22, y: side.y + side.h - 30 };
  const lamps = tall ? { x: side.x + side.w - 104, y: side.y + 100 } : { x: left + 34, y: side.y + side.h - 112 };
  const lampTitle = (key, y) => ({ key, x: tall ? lamps.x - 16 : side.x + 12, y: lamps.y + y });
  return {
    tall, cell, width, height, inner, areas, pads, radius: form.pad, side,
    cells: rim(form),
    patents: Array.from({ length: SEATS * (PATENT_SPACES + 1) }, (_, index) => ({
      space: Math.floor(index / SEATS), seat: index % SEATS,
      x: left + (index % SEATS) * spread, y: top + (PATENT_SPACES - Math.floor(index / SEATS)) * step,
    })),
    patentTitle: { x: side.x + 14, y: side.y + (tall ? 19 : 24) },
    rounds: Array.from({ length: ROUNDS }, (_, index) => ({
      x: rounds.x + (index % (tall ? 5 : 10)) * (tall ? 24 : 21.5), y: rounds.y + (tall ? Math.floor(index / 5) * 22 : 0),
    })),
    roundTitle: tall ? { x: rounds.x - 8, y: rounds.y - 20 } : { x: side.x + 14, y: rounds.y - 17 },
    players: Array.from({ length: SEATS }, (_, seat) => ({ x: lamps.x + seat * (tall ? 21 : 34), y: lamps.y })),
    start: Array.from({ length: SEATS }, (_, seat) => ({ x: lamps.x + seat * (tall ? 21 : 34), y: lamps.y + (tall ? 26 : 32) })),
    lampTitles: { players: lampTitle("web.turn", 4), start: lampTitle("web.start", tall ? 30 : 36) },
  };
}
