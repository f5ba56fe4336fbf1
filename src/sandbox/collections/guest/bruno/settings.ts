// Functions of `req` that choose how to send the request and how to read its response.
import type { Run } from '../run.ts';
import type { ScriptInput } from '../script-data.ts';

const MAX_MS = 2 ** 31 - 1;
const MAX_REDIRECTS = 100;

export interface SettingFunctions {
  readonly getTimeout: () => number | undefined;
  readonly setTimeout: (ms: unknown) => void;
  readonly setMaxRedirects: (count: unknown) => void;
  readonly disableParsingResponseJson: () => void;
  readonly onFail: (callback?: unknown) => void;
}

export function settingFunctions(run: Run, input: () => ScriptInput): SettingFunctions {
  const current = () => ({ ...input().settings, ...run.settings });
  const choose = (chosen: Run['settings']): void => {
    run.settings = { ...run.settings, ...chosen };
  };
  return {
    getTimeout: () => current().timeoutMs,
    setTimeout: (ms) => choose({ timeoutMs: amount('req.setTimeout', ms, MAX_MS) }),
    setMaxRedirects: (count) => choose({ maxRedirects: amount('req.setMaxRedirects', count, MAX_REDIRECTS) }),
    disableParsingResponseJson: () => choose({ keepsText: true }),
    onFail: (callback) => {
      if (callback === undefined || callback === null) return;
      throw new Error(
        'req.onFail is not available: tests run without a response too, where res.status is undefined',
      );
    },
  };
}

function amount(name: string, given: unknown, max: number): number {
  const value = Number(given);
  if (Number.isSafeInteger(value) && value >= 0 && value <= max) return value;
  throw new TypeError(`${name} needs a whole number up to ${max}`);
}
