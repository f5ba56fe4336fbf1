// Conditions under which a load test fails, as parameters of methods.
import { messageOf, ParameterError } from '../../base/errors.ts';
import type { Threshold } from '../../services/perf/thresholds.ts';

/** Parses conditions. Rejects with a ParameterError that names the first one which is not valid. */
export async function parsedThresholds(
  texts: readonly string[],
  field: string,
): Promise<readonly Threshold[]> {
  const { parseThreshold } = await import('../../services/perf/thresholds.ts');
  return texts.map((text, at) => {
    try {
      return parseThreshold(text, '');
    } catch (error) {
      throw new ParameterError(messageOf(error), { field: `${field}[${at}]` });
    }
  });
}
