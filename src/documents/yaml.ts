// YAML 1.2 (https://yaml.org/spec/1.2.2/), as our own files are written, and as others hand it in: bounded, so
// that no document becomes more than it is.
import { CORE_SCHEMA, dump, load, YAMLException } from 'js-yaml';
import { messageOf } from '../base/errors.ts';

const MAX_DEPTH = 200;
/** A document may name a node again this often: each time whoever reads it sees the node once more. */
const MAX_ALIASES = 100;

/** A text that is no YAML, or is more than is read. */
export class YamlError extends Error {
  /** From 1; 0 where it is not known. */
  readonly line: number;

  constructor(reason: string, line: number) {
    super(line > 0 ? `line ${line}: ${reason}` : reason);
    this.name = 'YamlFault';
    this.line = line;
  }
}

/** Throws a YamlFault. Nothing at all is null. */
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

/** The same for the same value: keys in their order, long texts as blocks, nothing wrapped. */
export function writeYaml(value: unknown): string {
  return dump(value, { lineWidth: -1, noRefs: true, quoteStyle: 'double' });
}
