// `proxyctl run --spec`: live traffic compared with an API description, in summary, reports and annotations.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { type CliResult } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { sampled } from '../helpers/scale.ts';

const SPEC = {
  openapi: '3.0.3',
  info: { title: 'Users', version: '1' },
  servers: [{ url: 'https://api.users.test/v1' }],
  paths: {
    '/users/{id}': {
      get: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          {
            name: 'page',
            in: 'query',
            required: true,
            schema: { type: 'integer', minimum: 0, exclusiveMinimum: true },
          },
        ],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } },
          404: { description: 'None' },
        },
      },
      put: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } },
        },
        responses: { '2XX': { description: 'Saved' }, 422: { description: 'Refused' } },
      },
    },
  },
  components: {
    schemas: {
      User: {
        type: 'object',
        required: ['id', 'name', 'secret'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', nullable: true },
          secret: { type: 'string', writeOnly: true },
        },
      },
    },
  },
};

let home: TemporaryHome;
let origin: Origin;
let response: { readonly status?: number; readonly body?: string; readonly type?: string } = {};

beforeAll(async () => {
  home = temporaryHome();
  origin = await startOrigin((_, answer) => {
    const { status = 200, body = '{"id":1,"name":null}', type = 'application/json' } = response;
    answer.writeHead(status, { 'Content-Type': type }).end(body);
  });
  writeFileSync(join(home.path, 'users.json'), JSON.stringify(SPEC));
});
afterAll(async () => {
  await origin.close();
  home.remove();
});
beforeEach(() => {
  response = {};
});

function run(
  args: readonly string[],
  curl: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<CliResult> {
  return callCli(
    [
      'run',
      '--port',
      '0',
      '--quiet',
      '--spec',
      'users.json',
      ...args,
      '--',
      'curl',
      '-sS',
      '-o',
      '/dev/null',
      ...curl,
    ],
    { home: home.path, cwd: home.path, env: { GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '', ...env } },
  );
}
const url = (path: string): string => `${origin.http}${path}`;
const put = (body: string): readonly string[] => [
  '-X',
  'PUT',
  '-H',
  'Content-Type: application/json',
  '-d',
  body,
];

describe.skipIf(missing('curl'))('an exchange', () => {
  test.each(
    sampled<[string, readonly string[], typeof response, string | null]>(
      [
        ['that fits', ['/users/1?page=2'], {}, null],
        ['below the path of a server', ['/v1/users/1?page=2'], {}, null],
        ['to an unknown path', ['/people/1'], {}, 'the path is not documented (request 1)'],
        [
          'with another method',
          ['/users/1', '-X', 'DELETE'],
          {},
          'the method is not documented: the path has GET, PUT',
        ],
        ['without a parameter', ['/users/1'], {}, 'GET /users/{id}: the query parameter page is missing'],
        ['with a parameter of another type', ['/users/me?page=1'], {}, 'path parameter id must be integer'],
        ['with a parameter out of bounds', ['/users/1?page=0'], {}, 'query parameter page must be > 0'],
        [
          'with an undocumented status',
          ['/users/1?page=1'],
          { status: 418 },
          'response 418: the status 418 is not documented: the document has 200, 404',
        ],
        [
          'whose response is of another shape',
          ['/users/1?page=1'],
          { body: '{"id":"1","name":"A"}' },
          'response 200: body/id must be integer',
        ],
        [
          'whose response lacks a field',
          ['/users/1?page=1'],
          { body: '{"id":1}' },
          "body must have required property 'name'",
        ],
        [
          'whose response is of another type',
          ['/users/1?page=1'],
          { type: 'text/html', body: 'no' },
          'the body is text/html, and the document has application/json',
        ],
        ['whose response is broken', ['/users/1?page=1'], { body: '{' }, 'the body is not valid JSON'],
        ['with a body that fits', ['/users/1', ...put('{"name":"A","secret":"s"}')], {}, null],
        [
          'with a body that does not',
          ['/users/1', ...put('{"name":1,"secret":"s"}')],
          {},
          'PUT /users/{id}: body/name must be string',
        ],
        ['without its body', ['/users/1', '-X', 'PUT'], {}, 'the body is missing'],
        ['that the server refuses as documented', ['/users/1', ...put('{}')], { status: 422 }, null],
      ],
      6,
    ),
  )('%s', async (_, [path = '', ...more], given, expected) => {
    response = given;
    const { code, stderr } = await run(['--fail-on-contract'], [url(path), ...more]);
    if (expected !== null) expect(stderr).toContain('\n--fail-on-contract: ');
    if (expected !== null) expect(stderr).toContain(expected);
    expect(stderr).toContain(expected === null ? ', 0 contract violations\n' : ', 1 contract violation\n');
    expect(code).toBe(expected === null ? 0 : 1);
  });
});

describe.skipIf(missing('curl'))('a description of several files', { tags: ['full'] }, () => {
  const checked = (schema: object, user: object): Promise<CliResult> => {
    const responses = { 200: { content: { 'application/json': { schema } } } };
    const split = { ...SPEC, paths: { '/users/1': { get: { responses } } } };
    mkdirSync(join(home.path, 'schemas'), { recursive: true });
    writeFileSync(join(home.path, 'schemas', 'user.json'), JSON.stringify(user));
    writeFileSync(join(home.path, 'split.json'), JSON.stringify(split));
    const args = ['run', '--port', '0', '--quiet', '--spec', 'split.json', '--fail-on-contract', '--'];
    const curl = ['curl', '-sS', '-o', '/dev/null', url('/users/1')];
    return callCli([...args, ...curl], { home: home.path, cwd: home.path });
  };

  test('is checked with the files beside it', async () => {
    const user = { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } };
    const { code, stderr } = await checked({ $ref: 'schemas/user.json' }, user);
    expect([code, stderr]).toEqual([1, expect.stringContaining('response 200: body/id must be string')]);
  });

  test.each(sampled(['../outside.json', 'http://127.0.0.1:1/user.json#/a'], 2))(
    'says that %s is not read',
    async ($ref) => {
      const { code, stderr } = await checked({ $ref }, {});
      expect([code, stderr]).toEqual([
        0,
        expect.stringContaining(`${$ref} is not read, so what depends on it`),
      ]);
    },
  );
});

