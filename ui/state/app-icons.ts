// The icons of apps as `blob:` URLs. Each icon is requested once, when its app is first shown.
import { useEffect, useSyncExternalStore } from 'react';
import { request } from '../api/client.ts';
import { isViewer } from './mode.ts';
import { createStore } from './store.ts';

const icons = createStore<ReadonlyMap<string, string>>(new Map());
const asked = new Set<string>();
const MAX_APPS = 500;

/** Returns the URL of the icon; undefined while it is unknown, or when the system has none. */
export function useAppIcon(app: string): string | undefined {
  useEffect(() => ask(app), [app]);
  return useSyncExternalStore(icons.subscribe, () => icons.get().get(app));
}

function ask(app: string): void {
  if (isViewer || asked.has(app) || asked.size >= MAX_APPS) return;
  asked.add(app);
  void load(app).catch(() => undefined);
}

async function load(app: string): Promise<void> {
  const response = await request(`/api/app-icon?${new URLSearchParams({ app }).toString()}`);
  if (response.status === 204) return;
  const address = URL.createObjectURL(await response.blob());
  icons.update((known) => new Map(known).set(app, address));
}
