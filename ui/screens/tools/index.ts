// The tools screen: the debugging tools, their rules, and the editor of a rule.
import { SlidersHorizontal } from 'lucide-react';
import { lazy } from 'react';
import { defineScreen } from '../contract.ts';

export const tools = defineScreen({
  id: 'tools',
  title: 'Tools',
  icon: SlidersHorizontal,
  key: 'l',
  position: 'top',
  Component: lazy(() => import('./tools-screen.tsx')),
});
