// Fields that hold a JSON object.
import { messageOf } from '../../../base/errors.ts';
import { isObject } from '../../../base/is-object.ts';
import { parseJson } from '../../../base/json.ts';
import type { JsonObject } from '../../../documents/json-values.ts';
import type { AuthType } from '../../../collections/model/auth.ts';
import { fieldError } from './fields.ts';

/**
 * Parses a field. An empty field is an empty object. Throws an Error that names the field when it is not a JSON
 * object.
 */
export function parseObject(type: AuthType, field: string, json: string): JsonObject {
  if (json.trim() === '') return {};
  let value: unknown;
  try {
    value = parseJson(json);
  } catch (error) {
    throw fieldError(type, field, `cannot be used: ${messageOf(error)}`);
  }
  if (!isObject(value)) throw fieldError(type, field, 'must be a JSON object');
  return value;
}
