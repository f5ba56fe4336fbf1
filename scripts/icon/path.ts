// Paths of SVG as points. Knows the commands that the icon uses: M, L, l, h, v, and a for arcs of circles.

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the corners of the path; arcs become short lines. Throws for a command that it does not know. */
export function pathPoints(path: string): readonly Point[] {
  const points: Point[] = [];
  for (const [, command = '', values = ''] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (values.match(/-?[\d.]+/g) ?? []).map(Number);
    points.push(...pointsOf(command, numbers, points.at(-1) ?? { x: 0, y: 0 }));
  }
  return points;
}

function pointsOf(
  command: string,
  [a = 0, b = 0, , , sweep = 0, dx = 0, dy = 0]: readonly number[],
  from: Point,
): readonly Point[] {
  switch (command) {
    case 'M':
    case 'L':
      return [{ x: a, y: b }];
    case 'l':
      return [{ x: from.x + a, y: from.y + b }];
    case 'h':
      return [{ x: from.x + a, y: from.y }];
    case 'v':
      return [{ x: from.x, y: from.y + a }];
    case 'a':
      return arcPoints(from, { x: from.x + dx, y: from.y + dy }, a, sweep === 1);
    default:
      throw new Error(`the icon has a path with ${command}, which is not supported`);
  }
}

const STEPS = 24;

/** Returns points on the smaller arc between the ends (SVG 2, appendix B.2.4, for circles). */
function arcPoints(from: Point, to: Point, radius: number, isClockwise: boolean): readonly Point[] {
  const half = { x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 };
  const length = Math.hypot(half.x, half.y);
  const height = Math.sqrt(Math.max(0, radius * radius - length * length)) * (isClockwise ? 1 : -1);
  const center = {
    x: from.x + half.x - (half.y / length) * height,
    y: from.y + half.y + (half.x / length) * height,
  };
  const start = Math.atan2(from.y - center.y, from.x - center.x);
  const end = Math.atan2(to.y - center.y, to.x - center.x);
  const turn = Math.atan2(Math.sin(end - start), Math.cos(end - start));
  return Array.from({ length: STEPS }, (_, index) => {
    const angle = start + (turn * (index + 1)) / STEPS;
    return { x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) };
  });
}
