/** What every part of the form of a bulk action is given. */
import type { FormErrors } from "@mantine/form";
import type { BulkBody } from "./queries";

export interface FieldsProps {
  fields: Partial<BulkBody>;
  /** What is wrong, by the names of the fields. */
  errors: FormErrors;
  onChange: (fields: Partial<BulkBody>) => void;
}
