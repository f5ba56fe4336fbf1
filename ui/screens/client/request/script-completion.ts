// Completion of `pm.` in scripts of collections.
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';

const method = (label: string, detail: string): Completion => ({ label, detail, type: 'method' });
const property = (label: string, detail: string): Completion => ({ label, detail, type: 'property' });

const VARIABLES: readonly Completion[] = [
  method('get', '(name)'),
  method('set', '(name, value)'),
  method('has', '(name)'),
  method('unset', '(name)'),
  method('clear', '()'),
  method('toObject', '()'),
  method('replaceIn', '(text)'),
];

/** The members of each expression. */
const MEMBERS: Readonly<Record<string, readonly Completion[]>> = {
  pm: [
    method('test', '(name, function)'),
    method('expect', '(value)'),
    method('sendRequest', '(request, callback)'),
    property('request', 'the request'),
    property('response', 'the response, after it'),
    property('environment', 'variables'),
    property('globals', 'variables'),
    property('collectionVariables', 'variables'),
    property('variables', 'all variables, and those of this run'),
    property('iterationData', 'the row of the data'),
    property('cookies', 'of the request'),
    property('info', 'names and the iteration'),
    property('execution', 'the run'),
  ],
  'pm.environment': VARIABLES,
  'pm.globals': VARIABLES,
  'pm.collectionVariables': VARIABLES,
  'pm.variables': VARIABLES,
  'pm.iterationData': [method('get', '(name)'), method('has', '(name)'), method('toObject', '()')],
  'pm.response': [
    method('json', '()'),
    method('text', '()'),
    property('code', 'the status'),
    property('status', 'the reason'),
    property('headers', 'the headers'),
    property('responseTime', 'milliseconds'),
    property('responseSize', 'bytes'),
    property('to', 'pm.response.to.have.status(200)'),
  ],
  'pm.request': [
    property('url', 'the URL'),
    property('method', 'the method'),
    property('headers', 'the headers'),
    property('body', 'the body'),
  ],
  'pm.info': [
    property('requestName', 'text'),
    property('requestId', 'text'),
    property('iteration', 'number'),
    property('iterationCount', 'number'),
    property('eventName', 'text'),
  ],
  'pm.execution': [method('setNextRequest', '(name)'), method('skipRequest', '()')],
  'pm.cookies': [method('get', '(name)'), method('has', '(name)'), method('toObject', '()')],
};

function complete(context: CompletionContext): CompletionResult | null {
  const before = context.matchBefore(/\bpm(?:\.\w*)*/);
  if (before === null) return null;
  const at = before.text.lastIndexOf('.');
  const options = MEMBERS[before.text.slice(0, at === -1 ? before.text.length : at)];
  if (options === undefined || at === -1) return null;
  return { from: before.from + at + 1, options: [...options], validFor: /^\w*$/ };
}

export const scriptCompletion: readonly Extension[] = [autocompletion({ override: [complete] })];
