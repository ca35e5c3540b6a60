/** What somebody types to sign in: the password, then a code or a recovery code. */
import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import type { Problem } from "../api/problem";
import { ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { accounts } from "./messages";
import { checkPassword, isRecoveryCode, isWrongCredentials, type Step, signIn } from "./signIn";

interface PasswordStepProps {
  /** The required user, when somebody signs in again. */
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
  step: Extract<Step, { name: "code" | "enrol" }>;
  /** The button stays busy until this is finished. */
  onDone: () => void | Promise<void>;
  onBack: () => void;
}

export function CodeStep({ step, onDone, onBack }: CodeStepProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [code, setCode] = useState("");
  const enter = useAction({
    act: async (typed: string) => {
      await signIn(step.credentials, typed);
      await onDone();
    },
    onProblem: (next) => {
      setProblem(next);
      setCode("");
    },
  });
  const type = (text: string) => {
    if (isRecovery) return setCode(text);
    const digits = text.replace(/\D/g, "").slice(0, 6);
    setCode(digits);
    if (digits.length === 6 && digits !== code) enter.mutate(digits);
  };
  const toggle = () => {
    setIsRecovery(!isRecovery);
    setProblem(null);
    setCode("");
  };
  const isComplete = isRecovery ? isRecoveryCode(code) : code.length === 6;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !enter.isPending) enter.mutate(code);
      }}
    >
      <Stack gap="md">
        {problem && <SignInProblem problem={problem} />}
        <CodeInput isRecovery={isRecovery} value={code} onType={type} />
        <Button type="submit" fullWidth loading={enter.isPending} disabled={!isComplete}>
          {accounts.signIn}
        </Button>
        {step.name === "code" && (
          <Button variant="subtle" onClick={toggle}>
            {isRecovery ? accounts.useApp : accounts.useRecovery}
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={onBack}>
          {accounts.back}
        </Button>
      </Stack>
    </form>
  );
}

interface CodeInputProps {
  isRecovery: boolean;
  value: string;
  onType: (text: string) => void;
}

function CodeInput({ isRecovery, value, onType }: CodeInputProps) {
  return (
    <TextInput
      // Another field, so that it takes the focus.
      key={isRecovery ? "recovery" : "app"}
      label={isRecovery ? accounts.recoveryCode : accounts.code}
      description={isRecovery ? accounts.recoveryHint : undefined}
      value={value}
      onChange={(event) => onType(event.currentTarget.value)}
      inputMode={isRecovery ? "text" : "numeric"}
      autoComplete={isRecovery ? "off" : "one-time-code"}
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      required
      styles={{
        input: {
          letterSpacing: isRecovery ? "0.1em" : "0.3em",
          fontVariantNumeric: "tabular-nums",
        },
      }}
    />
  );
}

/** Which of the three was wrong is not shown to a stranger. */
export function SignInProblem({ problem }: { problem: Problem }) {
  if (!isWrongCredentials(problem)) return <ProblemNotice error={problem} />;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={accounts.failed} role="alert">
      {accounts.wrong}
    </Alert>
  );
}
