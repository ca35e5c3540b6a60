/** Where a policy is set, row by row. */
import { Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { TextLink } from "../ui/links";
import { useAction } from "../ui/useAction";
import { reach as words } from "./messages";
import type { Place } from "./places";
import { AFTER_SETTING, RIGHT_TO_SET, setPolicies } from "./queries";

export const reachColumns: Column<Place>[] = [
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
