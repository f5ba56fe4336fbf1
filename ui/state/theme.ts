// Light or dark, as the system or the user chose. This browser keeps it: it belongs to the display.
import { createBrowserPreference, isOneOf } from './preferences.ts';

export const theme = createBrowserPreference('theme', 'system', isOneOf('system', 'light', 'dark'));

/** Applies the theme now and whenever it changes. */
export function applyTheme(): void {
  const apply = (): void => {
    const choice = theme.get();
    if (choice === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = choice;
  };
  theme.subscribe(apply);
  apply();
}
