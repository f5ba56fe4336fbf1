// Names and code for parts of responses that template tags of Insomnia refer to.

/** Returns the name of the variable for a part of a response. */
export function ofRequest(part: string, request: string, path: string): string {
  return `${part} of ${request} ${path}`.replace(/[{}]/g, '').trim();
}

/** True for the names of variables that stand for tags. */
export function standsForTag(name: string): boolean {
  return /^(?:\$|(?:body|header|raw) of |base64 (?:encode|decode) |hash [A-Z\d]+ (?:Hex|Base64) )/.test(name);
}

const STEP = /\.([\p{L}_$][\p{L}\p{N}_$-]*)|\[(-?\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]/uy;

/** Returns code for a JSON path of names and indexes; null for any other. */
export function pathCode(path: string): string | null {
  const given = path.replace(/^\$/, '');
  if (given === '') return 'pm.response.text()';
  const rest = /^[.[]/.test(given) ? given : `.${given}`;
  let code = 'pm.response.json()';
  STEP.lastIndex = 0;
  while (STEP.lastIndex < rest.length) {
    const found = STEP.exec(rest);
    if (found === null) return null;
    const [, name, index, single, double] = found;
    code += index === undefined ? `?.[${JSON.stringify(name ?? single ?? double)}]` : `?.at?.(${index})`;
  }
  return code;
}
