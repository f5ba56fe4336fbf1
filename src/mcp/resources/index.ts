// The resources: five by URI, and each captured request by a URI template.
import { isObject } from '../../base/is-object.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import { savedRequests } from '../saved-requests.ts';
import type { ToolContext } from '../tools/contract.ts';
import { tools } from '../tools/index.ts';
import type { ResourceReader, ResourceText } from './contract.ts';

/** Requests of `proxy://requests/recent`. */
const MAX_FLOWS = 100;
const JSON_TYPE = 'application/json';
const JSON_ONLY = { mimeType: JSON_TYPE } as const;

export const resources: readonly ResourceReader[] = [
  {
    ...JSON_ONLY,
    uri: 'proxy://status',
    name: 'status',
    description: 'Port, recording, system capture and active tools',
    read: async ({ proxy }) => ({
      ...JSON_ONLY,
      value: await (await proxy.client()).status(),
      isCaptured: false,
    }),
  },
  {
    ...JSON_ONLY,
    uri: 'proxy://requests/recent',
    name: 'recent requests',
    description: `The last ${MAX_FLOWS} captured requests`,
    read: (context) => captured(context, 'list_requests', { limit: MAX_FLOWS }),
  },
  {
    mimeType: 'text/markdown',
    uri: 'proxy://insights/report',
    name: 'insights report',
    description: 'The report on all captured traffic',
    async read({ proxy }) {
      const report = await proxy.rpc('insights', { section: 'markdown' });
      const value = isObject(report) ? report['markdown'] : '';
      return { mimeType: 'text/markdown', value, isCaptured: true };
    },
  },
  {
    ...JSON_ONLY,
    uri: 'proxy://rules',
    name: 'rules',
    description: 'Every debugging tool and its rules',
    read: async ({ proxy }) => ({ ...JSON_ONLY, value: await proxy.rpc('list_rules', {}), isCaptured: true }),
  },
  {
    ...JSON_ONLY,
    uri: 'proxy://collections',
    name: 'collections',
    description: 'Collections with their requests, and environments',
    read: async ({ workspace }) => ({
      ...JSON_ONLY,
      value: await workspaceContents(await workspace.open()),
      isCaptured: true,
    }),
  },
];

export const REQUEST_TEMPLATE = 'proxy://requests/{id}';
const REQUEST_URI = /^proxy:\/\/requests\/(\d{1,15})$/;
/** Bytes of each body of a request that is read as a resource. */
const BODY_BYTES = 16_000;

/** Returns the reader of this URI; null for a URI that is not ours. */
export function readerOf(uri: string): ((context: ToolContext) => Promise<ResourceText>) | null {
  const found = resources.find((each) => each.uri === uri);
  if (found !== undefined) return (context) => found.read(context);
  const id = REQUEST_URI.exec(uri)?.[1];
  if (id === undefined) return null;
  return (context) => captured(context, 'get_request', { id: Number(id), length: BODY_BYTES });
}

async function captured(context: ToolContext, name: string, params: object): Promise<ResourceText> {
  const tool = tools.find((each) => each.name === name)!;
  const call = { signal: new AbortController().signal, progress: () => undefined };
  const value = await tool.run(context, { ...params }, call);
  return { ...JSON_ONLY, value, isCaptured: true };
}

/** Returns the ids of captured requests that begin with `start`, newest first. */
export async function requestIds({ proxy }: ToolContext, start: string): Promise<readonly string[]> {
  const flows = await (await proxy.client()).flows({ limit: '1000' });
  return flows
    .map(({ id }) => String(id))
    .filter((id) => id.startsWith(start))
    .reverse();
}

async function workspaceContents(workspace: Workspace): Promise<object> {
  const { activeEnvironment } = workspace.fields();
  const [collections, environments] = await Promise.all([workspace.collections(), workspace.environments()]);
  return {
    folder: workspace.folder,
    items: collections.map(({ collection: { id, name, items } }) => ({
      id,
      name,
      requests: savedRequests(items).map(({ path, type }) => ({ name: path, type })),
    })),
    environments: environments.map(({ id, name, variables }) => ({
      name,
      isActive: id === activeEnvironment,
      variables: variables.map((variable) => variable.name),
    })),
  };
}
