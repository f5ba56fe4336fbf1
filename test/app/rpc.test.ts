// Calls every method of the app over HTTP, with right and wrong parameters. Each call checks that the result
// has the declared schema.
import { execFileSync } from 'node:child_process';
import { randomUUID, X509Certificate } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Aedes } from 'aedes';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Client } from '../../src/flow/client.ts';
import { Flow } from '../../src/flow/flow.ts';
import { Message } from '../../src/flow/message.ts';
import { methods } from '../../src/session/methods/index.ts';
import { Clients } from '../../src/cli/app/clients/index.ts';
import { AuditLog } from '../../src/mcp/trust/audit-log.ts';
import { startTestApp } from '../helpers/app.ts';
import { ask } from '../helpers/ask.ts';
import { selfSigned } from '../helpers/authority.ts';
import { sentEntry } from '../helpers/history-entries.ts';
import { temporaryHome } from '../helpers/home.ts';
import { leaveSession } from '../helpers/kept-session.ts';
import { startOrigin } from '../helpers/origin.ts';
import { settled } from '../helpers/settled.ts';
import { until } from '../helpers/waiting.ts';

const origin = await startOrigin((request, response) => {
  if (request.url === '/hang') return;
  response
    .writeHead(200, { 'Content-Type': 'text/plain' })
    .end(`${request.method ?? ''} ${request.url ?? ''}`);
});
const programs = temporaryHome();
writeFileSync(join(programs.path, 'xterm'), '#!/bin/sh\n', { mode: 0o755 });
const clients = new Clients({
  proxy: () => ({
    port: running.port(),
    caPem: running.app.engine.ca.certPem,
    caPath: running.app.engine.ca.certPath,
    home: running.home,
  }),
  env: { PATH: programs.path, DISPLAY: ':99' },
  platform: 'linux',
});
const desktop = {
  openFolder: (path: string) => Promise.resolve(path === running.home),
  newestVersion: () => Promise.resolve({ version: '99.0.0', isNewer: true }),
};
const running = await startTestApp({ clients, desktop });
const { app, rpc, result, via, home } = running;
const keys = selfSigned('shown.test');
writeFileSync(join(programs.path, 'cert.pem'), keys.cert);
writeFileSync(join(programs.path, 'key.pem'), keys.key);
const secure = createTlsServer(keys, (socket) => socket.on('error', () => undefined).end('bye')).listen(0);
const shown = new X509Certificate(keys.cert);
const notTrusted = { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', chain: [shown.raw], isChanged: false };
app.clientState.machine.servers.note({ host: 'shown.test', port: 443, ...notTrusted });
app.clientState.machine.programs.note({
  fingerprint: '0'.repeat(64),
  description: 'node server.js (in /shop)',
});

const aedes = await Aedes.createBroker();
const broker = createServer(aedes.handle);
broker.listen(0, '127.0.0.1');
await once(broker, 'listening');
const brokerPort = (broker.address() as AddressInfo).port;
await result('create_collection', { name: 'Shop' });
await result('create_request', { collection: 'Shop', name: 'One', url: `${origin.http}/one` });
await result('import_spec', {
  text: '{"openapi": "3.1.0", "info": {"title": "Pets"}, "paths": {"/pets": {"get": {}}}}',
});

/** The id of a change in the log of assistants. */
const CHANGE = 'abcd1234';
await new AuditLog(home).add(
  {
    id: CHANGE,
    time: '2026-11-22T10:00:00.000Z',
    client: 'test 1.0',
    tool: 'set_tool_enabled',
    params: '{}',
    outcome: 'ok',
    error: '',
    durationMs: 1,
    undo: true,
  },
  { calls: [{ method: 'set_tool_enabled', params: { tool: 'mapLocal', enabled: true } }] },
);

afterAll(async () => {
  secure.close();
  await clients.close();
  await running.close();
  await new Promise<void>((resolve) => aedes.close(resolve));
  broker.close();
  programs.remove();
  await origin.close();
});

beforeEach(() => {
  app.traffic.clear();
  app.engine.flows.clear();
});

/** Returns the id of a run of an AI agent, of one call that the server answers with what is no answer of a model. */
async function askModel(): Promise<number> {
  await via(`${origin.http}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"model":"gpt-5-mini","messages":[{"role":"user","content":"Hello"}]}',
  });
  await settled(app.engine.flows);
  return app.traffic.newest().at(-1)!.id;
}

async function capture(path: string): Promise<number> {
  await via(origin.http + path);
  await settled(app.engine.flows);
  return app.traffic.newest().at(-1)!.id;
}

describe('the registry', () => {
  test('what programs may call, assistants may call too; names are those of one method', () => {
    const named = (face: string): string[] =>
      methods.filter(({ faces }) => faces.some((one) => one === face)).map(({ name }) => name);
    expect(named('rpc')).toEqual(named('mcp'));
    expect(named('ui').filter((name) => !OF_PAGES.test(name))).toEqual([]);
    expect(new Set(methods.map(({ name }) => name)).size).toBe(methods.length);
  });

  test.each(methods)('$name is documented, with its parameters', ({ name, params }) => {
    const page = readFileSync(new URL('../../docs/rpc.md', import.meta.url), 'utf8');
    const names = Object.entries(params.shape).map(([key, value]) =>
      value.safeParse(undefined).success ? `${key}?` : key,
    );
    expect(page).toContain(`| \`${name}(${names.join(', ')})\``);
  });

  test('methods of the pages are called here, with right and with wrong parameters', () => {
    // The others are tools as well: test/mcp/every-tool.test.ts calls each of them, rightly and wrongly.
    const names = methods.map(({ name }) => name).filter((name) => OF_PAGES.test(name));
    expect(names.filter((name) => !RIGHT.some(([right]) => right === name))).toEqual([]);
    expect(names.filter((name) => !WRONG.some(([wrong]) => wrong === name))).toEqual([]);
  });
});

/** The owner of a channel, and a new one. */
const OWNER = { window: 'w', tab: 't' };
const OPENED = { channel: expect.any(String) };
/** The names of methods for the app's own pages. */
const OF_PAGES = /^(?:ui|client)\./;

