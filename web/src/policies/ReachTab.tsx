/** Where a policy is set: what it reaches follows from that. */
import { Alert, Group, Stack, Text } from "@mantine/core";
import { IconPlus, IconSitemap, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval } from "../live/live";
import { ActionButton, IconAction } from "../ui/actions";
import { type Column, DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { TextLink } from "../ui/links";
import { Empty, Loaded } from "../ui/states";
import { useAction } from "../ui/useAction";
import { AssignDialog } from "./AssignDialog";
import { policies, reach as words } from "./messages";
import { type Place, placesOf } from "./places";
import { usePolicyId } from "./policyId";
import {
  AFTER_SETTING,
  type Policy,
  policyQuery,
  RIGHT_TO_SET,
  relatedQuery,
  setPolicies,
} from "./queries";

export default function ReachTab() {
  const id = usePolicyId();
  const refetchInterval = useFallbackInterval();
  const policy = useQuery(policyQuery(id));
  const related = useQuery({ ...relatedQuery(id), refetchInterval });
  return (
    <Loaded query={policy}>
      {(one) => (
        <Loaded query={related}>
          {(places) => <Reach policy={one} places={placesOf(places)} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function Reach({ policy, places }: { policy: Policy; places: Place[] }) {
  const dialog = useDialog();
  const assign = (
    <ActionButton
      leftSection={<IconPlus size={16} />}
      onClick={() => dialog.show("assign-policy", policy.id)}
    >
      {words.assign}
    </ActionButton>
  );
  return (
    <Stack gap="sm">
      {!policy.active && places.length > 0 && <Alert color="yellow">{policies.inactiveHint}</Alert>}
      {places.length > 0 && (
        <Group justify="space-between" gap="sm" align="flex-start">
          <Text size="sm" c="dimmed" flex="1 1 280px">
            {words.about}
          </Text>
          {assign}
        </Group>
      )}
      <DataTable
        label={policies.tabReach}
        columns={columns}
        rows={places}
        id={(place) => place.key}
        empty={
          <Empty
            title={words.none}
            hint={words.noneHint}
            icon={<IconSitemap size={26} stroke={1.5} />}
          >
            {assign}
          </Empty>
        }
      />
      {dialog.open?.name === "assign-policy" && (
        <AssignDialog policy={policy} onClose={dialog.close} />
      )}
    </Stack>
  );
}

const columns: Column<Place>[] = [
  {
    id: "place",
    title: words.place,
    cell: (place) => <PlaceName place={place} />,
    sort: (place) => place.name,
  },
  {
    id: "level",
    title: words.level,
    wide: true,
    cell: (place) => words.levels[place.target.kind],
    sort: (place) => place.target.kind,
  },
  { id: "computers", title: words.computers, cell: computersOf },
  {
    id: "unset",
    title: "",
    width: 52,
    align: "right",
    cell: (place) => <Unset place={place} />,
  },
];

function computersOf(place: Place): string {
  if (place.target.kind === "agent") return words.thisAgent;
  return [place.servers && words.servers, place.workstations && words.workstations]
    .filter(Boolean)
    .join(", ");
}

function PlaceName({ place }: { place: Place }) {
  const { target } = place;
  return (
    <>
      {target.kind === "agent" ? (
        <TextLink to="/agents/$agentId/effective" params={{ agentId: target.id }} size="md">
          {place.name}
        </TextLink>
      ) : target.kind === "all" ? (
        words.everything
      ) : (
        <TextLink to="/agents" search={{ [target.kind]: String(target.id) }} size="md">
          {place.name}
        </TextLink>
      )}
      {place.within && (
        <Text size="xs" c="dimmed">
          {place.within}
        </Text>
      )}
    </>
  );
}

function Unset({ place }: { place: Place }) {
  const unset = useAction({
    act: () =>
      setPolicies(place.target, {
        ...(place.servers && { server_policy: null }),
        ...(place.workstations && { workstation_policy: null }),
      }),
    done: words.isUnset(place.name),
    refresh: AFTER_SETTING,
  });
  return (
    <IconAction
      right={RIGHT_TO_SET[place.target.kind]}
      label={words.unsetOf(place.name)}
      loading={unset.isPending}
      onClick={() => unset.mutate()}
    >
      <IconX size={16} />
    </IconAction>
  );
}
