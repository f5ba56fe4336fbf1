// The protocol of `sql` requests: one statement to PostgreSQL, MySQL, MariaDB or SQLite. The body is the rows as
// JSON.
import type { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import { sql as schema } from '../../../collections/model/protocol-fields.ts';
import { defineProtocol, type ProtocolContext, type ProtocolRequest } from '../contract.ts';
import { addressOf, loginOf, publicUrl, typedUrl } from '../shared/addresses.ts';
import { converse } from '../shared/conversation.ts';
import type { ProtocolExchange } from '../../response.ts';
import { MAX_ROWS, type SqlDriver, type SqlParameter, type SqlResult } from './contract.ts';

export const sqlProtocol = defineProtocol({ type: 'sql', schema, send });

type SqlRequest = ProtocolRequest<z.output<typeof schema>>;

const DRIVERS: Readonly<Record<SqlRequest['fields']['driver'], () => Promise<SqlDriver>>> = {
  postgres: async () => (await import('./postgres.ts')).runPostgres,
  mysql: async () => (await import('./mysql.ts')).runMysql,
  sqlite: async () => (await import('./sqlite.ts')).runSqlite,
};

async function send(request: SqlRequest, context: ProtocolContext): Promise<ProtocolExchange> {
  const { fields, settings } = request;
  const { driver, statement, readOnly } = fields;
  if (statement.trim() === '') throw new UserError('INVALID_DATA', 'it has no statement');
  const isFile = driver === 'sqlite';
  const path = isFile ? sqlitePath(typedUrl(request.url)) : '';
  const url = isFile ? new URL('file:///') : addressOf(request.url, SCHEMES[driver]);
  const shownUrl = isFile ? `sqlite:${path}` : publicUrl(url);
  const parameters = fields.parameters.map(parameterOf);
  const run = await DRIVERS[driver]();
  return converse(request, context, async (conversation) => {
    conversation.sent(statement);
    const result = await run({
      url,
      path,
      login: isFile ? null : loginOf(request.auth, url, 'SQL'),
      statement,
      parameters,
      readOnly,
      verifyTls: settings.verifyTls,
      conversation,
      context,
    });
    if (result.rows.length > MAX_ROWS)
      throw new UserError('TOO_LARGE', `the statement returned more than ${MAX_ROWS} rows: add a LIMIT`);
    const body = bodyOf(result);
    conversation.received(body);
    const sent = { method: 'SQL', url: shownUrl, headers: [], body: Buffer.from(statement) };
    return {
      originalRequest: sent,
      url: shownUrl,
      sent,
      response: conversation.response({
        status: 0,
        reason: 'OK',
        protocol: 'SQL',
        headers: headersOf(result),
        body: Buffer.from(body),
      }),
    };
  });
}

const SCHEMES = {
  postgres: ['postgres', 'postgresql'],
  mysql: ['mysql', 'mariadb'],
} as const;

function sqlitePath(typed: string): string {
  const path = typed.replace(/^(?:sqlite|file):(?:\/\/)?/i, '');
  if (path === '')
    throw new UserError('INVALID_DATA', 'it has no URL: give the path of a SQLite file, or :memory:');
  return path;
}

/** JSON for numbers, booleans and null, such as `5` and `"5"`; anything else is text. */
function parameterOf(text: string): SqlParameter {
  if (!/^(?:-?\d|true$|false$|null$|")/.test(text.trim())) return text;
  try {
    const value: unknown = JSON.parse(text);
    // A number that JSON would round stays as it is written.
    if (typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value)) return text;
    return value as SqlParameter;
  } catch {
    return text;
  }
}

/** Rows as a JSON list, or what has changed as an object. */
function bodyOf({ rows, changes, lastId }: SqlResult): string {
  if (changes !== null) return JSON.stringify({ changes, ...(lastId !== null && { lastId }) });
  return JSON.stringify(rows, (_, value: unknown) => jsonValue(value));
}

function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  // JSON.stringify has already called toJSON of buffers.
  if (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'Buffer' &&
    'data' in value
  )
    return Buffer.from(value.data as number[]).toString('base64');
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

function headersOf({
  columns,
  rows,
  changes,
}: SqlResult): { readonly name: string; readonly value: string }[] {
  if (changes !== null) return [{ name: 'changes', value: String(changes) }];
  return [
    { name: 'rows', value: String(rows.length) },
    ...columns.map(({ name, type }) => ({ name: `column-${name}`, value: type })),
  ];
}
