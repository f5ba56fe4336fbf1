// Light or dark, as the system or the user chose.
import { createPreference, isOneOf } from './preferences.ts';

export const theme = createPreference('theme', 'system', isOneOf('system', 'light', 'dark'));

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
