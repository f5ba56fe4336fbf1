// Each row of the table of options in docs/api-client/newman.md, with Newman itself beside ours. A row without a test
// fails, and so does an option of Newman without a row.
import { execFileSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { createRequire } from 'node:module';
import { createServer as createTlsServer, type Server } from 'node:https';
import { join } from 'node:path';
import { connect, type AddressInfo } from 'node:net';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untrustedAuthority } from '../helpers/authority.ts';
import { Beside, rowsOfPage, type Done } from '../helpers/newman-beside.ts';

let both: Beside;
beforeAll(async () => {
  both = await Beside.start();
});
afterAll(() => both[Symbol.asyncDispose]());

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const FAILS = "pm.test('one is two', () => pm.expect(1).to.equal(2));";
const PASSES = "pm.test('one is one', () => pm.expect(1).to.equal(1));";

interface Asked {
  readonly url?: string;
  readonly test?: string;
  readonly body?: object;
}

/** An item of a collection; the path is on the server of the test. */
function item(name: string, { url = `${both.echo.url}/get?${name}`, test: exec, body }: Asked = {}): object {
  return {
    name,
    request: { method: body === undefined ? 'GET' : 'POST', url, ...(body !== undefined && { body }) },
    ...(exec !== undefined && { event: [{ listen: 'test', script: { exec } }] }),
  };
}

function collection(name: string, ...items: readonly object[]): string {
  return both.write(`${name}.json`, { info: { name, schema: SCHEMA }, item: items });
}

function variables(
  name: string,
  scope: 'environment' | 'globals',
  values: Readonly<Record<string, string>>,
): string {
  return both.write(`${name}.json`, {
    id: name,
    name,
    values: Object.entries(values).map(([key, value]) => ({ key, value, enabled: true })),
    _postman_variable_scope: scope,
  });
}

const sent = ({ sent: requests }: Done) => requests;
const code = ({ code: exit }: Done) => exit;
const says = (pattern: RegExp) => (done: Done) => pattern.test(done.stdout);
const body = (done: Done) => done.received[0]?.body;

