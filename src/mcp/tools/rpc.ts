// The tools that need the app: each is a method that the app runs over RPC.
import type { Method } from '../../session/methods/contract.ts';
import { methods } from '../../session/methods/index.ts';
import type { RunningApp } from '../../session/methods/undo.ts';
import { workspaceMethods } from '../../session/methods/workspace/index.ts';
import type { Tool, ToolContext } from './contract.ts';
import { withPaths } from './given-paths.ts';

type Params = Readonly<Record<string, unknown>>;

/** Operations that run on the folder, without the app. */
const onWorkspace: ReadonlySet<string> = new Set(workspaceMethods.map(({ name }) => name));

export const rpcTools: readonly Tool[] = methods
  .filter(({ name, faces }) => faces.includes('mcp') && !onWorkspace.has(name))
  .map(rpcTool);

function rpcTool(method: Method): Tool {
  const { name, summary, effect, params, result, toolset = 'traffic', hints = [], captured = true } = method;
  return {
    name,
    summary,
    effect,
    toolset,
    params,
    result,
    hints,
    isCaptured: captured,
    undo: undoOf(method),
    isForwarded: true,
    withAbsolutePaths: ({ paths: guard }, given) => withTexts(method, guard, given),
    async run(context, given, { signal }) {
      return context.proxy.rpc(name, await adapted(method, context, given), signal);
    },
  };
}

/** Returns the parameters with paths that are texts checked and absolute; those within objects follow later. */
function withTexts(method: Method, guard: ToolContext['paths'], given: Params): Params {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      typeof value === 'string' && value !== '' && method.paths?.includes(key) === true
        ? withPaths(guard, value, key)
        : value,
    ]),
  );
}

function undoOf({ undo }: Method): Tool['undo'] {
  if (undo === undefined || undo === 'files') return null;
  if (typeof undo !== 'function') return undo;
  return async ({ proxy }, params) => {
    const restore = await undo(runningApp(proxy), params);
    return (result) => {
      const calls = restore(result);
      return calls.length === 0 ? null : { calls };
    };
  };
}

function runningApp(proxy: ToolContext['proxy']): RunningApp {
  return {
    call: async ({ name }, params) => (await proxy.rpc(name, params)) as never,
    flow: async (id) => (await proxy.client()).flow(id),
  };
}

/** Returns the parameters with paths checked and made absolute, and masks replaced by what they hid. */
async function adapted(
  method: Method,
  { proxy, paths: guard, masks }: ToolContext,
  given: Params,
): Promise<Params> {
  const absolute = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      method.paths?.includes(key) === true ? withPaths(guard, value, key) : value,
    ]),
  );
  const old = await method.replaces?.(runningApp(proxy), absolute);
  const whole = old === undefined ? absolute : (masks.restore(absolute, old, '') as Params);
  await method.refuses?.(runningApp(proxy), whole);
  return whole;
}
