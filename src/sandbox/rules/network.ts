// `fetch` and `sleep` of rule scripts. The host performs them, because the sandbox has no network and no timers.

/** The names of the calls to the host. */
export const FETCH_CALL = 'fetch';
export const SLEEP_CALL = 'sleep';

/** The source of a function of `(kernel, web, host)` that defines the globals. */
export const NETWORK = `(function (kernel, web, host) {
  'use strict';
  var text = String, parse = JSON.parse, stringify = JSON.stringify;
  function define(name, value) {
    Object.defineProperty(globalThis, name, { value: value, writable: true, configurable: true });
  }

  define('sleep', async function sleep(ms) {
    var wait = Number(ms);
    if (!(wait >= 0 && wait < Infinity)) throw new TypeError('sleep needs a number of milliseconds');
    await kernel.hostCall('${SLEEP_CALL}', wait);
  });

  class Headers {
    #lines = [];
    constructor(init) {
      if (init === undefined || init === null) return;
      if (typeof init !== 'object') throw new TypeError('headers must be an object, or a list of names and values');
      var lines = typeof init[Symbol.iterator] === 'function'
        ? Array.from(init)
        : Object.keys(init).flatMap(function (name) {
            var value = init[name];
            return value === null || value === undefined ? []
              : Array.isArray(value) ? value.map(function (each) { return [name, each]; }) : [[name, value]];
          });
      this.#lines = lines.map(function (pair) { return [text(pair[0]), text(pair[1])]; });
    }
    #values(name) {
      var lower = text(name).toLowerCase();
      return this.#lines.filter(function (pair) { return pair[0].toLowerCase() === lower; }).map(function (pair) { return pair[1]; });
    }
    get(name) { var values = this.#values(name); return values.length === 0 ? null : values.join(', '); }
    getSetCookie() { return this.#values('set-cookie'); }
    has(name) { return this.#values(name).length > 0; }
    append(name, value) { this.#lines.push([text(name), text(value)]); }
    delete(name) {
      var lower = text(name).toLowerCase();
      this.#lines = this.#lines.filter(function (pair) { return pair[0].toLowerCase() !== lower; });
    }
    set(name, value) { this.delete(name); this.append(name, value); }
    forEach(call, self) { this.#lines.forEach(function (pair) { call.call(self, pair[1], pair[0], this); }, this); }
    entries() { return this.#lines.map(function (pair) { return pair.slice(); })[Symbol.iterator](); }
    keys() { return this.#lines.map(function (pair) { return pair[0]; })[Symbol.iterator](); }
    values() { return this.#lines.map(function (pair) { return pair[1]; })[Symbol.iterator](); }
    [Symbol.iterator]() { return this.entries(); }
  }
  define('Headers', Headers);

  class Response {
    #bytes;
    constructor(found) {
      this.url = found.url;
      this.status = found.status;
      this.statusText = found.statusText;
      this.ok = found.status >= 200 && found.status < 300;
      var pairs = [];
      for (var at = 0; at < found.headers.length; at += 2) pairs.push([found.headers[at], found.headers[at + 1]]);
      this.headers = new Headers(pairs);
      this.#bytes = host.fromBase64(stringify(found.base64));
    }
    async arrayBuffer() { return this.#bytes.slice(0); }
    async bytes() { return new Uint8Array(this.#bytes.slice(0)); }
    async text() { return web.decode(this.#bytes, 'utf-8', false); }
    async json() { return parse(web.decode(this.#bytes, 'utf-8', false)); }
  }

  // Returns the bytes of a body, and the media type that it has by its kind.
  function bodyOf(body) {
    if (body === undefined || body === null) return { data: '', type: null };
    if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return { data: body, type: null };
    if (body instanceof URLSearchParams) return { data: body.toString(), type: 'application/x-www-form-urlencoded' };
    if (typeof body === 'object') return { data: stringify(body), type: 'application/json' };
    return { data: text(body), type: 'text/plain;charset=UTF-8' };
  }

  define('fetch', async function fetch(url, options) {
    var given = options || {}, headers = new Headers(given.headers), body = bodyOf(given.body);
    if (body.type !== null && !headers.has('content-type')) headers.set('Content-Type', body.type);
    var redirect = given.redirect === undefined ? 'follow' : given.redirect;
    if (redirect !== 'follow' && redirect !== 'manual') throw new TypeError('redirect must be "follow" or "manual"');
    return new Response(await kernel.hostCall('${FETCH_CALL}', {
      url: text(url),
      method: given.method === undefined ? 'GET' : text(given.method).toUpperCase(),
      headers: Array.from(headers).flat(),
      base64: body.data === '' ? '' : web.toBase64(body.data),
      followsRedirects: redirect === 'follow',
    }));
  });
})`;
