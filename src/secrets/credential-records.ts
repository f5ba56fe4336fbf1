// Finds passwords in records whose fields have no names: lines of `.pgpass` and of `/etc/shadow`, codes for Wi-Fi.
import type { Range } from './command-lines.ts';

export function* recordSecrets(text: string): Generator<Range, void, undefined> {
  yield* databaseLines(text);
  yield* hashLines(text);
  yield* networkCodes(text);
}

/** Yields the passwords of `host:port:database:user:password`. */
function* databaseLines(text: string): Generator<Range, void, undefined> {
  const pattern =
    /:(?:\d{2,5}|\*):(?:[^\s:"\\]|\\[:\\]){1,63}:(?:[^\s:"\\]|\\[:\\]){1,63}:((?:[^\s"\\]|\\[:\\]){1,200})/y;
  // Colons are everywhere: what stands behind one is looked for.
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

/** Yields the hash of `user:$6$…`, from which a weak password can be guessed. */
function* hashLines(text: string): Generator<Range, void, undefined> {
  const pattern =
    /:(\$(?:apr1|[156y]|2[abxy]|argon2(?:id?|d)|scrypt|pbkdf2[\w-]{0,10})\$[^\s:"'\\,;]{12,300})/y;
  for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at + 1)) {
    pattern.lastIndex = at - 1;
    if (text[at - 1] === ':' && pattern.test(text)) yield [at, pattern.lastIndex];
  }
}

const MAX_CODE = 500;

/** Yields the password of `WIFI:T:WPA;S:network;P:…;;`, whose fields stand in any order, also percent-encoded. */
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
