// The dialogs of the traffic screen, of which one is open at a time.
import { createStore } from '../../../state/store.ts';

export type TrafficDialog =
  | { readonly type: 'save'; readonly ids: readonly number[] }
  | { readonly type: 'repeat'; readonly ids: readonly number[] }
  /** Null for every request. */
  | { readonly type: 'export'; readonly ids: readonly number[] }
  | { readonly type: 'comment'; readonly ids: readonly number[] }
  | { readonly type: 'limit' };

export const dialog = createStore<TrafficDialog | null>(null);
