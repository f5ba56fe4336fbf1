// The dialect of a script: Postman's, unless a directive at its start names another one.

/** Programs whose scripts have names of their own. */
export const DIALECTS = ['bruno', 'jetbrains', 'httpyac'] as const;
export type ScriptDialect = 'postman' | (typeof DIALECTS)[number];

/** Marks a script of Postman in a file of Bruno, where scripts are Bruno's. */
const POSTMAN = "'use postman';";

export function dialectOf(script: string): ScriptDialect {
  const [, name] = /^\s*'use (\w+)';/.exec(script) ?? [];
  return DIALECTS.find((dialect) => dialect === name) ?? 'postman';
}

export function isBruno(script: string): boolean {
  return dialectOf(script) === 'bruno';
}

/** Marks a script. The mark goes on the first line, so that line numbers stay the same. */
export function markScript(script: string, dialect: ScriptDialect): string {
  return script === '' || dialectOf(script) === dialect ? script : `'use ${dialect}'; ${script}`;
}

/** Returns a script without its mark. */
export function unmarkedScript(script: string): string {
  return script.replace(/^\s*'use \w+'; ?/, '');
}

/** Marks a script as Bruno's. */
export function asBruno(script: string): string {
  return markScript(script, 'bruno');
}

/** Returns a script as written in a file of Bruno, where only scripts of others have a mark. */
export function inBrunoFile(script: string): string {
  if (script === '') return '';
  const dialect = dialectOf(script);
  if (dialect === 'postman') return `${POSTMAN} ${script}`;
  return dialect === 'bruno' && script.startsWith("'use bruno'; ") ? unmarkedScript(script) : script;
}

/** Returns a script from a file of Bruno as it is stored here. */
export function fromBrunoFile(script: string): string {
  if (script.startsWith(`${POSTMAN} `)) return script.slice(POSTMAN.length + 1);
  return dialectOf(script) === 'postman' ? asBruno(script) : script;
}
