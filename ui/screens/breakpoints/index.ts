// The breakpoints screen: the messages that are held, to be edited, sent on or aborted.
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
