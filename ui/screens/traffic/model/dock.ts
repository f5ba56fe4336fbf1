// The place of the detail and the sizes of the panes; remembered.
import { createPreference, isNumber, isOneOf } from '../../../state/preferences.ts';

export const dock = createPreference('traffic.dock', 'bottom', isOneOf('bottom', 'right'));
export const detailHeight = createPreference('traffic.detailHeight', 364, isNumber);
export const detailWidth = createPreference('traffic.detailWidth', 520, isNumber);
export const sidebarWidth = createPreference('traffic.sidebarWidth', 216, isNumber);
