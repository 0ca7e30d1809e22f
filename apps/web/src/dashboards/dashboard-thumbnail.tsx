import { useState } from "react";
import { type PictureSize, picturePath } from "../api/dashboard-pictures.ts";
import { publicPath } from "../api/public-path.ts";
import { useTheme } from "../dashboard/view/use-theme.ts";
import "./dashboard-thumbnail.css";

interface DashboardThumbnailProps {
  readonly uid: string;
  /** Beside a title, or across a card. */
  readonly size?: keyof typeof SIZES;
}

/** As on the page. */
const SIZES = {
  row: { width: 96, height: 54 },
  card: { width: 320, height: 180 },
} as const satisfies Readonly<Record<string, PictureSize>>;

/** What a dashboard looks like just now; nothing where the server cannot draw it. */
export function DashboardThumbnail({ uid, size = "row" }: DashboardThumbnailProps) {
  const theme = useTheme();
  const [isMissing, setMissing] = useState(false);
  const { width, height } = SIZES[size];
  return (
    <span className="v-thumbnail">
      {!isMissing && (
        <img
          src={publicPath() + picturePath(uid, theme, SIZES[size])}
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
