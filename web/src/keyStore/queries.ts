/** What the pages read of the key store. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

export type Key = Schema<"KeyStore">;

export const keyStoreQuery = queryOptions({
  queryKey: ["keyStore"],
  queryFn: () => answer(api.GET("/core/keystore/")),
});
