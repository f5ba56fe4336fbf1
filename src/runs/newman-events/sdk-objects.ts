// Requests, responses and variables as objects of postman-collection.
import { decodeUtf8 } from '../../base/bytes.ts';
import type { HeaderField, SignableRequest } from '../../requests/auth/contract.ts';
import type { Variable } from '../../collections/model/values.ts';
import type { ReceivedResponse } from '../../requests/response.ts';
import type { Values } from '../../collections/variables/scopes.ts';
import type { loadSdk, SdkObject } from './sdk.ts';

type Sdk = Awaited<ReturnType<typeof loadSdk>>;

export function requestOf({ Request }: Sdk, { method, url, headers, body }: SignableRequest): SdkObject {
  return new Request({
    method,
    url,
    header: headers.map(headerOf),
    ...(body.length > 0 && { body: { mode: 'raw', raw: body.toString() } }),
  });
}

export function responseOf({ Response }: Sdk, response: ReceivedResponse): SdkObject {
  const { status, reason, headers, body, timeMs } = response;
  return new Response({
    code: status,
    status: reason,
    header: headers.map(headerOf),
    stream: body,
    responseTime: Math.round(timeMs),
  });
}

/** Returns the cookies that a response sets. */
export function cookiesOf({ Cookie }: Sdk, { headers }: ReceivedResponse): readonly SdkObject[] {
  const set = headers.filter(({ name }) => name.toLowerCase() === 'set-cookie');
  return set.map(({ value }) => new Cookie(value));
}

/** Returns a scope of variables, with the id and the name of the previous scope if there is one. */
export function scopeOf(
  { VariableScope }: Sdk,
  name: string,
  variables: readonly Variable[] | Values,
  id?: string,
  before?: SdkObject,
): SdkObject {
  const values = isList(variables)
    ? variables.filter(({ enabled }) => enabled).map(({ name: key, value }) => ({ key, value, type: 'any' }))
    : Object.entries(variables).map(([key, value]) => ({ key, value, type: 'any' }));
  const named = before as { readonly id?: string; readonly name?: string } | undefined;
  const ids = { id: id ?? named?.id, name: named?.name ?? name };
  return new VariableScope({ ...ids, values });
}

function isList(variables: readonly Variable[] | Values): variables is readonly Variable[] {
  return Array.isArray(variables);
}

function headerOf({ name, value }: HeaderField): { readonly key: string; readonly value: string } {
  return { key: name, value: decodeUtf8(Buffer.from(value, 'latin1')) ?? value };
}
