// Edits of held messages. The app keeps them, also when the message is held no more.
import type { ResultOf } from '../../../src/session/methods/ui-types.ts';
import { ApiError, messageOf, rpc } from '../../api/client.ts';
import { shownLocation } from '../../state/location.ts';
import { pausedList } from '../../state/app.ts';
import { draftOver, drafts, dropDraft, editDraft, type Draft, type Drafts } from '../../state/drafts.ts';
import { withoutKey } from '../../state/preferences.ts';
import { createStore, useStore } from '../../state/store.ts';
import { say, sayError } from '../../state/toasts.ts';

export type Held = ResultOf<'list_paused'>[number];
export type Body = Held['request']['body'];
export type Header = Held['request']['headers'][number];

/** A header in the editor: one that is off stays there, and is not sent. */
export interface EditedHeader extends Header {
  readonly enabled?: boolean;
}

/** The message as it would be sent, with `status` and `method` as they are typed. */
export interface Content {
  readonly method: string;
  readonly url: string;
  readonly status: string;
  readonly headers: readonly EditedHeader[];
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

/** The errors of the last attempts, by draft. */
const errors = createStore<Readonly<Record<string, EditError>>>({});
const START = 'held/';

/** The app counts ids from the start again whenever it starts; drafts stay. */
function draftName({ id, pausedAt }: Held): string {
  return `${START}${id}/${pausedAt}`;
}

/** Returns the part that is held and can be edited. */
export function originalOf({ stage, request, response }: Held): Content {
  const { headers, body } = stage === 'response' && response !== undefined ? response : request;
  return { method: request.method, url: request.url, status: String(response?.status ?? ''), headers, body };
}

/** Returns a held message as it is edited. */
export function useEdits(held: Held): Entry {
  const name = draftName(held);
  const error = useStore(errors)[name] ?? null;
  return { held, content: contentOf(held, useStore(drafts)[name]), error };
}

function contentOf(held: Held, draft: Draft | undefined): Content {
  return draftOver(draft, { ...originalOf(held) }).typed as unknown as Content;
}

/** Changes a held message as it would be sent. The error of the last attempt is cleared. */
export function edit(held: Held, change: Partial<Content>): void {
  const name = draftName(held);
  const original = originalOf(held);
  editDraft(name, { ...original, held }, { ...contentOf(held, drafts.get()[name]), ...change, held });
  clearError(name);
}

export function resetEdits(held: Held): void {
  dropDraft(draftName(held));
  clearError(draftName(held));
}

function clearError(name: string): void {
  if (name in errors.get()) errors.update((all) => withoutKey(all, name));
}

/** The messages whose decision is being sent to the app. */
const resolving = new Set<string>();
/** The drafts of messages that were held when the list was last loaded. */
const seen = new Set<string>();

/** Returns edited messages that are no longer held, because the client left or the time was up. */
export function useUnsent(list: readonly Held[]): readonly Held[] {
  return unsent(useStore(drafts), list);
}

function unsent(all: Drafts, list: readonly Held[]): readonly Held[] {
  return Object.entries(all)
    .filter(([name]) => name.startsWith(START))
    .flatMap(([, { base }]) => (isHeld(base['held']) ? [base['held']] : []))
    .filter((held) => !resolving.has(held.id) && !list.some((each) => draftName(each) === draftName(held)));
}

function isHeld(value: unknown): value is Held {
  return typeof value === 'object' && value !== null && 'pausedAt' in value;
}

/** Reports edits of messages that this window has seen held and that are no more, on whatever screen is shown. */
function reportUnsent(): void {
  const list = pausedList.store.get().value;
  if (list === null) return;
  for (const held of unsent(drafts.get(), list)) {
    if (!seen.delete(draftName(held)) || shownLocation.get().screen === 'breakpoints') continue;
    say(`${held.request.method} ${pathOf(held)} is held no more. Your edits are kept in Breakpoints`);
  }
  for (const held of list) seen.add(draftName(held));
}

reportUnsent();
pausedList.store.subscribe(reportUnsent);

/** Sends an edited request again after its client left. Resolves with the id of the new request, or null. */
export async function sendAsNew(held: Held, content: Content): Promise<number | null> {
  const { method, url, headers, body } = content;
  try {
    const flow = await rpc('edit_and_replay', { method, url, headers: sentHeaders(headers), body });
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
  const sent = { ...content, headers: sentHeaders(content.headers) };
  return PARTS[held.stage].filter((part) => JSON.stringify(sent[part]) !== JSON.stringify(original[part]));
}

/** Returns the headers that are on, as they are sent. */
export function sentHeaders(headers: readonly EditedHeader[]): Header[] {
  return headers.filter(({ enabled = true }) => enabled).map(({ name, value }) => ({ name, value }));
}

/** Sends a message as edited. If something is wrong with it, the reason is shown beside it and it stays held. */
export async function sendEdited(held: Held, content: Content): Promise<void> {
  const parts = changedParts(held, content);
  const edits = Object.fromEntries(parts.map((part) => [part, sentPart(content, part)]));
  await resolve(held, 'send', parts.length === 0 ? {} : { [held.stage]: edits });
}

function sentPart(content: Content, part: keyof Content): unknown {
  if (part === 'status') return statusOf(content);
  return part === 'headers' ? sentHeaders(content.headers) : content[part];
}

export async function sendOriginal(held: Held): Promise<void> {
  await resolve(held, 'send_original', {});
}

export async function abort(held: Held): Promise<void> {
  await resolve(held, 'abort', {});
}

/** Sends all held messages, each as edited. */
export async function sendAll(list: readonly Held[]): Promise<void> {
  const edited = drafts.get();
  for (const held of list) await sendEdited(held, contentOf(held, edited[draftName(held)]));
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
  errors.update((all) => ({ ...all, [draftName(held)]: error }));
}

function statusOf({ status }: Content): number | string {
  return /^\d+$/.test(status) ? Number(status) : status;
}

/** Returns the path of the held request, or its whole URL if that cannot be parsed. */
export function pathOf({ request }: Held): string {
  return URL.parse(request.url)?.pathname ?? request.url;
}
