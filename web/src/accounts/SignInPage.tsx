import { Alert, Button, Code, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { answer, api } from "../api/client";
import type { Problem } from "../api/problem";
import { useAction } from "../api/queries";
import { safeNext } from "../frame/address";
import { CopyIcon } from "../ui/CopyValue";
import { ProblemNotice } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { Gate } from "./Gate";
import { accounts } from "./messages";
import { QrCode } from "./QrCode";
import { checkPassword, inGroups, isWrongCredentials, type Step, signIn } from "./signIn";

export default function SignInPage() {
  const [{ next, reason }] = useFilters();
  const router = useRouter();
  const [step, setStep] = useState<Step>({ name: "password" });
  const setup = useQuery({ queryKey: ["setup"], queryFn: () => answer(api.GET("/setup/")) });
  if (setup.data?.needed) return <Navigate to="/setup" />;

  const enter = () => router.history.replace(`/ui${safeNext(next)}`);
  if (step.name === "password") {
    return (
      <Gate title={accounts.signIn} about={accounts.signInAbout}>
        {reason === "expired" && <Alert color="yellow">{accounts.expired}</Alert>}
        {reason === "elsewhere" && <Alert color="yellow">{accounts.elsewhere}</Alert>}
        <PasswordStep onNext={setStep} />
      </Gate>
    );
  }
  const enrolling = step.name === "enrol";
  return (
    <Gate
      title={enrolling ? accounts.enrolTitle : accounts.signIn}
      about={enrolling ? accounts.enrolAbout : accounts.codeHint}
    >
      {enrolling && <Secret link={step.secret.qr_url} secret={step.secret.totp_key} />}
      <CodeStep step={step} onDone={enter} onBack={() => setStep({ name: "password" })} />
    </Gate>
  );
}

interface PasswordStepProps {
  /** Who it must be, when somebody signs in again. */
  username?: string;
  onNext: (step: Step) => void;
}

export function PasswordStep({ username, onNext }: PasswordStepProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const form = useForm({ initialValues: { username: username ?? "", password: "" } });
  const check = useAction({ act: checkPassword, onDone: onNext, onProblem: setProblem });
  return (
    <form onSubmit={form.onSubmit((values) => check.mutate(values))}>
      <Stack gap="md">
        {problem && <SignInProblem problem={problem} />}
        <TextInput
          label={accounts.username}
          autoComplete="username"
          autoFocus={username === undefined}
          readOnly={username !== undefined}
          required
          {...form.getInputProps("username")}
        />
        <PasswordInput
          label={accounts.password}
          autoComplete="current-password"
          autoFocus={username !== undefined}
          data-autofocus={username !== undefined || undefined}
          required
          {...form.getInputProps("password")}
        />
        <Button type="submit" fullWidth loading={check.isPending}>
          {accounts.continue}
        </Button>
      </Stack>
    </form>
  );
}

interface CodeStepProps {
  step: Exclude<Step, { name: "password" }>;
  onDone: () => void;
  onBack: () => void;
}

export function CodeStep({ step, onDone, onBack }: CodeStepProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [code, setCode] = useState("");
  const enter = useAction({
    act: (digits: string) => signIn(step.credentials, digits),
    onDone,
    onProblem: (next) => {
      setProblem(next);
      setCode("");
    },
  });
  const type = (text: string) => {
    const digits = text.replace(/\D/g, "").slice(0, 6);
    setCode(digits);
    if (digits.length === 6 && digits !== code) enter.mutate(digits);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!enter.isPending) enter.mutate(code);
      }}
    >
      <Stack gap="md">
        {problem && <SignInProblem problem={problem} />}
        <TextInput
          label={accounts.code}
          value={code}
          onChange={(event) => type(event.currentTarget.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          required
          styles={{ input: { letterSpacing: "0.3em", fontVariantNumeric: "tabular-nums" } }}
        />
        <Button type="submit" fullWidth loading={enter.isPending} disabled={code.length !== 6}>
          {accounts.signIn}
        </Button>
        <Button variant="subtle" color="gray" onClick={onBack}>
          {accounts.back}
        </Button>
      </Stack>
    </form>
  );
}

/** Which of the three was wrong is not said to a stranger. */
export function SignInProblem({ problem }: { problem: Problem }) {
  if (!isWrongCredentials(problem)) return <ProblemNotice error={problem} />;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={accounts.failed} role="alert">
      {accounts.wrong}
    </Alert>
  );
}

export function Secret({ link, secret }: { link: string; secret: string }) {
  return (
    <Stack gap="sm" align="center">
      <QrCode text={link} label={accounts.qrLabel} />
      <Text size="sm" c="dimmed" ta="center">
        {accounts.enrolKey}
      </Text>
      <Group gap={4} wrap="nowrap" align="center">
        <Code fz="md">{inGroups(secret)}</Code>
        <CopyIcon value={secret} label={accounts.copyKey} />
      </Group>
    </Stack>
  );
}
