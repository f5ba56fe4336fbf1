// The reference pages of the site, generated from what the program declares: commands, RPC methods, tools, settings.
import type { Command, Option } from 'commander';
import { z } from 'zod';
import { sections as commandSections } from '../../src/cli/commands/index.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { methods } from '../../src/session/methods/index.ts';
import { settingsSchema } from '../../src/session/settings/schema.ts';
import type { Section, SourcePage } from './pages.ts';

interface Field {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Field;
  readonly anyOf?: readonly Field[];
  readonly properties?: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

export async function referenceSection(): Promise<Section> {
  const pages = [await commandPage(), methodPage(), toolPage(), settingsPage()];
  return { title: 'Reference', pages };
}

function page(name: string, title: string, parts: readonly string[]): SourcePage {
  const source = `reference/${name}.md`;
  const markdown = [`# ${title}`, ...parts].join('\n\n');
  return { source, path: `reference/${name}.html`, title, markdown };
}

async function commandPage(): Promise<SourcePage> {
  const program = await buildProgram(commandSections, { args: [], finish: () => undefined });
  const parts = innerCommands(program).flatMap((command) => commandParts(command, ['proxyctl']));
  return page('commands', 'All commands', [
    'Every command with its options, as `--help` prints them.',
    ...parts,
  ]);
}

function innerCommands(command: Command): readonly Command[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.filter((each) => each.name() !== 'help');
}

function commandParts(command: Command, parents: readonly string[]): readonly string[] {
  const path = [...parents, command.name()];
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  const given = help.visibleArguments(command);
  return [
    `## ${path.join(' ')}`,
    help.commandDescription(command),
    `\`\`\`sh\n${help.commandUsage(command)}\n\`\`\``,
    ...(given.length === 0
      ? []
      : [
          table(
            ['Argument', 'Meaning'],
            given.map((each) => [code(each.name()), each.description]),
          ),
        ]),
    ...(options.length === 0 ? [] : [table(['Option', 'Meaning'], options.map(optionRow))]),
    ...innerCommands(command).flatMap((each) => commandParts(each, path)),
  ];
}

function optionRow(option: Option): readonly string[] {
  const { flags, description, argChoices } = option;
  const defaultValue: unknown = option.defaultValue;
  const choices = argChoices === undefined ? '' : ` One of ${argChoices.map(code).join(', ')}.`;
  const usual = isShownDefault(defaultValue) ? ` By default ${code(String(defaultValue))}.` : '';
  return [code(flags), `${description}${choices === '' && usual === '' ? '' : '.'}${choices}${usual}`];
}

function isShownDefault(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

function methodPage(): SourcePage {
  const parts = methods.flatMap(({ name, summary, params }) => [
    `## ${name}`,
    summary,
    ...fieldTable(schemaOf(params)),
  ]);
  return page('methods', 'All RPC methods', [
    'The parameters of every method of `/api/rpc`. [How they are called](../rpc.html) stands on its own page.',
    ...parts,
  ]);
}

function toolPage(): SourcePage {
  const parts = tools.flatMap(({ name, summary, params, effect }) => [
    `## ${name}`,
    `${summary} (${effect})`,
    ...fieldTable(schemaOf(params)),
  ]);
  return page('tools', 'All tools of the MCP server', [
    'What an assistant may call. [Assistants](../mcp.html) says how the server is set up and what it guards.',
    ...parts,
  ]);
}

function settingsPage(): SourcePage {
  return page('settings', 'All settings', [
    'The file `settings.json` of the data folder. [Settings](../settings.html) explains them.',
    ...fieldTable(schemaOf(settingsSchema)),
  ]);
}

function schemaOf(schema: z.ZodType): Field {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Field;
}

/** Returns a table of the fields of an object, those of inner objects under their paths; nothing without fields. */
function fieldTable(schema: Field): readonly string[] {
  const rows = fieldRows(schema, '');
  return rows.length === 0 ? [] : [table(['Field', 'Type', 'Default', 'Meaning'], rows)];
}

function fieldRows(
  { properties = {}, required = [] }: Field,
  prefix: string,
): readonly (readonly string[])[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const usual =
      field.default === undefined
        ? required.includes(name)
          ? 'required'
          : ''
        : code(JSON.stringify(field.default));
    const inner = field.properties === undefined ? [] : fieldRows(field, `${path}.`);
    return [[code(path), typeText(field), inner.length > 0 ? '' : usual, field.description ?? ''], ...inner];
  });
}

function typeText(field: Field): string {
  if (field.enum !== undefined) return field.enum.map((each) => code(JSON.stringify(each))).join(', ');
  if (field.const !== undefined) return code(JSON.stringify(field.const));
  if (field.anyOf !== undefined) return [...new Set(field.anyOf.map(typeText))].join(' or ');
  if (field.type === 'array')
    return `list of ${field.items === undefined ? 'anything' : typeText(field.items)}`;
  const type = field.type === undefined ? 'anything' : String(field.type);
  const { minimum, maximum } = field;
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return isBounded ? `${type}, ${minimum} to ${maximum}` : type;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function code(text: string): string {
  return `\`${text.slice(0, 200).replaceAll('`', "'")}\``;
}
