// Requests of the collection that scripts run: `pm.execution.runRequest` and `bru.runRequest`.
import { nearest } from '../../base/did-you-mean.ts';
import { UserError } from '../../base/errors.ts';
import type { NestedCall, NestedRun } from '../scripts/contract.ts';
import type { RequestRun } from './events.ts';
import type { RunContext } from './run-context.ts';
import { toScriptResponse } from './script-values.ts';
import { stepsOf, type Step } from './steps.ts';

/** Requests that run one within another, which ends scripts that run themselves. */
const MAX_DEPTH = 10;
const SHARED = ['globals', 'collection', 'environment'] as const;

export interface NestedRuns {
  readonly iteration: number;
  readonly context: RunContext;
  readonly run: (step: Step, iteration: number, context: RunContext) => Promise<{ readonly run: RequestRun }>;
  /** Receives each of them, whose tests and errors count for the request of the script. */
  readonly onRun: (run: RequestRun) => void;
}

/** Rejects with an Error for the script when the request is not there, or the calls are too deep. */
export async function runNested(
  { request, variables, scopes }: NestedCall,
  { iteration, context, run, onRun }: NestedRuns,
): Promise<NestedRun> {
  const depth = (context.depth ?? 0) + 1;
  if (depth > MAX_DEPTH)
    throw new UserError(
      'TOO_LARGE',
      `runRequest: requests run one within another more than ${MAX_DEPTH} deep`,
    );
  const step = stepNamed(context, request);
  for (const [name, values] of Object.entries(scopes))
    context.scopes.replace(name as keyof NestedCall['scopes'], values ?? {});
  const outer = context.scopes.values('request');
  const own = new Map([...step.variables, ...Object.entries(variables)]);
  const result = await run({ ...step, variables: own }, iteration, { ...context, depth });
  context.scopes.replace('request', outer);
  onRun(result.run);
  const { response, error, url } = result.run;
  const after = SHARED.map((name) => [name, context.scopes.values(name)] as const);
  return {
    response: response === null ? null : toScriptResponse(response, url, await context.cookies.of(url)),
    error,
    scopes: Object.fromEntries(after) as NestedRun['scopes'],
  };
}

/** Finds a request by its id, else by its path such as `Users/List`, else by its name. */
function stepNamed({ collection }: RunContext, wanted: string): Step {
  if (collection === undefined) throw new UserError('UNAVAILABLE', 'runRequest: there is no collection here');
  const steps = stepsOf(collection, []);
  const path = wanted.replace(/^\.?\//, '').replace(/\.(?:bru|ya?ml)$/, '');
  const found =
    steps.find((step) => step.request.id === wanted) ??
    steps.find((step) => pathOf(step) === path) ??
    steps.find((step) => step.request.name === wanted);
  if (found !== undefined) return found;
  const near = nearest(path, steps.map(pathOf));
  const hint = near === null ? '' : `; did you mean ${JSON.stringify(near)}?`;
  throw new UserError(
    'NOT_FOUND',
    `runRequest: there is no request ${JSON.stringify(wanted.slice(0, 200))} in the collection${hint}`,
  );
}

function pathOf({ folders, request }: Step): string {
  return [...folders, request.name].join('/');
}
