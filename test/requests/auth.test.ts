// Authorization of the API client over real connections; the servers verify it with third-party code.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { authorizationFields, authWith, partOfNewman } from '../helpers/authorization.ts';
import { clientOf } from '../helpers/authorized-exchange.ts';
import { serverOf, type Arrived, type Reply, type TestServer } from '../helpers/small-server.ts';

interface Computes {
  computeHeader(params: object): string;
}
const digest = partOfNewman('postman-runtime/lib/authorizer/digest.js') as Computes;
const hawk = partOfNewman('postman-runtime/lib/authorizer/hawk.js') as Computes;
const edgegrid = partOfNewman('postman-runtime/lib/authorizer/edgegrid.js') as Computes;
const aws4 = partOfNewman('aws4') as {
  sign(options: object, secrets: object): { readonly headers: Record<string, string> };
};
const oauth = partOfNewman('node-oauth1') as {
  readonly SignatureMethod: { sign(message: object, accessor: object): string };
};

const POST = { method: 'POST', body: 'a=1&b=%20', contentType: 'application/x-www-form-urlencoded' };
const said = (isRight: boolean): Reply => ({ status: isRight ? 200 : 403 });
const isSame = (found: string | undefined, expected: string | undefined) =>
  found !== undefined && found === expected;

describe('digest', () => {
  const auth = authWith('digest', { username: 'üser', password: 'pass"word' });
  /** A server that accepts a nonce for this many requests, each with the next count. */
  function guard({ algorithm = 'SHA-256', qop = 'auth-int', hash = 'sha256', uses = 3 } = {}) {
    let [nonce, count] = [0, 0];
    return (request: Arrived): Reply => {
      const fields = authorizationFields(request.headers.authorization ?? '');
      const isCurrent = fields['nonce'] === `nonce ${nonce}`;
      if (!isCurrent || count === uses) {
        [nonce, count] = [nonce + 1, 0];
        const field = `Digest realm="r", nonce="nonce ${nonce}", qop="${qop}", algorithm=${algorithm}, opaque="o", stale=${isCurrent}`;
        return { status: 401, headers: { 'WWW-Authenticate': ['Basic realm="r"', field] } };
      }
      count += 1;
      const expected = digest.computeHeader({
        algorithm,
        hashAlgo: hash,
        username: 'üser',
        realm: 'r',
        password: 'pass"word',
        method: request.method,
        nonce: `nonce ${nonce}`,
        nonceCount: String(count).padStart(8, '0'),
        clientNonce: fields['cnonce'],
        qop,
        uri: request.url,
        bodyhash: createHash(hash).update(request.body).digest('hex'),
      });
      return said(
        isSame(fields['response'], authorizationFields(expected)['response']) && fields['opaque'] === 'o',
      );
    };
  }

  test.each([
    ['MD5', 'auth', 'md5'],
    ['SHA-256-sess', 'auth-int', 'sha256'],
    ['SHA-512-256', 'auth', 'sha512-256'],
  ])('%s, %s: one challenge for several requests, and for a stale nonce', async (algorithm, qop, hash) => {
    await using server = await serverOf(guard({ algorithm, qop, hash }));
    using client = clientOf();
    for (let sent = 0; sent < 5; sent += 1) {
      const { response, sent: last } = await client.send(auth, `${server.url}/x?n=${sent}`, POST);
      expect(response.status).toBe(200);
      expect(last.body.toString()).toBe(POST.body);
    }
    // Five requests, plus the first challenge and the one after three uses.
    expect(server.arrived.length).toBe(7);
  });

  test('a wrong password is tried once for a nonce', async () => {
    await using server = await serverOf(() => ({
      status: 401,
      headers: { 'WWW-Authenticate': 'Digest realm=r, nonce=n' },
    }));
    using client = clientOf();
    expect((await client.send(auth, `${server.url}/x`)).response.status).toBe(401);
    expect(server.arrived.length).toBe(2);
  });

  test('behind a redirect the challenge is answered for where it led', async () => {
    const inner = guard();
    await using server = await serverOf((request) =>
      request.url === '/old' ? { status: 307, headers: { Location: '/new' } } : inner(request),
    );
    using client = clientOf();
    const { response, url } = await client.send(auth, `${server.url}/old`, POST);
    expect([response.status, url]).toEqual([200, `${server.url}/new`]);
    expect(server.arrived.map((each) => each.url)).toEqual(['/old', '/new', '/new']);
  });

  test('another server to which a redirect leads learns nothing', async () => {
    await using other = await serverOf(() => ({
      status: 401,
      headers: { 'WWW-Authenticate': 'Digest realm=r, nonce=n' },
    }));
    await using server = await serverOf(() => ({ status: 302, headers: { Location: `${other.url}/x` } }));
    using client = clientOf();
    expect((await client.send(auth, `${server.url}/x`)).response.status).toBe(401);
    expect([server, other].map(({ arrived }) => arrived.length)).toEqual([1, 1]);
    expect(other.arrived[0]?.headers.authorization).toBeUndefined();
  });
});

