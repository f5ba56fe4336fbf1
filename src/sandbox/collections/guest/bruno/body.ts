// The body of a request as Bruno's scripts see and set it.
import { asText, textOrEmpty } from '../as-text.ts';
import type { Sdk } from '../environment.ts';
import type { PmRequest } from './parts.ts';

interface BodyShape {
  readonly mode?: string;
  readonly raw?: string;
  readonly urlencoded?: { readonly all: () => readonly PairShape[] };
  readonly formdata?: { readonly all: () => readonly PairShape[] };
  readonly graphql?: unknown;
  readonly options?: unknown;
}

interface PairShape {
  readonly key: string;
  readonly value: unknown;
  readonly disabled?: boolean;
}

export function rawBody({ body }: PmRequest): unknown {
  return body === undefined || body === null ? undefined : textOrEmpty(body);
}

/** Returns parsed JSON, a list of fields, or the text. */
export function bodyValue({ body }: PmRequest): unknown {
  if (body === undefined || body === null) return undefined;
  const { mode, raw, urlencoded, formdata, graphql } = body as BodyShape;
  if (mode === 'urlencoded' || mode === 'formdata')
    return ((mode === 'urlencoded' ? urlencoded : formdata)?.all() ?? []).map(({ key, value, disabled }) => ({
      name: key,
      value,
      enabled: disabled !== true,
    }));
  if (mode === 'graphql') return graphql;
  try {
    return JSON.parse(raw ?? '') as unknown;
  } catch {
    return raw;
  }
}

/** Sets the body: as text if it is `raw`, otherwise in the mode that the request has. */
export function setBody(request: PmRequest, sdk: Sdk, value: unknown, raw: boolean): void {
  const before = request.body as BodyShape | undefined;
  request.body = raw
    ? new sdk.RequestBody({ mode: 'raw', raw: asText(value), options: before?.options })
    : bodyOf(before, value, sdk);
}

/** Returns a body for a value: of the mode that the request has, else JSON for objects and text for the rest. */
function bodyOf(before: BodyShape | undefined, value: unknown, sdk: Sdk): object {
  const mode = before?.mode;
  if ((mode === 'urlencoded' || mode === 'formdata') && typeof value === 'object' && value !== null) {
    const pairs = Array.isArray(value)
      ? (value as readonly { readonly name?: unknown; readonly value?: unknown }[]).map(
          ({ name, value: text }) => [name, text] as const,
        )
      : Object.entries(value);
    const fields = pairs.map(([name, text]) => ({
      key: asText(name),
      value: textOrEmpty(text),
      type: 'text',
    }));
    return new sdk.RequestBody({ mode, [mode]: fields });
  }
  if (mode === 'urlencoded') return new sdk.RequestBody({ mode, urlencoded: asText(value) });
  const isJson = typeof value === 'object' && value !== null;
  const raw = isJson ? JSON.stringify(value) : asText(value);
  return new sdk.RequestBody({
    mode: 'raw',
    raw,
    options: before?.options ?? { raw: { language: isJson ? 'json' : 'text' } },
  });
}
