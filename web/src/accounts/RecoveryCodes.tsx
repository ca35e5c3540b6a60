/** Codes for a lost authenticator: on the account page, and after the first sign-in. */
import {
  Badge,
  Button,
  Code,
  Group,
  Modal,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { answer, api, type Schema } from "../api/client";
import { meQuery } from "../session/me";
import { CopyIcon } from "../ui/CopyValue";
import { FormDialog } from "../ui/FormDialog";
import { Panel, PanelTitle } from "../ui/Page";
import { saveFile } from "../ui/saveFile";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { CodeAgain } from "./CodeAgain";
import { own, recovery } from "./messages";

/** The codes themselves. They are shown this once. */
export function NewCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <Stack gap="md">
      <SimpleGrid cols={2} spacing="xs" role="list" aria-label={recovery.title}>
        {codes.map((code) => (
          <Code key={code} fz="md" ta="center" role="listitem">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyIcon value={text} label={recovery.copy} />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} />}
          onClick={() => saveFile("muster-recovery-codes.txt", text, "text/plain")}
        >
          {recovery.download}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {recovery.once}
      </Text>
      <Button onClick={onDone}>{recovery.saved}</Button>
    </Stack>
  );
}

/** How many are left, and new ones. */
export function RecoveryCodesPanel({ me }: { me: Schema<"Me"> }) {
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const left = me.recovery_codes;
  return (
    <Panel>
      <PanelTitle>{recovery.title}</PanelTitle>
      <Stack gap="sm" align="flex-start">
        <Badge variant="light" tt="none" color={left === 0 ? "red" : left < 4 ? "yellow" : "green"}>
          {recovery.left(left)}
        </Badge>
        <Text size="sm" c="dimmed">
          {me.totp_enrolled ? recovery.about : recovery.needsTwoFactor}
        </Text>
        <Button variant="default" disabled={!me.totp_enrolled} onClick={() => setAsking(true)}>
          {left > 0 ? recovery.makeNew : recovery.make}
        </Button>
      </Stack>
      {asking && (
        <MakeDialog
          replaces={left > 0}
          onMade={(made) => {
            setAsking(false);
            setCodes(made);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {codes && (
        // Only the button closes this: the codes are not shown again.
        <Modal
          opened
          onClose={() => setCodes(null)}
          title={recovery.save}
          closeOnClickOutside={false}
          closeOnEscape={false}
          withCloseButton={false}
        >
          <NewCodes codes={codes} onDone={() => setCodes(null)} />
        </Modal>
      )}
    </Panel>
  );
}

interface MakeDialogProps {
  /** Whether there are codes that stop working. */
  replaces: boolean;
  onMade: (codes: string[]) => void;
  onClose: () => void;
}

function MakeDialog({ replaces, onMade, onClose }: MakeDialogProps) {
  const form = useForm({ initialValues: { current_password: "", twofactor: "" } });
  const { problem, show } = useProblem(form);
  const make = useAction({
    act: (body: Schema<"OwnTotp">) => answer(api.POST("/accounts/recoverycodes/", { body })),
    refresh: [meQuery.queryKey],
    onDone: ({ codes }) => onMade(codes),
    onProblem: show,
  });
  return (
    <FormDialog
      title={recovery.make}
      submit={recovery.make}
      busy={make.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={() => form.onSubmit((values) => make.mutate(values))()}
      onClose={onClose}
    >
      {replaces && <Text size="sm">{recovery.replaces}</Text>}
      <PasswordInput
        label={own.currentPassword}
        autoComplete="current-password"
        data-autofocus
        required
        {...form.getInputProps("current_password")}
      />
      <CodeAgain form={form} />
    </FormDialog>
  );
}
