// All formats for exporting objects of a workspace.
import type { ExportFormat } from './contract.ts';
import { html } from './html/index.ts';
import { openApi } from './openapi/index.ts';
import { postman } from './postman/index.ts';
import { postmanEnvironment } from './postman-environment.ts';

export const exportFormats: readonly ExportFormat[] = [postman, openApi, html, postmanEnvironment];
