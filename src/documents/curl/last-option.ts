// Looks up options. The last occurrence of an option counts.
import type { Option } from './options.ts';

export function isOn(options: readonly Option[], name: string): boolean {
  return options.findLast((option) => option.name === name)?.isOn ?? false;
}

export function lastOf(options: readonly Option[], name: string): string | null {
  return options.findLast((option) => option.name === name)?.value ?? null;
}
