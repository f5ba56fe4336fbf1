// The screen of assistants: how to connect one, and what assistants have called.
import { Bot } from 'lucide-react';
import { lazy } from 'react';
import { defineScreen } from '../contract.ts';

export const mcp = defineScreen({
  id: 'mcp',
  title: 'Assistants (MCP)',
  railTitle: 'MCP',
  icon: Bot,
  key: 'm',
  position: 'bottom',
  Component: lazy(async () => ({ default: (await import('./mcp-screen.tsx')).McpScreen })),
});
