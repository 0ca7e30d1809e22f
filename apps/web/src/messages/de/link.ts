import type { linkTexts } from "../../sign-in/link-messages.ts";
import type { Translation } from "../translated.ts";

export const link: Translation<typeof linkTexts> = {
  title: "Dieser Link hat nicht funktioniert",
  signInTitle: "Diese Anmeldung hat nicht geklappt",
  administrator: "Für die Verwaltung",
  code: "Fehlercode:",
  request: "Kennung der Anfrage:",
  copy: "Kopieren",
  again: "Neuen Link schicken lassen",
  refusals: {
    otp_expired: {
      what: "Der Link ist abgelaufen oder wurde schon benutzt.",
      you: "Fordern Sie einen neuen an. Jeder Link gilt einmal, und nur der neueste.",
      administrator:
        "Wie lange Links gelten, sagt die Einstellung auth.email.otp_expiry. Unter „Personen“ kann eine Einladung erneut geschickt werden.",
    },
    access_denied: {
      what: "Die Anmeldung wurde abgebrochen oder nicht erlaubt.",
      you: "Versuchen Sie es noch einmal und stimmen Sie zu, Ihre Adresse weiterzugeben.",
      administrator: "Der andere Dienst hat abgelehnt. Sein Protokoll sagt, warum.",
    },
    account_not_linked: {
      what: "Ihre Adresse gehört zu einem Konto, das sich auf andere Weise anmeldet.",
      you: "Melden Sie sich an wie bisher.",
      administrator:
        "Konten werden nur verknüpft, wenn der andere Dienst die Adresse geprüft hat oder unter auth.account_linking.trusted_providers steht, und solange das Verknüpfen eingeschaltet ist: auth.account_linking.enabled, und nicht auth.account_linking.disable_implicit_linking. Wer angemeldet ist, kann es selbst verknüpfen, wo auth.enable_manual_linking eingeschaltet ist.",
    },
    "email_doesn't_match": {
      what: "Der andere Dienst nannte eine andere Adresse, als Ihr Konto hat.",
      you: "Wählen Sie dort das Konto mit derselben Adresse.",
      administrator:
        "Verknüpfen verlangt gleiche Adressen, außer auth.account_linking.allow_different_emails ist eingeschaltet. Es zählt die Adresse, die der andere Dienst geprüft hat.",
    },
    identity_already_exists: {
      what: "Dieses Konto des anderen Dienstes ist hier schon mit einem Konto verknüpft.",
      you: "Wählen Sie dort ein anderes, oder melden Sie sich mit jenem an.",
      administrator:
        "Unter Personen findet sich über den Anbieter und seine Kennung, wer es hat; dort lässt sich die Verknüpfung lösen.",
    },
    email_not_found: {
      what: "Der andere Dienst nannte keine E-Mail-Adresse.",
      you: "Erlauben Sie ihm, Ihre Adresse weiterzugeben, oder melden Sie sich auf andere Weise an.",
      administrator:
        "Die Scopes des Anbieters müssen die Adresse enthalten, und seine eigenen Einstellungen müssen sie freigeben. Zugang › Anbieter › Anmeldung proben zeigt, was er sagt. Ohne Adresse kommt nur herein, wo email_optional des Anbieters eingeschaltet ist.",
    },
    signup_disabled: {
      what: "Niemand hat hier ein Konto mit Ihrer Adresse.",
      you: "Bitten Sie die Verwaltung um eine Einladung.",
      administrator: "Das Anlegen von Konten ist abgeschaltet: auth.disable_signup.",
    },
    user_banned: {
      what: "Dieses Konto ist ausgesperrt.",
      you: "Bitten Sie die Verwaltung, Sie wieder hereinzulassen.",
      administrator: "Unter „Personen“ kann die Person wieder hereingelassen werden.",
    },
    provider_email_needs_verification: {
      what: "Der andere Dienst hat Ihre Adresse nicht geprüft. Wir haben Ihnen eine Mail geschickt.",
      you: "Öffnen Sie den Link darin und melden Sie sich dann noch einmal an.",
      administrator: "Vertrauenswürdige Anbieter brauchen keine Mail: auth.account_linking.trusted_providers.",
    },
    bad_oauth_state: {
      what: "Die Anmeldung hat zu lange gedauert, oder sie begann in einem anderen Browser.",
      you: "Beginnen Sie von vorn und bleiben Sie in diesem Browser.",
      administrator: "Für den anderen Dienst sind fünf Minuten Zeit. Cookies dieser Adresse müssen erlaubt sein.",
    },
    link_missing: {
      what: "Die Adresse dieser Seite hat ihr Token verloren, oder die Seite wurde von Hand geöffnet.",
      you: "Öffnen Sie den Link in Ihrer Mail noch einmal. Jeder geht einmal: wurde er schon benutzt, schickt „Passwort vergessen?“ einen neuen.",
      administrator:
        "Manche Mail-Scanner öffnen Links vor den Menschen. Eine Einladung kann unter „Personen“ erneut geschickt werden.",
    },
    link_elsewhere: {
      what: "Dieser Link gilt nur in dem Browser oder Programm, das ihn angefordert hat.",
      you: "Öffnen Sie ihn dort. Oder lassen Sie sich hierher einen Code schicken und geben Sie ihn ein.",
      administrator:
        "Der Link wurde mit einer code_challenge angefordert (PKCE), daher kann ihn nur einlösen, wer die andere Hälfte hat. Ein eigenes Programm nennt als redirect_to eine eigene Adresse.",
    },
    server_error: {
      what: "Auf dem Server ist etwas schiefgegangen.",
      you: "Versuchen Sie es gleich noch einmal.",
      administrator: "Das Protokoll des Servers hat die Einzelheiten.",
    },
  },
};
