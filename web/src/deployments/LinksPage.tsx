/** Links and installers: who may still install agents, and how to stop it. */
import { NumberInput, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { agents } from "../agents/messages";
import { answer, api } from "../api/client";
import { clientsQuery, siteChoices } from "../clients/queries";
import { useLiveQueries } from "../live/live";
import { formatNumber } from "../texts/format";
import { AddButton } from "../ui/actions";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { CopyIcon } from "../ui/CopyValue";
import type { Column } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { FormDialog } from "../ui/FormDialog";
import { List } from "../ui/List";
import { Ago } from "../ui/Moment";
import { ui } from "../ui/messages";
import { Page } from "../ui/Page";
import { RowActions } from "../ui/RowActions";
import { Status } from "../ui/Status";
import { TabBar } from "../ui/TabBar";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { KindFields } from "./KindFields";
import { nearest } from "./kinds";
import { deployments as words } from "./messages";
import { type Deployment, deploymentsQuery, type Kind, kindsQuery, stateOf } from "./queries";
import { INSTALL_TABS } from "./tabs";

export default function LinksPage() {
  const query = useQuery(deploymentsQuery);
  useLiveQueries(["config", "agents"], [deploymentsQuery.queryKey]);
  const add = (
    <AddButton right="can_manage_deployments" dialog="add-link">
      {words.addLink}
    </AddButton>
  );
  return (
    <Page title={words.title} about={words.about} actions={add}>
      <TabBar label={words.title} tabs={INSTALL_TABS} />
      <List
        query={query}
        label={words.links}
        columns={columns}
        id={(one) => one.id}
        order="-expires"
        faded={(one) => stateOf(one) !== "valid"}
        none={{
          title: words.none,
          hint: words.noneHint,
          icon: <IconLink size={26} stroke={1.5} />,
          children: add,
        }}
        dialogs={(all) => <Dialogs all={all} />}
      />
    </Page>
  );
}

function Dialogs({ all }: { all: Deployment[] }) {
  const { open, close } = useDialog();
  const { data: kinds } = useQuery(kindsQuery);
  if (open?.name === "add-link" && kinds) return <LinkForm kinds={kinds} onClose={close} />;
  const deployment = all.find((one) => String(one.id) === open?.subject);
  if (open?.name === "delete-link" && deployment) {
    return <RevokeDialog deployment={deployment} onClose={close} />;
  }
  return null;
}

const columns: Column<Deployment>[] = [
  {
    id: "kind",
    title: words.kind,
    width: 100,
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

interface Values {
  site: string | null;
  agenttype: string;
  plat: string;
  goarch: string;
  expires: string;
  max_uses: number | string;
}

function LinkForm({ kinds, onClose }: { kinds: Kind[]; onClose: () => void }) {
  const { data: clients = [] } = useQuery(clientsQuery);
  const form = useForm<Values>({
    initialValues: {
      site: null,
      agenttype: "workstation",
      ...nearest(kinds, "linux", "amd64"),
      expires: "",
      max_uses: "",
    },
    validate: { site: (site) => (site ? null : words.chooseSite) },
  });
  const { problem, show } = useProblem(form);
  const create = useAction({
    act: ({ site, expires, max_uses, ...rest }: Values) => {
      const body = {
        ...rest,
        site: Number(site),
        ...(expires && { expires: new Date(expires).toISOString() }),
        ...(max_uses !== "" && { max_uses: Number(max_uses) }),
      };
      return answer(api.POST("/clients/deployments/", { body }));
    },
    done: words.created,
    refresh: [deploymentsQuery.queryKey],
    onDone: onClose,
    onProblem: show,
  });
  return (
    <FormDialog
      title={words.addLink}
      submit={ui.create}
      busy={create.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      onClose={onClose}
    >
      <Select
        label={words.site}
        data={siteChoices(clients)}
        searchable
        required
        data-autofocus
        openOnFocus={false}
        {...form.getInputProps("site")}
      />
      <KindFields form={form} kinds={kinds} />
      <Select
        label={words.type}
        data={[
          { value: "workstation", label: agents.workstation },
          { value: "server", label: agents.server },
        ]}
        allowDeselect={false}
        {...form.getInputProps("agenttype")}
      />
      <TextInput
        label={words.expires}
        description={words.expiresHint}
        type="datetime-local"
        {...form.getInputProps("expires")}
      />
      <NumberInput
        label={words.uses}
        placeholder={words.usesUnlimited}
        min={1}
        {...form.getInputProps("max_uses")}
      />
    </FormDialog>
  );
}

function RevokeDialog({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const revoke = useAction({
    act: () => {
      const params = { path: { id: deployment.id } };
      return answer(api.DELETE("/clients/deployments/{id}/", { params }));
    },
    done: words.revoked,
    refresh: [deploymentsQuery.queryKey],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.revokeTitle}
      targets={[`${deployment.client_name} · ${deployment.site_name}`]}
      word={deployment.site_name}
      action={words.revoke}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      {words.revokeText}
    </ConfirmDialog>
  );
}