/** Results of methods; `ID` stands for the id of a captured request. */
const RIGHT: readonly (readonly [string, object | string, unknown])[] = [
  ['status', {}, { recording: true, listening: true, requestCount: 1, activeTools: [], macOSProxy: false }],
  ['set_recording', { on: true }, { recording: true }],
  ['clear_session', {}, { cleared: 1 }],
  ['set_macos_proxy', { on: true }, { on: true }],
  ['list_apps', {}, expect.any(Array)],
  ['list_domains', {}, [{ host: '127.0.0.1', requests: 1, decrypted: false }]],
  [
    'annotate_request',
    { id: 'ID', color: 'red', comment: 'look' },
    { id: 'ID', color: 'red', comment: 'look' },
  ],
  ['edit_and_replay', { id: 'ID' }, { method: 'GET', status: 200, response: { body: 'GET /one' } }],
  ['compare_requests', { a: 'ID', b: 'ID' }, { request: { diff: '', changes: [] }, response: { diff: '' } }],
  ['export_session', { format: 'har', path: 'FILE', ids: ['ID'] }, { path: 'FILE', count: 1 }],
  ['import_session', { path: 'FILE' }, { count: 1, skipped: [] }],
  ['insights', {}, { requests: 1, errors: 0 }],
  ['insights', { section: 'agents' }, { count: 0, runs: [] }],
  ['insights', { section: 'endpoints', steps: 2 }, { endpoints: [{ calls: 1, overTime: [1, 0] }] }],
  ['bypassing_apps', {}, { direct: expect.any(Array), captured: [] }],
  ['suggest_capture_domains', { app: 'curl' }, { recommended: [], others: [] }],
  ['open_capture', { app: 'curl' }, { opened: false }],
  ['open', { target: 'tools', tool: 'Map Local' }, { opened: false }],
  ['ssl_proxying', { action: 'list' }, { hosts: [], apps: [] }],
  ['get_settings', {}, { port: 9090, autoEnableMacOSProxy: false }],
  [
    'update_settings',
    { changes: { maxCapturedBodyBytes: 1000 } },
    { applied: ['maxCapturedBodyBytes'], restarted: false },
  ],
  [
    'certificate',
    {},
    { name: expect.any(String), trusted: false, pem: expect.stringContaining('BEGIN CERT') },
  ],
  ['list_rules', {}, expect.any(Array)],
  [
    'list_rules',
    { tool: 'Map Local' },
    [{ tool: 'mapLocal', title: 'Map Local', enabled: false, rules: [] }],
  ],
  [
    'upsert_rule',
    { tool: 'mapLocal', rule: { name: 'A' } },
    { id: expect.any(String), name: 'A', pattern: '*' },
  ],
  ['delete_rule', { tool: 'mapLocal', id: 'RULE' }, { deleted: 'RULE' }],
  ['set_tool_enabled', { tool: 'No Caching', enabled: true }, { tool: 'noCaching', enabled: true }],
  [
    'rule_from_request',
    { tool: 'blockList', id: 'ID' },
    { tool: 'blockList', rule: { id: expect.any(String) } },
  ],
  ['script_logs', {}, []],
  ['list_paused', {}, []],
  ['resolve_paused', { id: 'PAUSED', action: 'send_original' }, { id: 'PAUSED', action: 'send_original' }],
  ['ui.delete_requests', { ids: 'IDS' }, { deleted: 1 }],
  ['ui.restore_requests', {}, { restored: expect.any(Number) }],
  ['ui.annotate_requests', { ids: 'IDS', pinned: true, color: 'red' }, { changed: 1 }],
  [
    'ui.generate_code',
    { format: 'curl', ids: ['ID', 'ID'] },
    { count: 2, code: expect.stringMatching(/^curl .*\n\ncurl /s) },
  ],
  ['ui.change_preferences', { changes: { order: ['id'], gone: null } }, { order: ['id'] }],
  ['ui.preferences', {}, expect.any(Object)],
  [
    'ui.change_drafts',
    { changes: [{ name: 'a', base: { b: 1 }, fields: { b: { value: 2 }, gone: null } }] },
    { drafts: { a: { base: { b: 1 }, fields: { b: { value: 2 } } } }, notSaved: null },
  ],
  ['ui.drafts', {}, expect.any(Object)],
  [
    'ui.column_values',
    { ids: ['ID', 88_888], columns: ['response-header:content-type', 'response-body:$.id'] },
    [
      { id: 'ID', values: ['text/plain', null] },
      { id: 88_888, values: [] },
    ],
  ],
  ['ui.header_names', { side: 'response' }, expect.arrayContaining([{ name: 'content-type', share: 1 }])],
  ['ui.explain_rules', { id: 'ID' }, []],
  ['ui.agent_runs', {}, { count: 0, runs: [] }],
  [
    'ui.agent_run',
    { id: 'AGENT' },
    { id: 'AGENT', name: 'Hello', steps: [{ kind: 'model', name: 'gpt-5-mini' }] },
  ],
  ['ui.agent_run_page', { id: 'AGENT' }, { text: expect.stringContaining('gpt-5-mini') }],
  [
    'ui.compare_side_by_side',
    { a: 'ID', b: 'ID' },
    { request: { headers: [], body: { lines: [] } }, response: { body: { differences: 0 } } },
  ],
  ['ui.dry_run_rule', { tool: 'blockList', rule: { pattern: '*' } }, expect.any(Object)],
  ['ui.reorder_rules', { tool: 'mapLocal', ids: ['RULE'] }, { ids: ['RULE'] }],
  ['ui.rule_forms', {}, expect.arrayContaining([expect.objectContaining({ tool: 'mapLocal' })])],
  ['ui.draft_rule', { tool: 'blockList', id: 'ID' }, { id: '', methods: ['GET'], action: 'respond' }],
  ['ui.save_rule', { tool: 'blockList', rule: { name: 'New' } }, { id: expect.any(String), name: 'New' }],
  ['ui.rule_hits', { tool: 'blockList' }, {}],
  ['ui.export_rules', {}, { version: 1, tools: { noCaching: { rules: [] } } }],
  ['ui.import_rules', { state: { version: 1, tools: {} }, mode: 'add' }, { rules: 0 }],
  [
    'ui.test_script',
    {
      id: 'ID',
      code: `console.log('loaded');
        function onRequest(c, url, request) { request.headers['X-A'] = '1'; request.method = 'PUT'; }
        function onResponse(c, url, request, response) { response.body += request.method; }`,
    },
    {
      console: [{ level: 'log', text: 'loaded' }],
      error: null,
      steps: [
        {
          name: 'onRequest',
          outcome: 'changed',
          changes: expect.arrayContaining([{ where: 'headers.x-a', before: null, after: '1' }]),
        },
        { name: 'onResponse', changes: [{ where: 'body', before: 'GET /one', after: 'GET /onePUT' }] },
      ],
    },
  ],
  [
    'ui.test_script',
    { id: 'ID', code: 'function onRequest() {\n  nothing();\n}' },
    { steps: [], error: { line: 2, message: expect.stringContaining('nothing') } },
  ],
  ['ui.check_settings', { changes: { port: 9091 } }, { issues: [] }],
  [
    'ui.check_settings',
    { changes: { port: '80a', prt: 1, socks: { port: 0 } } },
    {
      issues: [
        { field: 'port', expected: 'a whole number from 0 to 65535' },
        { field: 'socks.port', expected: 'a whole number from 1 to 65535' },
        { field: 'prt', expected: 'no such key' },
      ],
    },
  ],
  ['ui.trust', {}, expect.any(Array)],
  [
    'ui.assistants',
    {},
    expect.arrayContaining([
      expect.objectContaining({
        id: 'cursor',
        command: 'proxyctl mcp config cursor --write',
        isOfProject: false,
      }),
    ]),
  ],
  ['ui.assistant_calls', { limit: 5 }, [expect.objectContaining({ tool: 'set_tool_enabled' })]],
  ['ui.undo_assistant_call', { id: CHANGE }, { undone: true }],
  ['ui.start_client', { target: 'terminal' }, { program: 'xterm' }],
  ['ui.script_error', { rule: 'none' }, { error: null }],
  [
    'ui.about',
    {},
    {
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.versions.node,
      dataFolder: expect.any(String),
      dataBytes: expect.any(Number),
    },
  ],
  ['ui.open_data_folder', {}, { opened: true }],
  ['ui.newest_version', {}, { version: '99.0.0', isNewer: true }],
  [
    'ui.machine',
    {},
    {
      addresses: expect.any(Array),
      platform: expect.any(String),
      startable: [{ target: 'terminal', program: 'xterm' }],
      certificate: { fingerprint: expect.stringMatching(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/) },
    },
  ],
  [
    'ui.clients',
    {},
    [{ isThisComputer: true, address: '127.0.0.1', requests: 1, plain: 1, decrypted: 0, tunnels: 0 }],
  ],
  ['ui.kept_sessions', {}, []],
  ['ui.open_kept_session', { name: 'KEPT' }, { count: 3 }],
  ['ui.delete_kept_session', { name: 'KEPT' }, {}],
  ['ui.dns_capture', { domains: ['a.test'] }, { isEnabled: false, apps: [], led: [] }],
  ['ui.capture_domains', { app: 'curl', domains: [] }, { capturedDomains: [] }],
  ['client.send', { ...OWNER, request: { url: 'http://127.0.0.1:9/' } }, OPENED],
  ['client.connect', { ...OWNER, request: { type: 'tcp', url: 'tcp://127.0.0.1:9' } }, OPENED],
  [
    'client.plan_import',
    {
      sources: [
        { name: 'a.txt', text: 'curl http://a.test' },
        { name: 'b.json', text: '{' },
        { name: 'c.rest', text: 'GET http://a.test\n###\nGET http://b.test' },
        { name: 'pasted text', text: '### One\n# @name one\nGET http://a.test' },
        { name: 'api', files: [{ path: 'sub/d.http', text: 'GET http://d.test' }] },
      ],
    },
    {
      plans: [
        { format: 'cURL command', counts: { requests: 1 } },
        { error: expect.stringContaining('line 1') },
        { format: '.http file', counts: { requests: 2 } },
        { format: '.http file', counts: { requests: 1 } },
        { format: 'Folder', counts: { requests: 1 } },
      ],
    },
  ],
  [
    'client.import',
    { sources: [{ source: { name: 'a', files: [{ path: '../b', text: '' }] } }] },
    { results: [{ name: 'a', error: '../b leads out of the folder' }], collections: [] },
  ],
  ['client.export_formats', { kind: 'collection', ref: 'Shop' }, { formats: expect.any(Array) }],
  [
    'client.export',
    { kind: 'collection', ref: 'Shop', format: 'postman' },
    { fileName: 'Shop.postman_collection.json', files: [{ text: expect.stringContaining('"Shop"') }] },
  ],
  ['client.docs_preview', { collection: 'Shop' }, { path: expect.stringMatching(/^\/preview\//) }],
  [
    'client.request_from_text',
    { text: "curl -X PUT 'http://a.test/b?c=1' -H 'X-D: e'" },
    { request: { method: 'PUT', url: 'http://a.test/b', query: [{ name: 'c', value: '1' }] }, warnings: [] },
  ],
  ['client.connection_send', { channel: 'MQTT', name: 'a', text: 'hi' }, { channel: 'MQTT' }],
  ['client.subscribe', { channel: 'MQTT', name: 'a/#', qos: 1 }, { channel: 'MQTT' }],
  ['client.unsubscribe', { channel: 'MQTT', name: 'a/#' }, { channel: 'MQTT' }],
  ['client.half_close', { channel: 'TCP' }, { channel: 'TCP' }],
  ['client.close', { channel: 'MQTT' }, { channel: 'MQTT' }],
  ['client.topics', { channel: 'MQTT' }, { total: 0, topics: [], levels: [], omitted: 0 }],
  [
    'client.preview',
    { request: { url: 'a.test/{{b}}' } },
    { url: 'http://a.test/%7B%7Bb%7D%7D', unknown: ['b'] },
  ],
  [
    'client.code',
    { request: { url: 'http://a.test/b' }, format: 'curl' },
    { code: expect.stringContaining('http://a.test/b') },
  ],
  ['client.variables', { environment: null }, { variables: expect.any(Array), dynamic: expect.any(Array) }],
  ['client.run', { ...OWNER, collection: 'Shop' }, OPENED],
  ['client.pause', { channel: 'RUN', on: true }, { paused: true }],
  ['client.run_results', { channel: 'RUN', limit: 1 }, { rows: expect.any(Array) }],
  ['client.run_flow', { ...OWNER, flow: 'FLOW' }, OPENED],
  ['client.flow_response', { channel: 'FLOW_RUN', step: '1' }, { status: 200, size: expect.any(Number) }],
  ['client.run_request', { channel: 'ENDED', index: 0 }, { response: { status: 200 }, tests: [] }],
  ['client.run_report', { channel: 'RUN', format: 'junit' }, { fileName: expect.stringMatching(/\.xml$/) }],
  ['client.run_report_part', { channel: 'REPORTED', format: 'json' }, { offset: 0 }],
  ['client.runs', { limit: 1 }, { running: expect.any(Array), past: expect.any(Array) }],
  ['client.last_run', { collection: 'Shop' }, { failed: expect.any(Array) }],
  [
    'client.run_text',
    { system: 'command', configuration: { collection: 'Shop', bail: true } },
    { text: 'proxyctl collection run Shop --bail' },
  ],
  ['client.start_mock', { ...OWNER, collection: 'Shop' }, OPENED],
  ['client.reload_mock', { channel: 'MOCK' }, { examples: 0 }],
  ['client.change_mock', { channel: 'MOCK', delayMs: 1 }, { channel: 'MOCK' }],
  ['client.mock_routes', { channel: 'MOCK' }, { total: 1, routes: [{ path: '/one', examples: [] }] }],
  [
    'client.mock_answer',
    { collection: 'Shop', method: 'GET', path: '/{none}' },
    { path: '/1', status: 404, source: 'none' },
  ],
  ['client.check_port', { port: 65_535 }, { isFree: expect.any(Boolean) }],
  ['client.load_test', { ...OWNER, collection: 'Shop', durationSeconds: 1 }, OPENED],
  ['client.load_test_totals', { channel: 'LOAD' }, { totals: expect.toBeOneOf([null, expect.any(Object)]) }],
  [
    'client.plan_load_test',
    { collection: 'Shop', stages: [{ seconds: 5, to: 2 }], thresholds: ['p95>9'] },
    {
      requests: [{ name: 'One', method: 'GET' }],
      hosts: [{ host: '127.0.0.1', isLocal: true }],
      rows: 0,
      k6: { source: expect.stringContaining('"target": 2'), warnings: [] },
    },
  ],
  [
    'client.load_tests',
    { collection: 'shop' },
    { running: expect.any(Array), loadTests: [{ id: 'LOADED', figures: { p95: 5 } }] },
  ],
  [
    'client.compare_load_tests',
    { id: 'LOADED', before: 'LOADED' },
    {
      isSame: true,
      differs: [],
      figures: [{ metric: 'p95', before: 5, now: 5, mark: null }],
      perRequest: [],
    },
  ],
  [
    'client.load_test_report',
    { id: 'LOADED', format: 'json' },
    { mediaType: 'application/json', text: expect.stringContaining('"p95>1: it is 5"') },
  ],
  ['client.channels', { window: 'w' }, expect.any(Array)],
  ['client.channel_events', { channel: 'RUN', limit: 1 }, { events: [{ type: 'start' }], dropped: 0 }],
  ['client.cancel', { channel: 'RUN' }, { channel: 'RUN', kind: 'run', tab: 't' }],
  ['client.close_channel', { channel: 'RUN' }, { closed: 'RUN' }],
  ['client.response_body', { channel: 'RUN' }, { total: 0, base64: '' }],
  ['client.cookies', {}, { cookies: [] }],
  ['client.set_cookie', { domain: 'a.test', name: 'a', value: 'b' }, { notSaved: null }],
  ['client.delete_cookies', { domain: 'a.test' }, { notSaved: null }],
  ['client.tokens', {}, { tokens: [] }],
  ['client.forget_token', { id: 'none' }, { forgotten: false, notSaved: null }],
  [
    'client.request_token',
    { request: { auth: { type: 'oauth2', grant: 'clientCredentials', clientId: 'a' } } },
    { grant: 'clientCredentials', token: null },
  ],
  ['client.responses', { request: 'none' }, { responses: [], broken: [] }],
  [
    'client.response',
    { request: 'sent', id: 'SENT' },
    { summary: { id: 'SENT', status: 200 }, end: { outcome: 'received' }, events: expect.any(Array) },
  ],
  ['client.stored_response_body', { request: 'sent', id: 'SENT', length: 3 }, { offset: 0, base64: 'R0VU' }],
  ['client.delete_responses', { request: 'sent', ids: ['SENT'] }, { deleted: 1 }],
  ['client.history', { text: 'sent', limit: 1 }, { entries: [{ kind: 'send' }], notSaved: null }],
  ['client.history_entry', { id: 'SENT' }, { entry: { request: 'sent', hasResponse: true }, run: null }],
  ['client.sent_request', { id: 'SENT' }, { request: { url: expect.any(String) }, differences: null }],
  ['client.delete_history', { ids: ['SENT'] }, { deleted: 1 }],
  ['client.script_values', {}, { values: expect.any(Array), notSaved: null }],
  [
    'client.keep_script_value',
    { scope: 'globals', owner: 'globals', name: 'VALUE', window: 'rpc' },
    { path: 'globals.yaml' },
  ],
  ['client.forget_script_values', { name: 'none' }, { forgotten: 0, notSaved: null }],
  [
    'client.trust_certificate',
    { host: 'shown.test', port: 443, fingerprint: 'FINGERPRINT', for: 'host' },
    { notSaved: null },
  ],
  ['client.trusted_certificates', {}, { certificates: [{ host: 'shown.test', subject: 'CN=shown.test' }] }],
  ['client.allow_program', { fingerprint: '0'.repeat(64) }, {}],
  ['client.allowed_programs', {}, { programs: [{ description: 'node server.js (in /shop)' }] }],
  ['client.forget_program', { fingerprint: '0'.repeat(64) }, { forgotten: true }],
  [
    'client.save_open_tabs',
    { window: 'w', tabs: [{ key: 'page:history', isPreview: false }], current: null },
    {},
  ],
  ['client.open_tabs', {}, { windows: [{ window: 'w', tabs: [{ key: 'page:history' }], current: null }] }],
  [
    'client.distrust_certificate',
    { host: 'shown.test', port: 443, fingerprint: 'FINGERPRINT' },
    { distrusted: true, notSaved: null },
  ],
  [
    'client.set_client_certificate',
    { host: 'a.test', certPath: 'CERT_FILE', keyPath: 'KEY_FILE' },
    { notSaved: null },
  ],
  [
    'client.client_certificates',
    {},
    { certificates: [{ host: 'a.test', certPath: 'CERT_FILE', passphrase: '', problem: null }] },
  ],
  ['client.enable_client_certificate', { host: 'a.test', enabled: false }, { changed: true, notSaved: null }],
  [
    'client.try_client_certificate',
    { host: 'a.test', server: 'TLS_SERVER' },
    { asked: false, refused: null },
  ],
  ['client.delete_client_certificate', { host: 'a.test' }, { deleted: true, notSaved: null }],
  [
    'client.describe_server',
    { request: { type: 'sql', url: ':memory:', sql: { driver: 'sqlite' } } },
    { kind: 'sql', tables: [] },
  ],
  ['client.request_from_traffic', { id: 'ID' }, { request: { method: 'GET' }, leftOut: expect.any(Array) }],
  ['client.listen_topics', { ...OWNER, request: { type: 'mqtt', url: 'mqtt://127.0.0.1:9' } }, OPENED],
  ['client.spec_operations', { spec: 'Pets' }, { total: 1, operations: [{ path: '/pets' }], errors: [] }],
  [
    'client.request_from_operation',
    { spec: 'Pets', operation: 'GET /pets' },
    { request: { url: '{{baseUrl}}/pets' }, folder: null },
  ],
  ['client.lint_spec', { spec: 'Pets' }, { problems: expect.any(Array), outline: expect.any(Array) }],
  ['client.preview_sync', { spec: 'Pets' }, { changes: expect.any(Array) }],
  [
    'client.diff_spec',
    { spec: 'Pets' },
    { changes: [], compared: expect.any(Number), notCompared: [], parts: [] },
  ],
  [
    'client.affected_by_changes',
    { spec: 'Pets', operation: 'GET /pets' },
    {
      traffic: { calls: expect.any(Number), wrong: 0, ids: [], what: null },
      requests: expect.any(Array),
    },
  ],
  [
    'client.contract_violation',
    { spec: 'Pets', operation: 'GET /none', what: 'the status 404 is not documented', ids: [] },
    { rule: null, requests: [], corrections: [] },
  ],
  [
    'client.correct_spec',
    {
      spec: 'Pets',
      changes: [{ operation: 'GET /one', what: 'the path is not documented', ids: ['ID'] }],
    },
    { labels: ['Add GET /one'], text: expect.stringContaining('/one') },
  ],
  [
    'client.apply_corrections',
    {
      spec: 'Pets',
      changes: [
        {
          operation: 'GET /one',
          what: 'the path is not documented',
          ids: ['ID'],
          correction: 'add get /one',
        },
      ],
    },
    { labels: ['Add GET /one'], isDraft: false },
  ],
  ['client.contract_report', { spec: 'Pets', format: 'junit' }, { fileName: 'pets-contract.xml' }],
  [
    'client.ignore_in_spec',
    { spec: 'Pets', operation: 'GET /pets', what: 'the response 404 is new', scope: 'kind here' },
    { path: expect.stringMatching(/\.ignore\.yaml$/), what: 'the response * is new' },
  ],
  ['client.spec_docs', { spec: 'Pets' }, { html: expect.stringContaining('/pets') }],
  ['client.check_contract', { spec: 'Pets' }, { endpoints: expect.any(Array) }],
  [
    'client.plan_from_traffic',
    { ids: ['ID'] },
    { requests: [{ method: 'GET', url: '{{baseUrl}}/one', existing: null }], leftOut: [] },
  ],
  ['client.save_from_traffic', { ids: ['ID'] }, { requests: [{ isNew: true }], variables: ['baseUrl'] }],
  [
    'client.traffic_filter',
    { collection: 'Shop', request: 'One' },
    { filter: expect.stringMatching(/^method:GET url:/) },
  ],
  ['client.workspace', {}, { gone: null, readOnly: null, tree: expect.any(Array) }],
  ['client.object', 'REQUEST', { path: 'PATH', fields: { url: 'http://a' }, draft: { changed: ['docs'] } }],
  ['client.list_folder', { path: '.' }, { folders: expect.arrayContaining(['collections']), omitted: 0 }],
  ['client.open_workspace', { folder: '.', endsAll: true }, { folder: expect.any(String) }],
  ['client.requests', { requests: ['ID_OF_REQUEST'] }, { requests: [{ fields: { url: 'http://a' } }] }],
  [
    'client.change_requests',
    { requests: ['ID_OF_REQUEST'], change: { headers: [{ action: 'remove', name: 'X-None' }] } },
    { changed: 0 },
  ],
  ['client.drafts', {}, { drafts: expect.any(Array), notSaved: null, broken: [] }],
  [
    'client.change_draft',
    { kind: 'request', id: 'new', isNew: true, changes: [{ field: 'url', value: 'a' }] },
    { draft: { state: 'new', value: { url: 'a', method: 'GET' } }, notSaved: null },
  ],
  ['client.save_draft', 'REQUEST', { path: 'PATH' }],
  ['client.save_drafts', { objects: ['REQUEST'] }, { saved: 1 }],
  ['client.discard_drafts', { objects: ['REQUEST'] }, { discarded: 1 }],
  ['client.resolve_draft', { kind: 'request', id: 'ID_OF_REQUEST', take: {} }, { draft: expect.any(Object) }],
  [
    'client.act',
    {
      label: 'Renamed',
      calls: [{ method: 'set_variable', params: { scope: 'globals', key: 'a', value: '1' } }],
    },
    { results: [{ name: 'a' }] },
  ],
  ['client.undo', { window: 'rpc' }, { undone: 'Discarded 1 draft' }],
  ['client.undo_steps', { window: 'rpc' }, { steps: expect.arrayContaining(['Discarded 1 draft']) }],
  ['client.own_id', { path: 'COPY' }, { id: expect.any(String) }],
  [
    'client.search',
    { query: 'http://a', limit: 1 },
    { occurrences: [{ field: 'url' }], total: expect.any(Number) },
  ],
  [
    'client.replace',
    { query: 'http://a', replacement: 'http://b', occurrences: ['OCCURRENCE'] },
    { occurrences: 1, objects: 1 },
  ],
  ['client.variable_uses', { scope: 'globals', name: 'unused' }, { occurrences: [], files: 0 }],
  ['client.variable_counts', {}, { counts: expect.any(Array) }],
  [
    'client.save_variables',
    { label: 'Named', lists: [{ scope: 'globals', variables: [{ name: 'OLD', value: '1' }] }] },
    { saved: 1 },
  ],
  ['client.rename_variable', { scope: 'globals', name: 'OLD', to: 'NEW' }, { occurrences: 0, objects: 0 }],
  ['client.git_status', {}, { branch: 'main', objects: expect.any(Array) }],
  [
    'client.git_diff',
    { paths: ['PATH'] },
    [{ path: 'PATH', differences: [{ field: 'method', after: 'PUT' }] }],
  ],
  ['client.git_log', {}, expect.any(Array)],
  ['client.git_commit', { message: 'Change', paths: ['PATH'] }, { subject: 'Change' }],
  ['client.git_discard', { paths: ['PATH'] }, { discarded: 1 }],
  ['client.git_texts', { path: 'PATH' }, { after: expect.stringContaining('PUT'), conflicts: 0 }],
  ['client.git_resolve', { path: 'MERGED', take: 'theirs' }, { conflicts: 1 }],
  ['client.git_discard_lines', { path: 'PATH', line: 1, now: [], before: ['# why'] }, { line: 1 }],
  ['client.git_discard_field', { path: 'PATH', field: 'method' }, { discarded: 'method' }],
  ['client.git_branches', {}, expect.arrayContaining([expect.objectContaining({ isCurrent: true })])],
  ['client.git_switch', { branch: 'rpc', isNew: true }, { branch: 'rpc' }],
  ['client.git_push', {}, { to: 'origin/rpc', commits: expect.any(Number) }],
  ['client.git_pull', {}, { from: 'origin/rpc', commits: 0, conflicts: 0 }],
];

describe('right parameters', () => {
  test.each(RIGHT)('%s %j', async (method, params, expected) => {
    const id = await capture('/one');
    const names = new Map<string, unknown>([
      ['ID', id],
      ['IDS', String(id)],
      ['FILE', join(home, 'out.har')],
      ['FINGERPRINT', shown.fingerprint256],
      ['TLS_SERVER', `localhost:${(secure.address() as AddressInfo).port}`],
      ['CERT_FILE', join(programs.path, 'cert.pem')],
      ['KEY_FILE', join(programs.path, 'key.pem')],
    ]);
    const text = JSON.stringify(params);
    if (text.includes('"RULE"'))
      names.set('RULE', (await result('upsert_rule', { tool: 'mapLocal', rule: {} })).id);
    if (method === 'client.git_push') shareRepository();
    if (text.includes('"KEPT"')) names.set('KEPT', await leaveSession(home, 3));
    if (text.includes('"AGENT"')) names.set('AGENT', await askModel());
    if (text.includes('"PAUSED"')) names.set('PAUSED', await pause());
    await openChannels(text, names);
    if (text.includes('"FLOW"') || text.includes('"FLOW_RUN"')) names.set('FLOW', await makeFlow());
    if (text.includes('"FLOW_RUN"')) names.set('FLOW_RUN', await runFlow(String(names.get('FLOW'))));
    if (text.includes('"VALUE"')) names.set('VALUE', await setByScript());
    if (text.includes('"LOADED"') || JSON.stringify(expected).includes('"LOADED"'))
      names.set('LOADED', await loadTested());
    if (text.includes('"SENT"')) names.set('SENT', await send());
    if (method.startsWith('client.'))
      for (const [key, value] of await workspaceNames()) names.set(key, value);
    try {
      const value = await result(method, filled(params, names) as object);
      const wanted = filled(expected, names);
      if (Array.isArray(wanted) && wanted.length === 0) expect(value).toEqual([]);
      else expect(value).toMatchObject(wanted as object);
    } finally {
      app.tools.load({ version: 1, tools: {} });
    }
  });

  /** Returns the name of a flow of one request, to which the origin responds. */
  async function makeFlow(): Promise<string> {
    const name = `flow-${randomUUID()}`;
    await result('create_collection', { name });
    await result('create_request', { collection: name, name: 'Ask', url: `${origin.http}/asked` });
    await result('save_client_flow', { name, steps: [{ type: 'send', collection: name, request: 'Ask' }] });
    return name;
  }

  /** Runs a flow to its end; returns its channel. */
  async function runFlow(flow: string): Promise<string> {
    const { channel } = await result('client.run_flow', { ...OWNER, flow, throughProxy: false });
    await until('the end', async () => {
      const { state } = await result('client.channel_events', { channel, after: 1_000_000, waitMs: 1000 });
      return state === 'ended';
    });
    return channel;
  }

  /** Sends a request to its end; returns the id of its response. */
  async function send(): Promise<string> {
    const request = { id: 'sent', url: `${origin.http}/sent` };
    const { channel } = await result('client.send', { ...OWNER, request, throughProxy: false });
    await until('the end', async () => {
      const { state } = await result('client.channel_events', { channel, after: 1_000_000, waitMs: 1000 });
      return state === 'ended';
    });
    return channel;
  }

  /** Sends a request whose script sets a global variable; returns its name. */
  async function setByScript(): Promise<string> {
    const name = `set-${randomUUID()}`;
    const scripts = { preRequest: `pm.globals.set('${name}', 1)` };
    const request = { url: 'http://127.0.0.1:9/', scripts };
    const { channel } = await result('client.send', { ...OWNER, request });
    await until('the value', async () =>
      (await result('client.script_values')).values.some((value: { name: string }) => value.name === name),
    );
    await result('client.close_channel', { channel });
    return name;
  }

  /** Opens the channels that a call names. */
  async function openChannels(text: string, names: Map<string, unknown>): Promise<void> {
    const open = async (name: string, method: string, params: object, wanted = 'start'): Promise<void> => {
      if (!text.includes(`"${name}"`)) return;
      const { channel } = await result(method, { ...OWNER, ...params });
      names.set(name, channel);
      for (let after = 0, isOpen = false; !isOpen;) {
        const { events } = await result('client.channel_events', { channel, after });
        isOpen = events.some(({ type }: { type: string }) => type === 'open' || type === wanted);
        after = events.at(-1).number;
      }
    };
    await open('RUN', 'client.run', { collection: 'Shop' });
    await open('ENDED', 'client.run', { collection: 'Shop' }, 'end');
    await open('REPORTED', 'client.run', { collection: 'Shop' }, 'end');
    if (names.has('REPORTED'))
      await result('client.run_report', { channel: names.get('REPORTED'), format: 'json' });
    await open('MOCK', 'client.start_mock', { collection: 'Shop' });
    if (text.includes('"LOAD"')) await app.workspace.jobs.loadTests.close();
    await open('LOAD', 'client.load_test', { collection: 'Shop', durationSeconds: 1 });
    await open('MQTT', 'client.connect', {
      request: { type: 'mqtt', url: `mqtt://127.0.0.1:${brokerPort}` },
    });
    await open('TCP', 'client.connect', { request: { type: 'tcp', url: `tcp://127.0.0.1:${brokerPort}` } });
  }

  /** Adds a load test that has ended to the history; returns its id. */
  async function loadTested(): Promise<string> {
    const history = await app.clientState.settledHistory();
    const id = crypto.randomUUID();
    await history.loadTests.remove(() => true);
    const entry = sentEntry({ id, kind: 'loadTest', request: null, outcome: 'ended' });
    const summary = { ...entry, collection: 'shop', options: { only: [] }, figures: { p95: 5 } };
    const thresholds = [{ text: 'p95>1', passed: false, value: 5 }];
    history.loadTested(summary, { result: { perRequest: [] }, thresholds });
    await app.clientState.settledHistory();
    return id;
  }

  /** Returns the id of a message that a breakpoint holds; its request ends with the breakpoint. */
  async function pause(): Promise<string> {
    await result('upsert_rule', {
      tool: 'breakpoint',
      rule: { stage: 'request', pattern: `${origin.http}/held` },
    });
    void via(`${origin.http}/held`);
    await until('a held request', () => app.paused.count > 0);
    return app.paused.list()[0]!.id;
  }
});

/** Gives the repository of the workspace another one to push to. */
function shareRepository(): void {
  const shared = join(home, 'shared.git');
  execFileSync('git', ['init', '-q', '--bare', shared]);
  execFileSync('git', ['remote', 'add', 'origin', shared], { cwd: join(home, 'Workspace') });
}

/** Makes a request with a draft, changed since the last commit, and a copy of its file; returns what calls name of them. */
async function workspaceNames(): Promise<ReadonlyMap<string, unknown>> {
  const folder = join(home, 'Workspace');
  const name = `shop-${randomUUID().slice(0, 8)}`;
  await result('create_collection', { name });
  const { id } = await result('create_request', { collection: name, name: 'List', url: 'http://a' });
  await result('set_variable', { scope: 'globals', key: `old-${name}`, value: '' });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  git('-c', 'init.defaultBranch=main', 'init', '-q');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.test');
  git('add', '--all');
  git('commit', '-qm', name);
  await result('update_request', { collection: name, request: id, changes: { method: 'PUT' } });
  const [path, copy] = ['list', 'copy'].map((file) => `collections/${name}/${file}.request.yaml`);
  cpSync(join(folder, path!), join(folder, copy!));
  await until('the copy', async () =>
    (await result('client.workspace')).duplicates.some((each: { path: string }) => each.path === copy),
  );
  const request = { kind: 'request', id, window: 'rpc' };
  const typed = { ...request, changes: [{ field: 'docs', value: 'typed' }] };
  await result('client.change_draft', typed);
  await result('client.discard_drafts', { objects: [{ kind: 'request', id }], window: 'rpc' });
  await result('client.change_draft', typed);
  if (expect.getState().currentTestName?.includes('client.undo ') === true)
    await result('client.change_draft', { ...typed, changes: [{ field: 'docs', value: '' }] });
  const merged = `collections/${name}/merged.request.yaml`;
  if (expect.getState().currentTestName?.includes('git_resolve') === true)
    writeFileSync(
      join(folder, merged),
      'id: m\nname: M\n<<<<<<< HEAD\nurl: http://a\n=======\nurl: http://b\n>>>>>>> other\n',
    );
  return new Map<string, unknown>([
    ['MERGED', merged],
    ['REQUEST', { kind: 'request', id }],
    ['ID_OF_REQUEST', id],
    ['PATH', path],
    ['COPY', copy],
    ['OCCURRENCE', `request/${id}/url#0`],
    ['OLD', `old-${name}`],
    ['NEW', `new-${name}`],
  ]);
}

/** Replaces the keys of `names` by their values, at any depth. */
function filled<T>(value: T, names: ReadonlyMap<string, unknown>): T {
  if (typeof value === 'string') return (names.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => filled(one, names)) as T;
  if (typeof value !== 'object' || value === null || 'asymmetricMatch' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, names)])) as T;
}

