// Changes that are not yet applied. They last while the user visits other pages and screens.
import { ApiError, messageOf, request, rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { appStatus, settings } from '../../../state/app.ts';
import { createStore } from '../../../state/store.ts';
import { say, sayError } from '../../../state/toasts.ts';
import { countSecrets, isSameJson, settingOf, type Changes, type Fields, type SettingKey } from './values.ts';

/** A wrong value, and what to do about it. */
export interface Issue {
  /** The path of the value, such as `socks.port`. */
  readonly field: string;
  readonly message: string;
}

interface Draft {
  readonly changes: Changes;
  readonly issues: readonly Issue[];
  readonly isApplying: boolean;
}

const EMPTY: Draft = { changes: {}, issues: [], isApplying: false };
const CHECK_AFTER_MS = 150;

export const draft = createStore(EMPTY);

/** The settings whose change closes and opens ports. */
export const RESTARTING: readonly SettingKey[] = ['port', 'listenOnAllInterfaces', 'socks', 'reverseProxies'];

let latestCheck = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Records what was typed for a setting; the stored value is no change. */
export function change(key: SettingKey, typed: unknown): void {
  const current = settings.store.get().value?.[key];
  const isSame = isSameJson(settingOf(key, typed), current);
  draft.update(({ changes, ...rest }) => ({
    ...rest,
    changes: isSame ? without(changes, key) : { ...changes, [key]: typed },
  }));
  clearTimeout(timer);
  timer = setTimeout(() => void check(), CHECK_AFTER_MS);
}

function without(changes: Changes, key: SettingKey): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([each]) => each !== key));
}

/** Has the browser ask before it closes a page with changes that are not applied. */
draft.subscribe(() => {
  if (Object.keys(draft.get().changes).length > 0) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
});

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Drops all changes. The user can undo it. */
export function discard(): void {
  const { changes } = draft.get();
  clearTimeout(timer);
  latestCheck += 1;
  draft.set(EMPTY);
  say(`Discarded ${changeCount(changes)}`, () => {
    draft.update((now) => ({ ...now, changes: { ...changes, ...now.changes } }));
    void check();
  });
}

/** Returns the number of changes in words. */
export function changeCount(changes: Changes): string {
  const { length } = Object.keys(changes);
  return `${length} change${length === 1 ? '' : 's'}`;
}

/** Asks the app whether it would accept the changes. */
async function check(): Promise<boolean> {
  const run = ++latestCheck;
  const wanted = changesToSend();
  const { issues } = await rpc('ui.check_settings', { changes: wanted }).catch(() => ({ issues: [] }));
  if (run !== latestCheck) return false;
  draft.update((now) => ({
    ...now,
    issues: issues.map(({ field, expected }) => ({ field, message: `Give ${expected}.` })),
  }));
  return issues.length === 0;
}

function changesToSend(): Fields {
  return Object.fromEntries(
    Object.entries(draft.get().changes).map(([key, typed]) => [key, settingOf(key as SettingKey, typed)]),
  );
}

/** Applies all changes or none. If the app rejects them, what was typed stays. */
export async function apply(): Promise<void> {
  const { isApplying, changes } = draft.get();
  const previous = settings.store.get().value;
  if (isApplying || previous === null || Object.keys(changes).length === 0) return;
  draft.update((now) => ({ ...now, isApplying: true }));
  clearTimeout(timer);
  try {
    if (!(await check())) return;
    const sent = changesToSend();
    // With another port, the page moves to another origin, where it needs its own session.
    const code = 'port' in sent ? await sessionCode() : null;
    const { port } = await rpc('update_settings', { changes: sent });
    if (code !== null && movesTo(port)) {
      draft.set(EMPTY);
      goToPort(port, code);
      return;
    }
    await Promise.all([settings.load(), appStatus.load()]);
    draft.set(EMPTY);
    sayApplied({ ...previous }, sent);
  } catch (error) {
    takeFailure(error);
  } finally {
    draft.update((now) => ({ ...now, isApplying: false }));
  }
}

function takeFailure(error: unknown): void {
  const field = error instanceof ApiError ? error.field : null;
  if (field === null) sayError(`The settings cannot be changed: ${messageOf(error)}`);
  else draft.update((now) => ({ ...now, issues: [{ field, message: messageOf(error) }] }));
}

/** Offers to undo the changes, unless a secret was replaced: the app does not reveal the old one. */
function sayApplied(previous: Fields, sent: Fields): void {
  const text = `Applied ${changeCount(sent)}`;
  const before = Object.fromEntries(Object.keys(sent).map((key) => [key, previous[key]]));
  if (countSecrets(before) > countSecrets(sent)) say(`${text}. The secret that was replaced is gone`);
  else say(text, () => void takeBack(before));
}

async function takeBack(before: Fields): Promise<void> {
  await attempt('The change cannot be taken back', async () => {
    await rpc('update_settings', { changes: before });
    await settings.load();
  });
}

async function sessionCode(): Promise<string> {
  const response = await request('/api/session/code', { method: 'POST' });
  return ((await response.json()) as { readonly code: string }).code;
}

/** Returns false for a host name that always leads to the proxy, whatever its port. */
function movesTo(port: number): boolean {
  return location.port !== '' && location.port !== String(port);
}

function goToPort(port: number, code: string): void {
  const fragment = new URLSearchParams({ code, target: 'settings', page: 'network' });
  location.replace(`${location.protocol}//${location.hostname}:${port}/#${fragment.toString()}`);
}
