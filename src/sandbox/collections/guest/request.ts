// `pm.request`: a Request of postman-collection, and its changes. The parts of the request are created when they are
// first read.
import { asText, textOrEmpty } from './as-text.ts';
import { defineLazy, type Chai, type Sdk, type SdkRequest } from './environment.ts';
import type { ChangedRequest, RequestDefinition } from './script-data.ts';
import { createUrl, urlDefinitionOf, plainUrlDefinition } from './request-url.ts';

export interface GuestRequest {
  readonly request: SdkRequest;
  /** Returns the parts that have changed; null when none has. */
  readonly changes: () => ChangedRequest | null;
}

export type MakeRequest = (definition: RequestDefinition) => GuestRequest;

type Part = Exclude<keyof RequestDefinition, 'header'> | 'headers';

export function requestMaker(sdk: Sdk, chai: Chai): MakeRequest {
  const prototype = Object.create(sdk.Request.prototype, {
    to: {
      get(this: object) {
        return chai.expect(this).to;
      },
    },
  }) as object;
  return (definition) => {
    const request = Object.create(prototype) as SdkRequest;
    /** The parts as they were when they were first read. */
    const originalParts = new Map<Part, string>();
    const part = (name: Part, make: () => unknown): void =>
      defineLazy(request, name, () => {
        const value = make();
        originalParts.set(name, partText(sdk, name, value));
        return value;
      });
    part('url', () => createUrl(sdk, definition.url));
    part('headers', () => new sdk.HeaderList(request, definition.header));
    part('method', () => definition.method);
    if (definition.body !== undefined) part('body', () => new sdk.RequestBody(definition.body));
    if (definition.auth !== undefined) part('auth', () => new sdk.RequestAuth(definition.auth));
    return { request, changes: () => changedParts(sdk, request, originalParts) };
  };
}

function partText(sdk: Sdk, name: Part, value: unknown): string {
  if (name === 'method') return asText(value);
  if (name === 'url') return JSON.stringify(urlDefinitionOf(sdk, value));
  return JSON.stringify(name === 'headers' ? headersOf(value) : (json(value) ?? null));
}

function changedParts(
  sdk: Sdk,
  request: SdkRequest,
  originalParts: ReadonlyMap<Part, string>,
): ChangedRequest | null {
  const isChanged = (name: Part): boolean => {
    const property = Object.getOwnPropertyDescriptor(request, name);
    if (property === undefined) return originalParts.has(name);
    return 'value' in property && partText(sdk, name, property.value) !== originalParts.get(name);
  };
  const { body, auth } = request as { readonly body?: unknown; readonly auth?: unknown };
  const changed: ChangedRequest = {
    ...(isChanged('method') ? { method: asText(request.method) } : {}),
    ...(isChanged('url') ? { url: urlDefinitionOf(sdk, request.url) } : {}),
    ...(isChanged('headers') ? { header: headersOf(request.headers) } : {}),
    ...(isChanged('body') ? { body: json(body) ?? null } : {}),
    ...(isChanged('auth') ? { auth: json(auth) ?? null } : {}),
  };
  return Object.keys(changed).length === 0 ? null : changed;
}

interface HeaderShape {
  readonly key?: unknown;
  readonly value?: unknown;
  readonly disabled?: unknown;
}

/** Converts any value that the script passes as a request. */
export function definitionOf(request: SdkRequest): RequestDefinition {
  const { body, auth } = request as { readonly body?: unknown; readonly auth?: unknown };
  const bodyJson = json(body);
  const authJson = json(auth);
  return {
    method: asText(request.method),
    url: plainUrlDefinition(asText(request.url)),
    header: headersOf(request.headers),
    ...(bodyJson === undefined ? {} : { body: bodyJson }),
    ...(authJson === undefined ? {} : { auth: authJson }),
  };
}

function headersOf(headers: unknown): RequestDefinition['header'] {
  const { all } = (headers ?? {}) as { readonly all?: () => readonly unknown[] };
  const list =
    typeof all === 'function' ? all.call(headers) : Array.isArray(headers) ? (headers as unknown[]) : [];
  return list.map((each) => {
    const { key, value, disabled } = each as HeaderShape;
    return {
      key: textOrEmpty(key),
      value: textOrEmpty(value),
      ...(disabled === true ? { disabled: true } : {}),
    };
  });
}

function json(value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === 'function' ? (toJSON.call(value) as unknown) : value;
}
