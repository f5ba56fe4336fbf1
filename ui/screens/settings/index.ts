// The settings screen.
import { Settings } from 'lucide-react';
import { lazy } from 'react';
import { defineScreen } from '../contract.ts';

export const settings = defineScreen({
  id: 'settings',
  title: 'Settings',
  icon: Settings,
  key: 's',
  position: 'bottom',
  Component: lazy(async () => ({ default: (await import('./settings-screen.tsx')).SettingsScreen })),
});
