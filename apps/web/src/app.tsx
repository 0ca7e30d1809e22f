import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { BrowserRouter } from "react-router";
import { publicPath } from "./api/public-path.ts";
import { CrashBoundary } from "./frame/crash-boundary.tsx";
import { Pages } from "./pages.tsx";

interface AppProps {
  readonly queryClient: QueryClient;
}

export function App({ queryClient }: AppProps) {
  return (
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter basename={publicPath()}>
          <Pages />
        </BrowserRouter>
      </QueryClientProvider>
    </CrashBoundary>
  );
}
