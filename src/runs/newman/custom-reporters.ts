// Reporters that were written for Newman: modules that receive its events. They run with all rights of this process,
// so only the user's command line or program may name them, never a collection.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { NewmanEvents, NewmanEmitter } from '../newman-events/events.ts';
import type { Reporter } from '../runner/events.ts';

/** Options of one reporter by name, such as `export` for `--reporter-htmlextra-export`. */
export type CustomOptions = Readonly<Record<string, unknown>>;

export interface CustomReporter {
  readonly name: string;
  readonly options: CustomOptions;
}

type Construct = new (emitter: NewmanEmitter, options: CustomOptions, runOptions: object) => unknown;

/**
 * Returns one reporter that passes Newman's events on to all given reporters. `emitter` may have listeners already.
 * `definition`: see `NewmanEvents`. Throws an Error that names a reporter that cannot be loaded.
 */
export function customReporters(
  reporters: readonly CustomReporter[],
  runOptions: object,
  emitter: NewmanEmitter = new NewmanEmitter(),
  definition: unknown = null,
): Reporter {
  for (const { name, options } of reporters) {
    const Create = loadReporter(name);
    try {
      new Create(emitter, options, runOptions);
    } catch (error) {
      throw new UserError('INVALID_DATA', `the reporter ${name} cannot be started: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }
  return new NewmanEvents(emitter, definition);
}

/** Returns true for a possible module name: a path, or the name of a package. */
export function isCustomName(name: string): boolean {
  return isPath(name) || /^(@[\w.~-]+\/)?[\w.~-]+$/.test(name);
}

function isPath(name: string): boolean {
  return /^(\.{1,2}[/\\]|[/\\]|[a-z]:[/\\])/i.test(name);
}

function loadReporter(name: string): Construct {
  const module = isPath(name) ? resolve(name) : packageOf(name);
  // The user's project comes first, then the folder where this program is installed.
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    const loaded = tryLoad(module, createRequire(from), name);
    if (loaded !== undefined) return constructorOf(loaded, name);
  }
  throw new UserError(
    'NOT_FOUND',
    `there is no reporter ${JSON.stringify(name)}: ${isPath(name) ? `there is no module ${module}` : `install the package ${module}`}`,
  );
}

function packageOf(name: string): string {
  const [, scope = '', own = ''] = /^(@[^/]+\/)?(.*)$/.exec(name) ?? [];
  return `${scope}newman-reporter-${own}`;
}

/** Undefined when there is no such module. */
function tryLoad(module: string, load: NodeJS.Require, name: string): unknown {
  let file: string;
  try {
    file = load.resolve(module);
  } catch (error) {
    if (systemCode(error) === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
  try {
    return load(file);
  } catch (error) {
    throw new UserError('INVALID_DATA', `the reporter ${name} cannot be loaded: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function constructorOf(module: unknown, name: string): Construct {
  const { default: own } = module as { readonly default?: unknown };
  const reporter = typeof module === 'function' ? module : own;
  if (typeof reporter === 'function') return reporter as Construct;
  throw new UserError('INVALID_DATA', `the reporter ${name} exports no function`);
}
