import { expect, test } from 'vitest';
import { parseYaml } from '../documents/yaml.ts';
import type { JsonObject } from '../documents/json-values.ts';
import { correctedText } from './correct-text.ts';

const WHAT = 'response 404: the status 404 is not documented: the document has 200';
const YAML = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets/{id}:
    get:
      # kept as it is
      responses:
        '200':
          description: OK
`;
interface Pets {
  readonly '/pets/{id}': { readonly get: { readonly responses: JsonObject } };
}

const JSON_TEXT = JSON.stringify(parseYaml(YAML), null, 2);

test.each([
  ['YAML', YAML],
  ['YAML in braces', YAML.replace(/responses:\n.*\n.*\n/, "responses: { '200': { description: OK } }\n")],
  ['no response', YAML.replace(/responses:\n.*\n.*\n/, 'responses: {}\n')],
  ['JSON', JSON_TEXT],
  ['JSON in one line', JSON.stringify(parseYaml(YAML))],
])('a response is added to %s, and nothing else changes', (_, text) => {
  const root = parseYaml(text) as JsonObject;
  const found = correctedText(text, root, { operation: 'GET /pets/{petId}', what: WHAT });
  expect(found?.text.split('\n')[found.line - 1]).toContain('404');
  const { paths, ...rest } = root as unknown as { readonly paths: Pets };
  const { responses } = paths['/pets/{id}'].get;
  const all = { ...responses, 404: { description: 'Not Found' } };
  expect(parseYaml(found!.text)).toEqual({ ...rest, paths: { '/pets/{id}': { get: { responses: all } } } });
  expect(found!.text.includes('# kept as it is')).toBe(text.includes('# kept as it is'));
});

test.each([
  ['GET /pets/{id}', 'response 200: body/name must be string'],
  ['GET /dogs', WHAT],
])('%s, %s: only its author can say', (operation, what) => {
  expect(correctedText(YAML, parseYaml(YAML) as JsonObject, { operation, what })).toBeNull();
});
