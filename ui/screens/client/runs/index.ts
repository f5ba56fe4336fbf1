// Runs of collections: set-up, live rows, comparison and reports.
export { openRunner, openRunnerWith, runSubject } from './open-runner.ts';
export { RunningFigure } from './running-figure.tsx';
export { RunnerTitle } from './runner-title.tsx';
export { REPORT_TITLES, saveReport } from './reports.ts';