describe('a signature is made again behind a redirect', () => {
  const auth = authWith('hawk', { authId: 'id', authKey: 'key' });
  const verified = ({ method, url, headers }: Arrived): boolean => {
    const fields = authorizationFields(headers.authorization ?? '');
    const expected = hawk.computeHeader({
      credentials: { id: 'id', key: 'key', algorithm: 'sha256' },
      timestamp: fields['ts'],
      nonce: fields['nonce'],
      method,
      url: `http://${headers.host}${url}`,
    });
    return isSame(fields['mac'], authorizationFields(expected)['mac']);
  };

  test.each([302, 307])('%i', async (status) => {
    await using server = await serverOf((request) =>
      request.url === '/old' ? { status, headers: { Location: '/new?x=1' } } : said(verified(request)),
    );
    using client = clientOf();
    expect((await client.send(auth, `${server.url}/old`, POST)).response.status).toBe(200);
    expect(server.arrived.map(verified)).toEqual([true, true]);
  });

  test('digest, of a session that has begun', async () => {
    const nonces: unknown[] = [];
    await using server = await serverOf(({ url, headers }) => {
      const { uri, nc } = authorizationFields(headers.authorization ?? '');
      if (nc === undefined)
        return { status: 401, headers: { 'WWW-Authenticate': 'Digest realm="r", nonce="n", qop="auth"' } };
      nonces.push([uri === url, nc]);
      return url === '/old' ? { status: 307, headers: { Location: '/new' } } : { status: 200 };
    });
    using client = clientOf();
    const given = authWith('digest', { username: 'u', password: 'p' });
    for (const path of ['/first', '/old'])
      expect((await client.send(given, server.url + path)).response.status).toBe(200);
    expect(nonces).toEqual([
      [true, '00000001'],
      [true, '00000002'],
      [true, '00000003'],
    ]);
  });

  test('another server gets nothing of it', async () => {
    await using other = await serverOf(() => ({ status: 200 }));
    await using server = await serverOf(() => ({ status: 307, headers: { Location: `${other.url}/x` } }));
    using client = clientOf();
    const aws = authWith('awsv4', { accessKey: 'AK', secretKey: 'SK', sessionToken: 'ST', service: 's3' });
    const oauth1 = authWith('oauth1', { consumerKey: 'ck', consumerSecret: 'cs', addTo: 'body' });
    for (const each of [aws, oauth1])
      expect((await client.send(each, server.url, POST)).response.status).toBe(200);
    const [first, second] = other.arrived;
    expect(
      Object.keys(first?.headers ?? {}).filter((name) => /^(?:authorization|x-amz-)/.test(name)),
    ).toEqual([]);
    expect(second?.body.toString()).toBe(POST.body);
  });
});

const TIME = /^\d{10}$/;

