// The manual page of a command, from what it declares for its help.
import type { Command, Option } from 'commander';
import { bold, escaped, flags, italic, section, tagged } from './roff.ts';

export interface Page {
  /** Such as `proxyctl-run.1`. */
  readonly file: string;
  readonly text: string;
}

/** The release that the pages belong to. */
export interface Edition {
  readonly version: string;
  /** YYYY-MM-DD; empty before it is released. */
  readonly date: string;
}

/** Returns the pages of a program and of all its commands. */
export function manualPages(program: Command, edition: Edition): readonly Page[] {
  return pagesOf(program, edition, []);
}

function pagesOf(command: Command, edition: Edition, parents: readonly string[]): readonly Page[] {
  const path = [...parents, command.name()];
  const inner = commandsOf(command);
  return [
    { file: `${path.join('-')}.1`, text: pageOf(command, edition, path) },
    ...inner.flatMap((each) => pagesOf(each, edition, path)),
  ];
}

/** Returns the commands that have a page; `help` says what is on the pages. */
const commandsOf = (command: Command): readonly Command[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help');

function pageOf(command: Command, { version, date }: Edition, path: readonly string[]): string {
  const name = path.join('-');
  const isProgram = path.length === 1;
  const summary = isProgram ? command.description().replace(/^[^:]*: |\.$/g, '') : command.summary();
  const lines = [
    `.TH "${escaped(name.toUpperCase())}" 1 "${date}" "proxyctl ${version}" "Commands of proxyctl"`,
    // Neither hyphens nor justified lines, so that options can be copied.
    '.nh',
    '.ad l',
    ...section('NAME', [`${escaped(name)} \\- ${escaped(summary)}`]),
    ...section('SYNOPSIS', [`${bold(path.join(' '))} ${flags(command.usage())}`]),
    ...section('DESCRIPTION', [escaped(command.description())]),
    ...section('COMMANDS', commandLines(command, path)),
    ...section('ARGUMENTS', argumentLines(command)),
    ...optionSections(command),
    ...section('EXAMPLES', exampleLines(command)),
    ...(isProgram ? sharedSections() : []),
    ...section('SEE ALSO', [seeAlso(command, path)]),
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines(command: Command, path: readonly string[]): readonly string[] {
  return commandsOf(command).flatMap((each) =>
    tagged(`${bold([...path, each.name()].join('-'))}(1)`, escaped(each.summary())),
  );
}

function argumentLines(command: Command): readonly string[] {
  return command.registeredArguments
    .filter(({ description }) => description !== '')
    .flatMap((argument) => tagged(italic(argument.name()), sentence(withChoices(argument))));
}

/** Returns the options, below the headings that the help gives them. */
function optionSections(command: Command): readonly string[] {
  const groups = new Map<string, Option[]>();
  for (const option of command.createHelp().visibleOptions(command)) {
    const heading = (option.helpGroupHeading ?? 'Options:').replace(/:$/, '').toUpperCase();
    groups.set(heading, [...(groups.get(heading) ?? []), option]);
  }
  return [...groups].flatMap(([heading, options]) =>
    section(
      escaped(heading),
      options.flatMap((option) =>
        tagged(flags(option.flags), sentence(command.createHelp().optionDescription(option))),
      ),
    ),
  );
}

function withChoices({ description, argChoices }: Command['registeredArguments'][number]): string {
  return argChoices === undefined ? description : `${description}: ${argChoices.join(', ')}`;
}

/** Returns a description as a sentence; it begins with a capital unless its first word is a name. */
function sentence(text: string): string {
  return escaped(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`.replace(/([.?!])\.$/, '$1'));
}

/** Returns the examples at the end of the help, which a command adds as text. */
function exampleLines(command: Command): readonly string[] {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  const [, examples = ''] = help.split('\nExamples:\n');
  return [...examples.matchAll(/^ {2}# (.*)\n {2}(.*)$/gm)].flatMap(([, effect = '', line = '']) =>
    tagged(bold(line), sentence(effect)),
  );
}

const DATA_FOLDER =
  'Data folder on Linux, unless XDG_DATA_HOME says otherwise. \\(lqproxyctl doctor\\(rq names the one in use.';

function sharedSections(): readonly string[] {
  return [
    ...section('EXIT STATUS', [
      '0 if the command did what it is for, 1 with an error or a check that failed.',
      `${bold('proxyctl run')} with a command ends as the command does.`,
    ]),
    ...section('ENVIRONMENT', [
      ...tagged(bold('PROXYCTL_HOME'), 'Data folder: settings, certificates, the traffic of the app.'),
      ...tagged(bold('NO_COLOR'), 'Turns colors off.'),
    ]),
    ...section('FILES', [
      ...tagged(italic('~/.local/share/proxyctl'), DATA_FOLDER),
      ...tagged(italic('~/.cache/proxyctl'), 'Compiled code, and what the executable has unpacked.'),
    ]),
  ];
}

function seeAlso(command: Command, path: readonly string[]): string {
  const parent = path.slice(0, -1);
  const siblings = parent.length === 0 ? [] : [parent, ...commandsNextTo(command, parent)];
  const pages = siblings.map((each) => `${bold(each.join('-'))}(1)`);
  return pages.length === 0 ? 'proxyctl help COMMAND prints what these pages have.' : pages.join(', ');
}

/** Returns the commands of the same group; those of the program are on its own page. */
function commandsNextTo(command: Command, parent: readonly string[]): readonly (readonly string[])[] {
  if (parent.length < 2 || command.parent === null) return [];
  return commandsOf(command.parent)
    .filter((each) => each !== command)
    .map((each) => [...parent, each.name()]);
}
