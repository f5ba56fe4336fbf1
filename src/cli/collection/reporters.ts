// Selects the reporters of a run, and their output files.
import { resolve } from 'node:path';
import { UserError } from '../../base/errors.ts';
import type { Reporter } from '../../workspace/runner/events.ts';
import type { ReporterFormat, ReporterSettings } from '../../workspace/reporters/contract.ts';
import { reporterFormats } from '../../workspace/reporters/index.ts';
import type { PluginOption } from '../command.ts';
import { wantsColors } from '../flow-line.ts';
import { print } from './print.ts';

export interface ReporterFlags {
  readonly reporters: string;
}

/** Returns the options of all reporters: the file that each writes, and Newman's `--reporter-NAME-OPTION`. */
export function reporterOptions(): readonly PluginOption[] {
  return reporterFormats.flatMap(({ name, file, settings }) => [
    ...(file === null ? [] : [{ flags: `${exportFlag(name)} <path>`, description: file.description }]),
    ...settings.flatMap(({ flags, description }) => [
      { flags: `--reporter-${name}-${flags}`, description },
      { flags: `--reporter-${flags}`, description: `${description}, in every reporter that can` },
    ]),
  ]);
}

/** Returns the options that were given to a reporter, by name. */
function settingsOf({ name, settings }: ReporterFormat, flags: ReporterFlags): ReporterSettings {
  const given = new Map<string, unknown>(Object.entries(flags));
  const names = settings.map((each) => each.flags.replace(/ .*/, ''));
  const found = names.flatMap((setting) => {
    const value =
      given.get(optionKey(`--reporter-${name}-${setting}`)) ?? given.get(optionKey(`--reporter-${setting}`));
    return typeof value === 'string' || value === true ? [[setting, value] as const] : [];
  });
  return Object.fromEntries(found);
}

/** Creates the reporters. Rejects with a UserError for an unknown name, or a file that cannot be written. */
export async function reportersFor(flags: ReporterFlags): Promise<readonly Reporter[]> {
  const chosen = formatsFor(flags.reporters).map((format) => ({ format, path: pathOf(format, flags) }));
  for (const [index, { format, path }] of chosen.entries()) {
    const other = chosen.slice(0, index).find((each) => path !== '' && each.path === path);
    if (other !== undefined)
      throw new UserError(
        'CONFLICT',
        `the reporters ${other.format.name} and ${format.name} would both write ${path}`,
      );
  }
  return Promise.all(
    chosen.map(({ format, path }) =>
      format.create({
        path,
        settings: settingsOf(format, flags),
        colors: wantsColors(process.stdout),
        isTerminal: process.stdout.isTTY,
        print: (text) => print(process.stdout, text),
      }),
    ),
  );
}

function formatsFor(list: string): readonly ReporterFormat[] {
  const names = new Set(list.split(',').map((name) => name.trim().toLowerCase()));
  names.delete('');
  const known = reporterFormats.map(({ name }) => name).join(', ');
  if (names.size === 0)
    throw new UserError('INVALID_PARAMETER', `--reporters names none: give any of ${known}`);
  return [...names].map((name) => {
    const format = reporterFormats.find((each) => each.name === name);
    if (format !== undefined) return format;
    throw new UserError(
      'NOT_FOUND',
      `--reporters: there is no reporter ${JSON.stringify(name)}: give any of ${known}`,
    );
  });
}

/** Empty for a reporter that writes no file. */
function pathOf({ name, file }: ReporterFormat, flags: ReporterFlags): string {
  if (file === null) return '';
  const path: unknown = new Map(Object.entries(flags)).get(optionKey(exportFlag(name)));
  return resolve(typeof path === 'string' ? path : file.defaultPath);
}

function exportFlag(name: string): string {
  return `--reporter-${name}-export`;
}

/** The key under which commander keeps an option: `reporterJsonExport` for `--reporter-json-export`. */
function optionKey(flag: string): string {
  return flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
