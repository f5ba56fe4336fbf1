// The parts of a filter that the content of a request decides: its bodies, headers, messages and rules. A filter asks for
// them only where the list's own fields leave it open.
import type { FilterSubject } from './subject.ts';
import type { TextPattern } from './values.ts';

/** A part of an exchange in which text is looked for. */
export type ContentPart = 'request-body' | 'response-body' | 'header' | 'message' | 'rule' | 'run';

/** Text that is looked for in parts of an exchange. */
export interface ContentPattern {
  readonly parts: readonly ContentPart[];
  /** The name of a header; null for other parts. */
  readonly header: TextPattern | null;
  /** Null for a header with any value. */
  readonly text: TextPattern | null;
}

/** A term of a filter that needs the content. */
export interface ContentTerm extends ContentPattern {
  /** True where requests that have it are left out. */
  readonly isNegated: boolean;
}

/** Tells if a request has what a term looks for; null where that is not known. */
export type Answers = (term: ContentTerm) => boolean | null;

/** Tests a request; null where the content decides, and is not known. */
export type FilterTest = (subject: FilterSubject, answers: Answers) => boolean | null;

export const UNANSWERED: Answers = () => null;

/** Thrown by a subject that does not know the field that a test asks for. */
export const UNKNOWN_FIELD = new Error('the field is not known');

/** Returns the test, which is undecided where the subject does not know the field. */
export function whereKnown(test: (subject: FilterSubject) => boolean): FilterTest {
  return (subject) => {
    try {
      return test(subject);
    } catch (error) {
      if (error === UNKNOWN_FIELD) return null;
      throw error;
    }
  };
}

/** Returns a test that all tests have to pass. */
export function allOf(tests: readonly FilterTest[]): FilterTest {
  if (tests.length === 1) return tests[0]!;
  return (subject, answers) => combined(tests, false, subject, answers);
}

/** Returns a test that one of the tests has to pass. */
export function anyOf(tests: readonly FilterTest[]): FilterTest {
  if (tests.length === 1) return tests[0]!;
  return (subject, answers) => combined(tests, true, subject, answers);
}

export function not(test: FilterTest): FilterTest {
  return (subject, answers) => {
    const result = test(subject, answers);
    return result === null ? null : !result;
  };
}

/** One result that is `decisive` decides for all, whatever is not known. */
function combined(
  tests: readonly FilterTest[],
  decisive: boolean,
  subject: FilterSubject,
  answers: Answers,
): boolean | null {
  let result: boolean | null = !decisive;
  for (const test of tests) {
    const each = test(subject, answers);
    if (each === decisive) return decisive;
    if (each === null) result = null;
  }
  return result;
}