describe('what is signed is what arrives', () => {
  const url = (server: TestServer) => `${server.url}/a b/ü?q=1 2&r=%26+&s`;

  test.each(['header', 'query', 'body'] as const)('OAuth 1.0 in the %s', async (addTo) => {
    await using server = await serverOf((request) => {
      const [path = '', query = ''] = request.url.split('?');
      const header = authorizationFields(request.headers.authorization ?? '');
      const parameters = [
        ...new URLSearchParams(query),
        ...new URLSearchParams(request.body.toString()),
        ...Object.entries(header).map(([name, value]) => [name, decodeURIComponent(value)] as const),
      ];
      const found = parameters.find(([name]) => name === 'oauth_signature')?.[1];
      const signed = parameters.filter(([name]) => name !== 'oauth_signature');
      const action = `http://${request.headers.host}${path}`;
      const message = { method: request.method, action, parameters: signed };
      const time = new Map(signed).get('oauth_timestamp') ?? '';
      return said(
        TIME.test(time) &&
          isSame(found, oauth.SignatureMethod.sign(message, { consumerSecret: 'cs', tokenSecret: 'ts' })),
      );
    });
    using client = clientOf();
    const secrets = { consumerKey: 'ck', consumerSecret: 'cs', token: 'tk', tokenSecret: 'ts' };
    for (const signatureMethod of ['HMAC-SHA1', 'HMAC-SHA512']) {
      const auth = authWith('oauth1', { ...secrets, signatureMethod, addTo });
      expect((await client.send(auth, url(server), POST)).response.status).toBe(200);
    }
  });

  test.each(['execute-api', 's3'])('AWS: %s', async (service) => {
    const secrets = { accessKeyId: 'AK', secretAccessKey: 'SK', sessionToken: 'ST' };
    await using server = await serverOf(({ method, url: path, headers, body }) => {
      const value = headers.authorization ?? '';
      const names = /SignedHeaders=([^,]+)/.exec(value)?.[1]?.split(';') ?? [];
      const signed = Object.fromEntries(names.map((name) => [name, headers[name] ?? '']));
      const options = {
        method,
        path,
        service,
        region: 'eu-west-1',
        body,
        headers: signed,
        doNotModifyHeaders: true,
      };
      const other = aws4.sign(options, secrets);
      return said(isSame(value, other.headers['Authorization']) && names.includes('x-amz-security-token'));
    });
    using client = clientOf();
    const auth = authWith('awsv4', {
      accessKey: 'AK',
      secretKey: 'SK',
      sessionToken: 'ST',
      region: 'eu-west-1',
      service,
    });
    expect((await client.send(auth, url(server), POST)).response.status).toBe(200);
  });

  test('Hawk', async () => {
    await using server = await serverOf(({ method, url: path, headers, body }) => {
      const fields = authorizationFields(headers.authorization ?? '');
      const payload = `hawk.1.payload\napplication/x-www-form-urlencoded\n${body.toString()}\n`;
      const hash = createHash('sha256').update(payload).digest('base64');
      const expected = hawk.computeHeader({
        credentials: { id: 'id', key: 'key', algorithm: 'sha256' },
        timestamp: fields['ts'],
        nonce: fields['nonce'],
        hash,
        method,
        url: `http://${headers.host}${path}`,
      });
      return said(
        TIME.test(fields['ts'] ?? '') && isSame(fields['mac'], authorizationFields(expected)['mac']),
      );
    });
    using client = clientOf();
    const auth = authWith('hawk', { authId: 'id', authKey: 'key', includePayloadHash: true });
    expect((await client.send(auth, url(server), POST)).response.status).toBe(200);
  });

  test('EdgeGrid', async () => {
    await using server = await serverOf(({ method, url: path, headers, body }) => {
      const value = headers.authorization ?? '';
      const [, timestamp, nonce] = /timestamp=([^;]+);nonce=([^;]+);/.exec(value) ?? [];
      const expected = edgegrid.computeHeader({
        accessToken: 'at',
        clientToken: 'ct',
        clientSecret: 'cs',
        timestamp,
        nonce,
        method,
        headers,
        headersToSign: ['content-type'],
        bodyHash: createHash('sha256').update(body).digest('base64'),
        url: { protocol: 'http:', host: headers.host, path },
      });
      return said(isSame(value, expected));
    });
    using client = clientOf();
    const auth = authWith('edgegrid', {
      accessToken: 'at',
      clientToken: 'ct',
      clientSecret: 'cs',
      headersToSign: 'Content-Type',
    });
    expect((await client.send(auth, url(server), POST)).response.status).toBe(200);
  });

  test('JSON Web Token', async () => {
    const jose = partOfNewman('jose') as {
      jwtVerify(token: string, key: Uint8Array): Promise<{ readonly payload: object }>;
    };
    await using server = await serverOf(() => ({ status: 200 }));
    using client = clientOf();
    await client.send(authWith('jwt', { secret: 'shared', payload: '{"sub":"ü"}' }), url(server));
    const token = (server.arrived[0]?.headers.authorization ?? '').replace('Bearer ', '');
    expect((await jose.jwtVerify(token, Buffer.from('shared'))).payload).toEqual({ sub: 'ü' });
  });
});
