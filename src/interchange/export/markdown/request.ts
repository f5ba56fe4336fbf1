// The section of one request and its examples. Credentials are not shown.
import { mediaType } from '../../../base/body-text.ts';
import { rawLanguage } from '../../../collections/model/raw-language.ts';
import type { Body } from '../../../collections/model/body.ts';
import type { Example } from '../../../collections/model/example.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import type { QueryPair } from '../../../collections/model/values.ts';
import type { Interpolate } from '../shared/public-values.ts';
import { AUTH_LABELS, requestLineOf } from '../shared/request-line.ts';
import { fenced, heading, inline, table } from './parts.ts';

/** The place of a section, and the values in it. */
export interface Shown {
  readonly anchor: string;
  /** The level of its heading. */
  readonly level: number;
  readonly interpolate: Interpolate;
}

export function requestParts(
  request: SavedRequest,
  { anchor, level, interpolate }: Shown,
): readonly string[] {
  const auth = AUTH_LABELS[request.auth.type];
  return [
    heading(level, request.name, anchor),
    fenced(requestLineOf(request, interpolate)),
    interpolate(request.docs).trim(),
    auth === '' ? '' : `Authorization: ${auth}`,
    ...pairsPart('Path variables', request.path, interpolate),
    ...pairsPart('Query parameters', request.query, interpolate),
    ...pairsPart('Headers', request.headers, interpolate),
    ...bodyParts(request.body, interpolate),
    ...request.examples.flatMap((example) => exampleParts(example, interpolate)),
  ];
}

function pairsPart(
  caption: string,
  pairs: readonly QueryPair[],
  interpolate: Interpolate,
): readonly string[] {
  if (pairs.length === 0) return [];
  const hasDocs = pairs.some(({ docs }) => docs !== '');
  const rows = pairs.map(({ name, value, enabled, docs }) => [
    `${interpolate(name)}${enabled ? '' : ' (off)'}`,
    interpolate(value ?? ''),
    ...(hasDocs ? [interpolate(docs)] : []),
  ]);
  return [`**${caption}**`, table(['Name', 'Value', ...(hasDocs ? ['Description'] : [])], rows)];
}

function bodyParts(body: Body, interpolate: Interpolate): readonly string[] {
  switch (body.type) {
    case 'none':
      return [];
    case 'raw':
      return ['**Body**', fenced(interpolate(body.text), body.language === 'text' ? '' : body.language)];
    case 'urlencoded':
      return pairsPart('Body (form)', body.fields, interpolate);
    case 'multipart': {
      const fields = body.fields.map((field) =>
        field.files === null ? field : { ...field, value: 'a file' },
      );
      return pairsPart('Body (multipart form)', fields, interpolate);
    }
    case 'file':
      return ['**Body**: a file'];
    case 'graphql': {
      const query = ['**GraphQL query**', fenced(interpolate(body.query), 'graphql')];
      if (body.variables === '') return query;
      return [...query, '**GraphQL variables**', fenced(interpolate(body.variables), 'json')];
    }
  }
}

/** Writes an example as it was saved, without replacing variables in the response. */
function exampleParts(example: Example, interpolate: Interpolate): readonly string[] {
  const { name, status, reason, request, headers, body, base64 } = example;
  const type = headers.find((header) => header.name.toLowerCase() === 'content-type')?.value;
  const language = rawLanguage(mediaType(type));
  return [
    `**Example: ${inline(name)}** (${inline(`${status} ${reason}`)})`,
    request === null ? '' : fenced(interpolate(`${request.method} ${request.url}`)),
    ...pairsPart('Response headers', headers, (text) => text),
    base64 ? 'The body is not text.' : body === '' ? '' : fenced(body, language === 'text' ? '' : language),
  ];
}
