// `ca --check`, `--trust` and `--untrust`: the state of each store of trusted roots, and what changes it. Stores of the
// user are changed; for those that need a password, the command is printed.
import { failureOf, runProgram } from '../system/commands.ts';
import { shellLine, trustStores, type Root, type TrustStore } from '../system/trust/index.ts';

export type TrustAction = 'check' | 'trust' | 'untrust';

/** Resolves with the exit code: 0 when each store is as the action wants it, and for `check` when all trust. */
export async function changeTrust(root: Root, action: TrustAction): Promise<number> {
  const stores = await trustStores(root);
  let isDone = stores.length > 0;
  for (const store of stores) {
    const { isAsWanted, lines } = await changeStore(store, action);
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

async function changeStore(store: TrustStore, action: TrustAction): Promise<Outcome> {
  const wanted = action !== 'untrust';
  const before = await store.isTrusted();
  const change = wanted ? store.add : store.remove;
  if (before === wanted || before === null) return outcome(store, before, wanted, []);
  const hint = `  ${wanted ? 'to trust it' : 'to remove it'}: ${shellLine(change)}`;
  if (action === 'check' || change.needsPassword) return outcome(store, before, wanted, [hint]);
  for (const [program, ...args] of change.commands) {
    const result = await runProgram(program, args);
    if (result.code !== 0) return outcome(store, before, wanted, [`  ${failureOf(program, result)}`, hint]);
  }
  return outcome(store, await store.isTrusted(), wanted, []);
}

function outcome(
  { name }: TrustStore,
  state: boolean | null,
  wanted: boolean,
  further: readonly string[],
): Outcome {
  const word =
    state === null ? 'not known (certutil of NSS is not installed)' : state ? 'trusted' : 'not trusted';
  return { isAsWanted: state === wanted, lines: [`${name}: ${word}`, ...further] };
}
