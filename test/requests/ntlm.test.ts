// NTLM against a server that knows connections by it and verifies each response by itself; Newman and curl pass the
// same server.
import { execFile, execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { authWith } from '../helpers/authorization.ts';
import { clientOf } from '../helpers/authorized-exchange.ts';
import { ntlmGuard, PASSWORD } from '../helpers/ntlm-guard.ts';
import { serverOf, type TestServer } from '../helpers/small-server.ts';

const auth = authWith('ntlm', { username: 'CORP\\ada', password: PASSWORD, workstation: 'DESK' });
const POST = { method: 'POST', body: 'a=1', contentType: 'application/x-www-form-urlencoded' };

/** Returns what the server has received: the type of the NTLM message, and the body. */
function shown({ arrived }: TestServer): readonly (readonly [number, string])[] {
  return arrived.map(({ headers, body }) => {
    const message = Buffer.from(headers.authorization?.split(' ')[1] ?? '', 'base64');
    return [message.length > 8 ? message.readUInt32LE(8) : 0, body.toString()];
  });
}

const connectionsOf = ({ arrived }: TestServer): number => new Set(arrived.map(({ socket }) => socket)).size;

describe('a server', () => {
  test.each([
    { scheme: 'NTLM', saysTime: true },
    { scheme: 'NTLM', saysTime: false },
    { scheme: 'Negotiate', saysTime: true },
  ] as const)('%j', async (options) => {
    await using server = await serverOf(ntlmGuard(options));
    using client = clientOf();
    const { response } = await client.send(auth, `${server.url}/x`, POST);
    expect([response.status, response.body.toString()]).toEqual([200, 'CORP\\ada']);
    expect(shown(server)).toEqual([
      [0, 'a=1'],
      [1, ''],
      [3, 'a=1'],
    ]);
    expect(connectionsOf(server)).toBe(1);
  });

  test('knows the connection afterwards', async () => {
    await using server = await serverOf(ntlmGuard());
    using client = clientOf();
    for (const path of ['/1', '/2', '/3'])
      expect((await client.send(auth, server.url + path)).response.status).toBe(200);
    expect(server.arrived.length).toBe(5);
    expect(connectionsOf(server)).toBe(1);
  });

  test('knows each of several requests at once', async () => {
    await using server = await serverOf(ntlmGuard());
    using client = clientOf();
    const sent = Array.from({ length: 8 }, (_, at) => client.send(auth, `${server.url}/${at}`, POST));
    expect((await Promise.all(sent)).map(({ response }) => response.status)).toEqual(Array(8).fill(200));
    expect(connectionsOf(server)).toBe(8);
  });

  test('does not take one user for another', async () => {
    await using server = await serverOf(ntlmGuard());
    using client = clientOf();
    const other = authWith('ntlm', { username: 'grace@corp.test', password: PASSWORD });
    const bodies: string[] = [];
    for (const each of [auth, other, authWith('none'), auth])
      bodies.push((await client.send(each, server.url)).response.body.toString());
    expect(bodies).toEqual(['CORP\\ada', 'corp.test\\grace', 'who are you?', 'CORP\\ada']);
  });

  test('gets a wrong password once', async () => {
    await using server = await serverOf(ntlmGuard());
    using client = clientOf();
    const wrong = authWith('ntlm', { username: 'ada', password: 'other', domain: 'CORP' });
    expect((await client.send(wrong, server.url)).response.status).toBe(401);
    expect(shown(server).map(([type]) => type)).toEqual([0, 1, 3]);
  });

  test('that redirects: the same connection, and no message twice', async () => {
    const guard = ntlmGuard();
    await using server = await serverOf((request) => {
      const reply = guard(request);
      return reply.status === 200 && request.url === '/old'
        ? { status: 307, headers: { Location: '/new' } }
        : reply;
    });
    using client = clientOf();
    expect((await client.send(auth, `${server.url}/old`, POST)).response.status).toBe(200);
    expect(shown(server).map(([type]) => type)).toEqual([0, 1, 3, 0]);
  });

  test('elsewhere, to which a redirect leads, learns nothing', async () => {
    await using other = await serverOf(ntlmGuard());
    await using server = await serverOf(() => ({ status: 302, headers: { Location: other.url } }));
    using client = clientOf();
    expect((await client.send(auth, server.url)).response.status).toBe(401);
    expect(shown(other)).toEqual([[0, '']]);
  });

  test('that sends what is no challenge', async () => {
    const bad = Buffer.from('NTLMSSP\0\x02').toString('base64');
    await using server = await serverOf(({ headers }) => ({
      status: 401,
      headers: { 'WWW-Authenticate': headers.authorization === undefined ? 'NTLM' : `NTLM ${bad}` },
    }));
    using client = clientOf();
    await expect(client.send(auth, server.url)).rejects.toThrow(
      'the server sent an NTLM challenge that cannot be read',
    );
  });

  test('that does not go on: its answer is the response', async () => {
    await using server = await serverOf(() => ({
      status: 401,
      headers: { 'WWW-Authenticate': 'NTLM' },
      body: 'no',
    }));
    using client = clientOf();
    const { response } = await client.send(auth, server.url);
    expect([response.status, response.body.toString()]).toEqual([401, 'no']);
  });
});

describe('the same server', () => {
  test('Newman', { tags: ['full'] }, async () => {
    await using server = await serverOf(ntlmGuard());
    const newman = createRequire(import.meta.url)('newman') as {
      run(options: object, done: (error: Error | null, summary: Summary) => void): void;
    };
    const fields = { username: 'ada', password: PASSWORD, domain: 'CORP' };
    const collection = {
      info: { schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json', name: 'C' },
      item: [
        {
          request: {
            url: server.url,
            method: 'GET',
            auth: { type: 'ntlm', ntlm: Object.entries(fields).map(([key, value]) => ({ key, value })) },
          },
        },
      ],
    };
    const { run } = await new Promise<Summary>((resolve, reject) => {
      newman.run({ collection, reporters: [] }, (error, summary) =>
        error === null ? resolve(summary) : reject(error),
      );
    });
    expect(run.executions.at(-1)?.response?.code).toBe(200);
  });

  test.skipIf(!hasCurlNtlm())('curl', async () => {
    await using server = await serverOf(ntlmGuard());
    const args = ['-s', '--noproxy', '*', '--ntlm', '-u', `CORP\\ada:${PASSWORD}`, server.url];
    expect((await promisify(execFile)('curl', args)).stdout).toBe('CORP\\ada');
  });
});

interface Summary {
  readonly run: { readonly executions: readonly { readonly response?: { readonly code: number } }[] };
}

function hasCurlNtlm(): boolean {
  try {
    const hasIt = execFileSync('curl', ['--version'], { encoding: 'utf8' }).includes('NTLM');
    if (!hasIt) process.stderr.write('skipped: this curl has no NTLM\n');
    return hasIt;
  } catch {
    process.stderr.write('skipped: there is no curl\n');
    return false;
  }
}

test('HTTP/2 is refused, because it has no connection for one user', async () => {
  using client = clientOf();
  await expect(client.send(auth, 'http://127.0.0.1:1', { httpVersion: '2' })).rejects.toThrow(
    'the authorization ntlm needs HTTP/1.1, not HTTP/2',
  );
});
