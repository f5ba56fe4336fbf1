// The process in which SQLite statements run, one after another. Only killing the process can stop a statement that
// never ends.
import { DatabaseSync } from 'node:sqlite';
import type { SqlColumn, SqliteAnswer, SqliteQuestion, SqlResult } from './contract.ts';

function run({ file, statement, parameters, readOnly, maxRows }: SqliteQuestion): SqlResult {
  const database = new DatabaseSync(file, {
    readOnly: readOnly && file !== ':memory:',
    allowExtension: false,
  });
  try {
    const prepared = database.prepare(statement);
    prepared.setReadBigInts(true);
    const values = parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    const columns = prepared.columns().map(({ name, type }): SqlColumn => ({ name, type: type ?? '' }));
    if (columns.length === 0) {
      const { changes, lastInsertRowid } = prepared.run(...values);
      return { columns, rows: [], changes: Number(changes), lastId: String(lastInsertRowid) };
    }
    const rows: Record<string, unknown>[] = [];
    for (const row of prepared.iterate(...values)) {
      rows.push({ ...row });
      // One more than the limit is enough to know that there are too many.
      if (rows.length > maxRows) break;
    }
    return { columns, rows, changes: null, lastId: null };
  } finally {
    database.close();
  }
}

function answerTo(question: SqliteQuestion): SqliteAnswer {
  const { id } = question;
  try {
    return { id, type: 'result', result: run(question) };
  } catch (error) {
    return { id, type: 'error', message: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (question: SqliteQuestion) => process.send?.(answerTo(question)));
// Ends with the program that started it, whatever the reason.
process.on('disconnect', () => process.exit());
