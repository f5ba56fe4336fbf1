// Replacing parts of a body, within bounds: the time is linear for one match, not for all of them together.
import { z } from 'zod';
import { bodyText, writtenText, type WrittenText } from '../../flow/text-body.ts';
import { compileRegex, regexFault } from '../patterns/regex.ts';
import { flag, object, text } from '../shapes.ts';
import { withCaptures } from './captures.ts';

const FIND = 'the text to find, which may not be empty';
const MOST_MS = 2000;
const MOST_CHARACTERS = 64 * 1024 * 1024;

export const replacements = z
  .array(
    object({
      find: z.string(FIND).min(1, FIND),
      regex: flag.default(false),
      replace: text.default(''),
    }).superRefine(({ find, regex }, context) => {
      const expected = regex ? regexFault(find) : null;
      if (expected !== null)
        context.addIssue({ code: 'custom', path: ['find'], input: find, message: expected });
    }),
    'a list of objects with find, regex and replace',
  )
  .default([]);
type Replacement = Readonly<z.output<typeof replacements>[number]>;

/** What a body becomes; it may stay as it is. */
export type Replacer = (
  bytes: Buffer,
  contentType: string | undefined,
) => WrittenText | 'unchanged' | Refused;
export interface Refused {
  readonly refused: string;
}

class TooMuch extends Error {}

/** Applies them one after the other. What is no text stays as it is. */
export function replacer(list: readonly Replacement[]): Replacer {
  const steps = list.map((each) => (each.regex ? regexStep(each) : textStep(each)));
  return (bytes, contentType) => {
    const before = bytes.length === 0 ? null : bodyText(bytes, contentType);
    if (before === null) return 'unchanged';
    try {
      const bound = new Bound();
      const after = steps.reduce((given, step) => step(given, bound), before);
      return after === before ? 'unchanged' : writtenText(after, contentType);
    } catch (error) {
      if (error instanceof TooMuch) return { refused: error.message };
      throw error;
    }
  };
}

type Step = (text: string, bound: Bound) => string;

/** Of the time that all steps take together, and of what each of them makes. */
class Bound {
  readonly #deadline = performance.now() + MOST_MS;
  #added = 0;

  start(length: number): void {
    this.#added = length;
  }

  add(length: number): void {
    this.#added += length;
    if (this.#added > MOST_CHARACTERS) throw new TooMuch('body too large after replacing');
    if (performance.now() > this.#deadline) throw new TooMuch(`replacing took longer than ${MOST_MS} ms`);
  }
}

function regexStep({ find, replace }: Replacement): Step {
  const regex = compileRegex(find);
  return (given, bound) => {
    bound.start(given.length);
    return regex.replaceAll(given, (groups) => {
      const made = withCaptures(replace, groups);
      bound.add(made.length);
      return made;
    });
  };
}

function textStep({ find, replace }: Replacement): Step {
  return (given, bound) => {
    bound.start(given.length);
    return given.replaceAll(find, () => {
      bound.add(replace.length);
      return replace;
    });
  };
}
