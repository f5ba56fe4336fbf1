// Every command is executed by real shells and a real curl; the received request must equal the captured one.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capturedFlow } from '../../test/helpers/flows.ts';
import { findProgram, missing } from '../../test/helpers/need.ts';
import { bodyReader } from '../codec/http1/body.ts';
import { fieldList } from '../codec/http1/field-lines.ts';
import { headEnd } from '../codec/http1/head-end.ts';
import { readRequestHead, requestFraming } from '../codec/http1/request-head.ts';
import { readCurl } from '../documents/curl/index.ts';
import type { Flow } from '../flow/flow.ts';
import { snippetRequest } from '../traffic/snippet-request.ts';
import type { SnippetRequest } from './contract.ts';
import { curl } from './curl.ts';
import { sampled } from '../../test/helpers/scale.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  /** All headers except Host, which is added. */
  readonly fields?: readonly string[];
  readonly body?: Buffer | string;
}

interface Arrived {
  readonly method: string;
  readonly target: string;
  readonly host: string | null;
  readonly fields: readonly string[];
  readonly body: Buffer;
}

const plain = ['User-Agent: test/1', 'Accept: */*'];
const get = (path: string): Sent => ({ method: 'GET', path, fields: plain });
const header = (...fields: readonly string[]): Sent => ({
  method: 'GET',
  path: '/',
  fields: [...plain, ...fields],
});
const post = (body: Buffer | string, ...fields: readonly string[]): Sent => {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return {
    method: 'POST',
    path: '/',
    fields: [...plain, 'Content-Type: text/plain', ...fields, length],
    body,
  };
};
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');

const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const printable = bytes.toString('latin1', 33, 127);

