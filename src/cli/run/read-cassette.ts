// Reads the flags of `run` that are about cassettes. A server that a program in a cassette's run starts as
// `run --mcp` finds it in its environment.
import { resolve } from 'node:path';
import { UserError } from '../../base/errors.ts';
import type { CassetteMode } from '../../cassettes/index.ts';
import type { CassetteChoice } from './options.ts';

export interface CassetteFlags {
  readonly cassette?: string | undefined;
  readonly cassetteMode?: CassetteMode | undefined;
  readonly cassetteIgnore: readonly string[];
}

const VARIABLE = 'PROXYCTL_CASSETTE';

/** `isPipe`: the command may be an MCP server. */
export function cassetteChoice(flags: CassetteFlags, isPipe: boolean): CassetteChoice | null {
  const { cassette, cassetteMode, cassetteIgnore } = flags;
  if (cassette !== undefined)
    return {
      path: resolve(cassette),
      mode: cassetteMode ?? 'auto',
      ignored: new Set(cassetteIgnore),
      scope: 'all',
    };
  if (cassetteMode !== undefined || cassetteIgnore.length > 0)
    throw new UserError(
      'INVALID_PARAMETER',
      '--cassette-mode and --cassette-ignore are for --cassette: give its file with it',
    );
  return isPipe ? inherited(process.env) : null;
}

interface Inherited {
  readonly path: string;
  readonly mode: CassetteMode;
  readonly ignored: readonly string[];
}

function inherited(env: NodeJS.ProcessEnv): CassetteChoice | null {
  const text = env[VARIABLE];
  if (text === undefined) return null;
  try {
    const { path, mode, ignored } = JSON.parse(text) as Inherited;
    return { path: resolve(path), mode, ignored: new Set(ignored), scope: 'pipe' };
  } catch (cause) {
    throw new UserError(
      'INVALID_PARAMETER',
      `${VARIABLE} is not what "proxyctl run --cassette" sets: remove it from the environment`,
      { cause },
    );
  }
}

/** Returns the variables by which servers on pipes find the cassette. */
export function cassetteVariables(choice: CassetteChoice | null): NodeJS.ProcessEnv {
  if (choice === null) return {};
  const { path, mode, ignored } = choice;
  return { [VARIABLE]: JSON.stringify({ path, mode, ignored: [...ignored] } satisfies Inherited) };
}
