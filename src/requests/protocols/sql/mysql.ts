// MySQL and MariaDB, by the package mysql2. The server prepares the statements and receives the parameters
// separately.
import mysql, { type Connection } from 'mysql2';
import type { FieldPacket, QueryResult } from 'mysql2/promise';
import { messageOf, systemCode, UserError } from '../../../base/errors.ts';
import { trustedRoots } from '../../../net/trust.ts';
import { hostAndPort } from '../shared/addresses.ts';
import { CONNECT_MS } from '../shared/conversation.ts';
import type { SqlCall, SqlColumn, SqlResult } from './contract.ts';

export async function runMysql(call: SqlCall): Promise<SqlResult> {
  const { url, login, statement, parameters, readOnly, verifyTls, conversation } = call;
  const { host, port } = hostAndPort(url, 3306);
  const mode = url.searchParams.get('sslmode');
  try {
    const connection = mysql.createConnection({
      host,
      port,
      user: login?.username ?? '',
      password: login?.password ?? '',
      database: decodeURIComponent(url.pathname.slice(1)),
      connectTimeout: CONNECT_MS,
      supportBigNumbers: true,
      dateStrings: true,
      multipleStatements: false,
      // A server must not read files of this computer through LOAD DATA LOCAL.
      flags: ['-LOCAL_FILES'],
      ...(mode !== null &&
        mode !== 'disable' && {
          ssl: { ca: trustedRoots(), rejectUnauthorized: verifyTls && mode !== 'no-verify' },
        }),
    });
    conversation.onClose(() => connection.destroy());
    await conversation.unlessStopped(opened(connection));
    const statements = connection.promise();
    if (readOnly) await conversation.unlessStopped(statements.query('SET SESSION TRANSACTION READ ONLY'));
    const [rows, fields] = await conversation.unlessStopped(statements.execute(statement, [...parameters]));
    return resultOf(rows, fields);
  } catch (error) {
    if (error instanceof Error && 'sqlState' in error)
      throw new UserError('INVALID_DATA', `MySQL: ${messageOf(error)} (${systemCode(error)})`, {
        cause: error,
      });
    throw error;
  }
}

function opened(connection: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.on('error', reject);
    connection.connect((error) => (error === null ? resolve() : reject(error)));
  });
}

function resultOf(rows: QueryResult, fields: readonly FieldPacket[]): SqlResult {
  if (!Array.isArray(rows)) {
    const { affectedRows, insertId } = rows;
    return { columns: [], rows: [], changes: affectedRows, lastId: insertId > 0 ? String(insertId) : null };
  }
  const columns = fields.map(({ name, type }): SqlColumn => ({
    name,
    type: TYPE_NAMES.get(type ?? -1) ?? '',
  }));
  return { columns, rows: rows as Record<string, unknown>[], changes: null, lastId: null };
}

const TYPE_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(mysql.Types)
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    .map(([name, id]) => [id, name.toLowerCase()]),
);