const cases: Readonly<Record<string, Sent>> = {
  'a plain GET': { method: 'GET', path: '/a/b?c=d&e=%20f', fields: plain },
  'nothing that curl would add': { method: 'GET', path: '/' },
  'every printable character in path and query': get(
    `/${printable.replace('#', '').replace('?', '')}?${printable.replace('#', '')}`,
  ),
  'what curl takes for ranges and lists': get('/[1-3]/{a,b}/[a-z]?x[]=1&y={}\\{'),
  'dot segments': get('/a/../b/./c/%2e%2E/d'),
  'dot segments at the end': get('/a/..'),
  'a double slash': get('//a//b'),
  'a fragment': get('/a#b?c#d'),
  'a query without anything': get('/?'),
  'a path with UTF-8': get(utf8('/grüße/日本?ü=é')),
  'a path with latin1': get('/caf\xe9?\xff'),
  'a path with every byte that may stand there': get(
    `/${bytes.toString('latin1', 0x21).replace('\x7f', '').replace(/[#?]/g, '')}`,
  ),
  'a backslash, an at sign and colons': get('/\\a:b@c//@d'),
  'a broken percent escape': get('/%zz%?%'),
  'shell expansions': get("/$(id)`id`$HOME'\"!x;&|<>~*?$(id)`id`!!'"),
  'OPTIONS of the server': { method: 'OPTIONS', path: '*', fields: plain },
  'OPTIONS of the root': { method: 'OPTIONS', path: '/', fields: plain },
  HEAD: { method: 'HEAD', path: '/', fields: plain },
  'a HEAD with a length': { method: 'HEAD', path: '/', fields: [...plain, 'Content-Length: 0'] },
  'a method of one’s own': { method: "m!#$%&'*+-.^_`|~1", path: '/', fields: plain },
  'a method in lower case': { method: 'get', path: '/', fields: plain },
  'DELETE without a body': { method: 'DELETE', path: '/', fields: plain },
  'POST without a body': { method: 'POST', path: '/', fields: plain },
  'POST of an empty body': { method: 'POST', path: '/', fields: [...plain, 'Content-Length: 0'] },
  'GET with a body': { ...post('{"a":1}', 'X-Y: z'), method: 'GET' },
  'PUT with a body': { ...post('a=b'), method: 'PUT' },

  'a header without a value': header('X-Empty:', 'X-Next: 1'),
  'headers twice, in order and case': header('x-A: 1', 'X-a: 2', 'Cookie: a=b', 'x-A: 1', 'Cookie: c=d'),
  'a header with quotes': header(`X-Q: '"\\\`$(id) $HOME !! 'a' "b" \\' \\`),
  'a header with UTF-8': header(utf8('X-U: grüße 日本 😀')),
  'a header with latin1': header("X-L: caf\xe9 0123 'q' \\ !x \x80\xff", 'X-M: \xe9' + '7'),
  'a header with a tab': header('X-T: a\tb'),
  'a header whose name needs quotes': header("X-!#$%&'*+.^_`|~: v"),
  'a header with colons, semicolons and an at sign': header('X-C: @a;b:c; :', 'X-D: ;', 'X-E: @file'),
  'its own Accept, User-Agent and Content-Type': {
    ...post('{}'),
    fields: ['accept: a/b', 'USER-AGENT: c', 'content-type: application/json', 'Content-Length: 2'],
  },
  'a body without Content-Type': { method: 'POST', path: '/', fields: ['Content-Length: 3'], body: 'a=b' },
  'fields that curl acts on': header(
    'Range: bytes=0-1',
    'Referer: http://a/',
    'TE: trailers',
    'Authorization: Basic YTpi',
    'Accept-Encoding: gzip',
    'If-None-Match: "a"',
    'Upgrade: websocket',
  ),
  Expect: post('a', 'Expect: 100-continue'),

  'a text with quotes and expansions': post(
    `it's "so" \\ \\' $(id) \`id\` $HOME \${x} !! !x %s \\n 'a'\\''b'`,
  ),
  'a text of several lines': post("a\n\nb 'c' \\\n\td\n"),
  'a text of several lines with !': post("it's\nhot!\n!!\n\\!\t'"),
  'a text with controls': post('a\rb\r\n\x1b[201~\fend\x1b!', 'X-Y: 1'),
  'a text that starts like a file name': post('@/etc/passwd'),
  'a text that starts with a dash': post('-X DELETE'),
  'a text with a byte order mark': post('\ufeffa'),
  'a text with C1 controls and emoji': post('\u0085\u009b2J日本😀\u2028'),
  'a text at the longest': post(`'${'a'.repeat(131_068)}'` + 'b'),
  'a text that is too long for an argument': post('a'.repeat(131_072)),
  'a text that curl would ask leave for': post('a'.repeat(1024 * 1024 + 1)),
  'a text in latin1': post(Buffer.from('caf\xe9', 'latin1')),
  'a text with NUL': post('a\0b'),
  'every byte': {
    ...post(bytes, 'X-B: 1'),
    fields: [...plain, 'Content-Type: application/octet-stream', 'Content-Length: 256'],
  },
  'a form': {
    ...post('a=%20b&c[]=d+e'),
    fields: [...plain, 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 14'],
  },
  'a chunked text': {
    method: 'POST',
    path: '/',
    fields: [...plain, 'Content-Type: a/b', 'Transfer-Encoding: chunked'],
    body: 'a\nb',
  },
  'a chunked body that is empty': {
    method: 'GET',
    path: '/',
    fields: [...plain, 'Transfer-Encoding: chunked'],
  },
  'a compressed text': post(gzipSync('{"a":1}'), 'Content-Encoding: gzip'),
  'a compressed text with Accept-Encoding': post(
    gzipSync('{"a":1}'),
    'Content-Encoding: gzip',
    'Accept-Encoding: br',
  ),
  'a text that is only said to be compressed': post('{"a":1}', 'Content-Encoding: gzip'),
};

/** Shells that differ in quoting: dash has no `$'…'`. Without zsh its cases are skipped. */
const SHELLS = ['dash', 'bash', 'zsh', 'sh'];
const shells = SHELLS.filter((shell) => findProgram(shell) !== undefined);

test('there is a shell to run commands', () => expect(shells).toContain('sh'));

describe.skipIf(missing('curl')).each(sampled(shells, 1))('run by %s and curl', (shell) => {
  let folder: string;
  let origin: Server;
  let port: number;
  let arrived: Arrived[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'proxyctl-curl-'));
    origin = recorder((request) => arrived.push(request));
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    port = (origin.address() as AddressInfo).port;
  });

  afterAll(async () => {
    await new Promise((resolve) => origin.close(resolve));
    await rm(folder, { recursive: true });
  });

  test.each(Object.entries(cases))('%s', async (_, sent) => {
    const flow = flowOf(sent, port);
    const request = await snippetRequest(flow);
    await writeFile(join(folder, 'request-body.bin'), sent.body ?? '');
    const command = curl.render(request!);
    arrived = [];
    const fields = (sent.fields ?? []).filter((line) => !/^(content-length|host):/i.test(line));
    await run(command, folder, shell);
    expect({ command, arrived }).toEqual({
      command,
      arrived: [
        {
          method: sent.method,
          target: sent.path,
          host: `127.0.0.1:${port}`,
          fields,
          body: Buffer.from(sent.body ?? ''),
        },
      ],
    });
  });

  test('sends the Host that was sent', async () => {
    const flow = flowOf({ ...header('Host: other.test'), path: '/' }, port, []);
    arrived = [];
    await run(curl.render((await snippetRequest(flow))!), folder, shell);
    expect(arrived).toMatchObject([{ host: 'other.test' }]);
  });

  test.skipIf(shell !== 'bash').each(["it's !here, !! and $(id)", "one\ntwo!three!!\n'!x' $(id)\n"])(
    'is one command in an interactive bash with its history on: %j',
    async (text) => {
      const flow = flowOf(post(text, `X-Y: it's !here`), port);
      arrived = [];
      const command = curl.render((await snippetRequest(flow))!);
      await run(
        `bash --norc -i <<'END'\nset -o history -o histexpand\necho here\n${command}\nEND`,
        folder,
        shell,
      );
      expect(arrived.map(({ body }) => body.toString())).toEqual([text]);
    },
  );
});

