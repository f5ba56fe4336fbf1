// Scripts of collections run alone, as before a request.
import type { ScriptHost, ScriptOutcome, ScriptResponse } from '../../src/runs/scripts/contract.ts';
import type { ScriptRunner } from '../../src/runs/scripts/index.ts';

const REQUEST = {
  id: 'id',
  name: 'Get',
  method: 'GET',
  url: 'http://a.test/',
  query: [],
  path: [],
  headers: [],
  body: { type: 'none' },
  auth: { type: 'none' },
} as const;

const NOTHING = { globals: {}, collection: {}, environment: {}, request: {}, data: {}, local: {} };

const unable = (): Promise<never> => Promise.reject(new Error('it has no host'));
const HOST: ScriptHost = {
  sendRequest: unable,
  cookies: { of: unable, set: unable, remove: unable, clear: unable, clearAll: unable },
};

/** Runs a script before a request, or after its response where there is one. */
export function runTask(
  runner: ScriptRunner,
  script: string,
  response: ScriptResponse | null = null,
): Promise<ScriptOutcome> {
  const info = {
    iteration: 0,
    iterationCount: 1,
    requestName: 'Get',
    requestId: 'id',
    eventName: response === null ? 'prerequest' : 'test',
  } as const;
  return runner.run(
    {
      phase: response === null ? 'preRequest' : 'test',
      script,
      where: 'request',
      environmentName: '',
      settings: {},
      request: REQUEST,
      requestDocs: '',
      info,
      scopes: NOTHING,
      response,
      cookies: [],
      location: ['Shop', 'Get'],
    },
    HOST,
  );
}
