// The command lines with which proxyctl is started.

/** The settings of the extension that matter to commands. */
export interface CommandSettings {
  /** The program and its first arguments. */
  readonly command: readonly string[];
  /** Empty for the active one. */
  readonly environment: string;
}

export interface CommandLine {
  readonly program: string;
  readonly args: readonly string[];
}

/** Sends the request at a line of a `.http` file, counted from 0, or the one of a YAML file. */
export function sendCommand(settings: CommandSettings, file: string, line: number): CommandLine {
  const which = isHttpFile(file) ? [String(line + 1)] : [];
  return commandLine(settings, ['send', file, ...which, '--verbose', ...environmentOf(settings)]);
}

/** Runs a file or a folder, or some of its requests, and writes the report to `report`. */
export function runCommand(
  settings: CommandSettings,
  target: string,
  { names, report }: { readonly names: readonly string[]; readonly report: string },
): CommandLine {
  const chosen = names.flatMap((name) => ['--folder', name]);
  const reporters = ['-r', 'cli,json', '--reporter-json-export', report, '--color', 'on'];
  return commandLine(settings, [
    'collection',
    'run',
    target,
    ...chosen,
    ...reporters,
    ...environmentOf(settings),
  ]);
}

export function listCommand(settings: CommandSettings, filter: string): CommandLine {
  const filtered = filter === '' ? [] : ['--filter', filter];
  return commandLine(settings, ['list', '--json', ...filtered]);
}

export function showCommand(settings: CommandSettings, id: number): CommandLine {
  return commandLine(settings, ['show', String(id)]);
}

export function commandLine({ command }: CommandSettings, args: readonly string[]): CommandLine {
  const [program = 'proxyctl', ...first] = command;
  return { program, args: [...first, ...args] };
}

export function isHttpFile(file: string): boolean {
  return /\.(?:http|rest)$/i.test(file);
}

function environmentOf({ environment }: CommandSettings): readonly string[] {
  return environment === '' ? [] : ['-e', environment];
}
