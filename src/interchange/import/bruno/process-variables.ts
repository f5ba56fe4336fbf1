// Variables that a collection reads as `{{process.env.NAME}}`. They come from the file `.env` beside it, because
// somebody else's collection must not see the environment of this process.
import type { Variable } from '../../../collections/model/values.ts';
import type { SourceFolder } from '../shared/folder/source-folder.ts';
import type { ImportContext } from '../shared/import-context.ts';

const FILE = '.env';
export const PROCESS_PREFIX = 'process.env.';

/** Returns secret variables, so that no value is written to a shared file. */
export function processVariables(folder: SourceFolder, context: ImportContext): readonly Variable[] {
  const text = folder.has(FILE) ? folder.text(FILE) : null;
  if (text === null) return [];
  const variables = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value = ''] = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined) return [];
    return [{ name: `${PROCESS_PREFIX}${name}`, value: plain(value), enabled: true, secret: true, docs: '' }];
  });
  context.countFields(variables.length);
  return variables;
}

function plain(value: string): string {
  const [, quote, inner = ''] = /^(['"`])(.*)\1$/.exec(value) ?? [];
  if (quote === '"') return inner.replaceAll(String.raw`\n`, '\n');
  return quote === undefined ? value.replace(/\s+#.*$/, '') : inner;
}
