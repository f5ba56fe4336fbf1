// Requests of the type `sql` against SQLite, a PostgreSQL of this computer and a MariaDB of it; those that are not
// installed are skipped.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newRequest } from '../../../src/collections/model/request.ts';
import { temporaryHome, type TemporaryHome } from '../../helpers/home.ts';
import { listening } from '../../helpers/listening.ts';
import { closedPort } from '../../helpers/ports.ts';
import { failures, sendOne } from '../../helpers/sent-requests.ts';
import { until } from '../../helpers/waiting.ts';

let home: TemporaryHome;
const options = () => ({ fileRoots: [home.path], timeoutMs: 20_000 });

beforeAll(() => {
  home = temporaryHome();
  const database = new DatabaseSync(join(home.path, 'shop.db'));
  database.exec(`CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price REAL, big INTEGER, raw BLOB);
    INSERT INTO item VALUES (1, 'Pen', 1.5, 9007199254740993, x'0001'), (2, 'Ink', 2, 7, NULL)`);
  database.close();
});
afterAll(() => home.remove());

describe('SQLite', () => {
  const sqlite = (statement: string, parameters: readonly string[] = [], more: object = {}) => ({
    type: 'sql' as const,
    url: 'sqlite:shop.db',
    sql: { driver: 'sqlite' as const, statement, parameters: [...parameters], ...more },
  });

  test('typed rows, parameters and tests', async () => {
    const run = await sendOne(
      {
        ...sqlite('SELECT * FROM item WHERE id >= ? ORDER BY id', ['{{first}}']),
        scripts: {
          test: `pm.test('rows', () => {
            pm.response.to.be.ok;
            pm.expect(pm.response.json()).to.deep.equal([
              { id: 1, name: 'Pen', price: 1.5, big: '9007199254740993', raw: 'AAE=' },
              { id: 2, name: 'Ink', price: 2, big: 7, raw: null },
            ]);
            pm.expect(pm.response.headers.get('rows')).to.equal('2');
            pm.expect(pm.response.headers.get('column-name')).to.equal('TEXT');
          });`,
        },
      },
      { ...options(), variables: { first: '1' } },
    );
    expect(failures(run)).toEqual([]);
    expect(run.method).toBe('SQL');
  });

  test('parameters are values, whatever is in them', async () => {
    const hostile = "x'; DROP TABLE item; --";
    const run = await sendOne(
      sqlite('SELECT ? AS a, ? AS b, ? AS c, ? AS d', [hostile, '5', 'null', '"5"']),
      options(),
    );
    expect(run.response?.body.toString()).toBe(JSON.stringify([{ a: hostile, b: 5, c: null, d: '5' }]));
  });

  test('what a statement has changed', async () => {
    const run = await sendOne(sqlite("INSERT INTO item (name) VALUES ('Pad')"), options());
    expect(JSON.parse(run.response!.body.toString())).toEqual({ changes: 1, lastId: '3' });
    const refused = await sendOne(sqlite('DELETE FROM item', [], { readOnly: true }), options());
    expect(refused.error).toContain('readonly');
  });

  test('a statement without end is stopped', async () => {
    const forever = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
    const run = await sendOne(sqlite(forever), { ...options(), timeoutMs: 300 });
    expect(run.error).toBe('it was not complete within 300 ms');
  });

  test.each([
    ['SELECT * FROM missing_table', {}, 'SQLite: no such table: missing_table'],
    ['', {}, 'it has no statement'],
    [
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n',
      {},
      'more than 100000 rows: add a LIMIT',
    ],
  ])('%s is an error', async (statement, more, reason) => {
    expect((await sendOne({ ...sqlite(statement), ...more }, options())).error).toContain(reason);
  });

  test('files elsewhere are not opened, and none is created', async () => {
    const send = (url: string) => sendOne({ ...sqlite('SELECT 1'), url }, options());
    expect((await send('/etc/passwd')).error).toContain('/etc/passwd');
    expect((await send('sqlite:other.db')).error).toBe('the SQLite file other.db was not found');
    expect(existsSync(join(home.path, 'other.db'))).toBe(false);
    expect((await send(':memory:')).error).toBeNull();
  });
});

