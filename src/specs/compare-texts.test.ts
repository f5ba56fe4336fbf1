import { expect, test } from 'vitest';
import { parseYaml } from '../documents/yaml.ts';
import { readContent } from '../interchange/import/content.ts';
import type { JsonObject } from '../documents/json-values.ts';
import { comparedTexts } from './compare-texts.ts';

const text = (required: string, extra = ''): string => `openapi: 3.1.0
info: { title: A, version: '1.0.0' }
paths:
  /pets/{id}:
    put:
      requestBody:
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Pet' }
      responses: { '200': { description: x } }
${extra}components:
  schemas:
    Pet:
      type: object
      required: ${required}
      properties: { name: { type: string }, kind: { type: string } }
    Other: { type: string }
`;

const compared = (before: string, after: string, operation?: string) =>
  comparedTexts(readContent(Buffer.from(after), 'a.yaml'), parseYaml(after) as JsonObject, {
    before,
    operation,
  });

test('changes have the lines of their operation in both versions', () => {
  const extra = '  /new:\n    get:\n      responses: { "200": { description: x } }\n';
  const { changes, parts, versions, ...rest } = compared(text('[name]'), text('[name, kind]', extra));
  expect(rest).toEqual({ compared: 1, notCompared: [] });
  expect(changes).toMatchObject([
    { breaking: true, operation: 'PUT /pets/{id}', before: 5, after: 5 },
    { breaking: false, operation: 'GET /new', before: null, after: 12 },
    { breaking: false, operation: 'API', what: 'it is still version 1.0.0, with breaking changes' },
  ]);
  expect(parts).toEqual([]);
  expect(versions).toEqual({ before: '1.0.0', after: '1.0.0' });
});

test('the parts of an operation are its own text, and what it refers to and that differs', () => {
  const { parts } = compared(text('[name]'), text('[name, kind]'), 'PUT /pets/{id}');
  expect(parts.map(({ name }) => name)).toEqual(['PUT /pets/{id}', 'components.schemas.Pet']);
  const [own, schema] = parts;
  expect(own?.after?.text).toBe(own?.before?.text);
  expect(own?.after).toMatchObject({ line: 5, text: expect.stringMatching(/^ {4}put:[^]+200/) });
  expect(schema?.before).toMatchObject({ line: 13, text: expect.stringContaining('required: [name]\n') });
  expect(schema?.after?.text).not.toContain('Other');
});

test('a removed parameter is a warning; another version that is no description is refused', () => {
  const before = text('[name]').replace('put:', 'put:\n      parameters: [{ name: dry, in: query }]');
  expect(compared(before, text('[name]')).changes).toMatchObject([{ breaking: false, warning: true }]);
  expect(() => compared('a: [', text('[name]'))).toThrow('not an OpenAPI or Swagger description');
});
