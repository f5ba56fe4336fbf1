// The form in which new files are written: the short one of files by hand, one function for each part that has several.
// Comments teach what else there is.
import { writeYaml } from '../../documents/yaml.ts';

export type Lines = readonly string[];

/** The first lines of a file. */
export function identity(name: string): Lines {
  return [`id: ${crypto.randomUUID()}`, `name: ${scalar(name)}`];
}

/** A name and its value; null for a parameter without `=`. */
export type NamedValue = readonly [name: string, value: string | null];

/** Names with values, such as headers: a map where one can have them all. */
export function namedValues(field: string, values: readonly NamedValue[]): Lines {
  const isMap =
    values.every(([, value]) => value !== null) &&
    new Set(values.map(([name]) => name)).size === values.length;
  const lines = values.flatMap(([name, value]) =>
    isMap
      ? [`  ${scalar(name)}: ${scalar(value ?? '')}`]
      : [`  - name: ${scalar(name)}`, `    value: ${value === null ? 'null' : scalar(value)}`],
  );
  return [`${field}:`, ...lines];
}

/** Named values of which only the names are known to be secret. */
export function secretVariable(name: string): Lines {
  return [`  ${scalar(name)}: { secret: true }`];
}

export function jsonBody(text: string): Lines {
  return ['body:', '  json: |', ...text.split('\n').map((line) => `    ${line}`)];
}

export function graphqlBody(query: string): Lines {
  return ['body:', '  graphql: |', ...query.split('\n').map((line) => `    ${line}`)];
}

export function bearer(token: string): Lines {
  return ['auth:', `  bearer: ${scalar(token)}`];
}

/** Lines that are there to be used later. */
export function commented(lines: Lines): Lines {
  return lines.map((line) => `# ${line}`.trimEnd());
}

/** A text as YAML has it: in quotes only where it needs them. */
export function scalar(text: string): string {
  return writeYaml(text).trimEnd();
}

export function fileText(sections: readonly Lines[]): string {
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
