/** Opens the session that a link leads to, and goes on to the page of its computer. */
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { Problem } from "../api/problem";
import { ButtonLink } from "../ui/links";
import { Page } from "../ui/Page";
import { Empty, NotFound, ProblemNotice } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { linkOf, type SentLink } from "./link";
import { remote } from "./messages";
import { openLink } from "./openLink";

const words = remote.link;

export default function ConnectPage() {
  const [address] = useFilters();
  const link = linkOf(address);
  return (
    <Page title={words.title}>
      {link ? <Opening key={link.signature} link={link} /> : <Incomplete />}
    </Page>
  );
}

function Opening({ link }: { link: SentLink }) {
  const { data, error } = useQuery({
    queryKey: ["remote-link", link.signature],
    queryFn: () => openLink(link),
    // It is opened because somebody followed the link, and for no other reason.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data) {
    const params = { agentId: data.agent_id };
    return <Navigate to="/agents/$agentId/remote" params={params} replace />;
  }
  if (error) return <Refused error={error} agentId={link.agent} />;
  return (
    <Text size="sm" role="status">
      {words.opening}
    </Text>
  );
}

/** Why, and where the same can be opened without the link. */
function Refused({ error, agentId }: { error: unknown; agentId: string }) {
  if (Problem.from(error).isMissing) return <NotFound />;
  return (
    <Stack align="flex-start">
      <ProblemNotice error={error} />
      <ButtonLink to="/agents/$agentId" params={{ agentId }} variant="default">
        {words.toAgent}
      </ButtonLink>
    </Stack>
  );
}

function Incomplete() {
  return (
    <Empty title={words.incomplete} hint={words.incompleteHint}>
      <ButtonLink to="/agents" variant="default">
        {words.toAgents}
      </ButtonLink>
    </Empty>
  );
}