const ROWS: Readonly<Record<string, () => Promise<void>>> = {
  'run <file or URL>': async () => {
    const file = collection('c', item('a'));
    await both.same([file], sent, ['GET /get?a']);
    const url = await served(
      `{"info":{"name":"c","schema":"${SCHEMA}"},"item":[${JSON.stringify(item('u'))}]}`,
    );
    await both.same([url.url], sent, ['GET /get?u']);
    url.close();
    both.write('folder/.resources/definition.yaml', '$kind: collection\nname: F\n');
    both.write('folder/One.request.yaml', `$kind: http-request\nmethod: GET\nurl: ${both.echo.url}/v3\n`);
    await both.differ(['folder'], sent, { newman: [], ours: ['GET /v3'] });
  },
  '-e, -g': async () => {
    const file = collection('c', item('a', { url: `${both.echo.url}/get?e={{e}}&g={{g}}&b={{b}}` }));
    const environment = variables('e', 'environment', { e: '1', b: 'environment' });
    const globals = variables('g', 'globals', { g: '2', b: 'globals' });
    await both.same([file, '-e', environment, '-g', globals], sent, ['GET /get?e=1&g=2&b=environment']);
    await both.same([file, '-e', 'nowhere.json'], code, 1);
  },
  '-d, -n': async () => {
    const file = collection('c', item('a', { url: `${both.echo.url}/get?d={{d}}` }));
    both.write('d.csv', 'd\n1\n"a b"\n');
    both.write('d.json', [{ d: 'x' }, { d: true }]);
    await both.same([file, '-d', 'd.csv'], sent, ['GET /get?d=1', 'GET /get?d=a%20b']);
    await both.same([file, '-d', 'd.json'], sent, ['GET /get?d=x', 'GET /get?d=true']);
    await both.same([file, '-d', 'd.csv', '-n', '3'], ({ sent: { length } }) => length, 3);
    await both.same([file, '-d', 'd.csv', '-n', '1'], sent, ['GET /get?d=1']);
  },
  '--folder': async () => {
    const file = collection('c', item('a'), { name: 'F', item: [item('b'), item('c')] }, item('d'));
    await both.same([file, '--folder', 'F'], sent, ['GET /get?b', 'GET /get?c']);
    await both.same([file, '--folder', 'd', '--folder', 'c'], sent, ['GET /get?c', 'GET /get?d']);
    await both.same([file, '--folder', 'G', '--bail', 'folder'], code, 1);
    await both.same([file, '--folder', 'G'], (done) => [done.code, done.sent], [1, []]);
  },
  '--global-var, --env-var': async () => {
    const file = collection('c', item('a', { url: `${both.echo.url}/get?e={{e}}&g={{g}}` }));
    const environment = variables('e', 'environment', { e: '1' });
    await both.same([file, '--env-var', 'e=a=b', '--global-var', 'g=2', '--global-var', 'h=3'], sent, [
      'GET /get?e=a=b&g=2',
    ]);
    await both.same([file, '-e', environment, '--env-var', 'e=2'], sent, ['GET /get?e=2&g={{g}}']);
  },
  '--working-dir, --no-insecure-file-read': async () => {
    const file = collection('c', item('a', { body: { mode: 'file', file: { src: 'data.txt' } } }));
    both.write('data.txt', 'here');
    both.write('elsewhere/data.txt', 'there');
    both.write('elsewhere/.secret', 'hidden');
    await both.same([file], body, 'here');
    await both.same([file, '--working-dir', 'elsewhere'], body, 'there');
    const above = collection('above', item('a', { body: { mode: 'file', file: { src: '../data.txt' } } }));
    const only = [above, '--working-dir', 'elsewhere', '--no-insecure-file-read'];
    await both.differ(only, body, { newman: '', ours: undefined });
    both.write('outside.json', {
      info: { name: 'o', schema: SCHEMA },
      item: [item('a', { body: { mode: 'file', file: { src: '../.secret' } } })],
    });
    both.write('elsewhere/inner/x.txt', '');
    await both.differ(['outside.json', '--working-dir', 'elsewhere/inner'], body, {
      newman: 'hidden',
      ours: undefined,
    });
  },
  '--export-environment, --export-globals, --export-collection': async () => {
    const test = "pm.environment.set('e', 2); pm.globals.set('g', 'x');";
    const file = collection('c', item('a', { test }));
    const environment = variables('env', 'environment', { e: '1' });
    const args = ['environment', 'globals', 'collection'].flatMap((name) => [
      `--export-${name}`,
      `out/${name}.json`,
    ]);
    const values = (done: Done) =>
      ['environment', 'globals'].map((name) =>
        done
          .json(`out/${name}.json`)
          .values.map(({ key, value }: { key: string; value: unknown }) => [key, value]),
      );
    await both.same([file, '-e', environment, ...args], values, [[['e', 2]], [['g', 'x']]]);
    await both.same([file, ...args], (done) => done.json('out/collection.json').item[0].name, 'a');
  },
  '--cookie-jar, --export-cookie-jar': async () => {
    const sets = collection('sets', item('a', { url: `${both.echo.url}/cookies/set?kept=1` }));
    const keys = (done: Done) =>
      done.json('jar.json').cookies.map(({ key, value }: Record<string, string>) => [key, value]);
    await both.same([sets, '--export-cookie-jar', 'jar.json'], keys, [['kept', '1']]);
    const reads = collection('reads', item('a', { url: `${both.echo.url}/cookies` }));
    await both.same(
      [reads, '--cookie-jar', 'jar.json'],
      ({ received }) => received[0]?.headers['cookie'],
      'kept=1',
    );
  },
  '--timeout, --timeout-request': async () => {
    const never = item('a', { url: `${both.echo.url}/never` });
    await both.same([collection('one', never), '--timeout', '400'], code, 1);
    const file = collection('c', never, item('b'));
    const limited = [file, '--timeout-request', '400'];
    await both.same(limited, (done) => [done.code, done.sent], [1, ['GET /never', 'GET /get?b']]);
  },
  '--timeout-script': async () => {
    const file = collection('c', item('a', { test: 'for (;;);' }), item('b'));
    await both.same([file, '--timeout-script', '300'], code, 1);
    const slow = collection(
      'slow',
      item('a', { test: 'const end = Date.now() + 1500; while (Date.now() < end);' }),
    );
    await both.differ([slow], code, { newman: 0, ours: 1 });
  },
  '--delay-request': async () => {
    const times: number[] = [];
    const server = createServer((_, response) => {
      times.push(performance.now());
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const file = collection('c', item('a', { url }), item('b', { url }));
    await both.same([file, '--delay-request', '300'], code, 0);
    server.close();
    const [first = 0, second = 0, third = 0, fourth = 0] = times;
    expect([second - first, fourth - third].map((pause) => pause >= 290)).toEqual([true, true]);
  },
  '--bail, --bail folder, --bail failure': async () => {
    const file = collection('c', item('a', { test: FAILS }), item('b'));
    for (const [bail, count] of [
      [['--bail'], 1],
      [['--bail', 'failure'], 1],
      [['--bail', 'folder'], 2],
    ] as const)
      await both.same([file, ...bail], (done) => [done.code, done.sent.length], [1, count]);
  },
  '-k, --ignore-redirects': async () => {
    const tls = await tlsServer();
    const secure = collection('tls', item('a', { url: tls.url, test: PASSES }));
    await both.same([secure], code, 1);
    await both.same([secure, '-k'], code, 0);
    tls.close();
    const file = collection('c', item('a', { url: `${both.echo.url}/redirect/302` }));
    await both.same([file], sent, ['GET /redirect/302', 'GET /get?redirected=1']);
    await both.same([file, '--ignore-redirects'], sent, ['GET /redirect/302']);
  },
  '-x, --suppress-exit-code': async () => {
    const file = collection('c', item('a', { test: FAILS }));
    await both.same([file], code, 1);
    await both.same([file, '-x'], code, 0);
    await both.same([file, '--suppress-exit-code'], code, 0);
  },
  '--ssl-client-cert, --ssl-client-key, --ssl-client-passphrase': async () => {
    const tls = await tlsServer();
    const file = collection('c', item('a', { url: tls.url, test: 'console.log(pm.response.text());' }));
    const given = ['--ssl-client-cert', 'cert.pem', '--ssl-client-key', 'key.pem'];
    await both.same([file, '-k'], says(/no certificate/), true);
    await both.same([file, '-k', ...given], says(/the certificate of client\.example/), true);
    const locked = [
      '--ssl-client-cert',
      'cert.pem',
      '--ssl-client-key',
      'locked.pem',
      '--ssl-client-passphrase',
      'open',
    ];
    await both.same([file, '-k', ...locked], says(/the certificate of client\.example/), true);
    tls.close();
  },
  '--ssl-client-cert-list': async () => {
    const tls = await tlsServer();
    const file = collection('c', item('a', { url: tls.url, test: 'console.log(pm.response.text());' }));
    const list = (name: string, match: string) =>
      both.write(name, [{ name, matches: [match], cert: { src: 'cert.pem' }, key: { src: 'key.pem' } }]);
    const args = (name: string) => [file, '-k', '--ssl-client-cert-list', name];
    await both.same(args(list('right.json', `${tls.url}*`)), says(/the certificate of client/), true);
    await both.same(args(list('wrong.json', 'https://elsewhere.test/*')), says(/no certificate/), true);
    const path = args(list('path.json', `${tls.url}other/*`));
    await both.differ(path, says(/the certificate of client/), { newman: false, ours: true });
    tls.close();
  },
  '--ssl-extra-ca-certs': async () => {
    const tls = await tlsServer();
    const file = collection('c', item('a', { url: tls.url }));
    await both.same([file], code, 1);
    await both.same([file, '--ssl-extra-ca-certs', 'ca.pem'], code, 0);
    tls.close();
  },
  '--postman-api-key': async () => {
    const keys: unknown[] = [];
    const tls = await tlsServer('api.postman.com', (path, headers) => {
      keys.push([path, headers['x-api-key']]);
      return JSON.stringify({ collection: { info: { name: 'p', schema: SCHEMA }, item: [item('p')] } });
    });
    const id = '1234-01234567-89ab-cdef-0123-456789abcdef';
    const env = { HTTPS_PROXY: tls.proxy, NODE_EXTRA_CA_CERTS: 'ca.pem' };
    await both.same([id, '--postman-api-key', 'K'], sent, ['GET /get?p'], env);
    tls.close();
    expect(keys).toEqual([
      [`/collections/${id}`, 'K'],
      [`/collections/${id}`, 'K'],
    ]);
  },
  '--verbose, --silent, --color, --disable-unicode': async () => {
    const file = collection('c', item('a', { test: PASSES }));
    await both.same([file, '--silent'], ({ stdout }) => stdout, '');
    await both.same([file], says(/application\/json/), false);
    await both.same([file, '--verbose'], says(/application\/json/), true);
    await both.same([file], says(/\x1b\[/), false);
    await both.same([file, '--color', 'on'], says(/\x1b\[/), true);
    await both.same([file], says(/[√✓]/), true);
    await both.same([file, '--disable-unicode'], says(/[√✓→]/), false);
  },
  '-r cli, --reporter-cli-*': async () => {
    const test = `${PASSES}${FAILS}console.log('a word');`;
    const file = collection('c', item('a', { test }));
    await both.same([file], says(/(?=[^]*a word)(?=[^]*one is one)(?=[^]*one is two)/), true);
    const shown = async (option: string, pattern: RegExp) => {
      await both.same([file, `--reporter-cli-${option}`], says(pattern), false);
    };
    await shown('silent', /./);
    await shown('no-assertions', /one is one/);
    await shown('no-success-assertions', /one is one/);
    await shown('no-console', /a word/);
    await shown('no-failures', /one is two[^]*one is two/);
    await shown('no-summary', /\brequests?\b.*\d[^]*average/);
    await shown('no-banner', /^newman/m);
    await both.same([file, '--reporter-cli-show-timestamps'], says(/\d\d?:\d\d:\d\d/), true);
  },
  '-r json, --reporter-json-export': async () => {
    const file = collection('c', item('a', { test: PASSES + FAILS }), item('b'));
    const args = [file, '-r', 'json', '--reporter-json-export', 'report.json'];
    await both.same(args, (done) => [done.code, done.stdout], [1, '']);
    const newman = (done: Done) => done.json('report.json');
    await both.differ(args, (done) => 'totals' in newman(done), { newman: false, ours: true });
    const shape = (done: Done) => {
      const { collection: found, run } = newman(done);
      const { stats, executions, failures } = run;
      return {
        name: found.info.name,
        requests: stats.requests,
        assertions: stats.assertions,
        executions: executions.map(
          (each: {
            item: { name: string };
            response: { code: number };
            assertions?: { assertion: string }[];
          }) => [
            each.item.name,
            each.response.code,
            (each.assertions ?? []).map(({ assertion }) => assertion),
          ],
        ),
        failures: failures.map(
          (each: { error: { name: string; test: string }; at: string; source: { name: string } }) => [
            each.error.name,
            each.error.test,
            each.at,
            each.source.name,
          ],
        ),
      };
    };
    await both.same([...args, '--reporter-json-structure', 'newman'], shape, {
      name: 'c',
      requests: { total: 2, pending: 0, failed: 0 },
      assertions: { total: 2, pending: 0, failed: 1 },
      executions: [
        ['a', 200, ['one is one', 'one is two']],
        ['b', 200, []],
      ],
      failures: [['AssertionError', 'one is two', 'assertion:1 in test-script', 'a']],
    });
  },
  '-r junit, --reporter-junit-export': async () => {
    const file = collection('c', item('a', { test: PASSES + FAILS }));
    const counted = (done: Done) => {
      const xml = done.text('report.xml');
      return ['<testsuite ', '<testcase ', '<failure '].map((tag) => xml.split(tag).length - 1);
    };
    await both.same([file, '-r', 'junit', '--reporter-junit-export', 'report.xml'], counted, [1, 2, 1]);
  },
  '-r progress, -r emojitrain': async () => {
    const file = collection('c', item('a'));
    for (const name of ['progress', 'emojitrain'])
      await both.differ([file, '-r', name], ({ code: exit, sent: { length } }) => [exit, length], {
        newman: [0, 1],
        ours: [1, 0],
      });
  },
  '-r NAME, --reporter-NAME-*, --reporter-*': async () => {
    both.write(
      'node_modules/newman-reporter-mine/index.js',
      `module.exports = function (emitter, options) {
        emitter.on('assertion', (error, { assertion, item }) => console.log('mine', item.name, assertion, error && error.message));
        emitter.on('done', () => console.log(JSON.stringify(options)));
      };`,
    );
    const file = collection('c', item('a', { test: FAILS }));
    const args = [
      '-r',
      'mine,json',
      '--reporter-mine-two-words',
      'x',
      '--reporter-mine-flag',
      '--reporter-all',
      'y',
      '--reporter-json-export',
      'r.json',
    ];
    const lines = ({ stdout }: Done) =>
      stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (line.startsWith('{') ? JSON.parse(line) : line));
    const env = { NODE_PATH: join(both.folder('ours'), 'node_modules') };
    await both.same(
      [file, ...args],
      lines,
      ['mine a one is two expected 1 to equal 2', { twoWords: 'x', flag: true, all: 'y' }],
      env,
    );
    await both.same([file, '-r', 'nobody-wrote-it'], ({ stdout }) => stdout.includes('one is two'), false);
  },
  'HTTP_PROXY, HTTPS_PROXY, NO_PROXY': async () => {
    const file = collection('c', item('a', { url: 'http://any.test/x' }));
    await both.same([file], ({ received }) => received.map(({ url }) => url), ['any.test/x'], {
      HTTP_PROXY: both.echo.url,
    });
    await both.same([file], sent, [], { HTTP_PROXY: both.echo.url, NO_PROXY: 'any.test' });
  },
  '-h, -v': async () => {
    await both.same(['--help'], ({ code: exit, stdout }) => [exit, stdout.includes('--iteration-data')], [
      0,
      true,
    ]);
  },
  '': async () => {
    const file = collection('c', item('a'));
    for (const args of [['--parallel', '2'], ['-r', 'html'], ['--allow-broken']])
      await both.differ([file, ...args], ({ code: exit, sent: { length } }) => length === 1 && exit === 0, {
        newman: args[0] === '-r',
        ours: true,
      });
  },
};

interface Served {
  readonly url: string;
  readonly close: () => void;
}

async function served(text: string): Promise<Served> {
  const server = createServer((_, response) => response.end(text));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/c.json`;
  return {
    url,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Starts a server that asks for a client certificate, and a proxy in front of it for names that are elsewhere. Its
 * authority is in `ca.pem`, a client certificate in `cert.pem`, `key.pem` and `locked.pem`.
 */
async function tlsServer(
  name = 'localhost',
  answer?: (path: string, headers: NodeJS.Dict<string | string[]>) => string,
): Promise<Served & { readonly proxy: string }> {
  const authority = untrustedAuthority();
  const client = authority.issue('client.example');
  both.write('ca.pem', authority.ca);
  both.write('cert.pem', client.cert);
  both.write('key.pem', client.key);
  both.write(
    'locked.pem',
    createPrivateKey(client.key).export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'open',
    }),
  );
  const server: Server = createTlsServer(
    { ...authority.issue(name), ca: authority.ca, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      const certificate: Partial<PeerCertificate> = (request.socket as TLSSocket).getPeerCertificate();
      const whose = certificate.subjectaltname ?? certificate.subject?.CN;
      const text =
        whose === undefined ? 'no certificate' : `the certificate of ${String(whose).replace('DNS:', '')}`;
      response.end(answer?.(request.url ?? '', request.headers) ?? text);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy = createServer().on('connect', (_, socket) => {
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    for (const each of [socket, upstream]) each.on('error', () => each.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${port}/`,
    proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
      proxy.close();
    },
  };
}

describe('options', { timeout: 120_000 }, () => {
  test.each(Object.entries(ROWS))('%s', (_, row) => row());
});

test('each row of the page has a test, and each option of Newman a row', () => {
  const rows = rowsOfPage('Options');
  expect(Object.keys(ROWS)).toEqual(rows);
  const newman = createRequire(import.meta.url).resolve('newman/bin/newman.js');
  const help = execFileSync(process.execPath, [newman, 'run', '--help'], { encoding: 'utf8' });
  const options = [...help.matchAll(/^ {2}(?:(-\w) ?, )?(--[\w-]+)/gm)].map(([, short, long = '']) => [
    short,
    long,
  ]);
  expect(options.length).toBeGreaterThan(30);
  const named = rows.join(' ').split(/[ ,]+/);
  expect(options.filter(([short, long]) => !named.includes(long!) && !named.includes(short!))).toEqual([]);
});
