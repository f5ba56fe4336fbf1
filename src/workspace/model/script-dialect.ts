// The dialect of a script: Postman's, unless a directive at its start says that it is Bruno's.

const BRUNO = "'use bruno';";

export function isBruno(script: string): boolean {
  return script.trimStart().startsWith(BRUNO);
}

/** Marks a script as Bruno's, on its first line, so that its lines keep their numbers. */
export function asBruno(script: string): string {
  return script === '' || isBruno(script) ? script : `${BRUNO} ${script}`;
}
