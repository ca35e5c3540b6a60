/** Says beside the button that sends how many fields have a problem. */
import { Text } from "@mantine/core";
import { countErrors } from "./formErrors";
import { ui } from "./messages";

interface FormProblemsProps {
  errors: Record<string, unknown> | undefined;
  /** Whether the button saves something; otherwise it starts something. */
  saves?: boolean;
}

export function FormProblems({ errors, saves = true }: FormProblemsProps) {
  const wrong = countErrors(errors ?? {});
  return (
    <Text size="sm" c="var(--tone-bad)" role="status" style={{ alignSelf: "center" }}>
      {wrong > 0 && (saves ? ui.problems(wrong) : ui.problemsFirst(wrong))}
    </Text>
  );
}
