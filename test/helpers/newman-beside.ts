// Newman and ours as two processes with the same files, the same arguments and the same server, for tests that compare
// what they do.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { launcher } from './cli.ts';
import { startEcho, type Echo, type Echoed } from './echo.ts';
import { temporaryHome, type TemporaryHome } from './home.ts';

const NEWMAN = createRequire(import.meta.url).resolve('newman/bin/newman.js');
const PROXIES = /^(?:https?|no|all)_proxy$|^(?:NO_|FORCE_)COLOR$/i;

/** The outcome of one of the two. */
export interface Done {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Requests in order of arrival. */
  readonly received: readonly Echoed[];
  /** Method, path and query of each. */
  readonly sent: readonly string[];
  /** Returns the JSON of a file that it has written. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly json: (name: string) => any;
  readonly text: (name: string) => string;
}

export interface Pair {
  readonly newman: Done;
  readonly ours: Done;
}

export class Beside implements AsyncDisposable {
  readonly echo: Echo;
  readonly #home: TemporaryHome = temporaryHome();

  private constructor(echo: Echo) {
    this.echo = echo;
  }

  static async start(): Promise<Beside> {
    return new Beside(await startEcho());
  }

  /** Writes a file into both working directories; returns its name. */
  write(name: string, content: unknown): string {
    for (const folder of [this.folder('newman'), this.folder('ours')]) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
      writeFileSync(path, isRaw ? content : JSON.stringify(content));
    }
    return name;
  }

  /** Runs both, one after the other: `newman run <args>` and `proxyctl collection run <args>`. */
  async run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Pair> {
    return { newman: await this.#run('newman', args, env), ours: await this.#run('ours', args, env) };
  }

  /** Runs both, and expects the same of them, which is `expected`. */
  async same<T>(
    args: readonly string[],
    pick: (done: Done) => T,
    expected: T,
    env?: NodeJS.ProcessEnv,
  ): Promise<void> {
    const { newman, ours } = await this.run(args, env);
    expect({ newman: pick(newman), ours: pick(ours) }).toEqual({ newman: expected, ours: expected });
  }

  /** Runs both, and expects something else of each. */
  async differ<T>(
    args: readonly string[],
    pick: (done: Done) => T,
    expected: { readonly newman: T; readonly ours: T },
    env?: NodeJS.ProcessEnv,
  ): Promise<void> {
    const { newman, ours } = await this.run(args, env);
    expect({ newman: pick(newman), ours: pick(ours) }).toEqual(expected);
  }

  async #run(which: 'newman' | 'ours', args: readonly string[], env: NodeJS.ProcessEnv): Promise<Done> {
    this.echo.received.length = 0;
    const folder = this.folder(which);
    const command = which === 'newman' ? [NEWMAN, 'run'] : [launcher, 'collection', 'run'];
    const inherited = Object.entries(process.env).filter(([name]) => !PROXIES.test(name));
    const child = spawn(process.execPath, [...command, ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...Object.fromEntries(inherited), PROXYCTL_HOME: join(this.#home.path, 'home'), ...env },
    });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => (said[name] += text));
    await once(child, 'close');
    const received = this.echo.received.splice(0);
    return {
      code: child.exitCode,
      ...said,
      received,
      sent: received.map(({ method, url }) => `${method} ${url.replace(/^[^/]*/, '')}`),
      json: (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown,
      text: (name) => readFileSync(join(folder, name), 'utf8'),
    };
  }

  /** Returns a working directory. */
  folder(which: 'newman' | 'ours'): string {
    const folder = join(this.#home.path, which);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.echo[Symbol.asyncDispose]();
    this.#home.remove();
  }
}

const PAGE = join(import.meta.dirname, '../../docs/api-client/newman.md');

/** Returns the first column of the table under a heading of the page about Newman, without backticks. */
export function rowsOfPage(heading: string): readonly string[] {
  const page = readFileSync(PAGE, 'utf8');
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const table = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return table.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)[1]!
      .trim()
      .replaceAll('`', ''),
  );
}