const ID = 'give the id of a request';
const UNSEEN = { host: 'unseen.test', port: 443, fingerprint: `${'00:'.repeat(31)}00` };
const TOOL = 'give the name of a debugging tool';

/** Wrong parameters: the field of the error, and its message. */
const WRONG: readonly (readonly [string, object, string | undefined, string])[] = [
  ['status', { verbose: true }, 'verbose', 'verbose is not a parameter of status: it takes none'],
  ['set_recording', {}, 'on', 'on is missing: give true or false'],
  ['set_recording', { on: 'yes' }, 'on', 'on is "yes": give true or false'],
  ['set_recording', { On: true, on: true }, 'On', 'did you mean on?'],
  ['clear_session', { all: 1 }, 'all', 'it takes none'],
  ['set_macos_proxy', {}, 'on', 'on is missing: give true or false'],
  ['list_apps', { limit: 1 }, 'limit', 'it takes none'],
  ['list_domains', { limit: 1 }, 'limit', 'it takes none'],
  ['annotate_request', {}, 'id', `id is missing: ${ID}`],
  ['annotate_request', { id: '1' }, 'id', `id is "1": ${ID}`],
  ['annotate_request', { id: 99_999 }, 'id', 'No request with id 99999'],
  ['annotate_request', { id: 1, color: 'pink' }, 'color', 'color is "pink": give "none", "red"'],
  ['annotate_request', { id: 1, comment: 5 }, 'comment', 'comment is 5: give a text'],
  ['edit_and_replay', {}, 'url', 'url is missing: give an http or https URL'],
  ['edit_and_replay', { url: '/path' }, 'url', 'url is "/path": give an http or https URL'],
  ['edit_and_replay', { url: 'ftp://host/' }, 'url', 'give an http or https URL'],
  ['edit_and_replay', { url: 'http://user:pw@host/' }, 'url', 'without user and password'],
  ['edit_and_replay', { url: 'http://h/', method: 'G T' }, 'method', 'give the name of a method'],
  ['edit_and_replay', { url: 'http://h/', method: 'CONNECT' }, 'method', 'opens a tunnel'],
  [
    'edit_and_replay',
    { url: 'http://h/', headers: 'a: b' },
    'headers',
    'give an object of names with values',
  ],
  [
    'edit_and_replay',
    { url: 'http://h/', headers: { 'a b': 'c' } },
    'headers."a b"',
    'give the name of a header',
  ],
  ['edit_and_replay', { url: 'http://h/', headers: { a: 'b\r\nc: d' } }, 'headers.a', 'without line breaks'],
  ['edit_and_replay', { url: 'http://h/', headers: { a: 1 } }, 'headers.a', 'give a text'],
  [
    'edit_and_replay',
    { url: 'http://h/', headers: [{ name: 'a' }] },
    'headers[0].value',
    'is missing: give a text',
  ],
  [
    'edit_and_replay',
    { url: 'http://h/', headers: { Upgrade: 'websocket' } },
    'headers',
    'headers without Upgrade',
  ],
  ['edit_and_replay', { url: 'http://h/', body: 5 }, 'body', 'body is 5: give a text, or {"base64": "…"}'],
  ['edit_and_replay', { url: 'http://h/', body: { base64: '%' } }, 'body.base64', 'give bytes in base64'],
  ['edit_and_replay', { id: 77_777 }, 'id', 'No request with id 77777'],
  ['ssl_proxying', { action: 'add' }, 'action', 'action is "add": give "list", "add_host"'],
  ['ssl_proxying', { action: 'add_host' }, 'value', 'value is missing: add_host needs a host'],
  ['ssl_proxying', { action: 'add_host', value: 'https://x/' }, 'value', 'give a host such as'],
  ['ssl_proxying', { action: 'remove_app', value: 'curl' }, 'value', 'not in the list: the list is empty'],
  ['get_settings', { key: 'port' }, 'key', 'it takes none'],
  ['update_settings', {}, 'changes', 'changes is missing: give an object of settings'],
  ['update_settings', { changes: { prot: 1 } }, 'prot', 'prot is not a setting: did you mean port?'],
  ['update_settings', { changes: { port: 70_000 } }, 'port', 'port is 70000: give a whole number'],
  [
    'update_settings',
    { changes: { externalProxy: { prot: 1 } } },
    'externalProxy.prot',
    'did you mean port?',
  ],
  [
    'update_settings',
    { changes: { socks: { password: '••••••••' } } },
    'socks.password',
    'give the secret itself',
  ],
  ['certificate', { trust: true }, 'trust', 'it takes none'],
  ['list_rules', { tool: 5 }, 'tool', `tool is 5: ${TOOL}`],
  ['list_rules', { tool: 'mapLocl' }, 'tool', '"mapLocl" is not a tool: did you mean mapLocal?'],
  ['upsert_rule', { tool: 'mapLocal' }, 'rule', 'rule is missing: give an object'],
  ['upsert_rule', { tool: 'mapLocal', rule: { statsu: 1 } }, 'statsu', 'did you mean status?'],
  ['upsert_rule', { tool: 'mapLocal', rule: { id: 'none' } }, 'id', 'no rule with id "none"'],
  ['upsert_rule', { tool: 'noCaching', rule: {} }, 'tool', 'has no rules'],
  ['delete_rule', { tool: 'mapLocal' }, 'id', 'id is missing: give a text'],
  ['delete_rule', { tool: 'alerts', id: 'x' }, 'id', 'no rule with id "x" in Alerts: it has none'],
  [
    'delete_rule',
    { tool: 'x'.repeat(1000), id: 'x' },
    'tool',
    `"${'x'.repeat(100)}" is not a tool: expected one of`,
  ],
  ['set_tool_enabled', { tool: 'alerts' }, 'enabled', 'enabled is missing: give true or false'],
  ['set_tool_enabled', { tool: 'alert', enabled: true }, 'tool', 'did you mean alerts?'],
  ['rule_from_request', { tool: 'mapLocal', id: 66_666 }, 'id', 'No request with id 66666'],
  ['rule_from_request', { tool: 'mapLocal', id: 1.5 }, 'id', `id is 1.5: ${ID}`],
  ['script_logs', { limit: 0 }, 'limit', 'limit is 0: give a whole number from 1 to 1000'],
  ['list_paused', { id: 'p1' }, 'id', 'it takes none'],
  ['resolve_paused', {}, 'id', 'id is missing: give a text'],
  ['resolve_paused', { id: 'p999' }, 'id', 'nothing is paused'],
  ['resolve_paused', { id: 'p1', action: 'drop' }, 'action', 'give "send", "send_original" or "abort"'],
  ['compare_requests', { a: 1 }, 'b', 'b is missing'],
  ['compare_requests', { a: 77_777, b: 77_777 }, 'a', 'No request with id 77777'],
  ['export_session', { format: 'xml', path: '/a' }, 'format', 'give "session", "har"'],
  ['export_session', { format: 'har', path: 'a.har' }, 'path', 'give the absolute path of a file'],
  ['import_session', { path: '/no/such/file.har' }, 'path', 'there is no such file'],
  ['insights', { section: 'all' }, 'section', 'give "summary"'],
  ['insights', { section: 'agents', run: 1 }, 'run', 'run 1 is not in the traffic'],
  ['insights', { steps: 201 }, 'steps', 'give a whole number from 0 to 200'],
  ['insights', { limit: 0 }, 'limit', 'give a whole number from 1 to 10000'],
  ['suggest_capture_domains', {}, 'app', 'give the name of an app'],
  ['open_capture', { app: ' ' }, 'app', 'give the name of an app'],
  ['open', { target: 'window' }, 'target', 'give "tools", "insights"'],
  ['open', { target: 'request' }, 'id', 'give the id of the request to show'],
  ['open', { target: 'request', id: 88_888 }, 'id', 'No request with id 88888'],
  ['open', { target: 'tools', tool: 'mapLocl' }, 'tool', 'did you mean mapLocal?'],
  ['open', { target: 'setup', page: 'windows' }, 'page', 'expected one of mac, browser'],
  ['open', { target: 'mcp', page: 'log' }, 'page', 'mcp has no pages'],
  ['ui.restore_requests', { ids: [1] }, 'ids', 'it takes none'],
  ['ui.delete_requests', { ids: [5] }, 'ids', 'give a text with ids and ranges'],
  ['ui.delete_requests', { ids: '5-' }, 'ids', 'give a text with ids and ranges'],
  ['ui.generate_code', { format: 'Python3', ids: [] }, 'format', 'did you mean python?'],
  ['ui.generate_code', { format: 'python', ids: [] }, 'ids', 'No code can be generated'],
  ['ui.generate_code', { format: 'go', ids: [88_888] }, 'ids[0]', 'No request with id 88888'],
  ['ui.annotate_requests', { ids: '1', color: 'pink' }, 'color', 'give "none", "red"'],
  ['ui.agent_run', { id: 88_888 }, 'id', 'run 88888 is no longer in the traffic'],
  ['ui.agent_run_page', { id: 0 }, 'id', 'give a whole number'],
  ['ui.agent_runs', { id: 1 }, 'id', 'it takes none'],
  ['ui.compare_side_by_side', { a: 88_888, b: 1 }, 'a', 'No request with id 88888'],
  ['ui.compare_side_by_side', { a: 1, b: 1, ignored: 'date' }, 'ignored', 'a list of at most 200 names'],
  ['ui.column_values', { ids: [1], columns: [] }, 'columns', 'give a list of 1 to 20 columns'],
  ['ui.column_values', { ids: [1], columns: ['accept'] }, 'columns[0]', 'give a column such as'],
  ['ui.column_values', { ids: Array(501).fill(1), columns: ['accept'] }, 'ids', 'at most 500 ids'],
  ['ui.header_names', { side: 'both' }, 'side', 'give "request" or "response"'],
  ['ui.preferences', { name: 'a' }, 'name', 'it takes none'],
  ['ui.change_preferences', { changes: [] }, 'changes', 'give an object of values under names'],
  [
    'ui.change_preferences',
    { changes: { 'a b': 1 } },
    'changes."a b"',
    'give an object of values under names',
  ],
  ['ui.change_preferences', { changes: { a: 'x'.repeat(524_288) } }, 'changes', 'remove saved filters'],
  ['ui.drafts', { name: 'a' }, 'name', 'it takes none'],
  [
    'ui.change_drafts',
    { changes: [{ name: 'a', fields: [] }] },
    'changes[0].fields',
    'give an object of fields',
  ],
  [
    'ui.change_drafts',
    { changes: [{ name: 'a', fields: { b: { value: 'x'.repeat(9_000_000) } } }] },
    'changes',
    'save or discard some',
  ],
  ['ui.explain_rules', { id: 88_888 }, 'id', 'No request with id 88888'],
  ['ui.dry_run_rule', { tool: 'mapLocal', rule: { x: 1 } }, 'x', 'x is not a field'],
  ['ui.reorder_rules', { tool: 'mapLocal', ids: ['x'] }, 'id', 'no rule with id "x"'],
  ['ui.rule_forms', { tool: 'mapLocal' }, 'tool', 'it takes none'],
  ['ui.export_rules', { path: '/a' }, 'path', 'it takes none'],
  ['ui.draft_rule', { tool: 'mapLocal', id: 88_888 }, 'id', 'No request with id 88888'],
  ['ui.save_rule', { tool: 'mapLocal', rule: { status: 99 } }, 'status', 'from 200 to 599'],
  ['ui.save_rule', { tool: 'mapLocal', rule: { id: 'x' }, base: {} }, 'id', 'was deleted meanwhile'],
  ['ui.save_rule', { tool: 'noCaching', rule: {} }, 'tool', 'has no rules'],
  ['ui.rule_hits', { tool: 'mapLocl' }, 'tool', 'did you mean mapLocal?'],
  ['ui.import_rules', { state: { version: 2 }, mode: 'add' }, 'version', 'give 1'],
  ['ui.check_settings', { changes: [] }, 'changes', 'give an object of settings'],
  ['ui.script_error', { rule: 7 }, 'rule', 'give the id of a rule'],
  ['ui.about', { host: 'a' }, 'host', 'it takes none'],
  ['ui.open_data_folder', { path: '/' }, 'path', 'it takes none'],
  ['ui.newest_version', { registry: 'a' }, 'registry', 'it takes none'],
  ['ui.machine', { host: 'a' }, 'host', 'it takes none'],
  ['bypassing_apps', { port: 1 }, 'port', 'it takes none'],
  ['ui.trust', { host: 'a' }, 'host', 'it takes none'],
  ['ui.assistants', { host: 'a' }, 'host', 'it takes none'],
  ['ui.assistant_calls', { limit: 0 }, 'limit', 'from 1 to 1000'],
  ['ui.undo_assistant_call', { id: 7 }, 'id', 'the id of a call'],
  ['ui.start_client', { target: 'bash -c id' }, 'target', 'give chromium, firefox or terminal'],
  ['ui.clients', { address: 'a' }, 'address', 'it takes none'],
  ['ui.kept_sessions', { name: 'a' }, 'name', 'it takes none'],
  ['ui.open_kept_session', {}, 'name', 'name is missing'],
  ['ui.delete_kept_session', { name: 7 }, 'name', 'name is 7'],
  ['ui.dns_capture', { domains: 'a.test' }, 'domains', 'give a list of domains'],
  [
    'ui.capture_domains',
    { app: 'curl', domains: ['*.a.test'] },
    'dnsCapture.domains[0].domain',
    'without wildcards',
  ],
  ['ui.test_script', { id: 88_888, code: '' }, 'id', 'No request with id 88888'],
  ['client.send', { tab: '', request: {} }, 'window', 'give a name of 1 to 200 characters'],
  ['client.send', { ...OWNER, request: { url: 7 } }, 'request.url', 'a text'],
  [
    'client.send',
    { ...OWNER, request: { auth: { type: 'bearer', token: '••••••••' } } },
    'request.auth.token',
    'mask',
  ],
  ['client.connect', { ...OWNER, request: { url: 'http://a.test' } }, 'request', 'stays open'],
  ['client.connection_send', { channel: 'x', text: '' }, 'channel', 'there is no channel'],
  ['client.connection_send', { channel: 'x', text: '', qos: 3 }, 'qos', 'give 0, 1 or 2'],
  ['client.subscribe', { channel: 'x', name: '' }, 'name', 'give a topic or an event'],
  ['client.unsubscribe', { channel: 'x', name: 'a' }, 'channel', 'there is no channel'],
  ['client.half_close', {}, 'channel', 'give the id of a channel'],
  ['client.topics', { channel: 'x' }, 'channel', 'there is no channel'],
  ['client.close', { channel: 'x', code: 1 }, 'code', 'from 1000 to 4999'],
  ['client.plan_import', { sources: [{ name: 'a' }] }, 'sources[0].text', 'give the text of the file'],
  ['client.import', { sources: [] }, 'sources', 'give at least one'],
  ['client.export_formats', { kind: 'flow', ref: 'x' }, 'kind', 'give collection, environment'],
  [
    'client.export',
    { kind: 'collection', ref: 'Shop', format: 'postmam' },
    'format',
    'did you mean postman?',
  ],
  ['client.request_from_text', { text: ' ' }, 'text', 'give a URL or a curl command'],
  ['client.preview', { request: {}, collection: 'Shp' }, 'collection', 'did you mean "Shop"?'],
  ['client.code', { request: {}, format: 'cobol' }, 'format', 'is not a code format'],
  ['client.variables', { collection: 7 }, 'collection', 'an id or a name'],
  ['client.run', { ...OWNER, collection: 'Shop', envVars: { a: 1 } }, 'envVars.a', 'a text'],
  ['client.run', { ...OWNER, collection: 'Shop', only: ['Two'] }, undefined, 'no folder or request "Two"'],
  ['client.pause', { channel: 'x' }, 'on', 'give true or false'],
  ['client.run_flow', { ...OWNER, flow: 'None' }, 'flow', 'there is no flow "None"'],
  ['client.flow_response', { channel: 'x', step: '1' }, 'channel', 'there is no channel'],
  ['client.run_results', { channel: 'x', limit: 0 }, 'limit', 'from 1 to 1000'],
  ['client.docs_preview', {}, 'collection', 'collection is missing'],
  ['client.run_request', { channel: 'x' }, 'index', 'from 0'],
  ['client.run_report', { channel: 'x', format: 'pdf' }, 'format', 'json, junit, html, cli'],
  ['client.run_report_part', { channel: 'x', format: 'cli' }, 'channel', 'there is no channel'],
  ['client.runs', { limit: 101 }, 'limit', 'from 0 to 100'],
  ['client.last_run', { collection: 'Shop', only: ['Two'] }, undefined, 'no folder or request "Two"'],
  ['client.run_text', { system: 'jenkins', configuration: {} }, 'system', 'command, shell, github, gitlab'],
  ['client.start_mock', { ...OWNER, collection: 'Shop', port: 70_000 }, 'port', 'from 0 to 65535'],
  ['client.start_mock', { ...OWNER, collection: 'Shop', proxy: 'here' }, 'proxy', 'not a URL'],
  ['client.reload_mock', { channel: 'x' }, 'channel', 'there is no channel'],
  ['client.change_mock', { channel: 'x', maxDelayMs: 1 }, 'delayMs', 'give delayMs too'],
  ['client.mock_routes', {}, 'collection', 'collection, spec or both'],
  ['client.mock_answer', { method: 'GET', path: '/' }, 'collection', 'collection, spec or both'],
  ['client.change_mock', { channel: 'x', failPercent: 101 }, 'failPercent', 'a percentage from 0 to 100'],
  ['client.check_port', { port: 0 }, 'port', 'from 1 to 65535'],
  ['client.load_test', { ...OWNER, collection: 'Shop', users: 0 }, 'users', 'from 1 to 1000'],
  [
    'client.load_test',
    { ...OWNER, collection: 'Shop', weights: { List: 5000 } },
    'weights.List',
    'from 0 to 1000',
  ],
  [
    'client.plan_load_test',
    { collection: 'Shop', thresholds: ['p95{Nowhere}>1'] },
    'thresholds',
    'the request "Nowhere", which is not sent',
  ],
  ['client.load_test_totals', { channel: 'x' }, 'channel', 'there is no channel'],
  [
    'client.plan_load_test',
    { collection: 'Shop', stages: [{ seconds: 5 }] },
    'stages[0].to',
    'a stage such as',
  ],
  ['client.plan_load_test', { collection: 'Shop', stages: [{ seconds: 5, to: 0 }] }, 'stages', 'no load'],
  [
    'client.load_test',
    { ...OWNER, collection: 'Shop', stages: [{ seconds: 5, to: 2 }], profile: 'spike' },
    'stages',
    'leave profile and durationSeconds out',
  ],
  ['client.load_tests', { collection: 7 }, 'collection', ''],
  ['client.compare_load_tests', { id: 'none', before: 'x' }, 'id', 'there is no load test "none"'],
  ['client.load_test_report', { id: 'none', format: 'pdf' }, 'format', 'html or json'],
  ['client.channels', {}, 'window', 'give a name of 1 to 200 characters'],
  ['client.channel_events', { channel: 'x' }, 'channel', 'there is no channel'],
  ['client.cancel', { channel: 'x' }, 'channel', 'there is no channel'],
  ['client.close_channel', { channel: 'x' }, 'channel', 'there is no channel'],
  ['client.response_body', { channel: 'x', offset: -1 }, 'offset', 'a whole number from 0'],
  ['client.cookies', { host: 'a' }, 'host', 'it takes none'],
  ['client.set_cookie', { domain: 'a b', name: 'a', value: 'b' }, 'domain', 'a host, such as'],
  ['client.set_cookie', { domain: 'a.test', name: 'a', value: 'b;c' }, 'value', 'a value without'],
  ['client.delete_cookies', { domain: 7 }, 'domain', ''],
  ['client.tokens', { id: 'a' }, 'id', 'it takes none'],
  ['client.forget_token', { id: 7 }, 'id', ''],
  ['client.request_token', { request: {}, collection: 'Shp' }, 'collection', 'did you mean "Shop"?'],
  [
    'client.load_test',
    { ...OWNER, collection: 'Shop', thresholds: ['p95'] },
    'thresholds[0]',
    '"p95" is not',
  ],
  ['client.responses', {}, 'request', 'give the id of an object'],
  ['client.response', { request: 'a', id: 'none' }, 'id', 'there is no response "none"'],
  ['client.response', { request: 'a', id: '../a' }, 'id', 'give the id of an entry'],
  ['client.stored_response_body', { request: 'a', id: 'none' }, 'id', 'there is no response "none"'],
  ['client.delete_responses', { ids: ['a'] }, 'request', 'request is missing'],
  ['client.history', { before: 'a' }, 'before', 'that the page before has as next'],
  ['client.history', { kinds: ['all'] }, 'kinds[0]', 'give send, run, loadTest, mock'],
  ['client.history_entry', { id: 'none' }, 'id', 'there is no entry "none"'],
  ['client.sent_request', { id: 'none' }, 'id', 'there is no send "none" in the history'],
  ['client.delete_history', { ids: [] }, 'ids', 'give at least one'],
  ['client.script_values', { scope: 'globals' }, 'scope', 'it takes none'],
  ['client.keep_script_value', { scope: 'local', owner: 'a', name: 'b' }, 'scope', 'give environment'],
  [
    'client.keep_script_value',
    { scope: 'globals', owner: 'globals', name: 'none' },
    'name',
    'no script has set',
  ],
  ['client.forget_script_values', { name: 7 }, 'name', 'give the name of a variable'],
  [
    'client.run',
    { ...OWNER, collection: 'Shop', parallel: 2, keepsValues: true },
    'keepsValues',
    'of their own',
  ],
  ['client.allow_program', { fingerprint: 'a'.repeat(64) }, 'fingerprint', 'no send has asked about'],
  ['client.open_tabs', { a: 1 }, 'a', 'is not a parameter'],
  ['client.save_open_tabs', { window: 'w', tabs: [{ key: '' }], current: null }, 'tabs[0].key', ''],
  ['client.allowed_programs', { a: 1 }, 'a', 'is not a parameter'],
  ['client.forget_program', { fingerprint: 'A' }, 'fingerprint', '64 hexadecimal digits'],
  ['client.trust_certificate', { ...UNSEEN, for: 'everyone' }, 'for', 'give "host" or "authority"'],
  ['client.trust_certificate', { ...UNSEEN, for: 'host' }, 'host', 'send to it first'],
  [
    'client.trust_certificate',
    { ...UNSEEN, fingerprint: 'ab' },
    'fingerprint',
    'the SHA-256 of a certificate',
  ],
  ['client.trusted_certificates', { host: 'a' }, 'host', 'it takes none'],
  ['client.distrust_certificate', { ...UNSEEN, port: 0 }, 'port', 'from 1 to 65535'],
  ['client.client_certificates', { host: 'a' }, 'host', 'it takes none'],
  ['client.set_client_certificate', { host: 'a:1', certPath: '/none' }, 'host', 'give'],
  [
    'client.set_client_certificate',
    { host: 'a.test', certPath: '/none' },
    'certPath',
    '/none cannot be read',
  ],
  [
    'client.set_client_certificate',
    { host: 'b.test', certPath: '/none', passphrase: '••••••••' },
    'passphrase',
    'give the passphrase itself',
  ],
  ['client.enable_client_certificate', { host: 'a.test' }, 'enabled', 'enabled is missing'],
  ['client.try_client_certificate', { host: 'a.test', server: 'a b' }, 'server', 'give a server such as'],
  ['client.delete_client_certificate', {}, 'host', 'host is missing'],
  ['client.describe_server', { request: 7 }, 'request', 'object'],
  ['client.describe_server', { request: { url: 'http://a.test' } }, undefined, 'describes nothing'],
  ['client.request_from_traffic', { id: 99_999 }, 'id', 'there is no request 99999'],
  ['client.describe_server', { request: {}, listenMs: 1 }, 'listenMs', 'from 100 to 3600000'],
  [
    'client.listen_topics',
    { ...OWNER, request: { url: 'http://a.test' } },
    'request',
    'only MQTT has topics',
  ],
  ['client.spec_operations', {}, 'spec', 'give collection or spec'],
  ['client.request_from_operation', { spec: 'Pets' }, 'operation', 'give an id or a name'],
  ['client.lint_spec', { spec: 'Nobody' }, undefined, 'there is no specification "Nobody"'],
  ['client.preview_sync', { spec: 'Pets', text: '- a' }, undefined, 'description'],
  ['client.diff_spec', { spec: 'Pets', revision: '--all' }, 'revision', 'not the name of a revision'],
  ['client.affected_by_changes', { spec: 'Pets', operation: '' }, 'operation', 'an operation such as'],
  [
    'client.contract_violation',
    { spec: 'Pets', operation: '', what: 'a', ids: [] },
    'operation',
    'give an operation such as GET /pets',
  ],
  ['client.correct_spec', { spec: 'Pets', changes: [] }, 'changes', 'give at least one correction'],
  [
    'client.apply_corrections',
    { spec: 'Pets', changes: [{ operation: 'GET /pets', what: 'a' }], window: 'w1' },
    'changes[0].ids',
    'a list of ids of requests',
  ],
  ['client.contract_report', { spec: 'Pets', format: 'pdf' }, 'format', 'give html, markdown, json'],
  [
    'client.ignore_in_spec',
    { spec: 'Pets', operation: 'GET /pets', what: 'a', scope: 'all' },
    'scope',
    'give this, kind here, kind everywhere',
  ],
  ['client.spec_docs', { spec: 'Pets', withCollection: 1 }, 'withCollection', 'give true or false'],
  ['client.check_contract', { spec: 'Pets', limit: 0 }, 'limit', 'from 1 to 100000'],
  ['client.plan_from_traffic', { ids: [] }, 'ids', 'a list of 1 to 1000 ids'],
  ['client.plan_from_traffic', { ids: [99_999] }, 'ids', 'there is no request 99999'],
  ['client.save_from_traffic', { ids: [1], folder: 7 }, 'folder', ''],
  ['client.traffic_filter', { collection: 'Shop', request: 'None' }, 'request', 'there is no request "None"'],
  ['ui.import_rules', { state: {}, mode: 'merge' }, 'mode', 'give "add" or "replace"'],
  ['client.workspace', { folder: '/a' }, 'folder', 'it takes none'],
  ['client.object', { kind: 'request', id: 'none' }, 'id', 'there is no request "none"'],
  ['client.object', { kind: 'rule', id: 'a' }, 'kind', 'give request, folder, collection'],
  ['client.drafts', { object: 'a' }, 'object', 'give an object {"kind", "id"}'],
  ['client.change_draft', { kind: 'request', id: 'none', changes: [] }, 'id', 'the request none has no file'],
  ['client.change_draft', { kind: 'flow', id: 'a', isNew: true, changes: [] }, 'isNew', 'only a request'],
  [
    'client.change_draft',
    { kind: 'request', id: 'a', isNew: true, changes: [{ field: 'ulr', value: '' }] },
    'changes',
    'did you mean url?',
  ],
  [
    'client.change_draft',
    { kind: 'request', id: 'a', isNew: true, changes: [{ field: 'url.a', value: '' }] },
    'changes',
    'url.a is not a field',
  ],
  ['client.list_folder', { path: '/no/such/folder' }, 'path', 'cannot be listed'],
  ['client.open_workspace', { folder: '/no/such/folder' }, 'folder', 'there is no folder'],
  ['client.requests', { requests: [] }, 'requests', 'give at least one'],
  [
    'client.change_requests',
    { requests: ['none'], change: { auth: { type: 'none' } } },
    'requests',
    'there is no request "none"',
  ],
  [
    'client.change_requests',
    { requests: ['a'], change: { headers: [{ action: 'set', name: 'a b', value: '' }] } },
    'change.headers[0].name',
    'give the name of a header',
  ],
  ['client.save_draft', { kind: 'request', id: 'none' }, 'id', 'there is no draft of the request none'],
  ['client.save_drafts', { objects: [] }, 'objects', 'give at least one'],
  ['client.discard_drafts', { objects: [{ kind: 'request', id: 'none' }] }, 'id', 'there is no draft'],
  [
    'client.resolve_draft',
    { kind: 'request', id: 'a', take: { url: 'both' } },
    'take.url',
    'give mine or theirs',
  ],
  ['client.act', { label: 'Sent', calls: [{ method: 'send_request' }] }, 'calls', 'call it by itself'],
  ['client.act', { label: '', calls: [] }, 'label', 'give a name of the step'],
  ['client.undo', { window: 'none' }, undefined, 'nothing to take back'],
  ['client.undo_steps', { window: 7 }, 'window', 'give a name of the window'],
  ['client.own_id', { path: 'globals.yaml' }, 'path', 'does not have the id of another file'],
  ['client.search', { query: '' }, 'query', 'give a text of 1 to 1000 characters'],
  ['client.search', { query: '(?=a)', isRegex: true }, 'query', 'the pattern cannot be used'],
  ['client.replace', { query: 'a', replacement: 'b' }, 'occurrences', 'occurrences is missing'],
  ['client.variable_uses', { scope: 'all', name: 'a' }, 'scope', 'give globals, environment'],
  ['client.variable_counts', { name: 'a' }, 'name', 'name is not a parameter of client.variable_counts'],
  [
    'client.save_variables',
    { label: 'a', lists: [{ scope: 'environment', owner: 'none', variables: [] }] },
    'environment',
    'there is no environment "none"',
  ],
  [
    'client.rename_variable',
    { scope: 'globals', name: 'none', to: 'a' },
    'name',
    'no globals has a variable "none"',
  ],
  ['client.rename_variable', { scope: 'globals', name: 'a', to: '{b}' }, 'to', 'without braces'],
  ['client.git_status', { path: 'a' }, 'path', 'it takes none'],
  ['client.git_diff', { paths: ['../a'] }, 'paths', 'is not a changed object'],
  ['client.git_log', { limit: 0 }, 'limit', 'from 1 to 1000'],
  ['client.git_commit', { message: ' ' }, 'message', 'give a message'],
  ['client.git_discard', { paths: [] }, 'paths', 'give a list of paths'],
  ['client.git_texts', { path: '' }, 'path', 'the path of a changed file'],
  ['client.git_resolve', { path: 'a', take: 'both' }, 'take', 'give ours or theirs'],
  ['client.git_discard_field', { path: 'a', field: 'url' }, 'path', 'is not a changed object'],
  [
    'client.git_discard_lines',
    { path: 'a', line: 1, now: [], before: [] },
    'path',
    'is not a changed object',
  ],
  ['client.git_branches', { all: true }, 'all', 'it takes none'],
  ['client.git_switch', { branch: 'nowhere' }, 'branch', 'there is no branch "nowhere"'],
  ['client.git_switch', { branch: 'a..b', isNew: true }, 'branch', 'is not a name for a branch'],
  ['client.git_pull', { from: 'origin' }, 'from', 'it takes none'],
  ['client.git_push', { to: 'origin' }, 'to', 'it takes none'],
  ['sttus', {}, 'method', '"sttus" is not a method: did you mean status?'],
  ['frobnicate_everything', {}, 'method', 'is not a method: expected one of status, set_recording'],
];

