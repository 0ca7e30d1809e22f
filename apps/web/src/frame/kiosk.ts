import { useSearchParams } from "react-router";

/** Whether the address asks for the page alone, without rail and bar: `?kiosk`, `?kiosk=tv`. */
export function useKiosk(): boolean {
  const [query] = useSearchParams();
  return query.has("kiosk") && query.get("kiosk") !== "false";
}
