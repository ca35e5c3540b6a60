/** Says that a change waits for a second person, and leads to it. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { useDialog } from "../ui/dialog";
import { Ago } from "../ui/Moment";
import { ApprovalDialog } from "./ApprovalDialog";
import { scripts as words } from "./messages";
import type { Script } from "./queries";

export function ApprovalNotice({ script }: { script: Script }) {
  const dialog = useDialog();
  if (!script.unapproved_since) return null;
  return (
    <Alert color="yellow" title={words.waits}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {words.waitsBy(script.unapproved_by)}, <Ago time={script.unapproved_since} />.{" "}
          {words.waitsHint}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => dialog.show("approve-script")}>
          {words.showChange}
        </Button>
      </Group>
      {dialog.open?.name === "approve-script" && (
        <ApprovalDialog script={script} onClose={dialog.close} />
      )}
    </Alert>
  );
}
