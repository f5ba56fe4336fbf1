// The zod model of each kind of file.
import type { z } from 'zod';
import type { FileKindName } from '../../src/cli/schema/kinds.ts';
import { collectionFields, folderFields } from '../../src/collections/model/collection.ts';
import { environment, globals, workspaceFields } from '../../src/collections/model/environment.ts';
import { clientFlow } from '../../src/collections/model/flow.ts';
import { loadTest } from '../../src/collections/model/load-test.ts';
import { request } from '../../src/collections/model/request.ts';
import { runConfiguration } from '../../src/collections/model/run-configuration.ts';

export const MODELS: Readonly<Record<FileKindName, z.ZodObject>> = {
  request,
  folder: folderFields,
  collection: collectionFields,
  environment,
  globals,
  flow: clientFlow,
  run: runConfiguration,
  'load-test': loadTest,
  workspace: workspaceFields,
};
