// Masks secrets in everything that assistants read. When a change contains a mask, the masked value stays, if it is
// still in the same place.
import { isObject } from '../../base/is-object.ts';
import { ParameterError } from '../../base/errors.ts';
import { Redactor } from '../../secrets/redaction/redactor.ts';
import { REDACTED } from '../../secrets/spans.ts';

export interface Masks {
  /** Returns the value with the secrets in it hidden. */
  hide<T>(value: T): T;
  /** Returns `given` with what its masks hid, taken from the same places of `old`. Throws a ParameterError for others. */
  restore(given: unknown, old: unknown, field: string): unknown;
}

/** Masks nothing: the user asked for `--show-secrets`. */
export const NO_MASKS: Masks = { hide: (value) => value, restore: (given) => given };

/** Remembers secrets as long as the server runs, so that a secret found in one call is masked in all later calls. */
export class SecretMasks implements Masks {
  readonly #redactor = new Redactor();

  hide<T>(value: T): T {
    this.#learn(value);
    if (value === undefined) return value;
    const plain = this.#withoutBinary(value) as T;
    try {
      return JSON.parse(this.#redactor.text(JSON.stringify(plain))) as T;
    } catch {
      // A secret beside a quotation mark took the structure of the JSON along, so each text is masked by itself.
      return this.#each(plain) as T;
    }
  }

  restore(given: unknown, old: unknown, field: string): unknown {
    if (typeof given === 'string' && given.includes(REDACTED)) {
      if (old !== undefined && JSON.stringify(this.hide(old)) === JSON.stringify(given)) return old;
      throw new ParameterError(
        `${field} contains the mask ${REDACTED}, and there is nothing that it stands for: give the value itself, or leave the field out to keep it`,
        { field },
      );
    }
    if (Array.isArray(given)) {
      const olds = Array.isArray(old) ? (old as unknown[]) : [];
      return given.map((each: unknown, at) => this.restore(each, olds[at], `${field}[${at}]`));
    }
    if (!isObject(given)) return given;
    const olds = isObject(old) ? old : {};
    return Object.fromEntries(
      Object.entries(given).map(([key, inner]) => [
        key,
        this.restore(inner, olds[key], field === '' ? key : `${field}.${key}`),
      ]),
    );
  }

  /** Hides secrets in the bytes of binary bodies, which are Base64. */
  #withoutBinary(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.#withoutBinary(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === 'base64' && typeof inner === 'string'
          ? Buffer.from(
              this.#redactor.binary(Buffer.from(inner, 'base64').toString('latin1')),
              'latin1',
            ).toString('base64')
          : this.#withoutBinary(inner),
      ]),
    );
  }

  #each(value: unknown): unknown {
    if (typeof value === 'string') return this.#redactor.text(value);
    if (Array.isArray(value)) return value.map((each) => this.#each(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.#each(inner)]));
  }

  /** Learns the secrets of the messages in a value, which stand in headers and bodies. */
  #learn(value: unknown): void {
    if (Array.isArray(value)) for (const each of value) this.#learn(each);
    if (!isObject(value)) return;
    const { headers, body, host } = value;
    if (typeof value['url'] === 'string') this.#redactor.url(value['url']);
    if (Array.isArray(headers) && headers.every(isHeader))
      this.#redactor.learn({
        host: typeof host === 'string' ? host : '',
        path: '',
        headers,
        body: typeof body === 'string' ? body : '',
        transport: 'encrypted',
      });
    for (const inner of Object.values(value)) if (typeof inner === 'object') this.#learn(inner);
  }
}

function isHeader(value: unknown): value is { readonly name: string; readonly value: string } {
  return isObject(value) && typeof value['name'] === 'string' && typeof value['value'] === 'string';
}
