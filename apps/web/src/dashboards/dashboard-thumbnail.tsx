import { useState } from "react";
import { publicPath } from "../api/public-path.ts";
import { useTheme } from "../dashboard/view/use-theme.ts";
import "./dashboard-thumbnail.css";

interface DashboardThumbnailProps {
  readonly uid: string;
}

/** Twice the size of the picture on the page, for dense screens. */
const SIZE = "width=192&height=108";

/** What a dashboard looks like just now; nothing where the server cannot draw it. */
export function DashboardThumbnail({ uid }: DashboardThumbnailProps) {
  const theme = useTheme();
  const [isMissing, setMissing] = useState(false);
  const path = `${publicPath()}/apis/dashboard.vedette.app/v1/namespaces/default/dashboards/${encodeURIComponent(uid)}/image`;
  return (
    <span className="v-thumbnail">
      {!isMissing && (
        <img
          src={`${path}?${SIZE}&theme=${theme}`}
          alt=""
          width={96}
          height={54}
          loading="lazy"
          decoding="async"
          onError={() => setMissing(true)}
        />
      )}
    </span>
  );
}
