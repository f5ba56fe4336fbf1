// Masks the values of secrets in whatever a send shows: what was sent, what the server repeats, what scripts print.
import { isUtf8 } from 'node:buffer';
import { isObject } from '../../base/is-object.ts';
import type { Environment } from '../../collections/model/environment.ts';
import type { Variable } from '../../collections/model/values.ts';
import type { StoredBody } from '../../requests/response.ts';
import { MASK } from '../settings/secrets.ts';
import { maskFile } from './masked-file.ts';

/** Shorter values are in too many texts by chance. */
const MIN_CHARS = 4;

export interface SecretSources {
  readonly environment: Environment | null;
  readonly globals: readonly Variable[];
  readonly collection: { readonly variables: readonly Variable[] };
}

export class SecretMask {
  readonly #values: readonly string[];

  constructor({ environment, globals, collection }: SecretSources) {
    const variables = [...globals, ...collection.variables, ...(environment?.variables ?? [])];
    const values = variables
      .filter(({ secret, value }) => secret && value.length >= MIN_CHARS)
      .flatMap(({ value }) => [value, encodeURIComponent(value.toWellFormed())]);
    // A value that contains another one is masked whole.
    this.#values = [...new Set(values)].sort((a, b) => b.length - a.length);
  }

  text(text: string): string {
    let masked = text;
    for (const value of this.#values) if (masked.includes(value)) masked = masked.replaceAll(value, MASK);
    return masked;
  }

  /** Masks all texts of a value, at any depth. */
  values(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((each) => this.values(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.values(each)]));
  }

  /** Masks the value of a header, which has one char per byte. */
  header(value: string): string {
    const text = Buffer.from(value, 'latin1').toString();
    return this.text(text.includes('\ufffd') ? value : text);
  }

  /** Masks the value of a header that authorization has added: its scheme stays. */
  credentials(value: string): string {
    const [, scheme = ''] = /^([A-Za-z][\w-]* )\S/.exec(value) ?? [];
    return `${scheme}${MASK}`;
  }

  /** Replaces the body in a file by one with masks; see `maskFile()`. */
  file(body: StoredBody): Promise<StoredBody> {
    return maskFile(body, this.#values, MASK);
  }

  /** Masks a body of text; bytes are returned unchanged. */
  bytes(bytes: Buffer): Buffer {
    if (!this.#values.some((value) => bytes.includes(value)) || !isUtf8(bytes)) return bytes;
    return Buffer.from(this.text(bytes.toString()));
  }
}
