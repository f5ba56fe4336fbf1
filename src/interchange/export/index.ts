// All formats for exporting objects of a workspace.
import type { ExportFormat } from './contract.ts';
import { html } from './html/index.ts';
import { httpEnvironment } from './http-environment.ts';
import { httpFile, httpFolder } from './http-file/index.ts';
import { markdown } from './markdown/index.ts';
import { openApi } from './openapi/index.ts';
import { openCollection } from './opencollection/index.ts';
import { postman } from './postman/index.ts';
import { postmanV3 } from './postman-v3/index.ts';
import { postmanEnvironment } from './postman-environment.ts';

export const exportFormats: readonly ExportFormat[] = [
  postman,
  postmanV3,
  openCollection,
  openApi,
  httpFile,
  httpFolder,
  html,
  markdown,
  postmanEnvironment,
  httpEnvironment,
];
