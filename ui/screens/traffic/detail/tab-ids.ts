// The tabs of the detail, and the one that is shown.
import { createBrowserPreference } from '../../../state/preferences.ts';

const TAB_IDS = ['exchange', 'messages', 'overview', 'timing', 'tls', 'rules', 'code'] as const;
export type TabId = (typeof TAB_IDS)[number];

export function isTabId(value: unknown): value is TabId {
  return TAB_IDS.includes(value as TabId);
}

export const chosenTab = createBrowserPreference<TabId>('traffic.tab', 'exchange', isTabId);
