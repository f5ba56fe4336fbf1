// The URL of `pm.request`: a Url of postman-collection with its query, including disabled parameters, and its path
// variables. It is converted back after a script has changed it.
import { asText, textOrEmpty } from './as-text.ts';
import type { List, Sdk, SdkUrl } from './environment.ts';
import type { UrlDefinition } from './script-data.ts';

export function createUrl({ Url }: Sdk, { url, query, variable }: UrlDefinition): SdkUrl {
  const parsed = Url.parse(url);
  return new Url({
    ...parsed,
    query: [...(parsed.query ?? []), ...query],
    variable: variable.length > 0 ? variable : parsed.variable,
  });
}

export function plainUrlDefinition(text: string): UrlDefinition {
  return { url: text, query: [], variable: [] };
}

/**
 * Converts any value that the script has assigned. The query stays a list, because in a text a `#` in a value would end
 * the query.
 */
export function urlDefinitionOf({ Url }: Sdk, value: unknown): UrlDefinition {
  if (typeof value !== 'object' || value === null) return plainUrlDefinition(textOrEmpty(value));
  const url = Url.isUrl(value) ? (value as SdkUrl) : new Url(value);
  const { query, variables } = url as Partial<SdkUrl>;
  if (!isList(query) || !isList(variables)) return plainUrlDefinition(asText(url));
  const bare = Object.create(url, {
    query: { value: undefined },
    variables: { value: { get: () => undefined } },
  }) as object;
  return {
    url: asText(bare),
    query: partsOf(query).map((part) => ({
      key: textOrEmpty(part.key),
      value: part.value === undefined || part.value === null ? null : asText(part.value),
      ...(part.disabled === true ? { disabled: true } : {}),
    })),
    variable: partsOf(variables).map((part) => ({
      key: textOrEmpty(part.key),
      value: textOrEmpty(part.value),
    })),
  };
}

interface Part {
  readonly key?: unknown;
  readonly value?: unknown;
  readonly disabled?: unknown;
}

function partsOf(list: List): readonly Part[] {
  return list.all() as readonly Part[];
}

function isList(value: unknown): value is List {
  return typeof (value as Partial<List> | undefined)?.all === 'function';
}
