// Writes one file: variables, scripts for all requests, and the requests.
import type { Auth } from '../../../collections/model/auth.ts';
import {
  requestsOf,
  type Collection,
  type Folder,
  type Item,
} from '../../../collections/model/collection.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import type { Variable } from '../../../collections/model/values.ts';
import { importContent } from '../../import/index.ts';
import { isOutside } from '../../import/http-file/outside.ts';
import { lossesOf } from '../shared/losses.ts';
import { isHttpFileRequest, writtenRequest, type WrittenRequest } from './request.ts';
import { writtenScripts } from './scripts.ts';

export interface FileInput {
  /** The collection and the folders around the items, the outermost first. */
  readonly above: readonly (Collection | Folder)[];
  readonly items: readonly Item[];
}

/** Returns the text of a file with all requests in the items. */
export function writtenFile({ above, items }: FileInput, warnings: Set<string>): string {
  const placed = [...requestsOf(items)];
  const folders = [...above, ...new Set(placed.flatMap((each) => each.folders))];
  const written: { readonly request: SavedRequest; readonly result: WrittenRequest }[] = [];
  for (const { folders: inner, request } of placed)
    if (isHttpFileRequest(request))
      written.push({
        request,
        result: writtenRequest(request, authOf(request, [...above, ...inner]), warnings),
      });
    else
      warnings.add(
        `the request "${request.name}" is of the type ${request.type}, which is not exported: it was left out`,
      );
  const head = [
    variableLines(
      folders,
      placed.map(({ request }) => request),
      warnings,
    ),
    ...sharedScripts(folders, warnings),
  ];
  const texts = [...head, ...written.map(({ result }) => result.text)].filter((text) => text !== '');
  for (const { request, result } of written) warnOfLosses(request, result, warnings);
  return `${texts.join('\n\n')}\n`;
}

/** Returns the authorization that applies, the own one or the nearest above. */
function authOf({ auth }: SavedRequest, above: readonly (Collection | Folder)[]): Auth {
  return [...above.map((each) => each.auth), auth].findLast(({ type }) => type !== 'inherit') ?? auth;
}

function variableLines(
  folders: readonly (Collection | Folder)[],
  requests: readonly SavedRequest[],
  warnings: Set<string>,
): string {
  const values = new Map<string, string>();
  const take = ({ name, value, enabled, secret }: Variable): void => {
    if (!enabled || secret || isOutside(name)) return;
    if (!/^[^\s=:@]+$/.test(name) || /[\r\n]/.test(value)) {
      warnings.add(`the variable ${JSON.stringify(name)} cannot be written in a line, and was left out`);
      return;
    }
    if (values.has(name) && values.get(name) !== value)
      warnings.add(
        `the variable ${JSON.stringify(name)} has several values, and a file has one: the first was kept`,
      );
    else values.set(name, value);
  };
  for (const { variables } of [...folders, ...requests]) for (const variable of variables) take(variable);
  return [...values].map(([name, value]) => `@${name} = ${value}`).join('\n');
}

/** Returns scripts for all requests as regions without a request. */
function sharedScripts(folders: readonly (Collection | Folder)[], warnings: Set<string>): readonly string[] {
  return folders.flatMap(({ name, scripts }) => {
    const { before, after } = writtenScripts(scripts, `"${name}"`, warnings);
    const all = [...before, ...after.map((block) => block.replace(/^\{\{\n/, '{{@response\n'))];
    if (all.some((block) => block.includes('{%')))
      warnings.add(
        `"${name}": scripts for all requests have no form that JetBrains reads, and were left out`,
      );
    const remaining = all.filter((block) => block.startsWith('{{'));
    return remaining.length === 0 ? [] : [['###', ...remaining].join('\n')];
  });
}

/** Reads the request back, and names what is different. */
function warnOfLosses(
  request: SavedRequest,
  { text, expected }: WrittenRequest,
  warnings: Set<string>,
): void {
  const { collections } = importContent(Buffer.from(text), 'one.http', { keepsFilePaths: true });
  const [read] = [...requestsOf(collections[0]?.items ?? [])].map((each) => each.request);
  if (read === undefined) {
    warnings.add(`"${request.name}": it cannot be read back, so it may be incomplete`);
    return;
  }
  const headers = read.headers.filter(({ name }) => !isAuthorization(name, expected));
  for (const loss of lossesOf({ ...expected, variables: [] }, { ...read, headers })) warnings.add(loss);
}

/** True for the header that stands for the authorization. */
function isAuthorization(name: string, { headers }: SavedRequest): boolean {
  return !headers.some((header) => header.name === name);
}
