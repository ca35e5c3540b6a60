/** Says beside the button that saves how many fields have a problem. */
import { Text } from "@mantine/core";
import { countErrors } from "./formErrors";
import { ui } from "./messages";

export function FormProblems({ errors }: { errors: Record<string, unknown> | undefined }) {
  const wrong = countErrors(errors ?? {});
  return (
    <Text size="sm" c="var(--tone-bad)" role="status" style={{ alignSelf: "center" }}>
      {wrong > 0 && ui.problems(wrong)}
    </Text>
  );
}
