// The icons of apps, for lists that name them. One search runs at a time, and its result is cached.
import { Lru } from '../../base/lru.ts';
import type { AppIcon, IconSearch } from './contract.ts';

export type { AppIcon } from './contract.ts';

// Each system's search is loaded when it is used.
const SEARCHES: Partial<Record<NodeJS.Platform, () => Promise<IconSearch>>> = {
  linux: async () => (await import('./linux.ts')).linuxIcons(),
  darwin: async () => (await import('./macos.ts')).macosIcons(),
  win32: async () => (await import('./windows.ts')).windowsIcons(),
};

const nothing: IconSearch = () => Promise.resolve(null);
const MAX_APPS = 200;

/** Returns a search for icons that never rejects. */
export function appIcons(load = SEARCHES[process.platform]): IconSearch {
  const icons = new Lru<string, Promise<AppIcon | null>>(MAX_APPS);
  let last: Promise<unknown> = Promise.resolve();
  const search = async (app: string): Promise<AppIcon | null> => {
    try {
      return await ((await load?.()) ?? nothing)(app);
    } catch {
      return null;
    }
  };
  return (app) => {
    const known = icons.get(app);
    if (known !== undefined) return known;
    const icon = last.then(() => search(app));
    last = icon;
    icons.set(app, icon);
    return icon;
  };
}
