// Every command that the help lists, walked: its examples, which the program must understand.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { checkWrapped } from '../dashes.ts';
import { buildProgram } from '../program.ts';
import { sections } from './index.ts';

const build = (args: readonly string[] = []): Promise<Command> =>
  buildProgram(sections, { args, finish: () => undefined });

/** The commands that the help lists, with the names above them; those that only have commands of their own left out. */
function listed(parent: Command, above: readonly string[] = []): readonly Listed[] {
  const visible = parent.createHelp().visibleCommands(parent);
  return visible
    .filter((command) => command.name() !== 'help')
    .map((command) => ({ path: [...above, command.name()], command }))
    .flatMap((each) => [each, ...listed(each.command, each.path)]);
}

interface Listed {
  readonly path: readonly string[];
  readonly command: Command;
}

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (piece) => (text += piece) }).outputHelp();
  return text;
}

const program = await build();
const all = listed(program);

test('internal commands have help, but are not listed', () => {
  const names = program.commands.map((command) => command.name());
  expect(names.filter((name) => !all.some(({ path }) => path[0] === name))).toEqual([
    'dns-standby',
    'proxy-guard',
    'render-icon',
    'help',
  ]);
  expect(helpOf(program)).not.toMatch(/proxy-guard|dns-standby|render-icon/);
});

describe('the examples of', () => {
  test.each(all.map(({ path, command }) => [path.join(' '), command] as const))(
    '%s',
    async (path, command) => {
      const lines = helpOf(command).split('\nExamples:\n')[1]?.trim().split('\n') ?? [];
      const examples = lines.filter((line) => line.startsWith('  proxyctl') || line.startsWith('proxyctl'));
      expect(examples.length).toBeGreaterThanOrEqual(2);
      for (const example of examples) {
        expect(example.trim()).toMatch(new RegExp(`^proxyctl ${path}(?: |$)`));
        await understood(example);
      }
    },
  );
});

test('the table of the README has every command, and no other', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const [, table = ''] = readme.split('\n## Commands\n');
  const rows = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z-]+)/gm)].map(([, name]) => name);
  const names = sections.flatMap(({ title, commands }) =>
    title === null ? [] : commands.map(({ name }) => name),
  );
  expect(rows).toEqual(names);
});

/** Rejects when the program does not take the line as a shell passes it, what follows a pipe or && left out. */
async function understood(example: string): Promise<void> {
  const [line = ''] = example.trim().split(/ (?:[|>]|&&) /);
  const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  const words = printed.split('\0').slice(1, -1);
  const parser = await build(words);
  for (const { command } of listed(parser)) {
    command.exitOverride().action(() => {
      const last: unknown = command.processedArgs.at(-1);
      if (line.includes(' -- ')) checkWrapped(words, last as readonly string[]);
    });
  }
  await parser.parseAsync(words, { from: 'user' });
}
