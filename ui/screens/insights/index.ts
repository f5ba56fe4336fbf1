// The insights screen: what the captured traffic says about servers and apps.
import { ChartLine } from 'lucide-react';
import { lazy } from 'react';
import { defineScreen } from '../contract.ts';

export const insights = defineScreen({
  id: 'insights',
  title: 'Insights',
  icon: ChartLine,
  key: 'i',
  inViewer: true,
  position: 'top',
  Component: lazy(async () => ({ default: (await import('./insights-screen.tsx')).InsightsScreen })),
});
