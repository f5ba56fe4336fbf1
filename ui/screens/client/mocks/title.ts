// The titles of tabs of mock servers.
import { useJob } from '../jobs/channel-jobs.ts';
import { mocks } from './model.ts';

/** `id`: of a channel, or `new`. */
export function useMockTitle(id: string): string {
  const mock = useJob(mocks, id);
  if (id === 'new') return 'New mock';
  return mock === null || mock === undefined ? 'Mock' : `Mock of ${mock.state.name}`;
}