/** An account for servers that refuse to run as root; null when the test runs as somebody else. */
function serverAccount(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Returns the tables that the question of a description finds. */
async function tablesOf(request: Parameters<typeof sendOne>[0]): Promise<readonly object[]> {
  const { sql } = await import('../../../src/requests/descriptions/sql.ts');
  const saved = newRequest({ id: 'r', name: 'Asked', ...request });
  const { response, error } = await sendOne(sql.questions(saved)[0]!, options());
  expect(error).toBeNull();
  const description = sql.read([{ response: response!, error: null }], saved);
  return description.kind === 'sql' ? description.tables : [];
}

const hasPostgres = ['initdb', 'postgres'].every((name) => spawnSync(name, ['--version']).status === 0);

describe.skipIf(!hasPostgres)('PostgreSQL (skipped where initdb and postgres are not on the PATH)', () => {
  let server: ChildProcess;
  let folder: string;
  let port: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'proxyctl-postgres-'));
    const account = serverAccount();
    chmodSync(folder, 0o755);
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    if (account !== null) chownSync(data, account.uid, account.gid);
    const identity = account ?? {};
    port = await closedPort();
    execFileSync('initdb', ['-D', data, '-U', 'tester', '--auth=trust', '--no-sync', '-E', 'UTF8'], {
      ...identity,
      cwd: folder,
      stdio: 'pipe',
    });
    server = spawn('postgres', ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F'], {
      ...identity,
      cwd: folder,
      stdio: 'ignore',
    });
    // It is reachable before it answers.
    await until('the database', async () => (await sendOne(postgres('SELECT 1'), options())).error === null);
  }, 60_000);
  afterAll(async () => {
    server.kill('SIGINT');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  const postgres = (statement: string, parameters: readonly string[] = [], more: object = {}) => ({
    type: 'sql' as const,
    url: `postgres://tester@127.0.0.1:${port}/postgres`,
    sql: { driver: 'postgres' as const, statement, parameters: [...parameters], ...more },
  });

  test('typed rows and parameters', async () => {
    const run = await sendOne(
      postgres(
        `SELECT $1::int AS n, $2::text AS t, 9007199254740993::bigint AS big, true AS yes, '{"a":1}'::jsonb AS j,
           DATE '2026-01-02' AS day, '\\x0001'::bytea AS raw, NULL AS none`,
        ['5', "x'; DROP TABLE a; --"],
      ),
      options(),
    );
    expect(run.error).toBeNull();
    expect(JSON.parse(run.response!.body.toString())).toEqual([
      {
        n: 5,
        t: "x'; DROP TABLE a; --",
        big: '9007199254740993',
        yes: true,
        j: { a: 1 },
        day: '2026-01-02',
        raw: 'AAE=',
        none: null,
      },
    ]);
    expect(run.response?.headers).toContainEqual({ name: 'column-n', value: 'int4' });
    expect(run.url).toBe(`postgres://127.0.0.1:${port}/postgres`);
  });

  test('changes, read-only and errors with their place', async () => {
    expect((await sendOne(postgres('CREATE TABLE a (i int)'), options())).error).toBeNull();
    const added = await sendOne(postgres('INSERT INTO a SELECT generate_series(1, 3)'), options());
    expect(added.response?.body.toString()).toBe('{"changes":3}');
    const refused = await sendOne(postgres('DELETE FROM a', [], { readOnly: true }), options());
    expect(refused.error).toContain('read-only transaction (25006)');
    const wrong = await sendOne(postgres('SELEC 1'), options());
    expect(wrong.error).toBe('PostgreSQL: syntax error at or near "SELEC" at character 1 (42601)');
  });

  test('tables are described', async () => {
    await sendOne(postgres('CREATE TABLE item (name text NOT NULL, price numeric)'), options());
    expect(await tablesOf(postgres('SELECT 1'))).toContainEqual({
      schema: 'public',
      name: 'item',
      columns: [
        { name: 'name', type: 'text', nullable: false },
        { name: 'price', type: 'numeric', nullable: true },
      ],
    });
  });

  test('a statement that takes too long is left', async () => {
    const run = await sendOne(postgres('SELECT pg_sleep(600)'), { ...options(), timeoutMs: 300 });
    expect(run.error).toBe('it was not complete within 300 ms');
  });
});

