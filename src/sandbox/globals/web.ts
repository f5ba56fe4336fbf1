// Globals that scripts know from browsers and Node.js, and a few helpers: text and bytes, base64, hashes, ids, URLs.
// The host does the work, in functions on text or bytes that give no access to the machine.
import { createHash, createHmac, getHashes, randomUUID } from 'node:crypto';
import { HostError } from '../host-error.ts';
import type { HostFunction } from '../setup.ts';

const HASHES: ReadonlySet<string> = new Set(['md5', 'sha1', 'sha256', 'sha384', 'sha512']);
/** The properties of a URL that scripts see. */
const URL_PARTS = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;
const SETTABLE: ReadonlySet<string> = new Set(URL_PARTS.filter((part) => part !== 'origin'));

export const WEB_FUNCTIONS: Readonly<Record<string, HostFunction>> = {
  encodeText: ({ text }) => Buffer.from(jsonText(text(0)), 'utf8'),
  decodeText: ({ bytes, text }) => JSON.stringify(decodeText(bytes(0), text(1), text(2) === 'true')),
  toBase64: ({ bytes, text }) => Buffer.from(bytes(0)).toString(text(1) === 'true' ? 'base64url' : 'base64'),
  fromBase64: ({ text }) => fromBase64(jsonText(text(0))),
  digest: ({ text, bytes }) => hashOf(text(0)).update(bytes(1)).digest(),
  hmac: ({ text, bytes }) => hmacOf(text(0), bytes(1)).update(bytes(2)).digest(),
  uuid: () => randomUUID(),
  parseURL: ({ text }) => partsOf(urlOf(jsonList(text(0)))),
  changeURL: ({ text }) => setUrlPart(jsonList(text(0))),
  readQuery: ({ text }) => JSON.stringify([...new URLSearchParams(jsonText(text(0)))]),
  writeQuery: ({ text }) => JSON.stringify(new URLSearchParams(jsonPairs(text(0))).toString()),
};

function jsonText(json: string): string {
  const value = parseJson(json);
  if (typeof value !== 'string') throw new HostError('text is expected');
  return value;
}

function jsonList(json: string): readonly string[] {
  const value = parseJson(json);
  if (!isTexts(value)) throw new HostError('a list of text is expected');
  return value;
}

function jsonPairs(json: string): [string, string][] {
  const value = parseJson(json);
  if (!Array.isArray(value)) throw new HostError('a list of pairs is expected');
  return value.map((pair: unknown) => {
    if (!isTexts(pair) || pair.length !== 2) throw new HostError('a list of pairs is expected');
    return [pair[0]!, pair[1]!];
  });
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new HostError('JSON is expected');
  }
}

export function decodeText(bytes: Uint8Array, label: string, isFatal = false): string {
  try {
    return new TextDecoder(label, { fatal: isFatal }).decode(bytes);
  } catch (error) {
    const isUnknown = error instanceof RangeError;
    throw new HostError(
      isUnknown ? `the encoding ${label} is not known` : `the bytes are not valid ${label}`,
    );
  }
}

/** Decodes both alphabets, with or without padding, and ignores white space. */
function fromBase64(text: string): Uint8Array {
  const plain = text.replace(/[\t\n\f\r ]/g, '');
  if (!/^[\w+/-]*={0,2}$/.test(plain) || plain.replace(/=+$/, '').length % 4 === 1)
    throw new HostError('not valid base64');
  return Buffer.from(plain, 'base64');
}

function hashOf(name: string): ReturnType<typeof createHash> {
  return createHash(hashName(name));
}

function hmacOf(name: string, key: Uint8Array): ReturnType<typeof createHmac> {
  return createHmac(hashName(name), key);
}

function hashName(name: string): string {
  if (HASHES.has(name) && getHashes().includes(name)) return name;
  throw new HostError(
    `the hash ${JSON.stringify(name.slice(0, 20))} is not known; there are ${[...HASHES].join(', ')}`,
  );
}

function urlOf([text = '', base]: readonly string[]): URL {
  const url = URL.parse(text, base);
  if (url === null) throw new HostError(`not a valid URL: ${JSON.stringify(text.slice(0, 200))}`);
  return url;
}

