/** The dialogs of clients and sites, by their names in the address. */
import { PolicyDialog } from "../remote/policy/PolicyDialog";
import { useDialog } from "../ui/dialog";
import { ClientForm } from "./ClientForm";
import { DeleteDialog } from "./DeleteDialog";
import type { Client } from "./queries";
import { SiteForm } from "./SiteForm";

export default function ClientDialogs({ all }: { all: Client[] }) {
  const { open, close } = useDialog();
  if (!open) return null;
  const id = Number(open.subject);
  const client = all.find((one) => one.id === id);
  const site = all.flatMap((one) => one.sites).find((one) => one.id === id);
  switch (open.name) {
    case "add-client":
      return <ClientForm onClose={close} />;
    case "edit-client":
      return client ? <ClientForm client={client} onClose={close} /> : null;
    case "delete-client":
      return client ? <DeleteDialog all={all} client={client} onClose={close} /> : null;
    case "add-site":
      return client ? <SiteForm client={client} onClose={close} /> : null;
    case "edit-site":
      return site ? <SiteForm site={site} all={all} onClose={close} /> : null;
    case "delete-site":
      return site ? <DeleteDialog all={all} site={site} onClose={close} /> : null;
    case "remote-client":
      return client ? <RemotePolicy level="client" of={client} onClose={close} /> : null;
    case "remote-site":
      return site ? <RemotePolicy level="site" of={site} onClose={close} /> : null;
    default:
      return null;
  }
}

interface RemotePolicyProps {
  level: "client" | "site";
  of: { id: number; name: string };
  onClose: () => void;
}

function RemotePolicy({ level, of, onClose }: RemotePolicyProps) {
  const owner = { level, id: String(of.id) };
  return <PolicyDialog owner={owner} name={of.name} onClose={onClose} />;
}
