// `run(options, callback)` with the options, events and summary of Newman's library
// (https://github.com/postmanlabs/newman#api-reference), so that a build script changes one import.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { asError, messageOf, UserError } from '../../base/errors.ts';
import { importContent } from '../../interchange/import/index.ts';
import type { Imported } from '../../collections/model/imported.ts';
import type { Variable } from '../../collections/model/values.ts';
import { reporterFormats } from '../reporters/index.ts';
import type { ReporterSettings } from '../reporters/contract.ts';
import type { Reporter } from '../runner/events.ts';
import type { RunOptions } from '../runner/options.ts';
import { runCollection } from '../runner/run.ts';
import { rowsOf } from '../../collections/storage/datasets.ts';
import { decodeText } from '../../documents/decode-text.ts';
import { customReporters } from './custom-reporters.ts';
import { download, isUrl, urlOf } from './download.ts';
import { NewmanEmitter } from '../newman-events/events.ts';
import { stateReporter, type StateFiles } from './state-files.ts';
import type { NewmanSummary } from '../newman-events/summary.ts';
import { trustFrom, type TrustOptions } from './trust.ts';

/** A path, a URL, or the object itself. */
type Source = string | object;
interface KeyValue {
  readonly key: string;
  readonly value: unknown;
}

/** Newman's options under Newman's names. Times are in milliseconds. */
export interface NewmanOptions extends StateFiles, TrustOptions {
  readonly collection: Source;
  readonly environment?: Source | undefined;
  readonly globals?: Source | undefined;
  readonly envVar?: KeyValue | readonly KeyValue[] | undefined;
  readonly globalVar?: KeyValue | readonly KeyValue[] | undefined;
  readonly iterationCount?: number | undefined;
  readonly iterationData?: string | readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly folder?: string | readonly string[] | undefined;
  readonly workingDir?: string | undefined;
  readonly insecureFileRead?: boolean | undefined;
  readonly timeout?: number | undefined;
  readonly timeoutRequest?: number | undefined;
  readonly timeoutScript?: number | undefined;
  readonly delayRequest?: number | undefined;
  readonly ignoreRedirects?: boolean | undefined;
  readonly insecure?: boolean | undefined;
  readonly bail?: boolean | readonly string[] | Readonly<Record<string, boolean>> | undefined;
  readonly suppressExitCode?: boolean | undefined;
  readonly reporters?: string | readonly string[] | undefined;
  readonly reporter?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  readonly color?: 'on' | 'off' | 'auto' | undefined;
  /** A path, or the JSON of a jar of tough-cookie. */
  readonly cookieJar?: Source | undefined;
  readonly postmanApiKey?: string | undefined;
}

/**
 * The callback of `run()`. `error` is set when the run cannot start or continue; failed tests are in
 * `summary.run.failures`.
 */
export type NewmanCallback = (error: Error | null, summary?: NewmanSummary) => void;

/** Starts a run, and immediately returns the emitter of its events. */
export function run(options: NewmanOptions, callback: NewmanCallback = () => undefined): NewmanEmitter {
  const emitter = new NewmanEmitter();
  void runAll(options, emitter).then(
    () => callback(emitter.summary?.error ?? null, emitter.summary ?? undefined),
    (error: unknown) => callback(asError(error), emitter.summary ?? undefined),
  );
  return emitter;
}

/** Options of Newman that are not supported, and what to do instead. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  requestAgents: 'name a proxy in HTTP_PROXY, HTTPS_PROXY or ALL_PROXY',
  abortOnError: 'use bail',
  abortOnFailure: 'use bail, and look at summary.run.failures',
};

function refuseLeftOut(options: object): void {
  for (const [name, value] of Object.entries(options))
    if (Object.hasOwn(LEFT_OUT, name) && Boolean(value))
      throw new UserError('INVALID_DATA', `${name} is not supported: ${LEFT_OUT[name]}`);
}

async function runAll(options: NewmanOptions, emitter: NewmanEmitter): Promise<void> {
  refuseLeftOut(options);
  const collection = await load(options.collection, 'collection', options);
  const imported = imports(collection, 'collection').collections[0];
  if (imported === undefined) throw new UserError('NOT_FOUND', 'expecting a collection to run');
  const { timeout = 0 } = options;
  const workingDir = resolve(options.workingDir ?? '.');
  const own = await ownReporters(options);
  const files = stateReporter(options);
  const events = customReporters(
    namesOf(options)
      .filter((name) => formatNamed(name) === undefined)
      .map((name) => ({ name, options: settingsOf(name, options) })),
    options,
    emitter,
    JSON.parse(collection.toString()),
  );
  await runCollection({
    collection: imported,
    environment: await environmentOf(options),
    globals: await globalsOf(options),
    data: await dataOf(options),
    only: [options.folder ?? []].flat(),
    iterations: options.iterationCount ?? null,
    delayMs: options.delayRequest ?? 0,
    bail: stopsOnFailure(options.bail),
    timeoutMs: options.timeoutRequest ?? null,
    // For Newman, 0 means no limit; here scripts always have one.
    scriptTimeoutMs: options.timeoutScript || null,
    insecure: options.insecure === true,
    ignoreRedirects: options.ignoreRedirects === true,
    parallel: 1,
    trust: trustFrom(options),
    cookies: await cookiesOf(options),
    fileRoots: [workingDir, ...rootsOf(options)],
    processEnvironment: process.env,
    reporters: [...(files === null ? [] : [files]), ...own, events],
    ...(timeout > 0 && { signal: AbortSignal.timeout(timeout) }),
  });
}

/** The kinds of objects that the API of Postman has by id. */
const KINDS: ReadonlyMap<string, 'collections' | 'environments'> = new Map([
  ['collection', 'collections'],
  ['environment', 'environments'],
]);

