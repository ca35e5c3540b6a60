/** The checks of a policy: every agent that it reaches runs them. */
import { useQuery } from "@tanstack/react-query";
import { CheckList } from "../checks/CheckList";
import { checks as words } from "../checks/messages";
import { policyChecksQuery } from "../checks/queries";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { policyCheckColumns } from "./policyCheckColumns";
import { usePolicyId } from "./policyId";

export default function PolicyChecksTab() {
  const policyId = usePolicyId();
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...policyChecksQuery(policyId), refetchInterval });
  useLiveQueries(["config"], [policyChecksQuery(policyId).queryKey]);
  return (
    <CheckList
      query={query}
      owner={{ policyId }}
      columns={policyCheckColumns}
      noneHint={words.nonePolicy}
    />
  );
}
