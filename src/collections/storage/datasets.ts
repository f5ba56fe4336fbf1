// Datasets: rows of named values in a CSV or JSON file, one for each iteration of a run.
import { readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isObject } from '../../base/is-object.ts';
import { fileErrorMessage, UserError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { parseCsv, type CsvCell } from '../../documents/csv.ts';
import type { Dataset } from '../model/environment.ts';
import { replaceFile } from '../../base/replace-file.ts';
import { decodeText } from '../../documents/decode-text.ts';
import { createSafeFolder, refuseLink } from './safe-path.ts';
import { slugOf } from './slug.ts';

const MAX_BYTES = 100 * 1024 * 1024;
const SUFFIX = /\.(?:csv|json)$/i;
const MODE = 0o644;

type Row = Dataset['rows'][number];

/** Reads a file. A bracket at its start marks JSON. Rejects with an Error that names the file and the problem. */
export async function readDataset(path: string): Promise<Dataset> {
  const name = basename(path).replace(SUFFIX, '');
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw new UserError('TOO_LARGE', `it is larger than ${MAX_BYTES} bytes`);
    return { name, rows: rowsOf(decodeText(await readFile(path))) };
  } catch (error) {
    const reason = fileErrorMessage(error);
    throw new UserError('INVALID_FILE', `the data file ${path} cannot be used: ${reason}`, { cause: error });
  }
}

/** The content of a file. JSON is a list of objects; CSV has a header line with the column names. */
export interface DatasetContent {
  readonly format: 'csv' | 'json';
  readonly text: string;
}

/**
 * Writes a dataset into its folder, in place of its earlier file `before`. Resolves with the path. Rejects with a
 * UserError, and changes nothing, when the content is invalid.
 */
export async function writeDataset(
  folder: string,
  name: string,
  { format, text }: DatasetContent,
  before: string | null,
): Promise<string> {
  rowsOf(text);
  await createSafeFolder(folder);
  const file = `${before === null ? slugOf(name) : basename(before).replace(SUFFIX, '')}.${format}`;
  const path = join(folder, file);
  refuseLink(path);
  await replaceFile(path, text, MODE);
  if (before !== null && before !== path) await rm(before, { force: true });
  return path;
}

export function rowsOf(text: string): readonly Row[] {
  return /^\s*[[{]/.test(text) ? jsonRows(text) : tableRows(text);
}

function jsonRows(text: string): readonly Row[] {
  const value = parseJson(text);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value];
  return rows.map((row, at) => {
    if (!isObject(row))
      throw new UserError('INVALID_DATA', `row ${at + 1} is not an object: use a list of objects`);
    return row;
  });
}

/**
 * Parses CSV whose first row has the column names. As in Newman, numbers are recognised unless they are quoted.
 */
function tableRows(text: string): readonly Row[] {
  const [names, ...rows] = parseCsv(text);
  if (names === undefined) return [];
  return rows.map((row) =>
    // A short row lacks values for its last columns.
    Object.fromEntries(names.slice(0, row.length).map(({ text: name }, at) => [name, valueOf(row[at]!)])),
  );
}

function valueOf({ text: cell, isQuoted }: CsvCell): unknown {
  if (isQuoted) return cell;
  const isNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(cell) && String(Number(cell)) === cell;
  return isNumber ? Number(cell) : cell;
}
