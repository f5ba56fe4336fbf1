// The contract of a check of `proxyctl doctor`, and the levels of what it finds.

/** The level of a finding. With `note` nothing is wrong, but the user may wonder about it. */
export type Level = 'ok' | 'note' | 'error';

export interface Finding {
  readonly level: Level;
  /** A sentence: what is so, and what to do about it. */
  readonly text: string;
}

/** The system that the checks examine. */
export interface Patient {
  /** Data folder, which may not exist. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface Check {
  readonly subject: string;
  /** A rejection counts as an error. */
  readonly find: (patient: Patient) => Promise<Finding>;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const note = (text: string): Finding => ({ level: 'note', text });
export const error = (text: string): Finding => ({ level: 'error', text });

/** Joins what a check has found into one finding, with the worst level; `fine` when there is nothing. */
export function joined(findings: readonly Finding[], fine: string): Finding {
  if (findings.length === 0) return ok(fine);
  const level = findings.some((each) => each.level === 'error') ? 'error' : 'note';
  return { level, text: findings.map(({ text }) => text).join('; ') };
}
