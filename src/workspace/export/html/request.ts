// The section of one request and its examples. Credentials are not shown.
import type { Body } from '../../model/body.ts';
import type { Example } from '../../model/example.ts';
import type { SavedRequest } from '../../model/request.ts';
import type { QueryPair } from '../../model/values.ts';
import { escapeHtml } from '../../../base/escape-html.ts';
import { renderMarkdown } from './markdown.ts';
import { AUTH_LABELS, requestLineOf } from '../shared/request-line.ts';
import type { Interpolate } from '../shared/public-values.ts';

export interface SectionOptions {
  /** The id of the section in the page. */
  readonly anchor: string;
  /** The level of its heading. */
  readonly level: number;
  readonly interpolate: Interpolate;
}

export function requestSection(
  request: SavedRequest,
  { anchor, level, interpolate }: SectionOptions,
): string {
  const auth = AUTH_LABELS[request.auth.type];
  const parts = [
    `<h${level}>${escapeHtml(request.name)}</h${level}>`,
    `<pre><code>${escapeHtml(requestLineOf(request, interpolate))}</code></pre>`,
    renderMarkdown(interpolate(request.docs)),
    auth === '' ? '' : `<p>Authorization: ${auth}</p>`,
    table('Path variables', request.path, interpolate),
    table('Query parameters', request.query, interpolate),
    table('Headers', request.headers, interpolate),
    bodyPart(request.body, interpolate),
    ...request.examples.map((example) => examplePart(example, interpolate)),
  ];
  return `<section id="${anchor}">\n${parts.filter((part) => part !== '').join('\n')}\n</section>`;
}

function table(caption: string, pairs: readonly QueryPair[], interpolate: Interpolate): string {
  if (pairs.length === 0) return '';
  const hasDocs = pairs.some(({ docs }) => docs !== '');
  const rows = pairs.map(({ name, value, enabled, docs }) => {
    const cell = (text: string): string =>
      `<td${enabled ? '' : ' class="off"'}>${escapeHtml(interpolate(text))}</td>`;
    return `<tr>${cell(name)}${cell(value ?? '')}${hasDocs ? `<td>${renderMarkdown(interpolate(docs))}</td>` : ''}</tr>`;
  });
  const head = `<tr><th>Name</th><th>Value</th>${hasDocs ? '<th>Description</th>' : ''}</tr>`;
  return `<table><caption>${caption}</caption><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
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
  return `<p>${label}</p>\n<pre><code>${escapeHtml(text)}</code></pre>`;
}

/** Writes an example as it was saved, without replacing variables. */
function examplePart(example: Example, interpolate: Interpolate): string {
  const status = `${example.status} ${example.reason}`.trim();
  const body = example.base64
    ? '<p class="quiet">The body is not text.</p>'
    : example.body === ''
      ? ''
      : `<pre><code>${escapeHtml(example.body)}</code></pre>`;
  const headers = table('Response headers', example.headers, (text) => text);
  const requestLine =
    example.request === null
      ? ''
      : `<p>${escapeHtml(interpolate(`${example.request.method} ${example.request.url}`))}</p>`;
  return `<details><summary>Example: ${escapeHtml(example.name)} (${escapeHtml(status)})</summary>${requestLine}${headers}${body}</details>`;
}
