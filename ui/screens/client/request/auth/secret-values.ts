// Values that look like a token or a password, and the names of the variables that take their place.

/** A value with its secret part, such as `Bearer ` and the token. */
export interface SecretValue {
  readonly scheme: string;
  readonly secret: string;
}

/** Characters from which a value of an authorization is offered to be made a secret. */
const MIN_LENGTH = 8;
const SECRET_NAME = /authorization|token|secret|password|passwd|api-?key|access-?key|auth-?key|session/i;
/** A JWT, and tokens whose issuers give them a prefix. */
const TOKEN = /^(?:eyJ[\w-]+\.[\w-]+\.[\w-]*|(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abps]|npm)[-_][\w-]{12,})$/;

/** Returns the secret part of a field of an authorization; null for a short one and for one with variables. */
export function secretOfField(value: string): SecretValue | null {
  return value.length < MIN_LENGTH || value.includes('{{') ? null : { scheme: '', secret: value };
}

/** Returns the secret part of a header whose name or value says that it has one; null for none. */
export function secretOfHeader(name: string, value: string): SecretValue | null {
  const [, scheme = '', secret = ''] =
    /^((?:Bearer|Basic|Token|ApiKey|Key) +)?(\S+)$/i.exec(value.trim()) ?? [];
  const isSecret = SECRET_NAME.test(name) || TOKEN.test(secret);
  return isSecret && secretOfField(secret) !== null ? { scheme, secret } : null;
}

/** Returns a name for the variable, such as `xApiKey`, that no variable has. */
export function secretName(field: string, taken: readonly string[]): string {
  const words = field.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const [first = 'secret', ...others] = words.map((word) => word.charAt(0).toLowerCase() + word.slice(1));
  const name = [first, ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}${number}`;
    if (!taken.includes(free)) return free;
  }
}
