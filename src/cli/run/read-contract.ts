// Reads the API description of `run --spec`, with what is ignored beside it.
import { UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import type { RunOptions } from './options.ts';

interface ContractFlags {
  readonly spec?: string | undefined;
  readonly failOnContract?: boolean | undefined;
}

/** Resolves with null without a description. Rejects with a UserError that names what is wrong with it. */
export async function contractOf({ spec, failOnContract }: ContractFlags): Promise<RunOptions['contract']> {
  if (spec === undefined && failOnContract === true)
    throw new UserError(
      'INVALID_PARAMETER',
      '--fail-on-contract needs the API description: give --spec FILE',
    );
  if (spec === undefined) return null;
  const { readContract } = await import('./contract-checker.ts');
  const { readIgnores } = await import('../../specs/ignores.ts');
  const contract = await readContract(spec, (sentence) =>
    process.stderr.write(`warning: ${printable(sentence)}\n`),
  );
  return { contract, ignores: readIgnores(spec) };
}
