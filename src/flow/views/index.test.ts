import { describe, expect, test } from 'vitest';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sampleBodies, viewContext } from '../../../test/helpers/bodies.ts';
import { scaled } from '../../../test/helpers/scale.ts';
import { loadProtoText } from '../../../test/helpers/proto.ts';
import { findView, views, viewsOf, type TreeNode, type View, type ViewContext } from './index.ts';
import { hexRows } from './hex.ts';

function render(id: string, body: string | Buffer, contentType = '', more: Partial<ViewContext> = {}): View {
  return findView(id)!.view(Buffer.from(body), viewContext(contentType, more));
}

function viewText(view: View): string {
  return view.type === 'text' ? view.text : '';
}

interface Short {
  readonly [label: string]: string | null | Short | undefined;
}

/** Labels and values of a tree. */
function short(nodes: readonly TreeNode[]): Short {
  return Object.fromEntries(
    nodes.map(({ label, value, children }) => [label, children.length > 0 ? short(children) : value]),
  );
}

const treeOf = (view: View): readonly TreeNode[] => (view.type === 'tree' ? view.nodes : []);

test('every view has a distinct name', () => {
  expect(new Set(views.map(({ id }) => id)).size).toBe(views.length);
  for (const { id, title } of views) expect([findView(id)?.title, title !== '']).toEqual([title, true]);
  expect(findView('none')).toBeUndefined();
});

test('every view is the best one for its sample, and reads it without an error', () => {
  expect(new Set(sampleBodies.map(({ view }) => view))).toEqual(new Set(views.map(({ id }) => id)));
  for (const { view, bytes, context } of sampleBodies) {
    expect(viewsOf(bytes, context)[0]?.id, `${view} ${context.contentType}`).toBe(view);
    expect(findView(view)!.view(bytes, context).error, `${view} ${context.contentType}`).toBeNull();
  }
});

test('every view accepts the samples of others and empty bodies without throwing', () => {
  for (const { id, view } of views)
    for (const { bytes, context } of [
      ...sampleBodies,
      { bytes: Buffer.alloc(0), context: viewContext('') },
    ]) {
      const shown = view(bytes, context);
      expect(JSON.parse(JSON.stringify(shown)), id).toEqual(shown);
    }
});

describe('a body that was cut', () => {
  const size = 10_000_000;
  /** A guard against inclusion is not recognised by its first bytes. */
  const MIN = 8;
  const step = scaled({ quick: 7, full: 1 });

  test('is no error wherever it was cut, and says where', () => {
    const failures: string[] = [];
    for (const { view: id, bytes, context } of sampleBodies)
      for (let length = MIN; length < bytes.length; length += step) {
        const view = findView(id)!;
        const cut = { ...context, complete: false, size };
        const start = bytes.subarray(0, length);
        if (!view.matches(start, cut)) continue;
        const { error, notes } = view.view(start, cut);
        const isTold = notes.some((note) => /^cut at [\d,]+ of 10,000,000 bytes$/.test(note));
        if (error !== null || !isTold)
          if (failures.length < 20)
            failures.push(`${id} ${context.contentType} at ${length}: ${error?.reason ?? notes.join()}`);
      }
    expect(failures).toEqual([]);
  });

  test('shows what is there', () => {
    const whole = [
      ['json', '{"a":"long', '{\n  "a": "long'],
      ['json', '{"a":[1,tru', '{\n  "a": [\n    1,\n    tru'],
      ['json', '{"a":"\\u00', '{\n  "a": "\\u00'],
      ['json', 'call({"a":[', '{\n  "a": [\n    '],
      ['xml', '<a><b>text', '<a>\n  <b>\n    text'],
    ] as const;
    for (const [id, body, text] of whole)
      expect(render(id, body, `application/${id}`, { complete: false })).toMatchObject({ text, error: null });
    const query = '{"query":"query Hero { name","variables":';
    expect(render('graphql', query, 'application/json', { complete: false })).toMatchObject({
      nodes: [{ value: 'Hero' }],
      error: null,
    });
    const wrong = '{"a":[}';
    expect(render('json', wrong, 'application/json', { complete: false }).error).not.toBeNull();
    expect(render('xml', '<a></b>', 'text/xml', { complete: false }).error).not.toBeNull();
  });

  test('by a bound of a view is no error either', { tags: ['full'] }, () => {
    const long = 'x'.repeat(5_000_000);
    const bodies = [
      ['json', 'application/json', `{"a":"${long}"}`],
      ['xml', 'text/xml', `<a>${long}</a>`],
      ['html', 'text/html', `<script>${long}</script>`],
      ['form', 'application/x-www-form-urlencoded', `a=${long}`],
      ['graphql', 'application/json', `{"query":"{ a }","variables":{"b":"${long}"}}`],
      ['text', 'text/plain', long],
      ['msgpack', 'application/msgpack', Buffer.alloc(30_000, 1)],
      ['cbor', 'application/cbor', Buffer.alloc(30_000, 1)],
      ['protobuf', 'application/x-protobuf', Buffer.alloc(60_000, '\x08\x01')],
    ] as const;
    for (const [id, contentType, body] of bodies) {
      const { error, notes } = render(id, body, contentType, { side: 'request' });
      expect([
        id,
        error,
        notes.filter((note) => /^cut at [\d,]+ of [\d,]+ bytes$/.test(note)).length,
      ]).toEqual([id, null, 1]);
    }
  });
});

