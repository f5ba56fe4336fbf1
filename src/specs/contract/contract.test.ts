// Requests and responses against descriptions: which ones fit, and the messages about violations.
import { describe, expect, test } from 'vitest';
import { ApiContract } from './index.ts';

const LIST = { type: 'array', items: { type: 'integer' }, maxItems: 3 };
const OBJECT = {
  type: 'object',
  required: ['a'],
  properties: { a: { type: 'integer' }, b: { type: 'boolean' } },
  additionalProperties: false,
};

interface Sent {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function parameterDetails(parameter: object, sent: Sent, path = '/a'): readonly string[] {
  const contract = new ApiContract({
    openapi: '3.0.3',
    info: { title: 'A', version: '1' },
    paths: { [path]: { get: { parameters: [parameter], responses: {} } } },
  });
  const { match } = contract.find('GET', sent.url ?? '/a');
  if (match === null) throw new Error('no operation');
  return contract.parameterViolations(match, { headers: sent.headers ?? {} }).map(({ detail }) => detail);
}

const query = (more: object): object => ({ name: 'q', in: 'query', required: true, ...more });
const inPath = (more: object): object => ({ name: 'q', in: 'path', required: true, ...more });

describe('lists and objects in the query', () => {
  test.each<[string, object, string, readonly string[]]>([
    ['exploded', { schema: LIST }, '/a?q=1&q=2', []],
    ['with brackets', { schema: LIST }, '/a?q[]=1&q[]=2', []],
    ['of another type', { schema: LIST }, '/a?q=1&q=x', ['query parameter q/1 must be integer']],
    [
      'too long',
      { schema: LIST, explode: false },
      '/a?q=1,2,3,4',
      ['query parameter q must NOT have more than 3 items'],
    ],
    ['not exploded', { schema: LIST, explode: false }, '/a?q=1,2', []],
    ['by blanks', { schema: LIST, style: 'spaceDelimited', explode: false }, '/a?q=1%202', []],
    ['by pipes', { schema: LIST, style: 'pipeDelimited', explode: false }, '/a?q=1|2', []],
    [
      'by pipes, of another type',
      { schema: LIST, style: 'pipeDelimited', explode: false },
      '/a?q=1|x',
      ['query parameter q/1 must be integer'],
    ],
    ['missing', { schema: LIST }, '/a?p=1', ['the query parameter q is missing']],
    ['object, exploded', { schema: OBJECT }, '/a?a=1&b=true&other=x', []],
    [
      'object, exploded, of another type',
      { schema: OBJECT },
      '/a?a=x',
      ['query parameter q/a must be integer'],
    ],
    ['object, exploded, missing', { schema: OBJECT }, '/a?c=1', ['the query parameter q is missing']],
    ['object in turns', { schema: OBJECT, explode: false }, '/a?q=a,1,b,false', []],
    ['deep object', { schema: OBJECT, style: 'deepObject', explode: true }, '/a?q[a]=1&q[b]=true', []],
    [
      'deep object with an unknown name',
      { schema: OBJECT, style: 'deepObject', explode: true },
      '/a?q[a]=1&q[c]=1',
      ['query parameter q must NOT have additional properties: c'],
    ],
    ['JSON', { content: { 'application/json': { schema: OBJECT } } }, '/a?q={"a":1}', []],
    [
      'JSON of another shape',
      { content: { 'application/json': { schema: OBJECT } } },
      '/a?q={"a":"x"}',
      ['query parameter q/a must be integer'],
    ],
    [
      'no JSON',
      { content: { 'application/json': { schema: OBJECT } } },
      '/a?q=x',
      ['the query parameter q is not valid JSON'],
    ],
    ['number or list', { schema: { oneOf: [{ type: 'integer' }, LIST] } }, '/a?q=1', []],
    ['type of a part', { schema: { allOf: [{ type: 'integer' }, { minimum: 2 }] } }, '/a?q=3', []],
    ['numbers that are listed', { schema: { enum: [1, 2] } }, '/a?q=2', []],
    ['text that looks like a number', { schema: { type: 'string', minLength: 2 } }, '/a?q=12', []],
    ['number or text', { schema: { type: ['integer', 'string'], minimum: 5, minLength: 1 } }, '/a?q=1', []],
  ])('%s', (_, parameter, url, expected) => {
    expect(parameterDetails(query(parameter), { url })).toEqual(expected);
  });
});

describe('lists and objects elsewhere', () => {
  test.each<[string, object, Sent, readonly string[]]>([
    ['path', inPath({ schema: LIST }), { url: '/a/1,2' }, []],
    [
      'path, of another type',
      inPath({ schema: LIST }),
      { url: '/a/1,x' },
      ['path parameter q/1 must be integer'],
    ],
    ['label', inPath({ schema: LIST, style: 'label', explode: true }), { url: '/a/.1.2' }, []],
    ['matrix', inPath({ schema: LIST, style: 'matrix', explode: true }), { url: '/a/;q=1;q=2' }, []],
    [
      'matrix, of another type',
      inPath({ schema: LIST, style: 'matrix', explode: true }),
      { url: '/a/;q=1;q=x' },
      ['path parameter q/1 must be integer'],
    ],
    ['object in the path', inPath({ schema: OBJECT, explode: true }), { url: '/a/a=1,b=true' }, []],
    [
      'object in turns',
      inPath({ schema: OBJECT }),
      { url: '/a/a,x' },
      ['path parameter q/a must be integer'],
    ],
    ['header', { name: 'X-Ids', in: 'header', schema: LIST }, { headers: { 'x-ids': '1, 2' } }, []],
    [
      'header, of another type',
      { name: 'X-Ids', in: 'header', schema: LIST },
      { headers: { 'x-ids': '1, x' } },
      ['header parameter X-Ids/1 must be integer'],
    ],
    [
      'cookie',
      { name: 'ids', in: 'cookie', schema: LIST, explode: false },
      { headers: { cookie: 'a=1; ids=1,x' } },
      ['cookie parameter ids/1 must be integer'],
    ],
  ])('%s', (_, parameter, sent, expected) => {
    const path = sent.url === undefined ? '/a' : '/a/{q}';
    expect(parameterDetails(parameter, sent, path)).toEqual(expected);
  });
});

test.each([
  ['date', '2026-02-30', '2026-02-28'],
  ['date-time', '2026-01-01 00:00', '2026-01-01T00:00:00Z'],
  ['uuid', '1234', '123e4567-e89b-12d3-a456-426614174000'],
  ['email', 'nobody', 'a@b.test'],
  ['uri', 'not a uri', 'https://a.test/b'],
  ['ipv4', '1.2.3', '127.0.0.1'],
])('the format %s', (format, wrong, right) => {
  const parameter = query({ schema: { type: 'string', format } });
  const details = (value: string): readonly string[] =>
    parameterDetails(parameter, { url: `/a?q=${encodeURIComponent(value)}` });
  expect(details(wrong)).toEqual([`query parameter q must match format "${format}"`]);
  expect(details(right)).toEqual([]);
});

test('formats that nobody knows are not checked', () => {
  for (const format of ['password', 'binary', 'our-own'])
    expect(parameterDetails(query({ schema: { type: 'string', format } }), { url: '/a?q=x' })).toEqual([]);
});

function bodyDetails(content: object, type: string, body: string): readonly string[] {
  const contract = new ApiContract({
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/a': { post: { requestBody: { content }, responses: { 200: { content } } } } },
  });
  const { match } = contract.find('POST', '/a');
  if (match === null) throw new Error('no operation');
  const headers = { 'content-type': type };
  const [, request] = contract.bodyViolations(match, { headers }, Buffer.from(body));
  const response = contract.responseViolations(match, { status: 200, headers, body: Buffer.from(body) });
  expect(response).toEqual(request);
  return request.map(({ detail }) => detail);
}

const FORM = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 5 },
    age: { type: 'integer' },
    tags: { type: 'array', items: { type: 'integer' } },
    owner: { type: 'object', properties: { id: { type: 'integer' } } },
    file: { type: 'string', format: 'binary' },
  },
};

