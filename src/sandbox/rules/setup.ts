// The setup for rule scripts: it defines their globals and calls their four functions.
import { CRYPTO, CRYPTO_FUNCTIONS } from '../globals/crypto.ts';
import { FORM_FUNCTIONS, FORMS } from '../globals/forms.ts';
import { decodeText, WEB, WEB_FUNCTIONS } from '../globals/web.ts';
import { HostError } from '../host-error.ts';
import { defineSetup, type HostArguments } from '../setup.ts';
import { MESSAGES } from './messages.ts';
import { NETWORK } from './network.ts';

/** The name of the call that returns the functions of the script. */
export const FUNCTIONS_CALL = '$functions';

export const FUNCTION_NAMES = ['onRequest', 'onResponse', 'onWebSocketMessage', 'onServerEvent'] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

const SHARED_STATE = `(function (host) {
  'use strict';
  var stringify = JSON.stringify, parse = JSON.parse;
  var value, written = '', version = '', isUsed = false;
  function use() {
    if (isUsed) return;
    isUsed = true;
    if (host.stateVersion() === version) return;
    version = host.stateVersion();
    written = host.readState();
    value = parse(written);
  }
  Object.defineProperty(globalThis, 'sharedState', {
    get: function () { use(); return value; },
    set: function (given) { use(); value = given; },
    configurable: false,
  });
  return {
    save: function () {
      if (!isUsed) return;
      isUsed = false;
      var json = stringify(value);
      if (json === undefined) throw new TypeError('sharedState must be a JSON value');
      if (json === written) return;
      version = host.writeState(json);
      written = json;
    },
    // A state that was not saved is not visible to the next call either.
    drop: function () { isUsed = false; version = ''; },
  };
})`;

