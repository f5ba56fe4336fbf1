// Facts derived from the text of a script, cached because scripts run repeatedly.
import { Lru } from '../../base/lru.ts';
import { wantsSugar } from '../../sandbox/collections/libraries.ts';
import { collectionScript, setupFor } from '../../sandbox/collections/script.ts';
import { dialectOf, type ScriptDialect } from '../../collections/model/script-dialect.ts';

export interface ScriptFacts {
  /** The setup in which the script starts fastest. */
  readonly setup: string;
  /** The script as the sandbox takes it. */
  readonly code: string;
  readonly bytes: number;
  readonly dialect: ScriptDialect;
  readonly usesSugar: boolean;
}

const MAX_KNOWN = 500;
const MAX_KNOWN_CHARS = 100_000;
const known = new Lru<string, ScriptFacts>(MAX_KNOWN);

export function factsOf(script: string): ScriptFacts {
  const found = known.get(script);
  if (found !== undefined) return found;
  const facts: ScriptFacts = {
    setup: setupFor(script),
    code: collectionScript(script),
    bytes: Buffer.byteLength(script),
    dialect: dialectOf(script),
    usesSugar: wantsSugar(script),
  };
  if (script.length <= MAX_KNOWN_CHARS) known.set(script, facts);
  return facts;
}
