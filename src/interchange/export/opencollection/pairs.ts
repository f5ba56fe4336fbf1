// Converts lists of names with values: headers, parameters, fields, variables.
import type { QueryPair, Variable } from '../../../collections/model/values.ts';

type Fields = Readonly<Record<string, unknown>>;

export function pairFields({ name, value, enabled, docs }: QueryPair): Fields {
  return {
    name,
    ...(value !== null && { value }),
    ...(docs !== '' && { description: docs }),
    ...(!enabled && { disabled: true }),
  };
}

/** Returns a variable, a secret one without its value. */
export function variableFields(variable: Variable): Fields {
  const { value, type, secret } = variable;
  if (secret) return { ...pairFields({ ...variable, value: null }), secret: true };
  const fields = pairFields(variable);
  if (type === undefined) return fields;
  return { ...fields, value: { type: type === 'json' ? 'object' : type, data: value } };
}
