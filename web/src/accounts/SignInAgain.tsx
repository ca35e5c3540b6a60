/** Over a page whose session has ended: after signing in again, people continue where they were. */
import { Button, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { session } from "../session/session";
import { accounts } from "./messages";
import { Secret } from "./SignInPage";
import { CodeStep, PasswordStep } from "./SignInSteps";
import type { Step } from "./signIn";

export default function SignInAgain() {
  const [step, setStep] = useState<Step>({ name: "password" });
  const username = session.current()?.username ?? "";
  const isElsewhere = session.ending() === "elsewhere";
  return (
    <Modal
      opened
      onClose={() => {}}
      title={accounts.again}
      size="sm"
      zIndex={900}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      // After a sign-out the page must not be readable.
      overlayProps={isElsewhere ? { backgroundOpacity: 1, color: "var(--canvas)" } : { blur: 2 }}
    >
      <Stack gap="md">
        <Text size="sm">{isElsewhere ? accounts.againElsewhere : accounts.againAbout}</Text>
        {step.name === "enrol" && (
          <Secret link={step.secret.qr_url} secret={step.secret.totp_key} />
        )}
        {step.name === "password" && <PasswordStep username={username} onNext={setStep} />}
        {(step.name === "code" || step.name === "enrol") && (
          <CodeStep step={step} onDone={() => {}} onBack={() => setStep({ name: "password" })} />
        )}
        <Button variant="subtle" color="gray" onClick={() => session.end()}>
          {accounts.againOther}
        </Button>
      </Stack>
    </Modal>
  );
}
