// The traffic screen: the captured requests, and one of them in detail.
import { ArrowRightLeft } from 'lucide-react';
import { defineScreen } from '../contract.ts';
import { TrafficScreen } from './traffic-screen.tsx';

export const traffic = defineScreen({
  id: 'traffic',
  title: 'Traffic',
  icon: ArrowRightLeft,
  key: 't',
  inViewer: true,
  position: 'top',
  // Not loaded separately, because it is the first screen that people see.
  Component: TrafficScreen,
});
