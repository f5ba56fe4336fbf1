// Calls methods by name with unchecked parameters.
import type { z } from 'zod';
import { ParameterError } from '../../base/errors.ts';
import { didYouMean } from '../../base/did-you-mean.ts';
import { schemaError, type SchemaIssue } from '../../base/schema-error.ts';
import { maskedJson } from '../settings/masked-json.ts';
import type { Method } from './contract.ts';

/**
 * Calls a method. Rejects with an Error for the caller; its `field`, if any, names the invalid parameter. `signal` is
 * aborted when the caller disconnects.
 */
export type Dispatch = (
  name: string,
  params: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<unknown>;

export function dispatcher<C>(
  methods: readonly Method<z.ZodObject, z.ZodType, string, C>[],
  app: C,
): Dispatch {
  const byName = new Map(methods.map((method) => [method.name, method]));
  return async (name, params, signal) => {
    const method = byName.get(name);
    if (method === undefined)
      throw new ParameterError(unknownMethod(name, [...byName.keys()]), { field: 'method' });
    return await method.run(app, checkedParams(method, params), signal, () => undefined);
  };
}

/** Returns the parsed parameters. Throws a ParameterError that names the invalid parameter and says what to give. */
export function checkedParams<P extends z.ZodObject>(
  { name, params }: Pick<Method<P>, 'name' | 'params'>,
  input: Readonly<Record<string, unknown>>,
): z.output<P> {
  const result = params.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw parameterError(unknownFirst(result.error.issues), name, Object.keys(params.shape));
}

/** A name that is unknown is often that of a parameter which is missing: it tells more. */
function unknownFirst(issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  const unknown = issues.filter(({ code, path }) => code === 'unrecognized_keys' && path.length === 0);
  return unknown.length === 0 ? issues : unknown;
}

function parameterError(
  issues: readonly SchemaIssue[],
  method: string,
  names: readonly string[],
): ParameterError {
  const isTop = issues[0]?.path.length === 0;
  const { field, message } = schemaError(issues, {
    kind: isTop ? `parameter of ${method}` : 'field',
    intoUnions: true,
    shown: maskedJson,
    hint: (key, { message: expected }) => (isTop ? parameterHint(key, names) : expected),
  });
  return new ParameterError(message, { field });
}

function parameterHint(key: string, names: readonly string[]): string {
  return names.length === 0 ? 'it takes none' : didYouMean(key, names);
}

function unknownMethod(name: string, names: readonly string[]): string {
  const common = names.filter((each) => !each.includes('.'));
  const hint = didYouMean(name, names, `expected one of ${common.join(', ')}`);
  return `${JSON.stringify(name.slice(0, 60))} is not a method: ${hint}`;
}
