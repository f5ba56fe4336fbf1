// Writes the JSON Schemas that are published, and the page with all fields. `npm run schemas`
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { schemaFileName } from '../src/cli/schema/kinds.ts';
import { exchangeSchema } from '../src/traffic/ndjson/schema.ts';
import { fileSchemas } from './schemas/json-schema.ts';
import { fieldsPage } from './schemas/page.ts';

const PROJECT = join(import.meta.dirname, '..');
const FOLDER = join(PROJECT, 'schemas');

/** Returns the text of each file by its name. */
export function schemaFiles(): ReadonlyMap<string, string> {
  const exchange = { title: 'A finished exchange, a line of NDJSON', ...z.toJSONSchema(exchangeSchema) };
  const files = [...fileSchemas()].map(([kind, schema]) => [schemaFileName(kind), schema] as const);
  return new Map(
    [['exchange.json', exchange] as const, ...files].map(([name, schema]) => [
      name,
      `${JSON.stringify(schema, null, 2)}\n`,
    ]),
  );
}

if (import.meta.main) {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of schemaFiles()) writeFileSync(join(FOLDER, name), text);
  writeFileSync(join(PROJECT, 'docs', 'api-client', 'fields.md'), fieldsPage());
}
