// Parts that the HTML and Markdown documentation share.
import type { AuthType } from '../../../collections/model/auth.ts';
import { urlWithQuery } from '../../../collections/model/query.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import type { Interpolate } from './public-values.ts';

/** Returns the line that names method and address. */
export function requestLineOf(
  { type, method, url, query, grpc }: SavedRequest,
  interpolate: Interpolate,
): string {
  const address = interpolate(urlWithQuery({ url, query }));
  if (type === 'http' || type === 'graphql') return `${method} ${address}`;
  return grpc === undefined ? `${type} ${address}` : `${type} ${address} ${grpc.service}/${grpc.method}`;
}

/** Labels of authorization types; empty for those that are not shown. */
export const AUTH_LABELS: Readonly<Record<AuthType, string>> = {
  inherit: '',
  none: '',
  basic: 'Basic',
  bearer: 'Bearer token',
  apiKey: 'API key',
  digest: 'Digest',
  oauth1: 'OAuth 1.0',
  oauth2: 'OAuth 2.0',
  awsv4: 'AWS Signature v4',
  hawk: 'Hawk',
  jwt: 'JWT bearer',
  edgegrid: 'Akamai EdgeGrid',
  ntlm: 'NTLM',
  asap: 'ASAP',
  wsse: 'WSSE',
};
