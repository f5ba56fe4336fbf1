// Deprecation, the day on which something goes (`x-sunset`), and how stable it is (`x-stability-level`).
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { DIFFERS, NEUTRAL } from '../change.ts';
import { change, type SchemaChange } from './schema-change.ts';

const STABILITY: readonly string[] = ['draft', 'alpha', 'beta', 'stable'];

const DAY = 86_400_000;

/** `deprecationDays`: the least time between an announcement and its day; 0 asks for no day at all. */
export function lifecycleChanges(
  old: JsonObject,
  young: JsonObject,
  deprecationDays: number,
): readonly SchemaChange[] {
  return [
    ...deprecationChanges(old, young),
    ...(deprecationDays > 0 ? noticeChanges(old, young, deprecationDays) : []),
    ...stabilityChanges(old, young),
  ];
}

/** Compares what was announced with the days of notice that clients are to have. */
function noticeChanges(old: JsonObject, young: JsonObject, days: number): readonly SchemaChange[] {
  if (young['deprecated'] !== true) return [];
  const [before, after] = [dayOf(old['x-sunset']), dayOf(young['x-sunset'])];
  const wasDeprecated = old['deprecated'] === true;
  if (young['x-sunset'] === undefined)
    return wasDeprecated
      ? []
      : [change('deprecated-sunset-missing', DIFFERS, 'is deprecated without a day on which it goes')];
  if (after === null || (wasDeprecated && after === before) || after >= Date.now() + days * DAY) return [];
  const id = wasDeprecated ? 'sunset-date-changed-too-small' : 'sunset-date-too-small';
  const sentence = `goes on ${dayText(young['x-sunset'])}, less than ${days} days from now`;
  return [change(id, DIFFERS, sentence)];
}

function deprecationChanges(old: JsonObject, young: JsonObject): readonly SchemaChange[] {
  const [was, is] = [old['deprecated'] === true, young['deprecated'] === true];
  const [before, after] = [old['x-sunset'], young['x-sunset']];
  const changes: SchemaChange[] = [];
  if (is && !was) {
    const until = after === undefined ? '' : ` and goes on ${dayText(after)}`;
    changes.push(
      change(after === undefined ? 'deprecated' : 'deprecated-with-sunset', NEUTRAL, `is deprecated${until}`),
    );
  }
  if (was && !is) changes.push(change('reactivated', NEUTRAL, 'is not deprecated any more'));
  if (!is) return changes;
  const [first, last] = [dayOf(before), dayOf(after)];
  if (after !== undefined && last === null && dayText(before) !== dayText(after))
    changes.push(
      change(
        'sunset-invalid',
        DIFFERS,
        `has ${dayText(after)} as the day on which it goes, which is no date`,
      ),
    );
  else if (was && before !== undefined && after === undefined)
    changes.push(change('sunset-deleted', DIFFERS, 'has no day any more on which it goes'));
  else if (first !== null && last !== null && last < first)
    changes.push(
      change('sunset-date-earlier', DIFFERS, `goes on ${dayText(after)}, before ${dayText(before)}`),
    );
  else if (!was && last !== null && last < Date.now())
    changes.push(change('sunset-date-passed', DIFFERS, `was to go on ${dayText(after)}, which is over`));
  return changes;
}

function stabilityChanges(old: JsonObject, young: JsonObject): readonly SchemaChange[] {
  const [before, after] = [old['x-stability-level'], young['x-stability-level']].map((each) =>
    each === undefined ? 'stable' : String(scalarText(each)),
  ) as [string, string];
  if (before === after) return [];
  const rank = STABILITY.indexOf(after) - STABILITY.indexOf(before);
  if (!STABILITY.includes(after))
    return [change('stability-invalid', DIFFERS, `has a stability of ${after}, which is unknown`)];
  return rank < 0
    ? [change('stability-decreased', DIFFERS, `is ${after} now, before ${before}`)]
    : [change('stability-increased', NEUTRAL, `is ${after} now, before ${before}`)];
}

export type Removal = 'announced' | 'before sunset' | 'sunset invalid' | 'not announced';

/** Says if the removal of something was announced: it was deprecated, and its day is over. */
export function removalOf({ deprecated, 'x-sunset': sunset }: JsonObject): Removal {
  if (deprecated !== true || sunset === undefined) return 'not announced';
  const day = dayOf(sunset);
  if (day === null) return 'sunset invalid';
  return day > Date.now() ? 'before sunset' : 'announced';
}

/** Returns the end of the day in milliseconds; null for no date. */
function dayOf(value: unknown): number | null {
  const text = dayText(value);
  const time = /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** Returns a day as it is written; YAML makes dates of some. */
function dayText(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return (scalarText(value) ?? 'something').slice(0, 40);
}
