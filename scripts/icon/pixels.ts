// The icon as pixels: how far the middle of each is from the edge of a shape says how much of it the shape covers.
import { COLORS, CORNER, DOT, EDGE, LINES, LINE_WIDTH } from './shapes.ts';
import { pathPoints, type Point } from './path.ts';

/** Returns the rows of a square picture, four bytes a pixel: red, green, blue, opacity. */
export function iconPixels(size: number): Buffer {
  const pixels = Buffer.alloc(size * size * 4);
  const scale = EDGE / size;
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const point = { x: (column + 0.5) * scale, y: (row + 0.5) * scale };
      const front = coverage(
        Math.min(dotDistance(point), ...LINE_POINTS.map((line) => lineDistance(point, line))),
        scale,
      );
      const color = BACKGROUND.map((value, index) =>
        Math.round(value + ((FOREGROUND[index] ?? 0) - value) * front),
      );
      pixels.set(
        [...color, Math.round(255 * coverage(backgroundDistance(point), scale))],
        (row * size + column) * 4,
      );
    }
  return pixels;
}

const LINE_POINTS = LINES.map(pathPoints);
const BACKGROUND = bytesOf(COLORS.background);
const FOREGROUND = bytesOf(COLORS.foreground);

/** Parses a color such as `#1f64d6` or `#fff`. */
function bytesOf(color: string): readonly number[] {
  const digits = color.slice(1);
  const long = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  return [...Buffer.from(long, 'hex')];
}

/** Returns the part of a pixel that is covered; `distance` is negative inside. */
function coverage(distance: number, pixel: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance / pixel));
}

function dotDistance({ x, y }: Point): number {
  return Math.hypot(x - DOT.x, y - DOT.y) - DOT.radius;
}

function backgroundDistance({ x, y }: Point): number {
  const inner = EDGE / 2 - CORNER;
  const [dx, dy] = [Math.abs(x - EDGE / 2) - inner, Math.abs(y - EDGE / 2) - inner];
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - CORNER;
}

/** Returns the distance from a line with round ends and corners. */
function lineDistance(point: Point, line: readonly Point[]): number {
  let nearest = Infinity;
  line.slice(1).forEach((to, index) => {
    nearest = Math.min(nearest, segmentDistance(point, line[index] ?? to, to));
  });
  return nearest - LINE_WIDTH / 2;
}

function segmentDistance(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const part = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - part * dx, point.y - from.y - part * dy);
}
