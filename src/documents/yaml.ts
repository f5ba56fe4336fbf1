// YAML 1.2 (https://yaml.org/spec/1.2.2/), as our own files are written and as others hand it in. Depth and aliases
// are bounded, so that no small document expands into a large one.
import { CORE_SCHEMA, dump, load, YAMLException } from 'js-yaml';
import { messageOf } from '../base/errors.ts';

const MAX_DEPTH = 200;
/** The maximum number of aliases, each of which repeats a whole node for the reader. */
const MAX_ALIASES = 100;

/** A text that is not valid YAML, or exceeds the bounds. */
export class YamlError extends Error {
  /** The line, counted from 1; 0 when it is not known. */
  readonly line: number;

  constructor(reason: string, line: number) {
    super(line > 0 ? `line ${line}: ${reason}` : reason);
    this.name = 'YamlFault';
    this.line = line;
  }
}

/** Parses a document; an empty one is null. Throws a YamlError. */
export function parseYaml(text: string): unknown {
  const bare = text.replace(/^\uFEFF/, '');
  if (/^(?:\s|#.*)*$/.test(bare.slice(0, 10_000)) && bare.length < 10_000) return null;
  try {
    return load(bare, { schema: CORE_SCHEMA, maxDepth: MAX_DEPTH, maxAliases: MAX_ALIASES });
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
