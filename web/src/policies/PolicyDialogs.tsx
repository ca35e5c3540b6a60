/** The dialogs about policies, by the name in the address. */
import { useDialog } from "../ui/dialog";
import { BasicMonitoring } from "./BasicMonitoring";
import { DeletePolicy } from "./DeletePolicy";
import { PolicyForm } from "./PolicyForm";
import type { Policy } from "./queries";

export function PolicyDialogs({ all }: { all: Policy[] }) {
  const { open, close } = useDialog();
  const policy = all.find((one) => String(one.id) === open?.subject);
  switch (open?.name) {
    case "add-policy":
      return <PolicyForm all={all} onClose={close} />;
    case "basic-monitoring":
      return <BasicMonitoring onClose={close} />;
    case "edit-policy":
      return policy ? <PolicyForm all={all} policy={policy} onClose={close} /> : null;
    case "copy-policy":
      return policy ? <PolicyForm all={all} model={policy} onClose={close} /> : null;
    case "delete-policy":
      return policy ? <DeletePolicy policy={policy} onClose={close} /> : null;
    default:
      return null;
  }
}
