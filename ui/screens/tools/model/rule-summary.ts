// The effect of a rule in a few words: the values that differ from the defaults of its tool.
import { hasEffect, textOf } from './schema.ts';
import { labelOf, unitOf } from './labels.ts';
import type { Rule, RuleForm } from './drafts.ts';

const MAX_PARTS = 4;
const MAX_CHARS = 40;

/** Returns the effect of a rule, in the order of the tool's own fields. */
export function ruleSummary(rule: Rule, { own, schema, defaults }: RuleForm): string {
  const parts = own
    .filter((name) => hasEffect(schema?.properties?.[name] ?? {}, rule))
    .filter((name, at) => {
      const isUsual = JSON.stringify(rule[name]) === JSON.stringify(defaults?.[name]);
      // The first choice says what kind of rule it is.
      return !isUsual || (at === 0 && schema?.properties?.[name]?.enum !== undefined);
    })
    .map((name) => partOf(name, rule[name]));
  return parts
    .filter((part) => part !== '')
    .slice(0, MAX_PARTS)
    .join(', ');
}

function partOf(name: string, value: unknown): string {
  const label = labelOf(name);
  if (typeof value === 'boolean') return value ? label.toLowerCase() : `not ${label.toLowerCase()}`;
  if (typeof value === 'number') return `${label.toLowerCase()} ${value}${unitText(name)}`;
  if (typeof value === 'string') {
    if (name === 'code') return `script of ${count(value.split('\n').length, 'line')}`;
    return /^[\w ]{1,20}$/.test(value) ? labelOf(value).toLowerCase() : shortened(value);
  }
  if (Array.isArray(value))
    return value.every((each) => typeof each !== 'object')
      ? value.join(', ')
      : count(value.length, label.toLowerCase().replace(/s$/, ''));
  if (name === 'body') return 'body';
  return objectPart(label, (value ?? {}) as Readonly<Record<string, unknown>>);
}

/** Returns a phrase such as `to localhost 3000`. */
function objectPart(label: string, fields: Readonly<Record<string, unknown>>): string {
  const values = Object.values(fields).filter(
    (value) =>
      value !== null && value !== false && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return values.length === 0
    ? ''
    : shortened(
        `${label.toLowerCase()} ${values.map((value) => (value === true ? 'failed' : typeof value === 'object' ? '…' : textOf(value))).join(' ')}`,
      );
}

function unitText(name: string): string {
  const unit = unitOf(name);
  return unit === undefined ? '' : ` ${unit}`;
}

function shortened(text: string): string {
  return text.length > MAX_CHARS ? `…${text.slice(-MAX_CHARS)}` : text;
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
