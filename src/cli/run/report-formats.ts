// The formats of reports, each with its own option.

export const REPORT_FORMATS = ['markdown', 'json', 'junit', 'sarif', 'html'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
/** The path of each requested report. */
export type ReportPaths = Readonly<Partial<Record<ReportFormat, string>>>;
