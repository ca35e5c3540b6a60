import { expect, test } from "vitest";
import { clientChoices } from "./choices";

test("a client that is chosen and cannot be seen stays among the choices", () => {
  const clients = [
    { id: 1, name: "Acme" },
    { id: 2, name: "Birch" },
  ];
  expect(clientChoices(clients, [2, 7])).toEqual([
    { value: "1", label: "Acme" },
    { value: "2", label: "Birch" },
    { value: "7", label: "#7" },
  ]);
});