function parts(...list: readonly (readonly [head: string, text: string])[]): string {
  const all = list.map(([head, text]) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`);
  return `${all.join('')}--x--\r\n`;
}
const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';

describe('bodies', () => {
  test.each<[string, string, string, object, readonly string[]]>([
    ['form', URLENCODED, 'name=Ada&age=5&tags=1&tags=2', { schema: FORM }, []],
    ['form of another type', URLENCODED, 'name=Ada&age=x', { schema: FORM }, ['body/age must be integer']],
    [
      'form without a field',
      URLENCODED,
      'age=1',
      { schema: FORM },
      ["body must have required property 'name'"],
    ],
    ['list in a form', URLENCODED, 'name=A&tags=1&tags=x', { schema: FORM }, ['body/tags/1 must be integer']],
    [
      'list in a form, not exploded',
      URLENCODED,
      'name=A&tags=1,x',
      { schema: FORM, encoding: { tags: { explode: false } } },
      ['body/tags/1 must be integer'],
    ],
    [
      'object in a form',
      URLENCODED,
      'name=A&owner[id]=x',
      { schema: FORM },
      ['body/owner/id must be integer'],
    ],
    ['multipart', MULTIPART, parts(['name="name"', 'Ada'], ['name="age"', '5']), { schema: FORM }, []],
    [
      'multipart of another type',
      MULTIPART,
      parts(['name="name"', 'Ada Lovelace'], ['name="age"', 'x']),
      { schema: FORM },
      ['body/name must NOT have more than 5 characters', 'body/age must be integer'],
    ],
    [
      'JSON in a part',
      MULTIPART,
      parts(['name="name"', 'A'], ['name="owner"\r\nContent-Type: application/json', '{"id":"x"}']),
      { schema: FORM },
      ['body/owner/id must be integer'],
    ],
    [
      'file of a type',
      MULTIPART,
      parts(['name="name"', 'A'], ['name="file"; filename="a.png"\r\nContent-Type: image/png', '\x89PNG']),
      { schema: FORM, encoding: { file: { contentType: 'image/*' } } },
      [],
    ],
    [
      'file of another type',
      MULTIPART,
      parts(['name="name"', 'A'], ['name="file"; filename="a.txt"\r\nContent-Type: text/plain', 'a']),
      { schema: FORM, encoding: { file: { contentType: 'image/png, image/jpeg' } } },
      ['the part file is text/plain, and the document has image/png, image/jpeg'],
    ],
    ['no boundary', 'multipart/form-data', parts(), { schema: FORM }, ['the body has no boundary']],
    ['text', 'text/plain', 'abc', { schema: { type: 'string', pattern: '^a' } }, []],
    [
      'text that does not fit',
      'text/plain; charset=utf-8',
      'xyz',
      { schema: { type: 'string', pattern: '^a' } },
      ['body must match pattern "^a"'],
    ],
    ['a number as text', 'text/plain', '12', { schema: { type: 'integer' } }, []],
    ['YAML', 'application/yaml', 'name: [', { schema: FORM }, ['the body is not valid YAML']],
    [
      'YAML of another type',
      'application/yaml',
      'name: A\nage: x',
      { schema: FORM },
      ['body/age must be integer'],
    ],
    [
      'JSON of a kind',
      'application/problem+json',
      '{"name":1}',
      { schema: FORM },
      ['body/name must be string'],
    ],
    ['binary', 'image/png', '\x89PNG', { schema: { type: 'string', format: 'binary' } }, []],
  ])('%s', (_, type, body, media, expected) => {
    const name = type.split(';', 1)[0]!;
    expect(bodyDetails({ [name]: media }, type, body)).toEqual(expected);
  });
});

test('lists of Swagger 2, in parameters and in forms', () => {
  const contract = new ApiContract({
    swagger: '2.0',
    info: { title: 'A', version: '1' },
    paths: {
      '/a': {
        post: {
          consumes: [URLENCODED],
          parameters: [
            {
              name: 'ids',
              in: 'query',
              type: 'array',
              items: { type: 'integer' },
              collectionFormat: 'pipes',
            },
            { name: 'tags', in: 'formData', type: 'array', items: { type: 'integer' } },
          ],
          responses: {},
        },
      },
    },
  });
  const { match } = contract.find('POST', '/a?ids=1|x');
  const headers = { 'content-type': URLENCODED };
  expect(contract.parameterViolations(match!, { headers })).toMatchObject([
    { location: 'query parameter ids/1' },
  ]);
  expect(contract.bodyViolations(match!, { headers }, Buffer.from('tags=1,x'))[1]).toMatchObject([
    { location: 'body/tags/1' },
  ]);
});
