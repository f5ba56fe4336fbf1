// Light or dark, as the system or the user chose. This browser keeps it: it belongs to the display.
import { useMedia } from './media.ts';
import { createBrowserPreference, isOneOf } from './preferences.ts';
import { useStore } from './store.ts';

export const theme = createBrowserPreference('theme', 'system', isOneOf('system', 'light', 'dark'));

/** Returns the theme on the screen, for what is drawn with its colours and has to be drawn again with others. */
export function useShownTheme(): 'light' | 'dark' {
  const chosen = useStore(theme);
  const isDark = useMedia('(prefers-color-scheme: dark)');
  return chosen === 'system' ? (isDark ? 'dark' : 'light') : chosen;
}

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
