import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLiveQueries } from "../live/live";
import { ActionButton } from "../ui/actions";
import { DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { Page } from "../ui/Page";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded } from "../ui/states";
import { useFilter } from "../ui/useFilter";
import { users as words } from "./messages";
import { type User, usersQuery } from "./queries";
import { UserDialogs } from "./UserDialogs";
import { fullName, userColumns } from "./userColumns";

export default function UsersPage() {
  const [search, setSearch] = useFilter("search");
  const dialog = useDialog();
  const query = useQuery(usersQuery);
  useLiveQueries(["config"], [usersQuery.queryKey]);
  const add = (
    <ActionButton
      right="can_manage_accounts"
      leftSection={<IconPlus size={16} />}
      onClick={() => dialog.show("add-user")}
    >
      {words.add}
    </ActionButton>
  );
  return (
    <Page title={words.title} about={words.about} actions={add}>
      <SearchBox value={search} onSearch={setSearch} maw={360} />
      <Loaded query={query}>
        {(all) => (
          <>
            <DataTable
              label={words.title}
              columns={userColumns}
              rows={all.filter((user) => textOf(user).includes(search.toLowerCase()))}
              id={(user) => user.id}
              order="username"
              faded={(user) => !user.is_active}
              onOpen={(user) => dialog.show("edit-user", user.id)}
              empty={<Empty title={words.none} />}
            />
            <UserDialogs all={all} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const textOf = (user: User) =>
  `${user.username} ${fullName(user)} ${user.email} ${user.role_name}`.toLowerCase();
