/** The form of a task, as its parts share it. */
import type { UseFormReturnType } from "@mantine/form";
import type { TaskValues } from "./values";

export type TaskForm = UseFormReturnType<TaskValues>;
