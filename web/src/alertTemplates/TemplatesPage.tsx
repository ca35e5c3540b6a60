/** All alert templates, with what they decide and where they are set. */
import { IconBellCog, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { type AlertTemplate, templatesQuery } from "../templateChoice/queries";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { List } from "../ui/List";
import { ui } from "../ui/messages";
import { Page } from "../ui/Page";
import { SearchBox } from "../ui/SearchBox";
import { useFilter } from "../ui/useFilter";
import { columns } from "./columns";
import { DeleteTemplate } from "./DeleteTemplate";
import { templates as words } from "./messages";

/** Which agents a template applies to is expensive to count, and agents come and go all the time. */
const COUNT_PAUSE = 10_000;

export default function TemplatesPage() {
  const navigate = useNavigate();
  const [search, setSearch] = useFilter("search");
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...templatesQuery, refetchInterval });
  useLiveQueries(["config"], [templatesQuery.queryKey]);
  useLiveQueries(["agents"], [templatesQuery.queryKey], COUNT_PAUSE);
  const open = (templateId: string) =>
    void navigate({ to: "/alert-templates/$templateId", params: { templateId } });
  const add = (
    <ActionButton
      right="can_manage_alerttemplates"
      leftSection={<IconPlus size={16} />}
      onClick={() => open("new")}
    >
      {words.add}
    </ActionButton>
  );
  return (
    <Page title={words.title} about={words.about} actions={add}>
      <List
        query={query}
        label={words.title}
        columns={columns}
        id={(template) => template.id}
        order="name"
        only={({ name }) => name.toLowerCase().includes(search.trim().toLowerCase())}
        faded={(template) => !template.is_active}
        onOpen={(template) => open(String(template.id))}
        bar={(all) => all.length > 1 && <SearchBox value={search} onSearch={setSearch} maw={360} />}
        none={{
          title: search ? ui.nothingFound : words.none,
          hint: search ? ui.nothingFoundHint : words.noneHint,
          icon: <IconBellCog size={26} stroke={1.5} />,
        }}
        dialogs={(all) => <Dialogs all={all} />}
      />
    </Page>
  );
}

function Dialogs({ all }: { all: AlertTemplate[] }) {
  const { open, close } = useDialog();
  const template = all.find((one) => String(one.id) === open?.subject);
  if (!template || open?.name !== "delete-template") return null;
  return <DeleteTemplate template={template} onClose={close} />;
}
