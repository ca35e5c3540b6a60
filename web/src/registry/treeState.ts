/** What the tree is like now, and what a key in it can do. */
export interface TreeState {
  agentId: string;
  /** Whether the agent can be asked. */
  online: boolean;
  selected: string;
  /** Where the Tab key leads to. */
  focused: string;
  isOpen: (path: string) => boolean;
  toggle: (path: string, open: boolean) => void;
  select: (path: string) => void;
  focus: (path: string) => void;
}
