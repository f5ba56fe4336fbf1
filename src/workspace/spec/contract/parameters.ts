// The texts of parameters in a request, and their values.
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';

export interface ContractRequest {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Returns undefined for a parameter that the request does not have. */
export function parameterText(
  { in: location, name: given }: JsonObject,
  { headers }: Pick<ContractRequest, 'headers'>,
  query: readonly (readonly [string, string])[],
  path: ReadonlyMap<string, string>,
): string | undefined {
  const name = scalarText(given) ?? '';
  switch (location) {
    case 'path':
      // A name that is only part of a segment is not taken apart.
      return path.get(name) ?? '';
    case 'query':
      return query.find(([each]) => each === name || each === `${name}[]`)?.[1];
    case 'header': {
      const value = headers[name.toLowerCase()];
      return value === undefined ? undefined : textOf(value);
    }
    case 'cookie':
      return new Map(
        textOf(headers['cookie'])
          .split(/;\s*/)
          .map((pair) => [pair.split('=', 1)[0] ?? '', pair.slice(pair.indexOf('=') + 1)] as const),
      ).get(name);
    default:
      return '';
  }
}

/** Converts the text of a parameter to the type that its schema names, when it has that form. */
export function typed(text: string, type: unknown): unknown {
  const types = Array.isArray(type) ? (type as readonly unknown[]) : [type];
  const isNumber = types.includes('integer') || types.includes('number');
  if (isNumber && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (types.includes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

export function textOf(value: string | readonly string[] | undefined): string {
  return typeof value === 'object' ? value.join(', ') : (value ?? '');
}
