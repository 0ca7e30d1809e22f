import { useQuery } from "@tanstack/react-query";
import { LayoutDashboard } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { datedPictureQuery } from "../api/dashboard-pictures.ts";
import type { DashboardSummary } from "../api/dashboards.ts";
import { Age } from "../control/age.tsx";
import { useNear } from "../dashboard/view/use-near.ts";
import { useTheme } from "../dashboard/view/use-theme.ts";
import { homeTexts } from "./messages.ts";

const SIZE = { width: 112, height: 63 };

/** A dashboard by name, when it was changed, and its tags. */
export function DashboardCard(row: DashboardSummary) {
  return (
    <DashboardLink {...row}>
      <LayoutDashboard aria-hidden />
      <CardText {...row} />
    </DashboardLink>
  );
}

/** The same with what it looks like, and how old that is. */
export function PicturedDashboardCard(row: DashboardSummary) {
  const place = useRef<HTMLSpanElement>(null);
  const theme = useTheme();
  const isNear = useNear(place);
  const { data } = useQuery({ ...datedPictureQuery(row.uid, theme, SIZE), enabled: isNear });
  const source = useObjectUrl(data?.picture);
  return (
    <DashboardLink {...row}>
      <span className="v-home-picture" ref={place}>
        {source !== undefined && <img src={source} alt="" {...SIZE} decoding="async" />}
      </span>
      <CardText {...row} pictureAt={data?.at} />
    </DashboardLink>
  );
}

function DashboardLink({ uid, children }: DashboardSummary & { readonly children: ReactNode }) {
  return (
    <Link to={`/d/${encodeURIComponent(uid)}`} className="v-home-card">
      {children}
    </Link>
  );
}

interface CardTextProps extends DashboardSummary {
  readonly pictureAt?: string | undefined;
}

function CardText({ title, tags, updatedAt, pictureAt }: CardTextProps) {
  return (
    <span className="v-home-card-text">
      <strong>{title}</strong>
      <span className="v-hint">
        {updatedAt !== undefined && <Age at={updatedAt} />}
        {tags.length > 0 && ` · ${tags.join(", ")}`}
      </span>
      {pictureAt !== undefined && (
        <span className="v-hint">
          {homeTexts.valuesOf} <Age at={pictureAt} />
        </span>
      )}
    </span>
  );
}

/** An address for what was loaded, as long as it is shown. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return undefined;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
