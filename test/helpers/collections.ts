// Small Postman collections as files, for commands that run them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Written {
  readonly name: string;
  readonly url: string;
  readonly method?: string;
  readonly body?: string;
  readonly header?: readonly { readonly key: string; readonly value: string }[];
  readonly before?: string;
  readonly test?: string;
  readonly protocolProfileBehavior?: Readonly<Record<string, unknown>>;
}

export interface WrittenFolder {
  readonly folder: string;
  readonly items: readonly (Written | WrittenFolder)[];
}

/** Writes a collection file, and returns its path. */
export function writeCollection(
  folder: string,
  name: string,
  items: readonly (Written | WrittenFolder)[],
  more: object = {},
): string {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  return writeJson(folder, `${name}.json`, { info: { name, schema }, item: items.map(itemOf), ...more });
}

export function writeJson(folder: string, name: string, value: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
}

/** Writes variables as Postman exports them. `scope`: `environment` or `globals`. */
export function writeVariables(
  folder: string,
  name: string,
  scope: 'environment' | 'globals',
  values: Readonly<Record<string, string>>,
): string {
  return writeJson(folder, `${name}.json`, {
    id: name,
    name,
    values: Object.entries(values).map(([key, value]) => ({ key, value, enabled: true })),
    _postman_variable_scope: scope,
  });
}

function itemOf(item: Written | WrittenFolder): object {
  if ('folder' in item) return { name: item.folder, item: item.items.map(itemOf) };
  const { name, url, method = 'GET', body, header, before, test, protocolProfileBehavior } = item;
  const event = (listen: string, exec: string | undefined) =>
    exec === undefined ? [] : [{ listen, script: { type: 'text/javascript', exec } }];
  return {
    name,
    request: { method, url, header, ...(body !== undefined && { body: { mode: 'raw', raw: body } }) },
    event: [...event('prerequest', before), ...event('test', test)],
    protocolProfileBehavior,
  };
}
