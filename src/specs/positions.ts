// Lines and columns of places in API descriptions, which the linter's core names by pointers.
import { getLineColLocation, type Source } from '@redocly/openapi-core';
import { jsonPositions, type WantedPosition } from './json-positions.ts';
import { lineStarts, positionAt, type SpecPosition } from './text-lines.ts';
import { yamlPositions } from './yaml-positions.ts';

export interface SpecLocation {
  readonly source: Source;
  /** `#/info/title`; undefined when the place has a line already. */
  readonly pointer?: string | undefined;
  /** True for the place of the name instead of the value. */
  readonly reportOnKey?: boolean | undefined;
  readonly start?: { readonly line: number; readonly col: number } | undefined;
}

/** Returns the position of each place, all of one file at a time. */
export function positionsOf(locations: readonly SpecLocation[]): readonly SpecPosition[] {
  const positions = new Map<SpecLocation, SpecPosition>();
  for (const [source, ofSource] of Map.groupBy(locations, (location) => location.source)) {
    const pointed = ofSource.filter(({ pointer }) => pointer !== undefined);
    const known = inText(source, pointed);
    for (const location of ofSource) positions.set(location, known.get(location) ?? inTree(location));
  }
  return locations.map((location) => positions.get(location)!);
}

/** Returns the positions that can be found without a syntax tree. */
function inText(
  { body }: Source,
  locations: readonly SpecLocation[],
): ReadonlyMap<SpecLocation, SpecPosition> {
  const wanted = locations.map(({ pointer = '', reportOnKey = false }) => ({
    path: namesOf(pointer),
    isKey: reportOnKey,
  }));
  if (wanted.length === 0) return new Map();
  const offsets = isJson(body) ? offsetsInJson(body, wanted) : yamlPositions(body, wanted);
  const starts = lineStarts(body);
  return new Map(
    locations.flatMap((location, index) => {
      const offset = offsets?.[index] ?? null;
      return offset === null ? [] : [[location, positionAt(starts, offset)] as const];
    }),
  );
}

function isJson(text: string): boolean {
  return /^\ufeff?\s*\{/.test(text);
}

/** Returns null for a text that is not JSON. */
function offsetsInJson(text: string, wanted: readonly WantedPosition[]): readonly number[] | null {
  try {
    return jsonPositions(text, wanted);
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
