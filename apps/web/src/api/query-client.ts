import { QueryClient } from "@tanstack/react-query";
import { mayPass } from "./api-error.ts";

const SECOND = 1000;

/** The one place where answers of the server are kept in the page, and for how long they pass as fresh. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A server of one's own is often there when the Internet is not.
        networkMode: "always",
        staleTime: 10 * SECOND,
        gcTime: 10 * 60 * SECOND,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: (failures) => Math.min(SECOND * 2 ** failures, 10 * SECOND),
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
