import { describe, expect, test } from 'vitest';
import { findSecrets } from './findings.ts';
import type { InspectedMessage } from './message.ts';
import { generated, randomNumbers } from '../../test/secrets/cases/generate.ts';
import { Redactor } from './redaction/redactor.ts';
import { scaled } from '../../test/helpers/scale.ts';

type Given = Partial<InspectedMessage> & { readonly type?: string };

function message({ type, headers = [], ...given }: Given): InspectedMessage {
  const typed = type === undefined ? headers : [{ name: 'Content-Type', value: type }, ...headers];
  return { host: 'a.test', path: '', body: '', transport: 'encrypted', ...given, headers: typed };
}

const report = (given: Given): readonly string[] =>
  findSecrets(message(given)).map(({ kind, severity, where }) => `${severity} ${kind} in ${where}`);
const taken = (given: Given): InspectedMessage => new Redactor().redact(message(given));

const long = 'Zx8kQ2mVb71LpR4tYw9c';
const stripe = ['sk', 'live', '51HxYzAbCdEfGhIjKlMnOpQr'].join('_');
const github = ['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_');
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U';
const pem =
  '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/\n-----END RSA PRIVATE KEY-----';

describe('by their form, anywhere in a text', () => {
  test.each([
    ['stripe', stripe],
    ['aws', ['AKIA', 'IOSFODNN7EXAMPLQ'].join('')],
    ['github', github],
    ['github', ['github_pat', '11ABCDEFG0123456789_abcdefghij'].join('_')],
    ['gitlab', ['glpat', 'abcdefghij0123456789'].join('-')],
    ['slack', ['xoxb', '123456789012-abcdefghij'].join('-')],
    ['google', ['AIza', 'SyA1234567890abcdefghijklmnopqrstuv'].join('')],
    ['anthropic', ['sk-ant', 'api03-abcdefghijklmnopqrst'].join('-')],
    ['openai', ['sk-proj', 'abcdefghijklmnopqrstuvwx'].join('-')],
    ['sendgrid', ['SG', 'abcdefghijklmnopqrstuv', 'abcdefghijklmnopqrstuv'].join('.')],
    ['npm', ['npm', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_')],
    ['private-key', pem],
  ])('%s', (kind, secret) => {
    for (const [where, given] of [
      ['body', { body: `text ${secret} more` }],
      [
        'body note',
        { type: 'application/json', body: JSON.stringify({ note: secret.replaceAll('\n', ' ') }) },
      ],
      ['header x-note', { headers: [{ name: 'X-Note', value: secret.replaceAll('\n', ' ') }] }],
    ] as const)
      expect(
        findSecrets(message(given)).map((found) => [found.kind, found.severity]),
        where,
      ).toEqual([[kind, 'high']]);
    expect(taken({ body: `a ${secret} b` }).body).toBe('a [redacted] b');
  });

  test('a token, and a card', () => {
    expect(report({ body: `x ${jwt} y` })).toEqual(['medium jwt in body']);
    for (const card of [
      '4111111111111111',
      '4111 1111 1111 1111',
      '5555-5555-5555-4444',
      '378282246310005',
    ]) {
      expect(report({ body: `card ${card}.` }), card).toEqual(['medium card in body']);
      expect(report({ body: `card ${card} 123 12/29` }), card).toEqual(['medium card in body']);
      expect(taken({ type: 'application/json', body: `{"n":"${card}"}` }).body).toBe('{"n":"[redacted]"}');
    }
  });

  test('a password in a URL', () => {
    const body = 'see https://user:p4ssw0rd@example.test/path';
    expect(report({ body })).toEqual(['high url-password in body']);
    expect(taken({ body }).body).toBe('see https://user:[redacted]@example.test/path');
  });
});

describe('by the names before them', () => {
  test.each([
    [
      { headers: [{ name: 'Authorization', value: `Bearer ${long}` }] },
      'medium bearer-token in header authorization',
    ],
    [
      { headers: [{ name: 'Authorization', value: 'Basic dXNlcjpwYXNz' }] },
      'low password in header authorization',
    ],
    [
      { headers: [{ name: 'Authorization', value: 'Basic dXNlcjpwYXNz' }], transport: 'plain' },
      'high plain-password in header authorization',
    ],
    [
      { headers: [{ name: 'authorization', value: `Bearer ${github}` }] },
      'high github in header authorization',
    ],
    [{ headers: [{ name: 'X-API-Key', value: long }] }, 'medium api-key in header x-api-key'],
    [
      { headers: [{ name: 'Cookie', value: `theme=dark; connect.sid=${long}` }] },
      'medium session-cookie in header cookie connect.sid',
    ],
    [
      { headers: [{ name: 'Set-Cookie', value: `PHPSESSID="${long}"; Path=/; HttpOnly` }] },
      'medium session-cookie in header set-cookie PHPSESSID',
    ],
    [{ path: `/a?access_token=${long}&b=1` }, 'medium bearer-token in query access_token'],
    [{ path: '/a?password=hunter22' }, 'high url-password in query password'],
    [{ type: 'application/json', body: '{"user":{"password":"hunter22"}}' }, 'low password in body password'],
    [
      { type: 'application/json', body: '{"password":"hunter22"}', transport: 'plain' },
      'high plain-password in body password',
    ],
    [
      { type: 'application/x-www-form-urlencoded', body: `a=b&client_secret=${long}` },
      'medium api-key in body client_secret',
    ],
    [
      {
        type: 'multipart/form-data; boundary=b',
        body: `--b\r\nContent-Disposition: form-data; name="passwd"\r\n\r\nhunter22\r\n--b--\r\n`,
      },
      'low password in body passwd',
    ],
  ] as const)('%j', (given, expected) => {
    expect(report(given)).toEqual([expected]);
  });
});

describe('few false alarms', () => {
  test.each([
    [{ headers: [{ name: 'Cookie', value: 'theme=dark; lang=en' }] }],
    [{ headers: [{ name: 'X-Request-Id', value: '550e8400-e29b-41d4-a716-446655440000' }] }],
    [{ path: '/orders/4111111111111112?page=2&key=value&code=de' }],
    [{ body: 'order 1234567890123456, call +49 170 1234567, at 2026-11-21 16:11:40.123' }],
    [{ body: 'version 4.111111111111111 and 0.4111111111111111' }],
    [
      {
        type: 'application/json',
        body: '{"password":"","token":null,"secret":"[redacted]","api_key":"{{key}}"}',
      },
    ],
    [{ type: 'application/json', body: '{"password":"••••••••","token":"xxxxxxxx","tokens":3}' }],
    [{ type: 'application/json', body: '{"passwordPolicy":"long","tokenType":"Bearer","keyboard":"de"}' }],
    [{ body: 'mailto:user@example.test https://example.test:8080/@scope/package' }],
    [{ body: 'risk-free desk-lamp sk-short' }],
  ])('%j', (given) => {
    expect(report(given)).toEqual([]);
  });
});

describe('taken out, the structure stays', () => {
  test('headers', () => {
    const { headers } = taken({
      headers: [
        { name: 'Authorization', value: `Bearer ${long}` },
        { name: 'Cookie', value: `theme=dark; sid=${long}` },
        { name: 'Set-Cookie', value: `sid=${long}; Path=/; Secure` },
        { name: 'X-Api-Key', value: long },
        { name: 'Accept', value: '*/*' },
        { name: 'Referer', value: `https://a.test/?token=${long}&b=c` },
      ],
    });
    expect(headers.map(({ value }) => value)).toEqual([
      'Bearer [redacted]',
      'theme=[redacted]; sid=[redacted]',
      'sid=[redacted]; Path=/; Secure',
      '[redacted]',
      '*/*',
      'https://a.test/?token=%5Bredacted%5D&b=c',
    ]);
  });

  test('queries, JSON, forms and multipart', () => {
    expect(taken({ path: `/a?b=c&api_key=${long}#d` }).path).toBe('/a?b=c&api_key=%5Bredacted%5D#d');
    const json = '{ "password" : "a\\"b", "pin":1234, "deep":{"Access-Token":"x","n":1.50}, "list":["a"] }';
    expect(taken({ type: 'application/vnd.api+json', body: json }).body).toBe(
      '{ "password" : "[redacted]", "pin":0, "deep":{"Access-Token":"[redacted]","n":1.50}, "list":["a"] }',
    );
    expect(
      taken({ type: 'application/x-www-form-urlencoded', body: 'user%5Bpassword%5D=a%20b&c=d' }).body,
    ).toBe('user%5Bpassword%5D=%5Bredacted%5D&c=d');
    const part = (value: string): string =>
      `--b\r\nContent-Disposition: form-data; name="token"\r\nContent-Type: text/plain\r\n\r\n${value}\r\n--b--\r\n`;
    expect(taken({ type: 'multipart/form-data; boundary=b', body: part(long) }).body).toBe(
      part('[redacted]'),
    );
  });

  test('text without secrets is unchanged', () => {
    const given = message({ path: '/a?b', body: '{"a":1}', type: 'application/json' });
    expect(new Redactor().redact(given)).toEqual(given);
  });
});

describe('data that only chance makes look like secrets', () => {
  const random = randomNumbers(7);
  const bytes = Buffer.from(Array.from({ length: 2_000_000 }, () => Math.floor(random() * 256)));
  test.each([
    ['Base64 in JSON', JSON.stringify({ image: bytes.toString('base64') })],
    ['Base64 of URLs in JSON', JSON.stringify({ image: bytes.toString('base64url') })],
    ['lines of Base64', bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')],
    ['lines of Base64 in JSON', JSON.stringify([bytes.toString('base64').replaceAll(/.{64}/g, '$&\n')])],
    ['hexadecimal digits', bytes.toString('hex')],
  ])('%s', (_, body) => {
    expect(report({ body })).toEqual([]);
    expect(taken({ body }).body === body).toBe(true);
  });

  test('bytes', () => {
    expect(report({ body: bytes.toString('latin1') })).toEqual([]);
  });

  test('a path of long ids is none', () => {
    const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const path = `/v1/orgs/${id}/projects/${id}/keys/${github}`;
    expect(report({ path })).toEqual(['high github in url']);
    expect(report({ body: `{"url":"https://a.test${path}"}` })).toEqual(['high github in body']);
    const hash = '5f3c2a1b9d8e7f60'.repeat(2);
    expect(report({ path: `/a/${hash}/${hash}/b/${github}` })).toEqual(['high github in url']);
  });

  test('a list of keys, one in each line, is none', () => {
    const keys = [1, 2, 3].map((seed) => generated('tfp_{A59}', seed));
    expect(findSecrets(message({ body: keys.join('\n') }))).toHaveLength(3);
    expect(findSecrets(message({ body: JSON.stringify(keys.join('\n')) }))).toHaveLength(3);
  });

  test('a secret between two of them', () => {
    const image = bytes.subarray(0, 1000).toString('base64');
    const body = JSON.stringify({ image, key: stripe, icon: image });
    expect(report({ body })).toEqual(['high stripe in body']);
  });
});

test.each(['Bearer', 'Bearer null', 'Bearer undefined', 'Basic Og==', 'Basic'])(
  'authorization without credentials: %s',
  (value) => {
    expect(report({ headers: [{ name: 'Authorization', value }] })).toEqual([]);
  },
);

test('findings are masked', () => {
  const [found] = findSecrets(message({ body: `key ${stripe}` }));
  expect(found?.masked).toBe('sk_l…Qr');
  expect(findSecrets(message({ path: '/?password=hunter22' }))[0]?.masked).toBe('••••••••');
});

/** Parts that hostile texts repeat. */
const hostileParts = [
  '"a',
  '1 ',
  '-----BEGIN PRIVATE KEY-----',
  'eyJ',
  'a://',
  'content-disposition: name="a"\r\n\r\n',
  'content-disposition: name="a"\r\n\r\n--b\r\n',
  '\\"',
  'sk-',
  'token=',
  '"passwords":[',
  '{"secrets":{',
  'password:\n  - ',
  'AccountKey=',
  '%41',
  '<input name="password" ',
  '["password",',
  '"name":"password","rows":[[',
  '<tr><th>password</th><th>a</th></tr>',
  "INSERT INTO a (password) VALUES ('",
  'password,a\n',
  'WIFI:P:',
  '{"value":"a","sensitive":true,',
  'login(password:$p) variables ',
  '$2b$12$',
];
const types = [
  'application/json',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/javascript',
];

test.each(hostileParts)('%j again and again ends, with a limited number of findings', (part) => {
  const body = `--b\r\n${part.repeat(scaled({ quick: 20_000, full: 100_000 }) / part.length)}`;
  for (const type of types) expect(findSecrets(message({ type, body })).length).toBeLessThanOrEqual(100);
});

test('the most severe secret is reported among many others', () => {
  const others = Array.from({ length: 200 }, (_, at) => `{"access_token": "q${at}Zk3vT9xPw7LmR2cY"}`);
  const found = findSecrets(
    message({ type: 'application/json', body: `[${others.join(',')},{"k":"AKIAIOSFODNN7EXAMPLQ"}]` }),
  );
  expect(found).toHaveLength(100);
  expect(found.filter(({ severity }) => severity === 'high').map(({ label }) => label)).toContain(
    'AWS access key',
  );
});

test('a hundred levels of strings of JSON, as far as a text can hold them, are looked through', () => {
  let body = JSON.stringify({ password: 'hunter22-x' });
  for (let level = 0; level < 16; level += 1) body = JSON.stringify({ inner: body });
  expect(taken({ body }).body).not.toContain('hunter22');
});

test('thousands of secrets that begin alike are remembered and found again', () => {
  const redactor = new Redactor();
  const tokens = Array.from({ length: 15_000 }, (_, at) => `Zx8kQ2mV${at}b71LpR4tYw9c`);
  for (const token of tokens) redactor.text(`token=${token}`);
  expect(redactor.isFull).toBe(false);
  expect(redactor.text(`seen ${tokens[7]} and ${tokens[14_999]}`)).toBe('seen [redacted] and [redacted]');
});
