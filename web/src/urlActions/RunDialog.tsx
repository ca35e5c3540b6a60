/** Runs a URL action for an agent: opens a page, or has a webhook sent. */
import { Anchor, Group, Modal, Stack, Text } from "@mantine/core";
import { IconExternalLink, IconSend, IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../api/client";
import { ActionButton } from "../ui/actions";
import { notify } from "../ui/notify";
import { Empty, Loaded } from "../ui/states";
import { useAction } from "../ui/useAction";
import { urlActions as words } from "./messages";
import { isOpenable, openAddress } from "./openAddress";
import { type UrlAction, urlActionsQuery } from "./queries";

interface RunDialogProps {
  agentId: string;
  hostname: string;
  onClose: () => void;
}

export function RunDialog({ agentId, hostname, onClose }: RunDialogProps) {
  const query = useQuery(urlActionsQuery);
  const run = useAction({
    act: (action: UrlAction) => {
      const body = { action: action.id, agent_id: agentId };
      return answer(api.PATCH("/core/urlaction/run/", { body }));
    },
    onDone: (address, action) => {
      if (action.action_type === "web") openAddress(address);
      else notify(words.ran(action.name));
    },
  });
  const opened = run.variables?.action_type === "web" ? run.data : undefined;
  return (
    <Modal opened onClose={onClose} title={words.runOn(hostname)}>
      <Loaded query={query}>
        {(actions) => (
          <Stack gap="xs">
            {actions.length === 0 && (
              <Empty
                title={words.none}
                hint={words.noneHint}
                icon={<IconWebhook size={26} stroke={1.5} />}
              />
            )}
            {actions.map((action) => (
              <Choice
                key={action.id}
                action={action}
                busy={run.isPending && run.variables?.id === action.id}
                onRun={() => run.mutate(action)}
              />
            ))}
            {opened !== undefined && <OpenedAddress address={opened} />}
          </Stack>
        )}
      </Loaded>
    </Modal>
  );
}

interface ChoiceProps {
  action: UrlAction;
  busy: boolean;
  onRun: () => void;
}

function Choice({ action, busy, onRun }: ChoiceProps) {
  const isWeb = action.action_type === "web";
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <Text size="sm">{action.name}</Text>
        {action.desc && (
          <Text size="xs" c="dimmed">
            {action.desc}
          </Text>
        )}
      </div>
      <ActionButton
        right="can_run_urlactions"
        size="xs"
        variant="default"
        leftSection={isWeb ? <IconExternalLink size={14} /> : <IconSend size={14} />}
        loading={busy}
        aria-label={`${isWeb ? words.runWeb : words.runRest}: ${action.name}`}
        onClick={onRun}
      >
        {isWeb ? words.runWeb : words.runRest}
      </ActionButton>
    </Group>
  );
}

/** Browsers keep some pages from opening by themselves. */
function OpenedAddress({ address }: { address: string }) {
  return (
    <Text size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
      {isOpenable(address) ? words.opened : words.notOpened}{" "}
      {isOpenable(address) ? (
        <Anchor href={address} target="_blank" rel="noopener noreferrer" inherit>
          {address}
        </Anchor>
      ) : (
        address
      )}
    </Text>
  );
}
