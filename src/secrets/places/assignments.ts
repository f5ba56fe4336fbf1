// Finds the values that are assigned to names of secrets in a text of any format: JSON at any depth of strings, forms,
// queries, YAML, environment files, XML, HTML, GraphQL, header lines, multipart. The format is inferred from the
// characters around the name, not from the declared type, which may be wrong.
import { afterName, type Separator } from './separators.ts';
import { assignedValues, type TextTraits } from './assigned-values.ts';
import type { AssignedSecret, ReadBudget, ValueSpan } from './value-spans.ts';
import { escapedNames } from './escaped-names.ts';
import { looseValues } from './loose-values.ts';
import { nameHits, type NameHit } from '../scan/name-hits.ts';
import { namedSecret } from '../names/names.ts';
import { pairedValues } from './paired-values.ts';
import { hasVariety, isRandom } from '../values/plausible.ts';
import { isReference } from './references.ts';
import { columnSecrets } from './table-columns.ts';

/**
 * Yields the secrets that are assigned to names, in order. `codes`: a byte for each character of `text`; `stems`: where
 * letters of names end.
 */
export function* assignedSecrets(
  text: string,
  { codes, stems }: { readonly codes: Uint8Array; readonly stems: readonly number[] },
  traits: TextTraits,
): Generator<AssignedSecret, void, undefined> {
  const resume = { at: 0 };
  const budgets = {
    values: { remaining: 4 * text.length + 100_000 },
    columns: { remaining: 4 * text.length + 100_000 },
  };
  for (const hit of nameHits(text, codes, stems, resume))
    for (const secret of secretsOf(text, hit, traits, budgets)) {
      yield secret;
      if (!secret.isBelow) resume.at = Math.max(resume.at, secret.end);
    }
  for (const hit of escapedNames(text)) yield* secretsOf(text, hit, traits, budgets);
}

function* secretsOf(
  text: string,
  hit: NameHit,
  traits: TextTraits,
  budgets: { readonly values: ReadBudget; readonly columns: ReadBudget },
): Generator<AssignedSecret, void, undefined> {
  const whole = widened(text, hit);
  const { name, secret } = whole;
  const separator = afterName(text, hit);
  if (separator === null && !traits.isCode) yield* columnSecrets(text, hit, budgets.columns);
  for (const value of valuesOf(text, whole, separator, traits, budgets.values)) {
    // For a weak name, the context must name the value, or the value must look like a secret by itself.
    if (secret.isWeak && !isInContext(text, hit, value)) continue;
    const beginning = text.slice(value.start, Math.min(value.end, value.start + 40));
    if (!isValue(beginning, name)) continue;
    if (isVersion(beginning) || (secret.kind !== 'password' && /^\.{1,2}\//.test(beginning))) continue;
    if (isReference(text, value.start, hit.end)) continue;
    // A label of several words may be a caption: "Forgot password".
    const own = text.slice(value.start, Math.min(value.end, value.start + 300));
    if (separator === null && whole.start < hit.start && !hasVariety(own)) continue;
    yield { ...value, name, secret };
  }
}

/** Reads a name of several words whole, as in `"API Key": "…"` and in a line `Client Secret: …`. */
function widened(text: string, hit: NameHit): NameHit {
  if (text[hit.start - 1] !== ' ' || hit.name.startsWith('-')) return hit;
  const before = text.slice(Math.max(0, hit.start - 40), hit.start);
  const [whole, edge, words = ''] = /(^|["'>\r\n]|\\n|[-*•|] )((?:[A-Za-z]{1,15} ){1,2})$/.exec(before) ?? [];
  const name = `${words}${hit.name}`;
  const secret = whole === undefined ? null : namedSecret(name);
  if (secret === null) return hit;
  // In a line, words before a colon may be a sentence.
  return { ...hit, name, secret, start: /["'>]/.test(edge!) ? hit.start - words.length : hit.start };
}

function valuesOf(
  text: string,
  hit: NameHit,
  separator: Separator | null,
  traits: TextTraits,
  budget: ReadBudget,
): readonly ValueSpan[] {
  const found =
    separator === null ? pairedValues(text, hit) : assignedValues(text, hit, separator, traits, budget);
  return found.length > 0 || traits.isCode ? found : looseValues(text, hit);
}

/** Returns false for words of a language, for types and variables, and for labels that repeat the name. */
function isValue(text: string, name: string): boolean {
  // Calls pass variables on under their own names: `login(user=user, password=password)`.
  const value = text.replace(/[,;:)\]}]+$/, '');
  if (
    /^(?:true|false|null|none|undefined|nil|string!?|number|boolean|int|any|str|required|optional)$/i.test(
      value,
    )
  )
    return false;
  if (
    /^(?:\$[A-Za-z_{]|\{\{|\$\{|<%|%[({])/.test(value) ||
    /^[[{]?\s*$/.test(value) ||
    /^\[redacted\]|^%5Bredacted%5D/i.test(value)
  )
    return false;
  if (/^[A-Za-z_]+$/.test(value) && namedSecret(value) !== null) return false;
  const plain = value.toLowerCase().replace(/[^a-z]/g, '');
  return (
    !/^[A-Za-z\s:*]+$/.test(value) ||
    plain.length < 4 ||
    !name
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .includes(plain)
  );
}

/** Returns true for versions, which follow names of packages such as `jsonwebtoken`. */
function isVersion(value: string): boolean {
  return /^(?:[~^=]|[<>]=? ?)?v?\d+(?:\.(?:\d+|[x*])){2}(?:-[\w.-]+)?$|^[~^]\d+(?:\.\d+)?$/.test(value);
}

/** Characters on both sides of a weak name that are its context. */
const NEAR = 300;

const CONTEXTS: readonly (readonly [name: RegExp, context: RegExp])[] = [
  [
    /code$/i,
    /grant_?type|code_?verifier|redirect_?uri|client_?(?:id|secret)|[?&]state=|oauth|\bmfa\b|\botp\b|2fa/i,
  ],
  [/pin(?:_?code)?$/i, /user|e-?mail|card|cvv|cvc|otp|passw|login|auth|account|verify|\bmfa\b/i],
  [/pass$/i, /user|login|email|account|smtp|host|auth|\bdb|ftp/i],
  [
    /sig(?:nature)?$|hmac$/i,
    /x-(?:amz|goog|ms)-|[?&]expires=|(?<![a-z_])s(?:[epvr]|kn)(?:=|%(?:25)*3D)|key-pair-id|policy=|accesskeyid|credential/i,
  ],
  [/sid$|session$|sess$/i, /cookie|login|logout|auth/i],
];

function isInContext(text: string, { start, end, name }: NameHit, value: ValueSpan): boolean {
  const own = text.slice(value.start, Math.min(value.end, value.start + 200));
  // Excludes Go's `--- PASS: TestName`, and texts that say what passes.
  if (/pass$/i.test(name) && (/\s/.test(own) || text.slice(Math.max(0, start - 4), start) === '--- '))
    return false;
  const isError = /code$/i.test(name) && /^[A-Z][A-Z_]+$|^[a-z][a-z_]+$|^\d{1,5}$/.test(own);
  if (isError || own.length < 3) return false;
  if (isRandom(own, 16) && !/^[0-9a-f]{32,64}$/.test(own)) return true;
  const context = CONTEXTS.find(([names]) => names.test(name))?.[1];
  if (context === undefined) return false;
  return (
    context.test(text.slice(Math.max(0, start - NEAR), start)) || context.test(text.slice(end, end + NEAR))
  );
}
