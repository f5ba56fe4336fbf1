// Runs client programs behind `proxyctl run --`, with servers for them, apart from the configuration of this machine's
// user, and reads what the run recorded.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { devNull, homedir } from 'node:os';
import { join } from 'node:path';
import { runCli, type CliResult } from './cli.ts';
import { clientFiles, type ClientCase, type Recorded } from './clients.ts';
import { temporaryHome } from './home.ts';
import { findProgram } from './need.ts';
import { startOrigin, type Origin } from './origin.ts';
import { acceptUpgrade } from './upgrades.ts';

export interface Wrapping extends AsyncDisposable {
  readonly origin: Origin;
  /** The data folder. */
  readonly home: string;
  /** The working folder, which has the files of the clients; the origin serves `repository.git` in it. */
  readonly work: string;
  /** The environment of the runs, besides that of the test. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs a command with everything decrypted. */
  wrapped(...command: readonly string[]): Promise<CliResult>;
}

/** A host that the runs resolve to this machine, for clients that use no proxy for `localhost`. */
const NAMED = 'origin.test';

export async function startWrapping(): Promise<Wrapping> {
  const [work, home] = [temporaryHome(), temporaryHome()];
  const origin = await startOrigin(serving(work.path), acceptUpgrade);
  for (const [name, text] of Object.entries({ ...clientFiles, empty: '', 'tools.json': TOOLS }))
    writeFileSync(join(work.path, name), text);
  const env = environment(origin, work.path);
  const options = [
    '--port',
    '0',
    '--ssl',
    '*',
    '--insecure',
    NAMED,
    '--tools',
    join(work.path, 'tools.json'),
  ];
  return {
    origin,
    home: home.path,
    work: work.path,
    env,
    wrapped: (...command) =>
      runCli(['run', ...options, '--', ...command], { home: home.path, env, cwd: work.path }),
    async [Symbol.asyncDispose]() {
      await origin.close();
      home.remove();
      work.remove();
    },
  };
}

const TOOLS = JSON.stringify({
  version: 1,
  tools: { dnsSpoofing: { enabled: true, rules: [{ host: NAMED, address: '127.0.0.1' }] } },
});

/** True when everything that the client needs is installed. */
export function isInstalled({ needs, ready }: ClientCase): boolean {
  return needs.every((program) => findProgram(program) !== undefined) && ready?.() !== false;
}

/** Returns the requests that a run printed, with a command or without one. */
export function recorded({ stdout, stderr }: CliResult): readonly Recorded[] {
  const line = /#\d+ \[([^\]]*)\] (\S+) (\S+) https?:\/\/[^/\s]+(\S*) \d.*?( 🔒)?$/gm;
  return [...(stdout + stderr).matchAll(line)].map(
    ([, app = '', status = '', method = '', path = '', lock]) => {
      return { app, status, method, path, decrypted: lock !== undefined };
    },
  );
}

/**
 * Serves the repository as plain files, which git can clone, and responds to other requests with their method and URL.
 */
function serving(folder: string): RequestListener {
  return (request, response) => {
    const path = /^\/(repository\.git\/[^?]*)/.exec(request.url ?? '')?.[1];
    const file = path === undefined ? undefined : join(folder, path);
    if (file === undefined) response.end(`${request.method ?? ''} ${request.url ?? ''}\n`);
    else if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) response.end(readFileSync(file));
    else response.writeHead(404).end();
  };
}

function environment({ http, https, httpPort, httpsPort, caPath }: Origin, work: string): NodeJS.ProcessEnv {
  const empty = join(work, 'empty');
  return {
    NODE_EXTRA_CA_CERTS: caPath,
    SECURE: https,
    PLAIN: http.replace('127.0.0.1', 'localhost'),
    NAMED_SECURE: `https://${NAMED}:${httpsPort}`,
    NAMED_PLAIN: `http://${NAMED}:${httpPort}`,
    CURL_HOME: work,
    WGETRC: empty,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    PIP_CONFIG_FILE: devNull,
    npm_config_userconfig: empty,
    CARGO_HOME: join(work, 'cargo'),
    RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup'),
    GO111MODULE: 'off',
    HTTPIE_CONFIG_DIR: work,
  };
}
