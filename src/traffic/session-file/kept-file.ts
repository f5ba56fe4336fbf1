// A session file that a process left. What is damaged of it is read as far as that is possible.
import { messageOf, UserError } from '../../base/errors.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Flow } from '../../flow/flow.ts';
import { isBlankFile, SessionFileReader, type SessionFacts } from './reader.ts';
import { SalvagedSession } from './salvage.ts';

export interface KeptFacts extends Pick<SessionFacts, 'requests'> {
  /** When the first and the last exchange began, in ISO 8601; null where that cannot be read. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** The reason why not all of it can be read, for the end of a sentence; null when all can. */
  readonly damage: string | null;
}

/** Returns what a file has. Never rejects. */
export async function keptFacts(path: string, captures: CaptureBudget): Promise<KeptFacts> {
  try {
    const facts = isBlankFile(path) ? null : wholeFacts(path, captures);
    return { requests: 0, firstAt: null, lastAt: null, ...facts, damage: null };
  } catch (error) {
    const unknown = { firstAt: null, lastAt: null, damage: messageOf(error) };
    const requests = isLater(error) ? 0 : await salvaged(path, captures).catch(() => 0);
    return { requests, ...unknown };
  }
}

export interface KeptFlows {
  /** The flows, some at a time, for a list to have. */
  readonly pages: AsyncIterable<readonly Flow[]>;
  /** Returns what is known to be missing after all have been read, in a sentence; null when nothing is. */
  readonly damage: () => string | null;
}

/** Reads all flows of a file, with ids of the list's. Reading rejects with a UserError when nothing can be read. */
export function keptFlows(path: string, captures: CaptureBudget, takeId: () => number): KeptFlows {
  let damage: string | null = null;
  async function* pages(): AsyncGenerator<readonly Flow[], void, undefined> {
    let after = 0;
    try {
      const reader = new SessionFileReader(path, captures);
      try {
        yield* reader.pages(takeId);
      } finally {
        after = reader.lastYielded;
        reader.close();
      }
    } catch (error) {
      if (isLater(error)) throw error;
      const session = await SalvagedSession.open(path, captures);
      try {
        if (session.found === 0)
          throw new UserError('INVALID_DATA', `nothing of ${path} can be read: ${messageOf(error)}`);
        yield* session.flows(after, takeId);
        damage = damageOf(session);
      } finally {
        session.close();
      }
    }
  }
  return { pages: pages(), damage: () => damage };
}

function damageOf({ missing, cutBytes }: SalvagedSession): string {
  const lost = missing === 0 ? 'no request is known to be missing' : `up to ${missing} requests are missing`;
  return cutBytes === 0 ? lost : `${lost}, and the last ${cutBytes} bytes of the file`;
}

function wholeFacts(path: string, captures: CaptureBudget): SessionFacts | null {
  const reader = new SessionFileReader(path, captures);
  try {
    return reader.facts();
  } finally {
    reader.close();
  }
}

async function salvaged(path: string, captures: CaptureBudget): Promise<number> {
  const session = await SalvagedSession.open(path, captures);
  session.close();
  return session.found;
}

/** True for a file of a later release, which is whole. */
function isLater(error: unknown): boolean {
  return error instanceof UserError && error.code === 'UNSUPPORTED';
}
