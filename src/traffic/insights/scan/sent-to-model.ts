// Secrets in prompts: who runs the model reads them, and may store them.
import type { Flow } from '../../../flow/flow.ts';
import { operationOf } from '../../../flow/operation.ts';
import type { SecretFinding } from '../../../secrets/findings.ts';
import type { Side } from './scanned-message.ts';

/** Returns the findings of a message; those in a prompt say so, and are one step more severe. */
export function promptFindings(
  flow: Flow,
  side: Side,
  findings: readonly SecretFinding[],
): readonly SecretFinding[] {
  if (findings.length === 0 || side !== 'request' || operationOf(flow)?.type !== 'ai') return findings;
  return findings.map((finding) =>
    finding.where.startsWith('body')
      ? {
          ...finding,
          label: `${finding.label}, sent to a model`,
          severity: finding.severity === 'low' ? 'medium' : 'high',
        }
      : finding,
  );
}
