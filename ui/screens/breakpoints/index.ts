// The breakpoints screen: the held messages, which the user edits, sends or aborts.
import { CirclePause } from 'lucide-react';
import { lazy } from 'react';
import { pausedList } from '../../state/app.ts';
import { useResource } from '../../state/resource.ts';
import { defineScreen } from '../contract.ts';

export const breakpoints = defineScreen({
  id: 'breakpoints',
  title: 'Breakpoints',
  railTitle: 'Held',
  icon: CirclePause,
  key: 'h',
  position: 'top',
  useCount: () => useResource(pausedList).value?.length ?? 0,
  Component: lazy(async () => ({ default: (await import('./breakpoints-screen.tsx')).BreakpointsScreen })),
});
