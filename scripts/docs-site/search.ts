// The options of the search, for the index that is built and for the page that asks it.
import type { Options } from 'minisearch';

export interface Found {
  /** The page and the heading, such as `filters.html#keys`. */
  readonly id: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

export const SEARCH: Options<Found> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['page', 'title'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
    // What changed once is seldom what somebody looks for.
    boostDocument: (id: string) => (id.startsWith('changelog') ? 0.2 : 1),
  },
};
