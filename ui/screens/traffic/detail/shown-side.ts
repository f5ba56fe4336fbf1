// The side of an exchange that a narrow detail shows, and the tab of each side. Each side remembers its own.
import { createPreference, isOneOf } from '../../../state/preferences.ts';

export type SideTab = 'headers' | 'query' | 'cookies' | 'body' | 'raw';
const isSideTab = isOneOf('headers', 'query', 'cookies', 'body', 'raw');

export const shownSide = createPreference('traffic.side', 'response', isOneOf('request', 'response'));

export const sideTabs = {
  request: createPreference<SideTab>('traffic.requestTab', 'headers', isSideTab),
  response: createPreference<SideTab>('traffic.responseTab', 'body', isSideTab),
};
