// The credentials that an operation asks for, and those that a request has. Only their presence and form can be
// checked, and the scopes of a token that names them itself.
import { isObject } from '../../base/is-object.ts';
import type { ApiDocument, ApiOperation } from '../../documents/openapi/document.ts';
import { scalarText, type JsonObject } from '../../documents/json-values.ts';
import { headerText, type ContractRequest } from './parameters.ts';

export interface SecurityViolation {
  /** 401 without credentials, 403 where a token lacks scopes. */
  readonly status: 401 | 403;
  readonly detail: string;
  /** The value of `WWW-Authenticate`; null where no scheme of HTTP is meant. */
  readonly challenge: string | null;
}

interface Credentials extends ContractRequest {
  readonly query: readonly (readonly [string, string])[];
}

/** Returns null for a request whose credentials fit one of the alternatives of the operation. */
export function securityViolation(
  operation: ApiOperation,
  document: ApiDocument,
  request: Credentials,
): SecurityViolation | null {
  const given = operation.fields['security'] ?? document.root['security'];
  const alternatives = (Array.isArray(given) ? (given as readonly unknown[]) : []).filter(isObject);
  if (alternatives.length === 0) return null;
  const schemes = document.securitySchemes;
  const violations = alternatives.map((each) => violationOf(each, schemes, request));
  if (violations.includes(null)) return null;
  const all = violations.filter((each) => each !== null);
  // The nearest one: a token without a scope is nearer than none.
  const nearest = all.find(({ status }) => status === 403);
  if (nearest !== undefined) return nearest;
  const challenges = new Set(all.flatMap(({ challenge }) => challenge ?? []));
  const detail = [...new Set(all.map((each) => each.detail))].join(', or ');
  return { status: 401, detail, challenge: challenges.size === 0 ? null : [...challenges].join(', ') };
}

/** Checks all schemes of one alternative. */
function violationOf(
  alternative: JsonObject,
  schemes: ReadonlyMap<string, JsonObject>,
  request: Credentials,
): SecurityViolation | null {
  for (const [name, scopes] of Object.entries(alternative)) {
    const scheme = schemes.get(name);
    // A scheme that the document does not describe asks for nothing that could be checked.
    const violation = scheme === undefined ? null : schemeViolation(name, scheme, scopes, request);
    if (violation !== null) return violation;
  }
  return null;
}

function schemeViolation(
  name: string,
  scheme: JsonObject,
  scopes: unknown,
  request: Credentials,
): SecurityViolation | null {
  const type = scalarText(scheme['type']) ?? '';
  if (type === 'apiKey') return apiKeyViolation(name, scheme, request);
  if (type !== 'http' && type !== 'oauth2' && type !== 'openIdConnect') return null;
  const isHttp = type === 'http';
  const wanted = isHttp ? (scalarText(scheme['scheme']) ?? 'bearer') : 'bearer';
  const [, kind = '', token = ''] =
    /^\s*(\S+)\s*(.*)$/.exec(headerText(request.headers['authorization'])) ?? [];
  const challenge = `${capital(wanted)} realm="${name.replaceAll(/[^\w .-]/g, '')}"`;
  if (kind.toLowerCase() !== wanted.toLowerCase() || token.trim() === '')
    return {
      status: 401,
      detail: `${name} asks for the header Authorization: ${capital(wanted)} …`,
      challenge,
    };
  if (wanted.toLowerCase() === 'basic' && !isBasic(token))
    return { status: 401, detail: `${name} asks for user name and password in Base64`, challenge };
  return isHttp ? null : scopeViolation(name, scopes, token, challenge);
}

function apiKeyViolation(
  name: string,
  scheme: JsonObject,
  { headers, query }: Credentials,
): SecurityViolation | null {
  const key = scalarText(scheme['name']) ?? '';
  const location = scalarText(scheme['in']) ?? '';
  const has = {
    header: headerText(headers[key.toLowerCase()]) !== '',
    query: query.some(([each, value]) => each === key && value !== ''),
    cookie: headerText(headers['cookie'])
      .split(/;\s*/)
      .some((pair) => pair.startsWith(`${key}=`) && pair.length > key.length + 1),
  }[location];
  if (has !== false) return null;
  return { status: 401, detail: `${name} asks for the ${location} ${key}`, challenge: null };
}

/** A token of JWT that names its scopes has to have those of the operation. */
function scopeViolation(
  name: string,
  scopes: unknown,
  token: string,
  challenge: string,
): SecurityViolation | null {
  const wanted = (Array.isArray(scopes) ? scopes : []).filter((each) => typeof each === 'string');
  const granted = grantedScopes(token);
  if (granted === null) return null;
  const missing = wanted.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) return null;
  const scope = missing.join(' ');
  return {
    status: 403,
    detail: `the token lacks the scope ${missing.join(', ')} of ${name}`,
    challenge: `${challenge}, error="insufficient_scope", scope="${scope.replaceAll(/["\\]/g, '')}"`,
  };
}

/** Returns the scopes that a token names; null for one that names none. */
function grantedScopes(token: string): readonly string[] | null {
  const [, payload = ''] = token.split('.', 3);
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    if (!isObject(claims)) return null;
    const given = claims['scope'] ?? claims['scp'] ?? claims['scopes'];
    if (typeof given === 'string') return given.split(/\s+/);
    return Array.isArray(given) ? given.filter((each) => typeof each === 'string') : null;
  } catch {
    return null;
  }
}

function isBasic(token: string): boolean {
  return Buffer.from(token, 'base64').toString().includes(':');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
