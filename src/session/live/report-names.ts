// The reports that a run in the window can be made into, by the names of their reporters.

export const REPORT_FORMATS = ['json', 'junit', 'html', 'cli'] as const;
export type ReportName = (typeof REPORT_FORMATS)[number];
