/** Why the server refuses or fails, by its English words. `{0}` stands for what it fills in. */
export const errorWords: Readonly<Record<string, string>> = {
  // Everywhere
  "The request cannot be read.": "Die Anfrage lässt sich nicht lesen.",
  "The body is not valid JSON.": "Der Inhalt ist kein gültiges JSON.",
  "The request does not have the form that this address takes.":
    "Die Anfrage hat nicht die Form, die diese Adresse erwartet.",
  "Sign in, or send a valid bearer token.": "Melden Sie sich an oder senden Sie ein gültiges Bearer-Token.",
  "User and app metadata are part of every access token and must not exceed 8,192 bytes together.":
    "Metadaten des Benutzers und der App sind Teil jedes Zugriffstokens und dürfen zusammen höchstens 8.192 Bytes haben.",
  "Your role or sign-in method requires a second factor. Add one, or sign in with it.":
    "Ihre Rolle oder Ihr Anmeldeverfahren verlangt einen zweiten Faktor. Fügen Sie einen hinzu oder melden Sie sich damit an.",
  "You may not do this.": "Das dürfen Sie nicht.",
  "You may not do this. It takes the permission {0}, which an administrator can grant.":
    "Das dürfen Sie nicht. Es braucht dafür das Recht {0}, das die Verwaltung vergibt.",
  "There is nothing at this address.": "Unter dieser Adresse ist nichts.",
  "This address does not take this method.": "Diese Adresse nimmt diese Methode nicht an.",
  "The body is larger than this address takes.": "Der Inhalt ist größer, als diese Adresse annimmt.",
  "The body holds more values than are accepted in one request.":
    "Der Inhalt enthält mehr Werte, als eine Anfrage haben darf.",
  "The address is longer than 8 KiB.": "Die Adresse ist länger als 8 KiB.",
  "This address takes application/json.": "Diese Adresse nimmt application/json an.",
  "This server does not answer for the host that was asked.": "Dieser Server antwortet nicht für den gefragten Host.",
  "This server upgrades no connection.": "Dieser Server wertet keine Verbindung auf.",
  "Too many requests. Wait a moment.": "Zu viele Anfragen. Warten Sie einen Augenblick.",
  "The request has more than 100 headers.": "Die Anfrage hat mehr als 100 Kopfzeilen.",
  "Something went wrong here. The log of the server says more.":
    "Hier ging etwas schief. Das Protokoll des Servers sagt mehr.",
  "The server behind this one did not answer properly.": "Der Server hinter diesem antwortete nicht richtig.",
  "The store cannot be reached just now. Try again in a moment.":
    "Der Speicher ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.",
  "The server is busy. Try again in a moment.": "Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.",
  "The answer took too long and was given up.": "Die Antwort dauerte zu lange und wurde aufgegeben.",
  "The disk of the server is full; nothing is written until there is space.":
    "Die Platte des Servers ist voll; bis wieder Platz ist, wird nichts geschrieben.",
  "The server answered {0}.": "Der Server antwortete mit {0}.",

  // Objects
  "The request cannot be understood.": "Die Anfrage ist nicht zu verstehen.",
  "The object is not valid.": "Das Objekt ist nicht gültig.",
  "The selector cannot be understood.": "Die Auswahl ist nicht zu verstehen.",
  "The continue token is not one of this list. Begin without it.":
    "Das Token zum Fortsetzen gehört nicht zu dieser Liste. Beginnen Sie ohne es.",
  "The continue token is too old. Begin the list again without it.":
    "Das Token zum Fortsetzen ist zu alt. Beginnen Sie die Liste ohne es von vorn.",
  "That version is no longer kept.": "Diese Fassung wird nicht mehr aufbewahrt.",
  "That resourceVersion does not exist yet.": "Diese resourceVersion gibt es noch nicht.",
  "This needs a session in which you signed in with this browser. Sign out and sign in again.":
    "Dafür müssen Sie sich mit diesem Browser angemeldet haben. Melden Sie sich ab und wieder an.",
  "A page of another site sent this request. Changes with a session cookie are taken from this site only.":
    "Eine Seite von anderswo hat diese Anfrage gesandt. Änderungen mit Sitzungscookie werden nur von hier angenommen.",
  "This Idempotency-Key came with another request before. Use a new one for each thing to be done.":
    "Dieser Idempotency-Key kam schon mit einer anderen Anfrage. Nehmen Sie für jede Sache einen neuen.",
  "There is no object of this name.": "Es gibt kein Objekt dieses Namens.",
  "An object of this name already exists.": "Ein Objekt dieses Namens gibt es schon.",
  "Another object has this title. Choose another one.":
    "Ein anderes Objekt hat diesen Titel. Wählen Sie einen anderen.",
  "the object has been modified; please apply your changes to the latest version and try again":
    "Das Objekt wurde geändert; übertragen Sie Ihre Änderungen auf die neueste Fassung und versuchen Sie es noch einmal.",
  "the object was deleted and another one of the same name made since; load it again":
    "Das Objekt wurde gelöscht und seither eines mit demselben Namen angelegt; laden Sie es neu.",
  "The dashboard has been changed by someone else": "Jemand anderes hat das Dashboard geändert.",
  "The patch cannot be understood.": "Die Änderung ist nicht zu verstehen.",
  "The patch does not fit the object.": "Die Änderung passt nicht zum Objekt.",
  "Other managers own fields that would be changed. Leave them out, or apply with force.":
    "Felder, die sich ändern würden, gehören anderen Verwaltern. Lassen Sie sie weg oder erzwingen Sie es.",
  "Team not found": "Dieses Team gibt es nicht.",
  "Group not found in this team": "Diese Gruppe gehört nicht zum Team.",
  "Group is already added to this team": "Diese Gruppe gehört schon zum Team.",
  "This person is not in the team": "Diese Person gehört nicht zum Team.",
  "User is already added to this team": "Diese Person gehört schon zum Team.",
  "A group of the identity provider brings this person into the team: remove the group, or leave it there.":
    "Eine Gruppe des Identitätsanbieters bringt diese Person ins Team: entfernen Sie die Gruppe oder lassen Sie es dabei.",
  "There is no such person.": "Diese Person gibt es nicht.",
  "This is the last administrator. Make somebody else one first.":
    "Das ist der letzte Administrator. Machen Sie zuerst jemand anderen dazu.",
  "Service account not found": "Dieses Dienstkonto gibt es nicht.",
  "Service account token not found": "Dieses Token des Dienstkontos gibt es nicht.",
  "The person has no such token.": "Ein solches Token hat die Person nicht.",
  "A token can do no more than the person whose it is.": "Ein Token kann nicht mehr als die Person, deren es ist.",
  "There are as many tokens as a person can have. Revoke one that nobody needs.":
    "Mehr Tokens kann eine Person nicht haben. Widerrufen Sie eines, das niemand braucht.",
  "A personal token makes no tokens. Sign in and make it on the pages.":
    "Ein persönliches Token macht keine Tokens. Melden Sie sich an und machen Sie es auf den Seiten.",
  "The token's permissions cannot be understood.": "Die Rechte des Tokens sind nicht zu verstehen.",
  "A token can do no more than its service account. Give the account what is missing first.":
    "Ein Token kann nicht mehr als sein Dienstkonto. Geben Sie zuerst dem Konto, was fehlt.",
  "This token is limited to some permissions and cannot use its owner's account: use an unlimited token.":
    "Dieses Token ist auf einige Rechte beschränkt und hat keinen Zugriff auf das Konto: Verwenden Sie ein unbeschränktes Token.",
  "A wall needs somebody who answers for it: a token with permissions of its own cannot.":
    "Für eine Wand muss jemand einstehen: ein Token mit eigenen Rechten kann das nicht.",
  "This name is taken. Choose another one.": "Dieser Name ist vergeben. Wählen Sie einen anderen.",
  "Role not found": "Diese Rolle gibt es nicht.",
  "The role cannot be understood.": "Die Rolle ist nicht zu verstehen.",
  "Somebody saved a newer version of the role. Load it and try again.":
    "Jemand hat eine neuere Fassung der Rolle gespeichert. Laden Sie sie und versuchen Sie es noch einmal.",
  "Somebody saved a newer version of the data source. Load it and try again.":
    "Jemand hat eine neuere Fassung der Datenquelle gespeichert. Laden Sie sie und versuchen Sie es noch einmal.",
  "Somebody saved a newer version of the team. Load it and try again.":
    "Jemand hat eine neuere Fassung des Teams gespeichert. Laden Sie sie und versuchen Sie es noch einmal.",
  "Somebody changed the annotation in between. Load it and try again.":
    "Jemand hat die Anmerkung inzwischen geändert. Laden Sie sie und versuchen Sie es noch einmal.",
  "Somebody changed the wall in between. Load it and try again.":
    "Jemand hat die Wand inzwischen geändert. Laden Sie sie und versuchen Sie es noch einmal.",
  "A link may not lead there: the address is not on the list of allowed addresses.":
    "Dorthin darf kein Link führen: die Adresse steht nicht auf der Liste der erlaubten Adressen.",
  "Nobody can give away more than they may themselves.": "Niemand kann mehr vergeben, als er selbst darf.",
  "The folder has been changed by someone else": "Jemand anderes hat den Ordner geändert.",
  "Dashboard version not found": "Diese Fassung des Dashboards gibt es nicht.",
  "The dashboard has a star already": "Das Dashboard ist schon ein Favorit.",
  "The folder cannot be there.": "Der Ordner kann dort nicht sein.",
  "This object belongs to the server and cannot be changed.":
    "Dieses Objekt gehört dem Server und lässt sich nicht ändern.",
  "This is not the code of the set-up link. Open the link that the server printed.":
    "Das ist nicht der Code des Einrichtungslinks. Öffnen Sie den Link, den der Server ausgegeben hat.",
  "The set-up link is too old. Start the server again; it prints a new one.":
    "Der Einrichtungslink ist zu alt. Starten Sie den Server neu; er gibt einen neuen aus.",
  "This watch room is set up already. Sign in.": "Dieser Wachraum ist schon eingerichtet. Melden Sie sich an.",
  "Invalid email or password": "E-Mail-Adresse oder Passwort stimmt nicht.",
  "No wall shows this code now. Codes last ten minutes; type the one that stands on the wall.":
    "Keine Wand zeigt gerade diesen Code. Codes gelten zehn Minuten; geben Sie den ein, der auf der Wand steht.",
  "There is no such wall.": "Diese Wand gibt es nicht.",
  "There is no playlist of this name.": "Es gibt keine Abspielliste dieses Namens.",
  'There is no playlist "{0}". Choose another one.': "Es gibt keine Abspielliste „{0}“. Wählen Sie eine andere.",
  "You may not read this playlist, or a dashboard in it. Whoever answers for a wall may read what it shows.":
    "Sie dürfen diese Abspielliste oder ein Dashboard darin nicht lesen. Wer für eine Wand einsteht, darf lesen, was sie zeigt.",
  "This playlist stands for more than 500 dashboards, and a wall shows no more than these. Take items or tags out of it, or make several walls of it.":
    "Diese Abspielliste steht für mehr als 500 Dashboards, und mehr zeigt eine Wand nicht. Nehmen Sie Einträge oder Schlagwörter heraus oder machen Sie mehrere Wände daraus.",
  "The wall has told of no such screen. It tells of its screens before it sends their pictures.":
    "Die Wand hat keinen solchen Bildschirm gemeldet. Sie meldet ihre Bildschirme, bevor sie deren Bilder sendet.",
  "Too many walls wait to be paired. Pair those first, or wait ten minutes.":
    "Zu viele Wände warten darauf, gekoppelt zu werden. Koppeln Sie zuerst diese oder warten Sie zehn Minuten.",
  "There is no such snapshot, it has expired, or it is not for you.":
    "Diese Momentaufnahme gibt es nicht, sie ist abgelaufen oder nicht für Sie.",
  "Snapshots that anybody can see are switched off here (resources.snapshots.public).":
    "Momentaufnahmen, die jeder sehen kann, sind hier ausgeschaltet (resources.snapshots.public).",
  "Snapshots are not kept for so long.": "So lange werden Momentaufnahmen nicht aufbewahrt.",
  "Snapshots are kept for {0} seconds at most.": "Momentaufnahmen werden höchstens {0} Sekunden aufbewahrt.",
  "You keep as many snapshots as there may be. Delete some first.":
    "Sie haben so viele Momentaufnahmen, wie es sein dürfen. Löschen Sie zuerst einige.",
  "There is no such annotation.": "Diese Anmerkung gibt es nicht.",
  "There are as many annotations of no dashboard as there may be. Delete some first.":
    "Es gibt so viele Anmerkungen ohne Dashboard, wie es sein dürfen. Löschen Sie zuerst einige.",
  "The dashboard has as many annotations as there may be. Delete some first.":
    "Das Dashboard hat so viele Anmerkungen, wie es sein dürfen. Löschen Sie zuerst einige.",
  "This is not a dashboard.": "Das ist kein Dashboard.",
  "This is not a dashboard: it has no title.": "Das ist kein Dashboard: es hat keinen Titel.",
  "There is no data source of this uid.": "Es gibt keine Datenquelle mit dieser uid.",
  "There is no data source {0}.": "Es gibt keine Datenquelle {0}.",
  "There is no picture of this screen.": "Von diesem Bildschirm gibt es kein Bild.",
  "The dashboard has no such panel.": "Das Dashboard hat kein solches Panel.",
  "The data source answered with a redirect, which is not followed.":
    "Die Datenquelle antwortete mit einer Weiterleitung; der wird nicht gefolgt.",
  "The credentials of this data source cannot be read.": "Die Zugangsdaten dieser Datenquelle lassen sich nicht lesen.",
  "This server is read-only: VEDETTE_DISABLE_WRITE_ACTIONS is set.":
    "Dieser Server lässt nur lesen: VEDETTE_DISABLE_WRITE_ACTIONS ist gesetzt.",
  "Too many watches are open. End one, or wait a moment.":
    "Zu viele Beobachtungen sind offen. Beenden Sie eine oder warten Sie einen Augenblick.",
  "There is no such dead letter": "Diese aufgegebene Nachricht gibt es nicht.",
  "There is no such mail.": "Diese Mail gibt es nicht.",

  // Metrics
  "A parameter is missing or cannot be read.": "Ein Parameter fehlt oder ist nicht zu lesen.",
  "The query is not valid PromQL.": "Die Abfrage ist kein gültiges PromQL.",
  "exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX)":
    "Mehr als 11.000 Punkte je Reihe. Verringern Sie die Auflösung der Abfrage (?step=XX).",
  "The query cannot be evaluated.": "Die Abfrage lässt sich nicht auswerten.",
  "query processing would load too many samples into memory in query execution":
    "Die Abfrage würde zu viele Messwerte in den Speicher laden.",
  "The query would process too many samples. Use a shorter range, a larger step or a coarser subquery.":
    "Die Abfrage würde zu viele Messwerte verarbeiten. Verwenden Sie einen kürzeren Zeitraum, eine größere Schrittweite oder eine gröbere Unterabfrage.",
  "Too many of your queries are waiting. Try again when some of them are done.":
    "Zu viele Ihrer Abfragen warten. Versuchen Sie es erneut, sobald einige fertig sind.",
  "query was canceled in expression evaluation": "Die Abfrage wurde beim Auswerten abgebrochen.",
  "query timed out in expression evaluation": "Die Abfrage dauerte beim Auswerten zu lange.",
  "Too many queries at once. Try again in a moment.":
    "Zu viele Abfragen auf einmal. Versuchen Sie es gleich noch einmal.",
  "Another process on this machine keeps the metrics; ask that one, or stop it and this one takes over.":
    "Ein anderer Prozess auf diesem Rechner hält die Messwerte; fragen Sie diesen, oder beenden Sie ihn, dann übernimmt dieser hier.",
  "The metric store is closing.": "Der Speicher der Messwerte wird geschlossen.",
  "The metric store cannot write to its disk. Send the request again later.":
    "Der Speicher der Messwerte kann nicht auf seine Platte schreiben. Senden Sie die Anfrage später noch einmal.",
  "The request holds more elements than metrics.ingest.max_elements allows. Send smaller batches.":
    "Die Anfrage enthält mehr Elemente, als metrics.ingest.max_elements zulässt. Senden Sie kleinere Pakete.",
  "Too many large write requests are waiting. Try again in a moment.":
    "Zu viele große Schreibanfragen warten. Versuchen Sie es gleich noch einmal.",
  "The samples cannot be stored; do not send them again.":
    "Die Messwerte lassen sich nicht speichern; senden Sie sie nicht noch einmal.",
  "The store has no room for new series.": "Im Speicher ist kein Platz für neue Reihen.",
  "All samples at once are deleted only with VEDETTE_METRICS_RESET=admin. Name some series, or a time.":
    "Alle Messwerte auf einmal werden nur mit VEDETTE_METRICS_RESET=admin gelöscht. Nennen Sie Reihen oder eine Zeit.",
  "You may not read metrics.": "Sie dürfen keine Messwerte lesen.",
  "You may not write metrics: that takes metrics:write, deleting metrics:admin.":
    "Sie dürfen keine Messwerte schreiben: das braucht metrics:write, Löschen metrics:admin.",
  'invalid parameter "{0}": {1}': "Parameter „{0}“ ist ungültig: {1}",

  // Signing in
  "The request was refused.": "Die Anfrage wurde abgelehnt.",
  "Unexpected failure, please check server logs for more information":
    "Unerwarteter Fehler; das Protokoll des Servers sagt mehr.",
  "Could not parse request body as JSON": "Der Inhalt der Anfrage ist kein JSON.",
  "Too many concurrent requests on the same session. Try again in a moment.":
    "Zu viele gleichzeitige Anfragen derselben Sitzung. Versuchen Sie es gleich noch einmal.",
  "Processing this request timed out, please retry after a moment.":
    "Diese Anfrage dauerte zu lange. Versuchen Sie es gleich noch einmal.",
  "The request body is too large.": "Der Inhalt der Anfrage ist zu groß.",
  "This feature is disabled.": "Das ist hier ausgeschaltet.",
  "This endpoint requires a valid Bearer token": "Diese Adresse braucht ein gültiges Bearer-Token.",
  "invalid JWT: unable to parse or verify signature": "Ungültiges JWT: nicht zu lesen, oder die Signatur stimmt nicht.",
  "invalid JWT: unable to parse or verify signature, {0}":
    "Ungültiges JWT: nicht zu lesen, oder die Signatur stimmt nicht ({0}).",
  "User not allowed": "Dieses Konto darf das nicht.",
  "Somebody changed the user in between. Load it and try again.":
    "Jemand hat das Konto inzwischen geändert. Laden Sie es und versuchen Sie es noch einmal.",
  "User not found": "Dieses Konto gibt es nicht.",
  "User with this email not found": "Zu dieser E-Mail-Adresse gibt es kein Konto.",
  "User from sub claim in JWT does not exist": "Das Konto dieses Tokens gibt es nicht mehr.",
  "Session from session_id claim in JWT does not exist": "Die Sitzung dieses Tokens gibt es nicht mehr.",
  "There is no session with this id": "Es gibt keine Sitzung mit dieser Kennung.",
  "Invalid Refresh Token: Session Expired": "Ungültiges Erneuerungstoken: Die Sitzung ist abgelaufen.",
  "Invalid Refresh Token: Session Expired{0}": "Ungültiges Erneuerungstoken: Die Sitzung ist abgelaufen.",
  "Invalid Refresh Token: Refresh Token Not Found": "Ungültiges Erneuerungstoken: Es ist unbekannt.",
  "Invalid Refresh Token: Already Used": "Ungültiges Erneuerungstoken: Es wurde schon benutzt.",
  "Invalid login credentials": "Anmeldedaten stimmen nicht.",
  "AAL2 session is required for this operation.": "Das braucht eine Sitzung mit zweitem Faktor.",
  "AAL2 session is required to update email, phone or password when MFA is enabled.":
    "E-Mail, Telefon oder Passwort zu ändern braucht eine Sitzung mit zweitem Faktor.",
  "AAL2 required to enroll a new factor": "Einen Faktor hinzuzufügen braucht eine Sitzung mit zweitem Faktor.",
  "AAL2 required to unenroll verified factor": "Einen Faktor zu entfernen braucht eine Sitzung mit zweitem Faktor.",
  "This account is protected by a second factor.": "Dieses Konto ist durch einen zweiten Faktor geschützt.",
  "The token was made for another audience.": "Das Token ist für einen anderen Empfänger.",
  "User is banned": "Dieses Konto ist ausgesperrt.",
  "Signups not allowed for this instance": "Registrieren ist hier nicht möglich.",
  "A user with this email address has already been registered": "Zu dieser E-Mail-Adresse gibt es schon ein Konto.",
  "A user with this phone number has already been registered": "Zu dieser Telefonnummer gibt es schon ein Konto.",
  "A user with this id exists already": "Zu dieser Kennung gibt es schon ein Konto.",
  "User already registered": "Dieses Konto gibt es schon.",
  "Email not confirmed": "Die E-Mail-Adresse ist nicht bestätigt.",
  "Phone not confirmed": "Die Telefonnummer ist nicht bestätigt.",
  "Email signups are disabled": "Registrieren mit E-Mail ist ausgeschaltet.",
  "Phone signups are disabled": "Registrieren mit Telefon ist ausgeschaltet.",
  "Email logins are disabled": "Anmelden mit E-Mail ist ausgeschaltet.",
  "Phone logins are disabled": "Anmelden mit Telefon ist ausgeschaltet.",
  "Anonymous sign-ins are disabled": "Anonyme Anmeldungen sind ausgeschaltet.",
  "This email address cannot be used as it is not authorized": "Diese E-Mail-Adresse ist nicht zugelassen.",
  'Email address "{0}" cannot be used as it is not authorized': "Die E-Mail-Adresse „{0}“ ist nicht zugelassen.",
  'Email address "{0}" is invalid': "Die E-Mail-Adresse „{0}“ ist ungültig.",
  "Unable to validate email address: invalid format": "Das ist keine gültige E-Mail-Adresse.",
  "Invalid phone number format (E.164 required)": "Das ist keine gültige Telefonnummer (Form E.164, +49…).",
  "Unsupported phone provider": "Dieser Anbieter von Kurznachrichten ist unbekannt.",
  "Cannot create a user without either an email or phone": "Ein Konto braucht eine E-Mail-Adresse oder Telefonnummer.",
  "The provider gave no email address.": "Der Anbieter hat keine E-Mail-Adresse genannt.",
  "Password is too weak.": "Das Passwort ist zu schwach.",
  "Password should be at least {0} characters.": "Das Passwort braucht mindestens {0} Zeichen.",
  "Password should contain at least one character of each: {0}.":
    "Das Passwort braucht mindestens ein Zeichen aus jedem von: {0}.",
  "Password is known to be weak and easy to guess, please choose a different one.":
    "Dieses Passwort ist als schwach bekannt und leicht zu erraten. Wählen Sie ein anderes.",
  "Password cannot be longer than {0} characters": "Das Passwort darf nicht länger als {0} Zeichen sein.",
  "Password must have 1 to {0} characters": "Das Passwort muss 1 bis {0} Zeichen haben.",
  "Signup requires a valid password": "Zum Registrieren gehört ein gültiges Passwort.",
  "New password should be different from the old password.": "Das neue Passwort muss sich vom alten unterscheiden.",
  "The current password is needed to change the password.": "Um das Passwort zu ändern, braucht es das geltende.",
  "The current password is wrong.": "Das geltende Passwort stimmt nicht.",
  "Password update requires reauthentication": "Das Passwort zu ändern braucht eine neue Bestätigung.",
  "Sign in again to delete your account": "Melden Sie sich neu an, um Ihr Konto zu löschen.",
  "Nonce has expired or is invalid": "Der Code ist abgelaufen oder ungültig.",
  "Email, phone and password of this user are managed by the single sign-on provider.":
    "E-Mail, Telefon und Passwort dieses Kontos verwaltet der Single-Sign-on-Anbieter.",
  "This user name is taken.": "Dieser Benutzername ist vergeben.",
  "The invitation was not found.": "Die Einladung wurde nicht gefunden.",
  "Token has expired or is invalid": "Link oder Code ist abgelaufen oder ungültig.",
  "Signups not allowed for otp": "Mit einem Code lässt sich hier kein Konto anlegen.",
  "For security purposes, you can only request this after {0} seconds.":
    "Zur Sicherheit geht das erst in {0} Sekunden wieder.",

  // Providers
  "OAuth callback with invalid state": "Die Rückkehr vom Anbieter gehört zu keiner laufenden Anmeldung.",
  "OAuth callback without what it needs": "Der Rückkehr vom Anbieter fehlt, was sie braucht.",
  "The OAuth provider is not supported.": "Diesen Anbieter gibt es hier nicht.",
  "The provider is not enabled.": "Der Anbieter ist nicht eingeschaltet.",
  'Provider (issuer "{0}") is not enabled': "Der Anbieter (Aussteller „{0}“) ist nicht eingeschaltet.",
  "Unsupported provider: {0}": "Anbieter nicht möglich: {0}",
  "Unverified email with the provider. A confirmation email has been sent.":
    "Die E-Mail-Adresse ist beim Anbieter nicht bestätigt. Eine Mail zum Bestätigen ist unterwegs.",
  "Unverified email with {0}. A confirmation email has been sent to your {0} email":
    "Die E-Mail-Adresse ist bei {0} nicht bestätigt. Eine Mail zum Bestätigen ist an Ihre Adresse bei {0} unterwegs.",
  "The OAuth state is invalid.": "Der Stand der Anmeldung ist ungültig.",
  "The OAuth client state was not found.": "Die Anmeldung wurde nicht gefunden.",
  "The OAuth client state has expired.": "Die Anmeldung ist abgelaufen.",
  "The custom provider was not found.": "Diesen eigenen Anbieter gibt es nicht.",
  "There are as many custom providers as allowed.": "Es gibt so viele eigene Anbieter, wie erlaubt sind.",
  "There is a provider {0} already.": "Einen Anbieter {0} gibt es schon.",
  "The provider account cannot be linked to an existing user.":
    "Das Konto beim Anbieter lässt sich mit keinem bestehenden Konto verknüpfen.",
  "The provider account cannot be linked to a user. {0}":
    "Das Konto beim Anbieter lässt sich mit keinem Konto verknüpfen.",
  "Several users have the e-mail address of this account. An administrator must decide whose it is.":
    "Mehrere Konten haben die E-Mail-Adresse dieses Kontos. Ein Administrator muss entscheiden, wem es gehört.",
  "The provider's email differs from the user's email.":
    "Die E-Mail-Adresse beim Anbieter ist eine andere als die des Kontos.",
  "Invited email does not match emails from external provider":
    "Die eingeladene E-Mail-Adresse ist keine von denen beim Anbieter.",
  "The provider returned no email address.": "Der Anbieter hat keine E-Mail-Adresse genannt.",
  "Unable to exchange external code: {0}": "Der Code des Anbieters ({0}…) ließ sich nicht einlösen.",
  "The identity provider refused to begin.": "Der Identitätsanbieter hat den Beginn abgelehnt.",
  "There is no such trial, or it is too old.": "Diesen Versuch gibt es nicht, oder er ist zu alt.",
  "invalid flow state, no valid flow state found": "Diese Anmeldung ist unbekannt. Beginnen Sie sie von vorn.",
  "invalid flow state, flow state has expired": "Diese Anmeldung ist abgelaufen. Beginnen Sie sie von vorn.",
  "The flow state was used before.": "Diese Anmeldung wurde schon abgeschlossen.",
  "code challenge does not match previously saved code verifier":
    "Diese Anmeldung wurde in einem anderen Browser begonnen.",
  "Manual linking is disabled": "Verknüpfen von Hand ist ausgeschaltet.",
  "User must have at least 1 identity after unlinking": "Mindestens ein Anmeldeweg muss bleiben.",
  "Unable to unlink identity due to email conflict":
    "Der Anmeldeweg lässt sich wegen der E-Mail-Adresse nicht wegnehmen.",
  "Identity is already linked": "Dieses Konto ist schon verknüpft.",
  "Identity is already linked to another user": "Dieses Konto ist schon mit einem anderen verknüpft.",
  "Identity doesn't exist": "Diesen Anmeldeweg gibt es nicht.",
  "{0} cannot be reached.": "{0} ist nicht erreichbar.",
  "{0} did not answer in time.": "{0} hat nicht rechtzeitig geantwortet.",
  "{0} answered {1} for its keys.": "{0} antwortete mit {1} auf die Frage nach seinen Schlüsseln.",
  "{0} is not called without TLS.": "{0} wird nicht ohne TLS gerufen.",
  "The name {0} cannot be resolved.": "Der Name {0} lässt sich nicht auflösen.",
  "Only http and https addresses are called.": "Nur http- und https-Adressen werden gerufen.",
  "An address with a user name or password in it is not called.":
    "Eine Adresse mit Benutzername oder Passwort darin wird nicht gerufen.",

  // Second factors and passkeys
  "Maximum number of verified factors reached, unenroll to continue":
    "Es gibt so viele Faktoren, wie erlaubt sind. Entfernen Sie zuerst einen.",
  "A factor with this friendly name exists already.": "Einen Faktor dieses Namens gibt es schon.",
  "Factor not found": "Diesen Faktor gibt es nicht.",
  "Challenge and verify IP addresses mismatch.": "Frage und Antwort kamen von verschiedenen Adressen.",
  "The MFA challenge has expired. Ask for a new one.": "Die Frage ist abgelaufen. Verlangen Sie eine neue.",
  "MFA challenge {0} has expired, verify against another challenge or create a new challenge.":
    "Die Frage ist abgelaufen. Verlangen Sie eine neue.",
  "MFA factor with the provided challenge ID not found": "Zu dieser Frage gibt es keinen Faktor.",
  "Invalid TOTP code entered": "Der Code stimmt nicht.",
  "Invalid recovery code entered": "Der Wiederherstellungscode stimmt nicht.",
  "Further MFA verification attempts will be rejected.": "Weitere Versuche werden abgewiesen.",
  "Further password verification attempts will be rejected.": "Weitere Versuche mit Passwort werden abgewiesen.",
  "A verified factor of this kind exists already.": "Einen geprüften Faktor dieser Art gibt es schon.",
  "A verified phone factor already exists, unenroll the existing factor to continue":
    "Ein Telefon ist schon als Faktor geprüft. Entfernen Sie es zuerst.",
  "MFA enroll is disabled for TOTP": "Authenticator-Apps hinzuzufügen ist ausgeschaltet.",
  "MFA verification is disabled for TOTP": "Codes von Authenticator-Apps sind ausgeschaltet.",
  "MFA enroll is disabled for Phone": "Telefone als Faktor hinzuzufügen ist ausgeschaltet.",
  "MFA verification is disabled for Phone": "Codes von Telefonen als Faktor sind ausgeschaltet.",
  "MFA enroll is disabled for WebAuthn": "Sicherheitsschlüssel hinzuzufügen ist ausgeschaltet.",
  "MFA verification is disabled for WebAuthn": "Sicherheitsschlüssel als Faktor sind ausgeschaltet.",
  "Recovery codes are disabled": "Wiederherstellungscodes sind ausgeschaltet.",
  "Recovery codes need another verified factor beside them. Add one first.":
    "Wiederherstellungscodes brauchen einen anderen geprüften Faktor neben sich. Fügen Sie zuerst einen hinzu.",
  "Too many wrong recovery codes. Wait a quarter of an hour, or use another factor.":
    "Zu viele falsche Wiederherstellungscodes. Warten Sie eine Viertelstunde oder nehmen Sie einen anderen Faktor.",
  "Passkeys are disabled": "Passkeys sind ausgeschaltet.",
  "Passkey not found": "Diesen Passkey gibt es nicht.",
  "Maximum number of passkeys reached, delete one to continue":
    "Es gibt so viele Passkeys, wie erlaubt sind. Löschen Sie zuerst einen.",
  "The credential was not found.": "Dieser Schlüssel ist hier unbekannt.",
  "The challenge was not found.": "Die Frage ist unbekannt.",
  "The challenge has expired. Ask for a new one.": "Die Frage ist abgelaufen. Verlangen Sie eine neue.",
  "The credential could not be verified.": "Der Schlüssel ließ sich nicht prüfen.",
  "The credential is registered already.": "Der Schlüssel ist schon eingetragen.",

  // Single sign-on
  "SAML 2.0 is disabled": "SAML 2.0 ist ausgeschaltet.",
  "SAML RelayState does not exist, try logging in again?":
    "Diese SAML-Anmeldung ist unbekannt. Melden Sie sich neu an.",
  "SAML RelayState has expired. Try logging in again?": "Diese SAML-Anmeldung ist abgelaufen. Melden Sie sich neu an.",
  "A SAML connection has not been established with this IdP.":
    "Mit diesem Identitätsanbieter gibt es keine SAML-Verbindung.",
  "SAML assertion did not contain a persistent user identifier":
    "Die SAML-Zusicherung enthält keine bleibende Kennung der Person.",
  "SAML assertion does not contain an email address": "Die SAML-Zusicherung enthält keine E-Mail-Adresse.",
  "The SAML metadata could not be fetched.": "Die SAML-Metadaten ließen sich nicht holen.",
  "The metadata cannot be used: {0}": "Die Metadaten lassen sich nicht gebrauchen: {0}",
  "A SAML identity provider with this EntityID exists already.":
    "Einen SAML-Identitätsanbieter mit dieser EntityID gibt es schon.",
  "Somebody changed the provider in between. Load it and try again.":
    "Jemand hat den Anbieter inzwischen geändert. Laden Sie ihn und versuchen Sie es noch einmal.",
  "The EntityID differs from the one of this provider.": "Die EntityID ist nicht die dieses Anbieters.",
  "No such SSO provider": "Diesen Single-Sign-on-Anbieter gibt es nicht.",
  "SSO Identity Provider not found": "Diesen Single-Sign-on-Anbieter gibt es nicht.",
  "Another SSO identity provider has this id": "Ein anderer Single-Sign-on-Anbieter hat diese Kennung.",
  "The SSO provider is disabled.": "Der Single-Sign-on-Anbieter ist ausgeschaltet.",
  "The domain is assigned to another SSO provider.": "Die Domain gehört einem anderen Single-Sign-on-Anbieter.",
  "'{0}' is no domain": "„{0}“ ist keine Domain.",
  "SAML Assertion is not valid: {0}": "Die SAML-Zusicherung ist ungültig: {0}",
  "SAML message is not valid: {0}": "Die SAML-Nachricht ist ungültig: {0}",

  // Limits, hooks, the rest
  "Request rate limit reached": "Zu viele Anfragen. Warten Sie etwas.",
  "email rate limit exceeded": "Zu viele Mails. Warten Sie etwas.",
  "sms rate limit exceeded": "Zu viele Kurznachrichten. Warten Sie etwas.",
  "captcha protection: request disallowed": "Das Captcha wurde nicht gelöst.",
  "captcha protection: request disallowed ({0})": "Das Captcha wurde nicht gelöst ({0}).",
  "Error sending the SMS.": "Die Kurznachricht ließ sich nicht senden.",
  "Error sending the SMS: {0} is not set.": "Die Kurznachricht ließ sich nicht senden: {0} ist nicht gesetzt.",
  "The provider of text messages does not answer just now. Try again in a moment.":
    "Der Anbieter der Kurznachrichten antwortet gerade nicht. Versuchen Sie es gleich noch einmal.",
  "The provider of text messages answered {0}.": "Der Anbieter der Kurznachrichten antwortete mit {0}.",
  "Failed to reach hook within maximum time.": "Der Hook war in der erlaubten Zeit nicht zu erreichen.",
  "Failed to reach hook after maximum retries": "Der Hook war auch nach allen Versuchen nicht zu erreichen.",
  "The answer of the hook is too large.": "Die Antwort des Hooks ist zu groß.",
  "The answer of the hook has a wrong content type.": "Die Antwort des Hooks hat die falsche Inhaltsart.",
  "The hook gave no decision.": "Der Hook hat nichts entschieden.",
  "The hook is missing, or the service may not execute it.":
    "Der Hook fehlt, oder der Dienst darf ihn nicht ausführen.",
  "There is no such hook": "Diesen Hook gibt es nicht.",
  "There is no such hook.": "Diesen Hook gibt es nicht.",
  "There is no such mail": "Diese Mail gibt es nicht.",
  "Say in to where the mail is to go": "Sagen Sie in to, wohin die Mail gehen soll.",
  "Web3 provider is disabled": "Wallets sind ausgeschaltet.",
  "The chain is not supported.": "Diese Kette gibt es hier nicht.",
  "Dynamic client registration is disabled": "Programme können sich hier nicht selbst eintragen.",
  "OAuth client not found": "Dieses Programm gibt es nicht.",
  "OAuth authorization not found": "Diese Anfrage eines Programms gibt es nicht.",
  "OAuth consent not found": "Diese Zustimmung gibt es nicht.",
  "The program asks you to sign in again": "Das Programm verlangt, dass Sie sich neu anmelden.",
  "Cannot regenerate secret for public client": "Ein öffentliches Programm hat kein Geheimnis.",
  "No fields provided for update": "Es wurde nichts geändert.",

  // Settings
  "Send the access token as bearer.": "Senden Sie das Zugriffstoken als Bearer.",
  "The session of this access token has ended.": "Die Sitzung dieses Zugriffstokens ist beendet.",
  "This access token may not change the configuration.": "Dieses Zugriffstoken darf die Einstellungen nicht ändern.",
  "There is no project of this name.": "Es gibt kein Projekt dieses Namens.",
  "A field cannot be used.": "Ein Feld lässt sich nicht gebrauchen.",
  "A field is set in the file or the environment.": "Ein Feld ist in der Datei oder der Umgebung gesetzt.",
  "There is no such signing key.": "Diesen Signaturschlüssel gibt es nicht.",
  "A signing key cannot change like this.": "Ein Signaturschlüssel kann sich so nicht ändern.",
  "Only a revoked key can be deleted": "Nur ein widerrufener Schlüssel lässt sich löschen.",
  "There are {0} keys already": "Es gibt schon {0} Schlüssel.",
  "There is no such issuer.": "Diesen Aussteller gibt es nicht.",
  "{0} has the issuer {1}, which {2} has, too": "{0} hat den Aussteller {1}, den auch {2} hat.",
  "{0} needs issuer, jwks_url or jwks": "{0} braucht issuer, jwks_url oder jwks.",
  "{0} has jwks and jwks_url; keep one": "{0} hat jwks und jwks_url; behalten Sie eines davon.",
  "{0} and {1} both have the key {2}": "{0} und {1} haben beide den Schlüssel {2}.",

  // What pages meet seldom
  '{0} is an address that Vedette does not call. If it is yours, add "{1}" to security.outbound.allowed_hosts in vedette.toml (VEDETTE_SECURITY_OUTBOUND_ALLOWED_HOSTS) and start again.':
    "{0} ist eine Adresse, die Vedette nicht aufruft. Ist es Ihre, fügen Sie „{1}“ zu security.outbound.allowed_hosts in vedette.toml (VEDETTE_SECURITY_OUTBOUND_ALLOWED_HOSTS) hinzu und starten Sie neu.",
  "Only http and https proxies are used.": "Es gehen nur Proxys mit http und https.",
  "A picture has at most {0} pixels.": "Ein Bild hat höchstens {0} Pixel.",
  "data holds half of a character": "In data steht ein halbes Zeichen.",
  "The body is not valid UTF-8.": "Der Inhalt ist kein gültiges UTF-8.",
  "The body holds a NUL character.": "Im Inhalt steht ein NUL-Zeichen.",
  "The body is nested deeper than {0} levels.": "Der Inhalt ist tiefer als {0} Ebenen verschachtelt.",
  "missing csrf token in request header": "Der Anfrage fehlt ihr CSRF-Token. Laden Sie die Seite neu.",
  "invalid csrf token": "Das CSRF-Token der Anfrage gilt nicht. Laden Sie die Seite neu.",
  "The transaction was open for too long and was rolled back.":
    "Es dauerte zu lange und wurde zurückgenommen. Versuchen Sie es noch einmal.",
  "No mail server is set": "Es ist kein Mailserver eingetragen.",
  "The provider refused.": "Der Anbieter hat abgelehnt.",
  "The output claims of the access token hook do not have the form that is needed.":
    "Was der Hook für Zugriffstokens zurückgab, hat nicht die nötige Form.",
  "The answer of the hook is not valid JSON.": "Die Antwort des Hooks ist kein gültiges JSON.",
  "The answer of the hook broke off.": "Die Antwort des Hooks brach ab.",
  "The address of the hook may not be called. Write it in vedette.toml, or its host into security.outbound.allowed_hosts.":
    "Die Adresse des Hooks darf nicht aufgerufen werden. Schreiben Sie sie in vedette.toml oder ihren Rechner in security.outbound.allowed_hosts.",
  "Invalid payload sent to hook": "Was dem Hook gesandt wurde, hat er nicht verstanden.",
  "Hook requires authorization token": "Der Hook verlangt einen Ausweis.",
  "Unexpected status code returned from hook: {0}": "Der Hook antwortete mit dem Status {0}.",
  // Values of settings
  "{0}: it must be at least {1}": "{0}: Das muss mindestens {1} sein.",
  "{0}: it must be at most {1}": "{0}: Das darf höchstens {1} sein.",
  "{0}: it must be a whole number": "{0}: Das muss eine ganze Zahl sein.",
  "{0}: it must be a number": "{0}: Das muss eine Zahl sein.",
  "{0}: it must be on or off": "{0}: Das ist entweder an oder aus.",
  "{0}: it must have at least {1} characters": "{0}: Das muss mindestens {1} Zeichen haben.",
  "{0}: it must have at most {1} characters": "{0}: Das darf höchstens {1} Zeichen haben.",
  "{0}: it must have at most {1} entries": "{0}: Das darf höchstens {1} Einträge haben.",
  "{0}: it must be one of {1}": "{0}: Das muss eines von diesen sein: {1}",
  "{0}: it does not have the form that its description tells":
    "{0}: Das hat nicht die Form, die in der Beschreibung steht.",
  "{0}: it is broken: {1}": "{0}: Das ist fehlerhaft: {1}",
  "{0}: its entry {1} cannot be used": "{0}: Der Eintrag {1} ist nicht zu gebrauchen.",
  "{0}: somebody else has set it since it was read": "{0}: Das hat inzwischen jemand anderes gesetzt.",
  "Somebody else has set a field since it was read.": "Jemand anderes hat inzwischen ein Feld gesetzt.",
  "There is no field {0}": "Es gibt kein Feld {0}.",
  "{0} is set by the environment variable {1}": "{0} ist von der Umgebungsvariable {1} festgelegt.",
  "{0} is set by {1} in the file": "{0} ist von {1} in der Datei festgelegt.",
  "{0} can be changed only with a mail server of your own": "{0} lässt sich erst mit einem eigenen Mailserver ändern.",

  // Templates of mails
  "line {0}, column {1}: {2}": "Zeile {0}, Spalte {1}: {2}",
  "{{ has no }}": "{{ hat kein }}",
  "there is no .{0} in this mail; there are {1}": "{{ .{0} }} gibt es in dieser Mail nicht; es gibt {1}",
  "{{ {0} }} belongs to nothing": "{{ {0} }} gehört zu nichts",
  "{{ {0} }} cannot be used here": "{{ {0} }} geht hier nicht",
  "{{ {0} }} has no {{ end }}": "{{ {0} }} hat kein {{ end }}",
  "there is an {{ else }} already": "ein {{ else }} gibt es schon",
  "this is nested too deeply": "das ist zu tief verschachtelt",
  "{0} cannot be read": "{0} ist nicht zu lesen",
  "{0} has not been set": "{0} hat noch keinen Wert",
  "a value cannot stand in {0}": "in {0} kann kein Wert stehen",

  "{0} must be an UUID": "{0} muss eine UUID sein.",
  "{0} must be a date, 2026-01-31 for instance": "{0} muss ein Tag sein, etwa 2026-01-31.",
  "Invalid query: say author:, action: or type: and a text":
    "Diese Suche geht nicht: schreiben Sie author:, action: oder type: und einen Text.",
  "Anonymous user not allowed to perform these actions": "Wer anonym angemeldet ist, darf das nicht.",
  "factor_type needs to be totp, phone, or webauthn": "Ein zweiter Faktor ist totp, phone oder webauthn.",
  "Phone number required to enroll Phone factor": "Für diesen zweiten Faktor braucht es eine Telefonnummer.",
  "A message to this number has opened the session and is no second factor beside it. Sign in by another way":
    "Mit einer Nachricht an diese Nummer haben Sie sich angemeldet; sie ist kein zweiter Faktor. Melden Sie sich anders an.",
  "Text messages are not sent to numbers of this country": "An Nummern dieses Landes gehen keine Nachrichten.",
  "Invalid email verification type": "Diese Art der Bestätigung gibt es für Adressen nicht.",
  "Invalid email action link type": "Diese Art von Link gibt es nicht.",
  "Unsupported provider: none was named": "Es wurde kein Anbieter genannt.",
  "Unsupported provider: single sign-on begins at /sso": "Single Sign-on beginnt bei /sso.",
  "Requests from this origin are not allowed": "Anfragen von dieser Herkunft sind nicht erlaubt.",
  "SAML RelayState is not a valid UUID or URL": "RelayState ist weder eine UUID noch eine Adresse.",
  "This identity provider may not begin a sign-in. Begin it in the application":
    "Dieser Identitätsanbieter darf keine Anmeldung beginnen. Beginnen Sie sie in der Anwendung.",
  "SAML Metadata can be updated only if the EntityID matches for the provider; expected '{0}' but got '{1}'":
    "Metadaten lassen sich nur mit derselben EntityID erneuern: „{0}“, nicht „{1}“.",
  "SAML Assertion is not valid: it was used before": "Diese SAML-Antwort wurde schon benutzt.",
  "Refresh token is not valid": "Das Refresh-Token gilt nicht.",
  "Revoked by Newer Login": "Eine neuere Anmeldung hat diese beendet.",
  "Token audience doesn't match request audience": "Das Token ist für jemand anderen ausgestellt.",
  "An anonymous user needs an address before a user name":
    "Wer anonym angemeldet ist, braucht vor einem Benutzernamen eine Adresse.",
  "A user name has 2 to 64 letters, digits, dots, hyphens and underscores, begins and ends with a letter or digit, and is no number":
    "Ein Benutzername hat 2 bis 64 Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche, beginnt und endet mit Buchstabe oder Ziffer und ist keine Zahl.",
  "Reauthentication requires the user to have an email or a phone number":
    "Um sich noch einmal auszuweisen, braucht es eine Adresse oder eine Telefonnummer.",
  "Updating password of an anonymous user without an email or phone is not allowed":
    "Wer anonym angemeldet ist, braucht vor einem Passwort eine Adresse oder eine Telefonnummer.",
  "You may see some of the series; this tells of all.":
    "Sie dürfen einige der Reihen sehen; dies sagt etwas über alle.",
  "A wall asks what its dashboards ask. You may not do this.":
    "Eine Wand fragt, was ihre Dashboards fragen. Das dürfen Sie nicht.",
  "timeEnd must not be before time": "Das Ende darf nicht vor dem Anfang liegen.",
  "end timestamp must not be before start timestamp": "Das Ende darf nicht vor dem Anfang liegen.",
  "a moment must lie in the years 1 to 9999, without leap seconds":
    "Ein Zeitpunkt liegt in den Jahren 1 bis 9999, ohne Schaltsekunden.",
  "uid is not a name": "uid ist kein Name.",
  "{0} is required": "{0} fehlt.",
  "There is no such namespace.": "Diesen Namensraum gibt es nicht.",

  // What a schema asks for, with the name of the field
  "{0} must not be empty": "{0} darf nicht leer sein.",
  "{0} must have at least {1} characters": "{0} braucht mindestens {1} Zeichen.",
  "{0} must have at most {1} characters": "{0} darf höchstens {1} Zeichen haben.",
  "{0} must have at least {1} entries": "{0} braucht mindestens {1} Einträge.",
  "{0} must have at most {1} entries": "{0} darf höchstens {1} Einträge haben.",
  "{0} must be at least {1}": "{0} muss mindestens {1} sein.",
  "{0} must be at most {1}": "{0} darf höchstens {1} sein.",
  "{0} must be of the type {1}": "{0} muss vom Typ {1} sein.",
  "{0} must be one of {1}": "{0} muss eines von diesen sein: {1}.",
  "{0} is not one of the values it may have": "{0} hat keinen der möglichen Werte.",
  "{0} has characters, or an order of them, that are not taken here":
    "{0} hat Zeichen oder eine Folge davon, die hier nicht gehen.",
  "{0} must be of the form {1}": "{0} muss die Form {1} haben.",
  "{0} must not have the field {1}": "{0} darf das Feld {1} nicht haben.",
};
