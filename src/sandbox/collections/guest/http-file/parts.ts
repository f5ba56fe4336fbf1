// Parts that the objects of `.http` files share: values of variables, and the response in the forms that they have.
import { asText } from '../as-text.ts';
import type { BrunoParts, PmResponse } from '../bruno/parts.ts';

export type HttpFileParts = BrunoParts;

interface Field {
  readonly key: string;
  readonly value: string;
}

export interface MediaType {
  readonly mimeType: string;
  readonly charset: string | null;
}

/** Returns the value of a variable, with the variables in it replaced; undefined for none. */
export function variableValue({ pm }: HttpFileParts, name: string): unknown {
  const value = pm.variables.get(name);
  return typeof value === 'string' ? pm.variables.replaceIn(value) : value;
}

/**
 * Sets a variable for the requests that follow. Where another scope hides it, it also becomes a local variable, which
 * wins.
 */
export function remember(
  { pm }: HttpFileParts,
  name: string,
  value: unknown,
  scope = pm.collectionVariables,
): void {
  scope.set(name, value);
  if (pm.variables.get(name) !== value) pm.variables.set(name, value);
}

export function fieldsOf({ headers }: PmResponse): readonly Field[] {
  return headers.all() as readonly Field[];
}

/** Returns headers under lower-case names. Several of one name are joined, those of `set-cookie` are a list. */
export function headersOf(response: PmResponse): Record<string, unknown> {
  const headers: Record<string, unknown> = {};
  for (const { key, value } of fieldsOf(response)) {
    const name = key.toLowerCase();
    const before = headers[name];
    if (name === 'set-cookie') headers[name] = [...((before as string[] | undefined) ?? []), value];
    else headers[name] = before === undefined ? value : `${before as string}, ${value}`;
  }
  return headers;
}

export function mediaTypeOf(response: PmResponse): MediaType | undefined {
  const type = fieldsOf(response).find(({ key }) => key.toLowerCase() === 'content-type')?.value ?? '';
  const [mimeType = '', ...parameters] = type.split(';');
  if (mimeType === '') return undefined;
  const charset = parameters
    .map((each) => /^\s*charset="?([^"]*)"?\s*$/i.exec(each)?.[1])
    .find((each) => each !== undefined);
  return { mimeType: mimeType.trim(), charset: charset ?? null };
}

/** Returns the body as JSON where it is JSON, otherwise as text. */
export function parsedBody(response: PmResponse): unknown {
  return parsed(response.text());
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return text;
  }
}

/** Returns a value as it is put into a request; undefined for nothing. */
export function asVariable(value: unknown): string | undefined {
  if (value === undefined || value === null || typeof value === 'function') return undefined;
  if (typeof value === 'string') return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : asText(value);
}
