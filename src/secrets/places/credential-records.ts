// Finds passwords in records whose fields have no names: lines of `.pgpass`, Wi-Fi codes, Go data sources,
// configuration lines of network devices.
import type { Range } from './command-lines.ts';
import { hasVariety } from '../values/plausible.ts';

export function* recordSecrets(text: string): Generator<Range, void, undefined> {
  yield* databaseLines(text);
  yield* networkCodes(text);
  yield* dataSources(text);
}

/** Yields the passwords of `host:port:database:user:password`. */
function* databaseLines(text: string): Generator<Range, void, undefined> {
  const pattern =
    /:(?:\d{2,5}|\*):(?:[^\s:"\\]|\\[:\\]){1,63}:(?:[^\s:"\\]|\\[:\\]){1,63}:((?:[^\s"\\]|\\[:\\]){1,200})/y;
  // Colons are everywhere, so the search looks for the text after them.
  for (const port of ['543', '*:'])
    for (let found = text.indexOf(port); found >= 0; found = text.indexOf(port, found + port.length)) {
      const at = found - 1;
      if (
        text[at] !== ':' ||
        !/(?:^|\n|\\n|")(?:\[[\da-f:]{2,40}\]|[\w.*/-]{1,200})$/i.test(text.slice(Math.max(0, at - 100), at))
      )
        continue;
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (match !== null) yield [pattern.lastIndex - match[1]!.length, pattern.lastIndex];
    }
}

const MAX_CODE = 500;

/** Yields the password of `WIFI:T:WPA;S:network;P:…;;`, whose fields may be in any order, also percent-encoded. */
function* networkCodes(text: string): Generator<Range, void, undefined> {
  for (const [mark, field] of [
    ['WIFI:', /(?<=[:;])P:((?:[^;\\"\r\n]|\\+[^"\r\n])+)/],
    ['WIFI%3A', /(?<=%3[AB])P(?:%3A|:)((?:(?!%3B)[^;&\s"])+)/i],
  ] as const)
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
      const match = field.exec(text.slice(at, at + MAX_CODE));
      if (match === null) continue;
      const end = at + match.index + match[0].length;
      yield [end - match[1]!.length, end];
    }
}

/** Yields the password of `user:password@tcp(host)/database`. */
function* dataSources(text: string): Generator<Range, void, undefined> {
  for (const mark of ['@tcp(', '@unix('])
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
      const before = text.slice(Math.max(0, at - 300), at);
      const password = /(?:^|[\s"'`=])[\w.$-]{1,60}:([^\s"'`]{1,200})$/.exec(before)?.[1];
      if (password !== undefined) yield [at - password.length, at];
    }
}

/**
 * Yields the password of `enable secret 5 …` and `username … password 0 …`, where the digit tells the password's
 * encoding, and the keys and communities of networks.
 */
export function* deviceLines(text: string): Generator<Range, void, undefined> {
  if (!/snmp|communit|-server |isakmp|-shared-|(?:secret|password) \d/.test(text)) return;
  const pattern =
    /\b(?:(?:enable|username \S{1,60}(?: privilege \d{1,2})?|neighbor \S{1,60}|ppp chap) (?:secret|password) \d |snmp-server community |r[ow]community6? |snmp(?:get|walk|set|bulkwalk)\b[^\r\n]{0,100}? -c |(?:tacacs|radius)-server (?:host \S{1,60} )?key (?:\d )?|isakmp key (?:\d )?(?=\S{1,200} (?:address|hostname))|pre-shared-key (?:(?:ascii-text|local|remote) )?(?:\d )?)\\*["']?([^\s"'\\]{4,200})/g;
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (hasVariety(match[1]!)) yield [end - match[1]!.length, end];
  }
}

/** Yields the secrets that log lines of GitHub Actions or Azure Pipelines declare. */
export function* maskedValues(text: string): Generator<Range, void, undefined> {
  if (!/add-mask::|##vso\[/.test(text)) return;
  const pattern =
    /(?:::add-mask::|##vso\[task\.(?:setsecret|setvariable [^\]\r\n]{0,200}issecret=true[^\]\r\n]{0,100})\])([^\r\n"'\\]{4,2000})/gi;
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (!/^\$[A-Za-z_{(]/.test(match[1]!)) yield [end - match[1]!.length, end];
  }
}
