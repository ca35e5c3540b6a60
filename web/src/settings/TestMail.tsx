import { Group, Stack, TextInput } from "@mantine/core";
import { IconMailFast } from "@tabler/icons-react";
import { useState } from "react";
import { answer, api } from "../api/client";
import { ActionButton } from "../ui/actions";
import { Panel, PanelTitle } from "../ui/Page";
import { useAction } from "../ui/useAction";
import { settings as words } from "./messages";

export function TestMail() {
  const [to, setTo] = useState("");
  const send = useAction({
    act: () => answer(api.POST("/core/emailtest/", { body: to.trim() ? { to: to.trim() } : {} })),
    done: (message) => message,
  });
  return (
    <Panel>
      <PanelTitle>{words.testMail}</PanelTitle>
      <Stack gap="sm">
        <TextInput
          label={words.testMailTo}
          description={words.testMailHint}
          type="email"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <Group>
          <ActionButton
            right="can_edit_core_settings"
            variant="default"
            leftSection={<IconMailFast size={16} />}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {words.testMail}
          </ActionButton>
        </Group>
      </Stack>
    </Panel>
  );
}
