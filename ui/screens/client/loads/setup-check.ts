// Checks what is kept of a set-up: another version may have written it.
import type { LoadSetup } from './setup.ts';

const TEXTS = ['collection', 'only', 'environment', 'dataset', 'users', 'thinkTime', 'threads', 'timeout'];

export function isSetup(value: unknown): value is LoadSetup {
  if (!isObject(value) || TEXTS.some((key) => typeof value[key] !== 'string')) return false;
  const { of, insecure, stages, conditions } = value;
  return (
    (of === 'users' || of === 'rate') &&
    typeof insecure === 'boolean' &&
    isListOf(stages, ({ seconds, to }) => isCount(seconds) && isCount(to)) &&
    isListOf(
      conditions,
      (each) =>
        typeof each['measure'] === 'string' && typeof each['value'] === 'string' && isSign(each['is']),
    )
  );
}

function isListOf(value: unknown, isValid: (each: Readonly<Record<string, unknown>>) => boolean): boolean {
  return Array.isArray(value) && value.every((each: unknown) => isObject(each) && isValid(each));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function isSign(value: unknown): boolean {
  return value === '<' || value === '>';
}
