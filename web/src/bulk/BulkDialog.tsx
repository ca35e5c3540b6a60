/** One action on many agents: say what, look at who, then start. */
import { Button, Group, Modal, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { removal } from "../agents/messages";
import { announceRemoval } from "../agents/restoring";
import { answer, api, type Schema } from "../api/client";
import { dashQuery } from "../preferences/preferences";
import { FormProblems } from "../ui/FormProblems";
import { ui } from "../ui/messages";
import { ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useInputProblems } from "../ui/useInputProblems";
import { useDialogGuard } from "../ui/useLeaveGuard";
import { BulkFields } from "./BulkFields";
import { isEntryName } from "./CustomFieldEntries";
import { bulk as words } from "./messages";
import { isDestructive } from "./modes";
import { PreviewList } from "./PreviewList";
import { type BulkBody, type BulkTarget, startBulk, targetOf } from "./queries";

interface BulkDialogProps {
  mode: BulkBody["mode"];
  target: BulkTarget;
  /** What a command begins with. */
  shell: string;
  onClose: () => void;
}

/** What each action begins with. */
function beginning(mode: BulkBody["mode"], shell: string): Partial<BulkBody> {
  const own: Partial<Record<BulkBody["mode"], Partial<BulkBody>>> = {
    command: { shell, cmd: "", timeout: 30 },
    checks: { offline: "skip" },
    patch: { patchMode: "scan" },
    software: { name: "" },
  };
  return { offline: "queue", ...own[mode] };
}

/** What has an input, in any of the actions. */
const INPUTS = [
  ...["cmd", "shell", "timeout", "run_as_user", "script", "args", "env_vars", "patchMode"],
  ...["name", "manager", "version", "batch", "stop_on_failures", "fields.site", "fields.policy"],
  ...["fields.block_policy_inheritance", "fields.monitoring_type"],
];

export default function BulkDialog({ mode, target, shell, onClose }: BulkDialogProps) {
  const navigate = useNavigate();
  // Only at first: what a person chooses stays, whatever happens in the table behind.
  const [first] = useState(() => beginning(mode, shell));
  const [fields, setFields] = useState(first);
  const [preview, setPreview] = useState<Schema<"BulkPreview"> | null>(null);
  const { errors, problem, show, clear } = useInputProblems(INPUTS, isEntryName);
  const [sure, setSure] = useState(!isDestructive(mode));
  const back = () => {
    setPreview(null);
    setSure(!isDestructive(mode));
  };
  const body: BulkBody = { ...fields, mode, ...targetOf(target) };
  const look = useAction({
    act: () => answer(api.POST("/agents/actions/bulk/preview/", { body })),
    onDone: (seen) => {
      clear();
      setPreview(seen);
    },
    onProblem: show,
  });
  const { data: info } = useQuery(dashQuery);
  const announce = () => {
    const removed = (preview?.agents ?? []).map(({ agent_id }) => agent_id);
    const minutes = info?.removal_delay_minutes ?? 0;
    announceRemoval(removal.removedMany(removed.length), removed, minutes);
  };
  const start = useAction({
    // Should somebody move agents meanwhile, nothing starts.
    act: () => startBulk({ ...body, expect_count: preview?.count ?? 0 }),
    refresh: [["bulk"], ["runs", "list"], ["agents", "fleet"], ["agents", "removed"]],
    onDone: (id) => {
      if (mode === "remove") announce();
      void navigate({ to: "/bulk/$bulkId", params: { bulkId: String(id) } });
    },
    // What is wrong is shown at its field, which the list of agents hides.
    onProblem: (refusal) => {
      if (Object.keys(refusal.fields).length > 0) back();
      show(refusal);
    },
  });
  const dirty = JSON.stringify(fields) !== JSON.stringify(first);
  const close = useDialogGuard(dirty, start.isPending, onClose);
  return (
    <Modal opened onClose={() => void close()} title={words.modes[mode] ?? mode} size="xl">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (preview) start.mutate();
          else look.mutate();
        }}
      >
        <Stack gap="md">
          {problem && <ProblemNotice error={problem} />}
          {preview ? (
            <PreviewList preview={preview} confirm={isDestructive(mode)} onSure={setSure} />
          ) : (
            <BulkFields
              mode={mode}
              fields={fields}
              errors={errors}
              onChange={(next) => {
                setFields(next);
                clear();
              }}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <FormProblems errors={errors} saves={false} />
            {preview && (
              <Button variant="subtle" color="gray" onClick={back}>
                {words.back}
              </Button>
            )}
            <Button variant="default" onClick={() => void close()}>
              {ui.cancel}
            </Button>
            {preview ? (
              <Button
                type="submit"
                color={isDestructive(mode) ? "red" : "teal"}
                loading={start.isPending}
                disabled={!sure || preview.count === preview.skipped}
              >
                {words.start(preview.count - preview.skipped)}
              </Button>
            ) : (
              <Button type="submit" loading={look.isPending}>
                {words.preview}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
