/** Names and values below each other; what is not known is left out. */
import type { ReactNode } from "react";
import classes from "./Facts.module.css";

export type Fact = [name: string, value: ReactNode];

export function Facts({ facts }: { facts: Fact[] }) {
  const known = facts.filter(([, value]) => value !== "" && value !== null && value !== undefined);
  return (
    <dl className={classes.facts}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
