// Selects the reporters of a run, their options and output files.
import { resolve } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { didYouMean } from '../../base/did-you-mean.ts';
import { customReporters, isCustomName, type CustomOptions } from '../../runs/newman/custom-reporters.ts';
import { insideFolder } from '../../runs/newman-events/exports.ts';
import type { Reporter } from '../../runs/runner/events.ts';
import {
  OMITTABLE,
  type Omittable,
  type ReporterFormat,
  type ReporterSettings,
} from '../../runs/reporters/contract.ts';
import { reporterFormats } from '../../runs/reporters/index.ts';
import type { PluginOption } from '../command.ts';
import { wantsColors } from '../flow-line.ts';
import { print } from './print.ts';

export interface ReporterFlags {
  readonly reporters: string;
  readonly reporterOmit?: string | undefined;
  readonly color?: string | undefined;
  readonly silent?: true | undefined;
  readonly verbose?: true | undefined;
  readonly disableUnicode?: true | undefined;
}

/**
 * Returns the options of all reporters: the file that each writes, and Newman's `--reporter-NAME-OPTION`. When `args`
 * name a reporter that is not ours, its options are unknown, so every such option is accepted.
 */
export function reporterOptions(args: readonly string[]): readonly PluginOption[] {
  const own = reporterFormats.flatMap(({ name, file, settings }) => [
    ...(file === null ? [] : [{ flags: `${exportFlag(name)} <path>`, description: file.description }]),
    ...settings.flatMap(({ flags, description }) => [
      { flags: `--reporter-${name}-${flags}`, description },
      { flags: `--reporter-${flags}`, description: `${description}, in every reporter that can` },
    ]),
  ]);
  if (listedIn(args).every((name) => formatNamed(name) !== undefined)) return own;
  const known = new Set(own.map(({ flags }) => flags.replace(/ .*/, '')));
  const others = new Set(args.flatMap((arg) => /^--reporter-[\w@/.-]+/.exec(arg)?.[0] ?? []));
  return [
    ...own,
    ...[...others]
      .filter((flag) => !known.has(flag))
      .map((flag) => ({ flags: `${flag} [value]`, description: '' })),
  ];
}

/** Returns the names after `-r` or `--reporters`. */
function listedIn(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    if (arg === '-r' || arg === '--reporters') return namesIn(args[index + 1] ?? '');
    const [, list] = /^(?:--reporters=|-r=?)([^-].*)$/.exec(arg) ?? [];
    return list === undefined ? [] : namesIn(list);
  });
}

