import type { texts } from "../../workers/messages.ts";
import type { Translation } from "../translated.ts";

/** German for the page about workers. */
export const workersTexts: Translation<typeof texts> = {
  title: "Worker",
  lead: "Jeder Worker, dessen Metriken gelesen werden, mit welchem SDK auch immer, über die letzten fünf Minuten.",
  units:
    "Alle Dauern stehen in Sekunden oder Millisekunden, wie es zu ihnen passt; SDKs, die Millisekunden schreiben, sind umgerechnet.",
  namespace: "Namensraum",
  queue: "Task-Queue",
  kind: "Art des Workers",
  all: "Alle",
  empty: "Noch wird kein Worker gemessen",
  emptyText:
    "Fügen Sie die Adresse der Metriken Ihrer Worker der Einstellung metrics.scrape hinzu, dann erscheinen sie hier.",
  queues: {
    title: "Task-Queues",
    lead: "Wer fragt, wie lange Tasks warten, bis jemand sie nimmt (95 von 100 warten kürzer), und wie viele scheitern.",
    columns: {
      queue: "Task-Queue",
      pollers: "Poller",
      workflow: "Workflow-Tasks warten",
      activity: "Activities warten",
      activityRun: "Activities dauern",
      failed: "Activities gescheitert",
    },
  },
  latencies: {
    title: "Dauern",
    lead: "95 von 100 dauern kürzer.",
    columns: { what: "Was", duration: "Dauert" },
    rows: {
      workflowTaskRun: "Workflow-Task",
      workflowTaskReplay: "Abspielen eines Workflows",
      workflowWhole: "Workflow, von Anfang bis Ende",
      activityWhole: "Activity, von der Planung bis zum Erfolg",
      localActivityRun: "Lokale Activity",
      nexusWait: "Nexus-Task wartet",
      nexusRun: "Nexus-Task",
    },
  },
  slots: {
    title: "Plätze der Worker",
    lead: "Wie viel von jeder Art Worker beschäftigt ist. Freie Plätze sind nur von Anbietern fester Größe bekannt.",
    columns: { kind: "Art des Workers", used: "Belegt", free: "Frei", started: "Gestartet" },
  },
  pollers: {
    title: "Poller",
    lead: "Anfragen, die gerade auf Arbeit warten, nach Art.",
    columns: { kind: "Art des Pollers", count: "Jetzt" },
  },
  cache: {
    title: "Sticky Cache",
    lead: "Workflows, die im Speicher bleiben. Ein Fehlgriff ist ein Workflow, der neu abgespielt werden musste.",
    columns: { measure: "Maß", value: "Wert" },
    rows: { size: "Ausführungen im Cache", hit: "Im Cache gefunden", miss: "Nicht gefunden", evicted: "Verdrängt" },
  },
  requests: {
    title: "Anfragen an den Server",
    lead: "95 von 100 Anfragen sind in der gezeigten Zeit beantwortet.",
    columns: { operation: "Operation", rate: "Anfragen", failed: "Gescheitert", latency: "Beantwortet in" },
  },
  failures: {
    title: "Fehler",
    lead: "Warum Anfragen und Tasks scheiterten, die häufigsten zuerst.",
    columns: { what: "Was", reason: "Warum", rate: "Wie oft" },
    kinds: {
      request_failure: "Anfrage",
      long_request_failure: "Lange Anfrage",
      request_resource_exhausted: "Anfrage abgewiesen",
      long_request_resource_exhausted: "Lange Anfrage abgewiesen",
      workflow_task_execution_failed: "Workflow-Task",
      nexus_task_execution_failed: "Nexus-Task",
    },
    none: "In den letzten fünf Minuten scheiterte nichts.",
  },
  notEmitted: (families) => `Was hier gemessen wird, liefert das nicht. SDKs, die es liefern: ${families.join(", ")}.`,
  perMinute: (text) => `${text} je Minute`,
};
