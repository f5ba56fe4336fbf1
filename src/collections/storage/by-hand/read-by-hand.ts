// Reads a file as a person may have written it: in the form in which `proxyctl` writes it, or in a shorter one.
import type { z } from 'zod';
import { isObject } from '../../../base/is-object.ts';
import { REQUEST_TYPES } from '../../model/request.ts';
import { parseYaml } from '../../../documents/yaml.ts';
import { namesOfPath } from './path-names.ts';
import { withQuotedVariables } from './quoted-variables.ts';
import { relaxed } from './relaxed.ts';

/** Throws a YamlError, or a ZodError for the first value that does not fit. */
export function readByHand<T extends z.ZodType>(path: string, text: string, schema: T): z.output<T> {
  const value = withType(schema, withNames(path, schema, parseYaml(withQuotedVariables(text)) ?? {}));
  // Most files are in the form in which they are written.
  const direct = schema.safeParse(value);
  return direct.success ? direct.data : schema.parse(relaxed(schema, value), { reportInput: true });
}

/** Adds the type of a request that has the fields of one protocol only, such as `sql`. */
function withType(schema: z.ZodType, value: unknown): unknown {
  const { shape } = schema as z.ZodObject;
  if (!isObject(value) || value['type'] !== undefined || !('type' in shape)) return value;
  const own = REQUEST_TYPES.filter((type) => type in shape && value[type] !== undefined);
  return own.length === 1 ? { ...value, type: own[0] } : value;
}

function withNames(path: string, schema: z.ZodType, value: unknown): unknown {
  if (!isObject(value)) return value;
  const { shape } = schema as z.ZodObject;
  const needs = (field: 'id' | 'name'): boolean => field in shape && value[field] === undefined;
  if (!needs('id') && !needs('name')) return value;
  const { id, name } = namesOfPath(path);
  return { ...(needs('id') && { id }), ...(needs('name') && { name }), ...value };
}
