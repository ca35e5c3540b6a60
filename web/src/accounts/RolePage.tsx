/** One role: its rights in groups, each explained, and its scope. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Page } from "../ui/Page";
import { Loaded, NotFound } from "../ui/states";
import { roles as words } from "./messages";
import { rolesQuery } from "./queries";
import { RoleForm } from "./RoleForm";

export default function RolePage() {
  const { roleId } = useParams({ from: "/shell/settings/roles/$roleId" });
  const query = useQuery(rolesQuery);
  if (roleId === "new") return <RoleForm key="new" />;
  const role = query.data?.find((one) => String(one.id) === roleId);
  if (role) return <RoleForm key={role.id} role={role} />;
  return (
    <Page title={words.title} bare>
      <Loaded query={query}>{() => <NotFound />}</Loaded>
    </Page>
  );
}
