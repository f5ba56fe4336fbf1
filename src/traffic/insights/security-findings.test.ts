import { describe, expect, test } from 'vitest';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import type { Flow } from '../../flow/flow.ts';
import { SecurityCollector } from './sections/security/index.ts';
import type { SecurityFinding } from './sections/security/findings.ts';

const PAGE = [
  'Content-Type: text/html',
  'Strict-Transport-Security: max-age=31536000',
  "Content-Security-Policy: script-src 'self'",
];

interface Given {
  readonly response?: readonly string[];
  readonly request?: readonly string[];
  readonly host?: string;
  readonly path?: string;
}

const exchange = ({ response = [], request = [], host = 'shop.test', path = '/a' }: Given): Flow =>
  capturedFlow({
    target: { scheme: 'https', port: 443, host },
    request: { head: [`GET ${path} HTTP/1.1`, ...request] },
    response: { head: ['HTTP/1.1 200 OK', ...response] },
  });

function findings(...given: readonly Given[]): readonly SecurityFinding[] {
  const collector = new SecurityCollector();
  for (const each of given) collector.add(exchange(each));
  return collector.result(50).findings;
}

const rules = (...given: readonly Given[]): readonly string[] =>
  findings(...given).map(({ rule, details }) => [rule, ...details].join(' '));
const credentials = 'Access-Control-Allow-Credentials: true';
const from = (origin: string): Given => ({
  request: [`Origin: ${origin}`],
  response: [`Access-Control-Allow-Origin: ${origin}`, credentials],
});

describe('is found', () => {
  test.each<[Given, string[]]>([
    [
      { response: ['Set-Cookie: sid=abc; Path=/'] },
      ['cookie-secure sid', 'cookie-http-only sid', 'cookie-same-site sid'],
    ],
    [
      { response: ['Set-Cookie: auth_token=abc; HttpOnly; SameSite=None'] },
      ['cookie-secure auth_token', 'cookie-same-site-none auth_token'],
    ],
    [{ response: ['Content-Type: text/html'] }, ['csp-missing', 'hsts-missing']],
    [
      {
        response: [...PAGE.slice(0, 2), "Content-Security-Policy: default-src 'self' 'unsafe-inline' https:"],
      },
      ["csp-weak 'unsafe-inline' https:"],
    ],
    [
      { response: [...PAGE.slice(0, 2), "Content-Security-Policy: frame-ancestors 'none'"] },
      ['csp-weak no script-src'],
    ],
    [{ response: ['Access-Control-Allow-Origin: *', credentials] }, ['cors-any-with-credentials']],
    [{ response: ['Access-Control-Allow-Origin: null', credentials] }, ['cors-null-origin']],
    [
      { request: ['Authorization: Bearer x'], response: ['Cache-Control: public, max-age=60'] },
      ['private-cached'],
    ],
  ])('%j', (given, expected) => {
    expect(rules(given)).toEqual(expected);
  });

  test('an origin of any site that is allowed', () => {
    expect(rules(from('https://one.test'), from('https://two.test'))).toEqual([
      'cors-reflected-origin one.test two.test',
    ]);
    expect(
      rules(from('https://one.test'), from('https://app.one.test'), from('https://app.shop.test')),
    ).toEqual([]);
  });
});

test.each<[Given]>([
  [{ response: ['Set-Cookie: XSRF-TOKEN=abc; Path=/'] }],
  [{ response: ['Set-Cookie: theme=dark', 'Set-Cookie: _ga=GA1.2.3'] }],
  [
    {
      response: [
        'Set-Cookie: sid=; Max-Age=0',
        'Set-Cookie: session=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
      ],
    },
  ],
  [{ host: 'localhost', response: ['Set-Cookie: sid=abc; HttpOnly; SameSite=Lax'] }],
  [{ response: PAGE }],
  [
    {
      response: [
        ...PAGE.slice(0, 2),
        "Content-Security-Policy: script-src 'nonce-a1' 'unsafe-inline' 'strict-dynamic' https:",
      ],
    },
  ],
  [{ response: ['Access-Control-Allow-Origin: *'] }],
  [{ response: ['Cache-Control: public, max-age=60'] }],
  [
    {
      request: ['Authorization: Bearer x'],
      response: ['Cache-Control: public, max-age=60', 'Vary: Authorization'],
    },
  ],
  [{ response: ['Content-Type: application/json'] }],
])('nothing is found in %j', (given) => {
  expect(rules(given)).toEqual([]);
});

test('a finding says why, how to mend it, and where; one endpoint fills no list', () => {
  const many = Array.from({ length: 300 }, (_, at) => ({
    path: `/users/${at}`,
    response: ['Set-Cookie: sid=abc; Secure; SameSite=Lax'],
  }));
  expect(
    findings(...many, { path: '/other', response: ['Set-Cookie: jwt=abc; Secure; SameSite=Lax'] }),
  ).toEqual([
    {
      rule: 'cookie-http-only',
      severity: 'medium',
      title: 'Session cookie without HttpOnly',
      why: expect.stringContaining('script') as string,
      fix: expect.stringContaining('HttpOnly') as string,
      host: 'shop.test',
      details: ['sid', 'jwt'],
      endpoints: ['GET shop.test/users/{userId}', 'GET shop.test/other'],
      count: 301,
      id: 1,
    },
  ]);
});
