// Look-up of options, of which the last occurrence counts.
import type { Option } from './options.ts';

export function isOn(options: readonly Option[], name: string): boolean {
  return options.findLast((option) => option.name === name)?.isOn ?? false;
}

export function lastOf(options: readonly Option[], name: string): string | null {
  return options.findLast((option) => option.name === name)?.value ?? null;
}
