// Postman Collection v2.1: captured exchanges as one request each, with the response saved as an example. Tunnels and
// binary bodies are omitted, because Postman cannot represent them.
import { randomUUID } from 'node:crypto';
import { postmanHead } from '../../documents/postman.ts';
import { defineFormat, fileChunks, type FileParts } from './contract.ts';

const NAME = 'Proxy Export';

export const postman = defineFormat({
  id: 'postman',
  label: 'Postman Collection',
  extension: '.postman_collection.json',
  export: { write: (flows) => fileChunks(parts(), flows), represents: ({ request }) => request !== null },
});

function parts(): FileParts {
  return {
    head: postmanHead(randomUUID(), NAME),
    async *entry(flow, index) {
      // Loaded on demand, because the proxy starts without the model of collections.
      const { capturedRequest } = await import('../captured-request.ts');
      const { postmanItem } = await import('../../interchange/export/shared/postman/item.ts');
      const request = await capturedRequest(flow, `request-${index + 1}`);
      if (request === null) return;
      yield `${index === 0 ? '\n' : ',\n'}${JSON.stringify(postmanItem(request, []))}`;
    },
    tail: () => Promise.resolve('\n]}\n'),
  };
}