describe.skipIf(missing('curl'))('the result', () => {
  test('is in each report, and in annotations', async () => {
    const reports = ['md', 'json', 'xml', 'sarif', 'html'].map((ending) => `r.${ending}`);
    const [md = '', json = '', junit = '', sarif = '', html = ''] = reports;
    const { code, stderr } = await run(
      [
        '--fail-on-contract',
        '--report',
        md,
        '--report-json',
        json,
        '--report-junit',
        junit,
        '--report-sarif',
        sarif,
        '--report-html',
        html,
      ],
      [url('/people/1'), url('/people/2')],
      { GITHUB_ACTIONS: 'true' },
    );
    expect(code).toBe(1);
    expect(stderr).toContain('2 contract violations');
    expect(stderr).toContain('::error title=proxyctl run --fail-on-contract::GET ');
    for (const name of reports)
      expect(readFileSync(join(home.path, name), 'utf8')).toContain('is not documented');
  });

  test(
    'does not fail a run that does not ask for it, and names what it saw',
    { tags: ['full'] },
    async () => {
      const { code, stderr } = await run([], [url('/people/1')]);
      expect(stderr).toContain('1 contract violation\n');
      expect(stderr).toMatch(
        /^--spec: GET .*\/people\/\{peopleId\}: the path is not documented \(request 1\)$/m,
      );
      expect(stderr).not.toContain('--fail-on-contract');
      expect(code).toBe(0);
    },
  );

  test.each(sampled([[[]], [['--fail-on-contract']]], 2))(
    '%j: every violation is in every report',
    async (flags) => {
      const undocumented = ['red', 'green', 'blue', 'white', 'black', 'grey', 'pink']
        .flatMap((colour) => ['one', 'two', 'three', 'four', 'five'].map((name) => url(`/${colour}/${name}`)))
        .slice(0, 31);
      const users = Array.from({ length: 30 }, (_, at) => url(`/users/${at + 1}?page=1`));
      const fine = url('/v1/users/1?page=2');
      response = { body: '{"id":"1","name":"A"}' };
      const reports = ['md', 'json', 'xml', 'sarif', 'html'].map((ending) => `all.${ending}`);
      const options = ['--report', '--report-json', '--report-junit', '--report-sarif', '--report-html'];
      const { stderr } = await run(
        [...flags, ...options.flatMap((option, at) => [option, reports[at]!])],
        ['-X', 'GET', ...undocumented, ...users],
      );
      const lines = stderr.split('\n').filter((line) => /^--(?:spec|fail-on-contract): /.test(line));
      expect(lines).toHaveLength(11);
      expect(lines.at(-1)).toMatch(/: and 22 more$/);
      const texts = reports.map((name) => readFileSync(join(home.path, name), 'utf8'));
      for (const text of texts) {
        for (const each of undocumented) expect(text).toContain(new URL(each).pathname);
        expect(text.match(/response 200: body\/id must be integer/g)).not.toBeNull();
      }
      const [, json = '', junit = '', sarif = ''] = texts;
      const { contract } = JSON.parse(json) as { contract: { broken: number; violations: object[] } };
      expect(contract).toMatchObject({ checked: 61, broken: 61 });
      expect(contract.violations).toHaveLength(32);
      expect(contract.violations).toContainEqual(
        expect.objectContaining({
          endpoint: 'GET /users/{id}',
          violation: 'response 200: body/id must be integer',
          count: 30,
          requests: [32, 33, 34, 35, 36],
        }),
      );
      expect(sarif.match(/"ruleId": "contract\/violation"/g)).toHaveLength(32);
      expect(junit).toMatch(/<testsuite name="endpoints" tests="32" failures="32"/);
      response = {};
      await run([...flags, '--report-junit', 'fine.xml'], [fine]);
      expect(readFileSync(join(home.path, 'fine.xml'), 'utf8')).toMatch(
        /<testsuite name="endpoints" tests="1" failures="0"/,
      );
    },
  );

  test('is a failure when nothing could be checked', async () => {
    const { code, stderr } = await callCli(
      ['run', '--port', '0', '--quiet', '--spec', 'users.json', '--fail-on-contract', '--', 'true'],
      { home: home.path, cwd: home.path },
    );
    expect(stderr).toContain('there was no exchange with api.users.test or a server on this machine');
    expect(code).toBe(1);
  });

  test.each(
    sampled(
      [
        [['--fail-on-contract'], '--fail-on-contract needs the API description: give --spec FILE'],
        [['--spec', 'none.json'], '--spec none.json: there is no such file'],
      ],
      2,
    ),
  )('%j is refused', async (args, reason) => {
    const result = await callCli(['run', '--port', '0', ...args, '--', 'true'], {
      home: home.path,
      cwd: home.path,
    });
    expect(result).toMatchObject({ code: 1, stderr: `error: ${reason}\n` });
  });
});
