// Chromium and its relatives: options for the proxy, and for the key of our root, whose certificates are accepted.
import { chromiumPaths } from '../../app/browser.ts';
import { keyHash } from '../../../certs/key-hash.ts';
import type { BrowserPlan, Places } from './contract.ts';

export const chromiumPlaces: Places = (platform, env) => ({
  paths: chromiumPaths(platform, env),
  programs: [],
});

export function chromiumCommand({
  program,
  profile,
  proxyPort,
  caPem,
  args,
}: BrowserPlan): Promise<readonly string[]> {
  const options = [
    `--user-data-dir=${profile}`,
    `--proxy-server=http://127.0.0.1:${proxyPort}`,
    // Loopback goes through the proxy too.
    '--proxy-bypass-list=<-loopback>',
    `--ignore-certificate-errors-spki-list=${keyHash(caPem)}`,
    '--no-first-run',
    '--no-default-browser-check',
    // Its own traffic is not what the user wants to see.
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--allow-browser-signin=false',
    '--disable-features=NetworkTimeServiceQuerying,OptimizationHints',
    '--disable-quic',
  ];
  return Promise.resolve([program, ...options, ...withoutSandbox(), ...args]);
}

/** Chromium refuses to run as root with its sandbox. */
function withoutSandbox(): readonly string[] {
  return process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