describe('wrong parameters', () => {
  test.each(WRONG)('%s %j', async (method, params, field, reason) => {
    const called = await rpc(method, params);
    expect(called).toMatchObject({ status: 422, field, error: expect.stringContaining(reason) });
  });
});

describe('set_recording', () => {
  test('off: requests are forwarded, the lists stop growing, replays are still recorded', async () => {
    const id = await capture('/before');
    await result('set_recording', { on: false });
    try {
      expect((await via(`${origin.http}/unseen`)).text).toBe('GET /unseen');
      expect(await result('status')).toMatchObject({ recording: false, requestCount: 1 });
      const again = await result('edit_and_replay', { id, url: `${origin.http}/again` });
      expect(again).toMatchObject({ url: `${origin.http}/again`, status: 200 });
      expect(await result('status')).toMatchObject({ requestCount: 2 });
    } finally {
      await result('set_recording', { on: true });
    }
  });
});

describe('clear_session', () => {
  test('empties the traffic list, and leaves the list of the engine', async () => {
    const id = await capture('/one');
    expect(await result('clear_session')).toEqual({ cleared: 1 });
    expect(await result('status')).toMatchObject({ requestCount: 0 });
    expect(JSON.parse((await running.api('/api/flows')).text)).toHaveLength(1);
    expect((await running.api(`/api/flows/${id}`)).status).toBe(200);
  });
});

