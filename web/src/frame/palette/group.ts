/** One kind of thing that the palette finds. */
import type { ReactNode } from "react";
import type { Findable } from "./hits";

export interface Entry extends Findable {
  id: string;
  description?: string | undefined;
  icon: ReactNode;
  run: () => void;
}

export interface Group {
  label: string;
  entries: Entry[];
  /** How many more there are, and where. */
  more: number;
  showMore?: () => void;
  /** The answer is on its way. */
  asking: boolean;
}

/** How icons of entries look. */
export const ICON = { size: 18, stroke: 1.6 };
