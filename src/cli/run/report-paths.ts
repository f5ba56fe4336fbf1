// The paths of reports, by format.
import type { ReportFormat } from '../../traffic/insights/report/formats.ts';

/** The path of each requested report. */
export type ReportPaths = Readonly<Partial<Record<ReportFormat, string>>>;
