// The section of one request: what is sent, and what came of it. Credentials are not shown.
import type { AuthType } from '../../model/auth.ts';
import type { Body } from '../../model/body.ts';
import type { Example } from '../../model/example.ts';
import type { SavedRequest } from '../../model/request.ts';
import type { QueryPair } from '../../model/values.ts';
import { escaped } from './escape-html.ts';
import { markdown } from './markdown.ts';
import type { Shown } from '../shared/public-values.ts';

export interface Section {
  /** Its id in the page. */
  readonly place: string;
  /** Of its heading. */
  readonly level: number;
  readonly shown: Shown;
}

export function requestSection(request: SavedRequest, { place, level, shown }: Section): string {
  const auth = AUTH_LABELS[request.auth.type];
  const parts = [
    `<h${level}>${escaped(request.name)}</h${level}>`,
    `<pre><code>${escaped(lineOf(request, shown))}</code></pre>`,
    markdown(shown(request.docs)),
    auth === '' ? '' : `<p>Authorization: ${auth}</p>`,
    table('Path variables', request.path, shown),
    table('Query parameters', request.query, shown),
    table('Headers', request.headers, shown),
    bodyPart(request.body, shown),
    ...request.examples.map((example) => examplePart(example, shown)),
  ];
  return `<section id="${place}">\n${parts.filter((part) => part !== '').join('\n')}\n</section>`;
}

function lineOf({ type, method, url, query, grpc }: SavedRequest, shown: Shown): string {
  const search = query
    .filter(({ enabled }) => enabled)
    .map(({ name, value }) => (value === null ? name : `${name}=${value}`))
    .join('&');
  const address = shown(search === '' ? url : `${url}?${search}`);
  if (type === 'http' || type === 'graphql') return `${method} ${address}`;
  return grpc === undefined ? `${type} ${address}` : `${type} ${address} ${grpc.service}/${grpc.method}`;
}

/** Empty: there is nothing to say. */
const AUTH_LABELS: Readonly<Record<AuthType, string>> = {
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
};

function table(caption: string, pairs: readonly QueryPair[], shown: Shown): string {
  if (pairs.length === 0) return '';
  const hasDocs = pairs.some(({ docs }) => docs !== '');
  const rows = pairs.map(({ name, value, enabled, docs }) => {
    const cell = (text: string): string => `<td${enabled ? '' : ' class="off"'}>${escaped(shown(text))}</td>`;
    return `<tr>${cell(name)}${cell(value ?? '')}${hasDocs ? `<td>${markdown(shown(docs))}</td>` : ''}</tr>`;
  });
  const head = `<tr><th>Name</th><th>Value</th>${hasDocs ? '<th>Description</th>' : ''}</tr>`;
  return `<table><caption>${caption}</caption><thead>${head}</thead><tbody>${rows.join('')}</tbody></table>`;
}

function bodyPart(body: Body, shown: Shown): string {
  switch (body.type) {
    case 'none':
      return '';
    case 'raw':
      return block('Body', shown(body.text));
    case 'urlencoded':
      return table('Body (form)', body.fields, shown);
    case 'multipart':
      return table(
        'Body (multipart form)',
        body.fields.map(({ files, ...field }) => (files === null ? field : { ...field, value: 'a file' })),
        shown,
      );
    case 'file':
      return '<p>Body: a file</p>';
    case 'graphql': {
      const variables = body.variables === '' ? '' : block('GraphQL variables', shown(body.variables));
      return `${block('GraphQL query', shown(body.query))}${variables}`;
    }
  }
}

function block(label: string, text: string): string {
  return `<p>${label}</p>\n<pre><code>${escaped(text)}</code></pre>`;
}

/** An example as it came: variables are nothing to it. */
function examplePart(example: Example, shown: Shown): string {
  const status = `${example.status} ${example.reason}`.trim();
  const body = example.base64
    ? '<p class="quiet">The body is no text.</p>'
    : example.body === ''
      ? ''
      : `<pre><code>${escaped(example.body)}</code></pre>`;
  const headers = table('Response headers', example.headers, (text) => text);
  const asked =
    example.request === null
      ? ''
      : `<p>${escaped(shown(`${example.request.method} ${example.request.url}`))}</p>`;
  return `<details><summary>Example: ${escaped(example.name)} (${escaped(status)})</summary>${asked}${headers}${body}</details>`;
}
