// Another workspace was opened in the app: each window loads its page again, with the tabs that it had there.
const PREFIX = 'proxyctl.client.';

/** True from then on: what the page has open is of the former workspace. */
export let isSwitching = false;

/** Puts aside what this window has open in a workspace, brings back what it had in the other one, and loads the page. */
export function switchWorkspace(before: string, folder: string): void {
  isSwitching = true;
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX) && !key.includes('@'));
    for (const key of keys) moveItem(key, `${key}@${before}`);
    const suffix = `@${folder}`;
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && key.endsWith(suffix)) moveItem(key, key.slice(0, -suffix.length));
  } catch {
    // Without storage, or when it is full, the window begins without tabs.
  }
  location.reload();
}

function moveItem(from: string, to: string): void {
  const value = sessionStorage.getItem(from);
  if (value === null) return;
  sessionStorage.setItem(to, value);
  sessionStorage.removeItem(from);
}
