// The setup screen: how to send the traffic of a program or a device through the proxy.
import { MonitorSmartphone } from 'lucide-react';
import { lazy } from 'react';
import { defineScreen } from '../contract.ts';

export const setup = defineScreen({
  id: 'setup',
  title: 'Setup',
  icon: MonitorSmartphone,
  key: 'u',
  position: 'bottom',
  Component: lazy(async () => ({ default: (await import('./setup-screen.tsx')).SetupScreen })),
});
