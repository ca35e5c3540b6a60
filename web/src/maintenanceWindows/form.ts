/** The form of a window, as its parts share it. */
import type { UseFormReturnType } from "@mantine/form";
import type { WindowValues } from "./values";

export type WindowForm = UseFormReturnType<WindowValues>;
