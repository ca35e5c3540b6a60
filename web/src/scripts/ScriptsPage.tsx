/** The library: folders on the left, scripts on the right. */
import { Box, Checkbox, Group, NavLink, Select, Stack, Text } from "@mantine/core";
import { IconFolder, IconPlus, IconStar, IconUser, IconWorld } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { agents } from "../agents/messages";
import { useLiveQueries } from "../live/live";
import { formatNumber } from "../texts/format";
import { ActionButton } from "../ui/actions";
import { Page } from "../ui/Page";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { useFilters } from "../ui/useFilter";
import { FAVOURITES, folders, found, OWN } from "./library";
import { shells, scripts as words } from "./messages";
import { type ScriptItem, SHELLS, scriptsQuery } from "./queries";
import classes from "./ScriptsPage.module.css";
import { ScriptTable } from "./ScriptTable";
import { LIBRARY_TABS } from "./tabs";
import { UploadButton } from "./UploadButton";

export default function ScriptsPage() {
  const [filters, setFilters] = useFilters();
  const navigate = useNavigate();
  const query = useQuery(scriptsQuery(filters.hidden === "yes"));
  useLiveQueries(["config"], [["scripts", "list"]]);
  const actions = (
    <>
      <UploadButton />
      <ActionButton
        right="can_manage_scripts"
        leftSection={<IconPlus size={16} />}
        onClick={() => void navigate({ to: "/scripts/$scriptId", params: { scriptId: "new" } })}
      >
        {words.add}
      </ActionButton>
    </>
  );
  return (
    <Page title={words.title} about={words.about} actions={actions}>
      <TabBar label={words.title} tabs={LIBRARY_TABS} />
      <Loaded query={query}>
        {(all) => (
          <div className={classes.library}>
            <Folders all={all} />
            <Stack gap="sm" miw={0}>
              <Group gap="xs">
                <SearchBox
                  value={filters.search ?? ""}
                  onSearch={(search) => setFilters({ search })}
                  style={{ flex: "1 1 200px", maxWidth: 360 }}
                />
                <Select
                  aria-label={words.shell}
                  placeholder={words.anyShell}
                  data={SHELLS.map((value) => ({ value, label: shells[value] ?? value }))}
                  value={filters.shell ?? null}
                  onChange={(shell) => setFilters({ shell: shell ?? undefined })}
                  clearable
                  w={140}
                />
                <Select
                  aria-label={words.platform}
                  placeholder={words.anyPlatform}
                  data={Object.entries(agents.platform).map(([value, label]) => ({ value, label }))}
                  value={filters.platform ?? null}
                  onChange={(platform) => setFilters({ platform: platform ?? undefined })}
                  clearable
                  w={140}
                />
                <Checkbox
                  label={words.hidden}
                  checked={filters.hidden === "yes"}
                  onChange={(event) =>
                    setFilters({ hidden: event.currentTarget.checked ? "yes" : undefined })
                  }
                />
              </Group>
              <ScriptTable
                rows={found(all, filters)}
                empty={<Empty title={words.none} hint={words.noneHint} />}
              />
            </Stack>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Folders({ all }: { all: ScriptItem[] }) {
  const [filters, setFilters] = useFilters();
  const choose = (folder: string | undefined) => setFilters({ folder }, { step: true });
  const favourites = all.filter((script) => script.favorite).length;
  const own = all.filter((script) => script.script_type !== "builtin").length;
  const entries: [string | undefined, string, number, React.ReactNode][] = [
    [undefined, words.all, all.length, <IconWorld size={16} stroke={1.6} />],
    [FAVOURITES, words.favourites, favourites, <IconStar size={16} stroke={1.6} />],
    [OWN, words.own, own, <IconUser size={16} stroke={1.6} />],
    ...folders(all).map(([name, count]): [string, string, number, React.ReactNode] => [
      `=${name}`,
      name || words.noCategory,
      count,
      <IconFolder size={16} stroke={1.6} />,
    ]),
  ];
  return (
    <Box component="nav" aria-label={words.folders} className={classes.folders}>
      {entries.map(([folder, label, count, icon]) => (
        <NavLink
          key={folder ?? ""}
          component="button"
          active={filters.folder === folder}
          color="teal"
          label={label}
          leftSection={icon}
          rightSection={
            <Text size="xs" c="dimmed" className="numbers">
              {formatNumber(count)}
            </Text>
          }
          onClick={() => choose(folder)}
        />
      ))}
    </Box>
  );
}
