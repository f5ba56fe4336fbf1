// The hits of the filter in the request that is shown, and the steps from one hit to the next: through the parts of the
// page that are drawn, and through long ones that draw only what is in sight.
import { hitAreas, positionsIn, type HitArea, type Needle } from '../../../bodies/hit-areas.ts';
import { createStore } from '../../../state/store.ts';

/** One hit: a range of the page, or one that an area has to show first. */
type Hit = { readonly range: Range } | { readonly area: HitArea; readonly index: number };

export interface HitsHere {
  readonly count: number;
  /** From 0; -1 before the first step. */
  readonly current: number;
}

const NONE: HitsHere = { count: 0, current: -1 };
const MAX_RANGES = 2000;

export const hitsHere = createStore<HitsHere>(NONE);
let hits: readonly Hit[] = [];

/** Finds the texts and marks them, each where `data-part` names a part that it is looked for in. */
export function markHits(panel: HTMLElement, needles: readonly Needle[]): void {
  const ranges = needles.length === 0 ? [] : rangesIn(panel, needles);
  hits = inOrder(panel, ranges);
  highlight('hit', ranges);
  hitsHere.update(({ current }) => {
    const at = Math.min(current, hits.length - 1);
    return { count: hits.length, current: at };
  });
  markCurrent(ranges);
}

export function clearHits(): void {
  hits = [];
  highlight('hit', []);
  highlight('hit-current', []);
  hitsHere.set(NONE);
}

/** Forgets the current one, as another request is shown. */
export function leaveHit(): void {
  hitsHere.update((now) => ({ ...now, current: -1 }));
}

/** Shows the next or previous hit; false when there is none in this request. */
export function stepHit(step: 1 | -1): boolean {
  const { current } = hitsHere.get();
  const next = current < 0 ? (step > 0 ? 0 : hits.length - 1) : current + step;
  const hit = hits[next];
  if (hit === undefined) return false;
  hitsHere.set({ count: hits.length, current: next });
  if ('range' in hit) hit.range.startContainer.parentElement?.scrollIntoView({ block: 'nearest' });
  else hit.area.show(hit.index);
  markCurrent(rangesOf(hits));
  return true;
}

function markCurrent(ranges: readonly Range[]): void {
  const hit = hits[hitsHere.get().current];
  if (hit === undefined) highlight('hit-current', []);
  else if ('range' in hit) highlight('hit-current', [hit.range]);
  else {
    const shown = hit.area.element()?.querySelector('[aria-selected="true"], .cm-activeLine');
    highlight('hit-current', ranges.filter((range) => shown?.contains(range.startContainer)).slice(0, 1));
  }
}

function rangesOf(all: readonly Hit[]): readonly Range[] {
  return all.flatMap((hit) => ('range' in hit ? [hit.range] : []));
}

/** Long areas count for themselves, at their place on the page. */
function inOrder(panel: HTMLElement, ranges: readonly Range[]): readonly Hit[] {
  const shown = [...hitAreas()].flatMap((area) => {
    const element = area.element();
    return element !== null && panel.contains(element) ? [{ area, element }] : [];
  });
  const own = ranges.filter((range) => !shown.some(({ element }) => element.contains(range.startContainer)));
  const nodes = [
    ...own.map((range) => ({ node: range.startContainer, hits: [{ range }] as readonly Hit[] })),
    ...shown.map(({ area, element }) => ({
      node: element,
      hits: Array.from({ length: area.count }, (_, index): Hit => ({ area, index })),
    })),
  ];
  // A stable sort keeps the ranges of one text in their order.
  nodes.sort((a, b) => (isBefore(a.node, b.node) ? -1 : isBefore(b.node, a.node) ? 1 : 0));
  return nodes.flatMap((each) => each.hits);
}

function isBefore(a: Node, b: Node): boolean {
  return (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function rangesIn(panel: HTMLElement, needles: readonly Needle[]): readonly Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && ranges.length < MAX_RANGES; node = walker.nextNode()) {
    const control = node.parentElement?.closest('[role="tablist"], button, [aria-hidden="true"]') ?? null;
    if (control === null) ranges.push(...rangesOfText(node as Text, needlesAt(node, needles)));
  }
  return ranges;
}

function needlesAt({ parentElement: element }: Node, needles: readonly Needle[]): readonly Needle[] {
  const part = element?.closest<HTMLElement>('[data-part]')?.dataset['part'];
  const name = element?.closest('div')?.querySelector('dt')?.textContent ?? '';
  return needles.filter(
    ({ parts, isNamed }) => parts.some((each) => each === part) && (part !== 'header' || isNamed(name)),
  );
}

function rangesOfText(node: Text, needles: readonly Needle[]): readonly Range[] {
  const text = node.data.toLowerCase();
  // Where lower case has another length, positions would be wrong.
  if (text.length !== node.data.length) return [];
  return needles.flatMap(({ text: needle }) =>
    positionsIn(text, needle).map((at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + needle.length);
      return range;
    }),
  );
}

/** Marks of this kind need no elements of their own. */
function highlight(name: string, ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}
