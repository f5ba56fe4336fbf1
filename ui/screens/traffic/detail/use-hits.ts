// Keeps the marks of what the filter has found up to date while the detail changes.
import { useEffect, useMemo, type RefObject } from 'react';
import { patternTest, type ContentTerm } from '../../../../src/flow/filter/index.ts';
import type { Needle } from '../../../bodies/hit-areas.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import { contentSearch } from '../model/search.ts';
import { view } from '../model/view.ts';
import { clearHits, leaveHit, markHits } from './hits.ts';

/** Returns the texts that the filter looks for in the content. */
export function useNeedles(): readonly Needle[] {
  const terms = useSelected(view, ({ filter }) => filter.contentTerms);
  return useMemo(() => terms.flatMap(needlesOf), [terms]);
}

/** Returns the texts of one term; for a header its name, too. */
function needlesOf({ isNegated, parts, text, header }: ContentTerm): readonly Needle[] {
  if (isNegated) return [];
  const isNamed = header === null ? () => true : patternTest(header);
  return [text, header].flatMap((each) =>
    each === null || each.type === 'wildcard' || each.text.trim() === ''
      ? []
      : [{ text: each.text, parts, isNamed }],
  );
}

/** Marks the hits in the detail of a request. */
export function useHitMarks(
  id: number,
  panel: RefObject<HTMLElement | null>,
  needles: readonly Needle[],
): void {
  const isOn = useStore(contentSearch).state !== 'off';
  useEffect(() => leaveHit, [id]);
  useEffect(() => {
    const element = panel.current;
    if (element === null || !isOn || needles.length === 0) return;
    let frame = 0;
    const mark = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => markHits(element, needles));
    };
    const observer = new MutationObserver(mark);
    observer.observe(element, { childList: true, subtree: true, characterData: true, attributes: true });
    mark();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      clearHits();
    };
  }, [id, isOn, needles, panel]);
}
