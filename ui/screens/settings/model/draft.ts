// Changes that are not yet applied. The app keeps them for all its windows.
import { ApiError, messageOf, request, rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { appStatus, settings } from '../../../state/app.ts';
import { isSameJson } from '../../../../src/base/same-json.ts';
import {
  draftOver,
  drafts,
  dropDraft,
  dropField,
  editDraft,
  exchangeDrafts,
  overwrite,
} from '../../../state/drafts.ts';
import { useResource } from '../../../state/resource.ts';
import { createStore, useStore } from '../../../state/store.ts';
import { say, sayError } from '../../../state/toasts.ts';
import { countSecrets, settingOf, type Changes, type Fields, type SettingKey } from './values.ts';

/** A wrong value, and what to do about it. */
export interface Issue {
  /** The path of the value, such as `socks.port`. */
  readonly field: string;
  readonly message: string;
}

interface Progress {
  readonly issues: readonly Issue[];
  readonly isApplying: boolean;
}

/** The draft of the settings. */
const NAME = 'settings';
const CHECK_AFTER_MS = 150;

const progress = createStore<Progress>({ issues: [], isApplying: false });

/** The settings whose change closes and opens ports. */
export const RESTARTING: readonly SettingKey[] = ['port', 'listenOnAllInterfaces', 'socks', 'reverseProxies'];

let latestCheck = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The changes, what is wrong with them, and which of these settings were changed elsewhere, too. */
export interface SettingsDraft extends Progress {
  readonly changes: Changes;
  readonly conflicts: readonly SettingKey[];
}

export function useSettingsDraft(): SettingsDraft {
  const draft = useStore(drafts)[NAME];
  const { value } = useResource(settings);
  const conflicts = value === null ? [] : draftOver(draft, { ...value }).conflicts;
  return { ...useStore(progress), changes: changesNow(), conflicts: conflicts as SettingKey[] };
}

/** The settings as they were typed. */
function changesNow(): Changes {
  const fields = Object.entries(drafts.get()[NAME]?.fields ?? {});
  return Object.fromEntries(fields.map(([key, { value }]) => [key, value]));
}

// Another window may have typed something, or this one before a reload.
drafts.subscribe(() => {
  clearTimeout(timer);
  timer = setTimeout(() => void check(), CHECK_AFTER_MS);
});

/** Records what was typed for a setting; the stored value is no change. */
export function change(key: SettingKey, typed: unknown): void {
  const saved = settings.store.get().value?.[key];
  const isSame = isSameJson(settingOf(key, typed), saved);
  if (isSame) dropField(NAME, key);
  else editDraft(NAME, { [key]: saved }, { [key]: typed });
}

/** Drops all changes. The user can undo it. */
export function discard(): void {
  const changes = changesNow();
  const saved = { ...settings.store.get().value };
  dropDraft(NAME);
  say(`Discarded ${changeCount(changes)}`, () => {
    const restored = { ...changes, ...changesNow() };
    editDraft(NAME, valuesOf(saved, Object.keys(restored)), restored);
  });
}

/** Decides a setting that was changed elsewhere, too. */
export function settle(key: SettingKey, keeps: 'mine' | 'theirs'): void {
  if (keeps === 'mine') overwrite(NAME, key, settings.store.get().value?.[key]);
  else dropField(NAME, key);
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
  const isNone = Object.keys(wanted).length === 0;
  const { issues } = isNone
    ? { issues: [] }
    : await rpc('ui.check_settings', { changes: wanted }).catch(() => ({ issues: [] }));
  if (run !== latestCheck) return false;
  progress.update((now) => ({
    ...now,
    issues: issues.map(({ field, expected }) => ({ field, message: `Give ${expected}.` })),
  }));
  return issues.length === 0;
}

function changesToSend(): Fields {
  return Object.fromEntries(
    Object.entries(changesNow()).map(([key, typed]) => [key, settingOf(key as SettingKey, typed)]),
  );
}

/** Applies all changes or none. If the app rejects them, what was typed stays. */
export async function apply(): Promise<void> {
  const previous = settings.store.get().value;
  if (progress.get().isApplying || previous === null || Object.keys(changesNow()).length === 0) return;
  progress.update((now) => ({ ...now, isApplying: true }));
  clearTimeout(timer);
  try {
    if (!(await check())) return;
    const sent = changesToSend();
    // With another port, the page moves to another origin, where it needs its own session.
    const code = 'port' in sent ? await sessionCode() : null;
    const { port } = await rpc('update_settings', { changes: sent });
    dropDraft(NAME);
    if (code !== null && movesTo(port)) {
      await exchangeDrafts();
      goToPort(port, code);
      return;
    }
    await Promise.all([settings.load(), appStatus.load()]);
    sayApplied({ ...previous }, sent);
  } catch (error) {
    takeFailure(error);
  } finally {
    progress.update((now) => ({ ...now, isApplying: false }));
  }
}

function takeFailure(error: unknown): void {
  const field = error instanceof ApiError ? error.field : null;
  if (field === null) sayError(`The settings cannot be changed: ${messageOf(error)}`);
  else progress.update((now) => ({ ...now, issues: [{ field, message: messageOf(error) }] }));
}

/** Offers to undo the changes, unless a secret was replaced: the app does not reveal the old one. */
function sayApplied(previous: Fields, sent: Fields): void {
  const text = `Applied ${changeCount(sent)}`;
  const before = valuesOf(previous, Object.keys(sent));
  if (countSecrets(before) > countSecrets(sent)) say(`${text}. The secret that was replaced is gone`);
  else say(text, () => void takeBack(before));
}

function valuesOf(all: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(keys.map((key) => [key, all[key]]));
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
