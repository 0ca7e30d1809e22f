/** What the settings of the sign-in service mean, and the mails it writes, by the English words of the server. */
export const settingWords: Readonly<Record<string, string>> = {
  "People may sign up and in with an e-mail address.":
    "Personen dürfen sich mit einer E-Mail-Adresse registrieren und anmelden.",
  "New e-mail addresses count as confirmed without a mail. Anybody can then sign up with anybody's address.":
    "Neue E-Mail-Adressen gelten ohne Mail als bestätigt. Jede Person kann sich dann mit einer fremden Adresse registrieren.",
  "A change of address must be confirmed from the old and from the new address.":
    "Ein Wechsel der Adresse muss von der alten und von der neuen Adresse aus bestätigt werden.",
  "People whose address is not confirmed may sign in.": "Personen mit unbestätigter Adresse dürfen sich anmelden.",
  "Shortest time between two mails of one kind to one address.":
    "Kürzeste Zeit zwischen zwei Mails derselben Art an dieselbe Adresse.",
  "A link in a mail opens a page with a button, which alone uses it up: for mail programs that open links to look at them.":
    "Ein Link in einer Mail öffnet eine Seite mit einem Knopf, und erst dieser verbraucht ihn: für Mailprogramme, die Links zum Prüfen öffnen.",
  "Domains, and all below them, whose addresses cannot be signed up with: those of throw-away mailboxes, for instance.":
    "Domains samt allem darunter, mit deren Adressen sich niemand registrieren kann: etwa die von Wegwerf-Postfächern.",
  "Digits of the codes in mails.": "Ziffern der Codes in Mails.",
  "Seconds for which codes, links and invitations in mails work.":
    "Sekunden, für die Codes, Links und Einladungen in Mails gelten.",
  "Characters that a new password must have at least.": "Zeichen, die ein neues Passwort mindestens haben muss.",
  "Sets of characters separated by colons; a new password needs one of each. A colon itself is written \\:.":
    "Mengen von Zeichen, durch Doppelpunkte getrennt; ein neues Passwort braucht eines aus jeder. Der Doppelpunkt selbst wird \\: geschrieben.",
  "New passwords must not be among the commonest of known breaches. The list is built in; nobody else is asked.":
    "Neue Passwörter dürfen nicht zu den häufigsten aus bekannten Datenlecks gehören. Die Liste ist eingebaut; niemand sonst wird gefragt.",
  "Changing a password in a session older than 24 hours needs a code that was sent for it.":
    "Ein Passwort in einer Sitzung zu ändern, die älter als 24 Stunden ist, braucht einen eigens gesandten Code.",
  "Seconds for which an access token is valid.": "Sekunden, für die ein Zugriffstoken gilt.",
  "The replay of an old refresh token ends its session.":
    "Wird ein altes Erneuerungstoken noch einmal benutzt, endet dessen Sitzung.",
  "Seconds after a refresh during which older refresh tokens are answered with the current one.":
    "Sekunden nach einer Erneuerung, in denen ältere Erneuerungstokens mit dem geltenden beantwortet werden.",
  "Longest life of a session; 0 is no limit.": "Längste Dauer einer Sitzung; 0 ist keine Grenze.",
  "A session that was not refreshed for so long has ended; 0 is no limit.":
    "Eine Sitzung, die so lange nicht erneuert wurde, ist beendet; 0 ist keine Grenze.",
  "Form of the refresh tokens of new sessions: 2 is signed and stores nothing, 0 and 1 are rows of 12 characters.":
    "Form der Erneuerungstokens neuer Sitzungen: 2 ist signiert und speichert nichts, 0 und 1 sind Zeilen von 12 Zeichen.",
  "A newer sign-in ends the older ones of the same person and tag.":
    "Eine neuere Anmeldung beendet die älteren derselben Person mit derselben Marke.",
  "Kinds of session that do not end each other; the first is that of every new session.":
    "Arten von Sitzungen, die einander nicht beenden; die erste ist die jeder neuen Sitzung.",
  "Asks a hook before a user is created; it may refuse the sign-up.":
    "Fragt einen Hook, bevor ein Konto angelegt wird; er darf die Registrierung ablehnen.",
  "Where the hook is: https address, http on this machine, or pg-functions://postgres/<schema>/<function>.":
    "Wo der Hook ist: https-Adresse, http auf diesem Rechner oder pg-functions://postgres/<Schema>/<Funktion>.",
  "Secrets that sign the hook's calls, v1,whsec_<base64 of 24 to 64 bytes>; several are separated by |.":
    "Geheimnisse, die die Aufrufe des Hooks signieren, v1,whsec_<Base64 von 24 bis 64 Bytes>; mehrere werden durch | getrennt.",
  "Asks a hook after each password of a known user was compared; it may reject the attempt.":
    "Fragt einen Hook nach jedem Vergleich des Passworts eines bekannten Kontos; er darf den Versuch abweisen.",
  "Hands every mail to a hook instead of sending it.": "Übergibt jede Mail einem Hook, statt sie zu versenden.",
  "Hands every text message to a hook instead of a provider.":
    "Übergibt jede Kurznachricht einem Hook statt einem Anbieter.",
  "Lets a hook change the claims of every access token.": "Lässt einen Hook die Angaben jedes Zugriffstokens ändern.",
  "Asks a hook after each code of a second factor; a rejection signs the user out everywhere.":
    "Fragt einen Hook nach jedem Code eines zweiten Faktors; eine Abweisung meldet die Person überall ab.",
  "Tells a hook of every new user; its answer changes nothing.":
    "Meldet einem Hook jedes neue Konto; seine Antwort ändert nichts.",
  "Tells a hook of everything that happens to users, at least once and in the order of each user.":
    "Meldet einem Hook alles, was mit Konten geschieht, mindestens einmal und je Konto der Reihe nach.",
  "What it is told of, e.g. user_signedup and user_deleted; empty for everything.":
    "Was ihm gemeldet wird, z. B. user_signedup und user_deleted; leer für alles.",
  "Second factors that one person may have, verified or not.":
    "Zweite Faktoren, die eine Person haben darf, geprüft oder nicht.",
  "People may add an authenticator app as second factor.":
    "Personen dürfen eine Authenticator-App als zweiten Faktor hinzufügen.",
  "Codes of authenticator apps are accepted.": "Codes von Authenticator-Apps werden angenommen.",
  "Roles whose users need a second factor (AAL2) for the UI and the APIs: Admin, Editor, Viewer, None, or the name or uid of a custom role.":
    "Rollen, deren Benutzer für Oberfläche und APIs einen zweiten Faktor (AAL2) brauchen: Admin, Editor, Viewer, None oder Name oder uid einer eigenen Rolle.",
  "Sign-in methods after which a second factor (AAL2) is needed for the UI and the APIs: email, phone, passkey, web3, the name of an OAuth provider, sso for every company provider, or oidc for the OpenID provider of the UI server.":
    "Anmeldeverfahren, nach denen Oberfläche und APIs einen zweiten Faktor (AAL2) verlangen: email, phone, passkey, web3, der Name eines OAuth-Anbieters, sso für alle Firmenanbieter oder oidc für den OpenID-Anbieter des UI-Servers.",
  "Time a user has to add a required second factor, counted from the first request that needed it. 0s: at the next sign-in.":
    "Zeit, die ein Benutzer hat, um einen verlangten zweiten Faktor hinzuzufügen, ab der ersten Anfrage, die ihn brauchte. 0s: bei der nächsten Anmeldung.",
  "People may add a phone as second factor.": "Personen dürfen ein Telefon als zweiten Faktor hinzufügen.",
  "Codes sent to a phone are accepted as second factor.":
    "Codes, die an ein Telefon gehen, werden als zweiter Faktor angenommen.",
  "Digits of the codes of a phone as second factor.": "Ziffern der Codes eines Telefons als zweitem Faktor.",
  "Text of the message with the code of a second factor.": "Text der Nachricht mit dem Code eines zweiten Faktors.",
  "Shortest time between two codes to one phone as second factor.":
    "Kürzeste Zeit zwischen zwei Codes an dasselbe Telefon als zweiten Faktor.",
  "People may add a security key or device as second factor.":
    "Personen dürfen einen Sicherheitsschlüssel oder ein Gerät als zweiten Faktor hinzufügen.",
  "Security keys and devices are accepted as second factor.":
    "Sicherheitsschlüssel und Geräte werden als zweiter Faktor angenommen.",
  "People may sign in with a passkey instead of a password.":
    "Personen dürfen sich mit einem Passkey statt mit einem Passwort anmelden.",
  "Domain that passkeys and security keys belong to. Changing it makes all of them useless. Empty: host of the site.":
    "Domain, zu der Passkeys und Sicherheitsschlüssel gehören. Ein Wechsel macht sie alle nutzlos. Leer: der Host der Seite.",
  "Name that devices show when they ask for a passkey.": "Name, den Geräte zeigen, wenn sie nach einem Passkey fragen.",
  "Origins of the pages and Android apps that can use passkeys, such as https://app.example.com. Empty: the site and this server.":
    "Ursprünge der Seiten und Android-Apps, die Passkeys verwenden können, etwa https://app.example.com. Leer: die Website und dieser Server.",
  "People may sign up and in with a phone number.":
    "Personen dürfen sich mit einer Telefonnummer registrieren und anmelden.",
  "New phone numbers count as confirmed without a code. Anybody can then sign up with anybody's number.":
    "Neue Telefonnummern gelten ohne Code als bestätigt. Jede Person kann sich dann mit einer fremden Nummer registrieren.",
  "Seconds for which a code in a text message works.": "Sekunden, für die ein Code in einer Kurznachricht gilt.",
  "Digits of the codes in text messages.": "Ziffern der Codes in Kurznachrichten.",
  "Shortest time between two text messages of one kind to one number.":
    "Kürzeste Zeit zwischen zwei Kurznachrichten derselben Art an dieselbe Nummer.",
  "Beginnings of the numbers that text messages go to, country codes for instance: 49, 351. Empty: every number.":
    "Anfänge der Nummern, an die Kurznachrichten gehen, Landesvorwahlen etwa: 49, 351. Leer: jede Nummer.",
  "Text of the message with a code.": "Text der Nachricht mit einem Code.",
  "Numbers that get no message, each with the code that works for it: 15551234567:123456.":
    "Nummern, die keine Nachricht erhalten, jede mit dem Code, der für sie gilt: 15551234567:123456.",
  "When the numbers for tests become numbers like others. Empty: never.":
    "Ab wann die Testnummern Nummern wie andere sind. Leer: nie.",
  "Signing up and in, codes and recovery need the token of a captcha. An invisible one disturbs people least.":
    "Registrieren, Anmelden, Codes und das Zurücksetzen brauchen das Token eines Captchas. Ein unsichtbares stört am wenigsten.",
  "Who checks the tokens.": "Wer die Tokens prüft.",
  "Secret at the provider.": "Geheimnis beim Anbieter.",
  "Key of the site at the provider, with which the pages of this server show the captcha. Empty: they have none, and signing in by password on the sign-in page takes none.":
    "Schlüssel der Seite beim Anbieter, mit dem die Seiten dieses Servers das Captcha zeigen. Leer: sie haben keines, und das Anmelden mit Passwort auf der Anmeldeseite braucht keines.",
  "A provider's account is linked to the user who has its verified e-mail address.":
    "Das Konto eines Anbieters wird mit dem Konto verknüpft, das dessen bestätigte E-Mail-Adresse hat.",
  "Accounts are linked only by people who are signed in.": "Konten verknüpft nur, wer angemeldet ist.",
  "Providers whose e-mail addresses count as verified even where they do not say so.":
    "Anbieter, deren E-Mail-Adressen als bestätigt gelten, auch wenn sie es nicht sagen.",
  "Somebody who is signed in may link an account with another e-mail address than their own.":
    "Wer angemeldet ist, darf ein Konto mit einer anderen als der eigenen E-Mail-Adresse verknüpfen.",
  "Nobody becomes a user by signing in with a provider: its verified e-mail address must be a user's already.":
    "Niemand erhält ein Konto, indem er sich bei einem Anbieter anmeldet: dessen bestätigte E-Mail-Adresse muss schon zu einem Konto gehören.",
  "Administrators may add providers of their own, and people may sign in with them.":
    "Administratoren dürfen eigene Anbieter hinzufügen, und Personen dürfen sich mit ihnen anmelden.",
  "Providers that administrators may add.": "Anbieter, die Administratoren hinzufügen dürfen.",
  "Subject of the mail: {0}": "Betreff der Mail: {0}",
  "Mails a notice: {0}": "Sendet eine Mail als Hinweis: {0}",
  "HTML of that mail, as a template. Empty: the built-in one.": "HTML dieser Mail, als Vorlage. Leer: die eingebaute.",
  "Subject and content in further languages, by language tag.":
    "Betreff und Inhalt in weiteren Sprachen, nach Sprachkürzel.",
  "Tokens that {0} issues are accepted beside those of this service.":
    "Tokens, die {0} ausstellt, werden neben denen dieses Dienstes angenommen.",
  "The project at Firebase: its tokens name it as issuer and as audience.":
    "Das Projekt bei Firebase: dessen Tokens nennen es als Aussteller und als Empfänger.",
  "Host, and path if there is one, of the issuer, clerk.example.com for instance; says the same as the fields of its own.":
    "Host des Ausstellers, mit Pfad, falls es einen gibt, etwa clerk.example.com; sagt dasselbe wie die eigenen Felder.",
  "The tenant at Auth0.": "Der Mandant bei Auth0.",
  "Region of the tenant, eu for instance, where its address has one.":
    "Region des Mandanten, etwa eu, wenn seine Adresse eine hat.",
  "The user pool, eu-west-1_AbCdEfGhI for instance.": "Der Benutzerpool, etwa eu-west-1_AbCdEfGhI.",
  "Region of the user pool, eu-west-1 for instance.": "Region des Benutzerpools, etwa eu-west-1.",
  "The issuer, https://api.workos.com/user_management/client_… for instance.":
    "Der Aussteller, etwa https://api.workos.com/user_management/client_…",
  "Further issuers: id, issuer, jwks_url or jwks, audience, role_claim. Without issuer, tokens are recognized by their key, and id is required. In the file each can be a section of its own, auth.third_party.<id>, with enabled and domain or issuer.":
    "Weitere Aussteller: id, issuer, jwks_url oder jwks, audience, role_claim. Ohne issuer werden Tokens an ihrem Schlüssel erkannt, und id ist nötig. In der Datei kann jeder ein eigener Abschnitt sein, auth.third_party.<id>, mit enabled und domain oder issuer.",
  "Values of the role claim that count as signed in. A token without one is nobody with any rights.":
    "Werte der Rollenangabe, die als angemeldet gelten. Ein Token ohne eine davon hat keinerlei Rechte.",
  "People may sign in with the SAML identity provider of their company.":
    "Personen dürfen sich mit dem SAML-Identitätsanbieter ihrer Firma anmelden.",
  "Identity providers may encrypt assertions for this service; the metadata says so.":
    "Identitätsanbieter dürfen Zusicherungen für diesen Dienst verschlüsseln; die Metadaten sagen es ihnen.",
  "Address that identity providers know this service by. Empty: auth.external_url.":
    "Adresse, unter der Identitätsanbieter diesen Dienst kennen. Leer: auth.external_url.",
  "Other programs may sign people in here, by OAuth 2.1 and OpenID Connect.":
    "Andere Programme dürfen Personen hier anmelden, mit OAuth 2.1 und OpenID Connect.",
  "Programs may register themselves, without an administrator. Anybody can then name a program as they like.":
    "Programme dürfen sich selbst eintragen, ohne Administrator. Jede Person kann ein Programm dann nennen, wie sie mag.",
  "Page of the site that asks people whether they let a program in; it gets authorization_id in its query.":
    "Seite, die Personen fragt, ob sie ein Programm zulassen; sie erhält authorization_id in ihrer Adresse.",
  "People may sign in with an Ethereum wallet (EIP-4361).":
    "Personen dürfen sich mit einer Ethereum-Wallet anmelden (EIP-4361).",
  "People may sign in with a Solana wallet.": "Personen dürfen sich mit einer Solana-Wallet anmelden.",
  "People may choose a user name and type it instead of their address where they sign in with a password.":
    "Personen dürfen einen Benutzernamen wählen und beim Anmelden mit Passwort statt ihrer Adresse eingeben.",
  "A directory can create, change and remove its users and groups at /auth/v1/scim/v2. Experimental.":
    "Ein Verzeichnis kann seine Benutzer und Gruppen unter /auth/v1/scim/v2 anlegen, ändern und entfernen. Experimentell.",
  "Bearer token of the directory, 32 characters at least. Empty: nobody is let in.":
    "Bearer-Token des Verzeichnisses, mindestens 32 Zeichen. Leer: niemand wird eingelassen.",
  "Id of the single sign-on provider that people of the directory sign in with, and nowhere else. Empty: they are users like others, with a confirmed address and no password.":
    "Kennung des Single-Sign-on-Anbieters, mit dem allein sich Personen des Verzeichnisses anmelden. Leer: sie haben Konten wie andere, mit bestätigter Adresse und ohne Passwort.",
  "Where people land after a link in a mail when no allowed redirect was asked for. Empty: the public URL.":
    "Wohin ein Link in einer Mail führt, wenn keine erlaubte Weiterleitung verlangt war. Leer: die öffentliche Adresse.",
  "Patterns of further addresses that redirects may lead to; * is any run without dots and slashes, ** any run.":
    "Muster weiterer Adressen, zu denen Weiterleitungen führen dürfen; * steht für alles ohne Punkte und Schrägstriche, ** für alles.",
  "Longest time until a request of this service is answered, at most ten minutes; then the work is given up. 0: server.limits.answer_seconds.":
    "Längste Zeit, bis eine Anfrage an diesen Dienst beantwortet ist, höchstens zehn Minuten; danach wird sie aufgegeben. 0: server.limits.answer_seconds.",
  "Nobody can create an account of their own; invitations and administrators still can.":
    "Niemand kann selbst ein Konto anlegen; Einladungen und Administratoren können es weiterhin.",
  "People may delete their own account, in a session of the last 24 hours.":
    "Personen dürfen ihr eigenes Konto löschen, in einer Sitzung der letzten 24 Stunden.",
  "Not even applications can tell who has an account: a taken address looks like a new one at sign-up, and codes seem to be sent.":
    "Nicht einmal Anwendungen erkennen, wer ein Konto hat: eine vergebene Adresse sieht beim Registrieren wie eine neue aus, und Codes scheinen verschickt zu werden.",
  "People who are signed in may add further ways to sign in and take them away. Beta.":
    "Wer angemeldet ist, darf weitere Anmeldewege hinzufügen und wegnehmen. Beta.",
  "People may sign in without saying who they are, and say so later.":
    "Personen dürfen sich anmelden, ohne zu sagen, wer sie sind, und es später nachholen.",
  "Mails per hour of the whole project through a mail server; 0 sends none.":
    "Mails je Stunde des ganzen Projekts über einen Mailserver; 0 versendet keine.",
  "Text messages per hour of the whole project; 0 sends none.":
    "Kurznachrichten je Stunde des ganzen Projekts; 0 versendet keine.",
  "Sign-ins and refreshes in 5 minutes from one address of the network.":
    "Anmeldungen und Erneuerungen in 5 Minuten von einer Adresse im Netz.",
  "Sign-ups in 5 minutes from one address of the network; as many again of each kind of mail and of changes to the user.":
    "Registrierungen in 5 Minuten von einer Adresse im Netz; noch einmal so viele von jeder Art Mail und von Änderungen am Konto.",
  "Sign-ups per hour with addresses of one domain, whoever asks for them; 0 is no limit.":
    "Registrierungen je Stunde mit Adressen einer Domain, wer auch danach fragt; 0 ist keine Grenze.",
  "Anonymous sign-ins per hour from one address of the network.":
    "Anonyme Anmeldungen je Stunde von einer Adresse im Netz.",
  "Sign-ins with a wallet in 5 minutes from one address of the network.":
    "Anmeldungen mit einer Wallet in 5 Minuten von einer Adresse im Netz.",
  "Security events are written to the log alone and not into the database; nobody can then read them in the pages.":
    "Sicherheitsereignisse stehen nur im Protokoll und nicht in der Datenbank; niemand kann sie dann auf den Seiten lesen.",
  "Client id at {0}; of several, separated by commas, the first is used and ID tokens for the others are accepted.":
    "Client-ID bei {0}; von mehreren, durch Kommas getrennt, gilt die erste, und ID-Tokens für die anderen werden angenommen.",
  "Further client ids at {0}, separated by commas, whose ID tokens are accepted.":
    "Weitere Client-IDs bei {0}, durch Kommas getrennt, deren ID-Tokens angenommen werden.",
  "Client secret at {0}.": "Client-Geheimnis bei {0}.",
  "Where {0} is, if not at its usual address. Addresses in the file or environment may be private ones.":
    "Wo {0} ist, wenn nicht an der üblichen Adresse. Adressen in der Datei oder Umgebung dürfen private sein.",
  "ID tokens of {0} that an application brings need no nonce. They can then be replayed.":
    "ID-Tokens von {0}, die eine Anwendung bringt, brauchen keine Nonce. Sie lassen sich dann noch einmal benutzen.",
  "People whose account at {0} names no e-mail address may sign in.":
    "Personen, deren Konto bei {0} keine E-Mail-Adresse nennt, dürfen sich anmelden.",
  "People may sign in with {0}.": "Personen dürfen sich mit {0} anmelden.",
  "Mail server. Empty: mails are kept in the built-in inbox and never leave this server.":
    "Mailserver. Leer: Mails bleiben im eingebauten Eingang und verlassen diesen Server nie.",
  "User name at the mail server. Empty: no sign-in there.": "Benutzername beim Mailserver. Leer: ohne Anmeldung dort.",
  "Password at the mail server. Sent over TLS only, or to a server on this machine.":
    "Passwort beim Mailserver. Geht nur über TLS oder an einen Server auf diesem Rechner.",
  "Address that mails come from. Empty: no-reply at the mail server's name.":
    "Adresse, von der Mails kommen. Leer: no-reply beim Namen des Mailservers.",
  "Name that people see beside the address.": "Name, den Personen neben der Adresse sehen.",
  "Port of the mail server.": "Port des Mailservers.",
  "TLS to the mail server: implicit from the first byte, starttls required, or auto: implicit on port 465, else STARTTLS when offered.":
    "TLS zum Mailserver: implicit ab dem ersten Byte, starttls verpflichtend, oder auto: implicit auf Port 465, sonst STARTTLS, wenn angeboten.",
  "Provider of text messages. Empty: without a hook, requests that need a text message fail.":
    "Anbieter für Textnachrichten. Leer: Ohne Hook schlagen Anfragen fehl, die eine Textnachricht brauchen.",
  "Keeps text messages in the built-in inbox while no provider is set. For development only.":
    "Bewahrt Textnachrichten im eingebauten Posteingang auf, solange kein Anbieter eingestellt ist. Nur zur Entwicklung.",
  "Account at Twilio.": "Konto bei Twilio.",
  "Token of that account.": "Token dieses Kontos.",
  "Messaging service or number that messages come from.": "Nachrichtendienst oder Nummer, von der Nachrichten kommen.",
  "Template for WhatsApp; its variable 1 is the code.": "Vorlage für WhatsApp; ihre Variable 1 ist der Code.",
  "Account at Twilio, for its service that makes and checks codes itself.":
    "Konto bei Twilio, für dessen Dienst, der Codes selbst macht und prüft.",
  "The verification service.": "Der Prüfdienst.",
  "Key at MessageBird.": "Schlüssel bei MessageBird.",
  "Key at Textlocal.": "Schlüssel bei Textlocal.",
  "Key at Vonage.": "Schlüssel bei Vonage.",
  "Secret of that key.": "Geheimnis dieses Schlüssels.",
  "Who messages come from.": "Von wem Nachrichten kommen.",
  "The first address of Sb-Forwarded-For is the client's, where the proxy that sends it is trusted.":
    "Die erste Adresse in Sb-Forwarded-For ist die des Clients, wenn dem Proxy vertraut wird, der sie sendet.",
};
