// The kinds of files in a workspace that have a JSON Schema, with the paths by which editors find it.

export interface FileKind {
  readonly name: string;
  /** A noun phrase for lists and titles. */
  readonly title: string;
  /** Paths in the workspace, as globs. */
  readonly files: string;
}

export const FILE_KINDS = [
  { name: 'request', title: 'A request', files: 'collections/**/*.request.yaml' },
  { name: 'folder', title: 'A folder of a collection', files: 'collections/**/folder.yaml' },
  { name: 'collection', title: 'A collection', files: 'collections/*/collection.yaml' },
  { name: 'environment', title: 'An environment', files: 'environments/*.yaml' },
  { name: 'globals', title: 'Global variables', files: 'globals.yaml' },
  { name: 'flow', title: 'A flow', files: 'flows/*.yaml' },
  { name: 'run', title: 'A run configuration', files: 'runs/*.yaml' },
  { name: 'load-test', title: 'A load test', files: 'load-tests/*.yaml' },
  { name: 'workspace', title: 'Settings of a workspace', files: 'workspace.yaml' },
] as const satisfies readonly FileKind[];

export type FileKindName = (typeof FILE_KINDS)[number]['name'];

/** The folder with the copies of the schemas, in the folder that the editor opens. */
export const SCHEMA_COPIES = '.proxyctl/schemas';

/** Returns the name of the file with the schema of a kind. */
export function schemaFileName(kind: string): string {
  return `${kind}.schema.json`;
}
