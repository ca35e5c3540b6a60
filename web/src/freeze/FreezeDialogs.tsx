/** The dialogs that freeze and thaw, on whatever page they are opened. */
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api } from "../api/client";
import { clientsQuery } from "../clients/queries";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { useDialog } from "../ui/dialog";
import { useAction } from "../ui/useAction";
import { freeze as words } from "./messages";
import { freezeQuery } from "./queries";

export default function FreezeDialogs() {
  const { open, close } = useDialog();
  switch (open?.name) {
    case "freeze":
      return <FreezeDialog onClose={close} />;
    case "thaw":
      return <ThawDialog client={open.subject ? Number(open.subject) : null} onClose={close} />;
    default:
      return null;
  }
}

function FreezeDialog({ onClose }: { onClose: () => void }) {
  const [client, setClient] = useState<string | null>(null);
  const { data: clients = [] } = useQuery(clientsQuery);
  const target = { client: client === null ? null : Number(client) };
  const freeze = useAction({
    act: () => answer(api.POST("/core/freeze/", { body: target })),
    done: (message) => message,
    refresh: [freezeQuery.queryKey],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.freezeTitle}
      about={
        <Select
          label={words.where}
          placeholder={words.everywhere}
          data={clients.map((one) => ({ value: String(one.id), label: one.name }))}
          value={client}
          onChange={setClient}
          searchable
          clearable
        />
      }
      action={words.freeze}
      busy={freeze.isPending}
      onConfirm={() => freeze.mutate()}
      onClose={onClose}
    >
      {words.freezeText}
    </ConfirmDialog>
  );
}

interface ThawProps {
  /** Nothing: everything. */
  client: number | null;
  onClose: () => void;
}

function ThawDialog({ client, onClose }: ThawProps) {
  const { data: frozen = [] } = useQuery(freezeQuery);
  const thaw = useAction({
    act: () => answer(api.POST("/core/thaw/", { body: { client } })),
    done: (message) => message,
    refresh: [freezeQuery.queryKey],
    onDone: onClose,
  });
  const frozenHere = frozen.find((one) => (one.client ?? null) === client);
  return (
    <ConfirmDialog
      title={words.thawTitle}
      targets={[frozenHere?.client_name ?? words.everywhere]}
      action={words.thaw}
      busy={thaw.isPending}
      onConfirm={() => thaw.mutate()}
      onClose={onClose}
    >
      {words.thawText}
    </ConfirmDialog>
  );
}
