// The tabs of this window, which the app remembers: a window that is opened takes over those of the last one that was
// closed. A second window begins with none.
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import { request, rpc } from '../../../api/client.ts';
import { isSwitching } from '../../../state/opened-workspace.ts';
import { windowName } from '../../../state/window.ts';
import { addTabs, isNewWindow, tabs, type Tab } from './tabs.ts';

/** Milliseconds after a change before it is saved. */
const PAUSE_MS = 300;
/** Tabs of what goes on in channels, which ends with the app. */
const PASSING = ['mock:', 'load:'];

let instead: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Opens the tabs of the last window, and follows those of this one. Without the app, a window has only its own. */
export async function rememberTabs(): Promise<void> {
  tabs.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void save().catch(() => undefined), PAUSE_MS);
  });
  addEventListener('pagehide', leave);
  await (isNewWindow ? takeOver() : save()).catch(() => undefined);
}

async function takeOver(): Promise<void> {
  const { windows } = await rpc('client.open_tabs', {});
  const last = windows.find(
    ({ window, isOpen, tabs: { length } }) => !isOpen && length > 0 && window !== windowName,
  );
  if (last === undefined) return;
  instead = last.window;
  addTabs({ list: last.tabs, current: last.current });
}

async function save(): Promise<void> {
  if (isSwitching) return;
  await rpc('client.save_open_tabs', params());
}

function leave(): void {
  if (isSwitching) return;
  const body = JSON.stringify({ method: 'client.save_open_tabs', params: { ...params(), isLeft: true } });
  request('/api/rpc', { method: 'POST', body, keepalive: true }).catch(() => undefined);
}

function params(): ParamsOf<'client.save_open_tabs'> {
  const { list, current } = tabs.get();
  const lasting = list.filter(isLasting);
  const isShown = lasting.some(({ key }) => key === current);
  return {
    window: windowName,
    tabs: lasting.map(({ key, isPreview }) => ({ key, isPreview })),
    current: isShown ? current : null,
    ...(instead !== undefined && { instead }),
  };
}

function isLasting({ key }: Tab): boolean {
  return !PASSING.some((prefix) => key.startsWith(prefix));
}
