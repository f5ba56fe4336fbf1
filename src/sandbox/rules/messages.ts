// Requests and responses as rule scripts see them: headers with case-insensitive names, and bodies that are decoded
// when they are first read. Collects the changes afterwards.
import { TOKEN } from '../../base/http-syntax.ts';

/**
 * The source of a function of `(web, host)`. It returns `request(input)` and `response(input)`, which read what
 * `input.ts` has written and return the message and `changes(value)` for what the script returned or changed;
 * `next(input)` for the next line; `wholeResponse(value)` for a response that a script has created; and
 * `content(value)`.
 */
export const MESSAGES = `(function (web, host) {
  'use strict';
  var stringify = JSON.stringify, parse = JSON.parse, text = String;
  var TOKEN = ${String(TOKEN)}, FORM = /^application\\/x-www-form-urlencoded\\b/i;
  var known = new WeakMap(), states = new WeakMap();

  function fault(name, what) { return new TypeError(name + ' must be ' + what); }
  function isObject(value) { return typeof value === 'object' && value !== null; }
  function same(a, b) { return a === b || (a.length === b.length && a.toLowerCase() === b.toLowerCase()); }
  function lineValue(name, value) {
    var line = text(value);
    if (/[\\r\\n\\0]/.test(line)) throw new TypeError('the header ' + name + ' must be a single line');
    return line;
  }

  // Header lines are a list of name, value, name, value. The list is never changed, only replaced.
  function valuesOf(lines, name) {
    var values = [];
    for (var at = 0; at < lines.length; at += 2) if (same(lines[at], name)) values.push(lines[at + 1]);
    return values;
  }
  function change(list, name, value) {
    var values = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
    if (values.length > 0 && !TOKEN.test(name)) throw new TypeError('not the name of a header: ' + name);
    var made = [], rest = [], isPut = false, lines = list.lines;
    for (var each = 0; each < values.length; each += 1) made.push(name, lineValue(name, values[each]));
    for (var at = 0; at < lines.length; at += 2) {
      if (!same(lines[at], name)) rest.push(lines[at], lines[at + 1]);
      else if (!isPut) { rest.push.apply(rest, made); isPut = true; }
    }
    list.lines = isPut ? rest : rest.concat(made);
    return true;
  }

  // A header that appears on several lines is a list; no header has a symbol as its name.
  function read(list, name) {
    if (typeof name === 'symbol') return undefined;
    var values = valuesOf(list.lines, name);
    return values.length > 1 ? values : values[0];
  }
  var HEADERS = {
    get: function (list, name) { return read(list, name); },
    has: function (list, name) { return read(list, name) !== undefined; },
    set: function (list, name, value) { return typeof name !== 'symbol' && change(list, name, value); },
    deleteProperty: function (list, name) { return typeof name !== 'symbol' && change(list, name, undefined); },
    defineProperty: function (list, name, property) {
      return typeof name !== 'symbol' && 'value' in property && change(list, name, property.value);
    },
    ownKeys: function (list) {
      var names = [];
      for (var at = 0; at < list.lines.length; at += 2) {
        var name = list.lines[at];
        if (!names.some(function (known) { return same(known, name); })) names.push(name);
      }
      return names;
    },
    getOwnPropertyDescriptor: function (list, name) {
      var value = read(list, name);
      return value === undefined ? undefined : { value: value, writable: true, enumerable: true, configurable: true };
    },
    preventExtensions: function () { return false; },
  };
  function headers(lines) {
    var list = Object.create(null);
    list.lines = lines;
    var proxy = new Proxy(list, HEADERS);
    known.set(proxy, list);
    return proxy;
  }
  function linesOf(value, name) {
    if (known.has(value)) return known.get(value).lines;
    if (value === undefined || value === null) return [];
    if (!isObject(value)) throw fault(name, 'an object');
    var list = { lines: [] };
    if (!Array.isArray(value)) Object.keys(value).forEach(function (key) { change(list, key, value[key]); });
    else value.forEach(function (line) {
      var key = isObject(line) ? text(line.name) : '';
      if (!TOKEN.test(key)) throw fault(name, 'an object, or a list of name and value');
      list.lines.push(key, lineValue(key, line.value));
    });
    return list.lines;
  }

  function grouped(pairs) {
    var result = {};
    pairs.forEach(function (pair) {
      var name = pair[0], before = Object.hasOwn(result, name) ? result[name] : undefined;
      var value = before === undefined ? pair[1] : Array.isArray(before) ? before.concat(pair[1]) : [before, pair[1]];
      Object.defineProperty(result, name, { value: value, writable: true, enumerable: true, configurable: true });
    });
    return result;
  }
  function pairsOf(value, name) {
    if (!isObject(value)) throw fault(name, 'an object');
    var pairs = [];
    Object.keys(value).forEach(function (key) {
      var values = Array.isArray(value[key]) ? value[key] : [value[key]];
      values.forEach(function (each) {
        if (each !== undefined && each !== null) pairs.push([key.toWellFormed(), text(each).toWellFormed()]);
      });
    });
    return pairs;
  }
  function readForm(query) { return grouped(parse(host.readQuery(stringify(query)))); }
  function writeForm(value) { return parse(host.writeQuery(stringify(pairsOf(value, 'a form')))); }

  // Returns text, or base64 of bytes, depending on the type of the value.
  function content(value, isForm) {
    if (value === undefined || value === null) return { text: '' };
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return { base64: web.toBase64(value) };
    if (!isObject(value)) return { text: text(value).toWellFormed() };
    var json = isForm ? writeForm(value) : stringify(value);
    if (json === undefined) throw fault('a body', 'text, bytes or a JSON value');
    return { text: json };
  }

  function decodeBody(body) {
    switch (body.kind) {
      case 'bytes': return new Uint8Array(host.bodyBytes(text(body.index)));
      case 'json':
      case 'form':
      case 'text':
        var all = parse(host.bodyText(text(body.index), body.charset));
        if (body.kind === 'form') return readForm(all);
        if (body.kind === 'text') return all;
        try { return parse(all); } catch (_) { return all; }
      default: return null;
    }
  }
  function bytesOf(body) { return body.kind === 'none' ? new ArrayBuffer(0) : host.bodyBytes(text(body.index)); }

  // The original message, and those of its properties that were read or set, which are created when they are first
  // read.
  function stateOf(object) {
    for (var at = object; at !== null; at = Object.getPrototypeOf(at)) {
      var state = states.get(at);
      if (state !== undefined) return state;
    }
    return undefined;
  }
  function lazy(name, make) {
    return {
      get: function () {
        var state = stateOf(this);
        if (state === undefined) return undefined;
        if (!(name in state.used)) state.used[name] = make(state.data);
        return state.used[name];
      },
      set: function (value) {
        var state = stateOf(this);
        if (state !== undefined) state.used[name] = value;
      },
      enumerable: true, configurable: true,
    };
  }
  var RESPONSE_PARTS = {
    headers: lazy('headers', function (data) { return headers(data.headers); }),
    body: lazy('body', function (data) { return decodeBody(data.body); }),
    rawBody: lazy('rawBody', function (data) { return new Uint8Array(bytesOf(data.body)); }),
  };
  var REQUEST_PARTS = { queries: lazy('queries', function (data) { return readForm(data.query); }) };
  Object.assign(REQUEST_PARTS, RESPONSE_PARTS);
  function fill(own, data, parts) {
    var used = Object.create(null);
    states.set(own, { data: data, used: used });
    Object.defineProperties(own, parts);
    return used;
  }

  // Of the message itself, properties count that were read or set; of another object, those that it has.
  function has(value, own, used, name) { return value === own ? name in used : name in value; }

  function bodyChange(value, own, used, data, lines) {
    var body = data.body;
    if (has(value, own, used, 'body')) {
      var now = content(value.body, isForm(lines)), was = content(decodeBody(body), body.kind === 'form');
      if (now.text !== was.text || now.base64 !== was.base64) return now;
    }
    if (has(value, own, used, 'rawBody')) {
      var raw = web.toBase64(value.rawBody === undefined || value.rawBody === null ? '' : value.rawBody);
      if (raw !== web.toBase64(bytesOf(body))) return { base64: raw };
    }
    return undefined;
  }
  function isForm(lines) {
    var type = valuesOf(lines, 'content-type')[0];
    return type !== undefined && FORM.test(type);
  }
  function written(lines) { return lines.join('\\n'); }
  function commonChanges(value, own, used, data, where) {
    var changes = {}, lines = has(value, own, used, 'headers') ? linesOf(value.headers, where + '.headers') : data.headers;
    if (lines !== data.headers && written(lines) !== written(data.headers)) changes.headers = written(lines);
    var body = bodyChange(value, own, used, data, lines);
    if (body !== undefined) changes.body = body;
    return changes;
  }

  var REQUEST = [
    { name: 'method', test: function (value) { return typeof value === 'string' && TOKEN.test(value); }, what: 'the name of a method' },
    { name: 'scheme', test: function (value) { return value === 'http' || value === 'https'; }, what: 'http or https' },
    { name: 'host', test: function (value) { return typeof value === 'string' && /^[^\\s/?#@\\0]+$/.test(value); }, what: 'a host name or an IP address' },
    { name: 'port', test: function (value) { return Number.isInteger(value) && value >= 1 && value <= 65535; }, what: 'a whole number from 1 to 65535' },
    { name: 'path', test: function (value) { return typeof value === 'string' && /^(\\*|\\/[^\\s?#\\0]*)$/.test(value); }, what: 'text that begins with / and holds no space, ? or #' },
  ];
  var RESPONSE = [
    { name: 'statusCode', test: function (value) { return Number.isInteger(value) && value >= 200 && value <= 599; }, what: 'a whole number from 200 to 599' },
    { name: 'statusPhrase', test: function (value) { return typeof value === 'string' && !/[\\r\\n\\0]/.test(value); }, what: 'a single line' },
  ];
  function fieldChanges(rules, value, data, where, changes) {
    // Loops over an index, because the engine is several times slower over the names of an object.
    for (var at = 0; at < rules.length; at += 1) {
      var name = rules[at].name;
      if (value[name] === data[name] || !(name in value)) continue;
      if (!rules[at].test(value[name])) throw fault(where + '.' + name, rules[at].what);
      changes[name] = value[name];
    }
  }

  function next(input) { var part = input.parts[input.at]; input.at += 1; return part; }
  // Reads the headers and the body, which follow the fields of a message.
  function readRest(input, data) {
    data.body = { index: +next(input), kind: next(input), charset: next(input) };
    var end = +next(input) * 2 + input.at;
    data.headers = input.parts.slice(input.at, end);
    input.at = end;
    return data;
  }

  function request(input) {
    var own = { method: next(input), scheme: next(input), host: next(input), port: +next(input), path: next(input) };
    var data = { method: own.method, scheme: own.scheme, host: own.host, port: own.port, path: own.path, query: next(input) };
    var used = fill(own, readRest(input, data), REQUEST_PARTS);
    function changes(value) {
      var result = commonChanges(value, own, used, data, 'request');
      fieldChanges(REQUEST, value, data, 'request', result);
      if (has(value, own, used, 'queries')) {
        var pairs = pairsOf(value.queries, 'request.queries');
        if (stringify(pairs) !== stringify(pairsOf(readForm(data.query), ''))) result.query = parse(host.writeQuery(stringify(pairs)));
      }
      return result;
    }
    return { message: own, changes: changes };
  }

  function response(input) {
    var own = { statusCode: +next(input), statusPhrase: next(input), httpVersion: next(input) };
    var data = { statusCode: own.statusCode, statusPhrase: own.statusPhrase };
    var used = fill(own, readRest(input, data), RESPONSE_PARTS);
    function changes(value) {
      var result = commonChanges(value, own, used, data, 'response');
      fieldChanges(RESPONSE, value, data, 'response', result);
      return result;
    }
    return { message: own, changes: changes };
  }

  // Converts a response that the script has created.
  function wholeResponse(value) {
    var result = { statusCode: 200, statusPhrase: '', headers: linesOf(value.headers, 'response.headers') };
    fieldChanges(RESPONSE, value, {}, 'response', result);
    var raw = value.body === undefined ? value.rawBody : value.body;
    var hasType = valuesOf(result.headers, 'content-type').length > 0;
    result.body = content(raw, isForm(result.headers));
    if (isObject(raw) && result.body.text !== undefined && !hasType)
      result.headers = result.headers.concat(['Content-Type', 'application/json']);
    result.headers = written(result.headers);
    return result;
  }

  return { next: next, request: request, response: response, wholeResponse: wholeResponse, content: content, isObject: isObject };
})`;
