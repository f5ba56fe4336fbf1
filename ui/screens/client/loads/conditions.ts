// Conditions that must hold in a load test, as the screen has them, and those under which `--fail-if` fails.
import { MEASURES, type Condition, type Measure, type Sign } from './setup-parts.ts';

/** The operator of `--fail-if` for what must hold, and the other way round. */
const OPPOSITE = { '<': '>=', '≤': '>', '>': '<=', '≥': '<' } as const satisfies Readonly<
  Record<Sign, string>
>;

/** Returns the condition under which the test fails, as `--fail-if` takes it; null while it is not complete. */
export function failIf({ measure, about, is, value }: Condition): string | null {
  if (!/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return null;
  const isShare = measure === 'errors%';
  const scope = about === '' ? '' : `{${about}}`;
  return `${isShare ? 'errors' : measure}${scope}${OPPOSITE[is]}${value.trim()}${isShare ? '%' : ''}`;
}

interface Parsed {
  readonly name: string;
  readonly about: string;
  readonly is: Sign;
  readonly value: string;
  readonly unit: string;
}

function parsed(text: string): Parsed | null {
  const match = /^\s*([a-z]+\d*)\s*(?:\{(.*)\})?\s*(>=|<=|>|<)\s*(\d+(?:\.\d+)?)\s*(%|ms|s)?\s*$/is.exec(
    text,
  );
  if (match === null) return null;
  const [, name = '', about = '', operator = '', value = '', unit = ''] = match;
  const is = (Object.keys(OPPOSITE) as Sign[]).find((sign) => OPPOSITE[sign] === operator)!;
  return { name: name.toLowerCase(), about: about.trim(), is, value, unit: unit.toLowerCase() };
}

/** Returns the condition of a text of `--fail-if`; one that cannot be read stays as a value that is wrong. */
export function conditionOf(text: string): Condition {
  const found = parsed(text);
  const measure = MEASURES.find((each) => each === `${found?.name}${found?.unit === '%' ? '%' : ''}`);
  if (found === null || measure === undefined) return { measure: 'p95', about: '', is: '<', value: text };
  const value = found.unit === 's' ? String(Number(found.value) * 1000) : found.value;
  return { measure, about: found.about, is: found.is, value };
}

/** Returns what must hold, from the condition under which a test fails: `p95>=300` is `p95 < 300 ms`. */
export function holdsText(condition: string): string {
  const found = parsed(condition);
  if (found === null) return condition;
  const { name, about, is, value } = found;
  const unit = found.unit || (/^(?:p\d|avg|min|max)/.test(name) ? 'ms' : name === 'rps' ? '/s' : '');
  const figure = `${name === 'rps' ? 'requests/s' : name}${about === '' ? '' : ` ${aboutText(about)}`}`;
  return `${figure} ${is} ${Number(value).toLocaleString('en')}${unit === '' ? '' : ` ${unit}`}`;
}

function aboutText(about: string): string {
  const [, stage] = /^stage\s*:\s*(\d+)$/i.exec(about) ?? [];
  return stage === undefined ? `of ${about.replace(/^request\s*:\s*/i, '')}` : `in stage ${stage}`;
}

/** Returns the name of the figure that a condition is about, such as `errors%`; null where it is about a part. */
export function figureOf(condition: string): Measure | null {
  const found = parsed(condition);
  if (found?.about !== '') return null;
  return MEASURES.find((each) => each === `${found.name}${found.unit === '%' ? '%' : ''}`) ?? null;
}

/** Returns the text in braces for a request with its folders. */
export function requestScope({
  folders,
  name,
}: {
  readonly folders: readonly string[];
  readonly name: string;
}): string {
  const path = [...folders, name].join('/');
  return /^(?:stage|request)\s*:/i.test(path) ? `request:${path}` : path;
}
