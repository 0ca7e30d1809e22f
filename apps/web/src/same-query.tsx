import { Navigate, useLocation } from "react-router";

interface SameQueryProps {
  readonly to: string;
}

/** An address that clients of other dashboards know: the page's own takes its place, query and fragment kept. */
export function SameQuery({ to }: SameQueryProps) {
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: to, search, hash }} replace />;
}
