// Lines of the parts of a text in YAML or JSON.
import { jsonPositions } from './json-positions.ts';
import { yamlPositions } from './yaml-positions.ts';

/** From 1. */
export interface SpecPosition {
  readonly line: number;
  readonly column: number;
}

/** Returns the offset of the name of each part; null where only a syntax tree can tell. */
export function keyOffsets(text: string, paths: readonly (readonly string[])[]): readonly (number | null)[] {
  const wanted = paths.map((path) => ({ path, isKey: true }));
  if (wanted.length === 0) return [];
  if (/^\ufeff?\s*\{/.test(text))
    try {
      return jsonPositions(text, wanted);
    } catch {
      // It is YAML in braces.
    }
  return yamlPositions(text, wanted);
}

/** Returns the offsets at which lines begin. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

export function positionAt(starts: readonly number[], offset: number): SpecPosition {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - starts[low]! + 1 };
}
