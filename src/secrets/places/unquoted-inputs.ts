// Finds values of HTML inputs whose attributes have no quotes, as small pages have them: `<input name=token value=…>`.
import type { Range } from './command-lines.ts';
import { namedSecret, type NamedSecret } from '../names/names.ts';

const INPUT = /<input\s(?=[^<>]{0,500}value=[^\s"'<>])[^<>]{1,1000}>/g;
const PASSWORD: NamedSecret = { kind: 'password', isWeak: false, isRedactOnly: false, isProvider: false };

export interface InputValue {
  readonly name: string;
  readonly found: NamedSecret;
  readonly range: Range;
}

export function* unquotedInputs(text: string): Generator<InputValue, void, undefined> {
  for (const { index, 0: tag } of text.matchAll(INPUT)) {
    const name = /\sname=["']?([^\s"'<>]{1,80})/.exec(tag)?.[1] ?? 'password';
    const found = /\stype=["']?password\b/.test(tag) ? PASSWORD : namedSecret(name);
    const value = /\svalue=([^\s"'<>]{1,2000})/.exec(tag);
    if (found === null || found.isWeak || value === null) continue;
    const end = index + value.index + value[0].length;
    yield { name, found, range: [end - value[1]!.length, end] };
  }
}
