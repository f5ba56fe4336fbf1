// `setup chromium` and `setup firefox`: a browser with a fresh profile that uses the running proxy and trusts its
// root.
import { browserProfile, BROWSERS, findBrowser, type BrowserName } from '../browser/index.ts';
import { runCommand, stopCommand } from '../processes/command.ts';
import { note, type SetupRequest, type SetupTarget } from './contract.ts';

const TITLES: Readonly<Record<BrowserName, string>> = {
  chromium: 'Chromium, Chrome, Edge or Brave, beside your own, with a fresh profile',
  firefox: 'Firefox, beside your own, with a fresh profile',
};

export const browserTargets: readonly SetupTarget[] = BROWSERS.map((name) => ({
  name,
  title: TITLES[name],
  run: (request) => browse(name, request),
}));

async function browse(name: BrowserName, request: SetupRequest): Promise<number> {
  const { env, undo, port, caPem, caPath, command } = request;
  if (undo) {
    note('nothing to undo: the profile is removed when the browser ends');
    return 0;
  }
  const program = findBrowser(name, env);
  const profile = await browserProfile(name, { program, proxyPort: port, caPem, caPath, args: command });
  try {
    const browser = runCommand(profile.command, { ...env, ...profile.env });
    const stop = (): void => stopCommand(browser, 'SIGTERM');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
    return (await browser.exited).code;
  } finally {
    await profile.remove();
  }
}
