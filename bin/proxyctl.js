#!/usr/bin/env node
// Starts the command line: in this process when this Node can run it, else in the newer Node of the checkout. Written
// in plain JavaScript that Node 20 can parse. A checkout runs its sources; the published package runs dist/.
import { existsSync, readFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { constants, homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const oldestNode = 24;

if (majorOf(process.versions.node) >= oldestNode) {
  enableCompileCache();
  await import(entry().href);
} else {
  const newerNode = process.env.PROXYCTL_LAUNCHED ? undefined : findNewerNode();
  if (newerNode === undefined) fail(`${needed()}, this is ${process.versions.node}; ${remedy()}`);
  else await relaunch(newerNode);
}

/** @returns {URL} the command line's module */
function entry() {
  const source = new URL('../src/cli/main.ts', import.meta.url);
  return existsSync(source) ? source : new URL('../dist/cli/main.js', import.meta.url);
}

function enableCompileCache() {
  try {
    module.enableCompileCache?.(join(cacheFolder(), 'proxyctl', 'compile-cache'));
  } catch {
    // Without a home folder there is no compile cache, which only makes it slower.
  }
}

// The user's own cache folder: Node's default is in the shared temporary folder, where other users of the machine could
// plant code.
function cacheFolder() {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  const xdg = process.env.XDG_CACHE_HOME;
  return xdg && isAbsolute(xdg) ? xdg : join(homedir(), '.cache');
}

/** @param {string} version */
function majorOf(version) {
  return Number.parseInt(version, 10);
}

/** @returns {string | undefined} the Node that the dev dependency `node` installed */
function findNewerNode() {
  const folders = createRequire(import.meta.url).resolve.paths('node-of-the-checkout') ?? [];
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const folder of folders) {
    const path = join(folder, 'node', 'bin', executable);
    if (existsSync(path) && packageMajor(join(folder, 'node', 'package.json')) >= oldestNode) return path;
  }
  return undefined;
}

/** @param {string} packageJson */
function packageMajor(packageJson) {
  try {
    const { version } = /** @type {{ version: string }} */ (JSON.parse(readFileSync(packageJson, 'utf8')));
    return majorOf(version);
  } catch {
    return 0;
  }
}

/**
 * Runs this file again under `node`, and exits as it does. The ipc channel carries signals, and closes when this
 * process ends (see src/cli/launcher-channel.ts).
 *
 * @param {string} node
 */
async function relaunch(node) {
  const { spawn } = await import('node:child_process');
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PROXYCTL_LAUNCHED: '1' },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (child.connected) child.send({ type: 'signal', signal }, ignoreClosedChannel);
      else child.kill(signal);
    });
  }
  child.on('error', (error) => fail(`cannot start ${node}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
}

function ignoreClosedChannel() {
  // The child ended while a signal was on its way; its exit code follows.
}

function needed() {
  return `proxyctl needs Node.js ${oldestNode} or newer`;
}

function remedy() {
  const checkout = fileURLToPath(new URL('..', import.meta.url));
  const isCheckout = existsSync(join(checkout, 'package-lock.json'));
  return isCheckout ? `run "npm ci" in ${checkout}, which installs one` : 'see https://nodejs.org';
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = 1;
}
