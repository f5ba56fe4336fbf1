import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { ProxyError } from '../base/errors.ts';
import { lookupAll, systemResolver, type Resolver } from './dns.ts';

const FOUND: readonly LookupAddress[] = [
  { address: '198.51.100.1', family: 4 },
  { address: '2001:db8::1', family: 6 },
  { address: '198.51.100.2', family: 4 },
];

interface Answer {
  readonly error: Error | null;
  readonly address: unknown;
  readonly family: number | undefined;
  readonly resolved: number;
}

function ask(
  options: { readonly all?: boolean; readonly family?: number },
  resolve: Resolver = () => Promise.resolve(FOUND),
  refused: readonly string[] = [],
): Promise<Answer> {
  let resolved = 0;
  const refuse = (address: string): ProxyError | null =>
    refused.includes(address) ? new ProxyError('NOT_ALLOWED', address) : null;
  const lookup = lookupAll(resolve, refuse, () => (resolved += 1));
  return new Promise((settle) => {
    lookup('a.test', options, (error, address, family) => settle({ error, address, family, resolved }));
  });
}

test.each(['a.localhost', 'A.B.LOCALHOST', 'a.localhost.'])(
  '%s is loopback, without a name server',
  async (host) => {
    expect(await systemResolver(host)).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  },
);

describe('a look-up', () => {
  test('gives every address, in the order of the resolver', async () => {
    expect(await ask({ all: true })).toMatchObject({ error: null, address: FOUND, resolved: 1 });
  });

  test('gives the first, where one is asked for', async () => {
    expect(await ask({})).toMatchObject({ error: null, address: '198.51.100.1', family: 4 });
    expect(await ask({ family: 6 })).toMatchObject({ error: null, address: '2001:db8::1', family: 6 });
    expect(await ask({ family: 0 })).toMatchObject({ address: '198.51.100.1' });
  });

  test('leaves out addresses of another family', async () => {
    expect(await ask({ all: true, family: 4 })).toMatchObject({ address: [FOUND[0], FOUND[2]] });
  });

  test('leaves out what is refused', async () => {
    expect(await ask({ all: true }, undefined, ['198.51.100.1'])).toMatchObject({ address: FOUND.slice(1) });
    expect(await ask({}, undefined, ['198.51.100.1', '2001:db8::1'])).toMatchObject({
      address: '198.51.100.2',
    });
  });

  test('fails with the refusal when nothing else is left', async () => {
    const { error } = await ask(
      { all: true },
      undefined,
      FOUND.map(({ address }) => address),
    );
    expect(error).toMatchObject({ code: 'NOT_ALLOWED', message: expect.stringContaining('198.51.100.1') });
  });

  test('fails when there is no address, or none of the family', async () => {
    expect((await ask({ all: true }, () => Promise.resolve([]))).error).toMatchObject({ code: 'ENOTFOUND' });
    expect((await ask({ family: 6 }, () => Promise.resolve([FOUND[0]!]))).error).toMatchObject({
      code: 'ENOTFOUND',
      message: 'no address for a.test',
    });
  });

  test('fails as the resolver does', async () => {
    const error = Object.assign(new Error('try again'), { code: 'EAI_AGAIN' });
    expect(await ask({}, () => Promise.reject(error))).toMatchObject({ error, resolved: 0 });
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- any resolver may be plugged in
    expect((await ask({}, () => Promise.reject('odd'))).error).toMatchObject({ code: 'ENOTFOUND' });
  });
});

describe('the resolver of the system', () => {
  test('knows this machine', async () => {
    expect((await systemResolver('localhost')).map(({ address }) => address)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/)]),
    );
  });

  test('rejects a name that cannot be (RFC 6761 section 6.4)', async () => {
    await expect(systemResolver('no-such-host.invalid')).rejects.toMatchObject({
      code: expect.stringMatching(/^E/),
    });
  });
});
