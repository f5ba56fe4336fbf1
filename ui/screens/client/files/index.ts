// Files and folders of this machine: another workspace, and the file of a body.
export { ChooseFile } from './choose-file.tsx';
export { openWorkspaces, WorkspaceChooser } from './workspace-chooser.tsx';
