/** A change that waits, beside what was approved before; and approving exactly this. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { answer, api } from "../api/client";
import { useMe } from "../session/me";
import { ActionButton } from "../ui/actions";
import { ChangeTable } from "../ui/ChangeTable";
import { ui } from "../ui/messages";
import { LinesSkeleton, Loaded } from "../ui/states";
import { useAction } from "../ui/useAction";
import { settingChanges } from "./approval";
import { scripts as words } from "./messages";
import { approvalQuery, type Script, type ScriptApproval } from "./queries";

const CodeEditor = lazy(() => import("./CodeEditor"));

/** What somebody reads stays on the screen: the server refuses it if it has changed meanwhile. */
const READ_ONCE = { gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export function ApprovalDialog({ script, onClose }: { script: Script; onClose: () => void }) {
  const query = useQuery({ ...approvalQuery(script.id), ...READ_ONCE });
  const me = useMe();
  const approve = useAction({
    act: (digest: string) => {
      const params = { path: { id: script.id } };
      return answer(api.POST("/scripts/{id}/approve/", { params, body: { digest } }));
    },
    done: (approved) => words.approved(approved.name),
    refresh: [["scripts"]],
    onDone: onClose,
  });
  const own = me !== undefined && script.unapproved_by.includes(me.username);
  return (
    <Modal opened onClose={onClose} title={words.approveTitle(script.name)} size="xl">
      <Loaded query={query}>
        {(approval) => (
          <Stack gap="md">
            <Change approval={approval} />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {ui.cancel}
              </Button>
              <ActionButton
                right="can_manage_scripts"
                blocked={own ? words.approveOwn : undefined}
                loading={approve.isPending}
                onClick={() => approve.mutate(approval.digest)}
              >
                {words.approve}
              </ActionButton>
            </Group>
          </Stack>
        )}
      </Loaded>
    </Modal>
  );
}

function Change({ approval: { approved, unapproved } }: { approval: ScriptApproval }) {
  if (!unapproved) return <Text size="sm">{words.nothingWaits}</Text>;
  const changes = settingChanges(approved, unapproved);
  return (
    <>
      {!approved && <Text size="sm">{words.waitsNew}</Text>}
      {changes.length > 0 && (
        <ChangeTable
          label={words.details}
          titles={{ key: words.setting, before: words.before, after: words.after }}
          changes={changes}
        />
      )}
      <Suspense fallback={<LinesSkeleton lines={10} />}>
        <CodeEditor
          label={words.code}
          value={unapproved.code}
          shell={unapproved.shell}
          original={approved?.code ?? ""}
          onChange={() => {}}
        />
      </Suspense>
    </>
  );
}
