// Calls methods by name, with parameters that nobody has checked yet.
import type { z } from 'zod';
import { nearest } from '../../base/did-you-mean.ts';
import { keyText, shownValue } from '../issue-text.ts';
import { ParameterError, type Method } from './contract.ts';
import type { AppContext } from './context.ts';

/**
 * Rejects with an Error for the caller; its `field`, if it has one, names the parameter at fault. `signal`: aborted when
 * the caller has left.
 */
export type Dispatch = (
  name: string,
  params: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<unknown>;

export function dispatcher(methods: readonly Method[], app: AppContext): Dispatch {
  const byName = new Map(methods.map((method) => [method.name, method]));
  return async (name, params, signal) => {
    const method = byName.get(name);
    if (method === undefined) throw new ParameterError('method', unknownMethod(name, [...byName.keys()]));
    return await method.run(app, checkedParams(method, params), signal);
  };
}

/** Throws a ParameterError that names the parameter and says what to give. */
export function checkedParams<P extends z.ZodObject>(
  { name, params }: Pick<Method<P>, 'name' | 'params'>,
  given: Readonly<Record<string, unknown>>,
): z.output<P> {
  const result = params.safeParse(given, { reportInput: true });
  if (result.success) return result.data;
  throw asError(deepest(result.error.issues[0]!), name, Object.keys(params.shape));
}

/** Of shapes that may be given, what is wrong with the one that was meant: it fails within, the others as a whole. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const within = issue.errors.flatMap(([first]) =>
    first !== undefined && first.path.length > 0 ? [first] : [],
  )[0];
  return within === undefined ? issue : deepest({ ...within, path: [...issue.path, ...within.path] });
}

function asError(issue: z.core.$ZodIssue, method: string, names: readonly string[]): ParameterError {
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const field = keyText([...issue.path, key]);
    if (issue.path.length > 0)
      return new ParameterError(field, `${field} is not known here: ${issue.message}`);
    return new ParameterError(field, `${field} is no parameter of ${method}: ${hint(key, names)}`);
  }
  const field = keyText(issue.path);
  const is = issue.input === undefined ? 'is missing' : `is ${shownValue(issue.input)}`;
  return new ParameterError(field, `${field} ${is}: give ${issue.message}`);
}

function hint(key: string, names: readonly string[]): string {
  if (names.length === 0) return 'it takes none';
  const near = nearest(key, names);
  return near === null ? `there are ${names.join(', ')}` : `did you mean ${near}?`;
}

function unknownMethod(name: string, names: readonly string[]): string {
  const near = nearest(name, names);
  const rest =
    near === null
      ? `there are ${names.filter((one) => !one.includes('.')).join(', ')}`
      : `did you mean ${near}?`;
  return `${JSON.stringify(name.slice(0, 60))} is no method: ${rest}`;
}
