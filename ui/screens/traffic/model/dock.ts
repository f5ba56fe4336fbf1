// The side on which the detail is docked, and the sizes of the panes. The app keeps both.
import { useMedia } from '../../../state/media.ts';
import { createPreference, isNumber, isOneOf } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';

export const dock = createPreference('traffic.dock', 'bottom', isOneOf('bottom', 'right'));
/** Returns the side on which the detail is docked; a narrow window has no room beside the list. */
export function useDock(): 'bottom' | 'right' {
  const chosen = useStore(dock);
  return useMedia('(max-width: 1279px)') ? 'bottom' : chosen;
}

/** Returns true where the detail opens over the list: a low window has no room for both, one below the other. */
export function useIsOver(): boolean {
  const docked = useDock();
  return useMedia('(max-height: 719px)') && docked === 'bottom';
}

/** The sizes of the panes, in pixels. */
export const detailHeight = createPreference('traffic.detailHeight', 364, isNumber);
export const detailWidth = createPreference('traffic.detailWidth', 520, isNumber);
export const sidebarWidth = createPreference('traffic.sidebarWidth', 216, isNumber);