describe('annotate_request', () => {
  test('an empty comment and the color none take the marks away', async () => {
    const id = await capture('/one');
    await result('annotate_request', { id, color: 'blue', comment: 'x' });
    const detail = JSON.parse((await running.api(`/api/flows/${id}`)).text);
    expect(detail).toMatchObject({ color: 'blue', comment: 'x' });
    const bare = await result('annotate_request', { id, color: 'none', comment: '' });
    expect(bare).not.toHaveProperty('color');
    expect(bare).not.toHaveProperty('comment');
  });
});

describe('edit_and_replay', () => {
  test('a new request: Host, Content-Length and the bytes of a text', async () => {
    const url = `${origin.http}/new?x=1`;
    const flow = await result('edit_and_replay', { url, method: 'PUT', headers: { 'X-A': 'ü' }, body: 'hé' });
    const got = origin.received.at(-1)!;
    expect(got).toMatchObject({ method: 'PUT', url: '/new?x=1', body: Buffer.from('hé') });
    expect(got.rawHeaders).toEqual(['Host', new URL(url).host, 'X-A', '\xc3\xbc', 'Content-Length', '3']);
    expect(flow).toMatchObject({
      method: 'PUT',
      url,
      status: 200,
      app: 'Traffic Proxy',
      response: { body: 'PUT /new?x=1' },
    });
  });

  test('bytes in base64; lengths that the caller gives are replaced by the true one', async () => {
    const headers = [
      { name: 'Content-Length', value: '999' },
      { name: 'Transfer-Encoding', value: 'chunked' },
      { name: 'X-B', value: '1' },
      { name: 'X-B', value: '2' },
    ];
    await result('edit_and_replay', {
      url: `${origin.http}/bytes`,
      method: 'POST',
      headers,
      body: { base64: Buffer.from([0, 255, 1]).toString('base64') },
    });
    const got = origin.received.at(-1)!;
    expect(got.body).toEqual(Buffer.from([0, 255, 1]));
    expect(got.rawHeaders.slice(2)).toEqual(['X-B', '1', 'X-B', '2', 'Content-Length', '3']);
  });

  test('an object of headers merges over the original, null takes one out, a list replaces all', async () => {
    await via(`${origin.http}/base`, {
      method: 'POST',
      body: 'kept',
      headers: { 'X-One': '1', 'X-Two': '2' },
    });
    await settled(app.engine.flows);
    const id = app.traffic.newest().at(-1)!.id;
    await result('edit_and_replay', { id, headers: { 'x-one': 'changed', 'X-Two': null, 'X-New': 'n' } });
    const merged = origin.received.at(-1)!;
    expect(merged).toMatchObject({ method: 'POST', url: '/base', body: Buffer.from('kept') });
    expect(merged.headers).toMatchObject({
      'x-one': 'changed',
      'x-new': 'n',
      host: new URL(origin.http).host,
    });
    expect(merged.headers).not.toHaveProperty('x-two');
    await result('edit_and_replay', { id, headers: [{ name: 'Only', value: 'this' }] });
    expect(origin.received.at(-1)!.rawHeaders).toEqual([
      'Host',
      new URL(origin.http).host,
      'Only',
      'this',
      'Content-Length',
      '4',
    ]);
  });

  test('another Host than that of the URL changes neither the URL nor where it goes', async () => {
    const url = `${origin.http}/named`;
    const flow = await result('edit_and_replay', { url, headers: { Host: 'other.test' } });
    const again = JSON.parse((await running.api(`/api/flows/${flow.id}/replay`, { method: 'POST' })).text);
    for (const sent of [flow, again]) expect(sent).toMatchObject({ url, host: '127.0.0.1', status: 200 });
    expect(origin.received.slice(-2).map(({ headers }) => headers.host)).toEqual([
      'other.test',
      'other.test',
    ]);
  });

  test('goes through the debugging tools, from what the client asked', async () => {
    const id = await capture('/original');
    await result('upsert_rule', {
      tool: 'mapLocal',
      rule: { name: 'Made', pattern: `${origin.http}/mocked`, status: 418, body: 'made here' },
    });
    const flow = await result('edit_and_replay', { id, url: `${origin.http}/mocked` });
    expect(flow).toMatchObject({ status: 418, tags: ['Map Local'], response: { body: 'made here' } });
    expect(flow.matchedRules).toMatchObject([{ tool: 'mapLocal', name: 'Made' }]);
    app.tools.load({ version: 1, tools: {} });
  });

  test('is recorded where a tool keeps requests of clients out, and answered where one ends it', async () => {
    const url = `${origin.http}/hidden`;
    const { id } = await result('upsert_rule', {
      tool: 'blockList',
      rule: { pattern: url, action: 'none', hide: true },
    });
    await via(url);
    expect(app.traffic.size).toBe(0);
    expect(await result('edit_and_replay', { url })).toMatchObject({ status: 200, tags: ['Block List'] });
    expect(app.traffic.size).toBe(1);
    await result('upsert_rule', { tool: 'blockList', rule: { id, action: 'reset' } });
    expect(await result('edit_and_replay', { url })).toMatchObject({ state: 'failed' });
    app.tools.load({ version: 1, tools: {} });
  });

  test('a flow out of a file, whose body is kept without its coding, is sent without it', async () => {
    const message = new Message(
      'POST /zipped HTTP/1.1\r\nContent-Encoding: gzip\r\n\r\n',
      app.engine.captures,
    );
    message.body.add(Buffer.from('plain'));
    Object.assign(message, { isDecoded: true, complete: true });
    const target = { scheme: 'http', host: '127.0.0.1', port: origin.httpPort } as const;
    const flow = new Flow({
      id: app.traffic.takeId(),
      client: new Client('127.0.0.1', 0),
      method: 'POST',
      target,
      request: message,
      decrypted: false,
      startedAt: 0,
    });
    app.traffic.open([flow]);
    await result('edit_and_replay', { id: flow.id });
    await running.api(`/api/flows/${flow.id}/replay`, { method: 'POST' });
    for (const got of origin.received.slice(-2)) {
      expect(got).toMatchObject({ method: 'POST', url: '/zipped', body: Buffer.from('plain') });
      expect(got.headers).not.toHaveProperty('content-encoding');
    }
    const { value } = await rpc('status');
    expect(value.requestCount).toBe(3);
    expect(JSON.parse((await running.api('/api/flows')).text)).toHaveLength(2);
    expect(JSON.parse((await running.api(`/api/flows/${flow.id}`)).text)).toMatchObject({ id: flow.id });
  });

  test('over TLS, to a host that is not decrypted', async () => {
    const flow = await result('edit_and_replay', { url: `${origin.https}/secret` });
    expect(flow).toMatchObject({ url: `${origin.https}/secret`, decrypted: true, status: 200 });
  });

  test('a request that cannot be had whole is refused, unless a body is given', async () => {
    await result('update_settings', { changes: { maxCapturedBodyBytes: 4 } });
    await via(`${origin.http}/long`, { method: 'POST', body: 'longer' });
    await settled(app.engine.flows);
    const id = app.traffic.newest().at(-1)!.id;
    expect(await rpc('edit_and_replay', { id })).toMatchObject({
      status: 422,
      field: 'id',
      error: expect.stringContaining('2 bytes were left out'),
    });
    await result('update_settings', { changes: { maxCapturedBodyBytes: null } });
    expect(await result('edit_and_replay', { id, body: 'new' })).toMatchObject({ status: 200 });
    expect(origin.received.at(-1)!.body.toString()).toBe('new');
  });
});

