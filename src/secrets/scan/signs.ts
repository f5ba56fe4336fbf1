// The signs of statements of a secret without a name. A sign is three characters, regardless of case. Every statement
// of a kind contains one of the kind's signs. The pass over a text finds the signs, so that the search for a kind runs
// only on texts with its signs.

/** Arguments of which a command may take a password. */
const OPTIONS = Array.from('puawbsdnk').flatMap((letter) => [` -${letter}`, ` /${letter}`]);

const SIGNS = {
  /** `identified by`, `set password`. */
  users: ['tif', 'ssw'],
  /** `-SecureString`, ` login `, `chpasswd`. */
  shell: [...OPTIONS, '-se', 'ogi', 'chp'],
  /** `LOGIN `, `PASS `, `AUTH`, `IDENTIFY `. */
  commands: ['ogi', 'ss ', 'uth', 'tif'],
  /** `method`. */
  calls: ['hod'],
  /** `variables`. */
  variables: ['iab'],
  /** `sensitive`, `secret`. */
  declared: ['iti', 'cre'],
  mqtt: ['mqt', 'mqi'],
  /** `:543`, `:*:`, `WIFI:`, `@tcp(`, `@unix(`. */
  records: [':54', ':*:', 'wif', '@tc', '@un'],
  /** `snmp`, `community`, `-server `, `isakmp`, `-shared-`, `secret 5`, `password 5`. */
  devices: ['nmp', 'mmu', '-se', 'akm', '-sh', 'ecr', 'ssw'],
  /** `add-mask::`, `##vso[`. */
  masks: ['d-m', 'vso'],
  /** `<input`. */
  inputs: ['npu'],
  keys: ['kty'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Statement = keyof typeof SIGNS;

/** A bit for each kind of statement. */
export type Signs = number;

const STATEMENTS = Object.keys(SIGNS) as readonly Statement[];
const BITS = Object.fromEntries(STATEMENTS.map((each, at) => [each, 1 << at])) as Readonly<
  Record<Statement, number>
>;

export const ALL_SIGNS: Signs = (1 << STATEMENTS.length) - 1;

/** The bits of statements by their signs. */
export const STATEMENTS_BY_SIGN: ReadonlyMap<string, Signs> = statementsBySign();

function statementsBySign(): ReadonlyMap<string, Signs> {
  const signs = new Map<string, Signs>();
  for (const each of STATEMENTS)
    for (const sign of SIGNS[each]) signs.set(sign, (signs.get(sign) ?? 0) | BITS[each]);
  return signs;
}

export function hasSign(signs: Signs, statement: Statement): boolean {
  return (signs & BITS[statement]) !== 0;
}
