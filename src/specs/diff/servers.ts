// The servers of a description, and of operations that have their own.
import { isObject } from '../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../documents/json-values.ts';
import { serverOf } from '../../documents/openapi/swagger2.ts';
import { found, type FoundChange } from './change.ts';
import { listOf } from './schemas/effective.ts';
import { recordOf } from './schemas/objects.ts';
import { shown } from './schemas/schema-change.ts';

/** Clients choose their server, so none of it breaks them for sure. */
export function serverChanges(before: unknown, after: unknown): readonly FoundChange[] {
  const [old, young] = [serversOf(before), serversOf(after)];
  const changes: FoundChange[] = [];
  for (const [url, server] of old) {
    const now = young.get(url);
    if (now === undefined)
      changes.push(found('api-server-removed', 'warning', `the server ${shown(url)} was removed`));
    else changes.push(...variableChanges(server['variables'], now['variables'], url));
  }
  for (const url of young.keys())
    if (!old.has(url)) changes.push(found('api-server-added', 'info', `the server ${shown(url)} is new`));
  return changes;
}

/** Returns the servers of a document; those of Swagger 2 come from its host and path. */
export function documentServers(root: JsonObject): unknown {
  if ('openapi' in root) return root['servers'];
  const server = serverOf(root);
  return server === null ? [] : [server];
}

function serversOf(servers: unknown): ReadonlyMap<string, JsonObject> {
  return new Map(
    listOf(servers)
      .filter(isObject)
      .map((server) => [(scalarText(server['url']) ?? '').replace(/\/+$/, ''), server]),
  );
}

function variableChanges(before: unknown, after: unknown, url: string): readonly FoundChange[] {
  const [old, young] = [recordOf(before), recordOf(after)];
  return Object.keys(old).flatMap((name) => {
    const [was, is] = [recordOf(old[name]), recordOf(young[name])];
    const what = `the server ${shown(url)}: the variable ${name}`;
    const values = listOf(is['enum']).map(String);
    const gone = listOf(was['enum'])
      .map(String)
      .filter((value) => values.length > 0 && !values.includes(value));
    return [
      ...gone.map((value) =>
        found('api-server-variable-value-removed', 'warning', `${what} is never ${shown(value)} now`),
      ),
      ...(was['default'] === is['default']
        ? []
        : [
            found(
              'api-server-variable-default-changed',
              'warning',
              `${what} has the default ${shown(is['default'] ?? 'none')}, before ${shown(was['default'] ?? 'none')}`,
            ),
          ]),
    ];
  });
}
