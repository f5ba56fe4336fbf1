// The options of `run`, read strictly: what is wrong ends the command before anything has started.
import { extname, resolve } from 'node:path';

export interface RunOptions {
  readonly port: number;
  readonly ssl: readonly string[];
  readonly sslApps: readonly string[];
  readonly keylog: string | null;
  readonly allInterfaces: boolean;
  /** Where the HAR goes. */
  readonly record: string | null;
  /** Milliseconds. */
  readonly duration: number | null;
  readonly quiet: boolean;
  readonly failOn5xx: boolean;
  readonly failOnError: boolean;
  /** The wrapped command and its arguments; empty without. */
  readonly command: readonly string[];
}

/** As commander gives them. */
export interface RunFlags {
  readonly port: string;
  readonly ssl: readonly string[];
  readonly sslApp: readonly string[];
  readonly keylog?: string | undefined;
  readonly allInterfaces?: true | undefined;
  readonly record?: string | undefined;
  readonly duration?: string | undefined;
  readonly quiet?: true | undefined;
  readonly failOn5xx?: true | undefined;
  readonly failOnError?: true | undefined;
}

/** Throws an Error that names the option. */
export function runOptions(command: readonly string[], flags: RunFlags): RunOptions {
  return {
    port: listenPort(flags.port),
    ssl: flags.ssl.map(hostPattern),
    sslApps: flags.sslApp,
    keylog: flags.keylog === undefined ? null : resolve(flags.keylog),
    allInterfaces: flags.allInterfaces === true,
    record: flags.record === undefined ? null : recordPath(flags.record),
    duration: flags.duration === undefined ? null : seconds(flags.duration) * 1000,
    quiet: flags.quiet === true,
    failOn5xx: flags.failOn5xx === true,
    failOnError: flags.failOnError === true,
    command,
  };
}

function listenPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new Error(
    `--port ${quoted(text)} is not a port: give a number from 1 to 65535, or 0 for any free one`,
  );
}

function hostPattern(text: string): string {
  const pattern = text.trim().toLowerCase();
  if (/^[^\s/:@]+$/.test(pattern) || /^\[?[0-9a-f:.*?]+\]?$/.test(pattern))
    return pattern.replace(/^\[(.*)\]$/, '$1');
  throw new Error(
    `--ssl ${quoted(text)} is not a host: give a name such as api.example.com, with * and ? as wildcards, without scheme, port or path`,
  );
}

function recordPath(text: string): string {
  if (extname(text).toLowerCase() === '.har') return resolve(text);
  throw new Error(`--record ${quoted(text)} does not end in .har: recordings are written as HAR`);
}

/** As long as a timer can wait: 24 days. */
const MOST_SECONDS = 2_147_483;

function seconds(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0 && value <= MOST_SECONDS) return value;
  throw new Error(`--duration ${quoted(text)} is not a time: give a number of seconds above 0`);
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
