// Edits of descriptions: the parsed document changes as asked, and every other line of the text stays.
import { describe, expect, test } from 'vitest';
import { parseYaml } from '../../documents/yaml.ts';
import { editedText, type TextEdit } from './index.ts';

const YAML = `# of the shop
openapi: 3.1.0
paths:
  /orders:   # the list
    get:
      parameters:
        - name: limit   # of a page
          in: query
          required: true
          schema: { type: integer, maximum: 100 }
      responses:
        '200':
          description: >
            All orders

        "404": { description: None }
    # not there yet
  /carts: {}
components:
  schemas:
    Order:
      required: [id, total]
      type: object
      properties:
        id: { type: string }
        total:
          type: number # in euros
        state:
          enum:
            - open
            - done
        note:
`;
const order = ['components', 'schemas', 'Order'];
const get = ['paths', '/orders', 'get'];

const EDITS: readonly (readonly [string, TextEdit])[] = [
  [
    'a status',
    { type: 'set', path: [...get, 'responses', '409'], value: { description: 'Conflict: twice' } },
  ],
  [
    'a path',
    { type: 'set', path: ['paths', '/flags', 'get'], value: { responses: { 200: { description: 'A' } } } },
  ],
  [
    'a method of an empty path',
    { type: 'set', path: ['paths', '/carts', 'put'], value: { summary: 'x: y' } },
  ],
  ['a type', { type: 'set', path: [...order, 'properties', 'total', 'type'], value: ['number', 'string'] }],
  [
    'a type of a list',
    { type: 'set', path: [...order, 'properties', 'id', 'type'], value: ['string', 'null'] },
  ],
  ['a parameter', { type: 'set', path: [...get, 'parameters', '0', 'required'], value: false }],
  ['a bound', { type: 'set', path: [...get, 'parameters', '0', 'schema', 'maximum'], value: 250 }],
  ['no bound', { type: 'remove', path: [...get, 'parameters', '0', 'schema', 'maximum'] }],
  ['no first name', { type: 'remove', path: [...get, 'parameters', '0', 'name'] }],
  ['no property', { type: 'remove', path: [...order, 'properties', 'total'] }],
  [
    'a property',
    { type: 'set', path: [...order, 'properties', 'lines'], value: { type: 'array', items: {} } },
  ],
  [
    'a name without a value',
    { type: 'set', path: [...order, 'properties', 'note', 'type'], value: 'string' },
  ],
  ['an entry', { type: 'append', path: [...order, 'properties', 'state', 'enum'], value: 'lost' }],
  ['an entry in brackets', { type: 'append', path: [...order, 'required'], value: 'state' }],
  ['a new list', { type: 'append', path: [...order, 'properties', 'id', 'enum'], value: 'a' }],
  ['one less in brackets', { type: 'drop', path: [...order, 'required'], value: 'total' }],
  ['the first less in brackets', { type: 'drop', path: [...order, 'required'], value: 'id' }],
  ['one less', { type: 'drop', path: [...order, 'properties', 'state', 'enum'], value: 'open' }],
];

const JSON_TEXT = JSON.stringify(parseYaml(YAML), null, 2);

describe.each([
  ['YAML', YAML],
  ['YAML of Windows', YAML.replaceAll('\n', '\r\n')],
  ['JSON', JSON_TEXT],
  ['JSON with tabs', JSON.stringify(parseYaml(YAML), null, '\t')],
  ['JSON in one line', JSON.stringify(parseYaml(YAML))],
])('%s', (kind, text) => {
  test.each(EDITS)('%s', (_, edit) => {
    const edited = editedText(text, [edit]);
    // A block is replaced by nothing that stands in one line, and JSON without a value is null.
    if (edited === null) throw new Error('not edited');
    expect(parseYaml(edited.text)).toEqual(applied(parseYaml(text), edit));
    if (kind.startsWith('JSON')) expect(() => void JSON.parse(edited.text)).not.toThrow();
    const after = new Set(edited.text.split('\n'));
    const gone = text.split('\n').filter((line) => !after.has(line) && !after.has(`${line},`));
    if (text.includes('\n')) expect(gone.length).toBeLessThanOrEqual(linesOf(edit, kind));
    expect(edited.line).toBeGreaterThan(0);
    expect(edited.text.split('\n').length).toBeGreaterThanOrEqual(edited.line);
  });
});

/** Lines that may differ. */
function linesOf({ type, path }: TextEdit, kind: string): number {
  if (type === 'remove') return path.at(-1) === 'total' ? 3 : 2;
  return kind.startsWith('JSON') ? 4 : 1;
}

function applied(root: unknown, { path, ...edit }: TextEdit): unknown {
  const copy = structuredClone(root) as Record<string, unknown>;
  let [holder, key] = [copy, ''];
  for (const [at, name] of path.entries()) {
    key = name;
    if (at === path.length - 1) break;
    holder = (holder[name] ??= {}) as Record<string, unknown>;
  }
  if (edit.type === 'set') holder[key] = structuredClone(edit.value);
  if (edit.type === 'remove') Reflect.deleteProperty(holder, key);
  if (edit.type === 'append') holder[key] = [...((holder[key] ?? []) as unknown[]), edit.value];
  if (edit.type === 'drop') holder[key] = (holder[key] as unknown[]).filter((each) => each !== edit.value);
  return copy;
}

test('edits follow one another, and what only a person can change is left', () => {
  const set = (path: readonly string[], value: unknown): TextEdit => ({ type: 'set', path, value });
  const two = editedText(YAML, [
    set(['paths', '/a', 'get'], { summary: 'A' }),
    set(['paths', '/a', 'put'], {}),
  ]);
  expect(two?.text).toContain('  /a:\n    get:\n      summary: A\n    put: {}\n');
  expect(two?.text.split('\n')[two.line - 1]).toBe('  /a:');
  expect(editedText('a: &x { b: 1 }\nc: *x\n', [set(['c', 'b'], 2)])).toBeNull();
  expect(editedText('a: 1\n', [set(['a', 'b'], 2)])).toBeNull();
  expect(editedText('a: [\n', [set(['a'], 2)])).toBeNull();
  expect(
    editedText('required: [id]\ntype: object\n', [{ type: 'drop', path: ['required'], value: 'id' }])?.text,
  ).toBe('type: object\n');
});
