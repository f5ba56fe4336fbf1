import { expect, test } from 'vitest';
import { renderMarkdown } from '../html/markdown.ts';
import { collectionFields, folderFields } from '../../../collections/model/collection.ts';
import { newRequest } from '../../../collections/model/request.ts';
import { markdown } from './index.ts';

const pair = (name: string, value: string, more = {}) => ({ name, value, enabled: true, docs: '', ...more });

function textOf(
  fields: Omit<Parameters<typeof newRequest>[0], 'id'>,
  variables: readonly object[] = [],
): string {
  const request = newRequest({ id: 'r', ...fields });
  const folder = {
    ...folderFields.parse({ id: 'f', name: 'Users', docs: 'About users' }),
    items: [{ kind: 'request' as const, request }],
  };
  const collection = collectionFields.parse({ id: 'c', name: 'Shop', docs: 'Sells', variables });
  return markdown.write({ ...collection, items: [{ kind: 'folder', folder }] }, { environment: null }).text;
}

test('headings, links, parts of a request and its examples', () => {
  const text = textOf(
    {
      name: 'List',
      method: 'POST',
      url: '{{base}}/users',
      docs: 'All **users**.',
      query: [pair('page', '1', { docs: 'Which page' }), pair('old', 'x', { enabled: false })],
      body: { type: 'raw', language: 'json', text: '{"a":1}' },
      auth: { type: 'bearer', token: 'hidden' },
      examples: [
        {
          id: 'e',
          name: 'Ok',
          status: 200,
          reason: 'OK',
          headers: [pair('Content-Type', 'application/json')],
          body: '[]',
        },
      ],
    },
    [pair('base', 'http://a.test'), { ...pair('s', 'hidden'), secret: true }],
  );
  expect(text).toBe(`# Shop

1 request

Sells

- [Users](#part-1)
  - [POST List](#part-1-1)

<a id="part-1"></a>

## Users

About users

<a id="part-1-1"></a>

### List

\`\`\`
POST http://a.test/users?page=1
\`\`\`

All **users**.

Authorization: Bearer token

**Query parameters**

| Name | Value | Description |
| --- | --- | --- |
| page | 1 | Which page |
| old (off) | x |  |

**Body**

\`\`\`json
{"a":1}
\`\`\`

**Example: Ok** (200 OK)

**Response headers**

| Name | Value |
| --- | --- |
| Content-Type | application/json |

\`\`\`json
[]
\`\`\`
`);
});

test('names and values stay text, and fences hold every body', () => {
  const text = textOf({
    name: '<img src=x onerror=alert(1)> *a*',
    headers: [pair('X-A', 'a | b\nc')],
    body: { type: 'raw', language: 'text', text: 'a\n````\nb' },
  });
  expect(text).toContain(String.raw`### \<img src=x onerror=alert(1)\> \*a\*`);
  expect(text).toContain(String.raw`| X-A | a \| b c |`);
  expect(text).toContain('`````\na\n````\nb\n`````');
  expect(renderMarkdown(text)).not.toContain('<img');
});
