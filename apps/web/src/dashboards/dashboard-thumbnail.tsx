import { useState } from "react";
import { publicPath } from "../api/public-path.ts";
import { useTheme } from "../dashboard/view/use-theme.ts";
import "./dashboard-thumbnail.css";

interface DashboardThumbnailProps {
  readonly uid: string;
  /** Beside a title, or across a card. */
  readonly size?: keyof typeof SIZES;
}

/** As on the page; twice that is asked for, for dense screens. */
const SIZES = { row: { width: 96, height: 54 }, card: { width: 320, height: 180 } } as const;

/** What a dashboard looks like just now; nothing where the server cannot draw it. */
export function DashboardThumbnail({ uid, size = "row" }: DashboardThumbnailProps) {
  const theme = useTheme();
  const [isMissing, setMissing] = useState(false);
  const { width, height } = SIZES[size];
  const path = `${publicPath()}/apis/dashboard.vedette.app/v1/namespaces/default/dashboards/${encodeURIComponent(uid)}/image`;
  return (
    <span className="v-thumbnail">
      {!isMissing && (
        <img
          src={`${path}?width=${2 * width}&height=${2 * height}&theme=${theme}`}
          alt=""
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          onError={() => setMissing(true)}
        />
      )}
    </span>
  );
}
