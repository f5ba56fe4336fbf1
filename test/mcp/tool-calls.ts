// One right call of each tool, in an order in which each finds what it needs.
import { join } from 'node:path';
import type { Called } from '../helpers/assistant.ts';

/** The context of a call, with the results of earlier ones. */
export interface CallContext {
  readonly home: string;
  /** The folder of the workspace. */
  readonly folder: string;
  /** The URL of a server that answers. */
  readonly origin: string;
  /** Ids of two captured requests; empty where nothing is captured. */
  readonly requests: readonly number[];
  /** Results by tool, the last one of each. */
  readonly results: Map<string, Called['value']>;
  /** Sends a request that a breakpoint holds, and resolves with the id of its pause. */
  readonly pause?: () => Promise<string>;
}

type Arguments = Readonly<Record<string, unknown>>;

export interface ToolCall {
  readonly tool: string;
  /** The process that must run: any proxy, the app, or none. */
  readonly needs: 'proxy' | 'app' | 'nothing';
  readonly args: (context: CallContext) => Arguments | Promise<Arguments>;
}

const call = (needs: ToolCall['needs'], tool: string, args: ToolCall['args'] = () => ({})): ToolCall => ({
  tool,
  needs,
  args,
});
const shop =
  (more: Arguments = {}) =>
  (): Arguments => ({ collection: 'Shop', ...more });

const SPEC = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'Pets' } } } } },
});

/** Those of the Control API. */
const controlCalls = [
  call('proxy', 'list_requests', () => ({ limit: 10 })),
  call('proxy', 'get_request', ({ requests }) => ({ id: requests[0] })),
  call('proxy', 'get_request_curl', ({ requests }) => ({ id: requests[0] })),
  call('proxy', 'replay_request', ({ requests }) => ({ id: requests[0] })),
];

/** The methods of the app. */
const appCalls = [
  call('app', 'status'),
  call('app', 'set_recording', () => ({ on: true })),
  call('app', 'set_macos_proxy', () => ({ on: false })),
  call('app', 'list_apps'),
  call('app', 'list_domains'),
  call('app', 'annotate_request', ({ requests }) => ({ id: requests[0], color: 'red', comment: 'Look' })),
  call('app', 'edit_and_replay', ({ requests }) => ({ id: requests[0], headers: { 'X-Edited': '1' } })),
  call('app', 'compare_requests', ({ requests: [a, b] }) => ({ a, b })),
  call('app', 'export_session', ({ folder }) => ({ format: 'session', path: join(folder, 'all.json') })),
  call('app', 'import_session', ({ folder }) => ({ path: join(folder, 'all.json') })),
  call('app', 'ssl_proxying', () => ({ action: 'list' })),
  call('app', 'get_settings'),
  call('app', 'update_settings', () => ({ changes: { listenOnAllInterfaces: false } })),
  call('app', 'certificate'),
  call('app', 'list_rules'),
  call('app', 'upsert_rule', ({ origin }) => ({
    tool: 'breakpoint',
    rule: { pattern: `${origin}/held`, stage: 'request' },
  })),
  call('app', 'set_tool_enabled', () => ({ tool: 'breakpoint', enabled: true })),
  call('app', 'resolve_paused', async ({ pause }) => ({ id: await pause?.(), action: 'send' })),
  call('app', 'list_paused'),
  call('app', 'delete_rule', ({ results }) => ({
    tool: 'breakpoint',
    id: (results.get('upsert_rule')?.id ?? 'x') as string,
  })),
  call('app', 'rule_from_request', ({ requests }) => ({ tool: 'mapLocal', id: requests[0] })),
  call('app', 'script_logs'),
  call('app', 'insights', () => ({ section: 'summary' })),
  call('app', 'bypassing_apps'),
  call('app', 'suggest_capture_domains', () => ({ app: 'curl' })),
  call('app', 'open_capture', () => ({ app: 'curl' })),
  call('app', 'open', () => ({ target: 'insights' })),
];

