// The dialect of a script: Postman's, unless a directive at its start says that it is Bruno's.

const BRUNO = "'use bruno';";
/** Marks a script of Postman in a file of Bruno, where scripts are Bruno's. */
const POSTMAN = "'use postman';";

export function isBruno(script: string): boolean {
  return script.trimStart().startsWith(BRUNO);
}

/** Marks a script as Bruno's. The mark goes on the first line, so that line numbers stay the same. */
export function asBruno(script: string): string {
  return script === '' || isBruno(script) ? script : `${BRUNO} ${script}`;
}

/** Returns a script as written in a file of Bruno, where only Postman scripts have a mark. */
export function inBrunoFile(script: string): string {
  if (script === '') return '';
  if (!isBruno(script)) return `${POSTMAN} ${script}`;
  return script.startsWith(`${BRUNO} `) ? script.slice(BRUNO.length + 1) : script;
}

/** Returns a script from a file of Bruno as it is stored here. */
export function fromBrunoFile(script: string): string {
  return script.startsWith(`${POSTMAN} `) ? script.slice(POSTMAN.length + 1) : asBruno(script);
}
