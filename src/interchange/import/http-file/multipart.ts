// Converts bodies that are written out with their boundary to the fields of a form.
import { basename } from 'node:path';
import type { BodyPart } from '../../../documents/http-file/index.ts';
import type { Body, FormField } from '../../../collections/model/body.ts';
import { fileFields } from '../shared/body-files.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { pathBeside, type HttpSource } from './source.ts';

export function isMultipart(contentType: string): boolean {
  return /^\s*multipart\/form-data/i.test(contentType);
}

interface Part {
  readonly head: Map<string, string>;
  readonly content: BodyPart[];
}

/** Returns null for a body that fields cannot express, which is sent as text. */
export function multipartBody(
  parts: readonly BodyPart[],
  contentType: string,
  source: HttpSource,
  context: ImportContext,
): Body | null {
  const boundary = /boundary=("?)([^";]+)\1/i.exec(contentType)?.[2]?.trim();
  if (boundary === undefined || boundary.includes('{{')) return null;
  const found = splitParts(parts, boundary);
  const fields = found.map((part) => fieldOf(part, source, context));
  if (fields.length === 0 || fields.some((field) => field === null)) return null;
  context.countFields(fields.length);
  return { type: 'multipart', fields: fields.filter((field) => field !== null) };
}

function fieldOf({ head, content }: Part, source: HttpSource, context: ImportContext): FormField | null {
  const disposition = head.get('content-disposition') ?? '';
  const name = parameter(disposition, 'name');
  const filename = parameter(disposition, 'filename');
  const known = ['content-disposition', 'content-type'];
  if (name === null || [...head.keys()].some((key) => !known.includes(key))) return null;
  const field = { name, value: '', enabled: true, docs: '', contentType: head.get('content-type') ?? '' };
  const [only] = content;
  if (content.length > 1) return null;
  if (only?.type !== 'file')
    return filename === null ? { ...field, value: only?.text ?? '', files: null } : null;
  if (filename !== null && filename !== basename(only.path))
    context.warn(
      `the file ${JSON.stringify(only.path)} is sent under its own name, not as ${JSON.stringify(filename)}`,
    );
  return { ...field, ...fileFields([pathBeside(source, only.path)], context) };
}

function parameter(disposition: string, name: string): string | null {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(disposition) ?? [];
  return quoted ?? plain ?? null;
}

function splitParts(parts: readonly BodyPart[], boundary: string): readonly Part[] {
  const found: Part[] = [];
  let isHead = false;
  for (const part of parts) {
    const lines = part.type === 'text' ? part.text.split('\n') : [part];
    for (const line of lines) {
      const last = found.at(-1);
      if (typeof line !== 'string') {
        isHead = false;
        last?.content.push(line);
      } else if (line.trim() === `--${boundary}`) {
        found.push({ head: new Map(), content: [] });
        isHead = true;
      } else if (line.trim() === `--${boundary}--` || last === undefined) isHead = false;
      else if (isHead) isHead = takeHead(last.head, line);
      else addText(last.content, line);
    }
  }
  return found.map(({ head, content }) => ({
    head,
    content: content.map(trimmed).filter((each) => each !== null),
  }));
}

/** Returns false at the line that ends the head. */
function takeHead(head: Map<string, string>, line: string): boolean {
  const [, name, value] = /^([\w-]+)\s*:\s*(.*)$/.exec(line.trimEnd()) ?? [];
  if (name === undefined || value === undefined) return false;
  head.set(name.toLowerCase(), value);
  return true;
}

function addText(content: BodyPart[], line: string): void {
  const last = content.at(-1);
  if (last?.type === 'text') content[content.length - 1] = { type: 'text', text: `${last.text}\n${line}` };
  else content.push({ type: 'text', text: line });
}

/** Removes empty lines at both ends; null for nothing else. */
function trimmed(part: BodyPart): BodyPart | null {
  if (part.type === 'file') return part;
  const text = part.text.replace(/^(?:[ \t]*\n)+|(?:\n[ \t]*)+$/g, '');
  return text.trim() === '' ? null : { type: 'text', text };
}
