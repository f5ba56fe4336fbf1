// The requests that are changed together, and what was typed for them. Both survive a reload.
import type { SharedChange } from '../../../../src/collections/model/shared-change.ts';
import { rpc } from '../../../api/client.ts';
import { attempt, count } from '../../../state/actions.ts';
import { createStore } from '../../../state/store.ts';
import { say } from '../../../state/toasts.ts';
import { windowName } from '../../../state/window.ts';
import { undoStep } from '../model/steps.ts';
import { openTab } from '../model/tabs.ts';
import type { TreeObject } from '../model/workspace.ts';

export interface Together {
  /** The ids of the requests, as they are in the tree. */
  readonly ids: readonly string[];
  readonly change: SharedChange;
  /** Requests that the change leaves out. */
  readonly leftOut: readonly string[];
}

export const TOGETHER = 'page:together';
const STORED = 'proxyctl.client.together';

export const together = createStore<Together>(stored());

together.subscribe(() => {
  try {
    const { change, ...rest } = together.get();
    const { auth, ...kept } = change;
    // An authorization may have secrets, which no browser keeps.
    const isOwn = auth !== undefined && auth.type !== 'inherit' && auth.type !== 'none';
    sessionStorage.setItem(STORED, JSON.stringify({ ...rest, change: isOwn ? kept : change }));
  } catch {
    // Without storage, or when it is full, it lasts as long as the page.
  }
});

/** Opens the page for these objects. A folder or collection counts as its requests. What was typed before stays. */
export function changeTogether(objects: readonly TreeObject[]): void {
  const ids = [...new Set(objects.flatMap(requestsIn))];
  if (ids.length === 0) return;
  together.update(({ change }) => ({ ids, change, leftOut: [] }));
  openTab(TOGETHER);
}

export function requestsIn({ kind, id, items = [], error }: TreeObject): readonly string[] {
  return kind === 'request' && error === undefined ? [id] : items.flatMap(requestsIn);
}

/** Replaces a part of the change; undefined leaves that part as each request has it. */
export function setPart<P extends keyof SharedChange>(part: P, value: SharedChange[P]): void {
  together.update((now) => {
    const { [part]: _, ...rest } = now.change;
    return { ...now, change: value === undefined ? rest : { ...rest, [part]: value } };
  });
}

export function discardTogether(): void {
  together.update(({ ids }) => ({ ids, change: {}, leftOut: [] }));
}

export function leaveOut(id: string, isLeftOut: boolean): void {
  together.update((now) => {
    const others = now.leftOut.filter((each) => each !== id);
    return { ...now, leftOut: isLeftOut ? [...others, id] : others };
  });
}

/** Applies the change as one step. What was typed stays when it fails. */
export async function applyTogether(): Promise<void> {
  const { ids, change, leftOut } = together.get();
  const requests = ids.filter((id) => !leftOut.includes(id));
  await attempt('Nothing was changed', async () => {
    const { changed } = await rpc('client.change_requests', { requests, change, window: windowName });
    say(`Changed ${count(changed, 'request')}`, undoStep);
    discardTogether();
  });
}

function stored(): Together {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? 'null');
    if (isTogether(value)) return value;
  } catch {
    // Another version may have written it.
  }
  return { ids: [], change: {}, leftOut: [] };
}

function isTogether(value: unknown): value is Together {
  return (
    typeof value === 'object' &&
    value !== null &&
    'ids' in value &&
    Array.isArray(value.ids) &&
    'leftOut' in value &&
    Array.isArray(value.leftOut) &&
    'change' in value &&
    typeof value.change === 'object'
  );
}
