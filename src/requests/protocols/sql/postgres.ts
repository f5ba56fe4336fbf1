// PostgreSQL, by the package pg.
import pg from 'pg';
import { messageOf, UserError } from '../../../base/errors.ts';
import { hostAndPort, tlsOptions } from '../shared/addresses.ts';
import { CONNECT_MS } from '../shared/conversation.ts';
import type { SqlCall, SqlResult } from './contract.ts';

export async function runPostgres(call: SqlCall): Promise<SqlResult> {
  const { url, login, statement, parameters, readOnly, verifyTls, conversation, context } = call;
  const { host, port } = hostAndPort(url, 5432);
  const mode = url.searchParams.get('sslmode');
  const client = new pg.Client({
    host,
    port,
    user: login?.username ?? '',
    password: login?.password ?? '',
    database: decodeURIComponent(url.pathname.slice(1)) || undefined,
    application_name: 'proxyctl',
    connectionTimeoutMillis: CONNECT_MS,
    ssl:
      mode === null || mode === 'disable'
        ? false
        : {
            ...tlsOptions(context.sender, { host, port }, verifyTls && mode !== 'no-verify'),
            requestCert: true,
          },
    types: { getTypeParser: parserOf },
  });
  client.on('error', (error) => conversation.fail(error));
  conversation.onClose(() => closed(client));
  await conversation.unlessStopped(client.connect());
  try {
    if (readOnly) await conversation.unlessStopped(client.query('SET default_transaction_read_only = on'));
    const found = await conversation.unlessStopped(
      client.query<Record<string, unknown>>({ text: statement, values: [...parameters] }),
    );
    return resultOf(found);
  } catch (error) {
    if (error instanceof pg.DatabaseError)
      throw new UserError('INVALID_DATA', sentenceOf(error), { cause: error });
    throw error;
  }
}

/** Ends the connection at once; a statement that still runs is given up by the server when it notices. */
function closed(client: pg.Client): Promise<void> {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: { destroy(): void } } })
    .connection;
  const ended = client.end().catch(() => undefined);
  return Promise.race([ended, new Promise<void>((resolve) => setTimeout(resolve, 500))]).finally(() =>
    stream.destroy(),
  );
}

function resultOf({ fields, rows, rowCount }: pg.QueryResult<Record<string, unknown>>): SqlResult {
  const columns = fields.map(({ name, dataTypeID }) => ({
    name,
    type: TYPE_NAMES.get(dataTypeID) ?? String(dataTypeID),
  }));
  const hasRows = columns.length > 0;
  return { columns, rows, changes: hasRows ? null : (rowCount ?? 0), lastId: null };
}

const IDS: Readonly<Record<string, number>> = { ...pg.types.builtins };
const TYPE_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(IDS).map(([name, id]) => [id, name.toLowerCase()]),
);
const TIMES: ReadonlySet<number | undefined> = new Set([IDS['DATE'], IDS['TIMESTAMP'], IDS['TIMESTAMPTZ']]);

type Parser = (text: string) => unknown;
const builtInParser = pg.types.getTypeParser as (id: number, format?: string) => Parser;

/** Integers that fit are numbers; dates and times stay text as the server writes them, so that nothing is shifted. */
function parserOf(id: number, format?: string): Parser {
  if (id === IDS['INT8']) return (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);
  return TIMES.has(id) ? (text) => text : builtInParser(id, format);
}

function sentenceOf(error: pg.DatabaseError): string {
  const position = error.position === undefined ? '' : ` at character ${error.position}`;
  const hint = error.hint === undefined ? '' : `. ${error.hint}`;
  return `PostgreSQL: ${messageOf(error)}${position} (${error.code ?? ''})${hint}`;
}
