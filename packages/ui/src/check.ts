export { type CheckOptions, checkProject, exitCodeOf, isFindingId, type Report } from "./check/check-project.ts";
export { FINDINGS, type Finding, type FindingId, type Severity } from "./check/finding.ts";
export { CheckError } from "./check/project-files.ts";
export { reportText } from "./check/report-text.ts";
