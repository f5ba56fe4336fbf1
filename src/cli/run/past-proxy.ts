// Programs with traffic that bypasses the proxy regardless of their environment, and how to capture each. A run
// prints the warning when it starts such a program. It prints the remedy at its end if the program connected without
// the proxy. See also docs/environment.md.
import { basename } from 'node:path';
import { printable } from '../../base/printable.ts';
import { formatAuthority } from '../../codec/http1/target.ts';
import type { PassingApp } from '../../traffic/insights/report/run-facts.ts';
import { counted } from './tally.ts';

interface PassingProgram {
  readonly names: RegExp;
  /** Said when a run starts it; null for a program that goes through the proxy as a rule. */
  readonly reason: string | null;
  /** The means that catches it; null where there is none. */
  readonly remedy: string | null;
  /** True where the remedy is a better one than a transparent run. */
  readonly isBest?: boolean;
}

const PROGRAMS: readonly PassingProgram[] = [
  {
    names: /^(google-chrome(-stable)?|chrome|chromium(-browser)?|msedge|microsoft-edge|brave(-browser)?)$/,
    reason: 'does not read the proxy variables',
    remedy: 'use "proxyctl run --browser chromium"',
    isBest: true,
  },
  {
    names: /^firefox(-esr)?$/,
    reason: 'does not trust the certificate',
    remedy: 'use "proxyctl run --browser firefox"',
    isBest: true,
  },
  {
    names: /^bunx?$/,
    reason: 'sends WebSockets past the proxy; fetch and node:http go through it',
    remedy: 'give WebSocket the option { proxy: process.env.HTTPS_PROXY }',
  },
  {
    names: /^go$/,
    reason: 'never uses a proxy for localhost and 127.0.0.0/8',
    remedy: 'give the server another name',
  },
  {
    names: /^(docker|podman|nerdctl)$/,
    reason: 'does not hand the variables on',
    remedy: 'give its containers proxy and certificate with --env and --volume',
  },
  {
    names: /^(sudo|doas)$/,
    reason: 'removes the variables from the environment',
    remedy: 'put "proxyctl run" behind it',
  },
  {
    names: /^ssh$/,
    reason: 'starts programs on another machine, whose traffic does not come here',
    remedy: null,
  },
  {
    names: /^node(js)?$/,
    reason: null,
    remedy: 'give its library an agent or dispatcher for HTTPS_PROXY',
  },
  { names: /^python[\d.]*$/, reason: null, remedy: 'give its library the proxy of HTTPS_PROXY' },
  { names: /^java$/, reason: null, remedy: 'give its client the system properties, or http.proxyHost' },
];

/**
 * Returns a line about the program that `command` starts; null when none of its traffic is known to bypass the proxy.
 */
export function pastProxy(command: readonly string[]): string | null {
  const name = programName(command);
  const { reason = null, remedy = null } = known(name) ?? {};
  if (reason === null) return null;
  return remedy === null ? `${name} ${reason}` : `${name} ${reason}: ${remedy}`;
}

/**
 * Returns the way to capture a program's traffic; null when there is none, or when the run of `command` has already
 * printed it.
 */
export function remedyFor(
  app: string | null,
  command: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string | null {
  const own = known(app ?? '');
  const isSaid = own !== undefined && own === known(programName(command)) && pastProxy(command) !== null;
  const remedy = isSaid ? null : (own?.remedy ?? null);
  if (platform !== 'linux' || own?.isBest === true) return remedy ?? (isSaid ? null : FALLBACK);
  return remedy === null ? 'add --transparent' : `add --transparent, or ${remedy}`;
}

/** Returns a line about a program that was seen to connect without the proxy. */
export function passingLine({ app, processes, connections, remedy }: PassingApp): string {
  const name = app === null ? 'a program' : printable(app);
  const pids = `${processes.length === 1 ? 'process' : 'processes'} ${listed(processes.map(String))}`;
  const ends = connections.map(
    ({ address, port, count }) => `${formatAuthority(address, port)} (${counted(count, 'connection')})`,
  );
  const line = `past the proxy: ${name} (${pids}) connected to ${listed(ends)}`;
  return remedy === null ? line : `${line}: ${remedy}`;
}

/** Number of processes, and of other ends, that a line names. */
const MAX_NAMED = 5;

function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const FALLBACK = 'set the proxy in its own settings';

function known(name: string): PassingProgram | undefined {
  return PROGRAMS.find(({ names }) => names.test(name));
}

function programName([program = '']: readonly string[]): string {
  return basename(program).replace(/\.exe$/i, '');
}
