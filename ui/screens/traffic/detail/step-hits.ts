// The steps through everything that the filter has found: within a request, and from one request to the next.
import type { Occurrence } from '../../../../src/session/methods/ui-types.ts';
import { createStore } from '../../../state/store.ts';
import { contentSearch } from '../model/search.ts';
import { isDetailOpen, selection, selectOne } from '../model/selection.ts';
import { clearHits, hitsHere, stepHit } from './hits.ts';
import { shownSide, sideTabs } from './shown-side.ts';
import { showTab } from '../model/tab-ids.ts';

/** The requests with hits, in the order of the list. */
export const hitRequests = createStore<readonly number[]>([]);
/** The request whose hits were shown last. */
let revealed: number | null = null;

/** Shows the next or previous hit of the request, else those of the next request that has some. */
export function stepThroughHits(by: 1 | -1): void {
  const { cursor } = selection.get();
  if (isDetailOpen.get() && stepHit(by)) return;
  const ids = hitRequests.get();
  const at = cursor === null ? -1 : ids.indexOf(cursor);
  // Its hits may be in a tab that is not shown.
  const isHidden = at >= 0 && (hitsHere.get().count === 0 || !isDetailOpen.get()) && revealed !== cursor;
  const next = isHidden ? cursor : at < 0 ? (by > 0 ? ids[0] : ids.at(-1)) : ids[at + by];
  if (next === undefined || next === null) return;
  revealed = next;
  selectOne(next);
  isDetailOpen.set(true);
  reveal(contentSearch.get().hits.get(next) ?? [], by);
}

/** Milliseconds after which a hit that has not been drawn is given up: the page shows it in another way. */
const MAX_MS = 3000;

/** Opens the tabs of the first hit; it is shown as soon as it has been drawn. */
function reveal(found: readonly Occurrence[], by: 1 | -1): void {
  const hit = found.find(({ part }) => part !== 'header') ?? found[0];
  if (hit === undefined) return;
  // Those of the request before are no hits of this one.
  clearHits();
  openTab(hit);
  const stop = hitsHere.subscribe(() => {
    if (hitsHere.get().count === 0) return;
    stop();
    clearTimeout(timer);
    stepHit(by);
  });
  const timer = setTimeout(stop, MAX_MS);
}

function openTab({ part, side = 'response' }: Occurrence): void {
  switch (part) {
    case 'message':
      showTab('messages');
      break;
    case 'run': // whose page is another one
      break;
    case 'rule':
      showTab('rules');
      break;
    case 'run':
      break;
    case 'header':
      openSide(side, 'headers');
      break;
    case 'request-body':
      openSide('request', 'body');
      break;
    case 'response-body':
      openSide('response', 'body');
      break;
  }
}

function openSide(side: 'request' | 'response', tab: 'headers' | 'body'): void {
  showTab('exchange');
  shownSide.set(side);
  sideTabs[side].set(tab);
}
