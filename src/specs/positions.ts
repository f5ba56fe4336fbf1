// Lines and columns of places in API descriptions, which the linter's core names by pointers.
import { getLineColLocation, type Source } from '@redocly/openapi-core';
import { jsonPositions } from './json-positions.ts';

export interface SpecLocation {
  readonly source: Source;
  /** `#/info/title`; undefined when the place has a line already. */
  readonly pointer?: string | undefined;
  /** True for the place of the name instead of the value. */
  readonly reportOnKey?: boolean | undefined;
  readonly start?: { readonly line: number; readonly col: number } | undefined;
}

/** From 1. */
export interface SpecPosition {
  readonly line: number;
  readonly column: number;
}

/** Returns the position of each place, all of one file at a time. */
export function positionsOf(locations: readonly SpecLocation[]): readonly SpecPosition[] {
  const positions = new Map<SpecLocation, SpecPosition>();
  for (const [source, ofSource] of Map.groupBy(locations, (location) => location.source)) {
    const pointed = ofSource.filter(({ pointer }) => pointer !== undefined);
    const known = inJson(source, pointed);
    for (const location of ofSource) positions.set(location, known?.get(location) ?? inTree(location));
  }
  return locations.map((location) => positions.get(location)!);
}

/** Returns null for a file that is not JSON. */
function inJson(
  source: Source,
  locations: readonly SpecLocation[],
): ReadonlyMap<SpecLocation, SpecPosition> | null {
  if (locations.length === 0 || !/^\ufeff?\s*\{/.test(source.body)) return null;
  const wanted = locations.map(({ pointer = '', reportOnKey = false }) => ({
    path: namesOf(pointer),
    isKey: reportOnKey,
  }));
  try {
    const offsets = jsonPositions(source.body, wanted);
    const starts = lineStarts(source.body);
    return new Map(locations.map((location, index) => [location, positionAt(starts, offsets[index]!)]));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Finds one place in the syntax tree of the linter's core. */
function inTree(location: SpecLocation): SpecPosition {
  const { start } =
    location.start === undefined ? getLineColLocation(location as never) : { start: location.start };
  return { line: start.line, column: start.col };
}

function namesOf(pointer: string): readonly string[] {
  return pointer
    .slice(2)
    .split('/')
    .filter((name) => name !== '')
    .map((name) => decoded(name.replaceAll('~1', '/').replaceAll('~0', '~')));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function positionAt(starts: readonly number[], offset: number): SpecPosition {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - starts[low]! + 1 };
}
