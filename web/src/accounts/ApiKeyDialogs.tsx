/** The dialogs of API keys. A new key is kept only in the dialog that shows it. */
import { Alert, Button, Code, Group, Modal, NumberInput, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { answer, api, type Schema } from "../api/client";
import * as rules from "../api/rules.gen";
import { CopyIcon } from "../ui/CopyValue";
import { DeleteDialog } from "../ui/DeleteDialog";
import { useDialog } from "../ui/dialog";
import { FormDialog } from "../ui/FormDialog";
import { useAction } from "../ui/useAction";
import { useInputProblems } from "../ui/useInputProblems";
import { ApiKeyForm } from "./ApiKeyForm";
import { apiKeys as words } from "./messages";
import { PendingWork } from "./PendingWork";
import { type ApiKey, keysQuery } from "./queries";

type NewKey = Schema<"ApiKeyWithSecret">;

export function ApiKeyDialogs({ all }: { all: ApiKey[] }) {
  const { open, close } = useDialog();
  const [made, setMade] = useState<NewKey | null>(null);
  if (made) return <NewKeyDialog made={made} onClose={() => setMade(null)} />;
  const key = all.find((one) => String(one.id) === open?.subject);
  const show = (next: NewKey) => {
    setMade(next);
    close();
  };
  switch (open?.name) {
    case "create-key":
      return <ApiKeyForm onCreated={show} onClose={close} />;
    case "edit-key":
      return key ? <ApiKeyForm apiKey={key} onCreated={show} onClose={close} /> : null;
    case "rotate-key":
      return key ? <RotateDialog apiKey={key} onRotated={show} onClose={close} /> : null;
    case "revoke-key":
      return key ? <RevokeDialog apiKey={key} onClose={close} /> : null;
    default:
      return null;
  }
}

/** Shown once: only the button closes this, and it says so. */
function NewKeyDialog({ made, onClose }: { made: NewKey; onClose: () => void }) {
  const call = `curl -H 'X-API-KEY: ${made.key}' ${window.location.origin}/agents/`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.created}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap="md">
        <Alert color="yellow" icon={<IconKey />}>
          {words.createdAbout}
        </Alert>
        <Group gap="xs" wrap="nowrap">
          <Code block style={{ flex: 1, overflowWrap: "anywhere", whiteSpace: "pre-wrap" }} fz="sm">
            {made.key}
          </Code>
          <CopyIcon value={made.key} />
        </Group>
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {words.use}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Code block style={{ flex: 1, overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
              {call}
            </Code>
            <CopyIcon value={call} />
          </Group>
        </div>
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface KeyDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
}

function RotateDialog({
  apiKey,
  onRotated,
  onClose,
}: KeyDialogProps & { onRotated: (key: NewKey) => void }) {
  const [overlap, setOverlap] = useState<number | string>(0);
  const { errors, problem, show, clear } = useInputProblems(["overlap_hours"]);
  const rotate = useAction({
    act: () => {
      const params = { path: { id: apiKey.id } };
      const body = { overlap_hours: Number(overlap) };
      return answer(api.POST("/accounts/apikeys/{id}/rotate/", { params, body }));
    },
    refresh: [keysQuery.queryKey],
    onDone: onRotated,
    onProblem: show,
  });
  return (
    <FormDialog
      title={words.rotateTitle}
      submit={words.rotate}
      busy={rotate.isPending}
      errors={errors}
      problem={problem}
      onSubmit={() => rotate.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        {apiKey.name}: {words.rotateText}
      </Text>
      <NumberInput
        label={words.overlap}
        {...rules.Rotation.overlap_hours}
        value={overlap}
        onChange={(value) => {
          setOverlap(value);
          clear();
        }}
        error={errors.overlap_hours}
      />
    </FormDialog>
  );
}

function RevokeDialog({ apiKey, onClose }: KeyDialogProps) {
  return (
    <DeleteDialog
      title={words.revokeTitle}
      action={words.revoke}
      name={apiKey.name}
      act={() =>
        answer(api.DELETE("/accounts/apikeys/{id}/", { params: { path: { id: apiKey.id } } }))
      }
      done={words.revoked(apiKey.name)}
      refresh={[keysQuery.queryKey]}
      onClose={onClose}
    >
      {words.revokeText}
      <PendingWork user={apiKey.user} apiKey={apiKey.id} />
    </DeleteDialog>
  );
}
