// The tables of a database with their columns.
import { isObject } from '../../base/is-object.ts';
import { sql as fieldsSchema } from '../../collections/model/protocol-fields.ts';
import { jsonOf, responseOf } from './answers.ts';
import type { AskingDescriber } from './contract.ts';
import type { DescriptionOf } from './shapes.ts';

type Table = DescriptionOf<'sql'>['tables'][number];

const INFORMATION_SCHEMA = `SELECT table_schema AS "table_schema", table_name AS "table_name",
  column_name AS "column_name", data_type AS "data_type", is_nullable AS "is_nullable"
  FROM information_schema.columns
  WHERE table_schema NOT IN ('information_schema', 'pg_catalog', 'mysql', 'performance_schema', 'sys')
  ORDER BY table_schema, table_name, ordinal_position`;

const STATEMENTS = {
  postgres: INFORMATION_SCHEMA,
  mysql: INFORMATION_SCHEMA.replaceAll('"', '`'),
  sqlite: `SELECT '' AS table_schema, t.name AS table_name, c.name AS column_name, c.type AS data_type,
    CASE c."notnull" WHEN 0 THEN 'YES' ELSE 'NO' END AS is_nullable
    FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
    WHERE t.type IN ('table', 'view') AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid`,
} as const;

export const sql: AskingDescriber = {
  type: 'asks',
  questions: (request) => {
    const fields = fieldsSchema.parse(request.sql ?? {});
    const statement = STATEMENTS[fields.driver];
    return [{ ...request, sql: { ...fields, statement, parameters: [], readOnly: true } }];
  },
  read: ([answer]) => ({ kind: 'sql', tables: tablesOf(jsonOf(responseOf(answer))) }),
};

function tablesOf(rows: unknown): Table[] {
  const columns = (Array.isArray(rows) ? (rows as unknown[]) : []).filter(isObject);
  const byTable = Map.groupBy(columns, (row) => JSON.stringify([row['table_schema'], row['table_name']]));
  return Array.from(byTable.values(), (all) => ({
    schema: String(all[0]?.['table_schema']),
    name: String(all[0]?.['table_name']),
    columns: all.map((row) => ({
      name: String(row['column_name']),
      type: String(row['data_type']).toLowerCase(),
      nullable: row['is_nullable'] === 'YES',
    })),
  }));
}
