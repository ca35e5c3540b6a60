/** One's own account: profile, preferences, password, second factor, notifications, sessions, keys. */
import { Button, Group, PasswordInput, SimpleGrid, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { PushPanel } from "../push/PushPanel";
import { meQuery, useRights } from "../session/me";
import { session } from "../session/session";
import { Facts } from "../ui/Facts";
import { FormProblems } from "../ui/FormProblems";
import { Ago } from "../ui/Moment";
import { Page, Panel, PanelTitle } from "../ui/Page";
import { Loaded, ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { WatchesPanel } from "../watches/WatchesPanel";
import { CodeAgain } from "./CodeAgain";
import { accounts, own } from "./messages";
import { OwnKeys } from "./OwnKeys";
import { PreferencesPanel } from "./PreferencesPanel";
import { RecoveryCodesPanel } from "./RecoveryCodes";
import { SecondFactorPanel } from "./SecondFactorPanel";
import { SessionTable } from "./SessionTable";

export default function AccountPage() {
  const me = useQuery(meQuery);
  const { may } = useRights();
  return (
    <Page title={own.title}>
      <Loaded query={me}>
        {(person) => (
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, md: 2, xl: 4 }} spacing="md" className="cards">
              <Profile me={person} />
              <PreferencesPanel />
              <Password />
              <Stack gap="md">
                <SecondFactorPanel me={person} />
                <RecoveryCodesPanel me={person} />
              </Stack>
            </SimpleGrid>
            <PushPanel />
            <WatchesPanel />
            {may("can_list_accounts") && (
              <Panel>
                <PanelTitle>{own.sessions}</PanelTitle>
                <SessionTable user={person.id} />
              </Panel>
            )}
            {may("can_list_api_keys") && <OwnKeys username={person.username} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Profile({ me }: { me: Schema<"Me"> }) {
  const everyone = useAction({
    act: () => answer(api.POST("/logoutall/")),
    onDone: () => session.end(),
  });
  return (
    <Panel>
      <PanelTitle>{own.profile}</PanelTitle>
      <Facts
        facts={[
          [accounts.username, me.username],
          [accounts.email, me.email],
          [own.role, me.is_superuser ? own.superuser : me.role_name || own.noRole],
          [own.scope, me.scope.everything ? own.scopeEverything : own.scopeSome],
          [own.lastLogin, <Ago key="last" time={me.last_login} />],
        ]}
      />
      <Button mt="md" variant="default" onClick={() => everyone.mutate()}>
        {accounts.signOutEverywhere}
      </Button>
    </Panel>
  );
}

function Password() {
  const form = useForm({ initialValues: { current_password: "", password: "", twofactor: "" } });
  const { problem, show, clear } = useProblem(form);
  const change = useAction({
    act: (body: Schema<"OwnPassword">) => answer(api.PUT("/accounts/resetpw/", { body })),
    done: own.passwordChanged,
    onDone: () => {
      clear();
      form.reset();
    },
    onProblem: show,
  });
  return (
    <Panel>
      <PanelTitle>{own.changePassword}</PanelTitle>
      <form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack gap="sm">
          {problem && <ProblemNotice error={problem} />}
          <PasswordInput
            label={own.currentPassword}
            autoComplete="current-password"
            required
            {...form.getInputProps("current_password")}
          />
          <PasswordInput
            label={own.newPassword}
            description={accounts.passwordHint}
            autoComplete="new-password"
            required
            {...form.getInputProps("password")}
          />
          <CodeAgain form={form} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {own.changePassword}
            </Button>
            <FormProblems errors={form.errors} saves={false} />
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
