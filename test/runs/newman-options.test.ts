// Each row of the table of library options in docs/api-client/newman.md, with Newman itself beside ours. A row without a
// test fails, and so does an option of Newman without a row.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewmanSummary } from '../../src/client.ts';
import { startCertificateServer, type CertificateServer } from '../helpers/certificate-server.ts';
import { Beside, rowsOfPage } from '../helpers/newman-beside.ts';
import {
  collectionOf,
  FAILS,
  LIBRARIES,
  librariesOf,
  OURS,
  partOfNewman,
  PASSES,
  readmeOfNewman,
  sent,
  tests,
  variables,
  withItems,
  type Ran,
  type Run,
} from '../helpers/newman-runs.ts';
import { serverOf } from '../helpers/small-server.ts';
import { sampled } from '../helpers/scale.ts';

const PAGE = rowsOfPage('Library options');

function rowsOf(both: Beside): Readonly<Record<string, () => Promise<void>>> {
  const { ran, same, differ, item, to, file } = librariesOf(both);
  const secured = async (use: (server: CertificateServer) => Promise<void>): Promise<void> => {
    const server = await startCertificateServer((name, text) => void both.write(name, text));
    try {
      await use(server);
    } finally {
      server.close();
    }
  };
  return {
    'collection, environment, globals': async () => {
      const collection = collectionOf(item('a', { request: to('/get?{{e}}{{g}}') }));
      const environment = variables('E', { e: 1 });
      const globals = variables('G', { g: 2 });
      await same(() => ({ collection, environment, globals }), sent, ['GET /get?12']);
      for (const [name, value] of Object.entries({ c: collection, e: environment, g: globals }))
        both.write(`${name}.json`, value);
      const paths = {
        collection: file('c.json'),
        environment: file('e.json'),
        globals: file('g.json'),
      };
      await same(() => paths, sent, ['GET /get?12']);
      await using server = await serverOf(({ url }) => ({
        status: 200,
        body: readFileSync(file(url.slice(1)), 'utf8'),
      }));
      const at = (name: string) => `${server.url}/${name}`;
      await same(
        () => ({ collection: at('c.json'), environment: at('e.json'), globals: at('g.json') }),
        sent,
        ['GET /get?12'],
      );
      const { Collection } = createRequire(import.meta.url)('postman-collection') as {
        readonly Collection: new (definition: object) => object;
      };
      await same(() => ({ collection: new Collection(collection), environment, globals }), sent, [
        'GET /get?12',
      ]);
    },
    'envVar, globalVar': async () => {
      const pairs = { envVar: [{ key: 'e', value: 'x' }], globalVar: [{ key: 'g', value: 'y' }] };
      await same(() => ({ ...withItems(item('a', { request: to('/get?{{e}}{{g}}') })), ...pairs }), sent, [
        'GET /get?xy',
      ]);
    },
    'iterationCount, iterationData': async () => {
      const items = withItems(item('a', { request: to('/get?{{d}}') }));
      both.write('d.csv', 'd\n1\n2\n');
      await same(() => ({ ...items, iterationCount: 2 }), sent, ['GET /get?{{d}}', 'GET /get?{{d}}']);
      await same(() => ({ ...items, iterationData: file('d.csv') }), sent, ['GET /get?1', 'GET /get?2']);
      await same(() => ({ ...items, iterationData: [{ d: 'x' }] }), sent, ['GET /get?x']);
    },
    folder: async () => {
      const collection = collectionOf({ id: 'f1', name: 'F', item: [item('a')] }, item('b'), item('c'));
      await same(() => ({ collection, folder: 'F' }), sent, ['GET /get?a']);
      await same(() => ({ collection, folder: ['c', 'F'] }), sent, ['GET /get?a', 'GET /get?c']);
      await same(() => ({ collection, folder: 'f1' }), sent, ['GET /get?a']);
    },
    'workingDir, insecureFileRead': async () => {
      both.write('inner/in.txt', 'in');
      both.write('out.txt', 'out');
      const sending = (src: string) =>
        withItems(
          item('a', { request: to('/post', { method: 'POST', body: { mode: 'file', file: { src } } }) }),
        );
      const workingDir = file('inner');
      const bodies = ({ bodies: found }: Ran) => found;
      await same(() => ({ ...sending('in.txt'), workingDir }), bodies, ['in']);
      await differ(() => ({ ...sending('../out.txt'), workingDir }), bodies, { newman: ['out'], ours: [] });
      await differ(() => ({ ...sending('../out.txt'), workingDir, insecureFileRead: false }), bodies, {
        newman: [''],
        ours: [],
      });
    },
    'timeout, timeoutRequest, delayRequest': async () => {
      const never = withItems(item('a', { request: to('/never') }));
      await same(
        () => ({ ...never, timeoutRequest: 300 }),
        ({ failures }) => failures,
        1,
      );
      await same(
        () => ({ ...never, timeout: 300 }),
        ({ error }) => error !== null,
        true,
      );
      await same(() => ({ ...withItems(item('a'), item('b')), delayRequest: 50 }), sent, [
        'GET /get?a',
        'GET /get?b',
      ]);
    },
    timeoutScript: async () => {
      const endless = withItems(item('a', { test: 'for (;;);' }));
      await same(
        () => ({ ...endless, timeoutScript: 200 }),
        ({ failures, error }) => error !== null || failures > 0,
        true,
      );
      const slow = withItems(item('a', { test: 'const end = Date.now() + 1300; while (Date.now() < end);' }));
      await differ(
        () => slow,
        ({ failures }) => failures,
        { newman: 0, ours: 1 },
      );
    },
    'ignoreRedirects, insecure': async () => {
      const redirects = withItems(item('a', { request: to('/redirect/302') }));
      await same(() => ({ ...redirects, ignoreRedirects: true }), sent, ['GET /redirect/302']);
      await secured(async ({ url }) => {
        const items = withItems(item('a', { request: { url } }));
        await same(
          () => items,
          ({ failures }) => failures,
          1,
        );
        await same(
          () => ({ ...items, insecure: true }),
          ({ failures }) => failures,
          0,
        );
      });
    },
    'bail, suppressExitCode': async () => {
      const items = withItems(item('a', { test: FAILS }), item('b'));
      for (const bail of [true, ['failure']])
        await same(() => ({ ...items, bail, suppressExitCode: true }), sent, ['GET /get?a']);
      await same(() => ({ ...items, bail: ['folder'] }), sent, ['GET /get?a', 'GET /get?b']);
    },
    'reporters, reporter, color': async () => {
      const path = join(both.folder('ours'), 'report.json');
      const options = () => ({
        ...withItems(item('a', { test: PASSES })),
        reporters: ['json'],
        reporter: { json: { export: path, structure: 'newman' } },
        color: 'off',
      });
      const total = () => {
        const { run: found } = JSON.parse(readFileSync(path, 'utf8')) as NewmanSummary;
        return found.stats;
      };
      const totals = [];
      for (const start of LIBRARIES) {
        await ran(start, options());
        totals.push(total());
      }
      expect(totals[1]).toEqual(totals[0]);
      expect(totals[0]).toMatchObject({ assertions: { total: 1 } });
    },
    'sslClientCert, sslClientKey, sslClientPassphrase, sslClientCertList, sslExtraCaCerts': async () => {
      await secured(async ({ url }) => {
        const items = withItems(
          item('a', { request: { url }, test: 'pm.test(pm.response.text(), () => {});' }),
        );
        const trust = { sslExtraCaCerts: file('ca.pem') };
        const [src, key] = [file('cert.pem'), file('locked.pem')];
        const single = { sslClientCert: src, sslClientKey: key, sslClientPassphrase: 'open' };
        both.write('list.json', [
          { name: 'x', matches: [`${url}*`], cert: { src }, key: { src: file('key.pem') } },
        ]);
        const known: Ran['tests'] = [['the certificate of client.example', true]];
        await same(() => ({ ...items, ...trust }), tests, [['no certificate', true]]);
        await same(() => ({ ...items, ...trust, ...single }), tests, known);
        await same(() => ({ ...items, ...trust, sslClientCertList: file('list.json') }), tests, known);
      });
    },
    cookieJar: async () => {
      const { CookieJar } = partOfNewman('@postman/tough-cookie') as {
        readonly CookieJar: new () => { setCookieSync(text: string, url: string): void; toJSON(): object };
      };
      const jar = new CookieJar();
      jar.setCookieSync('a=1; Path=/', both.echo.url);
      both.write('jar.json', jar.toJSON());
      const items = withItems(item('a', { request: to('/cookies') }));
      const cookie = ({ headers }: Ran) => headers[0]?.['cookie'];
      await same(() => ({ ...items, cookieJar: file('jar.json') }), cookie, 'a=1');
      await same(() => ({ ...items, cookieJar: jar }), cookie, 'a=1');
    },
    'exportEnvironment, exportGlobals, exportCollection, exportCookieJar': async () => {
      const test = "pm.environment.set('e', 1); pm.globals.set('g', 2);";
      const written = async (start: Run) => {
        const at = (name: string) => join(both.folder('ours'), 'exported', name);
        await ran(start, {
          ...withItems(item('a', { request: to('/cookies/set?c=3'), test })),
          exportEnvironment: at('e'),
          exportGlobals: at('g'),
          exportCollection: at('c'),
          exportCookieJar: at('j'),
        });
        const read = (name: string) =>
          JSON.parse(readFileSync(at(name), 'utf8')) as Readonly<Record<string, Record<string, unknown>[]>>;
        const values = (name: string) => read(name)['values']?.map(({ key, value }) => [key, value]);
        return [
          values('e'),
          values('g'),
          read('c')['item']?.[0]?.['name'],
          read('j')['cookies']?.[0]?.['value'],
        ];
      };
      const expected = [[['e', 1]], [['g', 2]], 'a', '3'];
      for (const start of LIBRARIES) expect(await written(start)).toEqual(expected);
    },
    postmanApiKey: async () => {
      // Other servers do not get the key; that Postman's does is a test of the command line.
      const body = JSON.stringify(collectionOf(item('a')));
      await using server = await serverOf(() => ({ status: 200, body }));
      await same(() => ({ collection: server.url, postmanApiKey: 'K' }), sent, ['GET /get?a']);
      expect(server.arrived.map(({ headers }) => headers['x-api-key'])).toEqual([undefined, undefined]);
    },
    'requestAgents, abortOnError, abortOnFailure': async () => {
      const given = { requestAgents: {}, abortOnError: true, abortOnFailure: true };
      for (const [name, value] of Object.entries(given)) {
        const options = () => ({ ...withItems(item('a')), [name]: value });
        await differ(options, sent, { newman: ['GET /get?a'], ours: [] });
        expect((await ran(OURS, options())).error).toMatch(`${name} is not supported: `);
      }
    },
    newmanVersion: async () => {
      await same(() => ({ ...withItems(item('a')), newmanVersion: '1' }), sent, ['GET /get?a']);
    },
  };
}

let both: Beside;
beforeAll(async () => {
  both = await Beside.start();
});
afterAll(() => both[Symbol.asyncDispose]());

describe('rows', { timeout: 60_000 }, () => {
  test.each(sampled(PAGE, 2))('%s', async (row) => {
    const rows = rowsOf(both);
    expect(Object.keys(rows)).toContain(row);
    await rows[row]?.();
  });
});

test('each test has a row, and each option of Newman too', () => {
  expect(Object.keys(rowsOf(both)).sort()).toEqual([...PAGE].sort());
  const told = [...readmeOfNewman().matchAll(/\boptions\.(\w+)|\b(abortOn\w+):true/g)].map(
    ([, a, b]) => a ?? b ?? '',
  );
  expect(new Set(told).size).toBeGreaterThan(25);
  const named = new Set(PAGE.flatMap((row) => row.split(', ')));
  // A misspelling of `environment` in the page of Newman.
  expect(told.filter((name) => name !== 'environments' && !named.has(name))).toEqual([]);
});
