// The time that a whole run may take.

interface TimeLimit {
  readonly signal: AbortSignal;
  /** Ends the limit. */
  readonly end: () => void;
}

/** Aborts the signal after this time, with an Error for the user; 0 is no limit. */
export function timeLimit(ms: number, onOver: () => void): TimeLimit {
  const limit = new AbortController();
  const over = (): void => {
    limit.abort(new Error(`it took longer than its ${ms} ms`));
    onOver();
  };
  const timer = ms === 0 ? undefined : setTimeout(over, ms);
  return { signal: limit.signal, end: () => clearTimeout(timer) };
}