const workspaceCalls = [
  call('nothing', 'create_collection', ({ origin }) => ({
    name: 'Shop',
    variables: [{ name: 'host', value: origin }],
  })),
  call('nothing', 'update_collection', shop({ changes: { docs: 'A shop' } })),
  call('nothing', 'create_folder', shop({ name: 'Orders' })),
  call('nothing', 'update_folder', shop({ folder: 'Orders', changes: { docs: 'Their orders' } })),
  call('nothing', 'create_request', shop({ name: 'Get', url: '{{host}}/get', folder: 'Orders' })),
  call('nothing', 'update_request', shop({ request: 'Get', changes: { docs: 'Gets' } })),
  call('nothing', 'get_saved_request', shop({ request: 'Get' })),
  call('nothing', 'send_request', shop({ request: 'Get' })),
  call('nothing', 'save_example', shop({ request: 'Get', name: 'Fine', status: 200, body: '{}' })),
  call('nothing', 'move_item', shop({ item: 'Get', copy: true })),
  call('nothing', 'search_workspace', () => ({ query: 'get' })),
  call('nothing', 'list_collections'),
  call('nothing', 'get_collection', shop()),
  call('nothing', 'save_environment', () => ({ name: 'Test', variables: [{ name: 'n', value: '1' }] })),
  call('nothing', 'set_active_environment', () => ({ environment: 'Test' })),
  call('nothing', 'list_environments'),
  call('nothing', 'set_variable', () => ({ scope: 'globals', key: 'language', value: 'en' })),
  call('nothing', 'list_variables', () => ({ scope: 'globals' })),
  call('nothing', 'delete_variable', () => ({ scope: 'globals', key: 'language' })),
  call('nothing', 'save_dataset', () => ({ name: 'users', rows: [{ n: 1 }, { n: 2 }] })),
  call('nothing', 'list_datasets'),
  call('nothing', 'run_collection', shop({ folder: 'Orders', dataset: 'users' })),
  call('nothing', 'list_runs'),
  call('nothing', 'get_run', ({ results }) => ({
    runId: results.get('list_runs').items[0].runId as string,
  })),
  call('nothing', 'start_mock', shop()),
  call('nothing', 'list_mocks'),
  call('nothing', 'stop_mock', ({ results }) => ({
    mockId: results.get('start_mock').mockId as string,
  })),
  call('nothing', 'run_load_test', shop({ vus: 1, durationSeconds: 1, rate: 5, failIf: ['errors>1%'] })),
  call('nothing', 'get_load_test'),
  call('nothing', 'import_spec', () => ({ text: SPEC })),
  call('nothing', 'list_specs'),
  call('nothing', 'lint_spec', () => ({ spec: 'Pets' })),
  call('nothing', 'sync_spec', () => ({ spec: 'Pets' })),
  call('nothing', 'generate_docs', ({ folder }) => ({ collection: 'Shop', out: join(folder, 'shop.html') })),
  call('nothing', 'import_content', ({ origin }) => ({ text: `curl ${origin}/imported` })),
  call('nothing', 'export_collection', ({ folder }) => ({
    ref: 'Shop',
    kind: 'collection',
    format: 'postman',
    path: join(folder, 'shop.json'),
  })),
  call('nothing', 'generate_code', shop({ format: 'curl', request: 'Orders/Get' })),
  call('nothing', 'save_client_flow', () => ({
    name: 'Check',
    steps: [{ type: 'send', collection: 'Shop', request: 'Orders/Get' }],
  })),
  call('nothing', 'list_client_flows'),
  call('nothing', 'run_client_flow', () => ({ flow: 'Check' })),
  call('nothing', 'git_status'),
  call('nothing', 'git_diff'),
  call('nothing', 'git_commit', () => ({ message: 'All of it' })),
  call('nothing', 'git_log'),
  call('proxy', 'save_captured_request', ({ requests }) => ({ id: requests[0], collection: 'Shop' })),
  call('nothing', 'trash_item', () => ({ kind: 'flow', id: 'Check' })),
  call('nothing', 'restore_item'),
  call('nothing', 'delete_request', shop({ request: 'Orders/Get' })),
  call('nothing', 'delete_collection', shop()),
  call('nothing', 'workspace_info'),
];

/** The last one forgets the requests that the others use. */
export const toolCalls: readonly ToolCall[] = [
  ...controlCalls,
  ...appCalls,
  ...workspaceCalls,
  call('app', 'clear_session'),
];
