/** When each mail is sent and what its template may name, by the English words of the server. */
export const mailWords: Readonly<Record<string, string>> = {
  "Somebody signed up and has to prove the address.": "Jemand hat sich registriert und muss die Adresse bestätigen.",
  "An administrator invited somebody.": "Ein Administrator hat jemanden eingeladen.",
  "Somebody forgot their password.": "Jemand hat sein Passwort vergessen.",
  "Somebody signs in without a password.": "Jemand meldet sich ohne Passwort an.",
  "Somebody changes their address; it goes to the new one and, for a secure change, to the old one too.":
    "Jemand ändert seine Adresse; sie geht an die neue und bei sicherem Wechsel auch an die alte.",
  "Somebody who is signed in has to prove that it is still them.":
    "Jemand ist angemeldet und muss beweisen, noch dieselbe Person zu sein.",
  "The password was changed.": "Das Passwort wurde geändert.",
  "The address was changed; it goes to the old one.": "Die Adresse wurde geändert; sie geht an die alte.",
  "The phone number was changed.": "Die Telefonnummer wurde geändert.",
  "A further way to sign in was added.": "Ein weiterer Anmeldeweg kam hinzu.",
  "A way to sign in was taken away.": "Ein Anmeldeweg wurde weggenommen.",
  "A second factor was added.": "Ein zweiter Faktor kam hinzu.",
  "A user signed in on a device or network not used before.":
    "Ein Benutzer hat sich mit einem Gerät oder aus einem Netz angemeldet, das noch nicht vorkam.",
  "A second factor was taken away.": "Ein zweiter Faktor wurde weggenommen.",
  "Address of the site.": "Adresse der Seite.",
  "Host of the site, for sentences.": "Host der Seite, für Sätze.",
  "The person's address.": "Die Adresse der Person.",
  "What is kept about the person (user_metadata), e.g. .Data.name.":
    "Was über die Person gespeichert ist (user_metadata), z. B. .Data.name.",
  "The link.": "Der Link.",
  "Where the link leads in the end.": "Wohin der Link am Ende führt.",
  "What the link carries, for links of your own.": "Was der Link trägt, für eigene Links.",
  "The code.": "Der Code.",
  "How long link and code work, in words.": "Wie lange Link und Code gelten, in Worten.",
  "The address that is to take the place of the old one.": "Die Adresse, die an die Stelle der alten treten soll.",
  "The address that this mail goes to.": "Die Adresse, an die diese Mail geht.",
  "The address before the change.": "Die Adresse vor dem Wechsel.",
  "The number after the change.": "Die Nummer nach dem Wechsel.",
  "The number before the change; empty when there was none.": "Die Nummer vor dem Wechsel; leer, wenn es keine gab.",
  "Where the identity is from, e.g. google.": "Woher die Identität stammt, z. B. google.",
  "The browser or program that signed in, as it names itself.":
    "Der Browser oder das Programm der Anmeldung, wie es sich selbst nennt.",
  "The IP address of the sign-in.": "Die IP-Adresse der Anmeldung.",
  "The time of the sign-in, in UTC.": "Der Zeitpunkt der Anmeldung, in UTC.",
  "The kind of second factor: totp, phone or webauthn.": "Die Art des zweiten Faktors: totp, phone oder webauthn.",
};