describe('ssl_proxying', () => {
  test('adds and removes hosts and apps', async () => {
    expect(await result('ssl_proxying', { action: 'add_host', value: '*.example.com' })).toEqual({
      hosts: [{ enabled: true, pattern: '*.example.com' }],
      apps: [],
    });
    await result('ssl_proxying', { action: 'add_host', value: '*.EXAMPLE.com' });
    expect((await result('ssl_proxying', { action: 'add_app', value: 'curl' })).apps).toEqual([
      { enabled: true, name: 'curl' },
    ]);
    expect(await rpc('ssl_proxying', { action: 'remove_host', value: '*.exmple.com' })).toMatchObject({
      status: 422,
      error: expect.stringContaining('did you mean *.example.com?'),
    });
    await result('ssl_proxying', { action: 'remove_app', value: 'curl' });
    expect(await result('ssl_proxying', { action: 'remove_host', value: '*.example.com' })).toEqual({
      hosts: [],
      apps: [],
    });
  });
});

describe('the envelope', () => {
  const post = (body: string) => running.api('/api/rpc', { method: 'POST', body });

  test.each([
    '',
    'null',
    '[]',
    '{"method":"status"}',
    '{"method":1,"params":{}}',
    '{"method":"status","params":[]}',
  ])('%j is 400', async (body) => {
    expect((await post(body)).status).toBe(400);
  });

  test('what would be lost, or exhaust the stack, is 400 and named', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    for (const [changes, reason] of [
      [deep, 'nested more than 100 levels'],
      ['{"__proto__":{"port":1}}', 'which is not allowed'],
    ] as const)
      expect(await post(`{"method":"update_settings","params":{"changes":${changes}}}`)).toMatchObject({
        status: 400,
        text: expect.stringContaining(reason),
      });
  });

  test('needs the token', async () => {
    const { status } = await ask(`http://127.0.0.1:${running.port()}/api/rpc`, {
      method: 'POST',
      body: '{"method":"status","params":{}}',
    });
    expect(status).toBe(401);
  });
});
