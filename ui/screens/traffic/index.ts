// The traffic screen: what was captured, and one request in detail.
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
  // The first screen that people see is not loaded separately.
  Component: TrafficScreen,
});
