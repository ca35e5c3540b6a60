/** The second half of the first start: the company, its time zone and the first client. */
import { Button, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { answer, api, type Schema } from "../api/client";
import { clientsQuery } from "../clients/queries";
import { settingsQuery } from "../settings/queries";
import { FormProblems } from "../ui/FormProblems";
import { ButtonLink } from "../ui/links";
import { Loaded, ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { Gate } from "./Gate";
import { welcome as words } from "./messages";

export default function WelcomePage() {
  const settings = useQuery(settingsQuery);
  const clients = useQuery(clientsQuery);
  // An installation with clients has been set up before.
  if (clients.data && clients.data.length > 0) return <Navigate to="/agents" />;
  return (
    <Gate title={words.title} about={words.about}>
      <Loaded query={settings}>{(stored) => <WelcomeForm settings={stored} />}</Loaded>
    </Gate>
  );
}

interface Values {
  company: string;
  zone: string;
  client: string;
  site: string;
}

/** The settings first: should the client be refused, sending them again does no harm. */
async function begin({ company, zone, client, site }: Values) {
  const body = { remote_company_name: company, default_time_zone: zone };
  await answer(api.PUT("/core/settings/", { body: body as Schema<"SettingsForm"> }));
  await answer(api.POST("/clients/", { body: { client: { name: client }, site: { name: site } } }));
}

function WelcomeForm({ settings }: { settings: Schema<"SettingsAnswer"> }) {
  const navigate = useNavigate();
  const zones = settings.all_timezones;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = useForm<Values>({
    initialValues: {
      company: "",
      zone: zones.includes(here) ? here : settings.default_time_zone,
      client: "",
      site: words.siteSample,
    },
  });
  const { problem, show } = useProblem(form);
  const start = useAction({
    act: begin,
    refresh: [settingsQuery.queryKey, clientsQuery.queryKey],
    onDone: () => void navigate({ to: "/install" }),
    onProblem: show,
  });
  return (
    <form onSubmit={form.onSubmit((values) => start.mutate(values))}>
      <Stack gap="md">
        {problem && <ProblemNotice error={problem} />}
        <TextInput
          label={words.company}
          description={words.companyHint}
          autoComplete="organization"
          autoFocus
          {...form.getInputProps("company")}
        />
        <Select
          label={words.zone}
          description={words.zoneHint}
          data={zones}
          searchable
          allowDeselect={false}
          limit={100}
          {...form.getInputProps("zone")}
        />
        <TextInput
          label={words.client}
          description={words.clientHint}
          required
          {...form.getInputProps("client")}
        />
        <TextInput label={words.site} required {...form.getInputProps("site")} />
        <FormProblems errors={form.errors} saves={false} />
        <Button type="submit" fullWidth loading={start.isPending}>
          {words.start}
        </Button>
        <ButtonLink to="/agents" variant="subtle" color="gray">
          {words.later}
        </ButtonLink>
      </Stack>
    </form>
  );
}
