import { deployments } from "./messages";

export const INSTALL_TABS = [
  { to: "/install", label: deployments.install },
  { to: "/install/links", label: deployments.links },
];
