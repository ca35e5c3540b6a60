/** The form of a template, as its steps share it. */
import type { UseFormReturnType } from "@mantine/form";
import type { TemplateValues } from "./values";

export type TemplateForm = UseFormReturnType<TemplateValues>;
