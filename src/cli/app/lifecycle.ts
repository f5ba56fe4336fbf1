// Starts the app in the background, waits for it and stops it. It finds the app by its port and the token in the data
// folder.
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAppReachable, isAppRunning, runningPort } from '../../app/state/instance.ts';
import { dataFolder } from '../../base/data-folder.ts';
import { UserError } from '../../base/errors.ts';
import { productName } from '../../base/product.ts';
import { controlClient } from '../../control/client.ts';
import { startDetached } from '../detached.ts';
import { amount } from '../collection/amount.ts';
import type { AppFlags } from './app.ts';
import { openPage } from '../browser/open-page.ts';
import { say, welcome } from './session.ts';

const POLL_MS = 50;
/** Milliseconds that an app has to start or to end. */
const PATIENCE_MS = 60_000;
/** Longest wait that can be asked for, in seconds: a day. */
const MAX_WAIT = 86_400;

/** The options of `app` that do not run the app in this process. */
export interface BackgroundFlags extends AppFlags {
  readonly detach?: true | undefined;
  /** Seconds to wait; true without a value. */
  readonly wait?: string | true | undefined;
}

/** Starts the app in another process, or waits for it. Resolves with the exit code. */
export async function appInBackground(flags: BackgroundFlags): Promise<number> {
  const { detach, wait } = flags;
  if (wait === undefined) return startInBackground(flags);
  if (detach === undefined) return waitForApp(wait);
  throw new UserError('CONFLICT', '--detach and --wait exclude each other: --detach waits by itself');
}

/** Starts the app, if none runs, and prints its link. Rejects with the error that it ended with. */
async function startInBackground(flags: AppFlags): Promise<number> {
  const home = dataFolder();
  if (await isAppReachable(home)) {
    const port = await listeningPort(home, PATIENCE_MS);
    say(`${productName} is already running on port ${port}`);
    return showLink(home, port, flags.open);
  }
  const path = join(home, LOG);
  const log = await open(path, 'w', 0o600);
  const child = startDetached(['app', '--no-open', ...startOptions(flags)], log.fd);
  await log.close();
  const ended = new AbortController();
  child.once('exit', () => ended.abort()).once('error', () => ended.abort());
  const port = await listeningPort(home, PATIENCE_MS, ended.signal).catch(async (error: unknown) => {
    child.kill();
    throw ended.signal.aborted ? new UserError('UNAVAILABLE', await lastError(path)) : error;
  });
  say(`${productName} is listening on http://127.0.0.1:${port}; "proxyctl stop" ends it`);
  return showLink(home, port, flags.open);
}

/** File in the data folder that takes what the app in the background says. */
const LOG = 'app.log';

function startOptions({ port, workspace }: AppFlags): readonly string[] {
  return [
    ...(port === undefined ? [] : ['--port', port]),
    ...(workspace === undefined ? [] : ['--workspace', workspace]),
  ];
}

/** Prints the link, and opens the page in a browser. */
async function showLink(home: string, port: number, open: boolean): Promise<number> {
  const client = await controlClient(home, port, say);
  const link = async (): Promise<string> => `http://127.0.0.1:${port}/#code=${await client.sessionCode()}`;
  // Each code admits one browser.
  if (open) await openPage(await link());
  await welcome(await link(), false);
  return 0;
}

/** Waits until the app listens, whoever starts it. `seconds`: what `--wait` was given; true without a value. */
async function waitForApp(seconds: string | true): Promise<number> {
  const limit = seconds === true ? PATIENCE_MS : amount('--wait', seconds, 1, MAX_WAIT) * 1000;
  const port = await listeningPort(dataFolder(), limit);
  say(`${productName} is listening on http://127.0.0.1:${port}`);
  return 0;
}

/** Shuts down the app in order. Resolves when it has released its port and its data folder. */
export async function stopApp(): Promise<number> {
  const home = dataFolder();
  if (!(await isAppReachable(home))) {
    say(`${productName} is not running`);
    return 0;
  }
  const port = await listeningPort(home, PATIENCE_MS);
  await (await controlClient(home, port, say)).stop();
  await until(async () => !(await isAppRunning(home)), PATIENCE_MS, `the app on port ${port} has not ended`);
  say(`${productName} has stopped`);
  return 0;
}

/** Resolves with the port once the app answers there. */
async function listeningPort(home: string, ms: number, signal?: AbortSignal): Promise<number> {
  const answering = async (): Promise<number | null> => {
    const port = await runningPort(home);
    if (port === null) return null;
    const client = await controlClient(home, port, say);
    return client.status().then(
      () => port,
      () => null,
    );
  };
  return until(answering, ms, 'the app does not listen: start it with "proxyctl app"', signal);
}

/** Asks until there is an answer. Rejects with a UserError after `ms`, which says how long it has waited. */
async function until<T>(
  ask: () => Promise<T | null | false>,
  ms: number,
  failure: string,
  signal?: AbortSignal,
): Promise<T> {
  for (const end = performance.now() + ms; performance.now() < end;) {
    const answer = await ask();
    if (answer !== null && answer !== false) return answer;
    await sleep(POLL_MS, undefined, { signal });
  }
  throw new UserError('UNAVAILABLE', `${failure} (waited ${ms / 1000} s)`);
}

async function lastError(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const errors = [...text.matchAll(/^error: (.*)$/gm)];
  return errors.at(-1)?.[1] ?? `the app has ended; ${path} has what it said`;
}
