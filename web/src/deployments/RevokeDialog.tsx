/** Asks before a link or an installer is revoked. */
import { answer, api } from "../api/client";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { useAction } from "../ui/useAction";
import { deployments as words } from "./messages";
import { type Deployment, deploymentsQuery } from "./queries";

export function RevokeDialog({
  deployment,
  onClose,
}: {
  deployment: Deployment;
  onClose: () => void;
}) {
  const revoke = useAction({
    act: () => {
      const params = { path: { id: deployment.id } };
      return answer(api.DELETE("/clients/deployments/{id}/", { params }));
    },
    done: words.revoked,
    refresh: [deploymentsQuery.queryKey],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.revokeTitle}
      targets={[`${deployment.client_name} · ${deployment.site_name}`]}
      word={deployment.site_name}
      action={words.revoke}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      {words.revokeText}
    </ConfirmDialog>
  );
}
