// Servers whose responses are not valid HTTP/1, as they are met in the wild: what curl reads, and what the proxy makes of
// it. Those with one meaning are repaired, marked and forwarded; the others are refused, with more of them in
// http1-ambiguous-responses.test.ts.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FlowDetail } from '../../src/flow/detail.ts';
import { ask } from '../helpers/ask.ts';
import { arenaForEach } from '../helpers/arena.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { missing } from '../helpers/need.ts';

interface OddServer {
  readonly what: string;
  /** The response. Its body is `hello`, unless it cannot have one. */
  readonly text: string;
  /** True when curl reads the response. */
  readonly curl: boolean;
  /** The rules by which it is repaired; null when it is refused. Empty: forwarded as it is. */
  readonly rules: readonly string[] | null;
  /** True when the server closes the connection behind it. */
  readonly closes?: true;
  readonly body?: string;
}

const LENGTH = 'Content-Length: 5\r\n';
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const long = (count: number): string => `X-Long: ${'a'.repeat(40_000)}\r\n`.repeat(count);

const ODD_SERVERS: readonly OddServer[] = [
  // Valid, if unusual.
  { what: 'no reason phrase', text: `HTTP/1.1 200\r\n${LENGTH}\r\nhello`, curl: true, rules: [] },
  {
    what: 'a coding in capitals',
    text: 'HTTP/1.1 200 OK\r\nTRANSFER-ENCODING: CHUNKED\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    curl: true,
    rules: [],
  },
  {
    what: 'a body behind a 204',
    text: `HTTP/1.1 204 No\r\n${LENGTH}\r\nhello`,
    curl: true,
    rules: [],
    body: '',
  },
  {
    what: 'octets above ASCII',
    text: `HTTP/1.1 200 \xd6K\r\nX: Zo\xeb\r\n${LENGTH}\r\nhello`,
    curl: true,
    rules: [],
  },
  {
    what: 'a head of 200 kB',
    text: `HTTP/1.1 200 OK\r\n${long(5)}${LENGTH}\r\nhello`,
    curl: true,
    rules: [],
  },
  // Repaired.
  {
    what: 'a blank before the colon',
    text: `HTTP/1.1 200 OK\r\nX-Odd : 1\r\n${LENGTH}\r\nhello`,
    curl: true,
    rules: ['blank-before-colon'],
  },
  {
    what: 'a blank before every colon',
    text: 'HTTP/1.1 200 OK\r\nServer : odd\r\nContent-Length : 5\r\n\r\nhello',
    curl: true,
    rules: ['blank-before-colon'],
    closes: true,
  },
  {
    what: 'bare line feeds',
    text: 'HTTP/1.1 200 OK\nServer: odd\nContent-Length: 5\n\nhello',
    curl: true,
    rules: ['bare-line-feed'],
  },
  {
    what: 'bare line feeds behind the status line of another program',
    text: 'HTTP/1.1 200 OK\r\nServer: odd\nContent-Length: 5\n\nhello',
    curl: true,
    rules: ['bare-line-feed'],
  },
  {
    what: 'bare line feeds in an interim response',
    text: `HTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\r\n${LENGTH}\r\nhello`,
    curl: true,
    rules: ['bare-line-feed'],
  },
  {
    what: 'a bare line feed between fields',
    text: `HTTP/1.1 200 OK\r\n${LENGTH}X-A: 1\nX-B: 2\r\n\r\nhello`,
    curl: true,
    rules: ['bare-line-feed'],
  },
  {
    what: 'a folded field',
    text: `HTTP/1.1 200 OK\r\nX-Odd: a\r\n\tb\r\n${LENGTH}\r\nhello`,
    curl: true,
    rules: ['folded-line'],
  },
  {
    what: 'the same length twice',
    text: `HTTP/1.1 200 OK\r\n${LENGTH}${LENGTH}\r\nhello`,
    curl: true,
    rules: ['content-length'],
  },
  {
    what: 'a list of equal lengths',
    text: 'HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\nhello',
    curl: true,
    rules: ['content-length'],
  },
  {
    what: 'a length with many zeros',
    text: 'HTTP/1.1 200 OK\r\nContent-Length: 00000000000000000005\r\n\r\nhello',
    curl: true,
    rules: ['content-length'],
  },
  {
    what: 'white space behind chunk sizes',
    text: `${CHUNKED}5   \r\nhello\r\n0 \t\r\n\r\n`,
    curl: true,
    rules: ['chunk-size'],
  },
  {
    what: 'white space before a chunk extension',
    text: `${CHUNKED}5 ;a=b\r\nhello\r\n0\r\n\r\n`,
    curl: true,
    rules: ['chunk-size'],
  },
  {
    what: 'a chunk size with many zeros',
    text: `${CHUNKED}00000000000000000005\r\nhello\r\n0\r\n\r\n`,
    curl: false,
    rules: ['chunk-size'],
  },
  {
    what: 'a blank before the colon of a trailer',
    text: `${CHUNKED}5\r\nhello\r\n0\r\nX-Odd : 1\r\n\r\n`,
    curl: true,
    rules: ['blank-before-colon'],
  },
  {
    what: 'http in lower case',
    text: `http/1.1 200 OK\r\n${LENGTH}\r\nhello`,
    curl: true,
    rules: ['status-line'],
  },
  {
    what: 'two blanks before the status',
    text: `HTTP/1.1  200 OK\r\n${LENGTH}\r\nhello`,
    curl: true,
    rules: ['status-line'],
  },
  {
    what: 'a tab behind the status',
    text: `HTTP/1.1 200\tOK\r\n${LENGTH}\r\nhello`,
    curl: true,
    rules: ['status-line'],
  },
  { what: 'HTTP/1.2', text: `HTTP/1.2 200 OK\r\n${LENGTH}\r\nhello`, curl: false, rules: ['status-line'] },
  {
    what: 'controls in a value and in the reason',
    text: `HTTP/1.1 200 O\x01K\r\nX-Odd: a\x1b[1mb\r\n${LENGTH}\r\nhello`,
    curl: true,
    rules: ['control-character'],
  },
  {
    what: 'field names that are none',
    text: `HTTP/1.1 200 OK\r\nX Odd: 1\r\n: 2\r\nX-\xe4: 3\r\n${LENGTH}\r\nhello`,
    curl: true,
    rules: ['invalid-field'],
  },
  {
    what: 'the coding identity',
    text: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\nhello',
    curl: true,
    rules: ['transfer-encoding'],
    closes: true,
  },
  {
    what: 'several of them',
    text: 'http/1.1 200 OK\nServer : odd\nX-Odd: a\n b\nTransfer-Encoding: chunked\n\n5 \r\nhello\r\n0\r\n\r\n',
    curl: true,
    rules: ['bare-line-feed', 'folded-line', 'blank-before-colon', 'status-line', 'chunk-size'],
  },
  // Refused, though curl reads them: they have more than one meaning.
  {
    what: 'a bare line feed before the length',
    text: `HTTP/1.1 200 OK\r\nServer: odd\n${LENGTH}\r\nhello`,
    curl: true,
    rules: null,
    closes: true,
  },
  {
    what: 'length and chunked',
    text: `HTTP/1.1 200 OK\r\n${LENGTH}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    curl: true,
    rules: null,
  },
  {
    what: 'a bare CR',
    text: `HTTP/1.1 200 OK\r\nX-Odd: a\rb\r\n${LENGTH}\r\nhello`,
    curl: true,
    rules: null,
  },
  {
    what: 'a length with a sign',
    text: 'HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello',
    curl: true,
    rules: null,
    closes: true,
  },
  { what: 'HTTP/2 as text', text: `HTTP/2 200 OK\r\n${LENGTH}\r\nhello`, curl: true, rules: null },
  // Refused by both.
  {
    what: 'two lengths',
    text: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    curl: false,
    rules: null,
    closes: true,
  },
  { what: 'no status line', text: 'ICY 200 OK\r\n\r\nhello', curl: false, rules: null },
  { what: 'a status of two digits', text: `HTTP/1.1 20 OK\r\n${LENGTH}\r\nhello`, curl: false, rules: null },
  {
    what: 'a line without a colon',
    text: `HTTP/1.1 200 OK\r\nodd\r\n${LENGTH}\r\nhello`,
    curl: false,
    rules: null,
  },
  { what: 'NUL', text: `HTTP/1.1 200 OK\r\nX-Odd: a\0b\r\n${LENGTH}\r\nhello`, curl: false, rules: null },
  { what: 'no head', text: 'hello', curl: false, rules: null, closes: true },
];

/** Runs curl; `status` is that of the response, 0 without one. */
function curl(...args: readonly string[]): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve) => {
    execFile('curl', ['-sS', '--max-time', '20', '-w', '\n%{http_code}', ...args], (error, stdout) => {
      const at = stdout.lastIndexOf('\n');
      resolve({ status: error === null ? Number(stdout.slice(at + 1)) : 0, body: stdout.slice(0, at) });
    });
  });
}

describe('a server that writes', () => {
  let server: net.Server;
  let proxy: TestEngine;
  let origin: string;

  beforeAll(async () => {
    server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (head: Buffer) => {
        const { text, closes } = ODD_SERVERS[Number(/\/(\d+)/.exec(head.toString())?.[1])]!;
        socket.write(text, 'latin1');
        if (closes === true) socket.end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    proxy = await startTestEngine();
  });
  afterAll(async () => {
    await proxy.close();
    server.close();
  });

  const detailOf = async (path: string): Promise<FlowDetail> => {
    const { id } = proxy.engine.flows.list().findLast((flow) => flow.path === path)!;
    await expect.poll(() => proxy.engine.flows.find(id)?.finished).toBe(true);
    return (await (await proxy.api(`/api/flows/${id}`)).json()) as FlowDetail;
  };

  test.skipIf(missing('curl')).for(ODD_SERVERS.map((odd, index) => [odd.what, odd, index] as const))(
    '%s',
    async ([, odd, index]) => {
      const { body = 'hello' } = odd;
      const url = `${origin}/${index}`;
      const direct = await curl(url);
      expect(direct.status >= 200).toBe(odd.curl);
      if (odd.curl) expect(direct.body).toBe(body);
      const through = await curl('--proxy', proxy.url, url);
      const detail = await detailOf(`/${index}`);
      if (odd.rules === null) {
        expect(through.status).toBe(502);
        expect(through.body).toContain('The response of the server is not valid HTTP');
        expect(detail.state).toBe('failed');
        return;
      }
      expect(through).toEqual({ status: direct.status || 200, body });
      expect(detail).toMatchObject({ state: 'completed', status: through.status });
      expect((detail.repairs ?? []).map(({ rule }) => rule)).toEqual(odd.rules);
      expect(detail.repaired).toBe(odd.rules.length > 0 ? true : undefined);
      const found = (await (await proxy.api('/api/flows?filter=is:repaired')).json()) as { id: number }[];
      expect(found.some(({ id }) => id === detail.id)).toBe(odd.rules.length > 0);
      // What is forwarded is valid for a parser that takes nothing else, up to its limit for a head.
      if (odd.text.length < 16_000) expect((await ask(url, { via: proxy.engine.port })).text).toBe(body);
    },
  );
});

describe('what becomes of it', () => {
  const arena = arenaForEach();

  test('the head is as the standard has it, with what was valid in it unchanged', async () => {
    const { client, server } = await arena().begin('/written');
    server.write(
      'http/1.1  200 Fine\nServer : odd\nX-Odd: a\n\t b \nX-As:  it is\nContent-Length: 5, 5\n\nhello',
    );
    const { head, body } = await client.response();
    expect(head).toBe(
      'HTTP/1.1 200 Fine\r\nServer: odd\r\nX-Odd: a b\r\nX-As:  it is\r\nContent-Length: 5\r\n\r\n',
    );
    expect(body).toBe('hello');
    const flow = await arena().flow('/written');
    expect(flow.response?.head).toBe(head);
    expect(flow.repairs.map(({ text }) => text)).toEqual([
      'Lines that ended with a line feed alone now end with CRLF.',
      'The folded lines of X-Odd were joined with a space.',
      'White space before the colon of Server was removed.',
      'Content-Length, which had one value in an unusual form, was written in the usual one.',
      'The status line began with "http/1.1  200", which was written in the form of the standard.',
    ]);
  });

  test.each([
    ['head', 'HTTP/1.1 200 OK\r\nX-Odd : a\r\nContent-Length: 2\r\n\r\nok'],
    ['chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2 \r\nok\r\n0\r\n\r\n'],
    ['interim response', 'HTTP/1.1 103 Odd\n\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'],
  ])(
    'a connection is not used again after a repaired %s, and nothing behind it is read',
    async (_what, text) => {
      const { client, server } = await arena().begin('/first');
      server.write(text);
      await client.until('ok');
      await server.over();
      await arena().flow('/first');
      const second = await arena().client();
      second.write(`GET http://${arena().origin.authority}/second HTTP/1.1\r\nHost: a\r\n\r\n`);
      const next = await arena().origin.next();
      await next.head();
      next.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood');
      expect((await second.response()).body).toBe('good');
    },
  );

  test('a head that arrives byte by byte is repaired alike', async () => {
    const { client, server } = await arena().begin('/bytes');
    for (const byte of 'http/1.1 200 OK\nX-Odd : a\n\tb\nContent-Length: 5\n\nhello') {
      server.write(byte);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await client.response()).toEqual({
      head: 'HTTP/1.1 200 OK\r\nX-Odd: a b\r\nContent-Length: 5\r\n\r\n',
      body: 'hello',
    });
  });
});
