// Imports curl commands.
import { isCurl } from '../../documents/curl/index.ts';
import { NOTHING_IMPORTED } from '../../collections/model/imported.ts';
import { defineImport } from './contract.ts';
import { curlRequests } from './shared/curl-request.ts';
import { ImportContext } from './shared/import-context.ts';

export const curl = defineImport({
  id: 'curl',
  label: 'cURL command',
  detect: ({ text }) => isCurl(text),
  read: ({ text }) => {
    const context = new ImportContext();
    const requests = curlRequests(text, context);
    return { ...NOTHING_IMPORTED, requests, warnings: context.warnings };
  },
});
