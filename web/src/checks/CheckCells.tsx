/** The name, the source and the newest result of a check in a table. */
import { Box, Text, Tooltip } from "@mantine/core";
import { TextLink } from "../ui/links";
import { CheckState } from "./CheckState";
import { checks as words } from "./messages";
import { nameOf, stateOf } from "./order";
import { type Check, resultOf } from "./types";

export function CheckName({ check, agentId }: { check: Check; agentId: string }) {
  return (
    <>
      <TextLink
        to="/agents/$agentId/checks/$checkId"
        params={{ agentId, checkId: String(check.id) }}
        size="md"
        fw={500}
        c="var(--mantine-color-text)"
      >
        {nameOf(check)}
      </TextLink>
      {check.name && (
        <Text size="xs" c="dimmed">
          {check.readable_desc}
        </Text>
      )}
      {/* Their own columns have no room on a narrow screen. */}
      <Box hiddenFrom="sm" fz="sm">
        <CheckState state={stateOf(check)} />
        <Box c="dimmed">
          <MoreInfo check={check} />
        </Box>
      </Box>
    </>
  );
}

export function CheckSource({ check }: { check: Check }) {
  if (check.policy) {
    return (
      <TextLink
        to="/policies/$policyId/checks"
        params={{ policyId: String(check.policy) }}
        size="md"
      >
        {check.policy_name}
      </TextLink>
    );
  }
  if (!check.overridden_by_policy) return words.own;
  return (
    <>
      {words.own}
      <Text size="xs" c="dimmed">
        {words.overridden}
      </Text>
    </>
  );
}

/** What was found; longer texts are on the check's page. */
export function MoreInfo({ check }: { check: Check }) {
  const result = resultOf(check);
  const text = result?.problem || result?.more_info || "";
  return (
    <Tooltip label={text} disabled={text.length < 60} multiline maw={420}>
      <Text
        span
        inherit
        lineClamp={2}
        maw={360}
        c={result?.problem ? "var(--tone-bad)" : undefined}
      >
        {text}
      </Text>
    </Tooltip>
  );
}

/** Why a check cannot be changed on an agent's page. */
export const whyLocked = (check: Check) => (check.policy ? words.ofPolicy : undefined);
