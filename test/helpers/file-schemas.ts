// Judges files of a workspace by the published JSON Schemas, with a validator that knows nothing of this project.
import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { FILE_KINDS, schemaFileName, type FileKindName } from '../../src/cli/schema/kinds.ts';
import { parseYaml } from '../../src/documents/yaml.ts';

const SCHEMAS = join(import.meta.dirname, '../../schemas');

/** Notes on values, which editors show and validators do not read. */
const ajv = new Ajv({
  allErrors: true,
  keywords: ['enumDescriptions', 'markdownDescription'],
  allowUnionTypes: true,
  strictTypes: false,
  strictRequired: false,
});
const validators = new Map<string, ValidateFunction>();

function validatorOf(kind: string): ValidateFunction {
  const known = validators.get(kind);
  if (known !== undefined) return known;
  const text = readFileSync(join(SCHEMAS, schemaFileName(kind)), 'utf8');
  const validator = ajv.compile(JSON.parse(text) as object);
  validators.set(kind, validator);
  return validator;
}

/** Returns what is wrong with the text of a file: place and reason of each error, the innermost first. */
export function schemaErrors(kind: FileKindName, yaml: string): readonly string[] {
  const validate = validatorOf(kind);
  if (validate(parseYaml(yaml) ?? {})) return [];
  const own = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return own.map(errorText).sort((a, b) => b.split(' ')[0]!.length - a.split(' ')[0]!.length);
}

function errorText({ instancePath, message, params, keyword }: ErrorObject): string {
  const added = keyword === 'additionalProperties' ? ` ${String(params['additionalProperty'])}` : '';
  return `${instancePath || '/'} ${String(message)}${added}`;
}

/** Returns the kind of a file by its path in the workspace; null for another file. */
export function kindOf(path: string): FileKindName | null {
  const plain = path.split(sep).join('/');
  return FILE_KINDS.find(({ files }) => globPattern(files).test(plain))?.name ?? null;
}

function globPattern(glob: string): RegExp {
  const escaped = glob
    .replaceAll('.', String.raw`\.`)
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*');
  return new RegExp(`^${escaped.replaceAll('\0', '(?:.*/)?')}$`);
}