test('what is copied can be read again, with its notes', async () => {
  const warnings: string[] = [];
  const command = curl.render((await snippetRequest(flowOf(post(bytes), 80)))!);
  expect(command).toContain('\n# ');
  expect(readCurl(command, (warning) => warnings.push(warning))).toMatchObject([
    { method: 'POST', url: 'http://127.0.0.1/' },
  ]);
});

describe('the text', () => {
  const url = 'https://example.test/a?b=1';
  const request: SnippetRequest = {
    method: 'GET',
    url,
    headers: [],
    body: { type: 'none' },
    compressed: false,
  };
  const headers = [
    { name: 'User-Agent', value: 'a' },
    { name: 'Accept', value: '*/*' },
  ];

  test('is the URL alone for the least of requests', () => {
    expect(curl.render({ ...request, headers })).toBe(
      "curl 'https://example.test/a?b=1' \\\n  -H 'User-Agent: a' \\\n  -H 'Accept: */*'",
    );
  });

  test('has one option per line', () => {
    const json = { name: 'Content-Type', value: 'application/json' };
    const body = { type: 'text', text: '{"it\'s":1}' } as const;
    expect(
      curl.render({ ...request, method: 'POST', headers: [...headers, json], body }).split('\n'),
    ).toEqual([
      "curl 'https://example.test/a?b=1' \\",
      '  -X POST \\',
      "  -H 'User-Agent: a' \\",
      "  -H 'Accept: */*' \\",
      "  -H 'Content-Type: application/json' \\",
      `  --data-binary '{"it'\\''s":1}'`,
    ]);
  });

  test('leaves out headers of the connection', () => {
    const more = ['Content-Length', 'connection', 'Proxy-Connection'].map((name) => ({ name, value: '1' }));
    const rendered = curl.render({ ...request, headers: [...more, ...headers] });
    expect(rendered).toBe(curl.render({ ...request, headers }));
  });

  test('names Host only when it differs from that of the URL', () => {
    const host = (value: string): string => curl.render({ ...request, headers: [{ name: 'Host', value }] });
    expect(host('example.test')).not.toContain('Host');
    expect(host('other.test')).toContain("-H 'Host: other.test'");
    expect(host('example.test:8443')).toContain("-H 'Host: example.test:8443'");
  });

  test('leaves a binary body to the user', () => {
    const rendered = curl.render({ ...request, method: 'PUT', body: { type: 'binary', size: 3 } });
    expect(rendered).toContain('\n  --data-binary @request-body.bin\n');
    expect(rendered).toMatch(
      /\n# Save the body of the request, 3 bytes, as request-body\.bin: it is binary\.$/,
    );
  });

  test('sends a compressed body as captured', () => {
    const body = { type: 'text', text: 'a' } as const;
    const rendered = curl.render({ ...request, method: 'PUT', body, compressed: true });
    expect(rendered).toContain(
      '\n  --data-binary @request-body.bin \\\n  --compressed\n# Save the compressed body',
    );
  });

  test('holds no control that a terminal would act on', () => {
    const value = 'a\x1b[201~\rid\r\x9b';
    const body = { type: 'text', text: `${value}\x7f\u0085` } as const;
    const rendered = curl.render({ ...request, method: 'PUT', headers: [{ name: 'X-Y', value }], body });
    expect(rendered.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(rendered).toContain(
      String.raw`--data-binary 'a'"$(printf '\033')"'[201~'"$(printf '\015')"'id'"$(printf '\015\302\233\177\302\205')"''`,
    );
  });

  test('takes time in proportion to the body', () => {
    const text = '!'.repeat(131_000) + "\n'";
    expect(curl.render({ ...request, method: 'PUT', body: { type: 'text', text } })).toMatch(/\\!'\n'\\'''$/);
  });
});

function flowOf(
  { method, path, fields = [], body }: Sent,
  port: number,
  host = [`Host: 127.0.0.1:${port}`],
): Flow {
  const head = [`${method} ${path} HTTP/1.1`, ...host, ...fields];
  const request = { head, ...(body !== undefined && { body }) };
  return capturedFlow({ method, target: { host: '127.0.0.1', port }, request });
}

async function run(script: string, folder: string, shell: string): Promise<void> {
  // As a file, because the argument of -c could not hold a command with a long body.
  await writeFile(join(folder, 'script'), script);
  const env = { ...process.env, HOME: folder };
  await promisify(execFile)(shell, ['script'], { cwd: folder, env, timeout: 20_000 });
}

/** An origin that reports what it received, parsed by the proxy's own codec. */
function recorder(onRequest: (request: Arrived) => void): Server {
  return createServer((socket) => {
    let input = Buffer.alloc(0);
    let request = false;
    socket.on('error', () => {});
    socket.on('data', (data: Buffer) => {
      input = Buffer.concat([input, data]);
      const end = headEnd(input, 0);
      if (end < 0) return;
      const head = readRequestHead(input.toString('latin1', 0, end));
      if (head.type === 'violation') throw new Error(head.reason);
      if (head.fields.expect !== null && !request) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      request = true;
      const pieces: Buffer[] = [];
      const reader = bodyReader(requestFraming(head));
      reader.read(input, end, (found, from, to) => pieces.push(found.subarray(from, to)));
      if (!reader.done) return;
      const fields = fieldList(head.raw)
        .filter(({ name }) => !/^(content-length|host)$/i.test(name))
        .map(({ name, value }) => (value === '' ? `${name}:` : `${name}: ${value}`));
      const { method, target } = head;
      onRequest({ method, target, host: head.fields.host, fields, body: Buffer.concat(pieces) });
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n${method === 'HEAD' ? '' : 'ok'}`,
      );
    });
  });
}
