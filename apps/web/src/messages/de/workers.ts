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
      localActivityWhole: "Lokale Activity, von der Planung bis zum Erfolg",
      nexusWait: "Nexus-Task wartet",
      nexusRun: "Nexus-Task",
      nexusWhole: "Nexus-Task, von der Ankunft bis zum Abschluss",
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
    started: "Gestartet",
  },
  polls: {
    title: "Polls",
    lead: "Wie viele Polls Arbeit bringen. Enden viele leer, gibt es mehr Poller als Arbeit.",
    columns: { kind: "Polls nach", found: "Mit Arbeit", empty: "Leer", share: "Anteil mit Arbeit" },
    rows: { workflow: "Workflow-Tasks", activity: "Activities", nexus: "Nexus-Tasks" },
  },
  outcomes: {
    title: "Ausgänge",
    lead: "Wie Workflows enden, und was aus Activities und Signalen wird.",
    columns: { what: "Was", rate: "Wie oft" },
    rows: {
      workflow_completed: "Workflows abgeschlossen",
      workflow_failed: "Workflows gescheitert",
      workflow_canceled: "Workflows abgebrochen",
      workflow_continue_as_new: "Workflows neu fortgesetzt",
      activity_execution_cancelled: "Activities abgebrochen",
      local_activity_total: "Lokale Activities",
      local_activity_execution_failed: "Lokale Activities gescheitert",
      local_activity_execution_cancelled: "Lokale Activities abgebrochen",
      activity_task_error: "Fehler beim Bearbeiten von Activities",
      unregistered_activity_invocation: "Activities, die kein Worker kennt",
      corrupted_signals: "Signale, die niemand lesen kann",
    },
  },
  resources: {
    title: "Ressourcen",
    lead: "Was der Tuner der Plätze sieht; von mehreren Workern der am stärksten belegte.",
    columns: { what: "Was", share: "Belegt" },
    rows: { memory: "Speicher", cpu: "CPU" },
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
