import type { importMessages } from "../../dashboards/import-messages.ts";
import type { Translation } from "../translated.ts";

/** German for importing dashboards. */
export const importTexts: Translation<typeof importMessages> = {
  title: "Dashboard importieren",
  drop: "Legen Sie hier die JSON-Datei eines Dashboards ab",
  choose: "Datei wählen",
  paste: "Oder fügen Sie das JSON ein",
  read: "Lesen",
  tooLarge: "Die Datei ist größer als 8 MiB. Nehmen Sie Panels heraus, oder teilen Sie sie.",
  panels: (count) => (count === 1 ? "1 Panel" : `${count} Panels`),
  missingLibraryPanels: (names) =>
    `Die Datei verweist auf Bibliothekspanels, die sie nicht enthält: ${names}. Sie werden als fehlend angezeigt.`,
  name: "Name in der Adresse",
  nameHint: "Buchstaben, Ziffern, Punkt, Strich und Unterstrich. Leer gelassen wird einer gemacht.",
  nameInvalid: "Nur Buchstaben, Ziffern, Punkte, Striche und Unterstriche; am Anfang und Ende Buchstabe oder Ziffer.",
  taken: "Ein Dashboard mit diesem Namen gibt es schon. Wählen Sie einen anderen, oder lassen Sie das Feld leer.",
  source: (label) => `Datenquelle für ${label}`,
  back: "Andere Datei nehmen",
  submit: "Importieren",
  faults: {
    empty: () => "Es gibt nichts zu lesen. Wählen Sie eine Datei, oder fügen Sie das JSON eines Dashboards ein.",
    syntax: (detail) => `Das ist kein JSON: ${detail}`,
    "not-an-object": () => "Das ist JSON, aber kein Dashboard: ein Dashboard ist ein Objekt in Klammern.",
    "a-list": () => "Das ist eine Liste. Importieren Sie ihre Dashboards einzeln.",
    unsupported: (name) =>
      `${name} wird nicht unterstützt. Exportieren Sie das Dashboard als „Classic“ oder „V1 Resource“ und importieren Sie das.`,
    "no-dashboard": () => "Dieses JSON ist kein Dashboard: es hat weder Titel noch Panels.",
    "no-title": () => 'Dieses Dashboard hat keinen Titel. Geben Sie ihm ein "title" und lesen Sie es noch einmal.',
  },
};
