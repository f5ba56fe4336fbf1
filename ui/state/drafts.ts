// Drafts: what was typed and is not saved. The app keeps them, so that they survive a reload and a crash, and every
// window shows the same: the later keystroke wins, field by field.
import { changedDrafts, type Draft, type DraftChange, type Drafts } from '../../src/base/drafts.ts';
import type { Fields } from '../../src/base/join-fields.ts';
import { isSameJson } from '../../src/base/same-json.ts';
import { ApiError, messageOf, request, rpc } from '../api/client.ts';
import { Exchange } from './exchange.ts';
import { isViewer } from './mode.ts';
import { createStore } from './store.ts';
import { sayError } from './toasts.ts';

export type { Draft, Drafts } from '../../src/base/drafts.ts';

export const drafts = createStore<Drafts>({});

/** Changes that the app does not have yet, and those of them that are on their way. */
let waiting: readonly DraftChange[] = [];
let sent: readonly DraftChange[] = [];
/** Those that the app does not take, such as very large ones; this window alone has them. */
let refused: readonly DraftChange[] = [];
const exchange = new Exchange(sendOrRead);
/** The last reason why drafts are not on the disk, which is said once. */
let reason: string | null = null;

/** Records an object as it was typed. `saved` is the object as it is saved; without it, something is new. */
export function editDraft(name: string, saved: Fields, typed: Fields): void {
  const draft = drafts.get()[name];
  const began = Object.keys(draft?.fields ?? {}).map((field) => [field, draft?.base[field]] as const);
  const base: Fields = { ...saved, ...Object.fromEntries(began) };
  const names = new Set([...Object.keys(saved), ...Object.keys(typed)]);
  const fields = [...names].map((field) => {
    if (isSameJson(typed[field], base[field])) return [field, null] as const;
    return [field, field in typed ? { value: typed[field] } : {}] as const;
  });
  change({ name, base, fields: Object.fromEntries(fields) });
}

/** Returns the object as it was typed, and the fields that were also changed where it is saved. */
export function draftOver(draft: Draft | undefined, saved: Fields) {
  const typed = new Map(Object.entries(saved));
  const conflicts: string[] = [];
  for (const [name, field] of Object.entries(draft?.fields ?? {})) {
    if ('value' in field) typed.set(name, field.value);
    else typed.delete(name);
    const isElsewhere = !isSameJson(saved[name], draft?.base[name]) && !isSameJson(saved[name], field.value);
    if (isElsewhere) conflicts.push(name);
  }
  return { typed: Object.fromEntries(typed), conflicts };
}

/** Decides a conflict: the typed value is to replace the saved one. */
export function overwrite(name: string, field: string, saved: unknown): void {
  change({ name, base: { [field]: saved } });
}

/** Forgets what was typed for a field. */
export function dropField(name: string, field: string): void {
  change({ name, fields: { [field]: null } });
}

export function dropDraft(name: string): void {
  if (drafts.get()[name] === undefined) return;
  change({ name, drop: true });
  if (!isViewer) void exchange.now();
}

/** Reads the drafts of the app, after sending what has changed. Never rejects. */
export function exchangeDrafts(): Promise<void> {
  return exchange.now();
}

/** Sends what has changed when the page is left. */
export function sendDraftsBeforeLeaving(): void {
  addEventListener('pagehide', () => {
    if (waiting.length === 0) return;
    const body = JSON.stringify({ method: 'ui.change_drafts', params: { changes: waiting } });
    request('/api/rpc', { method: 'POST', body, keepalive: true }).catch(() => undefined);
  });
}

function change(made: DraftChange): void {
  const last = waiting.at(-1);
  const isNext = last?.name === made.name && made.drop !== true;
  if (made.drop === true) refused = refused.filter(({ name }) => name !== made.name);
  waiting = isNext ? [...waiting.slice(0, -1), joined(last, made)] : [...waiting, made];
  drafts.update((all) => changedDrafts(all, [made]));
  if (!isViewer) exchange.announce();
}

function joined(first: DraftChange, second: DraftChange): DraftChange {
  return {
    ...first,
    base: { ...first.base, ...second.base },
    fields: { ...first.fields, ...second.fields },
  };
}

async function sendOrRead(): Promise<void> {
  sent = waiting;
  waiting = [];
  try {
    const answer = sent.length === 0 ? null : await rpc('ui.change_drafts', { changes: sent });
    const stored = answer?.drafts ?? (await rpc('ui.drafts', {}));
    sent = [];
    drafts.set(changedDrafts(stored, [...refused, ...waiting]));
    if (answer !== null) sayNotSaved(answer.notSaved);
  } catch (error) {
    // Without a connection, the changes wait for the next one; those that the app refuses stay in this window.
    if (error instanceof ApiError) {
      refused = [...refused, ...sent];
      sayNotSaved(messageOf(error));
    } else waiting = [...sent, ...waiting];
    sent = [];
  }
}

function sayNotSaved(why: string | null): void {
  if (why !== null && why !== reason)
    sayError(`What you type is not kept if the app ends: ${why}. It stays in this window.`);
  reason = why;
}
