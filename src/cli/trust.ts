// `ca --check`, `--trust` and `--untrust`: show and change the state of each store of trusted roots. It changes the
// stores that this user may change, and prints the command for the others.
import { failureOf, programRunner } from '../system/commands.ts';
import {
  shellLine,
  trustStores,
  type Root,
  type TrustChange,
  type TrustPlace,
  type TrustStore,
} from '../system/trust/index.ts';

export type TrustAction = 'check' | 'trust' | 'untrust';

/**
 * Checks or changes the stores. Resolves with the exit code: 0 when each store is in the requested state, and for
 * `check` when all stores trust the root.
 */
export async function changeTrust(root: Root, action: TrustAction): Promise<number> {
  const stores = await trustStores(root);
  let isDone = stores.length > 0;
  for (const store of stores) {
    const { isAsWanted, lines } = await ACTIONS[action](store);
    isDone &&= isAsWanted;
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  if (stores.length === 0) process.stdout.write('no store of trusted roots is known on this system\n');
  return isDone ? 0 : 1;
}

interface Outcome {
  readonly isAsWanted: boolean;
  readonly lines: readonly string[];
}

const ACTIONS: Readonly<Record<TrustAction, (store: TrustStore) => Promise<Outcome>>> = {
  check,
  trust,
  untrust,
};

async function check(store: TrustStore): Promise<Outcome> {
  const { isTrusted, places } = await store.look();
  const hints = isTrusted === false ? trustHints(store) : [];
  return {
    isAsWanted: isTrusted === true,
    lines: [stateLine(store, isTrusted), ...places.map(placeLine), ...hints],
  };
}

async function trust(store: TrustStore): Promise<Outcome> {
  const { isTrusted: before } = await store.look();
  const isChanged = before === false && !store.add.needsPassword;
  const failures = isChanged ? await carriedOut(store.add) : [];
  const after = isChanged ? (await store.look()).isTrusted : before;
  const hints = after === false ? [...failures, ...trustHints(store)] : [];
  return { isAsWanted: after === true, lines: [stateLine(store, after), ...hints] };
}

/** Entries of a store may have the same name: each round removes one of them. */
const MAX_ROUNDS = 4;

async function untrust(store: TrustStore): Promise<Outcome> {
  const failures: string[] = [];
  let state = await store.look();
  for (let round = 0; round < MAX_ROUNDS && failures.length === 0; round += 1) {
    const changes = state.places.flatMap(({ remove }) => remove ?? []).filter((each) => !each.needsPassword);
    if (changes.length === 0) break;
    for (const change of changes) failures.push(...(await carriedOut(change)));
    state = await store.look();
  }
  const { isTrusted, places } = state;
  return {
    isAsWanted: isTrusted === false && places.length === 0,
    lines: [stateLine(store, isTrusted), ...failures, ...places.map(placeLine)],
  };
}

/** Making a bundle of roots, and one for Java beside it, takes its time. */
const run = programRunner(120_000);

/** Resolves with a line about the command that failed; nothing when all is done. */
async function carriedOut({ commands }: TrustChange): Promise<readonly string[]> {
  for (const [program, ...args] of commands) {
    const result = await run(program, args);
    if (result.code !== 0) return [`  ${failureOf(program, result)}`];
  }
  return [];
}

function stateLine({ name, tool }: TrustStore, state: boolean | null): string {
  if (state === null) return `${name}: not known (${tool} cannot read it, or is not installed)`;
  return `${name}: ${state ? 'trusted' : 'not trusted'}`;
}

function trustHints({ add, note = null }: TrustStore): readonly string[] {
  return [`  to trust it: ${shellLine(add)}`, ...(note === null ? [] : [`  ${note}`])];
}

function placeLine({ where, remove }: TrustPlace): string {
  return remove === null
    ? `  it is in ${where}: take it out there`
    : `  it is in ${where}; to remove it: ${shellLine(remove)}`;
}
