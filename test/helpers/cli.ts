// The command line as a process, in a data folder of the test.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The file that starts `proxyctl` from its sources, module by module. */
export const sourcesLauncher = fileURLToPath(new URL('../../bin/proxyctl.js', import.meta.url));
/** The file that starts it: as it is published in end-to-end tests (see built-package.ts), otherwise from its sources. */
export const launcher = process.env['TEST_LAUNCHER'] ?? sourcesLauncher;
/** The single executable, where the suite runs against it: `TEST_EXECUTABLE=dist-executable/proxyctl npx vitest …`. */
const executable = process.env['TEST_EXECUTABLE'];
const endWithParent = new URL('end-with-parent.mjs', import.meta.url).href;

export interface CliOptions {
  /** Its data folder. */
  readonly home: string;
  /** Added to the environment of the test. */
  readonly env?: NodeJS.ProcessEnv;
  /** Working directory. */
  readonly cwd?: string;
  /** True to run the sources. */
  readonly fromSources?: boolean;
}

export interface CliResult {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `proxyctl <args>` to its end. */
export function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  return startCli(args, options).ended;
}

export interface RunningCli extends AsyncDisposable {
  readonly child: ChildProcess;
  /** The output so far. */
  readonly stdout: string;
  readonly stderr: string;
  readonly ended: Promise<CliResult>;
  /** Resolves with the match when standard output or error matches; rejects when the process ends first. */
  saying(pattern: RegExp, from?: 'stdout' | 'stderr'): Promise<RegExpExecArray>;
  /** Ends the process, if it still runs. */
  stop(signal?: NodeJS.Signals): Promise<CliResult>;
}

/** Starts `proxyctl <args>`; the test stops it, or declares it with `await using`. */
export function startCli(
  args: readonly string[],
  { home, env, cwd, fromSources = false }: CliOptions,
): RunningCli {
  const node = [
    process.execPath,
    '--import',
    endWithParent,
    fromSources ? sourcesLauncher : launcher,
  ] as const;
  const [program, ...options] = executable === undefined || fromSources ? node : [executable];
  const child = spawn(program, [...options, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', PROXYCTL_HOME: home, ...env },
    cwd,
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  }
  const ended = once(child, 'close').then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    ...said,
  }));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<CliResult> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ended;
  };
  return {
    child,
    get stdout() {
      return said.stdout;
    },
    get stderr() {
      return said.stderr;
    },
    ended,
    saying: (pattern, from = 'stderr') =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(said[from]);
          if (found === null) return;
          child[from]?.off('data', look);
          resolve(found);
        };
        child[from]?.on('data', look);
        look();
        void ended.then(() =>
          reject(new Error(`${String(pattern)} was not said:\n${said.stdout}${said.stderr}`)),
        );
      }),
    stop,
    [Symbol.asyncDispose]: () => stop().then(() => undefined),
  };
}
