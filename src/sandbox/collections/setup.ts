// Two setups for scripts of collections: one with the libraries that nearly every script uses, and one with more of
// them preloaded. The second has a larger memory, which takes longer to restore. Both load other libraries when they
// are required.
import { dynamicNames, dynamicValue } from '../../base/dynamic-variables.ts';
import { INTL_FUNCTIONS } from '../globals/intl.ts';
import { decodeText, WEB, WEB_FUNCTIONS } from '../globals/web.ts';
import { HostError } from '../host-error.ts';
import { defineSetup, type HostFunction, type Setup } from '../setup.ts';
import { LOADED_ON_USE, PRELOADED } from './libraries.ts';
import { linkedModules, snapshotStore } from './linked-modules.ts';
import { PLAIN, SCRIPT_NAME, WITH_LIBRARIES } from './script.ts';

const hostFunctions: Readonly<Record<string, HostFunction>> = {
  ...WEB_FUNCTIONS,
  ...INTL_FUNCTIONS,
  entry: ({ text }) => linkedModules().entries[text(0)] ?? '',
  module: ({ text }) => JSON.stringify(linkedModules().modules[text(0)] ?? null),
  bodyText: ({ text }, job) => encodeText(decodeText(job.body(0), knownCharset(text(0)))),
  bodyBytes: (_, job) => job.body(0),
  bodyBase64: (_, job) => Buffer.from(job.body(0)).toString('base64'),
  messages: (_, job) => (job.hasBody(1) ? encodeText(Buffer.from(job.body(1)).toString()) : encodeText('[]')),
  note: ({ text }, job) => {
    job.note(text(0));
    return undefined;
  },
  dynamicNames: () => JSON.stringify(dynamicNames()),
  dynamicValue: ({ text }) => JSON.stringify(dynamicValue(text(0)) ?? null),
  now: () => String(performance.now()),
  timeOrigin: () => String(performance.timeOrigin),
  randomBytes: ({ text }) => randomBytes(Number(text(0))),
};

const MAX_RANDOM_BYTES = 65_536;

function randomBytes(count: number): Uint8Array {
  if (!(count >= 0 && count <= MAX_RANDOM_BYTES))
    throw new HostError(`more than ${MAX_RANDOM_BYTES} random bytes`);
  return crypto.getRandomValues(new Uint8Array(count));
}

/**
 * Encodes text: as it is after `t`, or as JSON after `j` when it contains a NUL, which would end it in the engine.
 */
function encodeText(text: string): string {
  return text.includes('\0') ? `j${JSON.stringify(text)}` : `t${text}`;
}

function knownCharset(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'utf-8';
  }
}

/**
 * Forces a garbage collection before the snapshot. The engine collects whenever the number of its allocations has grown
 * by half, which would otherwise happen in every script that starts from this memory. A cycle that only references itself
 * is gone after a collection; when it is not gone by the end of the loop, the next collection is far away.
 */
const COLLECT = `(function () {
        var held = [], loop = {};
        loop.loop = loop;
        var gone = new WeakRef(loop);
        loop = null;
        while (held.length < 20000 && gone.deref() !== undefined) held.push({});
      })();`;

const createSetup = (id: string, loaded: readonly string[]): Setup =>
  defineSetup({
    id,
    source: `(function (kernel, host) {
      'use strict';
      var web = ${WEB}(kernel, host);
      var parse = JSON.parse, evaluate = eval;
      var cache = Object.create(null);
      var process = { env: {}, argv: [], version: '', versions: {}, browser: true, cwd: function () { return '/'; },
        nextTick: function (run) { var rest = Array.prototype.slice.call(arguments, 1); Promise.resolve().then(function () { run.apply(null, rest); }); } };
      var onUse = new Set(${JSON.stringify(LOADED_ON_USE)});
      var NativeProxy = Proxy, apply = Reflect.apply;
      function loadOnUse(id) {
        return new NativeProxy(() => undefined, {
          get: function (_, key) { return loadModule(id)[key]; },
          apply: function (_, self, values) { return apply(loadModule(id), self, values); },
        });
      }
      function loadModule(id) {
        var known = cache[id];
        if (known !== undefined) return known.exports;
        var linked = parse(host.module(id));
        if (linked === null) throw new Error("Cannot find module '" + id + "'");
        var module = cache[id] = { exports: {}, id };
        function require(name) {
          var found = linked.requires[name];
          if (found === undefined) throw new Error("Cannot find module '" + name + "'");
          return onUse.has(name) ? loadOnUse(found) : loadModule(found);
        }
        try {
          var run = evaluate('(function (exports, require, module, global, process) {' + linked.code + '\\n})');
          run.call(module.exports, module.exports, require, module, globalThis, process);
        } catch (error) {
          delete cache[id];
          throw error;
        }
        return module.exports;
      }
      var named = Object.create(null);
      function load(name) {
        if (!(name in named)) named[name] = loadModule(host.entry(name));
        return named[name];
      }
      var hooks = load('guest').start({ kernel, host, web, load, scriptName: '${SCRIPT_NAME}' });
      ${JSON.stringify(loaded)}.forEach(load);
      ${COLLECT}
      return hooks;
    })`,
    hostFunctions,
    store: snapshotStore,
  });

export const collectionsSetup = createSetup(PLAIN, []);
export const collectionsWithLibrariesSetup = createSetup(WITH_LIBRARIES, PRELOADED);