function namesIn(list: string): readonly string[] {
  const names = list.split(',').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

function formatNamed(name: string): ReporterFormat | undefined {
  return reporterFormats.find((format) => format.name === name.toLowerCase());
}

/** Creates the reporters. Rejects with a UserError for an unknown name or an unwritable file. */
export async function reportersFor(flags: ReporterFlags): Promise<readonly Reporter[]> {
  const names = namesIn(flags.reporters);
  if (names.length === 0)
    throw new UserError('INVALID_PARAMETER', `--reporters names none: give any of ${KNOWN}`);
  const custom = names.filter((name) => formatNamed(name) === undefined);
  for (const name of custom) refuseMisspelt(name);
  const formats = new Set(names.flatMap((name) => formatNamed(name) ?? []));
  const chosen = await Promise.all(
    [...formats].map(async (format) => ({ format, path: await pathOf(format, flags) })),
  );
  refuseSamePath(chosen);
  const colors = colorsFor(flags);
  const omitted = omittedIn(flags.reporterOmit);
  const created = await Promise.all(
    chosen.map(async ({ format, path }) => {
      const reporter = await format.create({
        path,
        settings: settingsOf(format, flags),
        colors,
        isTerminal: process.stdout.isTTY,
        print: (text) => print(process.stdout, text),
      });
      if (format.file === null || omitted.size === 0) return reporter;
      // What finds secrets is loaded for files alone.
      const { omitting } = await import('../../runs/reporters/shared/omitting.ts');
      return omitting(reporter, omitted);
    }),
  );
  if (custom.length === 0) return created;
  const withOptions = custom.map((name) => ({ name, options: customOptions(name, flags) }));
  return [...created, customReporters(withOptions, flags)];
}

/** Returns the parts of `bodies,headers,secrets`; by default secrets, which `none` leaves in. */
function omittedIn(list = 'secrets'): ReadonlySet<Omittable> {
  const names = namesIn(list);
  const unknown = names.find((name) => name !== 'none' && !isOmittable(name));
  if (unknown !== undefined || names.length === 0)
    throw new UserError(
      'INVALID_PARAMETER',
      `--reporter-omit ${JSON.stringify(unknown ?? '')} is unknown: give any of ${OMITTABLE.join(', ')}, or none`,
    );
  return new Set(names.filter(isOmittable));
}

function isOmittable(name: string): name is Omittable {
  return OMITTABLE.some((each) => each === name);
}

const KNOWN = reporterFormats.map(({ name }) => name).join(', ');

/** Refuses a name that is nearly one of ours, so that a misspelling is not sought as a package. */
function refuseMisspelt(name: string): void {
  const ours = reporterFormats.map((format) => format.name);
  const hint = didYouMean(name, ours, '');
  if (hint === '' && isCustomName(name)) return;
  throw new UserError(
    'NOT_FOUND',
    `--reporters: there is no reporter ${JSON.stringify(name)}: give any of ${KNOWN}${hint === '' ? '' : `; ${hint}`}`,
  );
}

function refuseSamePath(chosen: readonly { readonly format: ReporterFormat; readonly path: string }[]): void {
  for (const [index, { format, path }] of chosen.entries()) {
    const other = chosen.slice(0, index).find((each) => path !== '' && each.path === path);
    if (other !== undefined)
      throw new UserError(
        'CONFLICT',
        `the reporters ${other.format.name} and ${format.name} would both write ${path}`,
      );
  }
}

/** Without `--color`, the terminal and the variables `FORCE_COLOR` and `NO_COLOR` decide. */
function colorsFor({ color = 'auto' }: ReporterFlags): boolean {
  if (color === 'on' || color === 'off') return color === 'on';
  if (color !== 'auto')
    throw new UserError(
      'INVALID_PARAMETER',
      `--color ${JSON.stringify(color)} is unknown: give on, off or auto`,
    );
  const { FORCE_COLOR: forced, NO_COLOR: never } = process.env;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return (never ?? '') === '' && wantsColors(process.stdout);
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
  const common = (['silent', 'verbose', 'disableUnicode'] as const).flatMap((flag) =>
    flags[flag] === true ? [[flag === 'disableUnicode' ? 'disable-unicode' : flag, true] as const] : [],
  );
  return Object.fromEntries([...found, ...common]);
}

/** Returns the options of a reporter that is not ours, in the spelling of Newman: `--reporter-NAME-two-words` is `twoWords`. */
function customOptions(name: string, flags: ReporterFlags): CustomOptions {
  const own = optionKey(`--reporter-${name}-`).replace(/-$/, '');
  const others = reporterFormats.map((format) => optionKey(`--reporter-${format.name}`));
  const given = Object.entries(flags).filter(([key]) => key.startsWith('reporter') && key !== 'reporters');
  const common = given.filter(
    ([key]) => !key.startsWith(own) && !others.some((other) => key.startsWith(other)),
  );
  const entries = [
    ...common.map(([key, value]) => [key.slice('reporter'.length), value as unknown] as const),
    ...given
      .filter(([key]) => key.startsWith(own))
      .map(([key, value]) => [key.slice(own.length), value as unknown] as const),
  ];
  return Object.fromEntries(
    entries.map(([key, value]) => [key.slice(0, 1).toLowerCase() + key.slice(1), value]),
  );
}

/** Empty for a reporter that writes no file. */
async function pathOf({ name, file }: ReporterFormat, flags: ReporterFlags): Promise<string> {
  if (file === null) return '';
  const given: unknown = new Map(Object.entries(flags)).get(optionKey(exportFlag(name)));
  if (typeof given !== 'string') return resolve(file.defaultPath);
  return insideFolder(resolve(given), file.defaultPath);
}

function exportFlag(name: string): string {
  return `--reporter-${name}-export`;
}

/** The key under which commander keeps an option: `reporterJsonExport` for `--reporter-json-export`. */
function optionKey(flag: string): string {
  return flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
