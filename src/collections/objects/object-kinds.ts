// The kinds of objects in a workspace.

export const OBJECT_KINDS = [
  'request',
  'folder',
  'collection',
  'environment',
  'globals',
  'flow',
  'run',
  'loadTest',
  'spec',
  'dataset',
] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];