const FILLERS = [
  '\0',
  '\xff',
  ' ',
  '\v',
  '\n',
  'a',
  '[',
  '{"a":',
  '<a>',
  '<a "',
  '<!--',
  'a=%',
  '\x08\x01',
  '\x0a\x7f',
  'eyJ',
  'eyJ.',
  '--b\r\n',
  '{a',
  '\x91',
];

test('every view reads long inputs in linear time', { tags: ['full'] }, () => {
  for (const { id, view, matches } of views)
    for (const filler of FILLERS)
      for (const contentType of new Set(
        sampleBodies.filter((sample) => sample.view === id).map(({ context }) => context.contentType),
      )) {
        const bytes = Buffer.alloc(200_000, filler, 'latin1');
        const context = viewContext(contentType, { side: 'request' });
        matches(bytes, context);
        expect(view(bytes, context).type, `${id} ${JSON.stringify(filler)}`).not.toBe('');
      }
});

describe('json', () => {
  test('is formatted, with numbers as sent and without a byte order mark', () => {
    const [, , { bytes, context }] = sampleBodies as [unknown, unknown, (typeof sampleBodies)[0]];
    expect(viewText(findView('json')!.view(bytes, context))).toMatch(
      /^\{\n {2}"id": 12345678901234567890,\n/,
    );
  });

  test.each([
    ['{"a":1}\n{"b":2}', '{\n  "a": 1\n}\n{\n  "b": 2\n}', ['2 values, one behind the other']],
    ['cb([1]);', '[\n  1\n]', ['inside a call of cb']],
    ["/**/ typeof a.b === 'function' && a.b({});", '{}', ['inside a call of a.b']],
    [")]}',\n[]", '[]', ['behind the guard ")]}\',"']],
    ['for(;;);{}', '{}', ['behind the guard "for(;;);"']],
  ])('%s', (text, expected, notes) => {
    expect(render('json', text, 'application/json')).toEqual({
      type: 'text',
      text: expected,
      language: 'json',
      notes,
      error: null,
    });
  });

  test.each([
    ['{"a":1,\n "b":}', 2, 6, 'expected a value'],
    ['cb({"a" 1})', 1, 9, 'expected a colon'],
    ['', 1, 1, 'expected a value'],
  ])('%j has an error in line %i, column %i, and is shown unchanged', (text, line, column, reason) => {
    expect(render('json', text, 'application/json')).toMatchObject({
      text,
      error: { line, column, reason, offset: null },
    });
  });

  test('truncation is not an error', () => {
    expect(render('json', '{"a":[1,', 'application/json', { complete: false })).toMatchObject({
      error: null,
    });
    expect(render('json', '{"a":[}', 'application/json', { complete: false }).error).not.toBeNull();
  });
});

test('form: decoded pairs; invalid percent signs stay', () => {
  expect(render('form', 'a=%C3%A4+b&rate=100%')).toEqual({
    type: 'table',
    columns: ['Name', 'Value'],
    rows: [
      ['a', 'ä b'],
      ['rate', '100%'],
    ],
    notes: ['1 pairs are not valid percent-encoded UTF-8: their invalid bytes are shown as they are'],
    error: null,
  });
});

test('multipart: parts with headers, names and suitable views', () => {
  const { bytes, context } = sampleBodies[1]!;
  const [title, file] = treeOf(findView('multipart')!.view(bytes, context));
  expect(title).toMatchObject({ label: 'title', value: 'Grüße', size: 7 });
  expect(file).toMatchObject({
    label: 'file',
    value: '{"a":1}',
    kind: 'application/json',
    notes: ['view json'],
  });
  expect(short(file!.children)).toMatchObject({ filename: 'a.json', 'Content-Type': 'application/json' });
  expect(bytes.toString('utf8', file!.offset!, file!.offset! + file!.size!)).toBe('{"a":1}');
  expect(render('multipart', 'x', 'multipart/form-data')).toMatchObject({
    type: 'unreadable',
    error: { offset: 0 },
  });
});

test('graphql: operation, query and variables; batches; queries of URLs', () => {
  const graphql = sampleBodies
    .filter(({ view }) => view === 'graphql')
    .map(({ bytes, context }) => treeOf(findView('graphql')!.view(bytes, context)));
  const query =
    'query Hero($id: ID!) {\n  hero(id: $id) {\n    name\n    ... on Droid {\n      parts\n    }\n  }\n}';
  expect(graphql[0]).toMatchObject([{ kind: 'query', value: 'Hero' }]);
  expect(short(graphql[0]!)).toEqual({ request: { operation: 'Hero', query, variables: '{\n  "id": 1\n}' } });
  expect(graphql[1]!.map(({ label, kind, value }) => [label, kind, value])).toEqual([
    ['request 1', 'query', null],
    ['request 2', 'mutation', 'M'],
  ]);
  expect(short(graphql[2]!)).toEqual({ request: { operation: 'Hero', query } });
  expect(short(graphql[3]!)).toEqual({ request: { operation: 'Hero', query, variables: '{\n  "id": 1\n}' } });
  const persisted = { extensions: { persistedQuery: { version: 1, sha256Hash: 'abc' } } };
  expect(treeOf(render('graphql', JSON.stringify(persisted), 'application/json'))).toMatchObject([
    { kind: 'persisted query' },
  ]);
  expect(render('graphql', '{"query":"{ a ; }"}', 'application/json').error).toMatchObject({
    line: 1,
    column: 5,
  });
  expect(render('graphql', '{"a":1}', 'application/json')).toMatchObject({ type: 'unreadable' });
  expect(
    viewsOf(Buffer.from('{"query":"shoes"}'), viewContext('application/json', { side: 'request' }))[0]?.id,
  ).toBe('json');
});

test('jwt: header and claims, with dates; never verified', () => {
  const { bytes, context } = sampleBodies.findLast(({ view }) => view === 'jwt')!;
  const shown = findView('jwt')!.view(bytes, context);
  expect(shown.notes).toEqual(['signatures are not verified']);
  expect(treeOf(shown).map(({ label, value }) => [label, value])).toEqual([
    ['Cookie session', 'HS256'],
    ['body, byte 2', 'HS256'],
  ]);
  const claims = treeOf(shown)[0]!.children[1]!;
  expect(short(claims.children)).toEqual({
    iss: 'joe',
    exp: '1300819380',
    'http://example.com/is_root': 'true',
  });
  expect(claims.children[1]!.notes).toEqual(['2011-03-22T18:43:00.000Z']);
});

test('protobuf: fields by number, with alternative interpretations', () => {
  const { bytes, context } = sampleBodies.find(({ view }) => view === 'protobuf')!;
  const nodes = treeOf(findView('protobuf')!.view(bytes, context));
  expect(nodes.map(({ label, kind, value }) => [label, kind, value])).toEqual([
    ['1', 'text', 'hello'],
    ['2', 'integer', '150'],
    ['3', 'integer', '-1'],
    ['4', 'message', null],
    ['3', 'float', '0.5'],
    ['5', 'bytes', '/wD+gA=='],
  ]);
  expect(nodes[2]!.notes).toContain('uint64 18446744073709551615');
  expect(viewsOf(bytes, viewContext('application/octet-stream'))[0]?.id).toBe('protobuf');
  expect(render('protobuf', Buffer.from('0a05', 'hex'))).toMatchObject({ error: { offset: 2 } });
});

test('grpc: messages by their known types, compressed ones when decompression is possible', () => {
  const { schema: protos } = loadProtoText(
    'syntax = "proto3"; package p; message M { string text = 1; } service S { rpc Do(M) returns (M); }',
  );
  const zipped = gzipSync(Buffer.from('0a026869', 'hex'));
  const body = Buffer.concat([
    Buffer.from('00000000040a02686901', 'hex'),
    Buffer.of(0, 0, 0, zipped.length),
    zipped,
  ]);
  const context = { url: 'https://example.test/p.S/Do', headers: [{ name: 'grpc-encoding', value: 'gzip' }] };
  const inflate: ViewContext['inflate'] = (_, bytes, max) => gunzipSync(bytes, { maxOutputLength: max });
  expect(short(treeOf(render('grpc', body, 'application/grpc', { ...context, protos, inflate })))).toEqual({
    'message 1': { text: 'hi' },
    'message 2': { text: 'hi' },
  });
  const closed = treeOf(render('grpc', body, 'application/grpc', context));
  expect(closed[1]!.notes).toEqual(['the message is compressed, with gzip, and was not decompressed']);
});

test('image: the type of the bytes, whatever Content-Type says', () => {
  const { bytes } = sampleBodies.find(({ view }) => view === 'image')!;
  expect(render('image', bytes, 'image/jpeg')).toEqual({
    type: 'image',
    mime: 'image/png',
    width: 37,
    height: 23,
    notes: ['Content-Type says image/jpeg, the bytes are image/png'],
    error: null,
  });
  expect(viewsOf(bytes, viewContext('text/plain'))[0]?.id).toBe('image');
});

test.each([
  ['text/plain; charset=windows-1252', Buffer.from('\xe9\x80', 'latin1'), 'é€', 'windows-1252'],
  ['text/plain', Buffer.from('\ufeffä'), 'ä', 'utf-8'],
  ['text/plain', Buffer.from('\ufeffä', 'utf16le'), 'ä', 'utf-16le'],
  [
    'text/html',
    Buffer.from('<meta charset=iso-8859-2>\xb1', 'latin1'),
    '<meta charset=iso-8859-2>ą',
    'iso-8859-2',
  ],
  [
    'text/xml',
    Buffer.from('<?xml version="1.0" encoding="shift_jis"?>\x83\x65', 'latin1'),
    '<?xml version="1.0" encoding="shift_jis"?>テ',
    'shift_jis',
  ],
  ['text/plain', Buffer.from('\xe9', 'latin1'), 'é', 'windows-1252'],
])('text of %s: %j is %s', (contentType, bytes, text, charset) => {
  expect(render('text', bytes, contentType)).toMatchObject({ text, notes: [`charset ${charset}`] });
});

test('hex: rows of 16 bytes, in slices', () => {
  const bytes = Buffer.from('The quick brown fox\n\x00\xff', 'latin1');
  expect(render('hex', bytes)).toMatchObject({
    size: 22,
    rows: [
      { offset: 0, hex: '54 68 65 20 71 75 69 63 6b 20 62 72 6f 77 6e 20', ascii: 'The quick brown ' },
      { offset: 16, hex: '66 6f 78 0a 00 ff', ascii: 'fox...' },
    ],
  });
  expect(hexRows(bytes, 17, 2)).toEqual([{ offset: 16, hex: '66 6f 78', ascii: 'fox' }]);
  const large = render('hex', Buffer.alloc(100_000));
  expect(large.type === 'hex' && [large.rows.length, large.size]).toEqual([4096, 100_000]);
  expect(large.notes).toEqual(['cut at 65,536 of 100,000 bytes']);
});
