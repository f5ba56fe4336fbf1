// The look and the start of the app, what it keeps, and where.
import { GeneralRows } from '../general/general-rows.tsx';
import { facts, looks } from '../general/rows.ts';
import { EntriesPage } from './entries-page.tsx';

export function GeneralPage() {
  return (
    <>
      <GeneralRows rows={looks} />
      <EntriesPage page="general" />
      <GeneralRows rows={facts} />
    </>
  );
}
