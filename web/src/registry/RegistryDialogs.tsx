/** The dialogs of the page, by their names in the address. */
import { answer, api } from "../api/client";
import { useDialog } from "../ui/dialog";
import { labelOf } from "./columns";
import { DeleteKey, DeleteValue } from "./DeleteDialogs";
import type { Base } from "./data";
import { EditValue } from "./EditValue";
import { registry as words } from "./messages";
import { NameForm } from "./NameForm";
import { childOf, nameOf, parentOf } from "./path";
import { type Key, keyOf } from "./queries";
import { ValueForm } from "./ValueForm";

interface RegistryDialogsProps {
  agentId: string;
  /** The key that is shown. */
  shown: Key;
  numbers: Base;
  /** Shows another key. */
  go: (path: string) => void;
}

export function RegistryDialogs({ agentId, shown, numbers, go }: RegistryDialogsProps) {
  const { open, close } = useDialog();
  const { path } = shown;
  const name = open?.subject ?? "";
  const params = { path: { agent_id: agentId } };
  const shared = { agentId, onClose: close };
  switch (open?.name) {
    case "add-key":
      return (
        <NameForm
          title={words.newKeyIn(nameOf(path))}
          path={path}
          isKey
          act={(typed) => {
            const body = { path: childOf(path, typed) };
            return answer(api.POST("/agents/{agent_id}/registry/create-key/", { params, body }));
          }}
          done={words.keyCreated}
          refresh={[keyOf(agentId, path), keyOf(agentId, parentOf(path))]}
          onDone={(typed) => go(childOf(path, typed))}
          onClose={close}
        />
      );
    case "rename-key":
      return (
        <NameForm
          title={words.renameOf(nameOf(path))}
          path={path}
          name={nameOf(path)}
          isKey
          act={(typed) => {
            const body = { old_path: path, new_path: childOf(parentOf(path), typed) };
            return answer(api.POST("/agents/{agent_id}/registry/rename-key/", { params, body }));
          }}
          done={words.keyRenamed}
          refresh={[keyOf(agentId, parentOf(path))]}
          onDone={(typed) => go(childOf(parentOf(path), typed))}
          onClose={close}
        />
      );
    case "rename-value":
      return (
        <NameForm
          title={words.renameOf(labelOf(name))}
          path={path}
          name={name}
          isKey={false}
          act={(typed) => {
            const body = { path, old_name: name, new_name: typed };
            return answer(api.POST("/agents/{agent_id}/registry/rename-value/", { params, body }));
          }}
          done={words.valueRenamed}
          refresh={[keyOf(agentId, path)]}
          onDone={close}
          onClose={close}
        />
      );
    case "add-value":
      return <ValueForm {...shared} path={path} numbers={numbers} />;
    case "edit-value": {
      const value = shown.values.find((one) => one.name === name);
      return (
        <EditValue {...shared} key={name} path={path} name={name} value={value} numbers={numbers} />
      );
    }
    case "delete-value":
      return <DeleteValue {...shared} path={path} name={name} />;
    case "delete-key":
      return <DeleteKey {...shared} shown={shown} go={go} />;
    default:
      return null;
  }
}
