// The hits of the filter in a JSON tree.
import { useEffect, useState } from 'react';
import type { ContentPart } from '../../../src/flow/filter/index.ts';
import { useNeedlesIn } from '../hit-areas.ts';
import type { JsonFound } from './json-messages.ts';
import { askJson } from './use-json.ts';

/** Finds the texts of the filter; returns the number of hits. */
export function useFilterHits(
  document: number,
  part: ContentPart,
  setPlaces: (places: readonly number[]) => void,
  refresh: () => void,
): number {
  const needles = useNeedlesIn(part);
  const [found, setFound] = useState<JsonFound | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (needles.length === 0) return undefined;
    void askJson({ type: 'find', document, search: 'filter', query: needles }).then(
      (answer) => {
        if (!isCurrent) return;
        setFound(answer);
        setPlaces(answer.places);
        refresh();
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [document, needles, setPlaces, refresh]);
  return needles.length === 0 ? 0 : (found?.count ?? 0);
}
