// The parts that screens are built from.
export { AppMark } from './app-mark.tsx';
export { Button, IconButton, Separator } from './button.tsx';
export { classes } from './classes.ts';
export { ConflictNote } from './conflict-note.tsx';
export { CopyLine } from './copy-line.tsx';
export { Keys } from './keys.tsx';
export { Menu, PointerMenu, type MenuEntry } from './menu.tsx';
export { Popover } from './popover.tsx';
export { Badge, Chip, MiddleText, Note, Segmented, Spinner, Switch, type Tone } from './small.tsx';
export { Dialog, Question } from './dialog.tsx';
export { Sash } from './sash.tsx';
export { Tabs, type TabItem } from './tabs.tsx';
export { toolIcon, ToolIcon, toolOfTag } from './tool-icon.tsx';
export { Tooltip, TooltipProvider } from './tooltip.tsx';
export { Checkbox, FormRow, SelectField, TextField } from './form.tsx';
export { errorText, methodLook, MethodText, statusLook, StatusText } from './flow-text.tsx';
export { PaneHead, SectionHead, SideItem, Sidebar } from './panes.tsx';
export { StatusFigures, TopActions } from './slots.tsx';
