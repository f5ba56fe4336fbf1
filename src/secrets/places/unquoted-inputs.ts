// Finds values of HTML inputs whose attributes have no quotes, as in simple pages: `<input name=token value=…>`.
import type { Range } from './command-lines.ts';
import { namedSecret, type NamedSecret } from '../names/names.ts';

const INPUT = /<input\s(?=[^<>]{0,500}value=[^\s"'<>])[^<>]{1,1000}>/g;
const PASSWORD: NamedSecret = { kind: 'password', isWeak: false, isRedactOnly: false, isProvider: false };

export interface InputValue {
  readonly name: string;
  readonly secret: NamedSecret;
  readonly range: Range;
}

export function* unquotedInputs(text: string): Generator<InputValue, void, undefined> {
  for (const { index, 0: tag } of text.matchAll(INPUT)) {
    const name = /\sname=["']?([^\s"'<>]{1,80})/.exec(tag)?.[1] ?? 'password';
    const secret = /\stype=["']?password\b/.test(tag) ? PASSWORD : namedSecret(name);
    const value = /\svalue=([^\s"'<>]{1,2000})/.exec(tag);
    if (secret === null || secret.isWeak || value === null) continue;
    const end = index + value.index + value[0].length;
    yield { name, secret, range: [end - value[1]!.length, end] };
  }
}
