// A workspace of 2,000 requests.
import { collectionFields } from '../../src/collections/model/collection.ts';
import { newRequest } from '../../src/collections/model/request.ts';
import { Workspace } from '../../src/collections/storage/workspace.ts';

const COLLECTIONS = 10;
const REQUESTS = 200;

/** Writes the files into an empty folder. */
export async function fillWorkspace(folder: string): Promise<void> {
  const to = new Workspace(folder);
  for (let of = 0; of < COLLECTIONS; of += 1) {
    const items = Array.from({ length: REQUESTS }, (_, at) => ({
      kind: 'request' as const,
      request: newRequest({
        id: crypto.randomUUID(),
        name: `Request ${at}`,
        url: `{{base}}/v1/things/${at}`,
        headers: [{ name: 'Accept', value: 'application/json' }],
        body: { type: 'raw', language: 'json', text: JSON.stringify({ text: 'x'.repeat(300) }, null, 2) },
        scripts: { test: "pm.test('ok', () => pm.response.to.have.status(200));\n" },
      }),
    }));
    const fields = collectionFields.parse({ id: crypto.randomUUID(), name: `Collection ${of}` });
    await to.addCollection({ ...fields, items });
  }
}
