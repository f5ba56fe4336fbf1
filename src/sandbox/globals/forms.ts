// Forms for scripts: multipart bodies (RFC 7578) and URL-encoded ones.
import { HostError } from '../host-error.ts';
import type { HostFunction } from '../setup.ts';

const MAX_PARTS = 10_000;
const MAX_BOUNDARY_BYTES = 200;

export const FORM_FUNCTIONS: Readonly<Record<string, HostFunction>> = {
  splitMultipart: ({ bytes, text }) => JSON.stringify(splitMultipart(Buffer.from(bytes(0)), text(1))),
};

interface PartRange {
  /** Field lines as latin1, without the empty line. */
  readonly head: string;
  readonly start: number;
  readonly end: number;
}

/** Finds the parts of a multipart body. Throws a HostError when it is not one. */
function splitMultipart(body: Buffer, boundary: string): readonly PartRange[] {
  if (boundary === '' || boundary.length > MAX_BOUNDARY_BYTES)
    throw new HostError('multipart: the Content-Type has no boundary');
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  const parts: PartRange[] = [];
  let at = body.indexOf(delimiter);
  if (at < 0) throw new HostError('multipart: the body does not contain its boundary');
  for (;;) {
    at += delimiter.length;
    if (body.toString('latin1', at, at + 2) === '--') return parts;
    const lineEnd = body.indexOf('\r\n', at);
    const next = lineEnd < 0 ? -1 : body.indexOf(Buffer.concat([CRLF, delimiter]), lineEnd);
    if (next < 0) throw new HostError('multipart: the last part has no end');
    // A part without fields begins with an empty line.
    const headEnd =
      body.toString('latin1', lineEnd, lineEnd + 4) === '\r\n\r\n'
        ? lineEnd
        : body.indexOf('\r\n\r\n', lineEnd);
    if (headEnd < 0 || headEnd > next)
      throw new HostError('multipart: a part has no empty line behind its headers');
    parts.push({
      head: body.toString('latin1', lineEnd + 2, Math.max(lineEnd + 2, headEnd)),
      start: headEnd + 4,
      end: next,
    });
    if (parts.length > MAX_PARTS) throw new HostError(`multipart: more than ${MAX_PARTS} parts`);
    at = next + 2;
  }
}

const CRLF = Buffer.from('\r\n');

/** The source of a function of `(web, host)` that defines the globals. */
export const FORMS = `(function (web, host) {
  'use strict';
  var text = String, parse = JSON.parse;
  function define(name, value) {
    Object.defineProperty(globalThis, name, { value: value, writable: true, configurable: true });
  }
  function utf8(latin1) {
    var bytes = new Uint8Array(latin1.length);
    for (var i = 0; i < latin1.length; i += 1) bytes[i] = latin1.charCodeAt(i);
    return web.decode(bytes, 'utf-8', false);
  }
  function parameter(line, name) {
    var found = new RegExp(';\\\\s*' + name + '\\\\s*=\\\\s*(?:"((?:\\\\\\\\.|[^"\\\\\\\\])*)"|([^\\\\s;]+))', 'i').exec(line);
    if (found === null) return null;
    var value = found[1] !== undefined ? found[1].replace(/\\\\(["\\\\])/g, '$1') : found[2];
    return value.replace(/%22/g, '"').replace(/%0D%0A/gi, '\\r\\n');
  }
  function decodePart(body, range) {
    var headers = {};
    range.head.split('\\r\\n').forEach(function (line) {
      var at = line.indexOf(':');
      if (at > 0) headers[line.slice(0, at).trim().toLowerCase()] = utf8(line.slice(at + 1).trim());
    });
    var disposition = headers['content-disposition'] || '', data = new Uint8Array(body.slice(range.start, range.end));
    var part = { name: parameter(disposition, 'name'), filename: parameter(disposition, 'filename'),
      contentType: headers['content-type'] === undefined ? null : headers['content-type'], headers: headers, data: data };
    Object.defineProperty(part, 'text', { get: function () { return web.decode(data, 'utf-8', false); }, enumerable: false });
    return part;
  }

  function quoted(value) {
    return '"' + text(value).replace(/"/g, '%22').replace(/\\r/g, '%0D').replace(/\\n/g, '%0A') + '"';
  }
  function line(value) {
    if (/[\\r\\n\\0]/.test(value)) throw new TypeError('multipart: a header must be a single line');
    return value;
  }
  function encodePart(boundary, part) {
    var head = '--' + boundary + '\\r\\nContent-Disposition: form-data; name=' + quoted(part.name);
    if (part.filename !== undefined && part.filename !== null) head += '; filename=' + quoted(part.filename);
    var type = part.contentType;
    if (type === undefined && part.filename !== undefined && part.filename !== null) type = 'application/octet-stream';
    if (type !== undefined && type !== null) head += '\\r\\nContent-Type: ' + line(text(type));
    var data = part.data === undefined || part.data === null ? (part.value === undefined ? '' : part.value) : part.data;
    return [web.buffer(head + '\\r\\n\\r\\n'), web.buffer(data), web.buffer('\\r\\n')];
  }
  function joined(buffers) {
    var size = buffers.reduce(function (sum, each) { return sum + each.byteLength; }, 0), all = new Uint8Array(size), at = 0;
    buffers.forEach(function (each) { all.set(new Uint8Array(each), at); at += each.byteLength; });
    return all;
  }

  define('multipart', Object.freeze({
    decode: function (body, contentType) {
      var bytes = web.buffer(body), boundary = parameter(';' + text(contentType), 'boundary');
      return parse(host.splitMultipart(bytes, boundary === null ? '' : boundary)).map(function (range) { return decodePart(bytes, range); });
    },
    encode: function (parts, boundary) {
      var mark = boundary === undefined ? 'form-' + host.uuid() : line(text(boundary));
      var buffers = Array.from(parts).flatMap(function (part) { return encodePart(mark, part); });
      return { body: joined(buffers.concat([web.buffer('--' + mark + '--\\r\\n')])), contentType: 'multipart/form-data; boundary=' + mark };
    },
  }));
  define('form', Object.freeze({
    decode: function (value) {
      var result = {};
      new URLSearchParams(text(value)).forEach(function (each, name) {
        var before = Object.hasOwn(result, name) ? result[name] : undefined;
        var next = before === undefined ? each : Array.isArray(before) ? before.concat(each) : [before, each];
        Object.defineProperty(result, name, { value: next, writable: true, enumerable: true, configurable: true });
      });
      return result;
    },
    encode: function (fields) {
      var params = new URLSearchParams();
      Object.keys(fields).forEach(function (name) {
        (Array.isArray(fields[name]) ? fields[name] : [fields[name]]).forEach(function (each) { params.append(name, each); });
      });
      return params.toString();
    },
  }));
})`;
