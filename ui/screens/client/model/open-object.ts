// An object of the workspace that this window has open. Each change goes to the app, which keeps it as a draft for all
// windows and joins it with the file.
import type { ParamsOf, ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { isSameJson } from '../../../../src/base/same-json.ts';
import { ApiError, messageOf, request, rpc } from '../../../api/client.ts';
import { createStore, type Store } from '../../../state/store.ts';
import { sayError } from '../../../state/toasts.ts';
import { windowName } from '../../../state/window.ts';
import { textEdit } from './text-edit.ts';
import { keyParts, noteUnsaved } from './workspace.ts';

export type Fields = Readonly<Record<string, unknown>>;
type Draft = NonNullable<ResultOf<'client.object'>['draft']>;
type Change = ParamsOf<'client.change_draft'>['changes'][number];

export interface OpenObject {
  readonly state: 'loading' | 'ready' | 'deleted' | 'unreadable' | 'missing';
  /** The reason why it cannot be shown. */
  readonly error: string | null;
  /** Its file, relative to the workspace; null without one. */
  readonly path: string | null;
  /** As its file has it; null without a file. */
  readonly saved: Fields | null;
  /** With what was typed. */
  readonly value: Fields;
  readonly isUnsaved: boolean;
  readonly conflicts: Draft['conflicts'];
}

/** Milliseconds in which keystrokes are gathered. */
const GATHER_MS = 150;

const LOADING: OpenObject = {
  state: 'loading',
  error: null,
  path: null,
  saved: null,
  value: {},
  isUnsaved: false,
  conflicts: [],
};

/** An object with its changes on the way to the app. */
export class ObjectEntry {
  readonly key: string;
  readonly store: Store<OpenObject> = createStore<OpenObject>(LOADING);
  /** Changes that the app does not have, by field. */
  #typed = new Map<string, Change>();
  /** Changes on their way to the app. */
  #sent: ReadonlyMap<string, Change> | null = null;
  /** Long texts that the app has, by field: only what differs from them is sent. */
  readonly #appTexts = new Map<string, string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> = Promise.resolve();
  #isNew = false;
  #loads = 0;
  /** Counts what is typed, and what is sent of it. */
  #changes = 0;

  constructor(key: string) {
    this.key = key;
  }

  /** Begins an object that has no file. */
  begin(value: Fields): void {
    this.#isNew = true;
    this.store.set({ ...LOADING, state: 'ready', isUnsaved: true });
    this.edit(value);
  }

  async load(): Promise<void> {
    const load = (this.#loads += 1);
    try {
      // What waits to be sent would be missing in the response.
      do await this.flush();
      while (this.#sent !== null);
      const changes = this.#changes;
      const { kind, id } = keyParts(this.key);
      const { path, fields, draft } = await rpc('client.object', { kind, id });
      if (load !== this.#loads) return;
      if (changes === this.#changes) this.#show(path, fields, draft);
      // What was typed or sent meanwhile may be missing in the response.
      else await this.load();
    } catch (error) {
      if (load !== this.#loads) return;
      const isGone = error instanceof ApiError && error.status === 404;
      this.store.update((now) => ({
        ...now,
        state: !isGone
          ? now.state === 'loading'
            ? 'unreadable'
            : now.state
          : now.isUnsaved
            ? 'deleted'
            : 'missing',
        error: messageOf(error),
      }));
    }
  }

  /** Changes fields on the screen at once, and soon in the draft. */
  edit(fields: Fields): void {
    this.#changes += 1;
    const { value, saved } = this.store.get();
    for (const [field, next] of Object.entries(fields)) {
      // What the app has of it, which is nothing for a field that was absent.
      const pending = this.#typed.get(field);
      // Of a text nothing can be joined, so that the value before says nothing.
      const was = isLong(next) ? undefined : pending === undefined ? value[field] : pending.was;
      this.#typed.set(field, { field, value: next, ...(was !== undefined && { was }) });
    }
    const typed = { ...value, ...fields };
    const isUnsaved = saved === null || !isSameJson(typed, saved);
    this.store.update((now) => ({ ...now, value: typed, isUnsaved }));
    noteUnsaved(this.key, isUnsaved);
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS);
  }

  /** Resolves when the app has all that was typed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = this.#sending.then(() => this.#send());
    await this.#sending;
  }

  /** Sends what the app does not have while the page is left. */
  sendLast(): void {
    if (this.#typed.size === 0) return;
    const body = JSON.stringify({ method: 'client.change_draft', params: this.#params() });
    request('/api/rpc', { method: 'POST', body, keepalive: true }).catch(() => undefined);
  }

  #params(): ParamsOf<'client.change_draft'> {
    const { kind, id } = keyParts(this.key);
    const changes = [...this.#typed.values()].map((change): Change => {
      const known = this.#appTexts.get(change.field);
      if (known === undefined || !isLong(change.value)) return change;
      return { field: change.field, edit: textEdit(known, change.value) };
    });
    const isBrief = changes.some(({ value, edit }) => edit !== undefined || isLong(value));
    return { kind, id, changes, isNew: this.#isNew, isBrief, window: windowName };
  }

  async #send(): Promise<void> {
    if (this.#typed.size === 0) return;
    const params = this.#params();
    const typed = this.#typed;
    this.#typed = new Map();
    this.#sent = typed;
    this.#changes += 1;
    try {
      const { draft, notSaved } = await rpc('client.change_draft', params).finally(() => (this.#sent = null));
      for (const { field, value } of typed.values()) this.#noteText(field, value);
      this.#isNew &&= draft?.path === null;
      const { saved, path } = this.store.get();
      if (params.isBrief === true && draft !== null) this.#keep(draft);
      else this.#show(draft?.path ?? path, saved, draft);
      sayNotSaved(notSaved);
    } catch (error) {
      const isPart = params.changes.some(({ edit }) => edit !== undefined);
      // The app may have another text: all of this one is sent then.
      this.#appTexts.clear();
      if (error instanceof ApiError && !isPart) sayError(`${messageOf(error)}. It stays in this window.`);
      else this.#again([...typed.values()]);
    }
  }

  /** Keeps changes that did not arrive for the next attempt. */
  #again(changes: readonly Change[]): void {
    const later = this.#typed;
    this.#typed = new Map(changes.map((change) => [change.field, change]));
    for (const [field, change] of later) this.#typed.set(field, change);
    this.#timer ??= setTimeout(() => void this.flush(), 1000);
  }

  #noteText(field: string, value: unknown): void {
    if (isLong(value)) this.#appTexts.set(field, value);
    else this.#appTexts.delete(field);
  }

  /** Takes what a draft says of itself, without what was typed, which is on the screen. */
  #keep({ state, path, conflicts }: Draft): void {
    this.store.update((now) => ({
      ...now,
      state: state === 'deleted' || state === 'unreadable' ? state : 'ready',
      path: path ?? now.path,
      isUnsaved: true,
      conflicts,
    }));
  }

  #show(path: string | null, fields: Fields | null, draft: Draft | null): void {
    const pending = Object.fromEntries(
      [...this.#typed.values()].map((change) => [change.field, change.value]),
    );
    const app = draft?.value ?? fields ?? {};
    for (const [field, each] of Object.entries(app)) this.#noteText(field, each);
    const value = { ...app, ...pending };
    const isUnsaved = draft !== null || this.#typed.size > 0;
    this.store.set({
      state: draft?.state === 'deleted' || draft?.state === 'unreadable' ? draft.state : 'ready',
      error: null,
      path,
      // The base of a draft is what its file had when it was joined last.
      saved: draft !== null && path !== null ? draft.base : fields,
      value: keepIdentity(this.store.get().value, value),
      isUnsaved,
      conflicts: draft?.conflicts ?? [],
    });
    noteUnsaved(this.key, isUnsaved);
  }
}

/** Characters of a text from which on it is sent once, and not sent back. */
const LONG_TEXT = 100_000;

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.length > LONG_TEXT;
}

/** Keeps the references of fields that are the same, so that their editors are not drawn again. */
function keepIdentity(before: Fields, now: Fields): Fields {
  const fields = Object.entries(now).map(([name, value]) => [
    name,
    isSameJson(before[name], value) ? before[name] : value,
  ]);
  return Object.fromEntries(fields) as Fields;
}

let lastReason: string | null = null;

function sayNotSaved(reason: string | null): void {
  if (reason !== null && reason !== lastReason)
    sayError(`What you type is not kept if the app ends: ${reason}`);
  lastReason = reason;
}
