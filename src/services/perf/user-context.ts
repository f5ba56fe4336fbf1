// The run context of a virtual user: its own variables and cookies, and the state that all users share.
import { resolve } from 'node:path';
import { CookieStore } from '../../requests/http/cookies.ts';
import { allowFilesIn } from '../../runs/runner/allowed-files.ts';
import { allowProgram } from '../../runs/runner/allowed-programs.ts';
import type { RunContext } from '../../runs/runner/run-context.ts';
import { Scopes, valuesOf } from '../../collections/variables/scopes.ts';
import type { ShareOptions } from './options.ts';

export function userContext(
  { collection, environment, globals, timeoutMs, insecure, fileRoots }: ShareOptions,
  shared: Pick<RunContext, 'sender' | 'scripts' | 'signal'>,
): RunContext {
  return {
    ...shared,
    scopes: new Scopes({
      globals: valuesOf(globals),
      collection: valuesOf(collection.variables),
      environment: valuesOf(environment?.variables ?? []),
    }),
    cookies: new CookieStore(),
    authCache: new Map(),
    showPage: undefined,
    resolveFile: allowFilesIn(fileRoots),
    folder: resolve(fileRoots[0] ?? '.'),
    allowProgram: allowProgram(),
    modelPrices: () => Promise.resolve([]),
    collectionName: collection.name,
    environmentName: environment?.name ?? '',
    iterationCount: 0,
    timeoutMs,
    insecure,
    onMessage: undefined,
    onScriptOutput: undefined,
    observe: null,
    ignoreRedirects: false,
    onOpen: undefined,
    watchExchange: undefined,
    bodyFiles: undefined,
    retries: 0,
    failsOnStatus: false,
  };
}
