// The titles of tabs of load tests.
import { loads } from './model.ts';

/** `id`: of a channel or an entry of the history, or `new`. */
export function useLoadTitle(id: string): string {
  const load = loads.useOne(id);
  if (id === 'new') return 'New load test';
  return load === null || load === undefined ? 'Load test' : `${load.state.name} under load`;
}
