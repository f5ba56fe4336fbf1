// The tabs of the detail, and the one that is shown. A WebSocket has one of its own, since its handshake says little.
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { createBrowserPreference, type Preference } from '../../../state/preferences.ts';

const TAB_IDS = ['exchange', 'messages', 'overview', 'timing', 'tls', 'rules', 'code'] as const;
export type TabId = (typeof TAB_IDS)[number];

export function isTabId(value: unknown): value is TabId {
  return TAB_IDS.includes(value as TabId);
}

export const chosenTab = createBrowserPreference<TabId>('traffic.tab', 'exchange', isTabId);
export const webSocketTab = createBrowserPreference<TabId>('traffic.webSocketTab', 'messages', isTabId);

/** Returns the tab of a request, for all of its kind. */
export function tabOf(flow: Pick<FlowSummary, 'status'> | undefined): Preference<TabId> {
  return flow !== undefined && isWebSocket(flow) ? webSocketTab : chosenTab;
}

export function isWebSocket({ status }: Pick<FlowSummary, 'status'>): boolean {
  return status === 101;
}

/** Shows a tab, whatever the request is. */
export function showTab(tab: TabId): void {
  chosenTab.set(tab);
  webSocketTab.set(tab);
}
