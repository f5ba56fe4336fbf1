// The side of an exchange that a narrow detail shows, and the tab of each side. Each side remembers its
// own, and each browser: a window beside another one may show another tab.
import { createBrowserPreference, isOneOf } from '../../../state/preferences.ts';

export type SideTab = 'headers' | 'query' | 'cookies' | 'body' | 'raw';
const isSideTab = isOneOf('headers', 'query', 'cookies', 'body', 'raw');

export const shownSide = createBrowserPreference('traffic.side', 'response', isOneOf('request', 'response'));

export const sideTabs = {
  request: createBrowserPreference<SideTab>('traffic.requestTab', 'headers', isSideTab),
  response: createBrowserPreference<SideTab>('traffic.responseTab', 'body', isSideTab),
};
