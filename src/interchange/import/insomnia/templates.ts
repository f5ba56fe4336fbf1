// Converts templates of Insomnia (Nunjucks): variables, and tags that correspond to a dynamic variable. Other tags are
// kept with a warning.
import { standsForTag } from './tag-values.ts';
import type { ImportContext } from '../shared/import-context.ts';

export function translateTemplates(text: string, context: ImportContext): string {
  if (!text.includes('{')) return text;
  return text
    .replace(/\{\{([^{}]*)\}\}/g, (whole, inner: string) => translateVariable(whole, inner, context))
    .replace(/\{%([^{}]*)%\}/g, (whole, inner: string) => translateTag(whole, inner, context));
}

function translateVariable(whole: string, inner: string, context: ImportContext): string {
  context.countFields(1);
  if (standsForTag(inner)) return whole;
  const [expression = '', ...filters] = inner.split('|');
  if (filters.length > 0) context.warn(`the filters of "${shorten(whole)}" were left out`);
  const name = nameOf(expression.trim());
  if (name !== null) return `{{${name}}}`;
  context.warn(`"${shorten(whole)}" is not just the name of a variable, and is kept as it is`);
  return whole;
}

/** Parses `_.name`, `name`, `_['a name']` and `_.user.name`; null for anything else. */
function nameOf(expression: string): string | null {
  const quoted = /^_\[(?:'([^']*)'|"([^"]*)")\]$/.exec(expression);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? null;
  return /^(?:_\.)?([\p{L}\p{N}_$][\p{L}\p{N}_$.[\]-]*)$/u.exec(expression)?.[1] ?? null;
}

function translateTag(whole: string, inner: string, context: ImportContext): string {
  context.countFields(1);
  const tag = inner.trim().replace(/\s+/g, ' ');
  if (/^uuid\b/.test(tag)) return '{{$guid}}';
  if (/^(?:now|timestamp) ?['"]?(?:unix|s)\b/.test(tag)) return '{{$timestamp}}';
  if (/^(?:now|timestamp)(?:$| ?['"](?:iso-8601)?['"])/.test(tag)) return '{{$isoTimestamp}}';
  context.warn(`the template tag "${shorten(whole)}" is not supported, and is kept as it is`);
  return whole;
}

function shorten(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80).toWellFormed()}…`;
}
