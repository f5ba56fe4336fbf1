// Finds values without a name that the syntax around them marks as secrets: passwords of SQL users and of commands, the
// data of Kubernetes secrets, protocol commands, records, members of CBOR and of JSON Web Keys.
import type { AssignedSecret } from './value-spans.ts';
import { argumentSecrets } from './call-arguments.ts';
import { cborMembers } from './cbor-members.ts';
import { commandSecrets, type Range } from './command-lines.ts';
import { foreignSecrets } from './foreign-names.ts';
import { keyMembers } from './key-members.ts';
import { mqttPasswords } from './mqtt-passwords.ts';
import { deviceLines, maskedValues, recordSecrets } from './credential-records.ts';
import { declaredMembers } from './declared-members.ts';
import { renamedVariables } from './renamed-variables.ts';
import { shellPasswords } from './shell-passwords.ts';
import { hasSign, type Signs } from '../scan/signs.ts';
import { unquotedInputs } from './unquoted-inputs.ts';
import { namedSecret, type NamedSecret } from '../names/names.ts';

const PASSWORD: NamedSecret = { kind: 'password', isWeak: false, isRedactOnly: false, isProvider: false };
const KEY: NamedSecret = { ...PASSWORD, kind: 'key' };

/** Yields the secrets that are stated in a text. `signs`: the signs of the text. */
export function* statedSecrets(text: string, signs: Signs): Generator<AssignedSecret, void, undefined> {
  if (hasSign(signs, 'users')) yield* userPasswords(text);
  if (hasSign(signs, 'shell')) yield* passwords(shellPasswords(text));
  yield* manifestSecrets(text);
  yield* binaryMembers(text);
  if (hasSign(signs, 'commands')) yield* passwords(commandSecrets(text));
  if (hasSign(signs, 'calls')) yield* passwords(argumentSecrets(text));
  if (hasSign(signs, 'variables')) yield* passwords(renamedVariables(text));
  if (hasSign(signs, 'declared'))
    for (const range of declaredMembers(text)) yield stated('secret', ...range, KEY);
  if (hasSign(signs, 'mqtt')) yield* passwords(mqttPasswords(text));
  if (hasSign(signs, 'records')) yield* passwords(recordSecrets(text));
  if (hasSign(signs, 'devices')) yield* passwords(deviceLines(text));
  if (hasSign(signs, 'masks')) yield* passwords(maskedValues(text));
  if (hasSign(signs, 'inputs'))
    for (const { name, range, secret } of unquotedInputs(text)) yield stated(name, ...range, secret);
  yield* passwords(foreignSecrets(text));
  if (hasSign(signs, 'keys'))
    for (const range of keyMembers(text)) yield stated('private_key', ...range, KEY);
}

function* passwords(ranges: Iterable<Range>): Generator<AssignedSecret, void, undefined> {
  for (const [start, end] of ranges) yield stated('password', start, end);
}

function* binaryMembers(text: string): Generator<AssignedSecret, void, undefined> {
  for (const { name, start, end } of cborMembers(text)) {
    const secret = namedSecret(name);
    if (secret !== null && !secret.isWeak) yield stated(name, start, end, secret);
  }
}

function stated(name: string, start: number, end: number, secret = PASSWORD): AssignedSecret {
  return { name, secret, start, end, written: 'text' };
}

/** Yields `…` of `IDENTIFIED BY '…'` and `SET PASSWORD FOR … = '…'`. */
function* userPasswords(text: string): Generator<AssignedSecret, void, undefined> {
  const pattern =
    /\bidentified\s+(?:with\s+["']?\w{1,60}["']?\s+)?(?:by|as)\s+(?:password\s+)?\\*(["'])|\bset\s+password\s+for\s+[^=;]{1,120}=\s*(?:password\s*\(\s*)?\\*(["'])/gi;
  if (!/identified|set password/i.test(text)) return;
  for (const match of text.matchAll(pattern)) {
    const start = match.index + match[0].length;
    const end = text.indexOf(match[1] ?? match[2]!, start);
    const own = text[end - 1] === '\\' ? end - 1 : end;
    if (own > start && own - start <= 300) yield stated('password', start, own);
  }
}

/** The number of characters of one manifest that are searched. */
const MAX_MANIFEST = 100_000;

/** Yields the values below `data` and `stringData` of Kubernetes secrets, in YAML and in JSON. */
function* manifestSecrets(text: string): Generator<AssignedSecret, void, undefined> {
  if (!text.includes('Secret') || !/\bkind["']?\s*:\s*["']?Secret\b/.test(text)) return;
  for (const match of text.matchAll(/"(?:data|stringData)"\s*:\s*\{([^{}]{1,100000})\}/g))
    yield* members(match[1]!, match.index + match[0].length - match[1]!.length - 1);
  let done = 0;
  for (const match of text.matchAll(/^([ \t]*)(?:data|stringData):[ \t]*\r?\n/gm)) {
    const at = match.index + match[0].length;
    if (at < done) continue;
    const block = new RegExp(`^(?:${match[1]!}[ \\t]+[^\\r\\n]*\\r?\\n?)*`);
    const lines = block.exec(text.slice(at, at + MAX_MANIFEST))![0];
    done = at + lines.length;
    for (const line of lines.matchAll(MEMBER)) {
      const end = at + line.index + line[0].length;
      yield stated('secret', end - line[1]!.length, end);
    }
  }
}

const MEMBER = /^[ \t]+["']?[\w.-]{1,253}["']?:[ \t]+["']?([^\s"'|>][^\r\n"']*)/gm;

function* members(object: string, offset: number): Generator<AssignedSecret, void, undefined> {
  for (const { index, 0: whole, 1: value = '' } of object.matchAll(/"[^"\\]{1,253}"\s*:\s*"([^"\\]+)"/g)) {
    const end = offset + index + whole.length - 1;
    yield stated('secret', end - value.length, end);
  }
}