function setUrlPart([href = '', part = '', value = '']: readonly string[]): string {
  const url = urlOf([href]);
  if (!SETTABLE.has(part)) throw new HostError(`a URL has no ${JSON.stringify(part.slice(0, 20))} to set`);
  try {
    Reflect.set(url, part, value);
  } catch {
    throw new HostError('not a valid URL');
  }
  return partsOf(url);
}

function partsOf(url: URL): string {
  return JSON.stringify(Object.fromEntries(URL_PARTS.map((part) => [part, url[part]])));
}

/** The source of a function of `(kernel, host)` that defines the globals and returns functions for setups. */
export const WEB = `(function (kernel, host) {
  'use strict';
  var stringify = JSON.stringify, parse = JSON.parse, text = String;

  function define(name, value) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
  function encode(value) { return host.encodeText(stringify(text(value).toWellFormed())); }
  function buffer(data) {
    if (data instanceof ArrayBuffer) return data;
    if (ArrayBuffer.isView(data)) return data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
    return encode(data);
  }
  function decode(data, label, isFatal) { return parse(host.decodeText(buffer(data), label, text(isFatal))); }
  function toBase64(data) { return host.toBase64(buffer(data), 'false'); }

  class TextEncoder {
    get encoding() { return 'utf-8'; }
    encode(value) { return new Uint8Array(value === undefined ? 0 : encode(value)); }
  }
  class TextDecoder {
    #label; #isFatal;
    constructor(label, options) {
      this.#label = label === undefined ? 'utf-8' : text(label).trim().toLowerCase();
      this.#isFatal = !!(options && options.fatal);
      decode(new ArrayBuffer(0), this.#label, false);
    }
    get encoding() { return this.#label === 'utf8' ? 'utf-8' : this.#label; }
    get fatal() { return this.#isFatal; }
    decode(data) { return data === undefined ? '' : decode(data, this.#label, this.#isFatal); }
  }
  define('TextEncoder', TextEncoder);
  define('TextDecoder', TextDecoder);

  function latin1(bytes) {
    var parts = [];
    for (var i = 0; i < bytes.length; i += 8192) parts.push(String.fromCharCode.apply(null, bytes.subarray(i, i + 8192)));
    return parts.join('');
  }
  define('btoa', function btoa(value) {
    var all = text(value), bytes = new Uint8Array(all.length);
    for (var i = 0; i < all.length; i += 1) {
      var code = all.charCodeAt(i);
      if (code > 255) throw new TypeError('btoa: the text holds characters beyond Latin-1');
      bytes[i] = code;
    }
    return toBase64(bytes);
  });
  define('atob', function atob(value) { return latin1(new Uint8Array(host.fromBase64(stringify(text(value))))); });

  function fromBase64(value) { return new Uint8Array(host.fromBase64(stringify(text(value)))); }
  define('base64', Object.freeze({
    encode: function (data) { return toBase64(data); },
    encodeUrl: function (data) { return host.toBase64(buffer(data), 'true'); },
    decode: function (value) { return decode(fromBase64(value), 'utf-8', false); },
    decodeBytes: fromBase64,
  }));

  function shaped(result, encoding) {
    var bytes = new Uint8Array(result);
    switch (encoding === undefined ? 'hex' : encoding) {
      case 'hex': return Array.from(bytes, function (byte) { return byte.toString(16).padStart(2, '0'); }).join('');
      case 'base64': return toBase64(bytes);
      case 'bytes': return bytes;
      default: throw new TypeError('a hash is given as hex, base64 or bytes, not as ' + text(encoding));
    }
  }
  var hash = {
    hmac: function (algorithm, key, data, encoding) {
      return shaped(host.hmac(text(algorithm), buffer(key), buffer(data)), encoding);
    },
  };
  ['md5', 'sha1', 'sha256', 'sha512'].forEach(function (name) {
    hash[name] = function (data, encoding) { return shaped(host.digest(name, buffer(data)), encoding); };
  });
  define('hash', Object.freeze(hash));
  define('uuid', function uuid() { return host.uuid(); });

  class URLSearchParams {
    #pairs = []; #changed = null;
    constructor(init, changed) {
      if (changed !== undefined) this.#changed = changed;
      if (init === undefined || init === null) return;
      if (typeof init === 'object' && typeof init[Symbol.iterator] === 'function')
        this.#pairs = Array.from(init, function (pair) { return [text(pair[0]), text(pair[1])]; });
      else if (typeof init === 'object')
        this.#pairs = Object.keys(init).map(function (name) { return [name, text(init[name])]; });
      else this.#pairs = parse(host.readQuery(stringify(text(init))));
    }
    #note() { if (this.#changed !== null) this.#changed(this.toString()); }
    get size() { return this.#pairs.length; }
    append(name, value) { this.#pairs.push([text(name), text(value)]); this.#note(); }
    delete(name, value) {
      var key = text(name);
      this.#pairs = this.#pairs.filter(function (pair) {
        return pair[0] !== key || (value !== undefined && pair[1] !== text(value));
      });
      this.#note();
    }
    get(name) { var key = text(name), found = this.#pairs.find(function (pair) { return pair[0] === key; }); return found ? found[1] : null; }
    getAll(name) {
      var key = text(name);
      return this.#pairs.filter(function (pair) { return pair[0] === key; }).map(function (pair) { return pair[1]; });
    }
    has(name, value) {
      var key = text(name);
      return this.#pairs.some(function (pair) { return pair[0] === key && (value === undefined || pair[1] === text(value)); });
    }
    set(name, value) {
      var key = text(name), at = this.#pairs.findIndex(function (pair) { return pair[0] === key; });
      if (at < 0) this.#pairs.push([key, text(value)]);
      else {
        this.#pairs[at] = [key, text(value)];
        this.#pairs = this.#pairs.filter(function (pair, index) { return index <= at || pair[0] !== key; });
      }
      this.#note();
    }
    sort() { this.#pairs.sort(function (a, b) { return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0; }); this.#note(); }
    forEach(call, self) { this.#pairs.slice().forEach(function (pair) { call.call(self, pair[1], pair[0], this); }, this); }
    entries() { return this.#pairs.map(function (pair) { return pair.slice(); })[Symbol.iterator](); }
    keys() { return this.#pairs.map(function (pair) { return pair[0]; })[Symbol.iterator](); }
    values() { return this.#pairs.map(function (pair) { return pair[1]; })[Symbol.iterator](); }
    toString() { return parse(host.writeQuery(stringify(this.#pairs.map(function (pair) { return [pair[0].toWellFormed(), pair[1].toWellFormed()]; })))); }
    [Symbol.iterator]() { return this.entries(); }
  }
  define('URLSearchParams', URLSearchParams);

  class URL {
    #parts; #query = null;
    constructor(value, base) {
      this.#parts = parse(host.parseURL(stringify(base === undefined ? [text(value)] : [text(value), text(base)])));
    }
    static canParse(value, base) { try { new URL(value, base); return true; } catch (_) { return false; } }
    static parse(value, base) { try { return new URL(value, base); } catch (_) { return null; } }
    static read(url, name) { return url.#parts[name]; }
    static write(url, name, value) {
      url.#parts = parse(host.changeURL(stringify([url.#parts.href, name, text(value)])));
      if (name === 'href' || name === 'search') url.#query = null;
    }
    get searchParams() {
      if (this.#query === null) {
        var url = this;
        this.#query = new URLSearchParams(this.#parts.search, function (query) {
          url.#parts = parse(host.changeURL(stringify([url.#parts.href, 'search', query])));
        });
      }
      return this.#query;
    }
    toString() { return this.#parts.href; }
    toJSON() { return this.#parts.href; }
  }
  var read = URL.read, write = URL.write;
  delete URL.read;
  delete URL.write;
  ['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'].forEach(function (name) {
    Object.defineProperty(URL.prototype, name, {
      get: function () { return read(this, name); },
      set: name === 'origin' ? undefined : function (value) { write(this, name, value); },
      enumerable: true, configurable: true,
    });
  });
  define('URL', URL);

  return { buffer, decode, toBase64 };
})`;
