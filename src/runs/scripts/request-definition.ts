// Converts requests to and from the form of Postman's collections, in which scripts see them.
import type { RequestDefinition, UrlDefinition } from '../../sandbox/collections/guest/script-data.ts';
import { ImportContext } from '../../interchange/import/shared/import-context.ts';
import { AUTH_NAMES } from '../../interchange/import/shared/postman/auth-fields.ts';
import { authOf } from '../../interchange/import/shared/postman/auth.ts';
import { bodyOf } from '../../interchange/import/shared/postman/body.ts';
import { INHERIT, NO_AUTH, type Auth } from '../../collections/model/auth.ts';
import { NO_BODY, type Body, type FormField } from '../../collections/model/body.ts';
import type { ScriptRequest } from './contract.ts';
import type { RequestParts } from './script-result.ts';

export function requestDefinition(request: ScriptRequest): RequestDefinition {
  const { method, headers, body, auth } = request;
  const bodyPart = bodyDefinition(body);
  const authPart = authDefinition(auth);
  return {
    method,
    url: urlDefinition(request),
    header: headers.map(pairDefinition),
    ...(bodyPart === null ? {} : { body: bodyPart }),
    ...(authPart === null ? {} : { auth: authPart }),
  };
}

/**
 * Applies the changes of a script. Only files of the original request are accepted, because a script must not choose
 * which files are read.
 */
export function applyChanges(before: ScriptRequest, changed: RequestParts): ScriptRequest {
  const { method = before.method, url, header, body, auth } = changed;
  return {
    ...before,
    method,
    ...(url === undefined ? {} : urlFromDefinition(url)),
    headers: header === undefined ? before.headers : header.map(pairFromDefinition),
    body: body === undefined ? before.body : withFiles(bodyOf(body, new ImportContext()), before.body),
    auth: auth === undefined ? before.auth : authOf(auth, NO_AUTH, new ImportContext()),
  };
}

function urlDefinition({ url, query, path }: ScriptRequest): UrlDefinition {
  return {
    url,
    query: query.map(pairDefinition),
    variable: path.filter(({ enabled }) => enabled).map(({ name, value }) => ({ key: name, value })),
  };
}

function urlFromDefinition({
  url,
  query,
  variable,
}: NonNullable<RequestParts['url']>): Pick<ScriptRequest, 'url' | 'query' | 'path'> {
  return {
    url,
    query: query.map(pairFromDefinition),
    path: variable.map(({ key, value }) => ({ name: key, value, enabled: true })),
  };
}

function pairFromDefinition<V>({
  key,
  value,
  disabled,
}: PairDefinition<V> & { readonly disabled: boolean }): Pair<V> {
  return { name: key, value, enabled: !disabled };
}

const NO_REQUEST: ScriptRequest = {
  id: '',
  name: 'pm.sendRequest',
  method: 'GET',
  url: '',
  query: [],
  path: [],
  headers: [],
  body: NO_BODY,
  auth: NO_AUTH,
};

/** Returns a request created by a script. */
export function scriptedRequest(definition: RequestParts): ScriptRequest {
  return applyChanges(NO_REQUEST, definition);
}

interface Pair<V> {
  readonly name: string;
  readonly value: V;
  readonly enabled: boolean;
}

interface PairDefinition<V> {
  readonly key: string;
  readonly value: V;
  readonly disabled?: boolean;
}

function pairDefinition<V>({ name, value, enabled }: Pair<V>): PairDefinition<V> {
  return { key: name, value, ...(enabled ? {} : { disabled: true }) };
}

function bodyDefinition(body: Body): object | null {
  switch (body.type) {
    case 'none':
      return null;
    case 'raw':
      return { mode: 'raw', raw: body.text, options: { raw: { language: body.language } } };
    case 'urlencoded':
      return { mode: 'urlencoded', urlencoded: body.fields.map((field) => pairDefinition(field)) };
    case 'multipart':
      return {
        mode: 'formdata',
        formdata: body.fields.map(({ files, contentType, ...pair }) => ({
          ...pairDefinition(pair),
          ...(files === null ? { type: 'text' } : { type: 'file', src: files }),
          ...(contentType === '' ? {} : { contentType }),
        })),
      };
    case 'file':
      return { mode: 'file', file: { src: body.path } };
    case 'graphql': {
      const { query, variables, operationName } = body;
      return { mode: 'graphql', graphql: { query, variables, operationName } };
    }
  }
}

function authDefinition(auth: Auth): object | null {
  if (auth.type === INHERIT.type) return null;
  const names = AUTH_NAMES.find(({ type }) => type === auth.type);
  if (names === undefined) return { type: 'noauth' };
  const values: Readonly<Record<string, unknown>> = auth;
  const pairs = names.fields
    .map(({ field, postman, conversion }) => ({ key: postman, value: conversion.write(values[field]) }))
    .filter(({ value }) => value !== undefined);
  return { type: names.postman, [names.postman]: pairs };
}

/** Chooses the files of `body` that the original body has; the others stay hints, which are not sent. */
function withFiles(body: Body, before: Body): Body {
  const known = new Set(pathsOf(before));
  const chosen = (hint = ''): string => (known.has(hint) ? hint : '');
  if (body.type === 'file')
    return chosen(body.hint) === '' ? body : { type: 'file', path: chosen(body.hint) };
  if (body.type !== 'multipart') return body;
  return { ...body, fields: body.fields.map((field) => fieldWithFiles(field, chosen)) };
}

function fieldWithFiles(field: FormField, chosen: (hint?: string) => string): FormField {
  const { files, hints, ...rest } = field;
  if (files === null || hints === undefined) return field;
  const paths = hints.map((hint) => chosen(hint));
  return { ...rest, files: paths, ...(paths.includes('') && { hints }) };
}

function pathsOf(body: Body): readonly string[] {
  if (body.type === 'file') return [body.path];
  return body.type === 'multipart' ? body.fields.flatMap(({ files }) => files ?? []) : [];
}
