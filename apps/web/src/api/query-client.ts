import { MutationCache, notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, mayPass } from "./api-error.ts";
import { currentUserQuery } from "./user.ts";

const SECOND = 1000;

// A second press that comes at once finds the first under way, also where the page is busy.
notifyManager.setScheduler(queueMicrotask);

/** The one place where answers of the server are kept in the page, and for how long they pass as fresh. */
export function createQueryClient(): QueryClient {
  // Somebody may have taken a permission away meanwhile: whose page it is then says which.
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 403)
      void client.refetchQueries({ queryKey: currentUserQuery.queryKey });
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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
  return client;
}
