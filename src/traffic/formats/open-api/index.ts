// OpenAPI: the description of an API, derived from its traffic.
import { observedMethod } from './method.ts';
import { defineFormat, lazyWrite } from '../contract.ts';

export const openApi = defineFormat({
  id: 'openAPI',
  label: 'OpenAPI',
  extension: '.yaml',
  export: {
    write: lazyWrite(async () => (await import('./document.ts')).openApiChunks),
    represents: (flow) => observedMethod(flow) !== undefined,
  },
});
