// Loads the user's .proto files as a schema. They are only parsed; no code is generated from them.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type protobuf from 'protobufjs';
import { messageOf, SettingError, UserError } from '../../base/errors.ts';
import {
  ProtoTypes,
  type FieldType,
  type ProtoField,
  type ScalarType,
  type TypeName,
} from '../../codec/protobuf/schema.ts';

/**
 * Loads a schema from `paths`: .proto files, and folders, in which every .proto file is read. Imports are resolved
 * beside the importing file, in the given folders, in the folders above the importing file, and among protobuf's
 * well-known files. Rejects with a SettingError that names the missing or invalid file.
 */
export async function loadProtoFiles(paths: readonly string[]): Promise<ProtoTypes> {
  const types = new ProtoTypes();
  if (paths.length === 0) return types;
  const { default: library } = await import('protobufjs');
  const root = new library.Root();
  const roots = paths.map((path) => resolve(path));
  root.resolvePath = (origin, target) => importedPath(origin, target, roots, library.common);
  try {
    root.loadSync(roots.flatMap(protoFilesAt), { keepCase: true });
    root.resolveAll();
  } catch (error) {
    throw new SettingError(`protoPaths: ${messageOf(error)}`, { cause: error });
  }
  addNamespace(root, types, library);
  return types;
}

function protoFilesAt(path: string): string[] {
  if (!existsSync(path)) throw new UserError('NOT_FOUND', `${path} does not exist`);
  if (!statSync(path).isDirectory()) return [path];
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.proto'),
  );
  if (files.length === 0) throw new UserError('NOT_FOUND', `${path} contains no .proto file`);
  return files.sort().map((name) => join(path, name));
}

function importedPath(
  origin: string,
  target: string,
  roots: readonly string[],
  common: typeof protobuf.common,
): string {
  if (origin === '') return target;
  const folders = [...foldersAbove(origin), ...roots];
  const existing = folders.map((folder) => join(folder, target)).find((path) => existsSync(path));
  if (existing !== undefined) return existing;
  if (common.get(target) !== null) return target;
  throw new UserError(
    'INVALID_DATA',
    `${origin} imports ${target}, which was not found: add its folder to protoPaths`,
  );
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAbove(folder)];
}

function addNamespace(space: protobuf.NamespaceBase, types: ProtoTypes, library: typeof protobuf): void {
  for (const each of space.nestedArray) {
    if (each instanceof library.Type) addType(each, types, library);
    else if (each instanceof library.Enum) addEnum(each, types);
    else if (each instanceof library.Service) addService(each, types);
    if (each instanceof library.Namespace) addNamespace(each, types, library);
  }
}

function fullName(object: protobuf.ReflectionObject): string {
  return object.fullName.replace(/^\./, '');
}

function typeName(object: protobuf.ReflectionObject): TypeName {
  return { name: fullName(object), scope: null };
}

function addType(type: protobuf.Type, types: ProtoTypes, library: typeof protobuf): void {
  const name = fullName(type);
  const fields = type.fieldsArray.map((field): ProtoField => {
    if (!(field instanceof library.MapField))
      return { number: field.id, name: field.name, repeated: field.repeated, of: typeOf(field, library) };
    const entry = `${name}.${field.name}.entry`;
    addMapEntry(entry, field, types, library);
    return {
      number: field.id,
      name: field.name,
      repeated: true,
      of: { type: 'message', named: { name: entry, scope: null } },
    };
  });
  types.messages.set(name, { name, fields: byNumber(fields), isMapEntry: false });
}

function addMapEntry(
  name: string,
  field: protobuf.MapField,
  types: ProtoTypes,
  library: typeof protobuf,
): void {
  const key: ProtoField = {
    number: 1,
    name: 'key',
    repeated: false,
    of: { type: 'scalar', scalar: field.keyType as ScalarType },
  };
  const value: ProtoField = { number: 2, name: 'value', repeated: false, of: typeOf(field, library) };
  types.messages.set(name, { name, fields: byNumber([key, value]), isMapEntry: true });
}

function byNumber(fields: readonly ProtoField[]): ReadonlyMap<number, ProtoField> {
  return new Map(fields.map((field) => [field.number, field]));
}

function typeOf({ resolvedType, type }: protobuf.FieldBase, library: typeof protobuf): FieldType {
  if (resolvedType === null) return { type: 'scalar', scalar: type as ScalarType };
  return { type: resolvedType instanceof library.Enum ? 'enum' : 'message', named: typeName(resolvedType) };
}

function addEnum(each: protobuf.Enum, types: ProtoTypes): void {
  types.enums.set(
    fullName(each),
    new Map(Object.entries(each.valuesById).map(([id, name]) => [Number(id), name])),
  );
}

function addService(service: protobuf.Service, types: ProtoTypes): void {
  for (const method of service.methodsArray) {
    method.resolve();
    const { resolvedRequestType: request, resolvedResponseType: response } = method;
    if (request === null || response === null) continue;
    types.methods.set(`${fullName(service)}/${method.name}`, {
      request: typeName(request),
      response: typeName(response),
    });
  }
}
