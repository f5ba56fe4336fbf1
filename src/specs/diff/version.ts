// Compares the versions that two descriptions give themselves: a breaking change asks for a new major version
// (Semantic Versioning 2.0.0).
import { isObject } from '../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../documents/json-values.ts';
import { found, type FoundChange } from './change.ts';
import type { DocumentPair } from './schemas/document-pair.ts';

/** Major, minor and patch. */
type Version = readonly [number, number, number];

/** Finds a version that promises more than the changes hold; nothing where versions are not semantic ones. */
export function versionChanges(
  { old, young }: DocumentPair,
  changes: readonly { readonly level: string }[],
): readonly FoundChange[] {
  const [was, is] = [versionOf(old.root), versionOf(young.root)];
  if (was === null || is === null || changes.every(({ level }) => level !== 'error')) return [];
  const [before, after] = [was.join('.'), is.join('.')];
  const order = compared(is, was);
  if (order === 0)
    return [found('api-version-not-bumped', 'info', `it is still version ${after}, with breaking changes`)];
  if (order < 0) return [found('api-version-decreased', 'info', `it is version ${after}, before ${before}`)];
  return isMajor(was, is)
    ? []
    : [
        found(
          'api-major-version-not-bumped',
          'info',
          `version ${after} is no major one after ${before}, with breaking changes`,
        ),
      ];
}

/** Below 1.0.0 the second number stands for what breaks. */
function isMajor([major, minor]: Version, [newMajor, newMinor]: Version): boolean {
  return newMajor > major || (major === 0 && newMajor === 0 && newMinor > minor);
}

function compared(one: Version, other: Version): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at === -1 ? 0 : one[at]! - other[at]!;
}

function versionOf({ info }: JsonObject): Version | null {
  const text = isObject(info) ? scalarText(info['version']) : null;
  const parts = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:[-+].*)?$/.exec(text?.trim() ?? '');
  return parts === null ? null : [Number(parts[1]), Number(parts[2]), Number(parts[3])];
}
