// The tools that need the app: each is a method that the app runs over RPC.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isObject } from '../../base/is-object.ts';
import type { Method } from '../../session/methods/contract.ts';
import { methods } from '../../session/methods/index.ts';
import { workspaceMethods } from '../../session/methods/workspace/index.ts';
import type { Tool, ToolContext, Toolset } from './contract.ts';
import { ruleOf, undos } from './undo.ts';

type Params = Readonly<Record<string, unknown>>;

const RULES: ReadonlySet<string> = new Set(
  'list_rules upsert_rule delete_rule set_tool_enabled rule_from_request script_logs list_paused resolve_paused'.split(
    ' ',
  ),
);
/** Methods that change nothing more when they are called again with the same parameters. */
const IDEMPOTENT: ReadonlySet<string> = new Set(
  'set_recording clear_session set_macos_proxy annotate_request export_session ssl_proxying update_settings delete_rule set_tool_enabled open open_capture'.split(
    ' ',
  ),
);
const OPEN_WORLD: ReadonlySet<string> = new Set(['edit_and_replay', 'resolve_paused']);
/** Methods whose results hold nothing that a stranger wrote. */
const OWN_WORDS: ReadonlySet<string> = new Set(
  'status set_recording clear_session set_macos_proxy get_settings update_settings certificate ssl_proxying set_tool_enabled delete_rule open open_capture export_session'.split(
    ' ',
  ),
);

/** Operations that run on the folder, without the app. */
const onWorkspace: ReadonlySet<string> = new Set(workspaceMethods.map(({ name }) => name));

export const rpcTools: readonly Tool[] = methods
  .filter((method) => method.faces.includes('mcp') && !onWorkspace.has(method.name))
  .map((method) => rpcTool(method));

function rpcTool({ name, summary, effect, params, result }: Method): Tool {
  const toolset: Toolset = RULES.has(name) ? 'rules' : 'traffic';
  const undo = undos.get(name);
  return {
    name,
    summary,
    effect,
    toolset,
    params,
    result,
    isIdempotent: effect === 'read' || IDEMPOTENT.has(name),
    isOpenWorld: OPEN_WORLD.has(name),
    isCaptured: !OWN_WORDS.has(name),
    isForwarded: true,
    async run(context, given, { signal }) {
      return context.proxy.rpc(name, await adapted(name, context, given, signal), signal);
    },
    ...(undo !== undefined && { prepareUndo: undo }),
  };
}

/** Returns the parameters with paths checked and made absolute, and masks replaced by what they hid. */
async function adapted(
  name: string,
  context: ToolContext,
  given: Params,
  signal: AbortSignal,
): Promise<Params> {
  const own = withPaths(context, given) as Params;
  const old = await oldValue(name, context, own, signal);
  return old === undefined ? own : (context.masks.restore(own, old, '') as Params);
}

/** Parameters, and fields of rules and settings, that name files. */
const FILE_FIELD = /(?:Path|File|Folder|Directory)s?$|^(?:path|file|folder|directory)s?$/;
const FILE_URL = /^file:/i;

function withPaths(context: ToolContext, value: unknown, field = ''): unknown {
  const isFile = FILE_FIELD.test(field.replace(/^.*\.|\[\d+\]$/g, ''));
  if (typeof value === 'string' && FILE_URL.test(value))
    return pathToFileURL(context.paths.allowed(fileURLToPath(value), field)).href;
  if (typeof value === 'string' && isFile && value !== '') return context.paths.allowed(value, field);
  if (Array.isArray(value))
    return value.map((each: unknown, at) => withPaths(context, each, `${field}[${at}]`));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    // Headers of a message may have any name.
    if (key === 'headers') return [key, inner];
    return [key, withPaths(context, inner, field === '' ? key : `${field}.${key}`)];
  });
  return Object.fromEntries(entries);
}

/** Returns the present value of what a call changes, in the shape of its parameters. */
async function oldValue(
  name: string,
  { proxy }: ToolContext,
  params: Params,
  signal: AbortSignal,
): Promise<unknown> {
  if (name === 'upsert_rule') return { rule: await ruleOf(proxy, params) };
  if (name !== 'edit_and_replay' || typeof params['id'] !== 'number') return undefined;
  const flow = await (await proxy.client()).flow(params['id']);
  signal.throwIfAborted();
  const url = typeof params['url'] === 'string' ? URL.parse(params['url']) : null;
  // What was sent to one host must not reach another one through a mask.
  if (url !== null && url.host !== URL.parse(flow.url)?.host) return { headers: {}, body: null };
  const { headers, body } = flow.originalRequest ?? flow.request;
  const asked = params['headers'];
  const byName = Object.fromEntries(
    Object.keys(isObject(asked) ? asked : {}).map((key) => [
      key,
      headers.find((header) => header.name.toLowerCase() === key.toLowerCase())?.value,
    ]),
  );
  return { url: flow.url, headers: Array.isArray(asked) ? headers : byName, body };
}
