// The latest responses of each request, which the app keeps on this machine, and the one of them that is looked at.
import { useEffect } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { createStore, useStore, type Store } from '../../../state/store.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';
import { keyParts } from '../model/workspace.ts';
import type { SendEnd } from '../sends/events.ts';
import { useSend } from '../sends/index.ts';
import { storedSend, type Ended } from '../sends/state.ts';

export type StoredResponse = ResultOf<'client.responses'>['responses'][number];

interface Stored {
  /** The latest first. */
  readonly list: readonly StoredResponse[];
  /** The one that is looked at; null for none. */
  readonly shown: Ended | null;
  /** The id of the one that was asked for last, which may be on its way; null for none. */
  readonly wanted: string | null;
}

export interface StoredResponses extends Pick<Stored, 'list' | 'shown'> {
  /** The index of the one that the pane shows, stored or just sent; -1 for none. */
  readonly index: number;
}

const stores = new Map<string, Store<Stored>>();

function storeOf(tab: string): Store<Stored> {
  const known = stores.get(tab);
  if (known !== undefined) return known;
  const store = createStore<Stored>({ list: [], shown: null, wanted: null });
  stores.set(tab, store);
  return store;
}

/** Returns the responses of the request in a tab, and follows them. */
export function useStored(tab: string): StoredResponses {
  const { list, shown, wanted } = useStore(storeOf(tab));
  const send = useSend(tab);
  const isGoing = send.type === 'going';
  useEffect(() => () => leaveStored(tab), [tab]);
  useEffect(() => {
    // A new send is what is of interest now.
    if (isGoing) leaveStored(tab);
    else void load(tab);
  }, [tab, isGoing]);
  const current = wanted ?? (send.type === 'ended' ? send.channel : null);
  return { list, shown, index: list.findIndex(({ id }) => id === current) };
}

/** Lists that are on their way, for all that show them. `isOld`: it is read once more. */
const loading = new Map<string, { readonly done: Promise<void>; isOld: boolean }>();

/** `hasChanged`: a list that is on its way may be too old. */
function load(tab: string, hasChanged = false): Promise<void> {
  const known = loading.get(tab);
  if (known !== undefined) {
    known.isOld ||= hasChanged;
    return known.done;
  }
  const done = read(tab).then(() => {
    const isOld = loading.get(tab)?.isOld === true;
    loading.delete(tab);
    return isOld ? load(tab) : undefined;
  });
  loading.set(tab, { done, isOld: false });
  return done;
}

/** Never rejects. */
async function read(tab: string): Promise<void> {
  const { kind, id } = keyParts(tab);
  if (kind !== 'request') return;
  await attempt('The latest responses cannot be listed', async () => {
    const { responses } = await rpc('client.responses', { request: id });
    storeOf(tab).update((now) => {
      const isThere = responses.some((each) => each.id === now.wanted);
      return { ...(isThere ? now : { shown: null, wanted: null }), list: responses };
    });
  });
}

/** Shows one of the responses in place of what the tab has sent itself; nothing for an index that is not there. */
export async function showStored(tab: string, index: number): Promise<void> {
  const store = storeOf(tab);
  const wanted = store.get().list[index];
  if (wanted === undefined) return;
  const { id } = wanted;
  store.update((now) => ({ ...now, wanted: id }));
  await attempt('The response cannot be shown', async () => {
    const shown = await readStored(tab, id);
    store.update((now) => (now.wanted === id ? { ...now, shown } : now));
  });
}

/** Reads one of the responses. */
export async function readStored(tab: string, id: string): Promise<Ended> {
  const request = keyParts(tab).id;
  const { summary, end, events } = await rpc('client.response', { request, id });
  return storedSend({ request, id }, summary.time, events, end as unknown as SendEnd);
}

/** Goes back to what the tab has sent itself. */
export function leaveStored(tab: string): void {
  const store = storeOf(tab);
  if (store.get().wanted !== null) store.update(({ list }) => ({ list, shown: null, wanted: null }));
}

/** Deletes responses of a request; all without `ids`. */
export async function deleteStored(tab: string, ids?: readonly string[]): Promise<void> {
  await attempt('The responses cannot be deleted', async () => {
    const request = keyParts(tab).id;
    await rpc('client.delete_responses', { request, ...(ids !== undefined && { ids: [...ids] }) });
    await load(tab, true);
  });
}

onWorkspaceEvent((event) => {
  if (event.type !== 'responses' && event.type !== 'missed') return;
  const request = event.type === 'responses' ? event.request : null;
  for (const tab of stores.keys()) if (request === null || keyParts(tab).id === request) void load(tab, true);
});
