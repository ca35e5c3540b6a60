/** Asks where VNC is, opens a tunnel to there, and has the command for those who prefer their own client. */
import { NumberInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { Problem } from "../../api/problem";
import { useRights } from "../../session/me";
import { FormDialog } from "../../ui/FormDialog";
import { useAction } from "../../ui/useAction";
import { useProblem } from "../../ui/useProblem";
import { remote } from "../messages";
import { openSession } from "../openSession";
import { agentToOpenQuery } from "../queries";
import { ReasonField } from "../ReasonField";
import { ClientCommand } from "./ClientCommand";
import { OWN_HOST, VNC_PORT } from "./command";
import { vnc as words } from "./messages";

interface VncDialogProps {
  agentId: string;
  onClose: () => void;
}

const isPort = (value: unknown) => Number.isInteger(value) && Number(value) > 0;

export default function VncDialog({ agentId, onClose }: VncDialogProps) {
  const { data: agent } = useQuery(agentToOpenQuery(agentId));
  const hostname = agent?.hostname ?? "";
  const blocked = useRights().why("can_use_lan_tunnels");
  const form = useForm({
    initialValues: { host: "", port: VNC_PORT as number | string, reason: "" },
    validate: { port: (port) => (isPort(port) ? null : words.portProblem) },
  });
  const { problem, show } = useProblem(form);
  const open = useAction<typeof form.values, void>({
    act: ({ host, port, reason }) => {
      const target = { host: host.trim() || OWN_HOST, port: Number(port) };
      return openSession({ agentId, hostname, kind: "tunnel", reason, ...target });
    },
    refresh: [["remote"]],
    onDone: onClose,
    onProblem: (refusal: Problem) => show(refusal),
  });
  const { host, port } = form.values;
  return (
    <FormDialog
      title={words.dialogTitle(hostname)}
      submit={remote.openAction}
      busy={open.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => open.mutate(values))}
      onClose={onClose}
    >
      <Text size="sm">{words.dialogAbout}</Text>
      <TextInput
        label={words.host}
        description={blocked ?? words.hostHint}
        placeholder={hostname}
        maxLength={255}
        disabled={blocked !== undefined}
        {...form.getInputProps("host")}
      />
      <NumberInput
        label={words.port}
        description={words.portHint}
        min={1}
        max={65_535}
        allowDecimal={false}
        thousandSeparator=""
        {...form.getInputProps("port")}
        data-autofocus
      />
      <ReasonField form={form} />
      {agent && <ClientCommand agent={agent} host={host} port={Number(port) || VNC_PORT} />}
    </FormDialog>
  );
}
