// Captured requests that are edited and sent again. Each tab keeps a copy of both messages, which outlasts the list.
import { readBody } from '../../../bodies/body-source.ts';
import { flowDetail, rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { createStore, useStore } from '../../../state/store.ts';
import { say } from '../../../state/toasts.ts';
import { capturedSend, type Ended } from '../sends/state.ts';
import type { Fields } from './open-object.ts';
import { newRequest } from './steps.ts';
import { openTab, tabs } from './tabs.ts';
import { unsaved } from './workspace.ts';

export interface Captured {
  /** The number of the exchange in the traffic list. */
  readonly id: number;
  /** The request as it was captured, in the fields of a file. */
  readonly request: Fields;
  /** Null where there was none. */
  readonly response: Ended | null;
}

/** Bytes of a body that are kept. */
const MAX_BYTES = 5 * 1024 * 1024;

/** By tab, while it is open. */
const captured = createStore<Readonly<Record<string, Captured>>>({});

/** Returns the exchange that the request of a tab was taken from; null for any other tab. */
export function useCaptured(tab: string): Captured | null {
  return useStore(captured)[tab] ?? null;
}

/** Opens a captured request as one that is not saved, or the tab in which it is edited already. */
export async function editCaptured(id: number): Promise<void> {
  const known = Object.entries(captured.get()).find(([, each]) => each.id === id)?.[0];
  if (known !== undefined && unsaved.get().has(known)) {
    openTab(known);
    return;
  }
  await attempt('The request cannot be edited', async () => {
    const { request, leftOut } = await rpc('client.request_from_traffic', { id });
    const tab = newRequest(request);
    captured.update((all) => ({ ...all, [tab]: { id, request, response: null } }));
    if (leftOut.length > 0) say(`Left out, because they are written by themselves: ${leftOut.join(', ')}`);
    const response = await responseOf(id);
    captured.update((all) => (tab in all ? { ...all, [tab]: { id, request, response } } : all));
  });
}

async function responseOf(id: number): Promise<Ended | null> {
  const flow = await flowDetail(id);
  const { response, startedAt, url, httpVersion = '', trailers = [], durationMs = 0, responseSize } = flow;
  if (response === undefined) return null;
  const address = { type: 'flow', id, side: 'response', view: 'decoded' } as const;
  const { bytes, total } = await readBody(address, { length: MAX_BYTES });
  const body = { size: bytes.length, isText: typeof response.body === 'string' };
  const isPartial = flow.state === 'failed' || (total !== null && total > bytes.length);
  const { status, reason, headers } = response;
  const head = { status, reason, httpVersion, headers };
  return capturedSend(
    Date.parse(startedAt),
    url,
    { ...head, trailers, size: responseSize ?? bytes.length, timeMs: durationMs, body, isPartial },
    bytes,
  );
}

tabs.subscribe(() => {
  const open = new Set(tabs.get().list.map(({ key }) => key));
  const gone = Object.keys(captured.get()).filter((tab) => !open.has(tab));
  if (gone.length > 0)
    captured.update((all) => Object.fromEntries(Object.entries(all).filter(([tab]) => open.has(tab))));
});
