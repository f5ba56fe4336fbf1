// The form in which new files are written: one function for each part that has several forms. Comments teach what else
// there is.
import { writeYaml } from '../../documents/yaml.ts';

export type Lines = readonly string[];

/** The first lines of a file. */
export function identity(name: string): Lines {
  return [`id: ${crypto.randomUUID()}`, `name: ${scalar(name)}`];
}

/** Names with values, such as headers. */
export function namedValues(field: string, values: ReadonlyMap<string, string | null>): Lines {
  const entries = [...values].flatMap(([name, value]) => [
    `  - name: ${scalar(name)}`,
    `    value: ${value === null ? 'null' : scalar(value)}`,
  ]);
  return [`${field}:`, ...entries];
}

/** Named values of which only the names are known to be secret. */
export function secretVariable(name: string): Lines {
  return [`  - name: ${scalar(name)}`, '    secret: true'];
}

export function jsonBody(text: string): Lines {
  return [
    'body:',
    '  type: raw',
    '  language: json',
    '  text: |',
    ...text.split('\n').map((line) => `    ${line}`),
  ];
}

export function graphqlBody(query: string): Lines {
  return ['body:', '  type: graphql', '  query: |', ...query.split('\n').map((line) => `    ${line}`)];
}

export function bearer(token: string): Lines {
  return ['auth:', '  type: bearer', `  token: ${scalar(token)}`];
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
