// Edits of held messages. They last as long as the message is held, whatever screen is shown.
import type { ResultOf } from '../../../src/session/methods/ui-types.ts';
import { ApiError, messageOf, rpc } from '../../api/client.ts';
import { shownLocation } from '../../state/location.ts';
import { pausedList } from '../../state/app.ts';
import { createStore, useStore } from '../../state/store.ts';
import { say, sayError } from '../../state/toasts.ts';

export type Held = ResultOf<'list_paused'>[number];
export type Body = Held['request']['body'];
export type Header = Held['request']['headers'][number];

/** The message as it would be sent, with `status` and `method` as they are typed. */
export interface Content {
  readonly method: string;
  readonly url: string;
  readonly status: string;
  readonly headers: readonly Header[];
  readonly body: Body;
}

/** The reason why a message could not be sent as edited. */
export interface EditError {
  /** `method`, `url`, `status`, `headers` with a position, or `body`; empty when no field is to blame. */
  readonly field: string;
  readonly message: string;
}

interface Entry {
  readonly held: Held;
  readonly content: Content;
  readonly error: EditError | null;
}

const entries = createStore<Readonly<Record<string, Entry>>>({});

/** Returns the part that is held and can be edited. */
export function originalOf({ stage, request, response }: Held): Content {
  const { headers, body } = stage === 'response' && response !== undefined ? response : request;
  return { method: request.method, url: request.url, status: String(response?.status ?? ''), headers, body };
}

/** Returns a held message as it is edited. */
export function useEdits(held: Held): Entry {
  return useStore(entries)[held.id] ?? { held, content: originalOf(held), error: null };
}

/** Changes a held message as it would be sent. The error of the last attempt is cleared. */
export function edit(held: Held, change: Partial<Content>): void {
  entries.update((all) => {
    const content = { ...(all[held.id]?.content ?? originalOf(held)), ...change };
    return { ...all, [held.id]: { held, content, error: null } };
  });
}

export function resetEdits({ id }: Pick<Held, 'id'>): void {
  entries.update((all) => Object.fromEntries(Object.entries(all).filter(([each]) => each !== id)));
}

/** The messages whose decision is being sent to the app. */
const resolving = new Set<string>();
const reported = new Set<string>();

/** Returns edited messages that are no longer held, because the client left or the time was up. */
export function useUnsent(list: readonly Held[]): readonly Held[] {
  return unsent(useStore(entries), list);
}

function unsent(all: Readonly<Record<string, Entry>>, list: readonly Held[]): readonly Held[] {
  return Object.values(all)
    .filter(({ held, content }) => changedParts(held, content).length > 0)
    .filter(({ held: { id } }) => !resolving.has(id) && !list.some((each) => each.id === id))
    .map(({ held }) => held);
}

/** Reports edits that were not sent, on whatever screen is shown. */
pausedList.store.subscribe(() => {
  const list = pausedList.store.get().value;
  if (list === null) return;
  for (const held of unsent(entries.get(), list)) {
    if (reported.has(held.id)) continue;
    reported.add(held.id);
    if (shownLocation.get().screen !== 'breakpoints')
      say(`${held.request.method} ${pathOf(held)} is held no more. Your edits are kept in Breakpoints`);
  }
});

/** Sends an edited request again after its client left. Resolves with the id of the new request, or null. */
export async function sendAsNew(held: Held, content: Content): Promise<number | null> {
  const { method, url, headers, body } = content;
  try {
    const flow = await rpc('edit_and_replay', { method, url, headers: [...headers], body });
    resetEdits(held);
    return flow.id;
  } catch (error) {
    const field = error instanceof ApiError ? (error.field ?? '') : '';
    showError(held, { field, message: messageOf(error) });
    return null;
  }
}

const PARTS = {
  request: ['method', 'url', 'headers', 'body'],
  response: ['status', 'headers', 'body'],
} as const;

/** Returns the names of the parts that were edited. */
export function changedParts(held: Held, content: Content): readonly (keyof Content)[] {
  const original = originalOf(held);
  return PARTS[held.stage].filter((part) => JSON.stringify(content[part]) !== JSON.stringify(original[part]));
}

/** Sends a message as edited. If something is wrong with it, the reason is shown beside it and it stays held. */
export async function sendEdited(held: Held, content: Content): Promise<void> {
  const parts = changedParts(held, content);
  const edits = Object.fromEntries(
    parts.map((part) => [part, part === 'status' ? statusOf(content) : content[part]]),
  );
  await resolve(held, 'send', parts.length === 0 ? {} : { [held.stage]: edits });
}

export async function sendOriginal(held: Held): Promise<void> {
  await resolve(held, 'send_original', {});
}

export async function abort(held: Held): Promise<void> {
  await resolve(held, 'abort', {});
}

/** Sends all held messages, each as edited. */
export async function sendAll(list: readonly Held[]): Promise<void> {
  const edited = entries.get();
  for (const held of list) await sendEdited(held, edited[held.id]?.content ?? originalOf(held));
}

const DONE = { send: 'Sent', send_original: 'Sent the original of', abort: 'Aborted' } as const;

async function resolve(held: Held, action: keyof typeof DONE, edits: object): Promise<void> {
  resolving.add(held.id);
  try {
    await rpc('resolve_paused', { id: held.id, action, ...edits });
    resetEdits(held);
    say(`${DONE[action]} ${held.request.method} ${pathOf(held)}`);
    await pausedList.load();
  } catch (error) {
    const field = error instanceof ApiError ? (error.field ?? '') : '';
    if (field === 'id' || field === '') sayError(`It cannot be sent: ${messageOf(error)}`);
    else showError(held, { field: field.replace(/^(?:request|response)\./, ''), message: messageOf(error) });
  } finally {
    resolving.delete(held.id);
  }
}

function showError(held: Held, error: EditError): void {
  entries.update((all) => ({
    ...all,
    [held.id]: { held, content: all[held.id]?.content ?? originalOf(held), error },
  }));
}

function statusOf({ status }: Content): number | string {
  return /^\d+$/.test(status) ? Number(status) : status;
}

/** Returns the path of the held request, or its whole URL if that cannot be parsed. */
export function pathOf({ request }: Held): string {
  return URL.parse(request.url)?.pathname ?? request.url;
}
