// The API client: the workspace with its requests, which are edited, sent and saved.
import { Send } from 'lucide-react';
import { lazy } from 'react';
import { defineScreen } from '../contract.ts';

export const client = defineScreen({
  id: 'client',
  title: 'API client',
  railTitle: 'Client',
  icon: Send,
  key: 'c',
  position: 'top',
  Component: lazy(() => import('./client-screen.tsx')),
});
