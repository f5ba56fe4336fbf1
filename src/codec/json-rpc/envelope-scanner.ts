// Finds the envelope of a message that is too long to be parsed whole: its members id, method, result and error, and the
// name and uri of its parameters. It reads byte by byte and holds only what it looks for.
import { callOf, idText, type RpcMessage } from './message.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;
const SPACE = 0x20;

/** Longest text that is held. */
const MAX_TEXT = 512;

export class EnvelopeScanner {
  readonly #values = new Map<string, unknown>();
  /** Names of the members that are open at the first depths. */
  readonly #keys: (string | null)[] = [null];
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** The text or the other value that is being read, as JSON; null where nobody needs it. */
  #held: number[] | null = null;

  push(bytes: Buffer): void {
    for (const byte of bytes)
      if (this.#isInString) this.#inString(byte);
      else this.#outside(byte);
  }

  /** Returns the message; null when it is not JSON-RPC, or a batch. */
  message(): RpcMessage | null {
    const values = this.#values;
    if (values.get('jsonrpc') !== '2.0') return null;
    const id = values.get('id');
    const method = values.get('method');
    if (typeof method === 'string') {
      const params = { name: values.get('params.name'), uri: values.get('params.uri') };
      return callOf(id === undefined ? null : idText(id), method, params);
    }
    if (!values.has('result') && !values.has('error')) return null;
    return { type: 'answer', id: idText(id ?? null) };
  }

  #inString(byte: number): void {
    if (this.#held !== null && this.#held.length <= MAX_TEXT) this.#held.push(byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
  }

  #outside(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#isInString = true;
        this.#held = this.#depth <= 2 ? [QUOTE] : null;
        return;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        this.#begin();
        return;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#endValue();
        this.#depth = Math.max(0, this.#depth - 1);
        return;
      case COLON:
        if (this.#depth <= 2) this.#keys[this.#depth] = this.#takeHeld() as string | null;
        return;
      case COMMA:
        this.#endValue();
        return;
      default:
        if (byte > SPACE && this.#depth <= 2) (this.#held ??= []).push(byte);
    }
  }

  /** Opens an object or a list. Those that a member has as its value are noted, without what is in them. */
  #begin(): void {
    const key = this.#keys[this.#depth];
    if (this.#depth === 1 && typeof key === 'string') this.#values.set(key, null);
    this.#depth += 1;
    this.#held = null;
    if (this.#depth <= 2) this.#keys[this.#depth] = null;
  }

  #endValue(): void {
    const value = this.#takeHeld();
    if (this.#depth > 2) return;
    const key = this.#keys[this.#depth];
    if (typeof key !== 'string' || value === undefined) return;
    if (this.#depth === 1) this.#values.set(key, value);
    if (this.#depth === 2 && this.#keys[1] === 'params') this.#values.set(`params.${key}`, value);
    this.#keys[this.#depth] = null;
  }

  #takeHeld(): unknown {
    const held = this.#held;
    this.#held = null;
    if (held === null || held.length > MAX_TEXT) return undefined;
    try {
      return JSON.parse(Buffer.from(held).toString()) as unknown;
    } catch {
      return undefined;
    }
  }
}
