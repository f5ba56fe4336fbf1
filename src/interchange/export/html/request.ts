// The section of one request: its address, parameters, body, code and examples. Credentials are not shown.
import { escapeHtml } from '../../../base/escape-html.ts';
import { inferSchema } from '../../../documents/json-schema.ts';
import { References } from '../../../documents/openapi/references.ts';
import type { Auth } from '../../../collections/model/auth.ts';
import type { Body } from '../../../collections/model/body.ts';
import type { Example } from '../../../collections/model/example.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import type { QueryPair } from '../../../collections/model/values.ts';
import type { OperationSchemas } from './operation-schemas.ts';
import { schemaFields, type SchemaField } from './schema-fields.ts';
import type { Interpolate } from '../shared/public-values.ts';
import { AUTH_LABELS, requestLineOf } from '../shared/request-line.ts';
import { snippetRequestOf } from '../shared/snippet-request.ts';
import type { CodeSamples } from './code.ts';
import { methodLabel } from './contents.ts';
import { renderMarkdown } from './markdown.ts';
import type { Parts } from './parts.ts';
import { schemaTable } from './schema.ts';

/** The maximum length of a body; the rest is left out. */
const MAX_CHARS = 100_000;

export interface SectionOptions {
  /** The id of the section in the page. */
  readonly anchor: string;
  /** The level of its heading. */
  readonly level: number;
  readonly interpolate: Interpolate;
  readonly code: CodeSamples;
  /** The authorization, also when it is inherited. */
  readonly auth: Auth;
  /** The fields of the bodies in the description; null without one. */
  readonly schemas: OperationSchemas | null;
  readonly parts: Parts;
}

export function requestSection(
  request: SavedRequest,
  { anchor, level, interpolate, code, auth, schemas, parts: shared }: SectionOptions,
): string {
  const label = AUTH_LABELS[auth.type];
  const docs = renderMarkdown(interpolate(request.docs));
  const address = requestLineOf(request, interpolate).replace(/^\S+ /, '');
  const parts = [
    `<h${level}>${escapeHtml(request.name)}</h${level}>`,
    `<p class="line">${methodLabel(request)} ${escapeHtml(address)}</p>`,
    docs === '' ? '' : `<div class="docs">${docs}</div>`,
    label === '' ? '' : `<p>Authorization: ${label}</p>`,
    table('Path variables', request.path, interpolate),
    table('Query parameters', request.query, interpolate),
    table('Headers', request.headers, interpolate),
    bodyPart(request.body, interpolate),
    schemaTable('Fields of the body', schemas?.request ?? bodyFields(request.body, interpolate), shared),
    code.html(snippetRequestOf(request, auth, interpolate)),
    ...request.examples.map((example) => examplePart(example, { schemas, interpolate, parts: shared })),
    ...describedOnly(request, schemas, shared),
  ];
  return `<section class="request" id="${anchor}">\n${parts.filter((part) => part !== '').join('\n')}\n</section>`;
}

/** Returns the fields of responses that have no example. */
function describedOnly(
  { examples }: SavedRequest,
  schemas: OperationSchemas | null,
  parts: Parts,
): readonly string[] {
  const shown = new Set(examples.map((example) => statusKey(example, schemas)));
  return [...(schemas?.responses ?? [])]
    .filter(([status]) => !shown.has(status))
    .map(([status, fields]) => schemaTable(`Fields of the response ${status}`, fields, parts));
}

/** Returns the status as the description writes it. */
function statusKey({ status }: Example, schemas: OperationSchemas | null): string {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, `${Math.floor(status / 100)}xx`, 'default'];
  return keys.find((key) => schemas?.responses.has(key) === true) ?? '';
}

function bodyFields(body: Body, interpolate: Interpolate): readonly SchemaField[] {
  return body.type === 'raw' && body.language === 'json' ? inferredFields(interpolate(body.text)) : [];
}

/** Returns the fields that a JSON text has; none when it is not an object or list. */
function inferredFields(text: string): readonly SchemaField[] {
  if (text.length > MAX_CHARS || !/^\s*[{[]/.test(text)) return [];
  try {
    const value: unknown = JSON.parse(text);
    return schemaFields(inferSchema(value), NO_REFERENCES);
  } catch {
    return [];
  }
}

const NO_REFERENCES = new References({}, () => undefined);

function table(caption: string, pairs: readonly QueryPair[], interpolate: Interpolate): string {
  if (pairs.length === 0) return '';
  const hasDocs = pairs.some(({ docs }) => docs !== '');
  const rows = pairs.map(({ name, value, enabled, docs }) => {
    const cell = (text: string, more = ''): string => `<td>${escapeHtml(interpolate(text))}${more}</td>`;
    const optional = enabled ? '' : ' <span class="optional">optional</span>';
    return `<tr>${cell(name, optional)}${cell(value ?? '')}${hasDocs ? `<td>${renderMarkdown(interpolate(docs))}</td>` : ''}</tr>`;
  });
  const titles = ['Name', 'Value', ...(hasDocs ? ['Description'] : [])];
  const head = `<tr>${titles.map((title) => `<th scope="col">${title}</th>`).join('')}</tr>`;
  return `<div class="wide" tabindex="0" role="group" aria-label="${caption}"><table><caption>${caption}</caption><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function bodyPart(body: Body, interpolate: Interpolate): string {
  switch (body.type) {
    case 'none':
      return '';
    case 'raw':
      return block('Body', interpolate(body.text));
    case 'urlencoded':
      return table('Body (form)', body.fields, interpolate);
    case 'multipart':
      return table(
        'Body (multipart form)',
        body.fields.map(({ files, ...field }) => (files === null ? field : { ...field, value: 'a file' })),
        interpolate,
      );
    case 'file':
      return '<p>Body: a file</p>';
    case 'graphql': {
      const variables = body.variables === '' ? '' : block('GraphQL variables', interpolate(body.variables));
      return `${block('GraphQL query', interpolate(body.query))}${variables}`;
    }
  }
}

function block(label: string, text: string): string {
  return `<p>${label}</p>\n${preformatted(text)}`;
}

function preformatted(text: string): string {
  const omitted = text.length - MAX_CHARS;
  const note = omitted > 0 ? `<p class="quiet">${omitted} more characters were left out.</p>` : '';
  return `<pre tabindex="0"><code>${escapeHtml(text.slice(0, MAX_CHARS))}</code></pre>${note}`;
}

/** Writes an example as it was saved, without replacing variables. */
function examplePart(
  example: Example,
  { schemas, interpolate, parts }: Pick<SectionOptions, 'schemas' | 'interpolate' | 'parts'>,
): string {
  const status = `${example.status} ${example.reason}`.trim();
  const body = example.base64
    ? '<p class="quiet">The body is not text.</p>'
    : example.body === ''
      ? ''
      : preformatted(example.body);
  const headers = table('Response headers', example.headers, (text) => text);
  const requestLine =
    example.request === null
      ? ''
      : `<p>${escapeHtml(interpolate(`${example.request.method} ${example.request.url}`))}</p>`;
  const described = schemas?.responses.get(statusKey(example, schemas));
  const fields = described ?? (example.base64 ? [] : inferredFields(example.body));
  const schema = schemaTable('Fields of the response', fields, parts);
  const summary = `Example: ${escapeHtml(example.name)} (${escapeHtml(status)})`;
  return parts.details('', summary, `${requestLine}${headers}${body}${schema}`);
}
