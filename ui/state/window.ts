// The name by which the app knows this window: the steps that it takes back and what goes on for it belong to the name.
// It survives a reload. A window that was duplicated, and has the name of another, takes a new one.

const KEY = 'proxyctl.window';

export const windowName = await claimName(sessionStorage.getItem(KEY) ?? crypto.randomUUID());

async function claimName(name: string): Promise<string> {
  const isOurs = await claim(name);
  const claimed = isOurs ? name : crypto.randomUUID();
  if (!isOurs) await claim(claimed);
  sessionStorage.setItem(KEY, claimed);
  return claimed;
}

/** Resolves with false where another window holds the name. It is held until the page is left. */
function claim(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const held = new Promise<never>(() => undefined);
    void navigator.locks.request(`${KEY}.${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : held;
    });
  });
}
