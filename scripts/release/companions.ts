// The files that lie beside an executable: manual pages and completions.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCRIPTS } from '../../src/cli/completion/scripts.ts';

export interface Companion {
  readonly name: string;
  readonly text: string;
}

/** Returns the manual pages of a build. */
export function manPages(project: string): readonly Companion[] {
  const folder = join(project, 'dist', 'man');
  return readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** Names under which shells look for the completion of a program. */
const COMPLETIONS = { bash: 'proxyctl', zsh: '_proxyctl', fish: 'proxyctl.fish' } as const;
export type Shell = keyof typeof COMPLETIONS;

export function completion(shell: Shell): Companion {
  return { name: COMPLETIONS[shell], text: SCRIPTS.get(shell)! };
}
