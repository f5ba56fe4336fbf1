// Types and defaults of fields, as the page of fields shows them.
import type * as core from 'zod/v4/core';
import { stringify } from 'yaml';
import { z } from 'zod';
import {
  alternativesOf,
  choicesOf,
  entryOf,
  isNamedValue,
  shapeOf,
  valueOfMap,
  type Field,
} from './field.ts';

/** Returns the title of the section about a type. */
export type TitleOf = (type: core.$ZodType) => string;

export function typeText({ type, isJson }: Field, titleOf: TitleOf): string {
  if (isJson) return 'text or JSON';
  const choices = choicesOf(type);
  if (choices !== null) return choices.map((choice) => `\`${choice}\``).join(', ');
  const entry = entryOf(type);
  if (entry !== null) return listText(entry, titleOf);
  const value = valueOfMap(type);
  if (value !== null) return `map of names and ${manyOf(typeText(value, titleOf))}`;
  if (alternativesOf(type) !== null || shapeOf(type) !== null) return link(titleOf(type));
  return plainText(type);
}

function listText(entry: Field, titleOf: TitleOf): string {
  if (isNamedValue(entry.type)) return link(titleOf(entry.type));
  return `list of ${manyOf(typeText(entry, titleOf))}`;
}

function manyOf(text: string): string {
  return text.replace(/^(text|whole number|number)(?= |$)/, '$1s');
}

function link(title: string): string {
  const anchor = title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
  return `[${title}](#${anchor})`;
}

function plainText(type: core.$ZodType): string {
  const { type: name, minimum, maximum } = z.toJSONSchema(type, { io: 'input' });
  if (name === 'boolean') return '`true`, `false`';
  if (name === 'string') return 'text';
  const number = name === 'integer' ? 'whole number' : 'number';
  const bounds = [bound('from', minimum), bound('to', maximum)].filter((each) => each !== '');
  return [number, ...bounds].join(' ');
}

function bound(word: string, value: number | undefined): string {
  return value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? '' : `${word} ${value}`;
}

/** Returns what holds without the field. `isFile`: the path of the file stands in for id and name. */
export function defaultText(name: string, { fallback, isRequired }: Field, isFile: boolean): string {
  if (isFile && name === 'id') return 'the path';
  if (isFile && name === 'name') return 'name of the file';
  if (name === 'id') return '';
  if (isRequired) return 'required';
  if (fallback === undefined || fallback === null || fallback === '') return '';
  if (Array.isArray(fallback))
    return fallback.some((each) => typeof each === 'object')
      ? defaultYaml(fallback)
      : fallback.map((each) => `\`${String(each)}\``).join(', ');
  if (typeof fallback === 'string' || typeof fallback === 'number' || typeof fallback === 'boolean')
    return `\`${fallback}\``;
  const { type } = fallback as { readonly type?: string };
  return type === undefined ? '' : `\`${type}\``;
}

/** Returns a list of objects as YAML in one line. */
function defaultYaml(list: readonly unknown[]): string {
  return `\`${stringify(list, { collectionStyle: 'flow', lineWidth: 0 }).trim()}\``;
}
