// Each row of the table of behaviour in docs/api-client/newman.md, with Newman itself beside ours. A row without a test
// fails.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Beside, rowsOfPage } from '../helpers/newman-beside.ts';
import {
  collectionOf,
  LIBRARIES,
  librariesOf,
  NEWMAN,
  OURS,
  PASSES,
  sent,
  tests,
  variables,
  withItems,
  type Run,
} from '../helpers/newman-runs.ts';
import { serverOf } from '../helpers/small-server.ts';
import { sampled } from '../helpers/scale.ts';

const PAGE = rowsOfPage('Behaviour');

function rowsOf(both: Beside): Readonly<Record<string, () => Promise<void>>> {
  const { ran, same, differ, item, to, file } = librariesOf(both);
  return {
    'Scripts run in one context with timers of Node.js': async () => {
      const items = withItems(
        item('a', { test: 'Array.prototype.mine = 1; leaked = 1;' }),
        item('b', { test: "pm.test(typeof [].mine + ' ' + typeof leaked, () => {});" }),
      );
      await differ(() => items, tests, {
        newman: [['number number', true]],
        ours: [['undefined undefined', true]],
      });
    },
    'Tests run without a response': async () => {
      await same(
        () => withItems(item('a', { request: { url: 'http://127.0.0.1:1/' }, test: PASSES })),
        tests,
        [['passes', true]],
      );
    },
    'setNextRequest(undefined) is no wish: the run goes on in order': async () => {
      const test = 'pm.execution.setNextRequest({}.missing); postman.setNextRequest(undefined);';
      await same(() => withItems(item('a', { test }), item('b'), item('c')), sent, [
        'GET /get?a',
        'GET /get?b',
        'GET /get?c',
      ]);
    },
    'request.data has the form also of GET and HEAD': async () => {
      const body = { mode: 'urlencoded', urlencoded: [{ key: 'f', value: '{{v}}' }] };
      const script = 'pm.test(JSON.stringify(request.data), () => {});';
      await same(
        () => ({
          ...withItems(
            item('a', { request: to('/get', { method: 'GET', body }), before: script, test: script }),
          ),
          environment: variables('E', { v: 1 }),
        }),
        tests,
        [
          ['{"f":"{{v}}"}', true],
          ['{"f":"1"}', true],
        ],
      );
    },
    ':id stays without a value, and is empty with one that comes to nothing': async () => {
      const { hostname, port } = new URL(both.echo.url);
      const url = {
        protocol: 'http',
        host: hostname.split('.'),
        port,
        path: ['m', ':id', ':other', ':none', 'x'],
        variable: [
          { key: 'id', value: '' },
          { key: 'other', value: '{{empty}}' },
        ],
      };
      await same(
        () => ({ ...withItems(item('a', { request: { url } })), environment: variables('E', { empty: '' }) }),
        sent,
        ['GET /m/:id//:none/x'],
      );
    },
    "pm.variables.set('u', undefined) makes {{u}} empty": async () => {
      const before = "pm.variables.set('u', undefined); pm.environment.set('e', undefined);";
      await same(() => withItems(item('a', { request: to('/a/{{u}}/{{e}}/b'), before })), sent, [
        'GET /a//null/b',
      ]);
    },
    'JSON bodies are sent without comments; lists in {{x}} are joined by commas': async () => {
      const raw = '{"a": 1, // one\n "b": [{{x}}] /* two */}';
      const body = { mode: 'raw', raw, options: { raw: { language: 'json' } } };
      const options = {
        ...withItems(item('a', { request: to('/post', { method: 'POST', body }) })),
        environment: variables('E', { x: [1, 2] }),
      };
      await same(
        () => options,
        ({ bodies }) => bodies.map((text) => text.replace(/\s+/g, '')),
        ['{"a":1,"b":[1,2]}'],
      );
    },
    'pm.request.auth is that of the request itself': async () => {
      const auth = { type: 'basic', basic: [{ key: 'username', value: 'u' }] };
      const before = 'pm.test(String(pm.request.auth && pm.request.auth.type), () => {});';
      const collection = { ...collectionOf(item('a', { before })), auth };
      await same(
        () => ({ collection }),
        ({ tests: found, headers }) => [found, headers[0]?.['authorization']],
        [[['undefined', true]], 'Basic dTo='],
      );
    },
    'A variable of the type string turns values into text; one of number into numbers': async () => {
      const values = [
        { key: 's', value: 1, type: 'string', enabled: true },
        { key: 'n', value: '2', type: 'number', enabled: true },
      ];
      const test =
        "pm.environment.set('s', 5); pm.test(['s', 'n'].map((name) => typeof pm.environment.get(name)).join(), () => {});";
      await differ(() => ({ ...withItems(item('a', { test })), environment: { name: 'E', values } }), tests, {
        newman: [['string,number', true]],
        ours: [['number,number', true]],
      });
    },
    'Numbers in CSV files lose leading zeros, and 1e3 becomes 1000': async () => {
      both.write('n.csv', 'd\n007\n1e3\n8\n');
      const test = "pm.test(JSON.stringify(pm.iterationData.get('d')), () => {});";
      const options = { ...withItems(item('a', { test })), iterationData: file('n.csv') };
      await differ(
        () => options,
        ({ tests: found }) => found.map(([name]) => name),
        {
          newman: ['7', '1000', '8'],
          ours: ['"007"', '"1e3"', '8'],
        },
      );
    },
    'request.description, request.data with lists, SugarJS in old scripts': async () => {
      const body = {
        mode: 'urlencoded',
        urlencoded: [
          { key: 'a', value: '1' },
          { key: 'a', value: '2' },
        ],
      };
      const request = to('/post', { method: 'POST', body, description: 'told' });
      const test = 'tests[request.description + JSON.stringify(request.data) + [3, 4].average()] = true;';
      await same(() => withItems(item('a', { request, test })), tests, [['told{"a":["1","2"]}3.5', true]]);
    },
    '/get? and a=1&&b=2 are sent as typed': async () => {
      await using server = await serverOf(() => ({ status: 200 }));
      const typed = ['/get?', '/get?a=1&&b=2'];
      for (const start of LIBRARIES)
        await ran(
          start,
          withItems(...typed.map((target) => item(target, { request: { url: server.url + target } }))),
        );
      expect(server.arrived.map(({ url }) => url)).toEqual([...typed, ...typed]);
    },
    'A form field whose file was not chosen is sent empty': async () => {
      const body = { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: null }] };
      const items = withItems(item('a', { request: to('/post', { method: 'POST', body }) }));
      await same(
        () => items,
        ({ bodies }) => bodies.map((text) => /name="f"[^\r]*(\r\n)+/.test(text)),
        [true],
      );
    },
    'Reports may be read by those whom the umask lets': async () => {
      const mode = async (start: Run, name: string) => {
        const exportGlobals = join(both.folder('ours'), name);
        await ran(start, { ...withItems(item('a')), exportGlobals });
        return statSync(exportGlobals).mode & 0o777;
      };
      expect(await mode(OURS, 'of-ours.json')).toBe(await mode(NEWMAN, 'of-newman.json'));
    },
    '3xx, 4xx and 5xx are no failures': async () => {
      const items = withItems(
        ...[304, 404, 500].map((status) => item(String(status), { request: to(`/status/${status}`) })),
      );
      await same(
        () => items,
        ({ failures, sent: requests }) => [failures, requests.length],
        [0, 3],
      );
    },
    'Files may be in UTF-8, UTF-16LE or ISO-8859-1': async () => {
      const text = JSON.stringify(collectionOf(item('a', { test: "pm.test('grüße', () => {});" })));
      for (const encoding of ['utf8', 'utf16le', 'latin1'] as const) {
        const mark = encoding === 'utf16le' ? '\ufeff' : '';
        both.write('encoded.json', Buffer.from(`${mark}${text}`, encoding));
        await same(() => ({ collection: file('encoded.json') }), tests, [['grüße', true]]);
      }
    },
    'A collection inside {"collection": …} is run': async () => {
      const wrapped = both.write('wrapped.json', { collection: collectionOf(item('a')) });
      await both.same([wrapped], (done) => [done.code, done.sent], [0, ['GET /get?a']]);
    },
    'OAuth 2.0 without a token: the request is sent without it': async () => {
      const given = {
        grant_type: 'client_credentials',
        accessTokenUrl: `${both.echo.url}/oauth2/token`,
        clientId: 'c',
      };
      const oauth2 = Object.entries(given).map(([key, value]) => ({ key, value }));
      const items = withItems(item('a', { request: { auth: { type: 'oauth2', oauth2 } } }));
      await differ(
        () => items,
        ({ sent, headers }) => [sent, headers.at(-1)?.['authorization']],
        {
          newman: [['GET /get?a'], undefined],
          ours: [['POST /oauth2/token', 'GET /get?a'], 'Bearer token'],
        },
      );
    },
    'Files of bodies have a media type without a charset': async () => {
      both.write('a.csv', 'a');
      const body = { mode: 'file', file: { src: 'a.csv' } };
      const options = {
        ...withItems(item('a', { request: to('/post', { method: 'POST', body }) })),
        workingDir: both.folder('newman'),
      };
      await same(
        () => options,
        ({ headers }) => headers[0]?.['content-type'],
        'text/csv',
      );
    },
    'Collections of version 1 are converted': async () => {
      const [id, request] = ['11111111-1111-1111-1111-111111111111', '22222222-2222-2222-2222-222222222222'];
      const requests = [
        {
          id: request,
          name: 'a',
          method: 'GET',
          url: `${both.echo.url}/get?a`,
          headers: '',
          collectionId: id,
        },
      ];
      const old = { id, name: 'Old', order: [request], folders: [], timestamp: 1, requests };
      await same(
        () => ({ collection: structuredClone(old) }),
        ({ sent }) => sent,
        ['GET /get?a'],
      );
    },
    '.newmanrc in the working directory or the home folder adds options': async () => {
      both.write('rc-environment.json', variables('E', { g: 'rc' }));
      both.write('.newmanrc', { run: { environment: file('rc-environment.json') } });
      const collection = both.write('rc.json', collectionOf(item('a', { request: to('/get?{{g}}') })));
      await both.differ([collection], (done) => done.sent, {
        newman: ['GET /get?rc'],
        ours: ['GET /get?{{g}}'],
      });
    },
  };
}

let both: Beside;
beforeAll(async () => {
  both = await Beside.start();
});
afterAll(() => both[Symbol.asyncDispose]());

describe('rows', { timeout: 60_000 }, () => {
  test.each(sampled(PAGE, 4))('%s', async (row) => {
    const rows = rowsOf(both);
    expect(Object.keys(rows)).toContain(row);
    await rows[row]?.();
  });
});

test('each test has a row', () => {
  expect(Object.keys(rowsOf(both)).sort()).toEqual([...PAGE].sort());
});
