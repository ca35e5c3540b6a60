/** Reboots at a set time, by the clock of the computer itself. */
import { Alert, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { answer, api } from "../api/client";
import { formatMoment } from "../texts/format";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useInputProblems } from "../ui/useInputProblems";
import { AgentSummary } from "./AgentSummary";
import { agent as words } from "./messages";
import { nextNight } from "./nextNight";
import type { Agent } from "./queries";

export function RebootLaterDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const [time, setTime] = useState(() => nextNight(new Date(), agent.timezone));
  const { errors, problem, show, clear } = useInputProblems(["datetime"]);
  const plan = useAction({
    act: () => {
      const params = { path: { agent_id: agent.agent_id } };
      const body = { datetime: time };
      return answer(api.PATCH("/agents/{agent_id}/reboot/", { params, body }));
    },
    done: (planned) => words.rebootPlanned(agent.hostname, formatMoment(planned.time)),
    refresh: [["pendingActions"], ["runs", "list"], ["agents"]],
    onDone: onClose,
    onProblem: show,
  });
  return (
    <ConfirmDialog
      title={words.rebootLater}
      about={<AgentSummary agent={agent} />}
      action={words.rebootPlan}
      busy={plan.isPending}
      errors={errors}
      disabled={time === ""}
      onConfirm={() => plan.mutate()}
      onClose={onClose}
    >
      {problem && <ProblemNotice error={problem} />}
      <Text size="sm" mb="sm">
        {words.rebootLaterText}
      </Text>
      <TextInput
        type="datetime-local"
        label={words.rebootTime}
        description={words.rebootZone(agent.timezone)}
        required
        data-autofocus
        value={time}
        onChange={(event) => {
          setTime(event.currentTarget.value);
          clear();
        }}
        error={errors.datetime}
      />
      {agent.status !== "online" && (
        <Alert color="yellow" mt="sm">
          {words.rebootAway}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
