// Sets the theme before anything is painted: the one that was chosen, otherwise that of the system.
const KEY = 'proxyctl-docs-theme';

function chosen(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // a browser may refuse storage
  }
}

const theme = chosen();
if (theme === 'dark' || theme === 'light') document.documentElement.dataset['theme'] = theme;

document.addEventListener('DOMContentLoaded', () => {
  const button = document.querySelector('#theme');
  const isDark = (): boolean => {
    const { theme: own } = document.documentElement.dataset;
    return own === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : own === 'dark';
  };
  const show = (): void => button?.setAttribute('aria-pressed', String(isDark()));
  button?.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = next;
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // It holds for this page alone then.
    }
    show();
  });
  show();
});