const mariadb = ['mariadbd', 'mysqld'].find((name) => spawnSync(name, ['--version']).status === 0);
const hasInstaller = spawnSync('mariadb-install-db', ['--help']).status !== null;

describe.skipIf(mariadb === undefined || !hasInstaller)(
  'MariaDB (skipped where mariadbd and mariadb-install-db are not on the PATH)',
  () => {
    let server: ChildProcess;
    let folder: string;
    let port: number;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'proxyctl-mariadb-'));
      port = await closedPort();
      const account = serverAccount();
      const identity = account ?? {};
      if (account !== null) chownSync(folder, account.uid, account.gid);
      const data = join(folder, 'data');
      const common = ['--no-defaults', `--datadir=${data}`];
      execFileSync(
        'mariadb-install-db',
        [...common, '--auth-root-authentication-method=normal', '--skip-test-db'],
        { ...identity, stdio: 'pipe' },
      );
      server = spawn(
        mariadb!,
        [
          ...common,
          `--port=${port}`,
          '--bind-address=127.0.0.1',
          `--socket=${join(folder, 's')}`,
          `--pid-file=${join(folder, 'pid')}`,
        ],
        { ...identity, stdio: 'ignore' },
      );
      await until('the database', () => reachable(port));
    }, 60_000);
    afterAll(async () => {
      server.kill('SIGTERM');
      await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    });

    const mysql = (statement: string, parameters: readonly string[] = [], more: object = {}) => ({
      type: 'sql' as const,
      url: `mysql://root@127.0.0.1:${port}/mysql`,
      sql: { driver: 'mysql' as const, statement, parameters: [...parameters], ...more },
    });

    test('typed rows and parameters', async () => {
      const run = await sendOne(
        mysql(
          "SELECT ? AS t, 9007199254740993 AS big, 1.5e0 AS f, DATE '2026-01-02' AS day, x'0001' AS raw, NULL AS none",
          ["x'; DROP --"],
        ),
        options(),
      );
      expect(run.error).toBeNull();
      expect(JSON.parse(run.response!.body.toString())).toEqual([
        { t: "x'; DROP --", big: '9007199254740993', f: 1.5, day: '2026-01-02', raw: 'AAE=', none: null },
      ]);
    });

    test('changes, read-only, errors and time-outs', async () => {
      expect((await sendOne(mysql('CREATE DATABASE d'), options())).error).toBeNull();
      expect(
        (await sendOne(mysql('CREATE TABLE d.a (i int auto_increment primary key)'), options())).error,
      ).toBeNull();
      const added = await sendOne(mysql('INSERT INTO d.a VALUES (NULL), (NULL)'), options());
      expect(added.response?.body.toString()).toBe('{"changes":2,"lastId":"1"}');
      expect((await sendOne(mysql('DELETE FROM d.a', [], { readOnly: true }), options())).error).toContain(
        'READ ONLY',
      );
      expect((await sendOne(mysql('SELEC 1'), options())).error).toContain('(ER_PARSE_ERROR)');
      expect(await tablesOf(mysql('SELECT 1'))).toContainEqual({
        schema: 'd',
        name: 'a',
        columns: [{ name: 'i', type: 'int', nullable: false }],
      });
      const slow = await sendOne(mysql('SELECT SLEEP(600)'), { ...options(), timeoutMs: 300 });
      expect(slow.error).toBe('it was not complete within 300 ms');
    });
  },
);

function reachable(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port });
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('close', () => socket.destroy());
    socket.on('connect', () => socket.destroy());
  });
}

test.each(['postgres', 'mysql'] as const)(
  '%s: servers that are not there, or say nothing',
  async (driver) => {
    const request = (port: number) => ({
      type: 'sql' as const,
      url: `${driver}://me:secret@127.0.0.1:${port}/d`,
      sql: { driver, statement: 'SELECT 1' },
    });
    const refused = await sendOne(request(1), options());
    expect(refused.error).toContain('connection refused');
    expect(refused.error).not.toContain('secret');
    const silent = await listening(net.createServer());
    expect((await sendOne(request(silent), { ...options(), timeoutMs: 200 })).error).toBe(
      'it was not complete within 200 ms',
    );
    const garbage = await listening(
      net.createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    );
    expect((await sendOne(request(garbage), { ...options(), timeoutMs: 5000 })).error).not.toBeNull();
  },
);
