// The parts of a smoke test: a data folder, a server to ask, the command line, and the app, which is stopped at the end
// with the proxy of the system as it was.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { SystemProxy } from '../../src/system/system-proxy/index.ts';
import { startOrigin, type Origin } from '../../test/helpers/origin.ts';

export interface Output {
  /** Null when the program could not be started or was ended. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface World {
  /** The data folder. */
  readonly home: string;
  readonly origin: Origin;
  /** Runs `proxyctl` with these arguments. */
  readonly proxyctl: (...args: readonly string[]) => Promise<Output>;
  readonly program: (file: string, ...args: readonly string[]) => Promise<Output>;
  /** Calls an operation of the app that runs. Rejects with its error. */
  rpc(method: string, params: object): Promise<Readonly<Record<string, unknown>>>;
  /** The app; null while it does not run. */
  port: number | null;
  close(): Promise<void>;
}

const LAUNCHER = fileURLToPath(new URL('../../bin/proxyctl.js', import.meta.url));
const TIME_LIMIT_MS = 60_000;

export async function openWorld(): Promise<World> {
  const home = mkdtempSync(join(tmpdir(), 'proxyctl-smoke-'));
  const origin = await startOrigin();
  const env = { ...withoutProxies(), PROXYCTL_HOME: home, NODE_EXTRA_CA_CERTS: origin.caPath, NO_COLOR: '1' };
  const program: World['program'] = (file, ...args) =>
    new Promise((resolve) => {
      execFile(file, args, { env, timeout: TIME_LIMIT_MS, windowsHide: true }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        resolve({ code, stdout, stderr: stderr === '' ? (error?.message ?? '') : stderr });
      });
    });
  const proxyctl: World['proxyctl'] = (...args) => program(process.execPath, LAUNCHER, ...args);
  const world: World = {
    home,
    origin,
    port: null,
    program,
    proxyctl,
    async rpc(method, params) {
      const response = await fetch(`http://127.0.0.1:${world.port ?? 0}/api/rpc`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Proxy-Token': readFileSync(join(home, 'api-token'), 'utf8').trim(),
        },
        body: JSON.stringify({ method, params }),
      });
      const { result, error } = (await response.json()) as { result?: object; error?: string };
      if (error !== undefined) throw new Error(error);
      return { ...result };
    },
    async close() {
      await proxyctl('stop');
      // Whatever became of the app: its settings must not stay.
      await new SystemProxy({ home, startGuard: () => undefined }).off().catch((error: unknown) => {
        process.stderr.write(`check the proxy in the settings of the system: ${String(error)}\n`);
      });
      await origin.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return world;
}

/** Polls until `holds`; rejects with `what` was expected when that takes more than 20 seconds. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await delay(200);
  }
}

/** The servers of the checks are on this machine, and must not be asked for through a proxy of the user. */
function withoutProxies(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:https?|all|no)_proxy$/i.test(name)),
  );
}
