/** Reboots at a set time, by the clock of the computer itself. */
import { Alert, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { answer, api } from "../api/client";
import * as rules from "../api/rules.gen";
import { formatMoment } from "../texts/format";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useInputProblems } from "../ui/useInputProblems";
import { AgentSummary } from "./AgentSummary";
import { lackOf } from "./capabilities";
import { agent as words } from "./messages";
import { nextNight } from "./nextNight";
import type { Agent } from "./queries";

export function RebootLaterDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const [time, setTime] = useState(() => nextNight(new Date(), agent.timezone));
  const [message, setMessage] = useState("");
  const cannotShow = lackOf(agent, "reboot_message");
  const { errors, problem, show, clear } = useInputProblems(["datetime", "message"]);
  const plan = useAction({
    act: () => {
      const params = { path: { agent_id: agent.agent_id } };
      const body = { datetime: time, ...(message.trim() && { message }) };
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
      <Textarea
        mt="sm"
        autosize
        minRows={2}
        maxRows={6}
        label={words.rebootMessage}
        description={cannotShow}
        {...rules.RebootTime.message}
        disabled={cannotShow !== undefined}
        value={message}
        onChange={(event) => {
          setMessage(event.currentTarget.value);
          clear();
        }}
        error={errors.message}
      />
      {agent.status !== "online" && (
        <Alert color="yellow" mt="sm">
          {words.rebootAway}
        </Alert>
      )}
    </ConfirmDialog>
  );
}
