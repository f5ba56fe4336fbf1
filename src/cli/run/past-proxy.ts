// Programs whose traffic, or part of it, goes past the proxy whatever their environment says; a run says so when it
// starts one. docs/environment.md has the same and more.
import { basename } from 'node:path';

const PROGRAMS: readonly { readonly names: RegExp; readonly text: string }[] = [
  {
    names: /^(google-chrome(-stable)?|chrome|chromium(-browser)?|msedge|microsoft-edge|brave(-browser)?)$/,
    text: 'does not read the proxy variables: use "proxyctl run --browser chromium"',
  },
  { names: /^firefox(-esr)?$/, text: 'does not trust the certificate: use "proxyctl run --browser firefox"' },
  { names: /^bunx?$/, text: 'sends WebSockets past the proxy; fetch and node:http go through it' },
  { names: /^go$/, text: 'never uses a proxy for localhost and 127.0.0.0/8: give the server another name' },
  {
    names: /^(docker|podman|nerdctl)$/,
    text: 'does not hand the variables on: give its containers proxy and certificate with --env and --volume',
  },
  {
    names: /^(sudo|doas)$/,
    text: 'removes the variables from the environment: put "proxyctl run" behind it',
  },
  { names: /^ssh$/, text: 'starts programs on another machine, whose traffic does not come here' },
];

/** Returns a line about the program that `command` starts; null when nothing is known to go past the proxy. */
export function pastProxy(command: readonly string[]): string | null {
  const name = basename(command[0] ?? '').replace(/\.exe$/i, '');
  const known = PROGRAMS.find(({ names }) => names.test(name));
  return known === undefined ? null : `${name} ${known.text}`;
}
