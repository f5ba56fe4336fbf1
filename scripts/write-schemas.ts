// Writes the JSON Schemas that are published. `npm run schemas`
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { exchangeSchema } from '../src/traffic/ndjson/schema.ts';

const FOLDER = join(import.meta.dirname, '..', 'schemas');

/** Returns the text of each file by its name. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const exchange = { title: 'A finished exchange, a line of NDJSON', ...z.toJSONSchema(exchangeSchema) };
  return new Map([['exchange.json', `${JSON.stringify(exchange, null, 2)}\n`]]);
}

if (import.meta.main) {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of schemaFiles()) writeFileSync(join(FOLDER, name), text);
}
