/** Who is on which computer at this moment. */
import { useQuery } from "@tanstack/react-query";
import { Page } from "../ui/Page";
import { remote as words } from "./messages";
import { openSessionsQuery } from "./queries";
import { SessionList } from "./SessionList";

export default function SessionsPage() {
  const query = useQuery(openSessionsQuery);
  return (
    <Page title={words.title} about={words.about}>
      <SessionList
        label={words.title}
        query={query}
        none={{ title: words.none, hint: words.noneHint }}
      />
    </Page>
  );
}
