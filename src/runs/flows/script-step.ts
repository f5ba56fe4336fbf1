// A script between requests: it sees the request and the response before it.
import type { RequestRun } from '../runner/events.ts';
import type { IterationControls } from '../runner/scenario.ts';
import { scriptHost, scriptTask } from '../runner/script-task.ts';
import { toScriptRequest, toScriptResponse } from '../runner/script-values.ts';
import type { Step } from '../runner/steps.ts';
import type { ScopeName } from '../../collections/variables/scopes.ts';

/** Runs the script, and returns its tests as the result of a request that was not sent. */
export async function runScriptStep(
  { code, name, step, last }: ScriptStep,
  { context, iteration }: IterationControls,
): Promise<RequestRun> {
  const [startedAt, startTime] = [Date.now(), performance.now()];
  const received = last?.response ?? null;
  const cookies = last === null ? [] : await context.cookies.of(last.url);
  const response = received === null ? null : toScriptResponse(received, last?.url ?? '', cookies);
  const phase = { phase: 'test', request: toScriptRequest(step), settings: {}, response } as const;
  const task = await scriptTask({ where: name, script: code }, phase, step, iteration, context);
  const outcome = await context.scripts.run(task, scriptHost(step, context, null));
  for (const [scope, values] of Object.entries(outcome.scopes))
    context.scopes.replace(scope as ScopeName, values);
  const { error } = outcome;
  const failure =
    error === null
      ? []
      : [{ where: name, event: 'test' as const, line: error.line, name: error.name, message: error.message }];
  return {
    iteration,
    id: name,
    name,
    folders: [],
    method: '',
    url: '',
    sent: null,
    response: null,
    error: null,
    tests: outcome.tests.map((test) => ({ where: name, event: 'test', ...test })),
    console: outcome.console,
    scriptErrors: failure,
    unresolved: [],
    skipped: true,
    startedAt,
    durationMs: performance.now() - startTime,
  };
}

export interface ScriptStep {
  readonly code: string;
  readonly name: string;
  /** The request before it, or an empty one. */
  readonly step: Step;
  readonly last: RequestRun | null;
}
