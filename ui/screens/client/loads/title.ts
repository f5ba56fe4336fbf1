// The titles of tabs of load tests.
import { useJob } from '../jobs/channel-jobs.ts';
import { loads } from './model.ts';

/** `id`: of a channel or an entry of the history, or `new`. */
export function useLoadTitle(id: string): string {
  const load = useJob(loads, id);
  if (id === 'new') return 'New load test';
  return load === null || load === undefined ? 'Load test' : `${load.state.name} under load`;
}
