// Values by environment, and datasets: what runs and requests take their values from. Both are grids that are edited in
// their cells.

export { DatasetPage } from './dataset-page.tsx';
export { EnvironmentsPage } from './environments-page.tsx';
