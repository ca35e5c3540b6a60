import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { answer, api, type Schema } from "../api/client";
import { FormProblems } from "../ui/FormProblems";
import { ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { Gate } from "./Gate";
import { accounts } from "./messages";

export default function SetupPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const setup = useQuery({ queryKey: ["setup"], queryFn: () => answer(api.GET("/setup/")) });
  const form = useForm<Required<Schema<"Owner">>>({
    initialValues: { code: "", username: "", password: "", email: "" },
  });
  const { problem, show } = useProblem(form);
  const create = useAction({
    act: (body: Schema<"Owner">) => answer(api.POST("/setup/", { body })),
    onDone: () => {
      client.setQueryData(["setup"], { needed: false });
      // A new installation has nothing to show: first come a few questions.
      void navigate({ to: "/sign-in", search: { next: "/welcome" } });
    },
    onProblem: show,
  });
  if (setup.data && !setup.data.needed) return <Navigate to="/sign-in" />;
  return (
    <Gate title={accounts.setupTitle} about={accounts.setupAbout}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
        <Stack gap="md">
          {problem && <ProblemNotice error={problem} />}
          <TextInput
            label={accounts.setupCode}
            description={accounts.setupCodeHint}
            autoComplete="off"
            spellCheck={false}
            autoFocus
            required
            {...form.getInputProps("code")}
          />
          <TextInput
            label={accounts.username}
            autoComplete="username"
            required
            {...form.getInputProps("username")}
          />
          <PasswordInput
            label={accounts.password}
            description={accounts.passwordHint}
            autoComplete="new-password"
            required
            {...form.getInputProps("password")}
          />
          <TextInput
            label={accounts.email}
            description={accounts.optional}
            type="email"
            autoComplete="email"
            {...form.getInputProps("email")}
          />
          <FormProblems errors={form.errors} saves={false} />
          <Button type="submit" fullWidth loading={create.isPending}>
            {accounts.createAccount}
          </Button>
        </Stack>
      </form>
    </Gate>
  );
}
