// `npm run client-table`: runs the clients of test/helpers/clients.ts that are installed here, and writes what was captured
// of each into the table of docs/environment.md. Rows of other clients stay.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { clientRow, clientRows, withClientRows } from '../test/helpers/client-table.ts';
import { clients } from '../test/helpers/clients.ts';
import { isInstalled, recorded, startWrapping } from '../test/helpers/wrapping.ts';

const path = fileURLToPath(new URL('../docs/environment.md', import.meta.url));
const page = readFileSync(path, 'utf8');
const before = clientRows(page);
const rows: string[] = [];
{
  await using wrapping = await startWrapping();
  for (const client of clients) {
    const known = before.get(client.name);
    if (isInstalled(client))
      rows.push(clientRow(client, recorded(await wrapping.wrapped(...client.command))));
    else if (known !== undefined) rows.push(known);
    else process.stderr.write(`${client.name} is not installed, and has no row yet\n`);
  }
}
writeFileSync(path, (await format('page.md', withClientRows(page, rows))).code);
