// The service definitions for a request: from its .proto files, or else from the server by reflection.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import protobuf from 'protobufjs';
import { messageOf, UserError } from '../../../base/errors.ts';
import { nearest } from '../../../base/did-you-mean.ts';
import type { grpc as schema } from '../../../collections/model/protocol-fields.ts';
import type { z } from 'zod';
import type { ResolveFile } from '../../http/body.ts';
import { reflectedRoot, type ReflectionSource } from './reflection.ts';

type Fields = z.output<typeof schema>;

/** A method with the types of its messages. */
export interface CalledMethod {
  /** Such as `/shop.v1.Orders/Get`. */
  readonly path: string;
  readonly request: protobuf.Type;
  readonly response: protobuf.Type;
  readonly requestStream: boolean;
}

/** Definitions by the sender of a run, which they live as long as. */
const ROOTS = new WeakMap<object, Map<string, Promise<protobuf.Root>>>();

export function rootFor(fields: Fields, source: ReflectionSource): Promise<protobuf.Root> {
  const { protoFiles, importPaths, service } = fields;
  const { sender, resolveFile } = source.context;
  const roots = ROOTS.get(sender) ?? new Map<string, Promise<protobuf.Root>>();
  ROOTS.set(sender, roots);
  const key = JSON.stringify(
    protoFiles.length > 0
      ? [protoFiles, importPaths]
      : [source.origin, service, [...(source.metadata.toJSON()['authorization'] ?? [])]],
  );
  const known = roots.get(key);
  if (known !== undefined) return known;
  const loaded =
    protoFiles.length > 0
      ? new Promise<protobuf.Root>((resolve) => resolve(loadFiles(protoFiles, importPaths, resolveFile)))
      : reflectedRoot(service, source);
  roots.set(key, loaded);
  loaded.catch(() => roots.delete(key));
  return loaded;
}

/** Finds the method. Throws an Error that suggests the nearest service or method, or lists the existing ones. */
export function methodOf(root: protobuf.Root, serviceName: string, methodName: string): CalledMethod {
  const services = servicesOf(root);
  const service = services.find((each) => each.fullName.slice(1) === serviceName);
  if (service === undefined)
    throw missing(
      'service',
      serviceName,
      services.map((each) => each.fullName.slice(1)),
    );
  const method = service.methods[methodName];
  if (method === undefined)
    throw missing(`method of ${serviceName}`, methodName, Object.keys(service.methods));
  method.resolve();
  const { resolvedRequestType: request, resolvedResponseType: response } = method;
  if (request === null || response === null)
    throw new UserError('INVALID_DATA', `the messages of ${serviceName}/${methodName} are not defined`);
  return {
    path: `/${serviceName}/${methodName}`,
    request,
    response,
    requestStream: method.requestStream === true,
  };
}

function missing(kind: string, name: string, names: readonly string[]): UserError {
  const similar = nearest(name, names);
  const hint =
    similar === null ? `there are ${names.slice(0, 20).join(', ') || 'none'}` : `did you mean ${similar}?`;
  return new UserError('NOT_FOUND', `the ${kind} ${JSON.stringify(name)} was not found; ${hint}`);
}

/** Returns the services of all packages. */
export function servicesOf(space: protobuf.NamespaceBase): readonly protobuf.Service[] {
  return space.nestedArray.flatMap((each) => {
    if (each instanceof protobuf.Service) return [each];
    return each instanceof protobuf.Namespace ? servicesOf(each) : [];
  });
}

/** Parses .proto files and what they import. Throws an Error that names the file that is missing or wrong. */
function loadFiles(
  files: readonly string[],
  importPaths: readonly string[],
  resolveFile: ResolveFile,
): protobuf.Root {
  const root = new protobuf.Root();
  const done = new Set<string>();
  const load = (path: string): void => {
    if (done.has(path)) return;
    done.add(path);
    const { imports = [], weakImports = [] } = parseFile(path, readFileSync(path, 'utf8'), root);
    for (const name of [...imports, ...weakImports]) loadImport(name, path);
  };
  const loadImport = (name: string, from: string): void => {
    const found = [dirname(from), ...importPaths, ...files.map((file) => dirname(file))]
      .map((folder) => existingFile(join(folder, name), resolveFile))
      .find((path) => path !== null);
    if (typeof found === 'string') {
      load(found);
      return;
    }
    const common = protobuf.common.get(name)?.nested;
    if (common === undefined)
      throw new UserError(
        'NOT_FOUND',
        `${from} imports ${name}, which was not found: add its folder to importPaths`,
      );
    if (!done.has(name)) root.addJSON(common);
    done.add(name);
  };
  for (const file of files) {
    const path = existingFile(file, resolveFile);
    if (path === null)
      throw new UserError('NOT_FOUND', `the file ${file}, which protoFiles names, was not found`);
    load(path);
  }
  root.resolveAll();
  return root;
}

function parseFile(path: string, text: string, root: protobuf.Root): protobuf.IParserResult {
  try {
    return protobuf.parse(text, root, { keepCase: true });
  } catch (error) {
    throw new UserError('INVALID_FILE', `${path} is not a valid .proto file: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Returns the allowed path, or null when there is no such file. Throws an Error when it must not be read. */
function existingFile(path: string, resolveFile: ResolveFile): string | null {
  const resolved = resolveFile(path);
  try {
    readFileSync(resolved);
    return resolved;
  } catch {
    return null;
  }
}
