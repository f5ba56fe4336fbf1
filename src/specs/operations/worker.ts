// The thread of `index.ts`. It remembers the last document, because several tasks follow one another.
import { statSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { messageOf, UserError } from '../../base/errors.ts';
import { requestsOf, type Collection } from '../../collections/model/collection.ts';
import { specText } from '../../collections/storage/specs.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { ApiDocument, isApiDocument } from '../../documents/openapi/document.ts';
import { joinFiles } from '../../interchange/files/join-files.ts';
import { readContent } from '../../interchange/import/content.ts';
import type { Content } from '../../interchange/import/contract.ts';
import { openApi } from '../../interchange/import/openapi/index.ts';
import { html } from '../../interchange/export/html/index.ts';
import { comparedTexts } from '../compare-texts.ts';
import { valueAt } from '../corrections/index.ts';
import { editedText } from '../text-edits/index.ts';
import { identified, listOperations } from './list.ts';
import type { DocumentError, OperationRequest, SpecResult, SpecTask, SpecTasks } from './tasks.ts';

/** A document that cannot be used. */
class BrokenDocument extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }

  get shown(): DocumentError {
    return { line: this.line, message: this.message };
  }
}

interface Remembered {
  readonly stamp: string;
  readonly content: Content;
}

let last: Remembered | null = null;

parentPort?.on('message', (task: SpecTask) => parentPort?.postMessage(respond(task)));

function respond(task: SpecTask): SpecResult {
  try {
    return { type: 'done', value: valueOf(task) };
  } catch (error) {
    if (error instanceof BrokenDocument) return { type: 'broken', error: error.shown };
    if (!(error instanceof UserError)) throw error;
    return { type: 'refused', code: error.code, message: error.message };
  }
}

function valueOf(task: SpecTask): SpecTasks[keyof SpecTasks]['result'] {
  if (task.type === 'joined') return { root: rootOf(joinedContent(task)) };
  const content =
    task.text === undefined ? contentOf(task.file) : readContent(Buffer.from(task.text), task.file);
  const root = rootOf(content);
  try {
    if (task.type === 'list') return listOperations(root, task);
    if (task.type === 'diff') return comparedTexts(content, root, task);
    if (task.type === 'edit') {
      const isOwn = task.parts.every((part) => valueAt(root, part) !== undefined);
      return { edited: isOwn ? editedText(content.text, task.edits) : null };
    }
    if (task.type === 'docs' && task.collection !== null) return pageOf(task.collection, content, task);
    const [collection] = openApi.read(content).collections;
    if (task.type === 'docs') return pageOf(collection!, content, task);
    if (task.type === 'whole') return { collection: collection!, root };
    return requestOf(root, collection!, task.operation);
  } catch (error) {
    // It says which part of the document is wrong; an operation that is not there is no error of the document.
    if (!(error instanceof UserError) || error.code === 'NOT_FOUND') throw error;
    throw new BrokenDocument(lineOfKey(content.text, error.message), error.message);
  }
}

function joinedContent({ file, text }: SpecTask): Content {
  const bytes = Buffer.from(text ?? specText({ path: file }));
  return readContent(joinFiles(bytes, file)?.bytes ?? bytes, file);
}

function contentOf(file: string): Content {
  const found = statSync(file, { throwIfNoEntry: false });
  const stamp = `${file} ${found?.mtimeMs} ${found?.size} ${found?.ino}`;
  if (last?.stamp !== stamp) {
    last = null;
    last = { stamp, content: readContent(Buffer.from(specText({ path: file })), file) };
  }
  return last.content;
}

function rootOf(content: Content): JsonObject {
  let root: unknown;
  try {
    root = content.value();
  } catch (error) {
    const message = messageOf(error);
    throw new BrokenDocument(Number(/\bline (\d+)/.exec(message)?.[1] ?? 1), message);
  }
  if (isApiDocument(root)) return root;
  throw new BrokenDocument(1, 'it is not an OpenAPI or Swagger description: it has no version');
}

function pageOf(
  collection: Collection,
  { text: description }: Content,
  { environment }: SpecTasks['docs']['params'],
): SpecTasks['docs']['result'] {
  return { html: html.write(collection, { environment, description }).text };
}

/** Returns the line of the first key that a message names, such as `"paths" is a list`; 1 when it names none. */
function lineOfKey(text: string, message: string): number {
  const [, key] = /^"(\w+)"/.exec(message) ?? [];
  if (key === undefined) return 1;
  const at = new RegExp(`^\\s*"?${key}"?\\s*:`, 'm').exec(text)?.index ?? 0;
  return text.slice(0, at).split('\n').length;
}

/** `operation`: the id of its request, its operationId, or its method and path. */
function requestOf(
  root: JsonObject,
  collection: SpecTasks['whole']['result']['collection'],
  operation: string,
): OperationRequest {
  const all = identified(new ApiDocument(root, () => undefined));
  const names = [
    (each: (typeof all)[number]) => each.id,
    (each: (typeof all)[number]) => each.operation.fields['operationId'],
    (each: (typeof all)[number]) => `${each.operation.method} ${each.operation.path}`,
  ];
  const id = names.map((of) => all.find((each) => of(each) === operation)?.id).find(Boolean);
  const placed = [...requestsOf(collection.items)].find(({ request }) => request.id === id);
  if (placed === undefined)
    throw new UserError(
      'NOT_FOUND',
      `there is no operation ${JSON.stringify(operation.slice(0, 200))}: give an id of spec_operations, an operationId, or a method and a path`,
    );
  const { auth, variables } = collection;
  return {
    request: placed.request,
    folder: placed.folders.at(-1)?.name ?? null,
    collection: { auth, variables },
  };
}
