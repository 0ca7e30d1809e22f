export { type DashboardPicture, drawDashboard } from "./picture/draw-dashboard.ts";
