// The numbers in the messages of a topic over time: of the payload itself, or of one field of its JSON.
import type { SendMessage } from '../sends/events.ts';

/** Messages that are read, the newest. */
const MAX_READ = 600;
/** Levels of JSON in which numbers are looked for. */
const MAX_DEPTH = 3;
const MAX_FIELDS = 20;

/** A number of a payload, at a time in epoch milliseconds. */
export interface ValueAt {
  readonly time: number;
  readonly value: number;
}

/** Series of at least two values by the path of their field, which is empty for the payload itself. */
export type Series = ReadonlyMap<string, readonly ValueAt[]>;

/** Returns the numbers of messages by field, in the order in which the fields come. */
export function seriesOf(messages: readonly SendMessage[]): Series {
  const series = new Map<string, ValueAt[]>();
  for (const { time, text = '', omitted } of messages.slice(-MAX_READ)) {
    if (omitted > 0) continue;
    for (const [field, value] of numbersOf(text)) {
      const known = series.get(field);
      if (known !== undefined) known.push({ time, value });
      else if (series.size < MAX_FIELDS) series.set(field, [{ time, value }]);
    }
  }
  return new Map([...series].filter(([, values]) => values.length > 1));
}

function numbersOf(text: string): readonly (readonly [field: string, value: number])[] {
  try {
    return numbersIn(JSON.parse(text), '', 0);
  } catch {
    // A text that is no JSON has no number.
    return [];
  }
}

function numbersIn(
  value: unknown,
  path: string,
  depth: number,
): readonly (readonly [field: string, value: number])[] {
  if (typeof value === 'number' && Number.isFinite(value)) return [[path, value]];
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    numbersIn(part, path === '' ? name : `${path}.${name}`, depth + 1),
  );
}

/** The box of a line in its own units. */
export interface ChartBox {
  readonly width: number;
  readonly height: number;
}

/** Returns the path of a line through values, by their times; a line of equal values is in the middle. */
export function linePath(values: readonly ValueAt[], { width, height }: ChartBox): string {
  const times = values.map(({ time }) => time);
  const numbers = values.map(({ value }) => value);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const points = values.map(({ time, value }, at) => {
    const x = to === from ? at / Math.max(1, values.length - 1) : (time - from) / (to - from);
    const y = high === low ? 0.5 : (value - low) / (high - low);
    return `${(x * width).toFixed(1)} ${((1 - y) * height).toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}
