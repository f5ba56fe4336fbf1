// The same load test as a k6 script, which follows each change.
import { Copy, Download } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { IconButton, SectionHead } from '../../../parts/index.ts';
import { attempt, copyText } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { saveExport } from '../transfer/save-export.ts';
import css from './setup.module.css';
import type { Plan } from './use-plan.ts';

const CodeText = lazy(() => import('../../../editor/code-text.tsx'));

export function K6Pane({ plan }: { readonly plan: Plan | null }) {
  return (
    <section className={css['k6']} aria-label="As k6">
      <SectionHead title="As k6" note="follows each change">
        <IconButton
          icon={Copy}
          size="small"
          label="Copy the script"
          disabled={plan === null}
          onClick={() => plan !== null && void copyText(plan.k6.source, 'Copied the script')}
        />
        <IconButton
          icon={Download}
          size="small"
          label="Save the script"
          disabled={plan === null}
          onClick={() => plan !== null && saveK6(plan)}
        />
      </SectionHead>
      <p className={css['operator']}>
        k6 is a program of Grafana Labs, and no part of Traffic Proxy. It reports its use to Grafana Labs
        unless it is started as <code>k6 run --no-usage-report</code>; <code>k6 cloud</code> runs the test on
        their machines. Values of secrets are masked: give them with <code>-e NAME=VALUE</code>.
      </p>
      {plan !== null && plan.k6.warnings.length > 0 && (
        <ul className={css['warnings']} aria-label="Left out of the script">
          {plan.k6.warnings.map((warning, at) => (
            <li key={at}>{warning}</li>
          ))}
        </ul>
      )}
      {plan !== null && (
        <div className={css['script']}>
          <Suspense fallback={null}>
            <CodeText text={plan.k6.source} label="k6 script" language="javascript" />
          </Suspense>
        </div>
      )}
    </section>
  );
}

export function saveK6({ k6: { source, warnings } }: Plan): void {
  void attempt('The script is not saved', async () => {
    await saveExport(
      { fileName: 'load-test.js', files: [{ path: 'load-test.js', text: source }], warnings },
      false,
    );
    const left = warnings.length === 0 ? '' : `, without ${warnings.length} parts that k6 does not have`;
    say(`Saved load-test.js${left}. k6 is a program of Grafana Labs`);
  });
}
