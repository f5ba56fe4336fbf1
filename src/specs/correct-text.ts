// A correction of an API description for a violation in the traffic: the text with the response that it does not have.
import { STATUS_CODES } from 'node:http';
import type { JsonObject } from '../documents/json-values.ts';
import { operationPath } from './compare-texts.ts';
import { keyOffsets } from './text-lines.ts';

export interface Correction {
  /** The status that is added. */
  readonly status: string;
  /** The number of the first new line, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Returns the corrected text; null for a violation of which only its author can say what is meant. */
export function correctedText(
  text: string,
  root: JsonObject,
  { operation, what }: { readonly operation: string; readonly what: string },
): Correction | null {
  const [, status] = /\bthe status (\d{3}) is not documented\b/.exec(what) ?? [];
  const path = status === undefined ? null : operationPath(root, operation);
  if (status === undefined || path === null) return null;
  const [offset = null] = keyOffsets(text, [[...path, 'responses']]);
  if (offset === null) return null;
  const description = STATUS_CODES[status] ?? 'A response';
  const [, before = '', brace] = /^("?'?responses'?"?\s*:[^\S\n]*)(\{?)/.exec(text.slice(offset)) ?? [];
  if (before === '') return null;
  const at = offset + before.length + (brace === '{' ? 1 : 0);
  const added =
    brace === '{'
      ? inBraces(text.slice(at), status, description)
      : inBlock(text, offset, status, description);
  if (added === null) return null;
  const start = brace === '{' ? at : lineAfter(text, offset);
  const corrected = `${text.slice(0, start)}${added}${text.slice(start)}`;
  const lines = text.slice(0, start).split('\n').length;
  return { status, line: lines + (brace === '{' && added.startsWith('\n') ? 1 : 0), text: corrected };
}

/** Returns the entry for JSON, and for YAML in braces: in a line of its own where the others are. */
function inBraces(rest: string, status: string, description: string): string {
  const isEmpty = /^\s*\}/.test(rest);
  const [indent = ' '] = /^\r?\n[ \t]*/.exec(rest) ?? [];
  const entry = `"${status}": { "description": ${JSON.stringify(description)} }`;
  return `${indent}${entry}${isEmpty ? '' : ','}`;
}

/** Returns the lines for YAML, indented like those that follow; null where nothing follows that is indented more. */
function inBlock(text: string, offset: number, status: string, description: string): string | null {
  const own = offset - (text.lastIndexOf('\n', offset - 1) + 1);
  const [, indent = ''] = /^([ \t]+)\S/m.exec(text.slice(lineAfter(text, offset))) ?? [];
  return indent.length > own ? `${indent}'${status}':\n${indent}  description: ${description}\n` : null;
}

function lineAfter(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}
