/** Deletes a client or a site; its agents move elsewhere first. */
import { Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { answer, api } from "../api/client";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useInputProblems } from "../ui/useInputProblems";
import { clients as words } from "./messages";
import { type Client, clientsQuery, type Site, siteChoices } from "./queries";

type DeleteDialogProps = { all: Client[]; onClose: () => void } & (
  | { client: Client; site?: undefined }
  | { site: Site; client?: undefined }
);

export function DeleteDialog({ all, client, site, onClose }: DeleteDialogProps) {
  const [moveTo, setMoveTo] = useState<string | null>(null);
  const { errors, problem, show, clear } = useInputProblems(["move_to_site"]);
  const subject = client ?? site;
  const remove = useAction({
    act: () => {
      const query = moveTo ? { move_to_site: Number(moveTo) } : {};
      const params = { path: { id: subject.id }, query };
      return client
        ? answer(api.DELETE("/clients/{id}/", { params }))
        : answer(api.DELETE("/clients/sites/{id}/", { params }));
    },
    done: words.deleted(subject.name),
    refresh: [clientsQuery.queryKey, ["agents"]],
    onDone: onClose,
    onProblem: show,
  });
  const gone = (other: Site) => (client ? other.client === client.id : other.id === site?.id);
  return (
    <ConfirmDialog
      title={client ? words.deleteClient : words.deleteSite}
      targets={client ? [client.name, ...client.sites.map((one) => one.name)] : [subject.name]}
      word={subject.name}
      action={client ? words.deleteClient : words.deleteSite}
      busy={remove.isPending}
      errors={errors}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <Stack gap="sm">
        {problem && <ProblemNotice error={problem} />}
        <Text size="sm">{client ? words.deleteClientText : words.deleteSiteText}</Text>
        {subject.agent_count > 0 && (
          <Select
            label={words.moveAgents(subject.agent_count)}
            description={words.moveHint}
            data={siteChoices(all, gone)}
            value={moveTo}
            onChange={(next) => {
              setMoveTo(next);
              clear();
            }}
            error={errors.move_to_site}
            searchable
            required
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
