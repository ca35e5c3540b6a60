/** Which version of the server this is, and whether there is a newer one. */
import { Badge, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dashQuery } from "../preferences/preferences";
import { frame } from "./messages";

export function VersionChip() {
  const { data } = useQuery(dashQuery);
  if (!data) return null;
  const { version, latest_version: latest } = data;
  return (
    <>
      <Text
        size="xs"
        c="dimmed"
        className="numbers"
        title={frame.version(version)}
        visibleFrom="md"
      >
        {version}
      </Text>
      {latest && latest !== version && (
        <Badge variant="light" color="yellow" tt="none" c="var(--tone-warning)" visibleFrom="md">
          {frame.newRelease(latest)}
        </Badge>
      )}
    </>
  );
}
