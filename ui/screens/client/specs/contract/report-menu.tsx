// The reports of the comparison, in the formats of the command line.
import { ChevronDown, Download } from 'lucide-react';
import type { ParamsOf } from '../../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../../api/client.ts';
import { saveFile } from '../../../../bodies/body-files.ts';
import { Button, Menu, type MenuEntry } from '../../../../parts/index.ts';
import { attempt } from '../../../../state/actions.ts';
import { say } from '../../../../state/toasts.ts';

type Format = ParamsOf<'client.contract_report'>['format'];

const FORMATS: readonly (readonly [Format, string])[] = [
  ['html', 'HTML page'],
  ['markdown', 'Markdown'],
  ['junit', 'JUnit XML'],
  ['sarif', 'SARIF'],
  ['json', 'JSON'],
];

export function reportEntries(spec: string, text: string): readonly MenuEntry[] {
  return FORMATS.map(([format, label]) => ({
    label,
    icon: Download,
    onSelect: () => void saveReport(spec, text, format),
  }));
}

export function ReportMenu({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return (
    <Menu align="end" entries={entries}>
      <Button size="small" icon={Download}>
        Report
        <ChevronDown aria-hidden />
      </Button>
    </Menu>
  );
}

async function saveReport(spec: string, text: string, format: Format): Promise<void> {
  await attempt('The report cannot be made', async () => {
    const report = await rpc('client.contract_report', { spec, text, format });
    saveFile(new Blob([report.text]), report.fileName);
    say(`Saved ${report.fileName}`);
  });
}
