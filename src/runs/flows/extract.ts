// Extracts a value from a response.
import { jsonPathError, jsonPathValues } from '../../base/json-path.ts';
import { parseJson } from '../../base/json.ts';
import type { FlowStep } from '../../collections/model/flow.ts';
import type { RequestRun } from '../runner/events.ts';
import { ScenarioError } from '../runner/scenario.ts';

type ExtractStep = Extract<FlowStep, { readonly type: 'extract' }>;

/** Returns the value. Throws a ScenarioError when the response does not contain it. */
export function extracted({ from, path, variable }: ExtractStep, last: RequestRun | null): unknown {
  if (variable.trim() === '') throw new ScenarioError('variable is empty: name the variable to set');
  if (last === null) throw new ScenarioError('no request was sent before: there is nothing to extract from');
  const { response, name } = last;
  if (response === null)
    throw new ScenarioError(`${name} has no response: ${last.error ?? 'it was skipped'}`);
  if (from === 'status') return response.status;
  if (from === 'header') {
    const found = response.headers.find((each) => each.name.toLowerCase() === path.trim().toLowerCase());
    if (found === undefined) throw new ScenarioError(`the response of ${name} has no header ${path}`);
    return found.value;
  }
  const text = response.body.toString();
  return path.trim() === '' ? text : fromJson(text, path.trim(), name);
}

/** Paths that may select several values. */
const SEVERAL = /\.\.|\*/;

function fromJson(text: string, path: string, name: string): unknown {
  const error = jsonPathError(path);
  if (error !== null) throw new ScenarioError(`path ${JSON.stringify(path)} cannot be used: give ${error}`);
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw new ScenarioError(`the response of ${name} is not JSON, so that ${path} cannot be looked up in it`);
  }
  const found = jsonPathValues(path, value as Parameters<typeof jsonPathValues>[1]);
  if (SEVERAL.test(path)) return found;
  if (found.length === 0) throw new ScenarioError(`${path} is not in the response of ${name}`);
  return found[0];
}
