// Files of environment variables in the form of dotenv: `NAME=value` by line.

const LINE =
  /^[^\S\n]*(?:export[^\S\n]+)?([\w.-]+)[^\S\n]*(?:=|:[^\S\n])[^\S\n]*("(?:\\.|[^"\\])*"|'[^']*'|`[^`]*`|[^\n#]*)?[^\S\n]*(?:#[^\n]*)?$/gm;

/** Returns the variables in their order; a later one of the same name wins. Lines that are none are left out. */
export function parseDotenv(text: string): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const [, name = '', value = ''] of text.replaceAll(/\r\n?/g, '\n').matchAll(LINE))
    variables.set(name, unquoted(value.trim()));
  return variables;
}

function unquoted(value: string): string {
  const [, quote, inner = ''] = /^(["'`])(.*)\1$/s.exec(value) ?? [];
  if (quote === undefined) return value;
  return quote === '"' ? inner.replaceAll('\\n', '\n').replaceAll('\\r', '\r').replaceAll('\\"', '"') : inner;
}
