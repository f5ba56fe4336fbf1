// YAML 1.2 (https://yaml.org/spec/1.2.2/), for our own files and those of others. Depth and aliases are bounded, so
// that no small document expands into a large one.
import {
  boolCoreTag,
  CORE_SCHEMA,
  dump,
  FAILSAFE_SCHEMA,
  load,
  mergeTag,
  nullCoreTag,
  YAMLException,
} from 'js-yaml';
import { messageOf } from '../base/errors.ts';
import { parsePlainYaml } from './plain-yaml.ts';

const MAX_DEPTH = 200;
/** The maximum number of aliases, each of which repeats a whole node for the reader. */
const MAX_ALIASES = 100;
/** The same for a reader that weighs what the aliases expand to. */
const MAX_WEIGHED_ALIASES = 5000;
/** Numbers stay as they are written, so that an id of twenty digits or `1.10` loses nothing. */
const NUMBERS_AS_TEXT = FAILSAFE_SCHEMA.withTags(nullCoreTag, boolCoreTag);
const WITH_MERGES = CORE_SCHEMA.withTags(mergeTag);

export interface YamlOptions {
  /** True to keep numbers as texts, as they are written. */
  readonly numbersAsText?: boolean;
  /**
   * True for documents that repeat parts of themselves by `<<: *part` and many aliases. The reader must weigh the value.
   */
  readonly repeatsParts?: boolean;
}

/** A text that is not valid YAML, or exceeds the bounds. */
export class YamlError extends Error {
  /** The line, counted from 1; 0 when it is not known. */
  readonly line: number;
  /** The reason without the line. */
  readonly reason: string;

  constructor(reason: string, line: number) {
    super(line > 0 ? `line ${line}: ${reason}` : reason);
    this.name = 'YamlFault';
    this.reason = reason;
    this.line = line;
  }
}

/** Parses a document; an empty one is null. Throws a YamlError. */
export function parseYaml(
  text: string,
  { numbersAsText = false, repeatsParts = false }: YamlOptions = {},
): unknown {
  const plain = numbersAsText || repeatsParts ? undefined : parsePlainYaml(text);
  if (plain !== undefined) return plain;
  const bare = text.replace(/^\uFEFF/, '');
  if (/^(?:\s|#.*)*$/.test(bare.slice(0, 10_000)) && bare.length < 10_000) return null;
  const schema = numbersAsText ? NUMBERS_AS_TEXT : repeatsParts ? WITH_MERGES : CORE_SCHEMA;
  const maxAliases = repeatsParts ? MAX_WEIGHED_ALIASES : MAX_ALIASES;
  try {
    return load(bare, { schema, maxDepth: MAX_DEPTH, maxAliases });
  } catch (error) {
    if (error instanceof YAMLException)
      throw new YamlError(error.reason, error.mark === undefined ? 0 : error.mark.line + 1);
    throw new YamlError(messageOf(error), 0);
  }
}

/** Writes a value in a stable form: keys in their order, long texts as blocks, no wrapped lines. */
export function writeYaml(value: unknown): string {
  return dump(value, { lineWidth: -1, noRefs: true, quoteStyle: 'double' });
}
