// Which reporters a run has, and where they write.
import { resolve } from 'node:path';
import type { Reporter } from '../../workspace/runner/events.ts';
import { reporterFormats } from '../../workspace/reporters/index.ts';
import { wantsColors } from '../flow-line.ts';

export interface ReporterFlags {
  readonly reporters: string;
  readonly reporterJsonExport?: string | undefined;
  readonly reporterJunitExport?: string | undefined;
  readonly reporterHtmlExport?: string | undefined;
}

/** Rejects with an Error that names the reporter there is none of, or the file that cannot be written. */
export async function reportersFor(flags: ReporterFlags): Promise<readonly Reporter[]> {
  const names = [...new Set(flags.reporters.split(',').map((name) => name.trim().toLowerCase()))];
  const paths: Readonly<Record<string, string | undefined>> = {
    json: flags.reporterJsonExport,
    junit: flags.reporterJunitExport,
    html: flags.reporterHtmlExport,
  };
  return Promise.all(
    names
      .filter((name) => name !== '')
      .map((name) => {
        const format = reporterFormats.find((each) => each.name === name);
        if (format === undefined)
          throw new Error(
            `--reporters: there is no reporter ${JSON.stringify(name)}: give any of ${reporterFormats.map((each) => each.name).join(', ')}`,
          );
        return format.make({
          path: resolve(paths[name] ?? format.defaultPath ?? ''),
          colors: wantsColors(process.stdout),
          print: (text) => void process.stdout.write(text),
        });
      }),
  );
}
