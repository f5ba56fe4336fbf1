// Mock servers of an OpenAPI file whose responses have several media types: the Accept header of a request chooses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCli, type RunningCli } from '../helpers/cli.ts';
import { writeJson } from '../helpers/collections.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';

const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      get: {
        responses: {
          200: {
            description: 'Pets',
            content: {
              'text/csv': { example: 'id,name' },
              'application/json': { examples: { cat: { value: ['cat'] }, dog: { value: ['dog'] } } },
              'application/xml': { example: '<pets/>' },
              'text/*': { example: 'never' },
            },
          },
          404: { description: 'None', content: { 'application/problem+json': { example: { none: true } } } },
        },
      },
      delete: { responses: { 204: { description: 'Gone' } } },
    },
  },
};

let home: TemporaryHome;
const started: RunningCli[] = [];

beforeAll(() => {
  home = temporaryHome();
});

afterAll(async () => {
  await Promise.all(started.map((each) => each.stop()));
  home.remove();
});

/** Starts a mock server. Returns a function that sends a request and returns status, media type and body. */
async function served(...flags: readonly string[]) {
  const mock = startCli(['mock', writeJson(home.path, 'pets.json', PETS), ...flags], { home: home.path });
  started.push(mock);
  const [, url = ''] = await mock.saying(/is served at (http:\/\/localhost:\d+)\n/);
  return async (headers: Readonly<Record<string, string>>, method = 'GET'): Promise<readonly unknown[]> => {
    const response = await fetch(`${url}/pets`, { method, headers });
    const type = response.headers.get('content-type');
    const body = await response.text();
    return [response.status, type, /\bjson\b/.test(type ?? '') ? JSON.parse(body) : body];
  };
}

type Ask = Awaited<ReturnType<typeof served>>;

const CSV = [200, 'text/csv', 'id,name'];
const JSON_CAT = [200, 'application/json', ['cat']];
const XML = [200, 'application/xml', '<pets/>'];

const CHOICES = [
  ['*/*', JSON_CAT],
  ['application/xml', XML],
  ['text/csv, application/json;q=0.5', CSV],
  ['application/json;q=0.5, application/xml;q=0.9', XML],
  ['text/*', CSV],
  ['application/*', JSON_CAT],
  ['application/*, application/json;q=0', XML],
  ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', XML],
] as const;

describe('the media type of an answer', () => {
  let ask: Ask;
  beforeAll(async () => {
    ask = await served();
  });

  test.for(CHOICES)('Accept: %s', async ([accept, expected]) => {
    // The second answer comes from memory.
    for (let time = 0; time < 2; time += 1) expect(await ask({ accept })).toEqual(expected);
  });

  test('the first is served where none is acceptable', async () => {
    expect(await ask({ accept: 'image/png' })).toEqual(JSON_CAT);
  });

  test('a status is chosen before a media type', async () => {
    expect(await ask({ accept: 'application/problem+json' })).toEqual(JSON_CAT);
    expect(await ask({ accept: 'application/xml', 'x-mock-response-code': '404' })).toEqual([
      404,
      'application/problem+json',
      { none: true },
    ]);
  });

  test('an example that is named is served, whatever is accepted', async () => {
    const dog = [200, 'application/json', ['dog']];
    expect(await ask({ accept: 'text/csv', 'x-mock-response-name': 'dog' })).toEqual(dog);
    expect(await ask({ 'x-mock-response-name': 'Pets (application/xml)' })).toEqual(XML);
  });
});

describe('with --validate', () => {
  let ask: Ask;
  beforeAll(async () => {
    ask = await served('--validate');
  });

  test.for(CHOICES)('Accept: %s', async ([accept, expected]) => {
    expect(await ask({ accept })).toEqual(expected);
  });

  test('406 says which media types there are', async () => {
    const [status, type, body] = await ask({ accept: 'image/png, text/csv;q=0' });
    expect([status, type]).toEqual([406, 'application/problem+json']);
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Not acceptable',
      status: 406,
      detail: 'the response has the media types application/json, text/csv, application/xml',
    });
  });

  test('an answer without content, or one that is named, fits every header', async () => {
    expect(await ask({ accept: 'image/png' }, 'DELETE')).toEqual([204, null, '']);
    expect(await ask({ accept: 'image/png', 'x-mock-response-name': 'cat' })).toEqual(JSON_CAT);
  });
});

test('with --stateful, what is stored is JSON', async () => {
  const ask = await served('--validate', '--stateful');
  expect(await ask({ accept: 'application/xml' })).toEqual(JSON_CAT);
});
