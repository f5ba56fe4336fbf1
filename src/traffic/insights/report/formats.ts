// The formats of the full report, each loaded when it is written.
import type { Report } from './index.ts';

export const REPORT_FORMATS = ['markdown', 'json', 'junit', 'sarif', 'html'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export async function renderedReport(report: Report, format: ReportFormat): Promise<string> {
  switch (format) {
    case 'markdown':
      return (await import('./markdown.ts')).markdownReport(report);
    case 'json':
      return (await import('./json.ts')).jsonReport(report);
    case 'junit':
      return (await import('./junit.ts')).junitReport(report);
    case 'sarif':
      return (await import('./sarif.ts')).sarifReport(report);
    case 'html':
      return (await import('./html.ts')).htmlReport(report);
  }
}
