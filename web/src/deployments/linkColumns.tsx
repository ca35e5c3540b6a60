/** What the list of links and installers shows. */
import { agents } from "../agents/messages";
import { formatNumber } from "../texts/format";
import { CopyIcon } from "../ui/CopyValue";
import type { Column } from "../ui/column";
import { Ago } from "../ui/Moment";
import { ui } from "../ui/messages";
import { RowActions } from "../ui/RowActions";
import { Status } from "../ui/Status";
import { deployments as words } from "./messages";
import { type Deployment, stateOf } from "./queries";

export const linkColumns: Column<Deployment>[] = [
  {
    id: "kind",
    title: words.kind,
    width: 100,
    wide: true,
    cell: (one) => words.kinds[one.kind] ?? one.kind,
    sort: (one) => one.kind,
  },
  {
    id: "place",
    title: words.place,
    cell: (one) => `${one.client_name} · ${one.site_name}`,
    sort: (one) => `${one.client_name} ${one.site_name}`,
  },
  {
    id: "platform",
    title: words.platform,
    wide: true,
    cell: (one) => `${agents.platform[one.plat] ?? one.plat}, ${one.goarch}`,
    sort: (one) => one.plat,
  },
  {
    id: "used",
    title: words.used,
    width: 110,
    wide: true,
    align: "right",
    cell: (one) =>
      one.max_uses
        ? `${formatNumber(one.uses)} ${words.of} ${formatNumber(one.max_uses)}`
        : formatNumber(one.uses),
    sort: (one) => one.uses,
  },
  {
    id: "state",
    title: words.state,
    width: 110,
    cell: (one) => {
      const state = stateOf(one);
      return <Status tone={state === "valid" ? "good" : "quiet"} label={words[state]} />;
    },
    sort: (one) => stateOf(one),
  },
  {
    id: "expires",
    title: words.expires,
    width: 140,
    wide: true,
    cell: (one) => <Ago time={one.expiry} />,
    sort: (one) => one.expiry,
  },
  { id: "actions", title: "", width: 84, cell: (one) => <Actions deployment={one} /> },
];

function Actions({ deployment }: { deployment: Deployment }) {
  return (
    <RowActions
      noun="link"
      id={deployment.id}
      right="can_manage_deployments"
      remove={`${words.revoke}: ${deployment.client_name} · ${deployment.site_name}`}
    >
      {deployment.url && <CopyIcon value={deployment.url} label={`${ui.copy}: ${words.link}`} />}
    </RowActions>
  );
}
