// The formats of reports, each with an option of its own.

export const REPORT_FORMATS = ['markdown', 'json', 'junit', 'sarif', 'html'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
/** The path of each report that was asked for. */
export type ReportPaths = Readonly<Partial<Record<ReportFormat, string>>>;
