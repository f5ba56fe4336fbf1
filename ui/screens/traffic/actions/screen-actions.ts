// Actions on the traffic screen as a whole: files, filter, panes.
import { createPreference, isBoolean } from '../../../state/preferences.ts';
import { createStore } from '../../../state/store.ts';
import { sayError } from '../../../state/toasts.ts';
import { view } from '../model/view.ts';
import { openFiles } from './request-actions.ts';

export const isSidebarOpen = createPreference('traffic.sidebar', true, isBoolean);
/** In a narrow window the sources are a drawer, closed until the user opens it. */
export const isDrawerOpen = createStore(false);
/** True while the user names the filter to save. */
export const isNamingFilter = createStore(false);

const NARROW = '(max-width: 1279px)';

/** Shows or hides the sources, which are a drawer in a narrow window. */
export function toggleSidebar(): void {
  if (matchMedia(NARROW).matches) isDrawerOpen.update((isOpen) => !isOpen);
  else isSidebarOpen.update((isOpen) => !isOpen);
}

export function focusFilter(): void {
  document.querySelector<HTMLInputElement>('#traffic-filter')?.focus();
}

/** Asks for the name under which to save the filter. */
export function saveCurrentFilter(): void {
  if (view.get().text.trim() === '') sayError('There is no filter to save: type one first');
  else isNamingFilter.set(true);
}

/** Lets the user choose files of captured traffic. */
export function chooseFiles(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = '.har,.chlsj,.proxysession,.json';
  input.addEventListener('change', () => void openFiles(input.files ?? []));
  input.click();
}
