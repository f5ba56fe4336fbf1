// The texts that a screen looks for in bodies, and the long views that find and show them themselves, such as a tree.
import { createContext, useContext, useEffect, useMemo } from 'react';
import type { ContentPart } from '../../src/flow/filter/index.ts';

/** Text that is marked in some parts of an exchange; in lower case. */
export interface Needle {
  readonly text: string;
  readonly parts: readonly ContentPart[];
  /** True for the names of headers that it is looked for in. */
  readonly isNamed: (name: string) => boolean;
}

/** A long part of the page that finds and shows texts itself. */
export interface HitArea {
  readonly element: () => HTMLElement | null;
  readonly count: number;
  readonly show: (index: number) => void;
}

const Context = createContext<readonly Needle[]>([]);
const areas = new Set<HitArea>();

/** Says what is looked for inside of it; without it, that is nothing. */
export const Needles = Context.Provider;

/** Returns the texts that are looked for in a part, each once. */
export function useNeedlesIn(part: ContentPart): readonly string[] {
  const needles = useContext(Context);
  return useMemo(
    () => [...new Set(needles.filter(({ parts }) => parts.includes(part)).map(({ text }) => text))],
    [needles, part],
  );
}

/** Has a long part take part in the steps from hit to hit; what is drawn of it counts through it only. */
export function useHitArea({ element, count, show }: HitArea): void {
  useEffect(() => {
    const area = { element, count, show };
    areas.add(area);
    return () => {
      areas.delete(area);
    };
  });
}

/** Returns the areas that are on the page. */
export function hitAreas(): Iterable<HitArea> {
  return areas;
}

const MAX_POSITIONS = 2000;

/** Returns where a text, in lower case, has another. */
export function positionsIn(text: string, needle: string): readonly number[] {
  const positions: number[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
    positions.push(at);
    if (positions.length >= MAX_POSITIONS) break;
  }
  return positions;
}