/** Resolves with JSON. Rejects with an Error that names what cannot be loaded. */
async function load(source: Source, what: string, options: NewmanOptions): Promise<Buffer> {
  if (typeof source !== 'string') return Buffer.from(JSON.stringify(source));
  const { insecure, postmanApiKey } = options;
  try {
    const url = existsSync(source) ? null : urlOf(source, KINDS.get(what) ?? null, postmanApiKey);
    return url === null
      ? Buffer.from(decodeText(await readFile(source)))
      : await download(url, { processEnvironment: process.env, insecure, postmanApiKey });
  } catch (error) {
    throw new UserError('NOT_FOUND', `the ${what} could not be loaded: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function imports(bytes: Buffer, what: string): Imported {
  try {
    // The caller chose to run this file, and `fileRoots` of the run restricts which files it can name.
    return importContent(bytes, '', { keepsFilePaths: true });
  } catch (error) {
    throw new UserError('INVALID_DATA', `the ${what} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

async function environmentOf(options: NewmanOptions): Promise<RunOptions['environment']> {
  const variables = variablesOf(options.envVar);
  if (options.environment === undefined)
    return variables.length === 0
      ? null
      : { id: crypto.randomUUID(), name: 'environment', variables: [...variables] };
  const found = scopeIn(await load(options.environment, 'environment', options), 'environment');
  return { ...found, variables: [...found.variables, ...variables] };
}

async function globalsOf(options: NewmanOptions): Promise<readonly Variable[]> {
  const variables = variablesOf(options.globalVar);
  if (options.globals === undefined) return variables;
  return [...scopeIn(await load(options.globals, 'globals', options), 'globals').variables, ...variables];
}

/** Reads variables under either name: an object from a program may say nothing of its scope. */
function scopeIn(bytes: Buffer, scope: string): NonNullable<RunOptions['environment']> {
  const value = JSON.parse(bytes.toString()) as Readonly<Record<string, unknown>>;
  const named = { id: crypto.randomUUID(), name: scope, ...value, _postman_variable_scope: 'environment' };
  const [found] = imports(Buffer.from(JSON.stringify(named)), scope).environments;
  if (found === undefined) throw new UserError('INVALID_DATA', `the ${scope} has no variables`);
  return found;
}

function variablesOf(pairs: NewmanOptions['envVar']): readonly Variable[] {
  return [pairs ?? []].flat().map(({ key, value }) => ({
    name: key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    enabled: true,
    secret: false,
    docs: '',
  }));
}

async function dataOf(options: NewmanOptions): Promise<RunOptions['data']> {
  const { iterationData } = options;
  if (iterationData === undefined) return [];
  if (typeof iterationData !== 'string') return iterationData;
  return rowsOf(decodeText(await load(iterationData, 'iteration data', options)));
}

async function cookiesOf(options: NewmanOptions): Promise<unknown> {
  const { cookieJar } = options;
  return cookieJar === undefined
    ? undefined
    : (JSON.parse((await load(cookieJar, 'cookie jar', options)).toString()) as unknown);
}

/** The folder of the collection's file may be read too, unless files outside of the working directory may not. */
function rootsOf({ collection, insecureFileRead = true }: NewmanOptions): readonly string[] {
  const isFile = insecureFileRead && typeof collection === 'string' && !isUrl(collection);
  return isFile ? [resolve(collection, '..')] : [];
}

function stopsOnFailure(bail: NewmanOptions['bail']): boolean {
  if (bail === undefined || typeof bail === 'boolean') return bail === true;
  return Array.isArray(bail)
    ? bail.includes('failure')
    : (bail as Readonly<Record<string, boolean>>)['failure'] === true;
}

function namesOf({ reporters = [] }: NewmanOptions): readonly string[] {
  return [...new Set([reporters].flat())];
}

function formatNamed(name: string): (typeof reporterFormats)[number] | undefined {
  return reporterFormats.find((format) => format.name === name);
}

function settingsOf(name: string, { reporter = {} }: NewmanOptions): Readonly<Record<string, unknown>> {
  return reporter[name] ?? {};
}

function ownReporters(options: NewmanOptions): Promise<readonly Reporter[]> {
  const formats = namesOf(options).flatMap((name) => formatNamed(name) ?? []);
  return Promise.all(
    formats.map((format) => {
      const { name, file } = format;
      const { export: path, ...settings } = settingsOf(name, options);
      return format.create({
        path: file === null ? '' : resolve(typeof path === 'string' ? path : file.defaultPath),
        settings: flagsOf(settings),
        colors: options.color === 'on' || (options.color !== 'off' && process.stdout.isTTY),
        isTerminal: process.stdout.isTTY,
        print: (text) => void process.stdout.write(text),
      });
    }),
  );
}

/** Returns options such as `noSummary` under their names of the command line, `no-summary`. */
function flagsOf(settings: Readonly<Record<string, unknown>>): ReporterSettings {
  const given = Object.entries(settings).flatMap(([name, value]) =>
    value === true || typeof value === 'string'
      ? [[name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), value] as const]
      : [],
  );
  return Object.fromEntries(given);
}