const RULES = `(function (kernel, web, messages, state) {
  'use strict';
  var NAMES = ${JSON.stringify(FUNCTION_NAMES)};
  var isObject = messages.isObject, next = messages.next, after = null, found = Object.create(null);
  var stringify = JSON.stringify, parse = JSON.parse;
  var SAME = '{"type":"request","changes":{}}';

  function kindOf(value) { return value === null ? 'null' : Array.isArray(value) ? 'a list' : 'a ' + typeof value; }
  function wrong(name, value, wanted) { return new TypeError(name + ' returned ' + kindOf(value) + '; return ' + wanted); }

  function frozen(value) {
    if (isObject(value)) { Object.keys(value).forEach(function (key) { frozen(value[key]); }); Object.freeze(value); }
    return value;
  }

  function changed(changes) {
    for (var any in changes) return { type: 'request', changes };
    return SAME;
  }
  function orNull(text) { return text === '' ? null : text; }
  function contextOf(input) {
    return {
      scriptName: next(input), matchingRule: next(input),
      flow: { id: next(input), app: orNull(next(input)), clientIP: orNull(next(input)), serverIP: orNull(next(input)) },
    };
  }

  var calls = {
    onRequest: function (run, context, url, input) {
      var request = messages.request(input);
      after = function (value) {
        if (value === null) return { type: 'block' };
        if (value === undefined) return changed(request.changes(request.message));
        if (!isObject(value) || Array.isArray(value)) throw wrong('onRequest', value, 'the request, a response, null, or nothing');
        if ('statusCode' in value && value !== request.message) return { type: 'respond', response: messages.wholeResponse(value) };
        return changed(request.changes(value));
      };
      return run(context, url, request.message);
    },
    onResponse: function (run, context, url, input) {
      var request = messages.request(input), response = messages.response(input);
      after = function (value) {
        var result = value === undefined ? response.message : value;
        if (!isObject(result) || Array.isArray(result)) throw wrong('onResponse', value, 'the response, or nothing');
        return { type: 'response', changes: response.changes(result) };
      };
      return run(context, url, request.message, response.message);
    },
    onWebSocketMessage: function (run, context, url, input) {
      var given = parse(next(input)), data = given.text !== undefined ? given.text : new Uint8Array(web.bodyBytes(given.index));
      var message = { direction: given.direction, kind: given.text !== undefined ? 'text' : 'binary', data };
      var before = messages.content(data);
      after = function (value) {
        if (value === null) return { type: 'drop' };
        var isBare = typeof value === 'string' || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
        if (value !== undefined && !isBare && (!isObject(value) || !('data' in value)))
          throw wrong('onWebSocketMessage', value, 'the message, text, bytes, null, or nothing');
        var now = messages.content(isBare ? value : (value || message).data);
        return now.text === before.text && now.base64 === before.base64 ? { type: 'message' } : { type: 'message', data: now };
      };
      return run(context, url, message);
    },
    onServerEvent: function (run, context, url, input) {
      var given = parse(next(input)), event = { event: given.event, data: given.data, id: given.id, retry: given.retry };
      after = function (value) {
        if (value === null) return { type: 'drop' };
        var result = value === undefined ? event : value;
        if (!isObject(result) || Array.isArray(result)) throw wrong('onServerEvent', value, 'the event, null, or nothing');
        return { type: 'event', changes: eventChanges(result, given) };
      };
      return run(context, url, event);
    },
  };

  function eventChanges(value, given) {
    var changes = {};
    ['event', 'data', 'id'].forEach(function (name) {
      if (!(name in value) || value[name] === given[name]) return;
      var made = isObject(value[name]) ? JSON.stringify(value[name]) : String(value[name]);
      if (name !== 'data' && /[\\r\\n\\0]/.test(made)) throw new TypeError('event.' + name + ' must be a single line');
      if (made !== given[name]) changes[name] = made.toWellFormed();
    });
    if ('retry' in value && value.retry !== given.retry) {
      if (value.retry !== null && !(Number.isSafeInteger(value.retry) && value.retry >= 0))
        throw new TypeError('event.retry must be a whole number of milliseconds, or null');
      changes.retry = value.retry;
    }
    return changes;
  }

  // Cached, because the look-up takes longer than many calls.
  function functionOf(name) {
    if (found[name] === undefined) found[name] = kernel.global(name);
    return found[name];
  }

  return {
    begin: function (options) {
      Object.defineProperty(globalThis, 'env', { value: frozen(options.env), writable: false, configurable: false });
    },
    call: function (name, given) {
      if (name === '${FUNCTIONS_CALL}') {
        return NAMES.filter(function (each) { return kernel.global(each) !== undefined; });
      }
      var run = NAMES.indexOf(name) < 0 ? undefined : functionOf(name);
      if (run === undefined) throw new TypeError('the script has no function ' + name);
      var input = { parts: given.split('\\n'), at: 0 }, context = contextOf(input);
      return calls[name](run, context, next(input), input);
    },
    end: function (value) {
      var make = after;
      after = null;
      var result = make === null ? value : make(value);
      state.save();
      return result === SAME ? SAME : stringify(result);
    },
    failed: function () { after = null; state.drop(); },
  };
})`;

export const rulesSetup = defineSetup({
  id: 'rules',
  source: `(function (kernel, host) {
    var web = ${WEB}(kernel, host);
    var messages = ${MESSAGES}(web, host);
    ${CRYPTO}(web, host);
    ${FORMS}(web, host);
    ${NETWORK}(kernel, web, host);
    web.bodyBytes = function (index) { return host.bodyBytes(String(index)); };
    return ${RULES}(kernel, web, messages, ${SHARED_STATE}(host));
  })`,
  hostFunctions: {
    ...WEB_FUNCTIONS,
    ...CRYPTO_FUNCTIONS,
    ...FORM_FUNCTIONS,
    bodyBytes: (values, job) => job.body(indexOf(values)),
    bodyText: (values, job) => JSON.stringify(decodeText(job.body(indexOf(values)), values.text(1))),
    stateVersion: (_, job) => String(job.state.version),
    readState: (_, job) => job.state.json,
    writeState: ({ text }, job) => String(job.writeState(text(0))),
  },
});

function indexOf({ text }: HostArguments): number {
  const index = Number(text(0));
  if (!Number.isInteger(index)) throw new HostError('there is no such body');
  return index;
}
