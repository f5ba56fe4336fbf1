// The form in which a script receives a body, by its Content-Type.
import type { HeaderLines } from './exchange.ts';

export interface ContentKind {
  readonly kind: 'json' | 'form' | 'text' | 'bytes' | 'none';
  /** The label of an encoding. */
  readonly charset: string;
}

const UTF_8 = 'utf-8';
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$|^text\/json$/;
const TEXT_TYPE =
  /^text\/|^application\/(?:(?:[\w.+-]+\+)?xml|(?:x-)?javascript|ecmascript|graphql|(?:x-)?yaml|x-ndjson|ld\+json)$/;

/** Returns the kind of a body. Text in an unknown encoding is treated as bytes. */
export function contentKind(headers: HeaderLines, body: Uint8Array): ContentKind {
  if (body.length === 0) return { kind: 'none', charset: UTF_8 };
  const value = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].toLowerCase() ?? '';
  const kind = kindOf(value.split(';', 1)[0]!.trim());
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/.exec(value)?.[1] ?? UTF_8;
  return kind === 'bytes' || isKnown(charset) ? { kind, charset } : { kind: 'bytes', charset: UTF_8 };
}

function kindOf(type: string): ContentKind['kind'] {
  if (JSON_TYPE.test(type)) return 'json';
  if (type === 'application/x-www-form-urlencoded') return 'form';
  return TEXT_TYPE.test(type) ? 'text' : 'bytes';
}

function isKnown(charset: string): boolean {
  if (charset === UTF_8) return true;
  try {
    return new TextDecoder(charset).encoding !== '';
  } catch {
    return false;
  }
}
