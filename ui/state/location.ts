// The place that the page shows, as its URL's fragment: `#/tools?tool=mapLocal`. Back and forward work, and the app can
// name every place.
import type { UiLocation } from '../../src/session/methods/ui-types.ts';
import { createStore } from './store.ts';

export interface Place {
  /** Id of the screen. */
  readonly screen: string;
  readonly params: Readonly<Record<string, string>>;
}

const HOME = 'traffic';

/** The app whose capture sheet is open; null for none. */
export const capturedApp = createStore<string | null>(null);

/** The screens that show what the method `open` names. */
const SCREENS: Readonly<Record<string, string>> = {
  request: 'traffic',
  api_client: 'client',
};

export const place = createStore<Place>({ screen: HOME, params: {} });

export function readPlace(fragment: string): Place {
  const [, screen = '', query = ''] = /^#?\/([\w-]*)(?:\?(.*))?$/.exec(fragment) ?? [];
  return { screen: screen || HOME, params: Object.fromEntries(new URLSearchParams(query)) };
}

export function placeFragment(screen: string, params: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(params).toString();
  return `#/${screen}${query === '' ? '' : `?${query}`}`;
}

/** Goes to a screen. Parameters that are left out are those of the screen's start. */
export function go(screen: string, params: Readonly<Record<string, string>> = {}): void {
  location.hash = placeFragment(screen, params);
}

/** Shows what the method `open` has named. */
export function showLocation({ target, ...params }: UiLocation): void {
  if (target === 'capture') capturedApp.set(params['app'] ?? null);
  else go(SCREENS[target] ?? target, params);
}

/** Follows the URL. */
export function followLocation(): void {
  const read = (): void => place.set(readPlace(location.hash));
  addEventListener('hashchange', read);
  read();
}
