// Requests and responses as scripts of rules see them: headers under any spelling of their names, bodies that are
// decoded when they are looked at, and afterwards what of it all has changed.

/**
 * A function of `(web, host)`. It answers `request(data)` and `response(data)`, which give the message and `changes(value)`
 * for what a script has returned or left of it; `wholeResponse(value)` for one that it has made; `content(value)`.
 */
export const MESSAGES = `(function (web, host) {
  'use strict';
  var stringify = JSON.stringify, parse = JSON.parse, text = String;
  var TOKEN = /^[!#$%&'*+.^_\`|~0-9A-Za-z-]+$/, FORM = /^application\\/x-www-form-urlencoded\\b/i;
  var known = new WeakMap();

  function fault(name, what) { return new TypeError(name + ' must be ' + what); }
  function isObject(value) { return typeof value === 'object' && value !== null; }
  function same(a, b) { return a.toLowerCase() === b.toLowerCase(); }
  function lineValue(name, value) {
    var line = text(value);
    if (/[\\r\\n\\0]/.test(line)) throw new TypeError('the header ' + name + ' must be a single line');
    return line;
  }

  function valuesOf(lines, name) {
    return lines.filter(function (line) { return same(line[0], name); }).map(function (line) { return line[1]; });
  }
  function change(list, name, value) {
    var values = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
    if (values.length > 0 && !TOKEN.test(name)) throw new TypeError('not the name of a header: ' + name);
    var made = values.map(function (each) { return [name, lineValue(name, each)]; });
    var at = list.lines.findIndex(function (line) { return same(line[0], name); });
    var rest = list.lines.filter(function (line) { return !same(line[0], name); });
    if (at >= 0) {
      var before = list.lines.slice(0, at).filter(function (line) { return !same(line[0], name); }).length;
      rest.splice.apply(rest, [before, 0].concat(made));
      list.lines = rest;
    } else list.lines = rest.concat(made);
    return true;
  }

  // A header on several lines is a list; no header has a symbol for a name.
  function headers(lines) {
    var list = { lines: lines };
    function read(name) {
      if (typeof name === 'symbol') return undefined;
      var values = valuesOf(list.lines, name);
      return values.length > 1 ? values : values[0];
    }
    var proxy = new Proxy(Object.create(null), {
      get: function (_, name) { return read(name); },
      has: function (_, name) { return read(name) !== undefined; },
      set: function (_, name, value) { return typeof name !== 'symbol' && change(list, name, value); },
      deleteProperty: function (_, name) { return typeof name !== 'symbol' && change(list, name, undefined); },
      defineProperty: function (_, name, property) {
        return typeof name !== 'symbol' && 'value' in property && change(list, name, property.value);
      },
      ownKeys: function () {
        var names = [];
        list.lines.forEach(function (line) {
          if (!names.some(function (name) { return same(name, line[0]); })) names.push(line[0]);
        });
        return names;
      },
      getOwnPropertyDescriptor: function (_, name) {
        var value = read(name);
        return value === undefined ? undefined : { value: value, writable: true, enumerable: true, configurable: true };
      },
      preventExtensions: function () { return false; },
    });
    known.set(proxy, list);
    return proxy;
  }
  function linesOf(value, name) {
    if (known.has(value)) return known.get(value).lines;
    if (value === undefined || value === null) return [];
    if (!isObject(value)) throw fault(name, 'an object');
    var list = { lines: [] };
    if (!Array.isArray(value)) {
      Object.keys(value).forEach(function (key) { change(list, key, value[key]); });
      return list.lines;
    }
    return value.map(function (line) {
      var key = isObject(line) ? text(line.name) : '';
      if (!TOKEN.test(key)) throw fault(name, 'an object, or a list of name and value');
      return [key, lineValue(key, line.value)];
    });
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

  // Text, or base64 of bytes; what it is to be is seen by what it is.
  function content(value, isForm) {
    if (value === undefined || value === null) return { text: '' };
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return { base64: web.toBase64(value) };
    if (!isObject(value)) return { text: text(value).toWellFormed() };
    var json = isForm ? writeForm(value) : stringify(value);
    if (json === undefined) throw fault('a body', 'text, bytes or a value that JSON has');
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
  // A property that is made when it is first read; answers whether it was read or set.
  function lazy(object, name, make) {
    var isUsed = false, value;
    Object.defineProperty(object, name, {
      get: function () {
        if (!isUsed) { value = make(); isUsed = true; }
        return value;
      },
      set: function (given) { isUsed = true; value = given; },
      enumerable: true, configurable: true,
    });
    return function () { return isUsed; };
  }

  function bytesOf(body) { return body.kind === 'none' ? new ArrayBuffer(0) : host.bodyBytes(text(body.index)); }
  // The headers, body and rawBody of a message, and what has become of them.
  function fill(message, data) {
    var body = data.body, used = { headers: function () { return true; } };
    message.headers = headers(data.headers);
    used.body = lazy(message, 'body', function () { return decodeBody(body); });
    used.rawBody = lazy(message, 'rawBody', function () { return new Uint8Array(bytesOf(body)); });
    return used;
  }

  // The message itself counts as far as it was touched, another object as far as it goes.
  function has(value, own, used, name) { return value === own ? used[name]() : name in value; }

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
  function commonChanges(value, own, used, data, where) {
    var changes = {}, lines = has(value, own, used, 'headers') ? linesOf(value.headers, where + '.headers') : data.headers;
    if (lines !== data.headers && stringify(lines) !== stringify(data.headers)) changes.headers = lines;
    var body = bodyChange(value, own, used, data, lines);
    if (body !== undefined) changes.body = body;
    return changes;
  }

  var REQUEST = {
    method: [function (value) { return typeof value === 'string' && TOKEN.test(value); }, 'the name of a method'],
    scheme: [function (value) { return value === 'http' || value === 'https'; }, 'http or https'],
    host: [function (value) { return typeof value === 'string' && /^[^\\s/?#@\\0]+$/.test(value); }, 'a host name or an IP address'],
    port: [function (value) { return Number.isInteger(value) && value >= 1 && value <= 65535; }, 'a whole number from 1 to 65535'],
    path: [function (value) { return typeof value === 'string' && /^(\\*|\\/[^\\s?#\\0]*)$/.test(value); }, 'text that begins with / and holds no space, ? or #'],
  };
  var RESPONSE = {
    statusCode: [function (value) { return Number.isInteger(value) && value >= 200 && value <= 599; }, 'a whole number from 200 to 599'],
    statusPhrase: [function (value) { return typeof value === 'string' && !/[\\r\\n\\0]/.test(value); }, 'a single line'],
  };
  function fieldChanges(rules, value, data, where, changes) {
    Object.keys(rules).forEach(function (name) {
      if (!(name in value) || value[name] === data[name]) return;
      if (!rules[name][0](value[name])) throw fault(where + '.' + name, rules[name][1]);
      changes[name] = value[name];
    });
  }

  function request(data) {
    var own = { method: data.method, scheme: data.scheme, host: data.host, port: data.port, path: data.path };
    var isQueried = lazy(own, 'queries', function () { return readForm(data.query); });
    var used = fill(own, data);
    used.queries = isQueried;
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

  function response(data) {
    var own = { statusCode: data.statusCode, statusPhrase: data.statusPhrase, httpVersion: data.httpVersion };
    var used = fill(own, data);
    function changes(value) {
      var result = commonChanges(value, own, used, data, 'response');
      fieldChanges(RESPONSE, value, data, 'response', result);
      return result;
    }
    return { message: own, changes: changes };
  }

  // One that a script has made itself.
  function wholeResponse(value) {
    var result = { statusCode: 200, statusPhrase: '', headers: linesOf(value.headers, 'response.headers') };
    fieldChanges(RESPONSE, value, {}, 'response', result);
    var raw = value.body === undefined ? value.rawBody : value.body;
    var hasType = valuesOf(result.headers, 'content-type').length > 0;
    result.body = content(raw, isForm(result.headers));
    if (isObject(raw) && result.body.text !== undefined && !hasType)
      result.headers = result.headers.concat([['Content-Type', 'application/json']]);
    return result;
  }

  return { request: request, response: response, wholeResponse: wholeResponse, content: content, isObject: isObject };
})`;
