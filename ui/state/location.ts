// The location that the page shows, as the fragment of its URL: `#/tools?tool=mapLocal`. Back and forward work, and the
// app can name every location.
import type { UiLocation } from '../../src/session/methods/ui-types.ts';
import { createStore } from './store.ts';

export interface ScreenLocation {
  /** The id of the screen. */
  readonly screen: string;
  readonly params: Readonly<Record<string, string>>;
}

const HOME = 'traffic';

/** The app whose capture sheet is open, or null. */
export const capturedApp = createStore<string | null>(null);

/** The screens that show the targets of the method `open`. */
const SCREENS: Readonly<Record<string, string>> = {
  request: 'traffic',
  api_client: 'client',
};

export const shownLocation = createStore<ScreenLocation>({ screen: HOME, params: {} });

/** Parses the fragment of a URL. */
export function readLocation(fragment: string): ScreenLocation {
  const [, screen = '', query = ''] = /^#?\/([\w-]*)(?:\?(.*))?$/.exec(fragment) ?? [];
  return { screen: screen || HOME, params: Object.fromEntries(new URLSearchParams(query)) };
}

/** Returns the fragment of a location, with its `#`. */
export function locationFragment(screen: string, params: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(params).toString();
  return `#/${screen}${query === '' ? '' : `?${query}`}`;
}

/** Goes to a screen. An omitted parameter has the value with which the screen starts. */
export function go(screen: string, params: Readonly<Record<string, string>> = {}): void {
  location.hash = locationFragment(screen, params);
}

/** Shows the location that the method `open` names. */
export function showLocation({ target, ...params }: UiLocation): void {
  if (target === 'capture') capturedApp.set(params['app'] ?? null);
  else go(SCREENS[target] ?? target, params);
}

/** Follows the URL of the page. */
export function followLocation(): void {
  const read = (): void => shownLocation.set(readLocation(location.hash));
  addEventListener('hashchange', read);
  read();
}
