/** The form of a check, as its parts share it. */
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import type { Agent } from "../agents/queries";
import type { CheckValues } from "./values";

export type CheckForm = UseFormReturnType<CheckValues>;

/** What the fields of a type need: the agent only where one owns the check. */
export interface FieldsProps {
  form: CheckForm;
  agent?: Agent | undefined;
  /** The current value, to be shown beside what it is compared with. */
  current?: ReactNode;
}
