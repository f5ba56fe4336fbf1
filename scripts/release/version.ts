// The version that a release gets, from what was asked for and what there is.

const STEPS = ['major', 'minor', 'patch'] as const;
const NUMBERS = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/**
 * Returns the version to release. `wanted` is a version, `major`, `minor` or `patch`; without it, the version of the
 * package, when that was not released yet. Throws an Error that says what to give.
 */
export function releasedVersion(
  wanted: string | undefined,
  { current, released }: { readonly current: string; readonly released: readonly string[] },
): string {
  const isReleased = released.includes(current);
  if (wanted === undefined && isReleased)
    throw new Error(`${current} is released already: give a version, patch, minor or major`);
  const version = wanted === undefined ? current : versionFrom(wanted, current);
  if (released.includes(version)) throw new Error(`${version} is released already: its tag exists`);
  const isOlder = [current, ...released].find((each) => compare(version, each) < 0);
  if (isOlder !== undefined) throw new Error(`${version} is older than ${isOlder}`);
  return version;
}

function versionFrom(wanted: string, current: string): string {
  if (NUMBERS.test(wanted)) return wanted;
  const at = STEPS.findIndex((step) => step === wanted);
  if (at < 0)
    throw new Error(
      `${JSON.stringify(wanted)} is not a version: give patch, minor, major, or numbers such as 1.2.3`,
    );
  return numbersOf(current)
    .map((number, index) => (index < at ? number : index === at ? number + 1 : 0))
    .join('.');
}

function numbersOf(version: string): readonly number[] {
  const numbers = NUMBERS.exec(version);
  if (numbers === null) throw new Error(`package.json: the version ${JSON.stringify(version)} is not x.y.z`);
  return numbers.slice(1).map(Number);
}

function compare(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at < 0 ? 0 : left[at]! - right[at]!;
}
