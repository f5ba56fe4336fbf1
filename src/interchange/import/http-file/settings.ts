// Converts directives such as `# @no-redirect` to the settings of a request, and names those that have no counterpart.
import type { Directive } from '../../../documents/http-file/index.ts';
import type { RequestSettings } from '../../../collections/model/request.ts';
import type { ImportContext } from '../shared/import-context.ts';

type Settings = Partial<RequestSettings>;

const SETTINGS: Readonly<Record<string, (value: string) => Settings>> = {
  noredirect: () => ({ followRedirects: false }),
  postredirectget: () => ({}),
  nocookiejar: () => ({ sendCookies: false }),
  norejectunauthorized: () => ({ verifyTls: false }),
  noautoencoding: () => ({ encodeUrl: false }),
  timeout: (value) => ({ timeoutMs: millisecondsOf(value) }),
};

/** Directives that change nothing that is sent, or that are read elsewhere. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'name',
  'title',
  'description',
  'disabled',
  'sleep',
  'predelay',
  'postdelay',
  'loop',
  'ref',
  'forceref',
  'dependson',
  'import',
  'if',
  'ifnot',
  'prompt',
  'graphql',
  'grpcreflection',
  'injectvariables',
  'nolog',
  'noresponseview',
  'nostreaminglog',
  'keepstreaming',
  'debug',
  'verbose',
  'lang',
]);

/** Sentences about directives that are not followed. */
const NOT_DONE: Readonly<Record<string, string>> = {
  note: 'nobody is asked before the request is sent',
  connectiontimeout: 'only the whole request has a timeout',
  ratelimit: 'the rate is not limited: use --delay-request',
  save: 'the response is not saved',
  openwith: 'the response is not opened',
  extension: 'the response is not saved',
  jwt: 'the token is not shown',
  proxy: 'the proxy of the settings is used',
  noproxy: 'the proxy of the settings is used',
  noclientcert: 'client certificates are used as the settings say',
};

export function settingsOf(
  directives: readonly Directive[],
  version: string,
  context: ImportContext,
): Settings {
  let settings: Settings = versionOf(version);
  for (const { name, written, value } of directives) {
    const read = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined;
    if (read !== undefined) settings = { ...settings, ...read(value) };
    else if (!ELSEWHERE.has(name))
      context.warn(`@${written}: ${NOT_DONE[name] ?? 'it means nothing here, and was left out'}`);
  }
  return settings;
}

function versionOf(version: string): Settings {
  // HTTP/2 is what both sides agree on, where the server has it.
  return version === '1.1' ? { httpVersion: '1.1' } : {};
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Returns milliseconds; without a unit the number is in seconds. */
export function millisecondsOf(value: string, unitMs = 1000): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?\b/.exec(value) ?? [];
  if (amount === undefined) return 0;
  return Math.min(Math.round(Number(amount) * (UNITS[unit] ?? unitMs)), 2_147_483_647);
}
