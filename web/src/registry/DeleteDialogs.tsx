/** Asks before a key or a value is deleted: a key that is not empty by its name. */
import { AgentSummaryOf } from "../agents/AgentSummary";
import { answer, api } from "../api/client";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { useAction } from "../ui/useAction";
import { labelOf } from "./columns";
import { registry as words } from "./messages";
import { nameOf, parentOf } from "./path";
import { type Key, keyOf } from "./queries";

interface DeleteKeyProps {
  agentId: string;
  shown: Key;
  go: (path: string) => void;
  onClose: () => void;
}

export function DeleteKey({ agentId, shown, go, onClose }: DeleteKeyProps) {
  const { path, subkey_count: subkeys, value_count: values } = shown;
  const remove = useAction({
    act: () => {
      const params = { path: { agent_id: agentId }, query: { path } };
      return answer(api.DELETE("/agents/{agent_id}/registry/delete-key/", { params }));
    },
    done: (deleted) => words.keyDeleted(nameOf(path), deleted.subkeys),
    // The key itself last: another may be created with its name.
    refresh: [parentOf(parentOf(path)), parentOf(path), path].map((one) => keyOf(agentId, one)),
    onDone: () => go(parentOf(path)),
  });
  return (
    <ConfirmDialog
      title={words.deleteKey}
      targets={[path]}
      about={<AgentSummaryOf agentId={agentId} />}
      {...(subkeys + values > 0 && { word: nameOf(path) })}
      action={words.deleteKey}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {words.deleteKeyText(subkeys, values)}
    </ConfirmDialog>
  );
}

interface DeleteValueProps {
  agentId: string;
  path: string;
  name: string;
  onClose: () => void;
}

export function DeleteValue({ agentId, path, name, onClose }: DeleteValueProps) {
  const remove = useAction({
    act: () => {
      const params = { path: { agent_id: agentId }, query: { path, name } };
      return answer(api.DELETE("/agents/{agent_id}/registry/delete-value/", { params }));
    },
    done: words.valueDeleted(labelOf(name)),
    refresh: [keyOf(agentId, path)],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.deleteValue}
      targets={[`${path}\\${labelOf(name)}`]}
      about={<AgentSummaryOf agentId={agentId} />}
      action={words.deleteValue}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {words.deleteValueText}
    </ConfirmDialog>
  );
}
