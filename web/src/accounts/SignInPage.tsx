import { Alert, Code, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { answer, api } from "../api/client";
import { CopyIcon } from "../ui/CopyValue";
import { useFilters } from "../ui/useFilter";
import { Gate } from "./Gate";
import { accounts, recovery } from "./messages";
import { safeNext } from "./nextPage";
import { QrCode } from "./QrCode";
import { NewCodes } from "./RecoveryCodes";
import { CodeStep, PasswordStep } from "./SignInSteps";
import { afterSignIn, inGroups, type Step } from "./signIn";

export default function SignInPage() {
  const [{ next, reason }] = useFilters();
  const router = useRouter();
  const [step, setStep] = useState<Step>({ name: "password" });
  const setup = useQuery({ queryKey: ["setup"], queryFn: () => answer(api.GET("/setup/")) });
  if (setup.data?.needed) return <Navigate to="/setup" />;

  const enter = () => router.history.replace(`/ui${safeNext(next)}`);
  const goOn = async () => {
    const codes = await afterSignIn(step);
    if (codes) setStep(codes);
    else enter();
  };
  if (step.name === "password") {
    return (
      <Gate title={accounts.signIn} about={accounts.signInAbout}>
        {reason === "expired" && <Alert color="yellow">{accounts.expired}</Alert>}
        {reason === "elsewhere" && <Alert color="yellow">{accounts.elsewhere}</Alert>}
        <PasswordStep onNext={setStep} />
      </Gate>
    );
  }
  if (step.name === "codes") {
    return (
      <Gate title={recovery.save} about={recovery.about}>
        <NewCodes codes={step.codes} onDone={enter} />
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
      <CodeStep step={step} onDone={goOn} onBack={() => setStep({ name: "password" })} />
    </Gate>
  );
}

/** The new secret, for a camera or for typing. */
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
