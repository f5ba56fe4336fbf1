// Reads the options of `run` that send exchanges elsewhere. The file of settings applies where an option is not given.
import { resolve } from 'node:path';
import { SettingError, UserError } from '../../base/errors.ts';
import type { OutputSettings } from '../../session/outputs/contract.ts';
import type { AutosaveOptions } from '../../traffic/autosave/output.ts';
import type { OtlpOptions } from '../../traffic/otlp/output.ts';
import { STANDARD_OUTPUT } from '../options.ts';
import type { NdjsonTarget } from './options.ts';

export interface OutputFlags {
  readonly redact?: true | undefined;
  readonly ndjson?: string | undefined;
  readonly otlp?: string | undefined;
  readonly otlpHeader: readonly string[];
  readonly otlpService?: string | undefined;
  readonly autosave?: string | undefined;
  readonly autosaveFormat?: string | undefined;
  readonly autosaveFilter?: string | undefined;
  readonly autosaveFiles?: string | undefined;
  readonly autosaveMinutes?: string | undefined;
  readonly autosaveSize?: string | undefined;
}

/** Null without a file of settings. */
type FromFile = OutputSettings | null;

export function ndjsonTarget(flags: OutputFlags, fromFile: FromFile): NdjsonTarget | null {
  const path = flags.ndjson ?? fromFile?.ndjson.file ?? null;
  if (path === null) return null;
  const redact = flags.redact === true || (flags.ndjson === undefined && fromFile?.ndjson.redact === true);
  return { path: path === STANDARD_OUTPUT ? path : resolve(path), redact };
}

export async function otlpOptions(flags: OutputFlags, fromFile: FromFile): Promise<OtlpOptions | null> {
  const { otlp, otlpHeader, otlpService } = flags;
  if (otlp !== undefined) return otlpOfFlags(otlp, flags);
  if (otlpHeader.length > 0 || otlpService !== undefined)
    throw new UserError(
      'INVALID_PARAMETER',
      '--otlp-header and --otlp-service are for --otlp: give the URL of a collector with it',
    );
  const { url = null, ...rest } = fromFile?.otlp ?? {};
  return url === null ? null : ({ ...rest, url, ...redacted(flags) } as OtlpOptions);
}

async function otlpOfFlags(url: string, flags: OutputFlags): Promise<OtlpOptions> {
  // Loaded on demand, because a run without it starts sooner.
  const { changedSettings, defaultSettings } = await import('../../session/settings/settings.ts');
  const headers = [...environmentHeaders(process.env), ...flags.otlpHeader.map(headerOf)];
  const named = flags.otlpService === undefined ? {} : { serviceName: flags.otlpService };
  try {
    const { otlp } = changedSettings(defaultSettings(), { otlp: { url, headers, ...named } });
    return { ...otlp, url, ...redacted(flags) };
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new UserError('INVALID_PARAMETER', `--otlp: ${error.message}`, { cause: error });
  }
}

export async function autosaveOptions(
  flags: OutputFlags,
  fromFile: FromFile,
): Promise<AutosaveOptions | null> {
  const folder = flags.autosave ?? fromFile?.autosave.folder ?? null;
  const isAsked = Object.entries(flags).some(
    ([name, value]) => /^autosave./.test(name) && value !== undefined,
  );
  if (folder === null && isAsked)
    throw new UserError(
      'INVALID_PARAMETER',
      'the options --autosave-… are for --autosave: give a folder with it',
    );
  if (folder === null) return null;
  const { changedSettings, defaultSettings } = await import('../../session/settings/settings.ts');
  const rules = { ...fromFile?.autosave, ...(await autosaveRules(flags)), ...redacted(flags) };
  try {
    return { ...changedSettings(defaultSettings(), { autosave: rules }).autosave, folder: resolve(folder) };
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    throw new UserError('INVALID_PARAMETER', `--autosave: ${error.message}`, { cause: error });
  }
}

/** Returns the given parts of the setting. A text where a number belongs stays a text, which the setting refuses. */
async function autosaveRules(flags: OutputFlags): Promise<Readonly<Record<string, unknown>>> {
  const { sizeBytes } = await import('../../flow/filter/values.ts');
  const { autosaveFormat, autosaveFilter, autosaveFiles, autosaveMinutes, autosaveSize } = flags;
  return {
    ...(autosaveFormat !== undefined && { format: autosaveFormat }),
    ...(autosaveFilter !== undefined && { filter: autosaveFilter }),
    ...(autosaveFiles !== undefined && { maxFiles: numberOrText(autosaveFiles) }),
    ...(autosaveMinutes !== undefined && { minutes: numberOrText(autosaveMinutes) }),
    ...(autosaveSize !== undefined && { maxBytes: sizeBytes(autosaveSize) ?? autosaveSize }),
  };
}

function numberOrText(text: string): number | string {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

function redacted({ redact }: OutputFlags): { readonly redact?: true } {
  return redact === true ? { redact } : {};
}

function headerOf(text: string): OtlpOptions['headers'][number] {
  const colon = text.indexOf(':');
  if (colon > 0) return { name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() };
  // The text is not quoted: without a name, it may be the secret itself.
  throw new UserError('INVALID_PARAMETER', '--otlp-header is NAME:VALUE, such as "x-api-key: abc"');
}

/** Reads the headers of OpenTelemetry's variable: names and values as in a query, with commas between them. */
function environmentHeaders(environment: NodeJS.ProcessEnv): OtlpOptions['headers'] {
  const text =
    environment['OTEL_EXPORTER_OTLP_TRACES_HEADERS'] ?? environment['OTEL_EXPORTER_OTLP_HEADERS'] ?? '';
  return text.split(',').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return name === '' ? [] : [{ name: name.trim(), value: decoded(value.join('=').trim()) }];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
