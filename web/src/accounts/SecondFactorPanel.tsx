/** A new second factor for one's own account. */
import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { answer, api, type Schema } from "../api/client";
import { meQuery } from "../session/me";
import { FormProblems } from "../ui/FormProblems";
import { Panel, PanelTitle } from "../ui/Page";
import { ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { CodeAgain } from "./CodeAgain";
import { own } from "./messages";

export function SecondFactorPanel({ me }: { me: Schema<"Me"> }) {
  const form = useForm({ initialValues: { current_password: "", twofactor: "" } });
  const { problem, show, clear } = useProblem(form);
  const reset = useAction({
    act: (body: Schema<"OwnTotp">) => answer(api.PUT("/accounts/reset2fa/", { body })),
    done: own.twoFactorDone,
    refresh: [meQuery.queryKey],
    onDone: () => {
      clear();
      form.reset();
    },
    onProblem: show,
  });
  return (
    <Panel>
      <PanelTitle>{own.twoFactor}</PanelTitle>
      <form onSubmit={form.onSubmit((values) => reset.mutate(values))}>
        <Stack gap="sm">
          {me.totp_enrolled && <Text size="sm">{own.twoFactorOn}</Text>}
          <Text size="sm" c="dimmed">
            {own.twoFactorAbout}
          </Text>
          {problem && <ProblemNotice error={problem} />}
          <PasswordInput
            label={own.currentPassword}
            autoComplete="current-password"
            required
            {...form.getInputProps("current_password")}
          />
          <CodeAgain form={form} />
          <Group>
            <Button type="submit" variant="default" loading={reset.isPending}>
              {own.twoFactorReset}
            </Button>
            <FormProblems errors={form.errors} saves={false} />
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
