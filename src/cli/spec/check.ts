// `spec check`: compares recorded traffic with an API description.
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { decodeText } from '../../documents/decode-text.ts';
import { checkTraffic, type TrafficCheck } from '../../session/contract/check-traffic.ts';
import { contractDocument } from '../../session/contract/contract-document.ts';
import { Viewer } from '../../session/viewer.ts';
import { readIgnores } from '../../specs/ignores.ts';
import { violationText } from '../../traffic/insights/report/contract.ts';
import { openChunks } from '../../traffic/recordings.ts';

/** Prints the violations. Resolves with 1 when there is one, or when no exchange was compared. */
export async function checkFromCommandLine(
  file: string,
  recordings: readonly string[],
  { json = false }: { readonly json?: boolean | undefined },
): Promise<number> {
  const document = await contractDocument(resolve(file), await described(file));
  const ignores = readIgnores(file);
  const viewer = new Viewer((sentence) => process.stderr.write(`warning: ${printable(sentence)}\n`));
  try {
    for (const path of recordings) await open(viewer, path);
    const { traffic } = viewer;
    const check = await checkTraffic(
      { ids: [...traffic.ids(() => true)], flows: (from) => traffic.selected((id) => id >= from) },
      { document, ignores, limit: Infinity },
    );
    if (json) process.stdout.write(`${JSON.stringify(check, null, 2)}\n`);
    else print(check);
    const { checked, broken, endpoints } = check;
    const seen = endpoints.filter(({ isDescribed, calls }) => isDescribed && calls > 0).length;
    const all = endpoints.filter(({ isDescribed }) => isDescribed).length;
    const ignored = endpoints.flatMap(({ kinds }) => kinds).filter((kind) => kind.ignored !== null).length;
    const quiet = ignored === 0 ? '' : `, ${ignored} kinds ignored`;
    process.stderr.write(
      `${broken} of ${checked} exchanges violate it, ${seen} of ${all} operations seen${quiet}\n`,
    );
    return broken > 0 || checked === 0 ? 1 : 0;
  } finally {
    await viewer.close();
  }
}

async function described(file: string): Promise<string> {
  try {
    return decodeText(await readFile(file));
  } catch (error) {
    const reason = systemCode(error) === 'ENOENT' ? 'there is no such file' : messageOf(error);
    throw new UserError('INVALID_DATA', `${file}: ${reason}`, { cause: error });
  }
}

async function open(viewer: Viewer, path: string): Promise<void> {
  try {
    await viewer.open({ name: basename(path), chunks: await openChunks(path), path: resolve(path) });
  } catch (error) {
    throw new UserError('INVALID_DATA', `${path} cannot be opened: ${messageOf(error)}`, { cause: error });
  }
}

function print({ endpoints }: TrafficCheck): void {
  for (const { endpoint, kinds } of endpoints)
    for (const { what, count, ids } of kinds.filter(({ ignored }) => ignored === null))
      process.stdout.write(
        `${printable(violationText({ endpoint, violation: what, count, requests: ids, calls: [] }))}\n`,
      );
}
