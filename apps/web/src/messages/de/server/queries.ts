/** What is wrong with a query, by the English words of the Prometheus API. `{0}` stands for what it fills in. */
export const queryWords: Readonly<Record<string, string>> = {
  'invalid parameter "query": {0}:{1}: parse error: {2}': "Die Abfrage stimmt nicht, Zeile {0}, Zeichen {1}: {2}",
  'invalid parameter "query": invalid expression type "{0}" for range query, must be Scalar or instant Vector':
    "Die Abfrage ergibt „{0}“; über eine Zeitspanne muss sie eine Zahl oder einen Augenblickswert ergeben.",
  "{0}: parse error: {1}": "{1} ({0})",

  // Signs
  "unclosed left parenthesis": "Eine Klammer ( wird nicht geschlossen.",
  "unclosed left bracket": "Eine Klammer [ wird nicht geschlossen.",
  "unexpected right parenthesis ')'": "Diese Klammer ) hat keinen Anfang.",
  "unexpected right bracket ']'": "Diese Klammer ] hat keinen Anfang.",
  "unexpected left bracket '['": "Eine Klammer [ darf hier nicht stehen.",
  "unexpected left brace '{'": "Eine Klammer { darf hier nicht stehen.",
  "unexpected colon ':'": "Ein Doppelpunkt darf hier nicht stehen.",
  "unexpected end of input inside braces": "Eine Klammer { wird nicht geschlossen.",
  "unterminated quoted string": "Die Anführungszeichen am Ende fehlen.",
  "unterminated raw string": "Das Zeichen ` am Ende fehlt.",
  "unknown escape sequence in string": "Diesen Rückstrich im Text gibt es nicht.",
  "unexpected character after {0}: {1}": "Nach {0} darf {1} nicht stehen.",
  "unexpected character inside braces: {0}": "In den Klammern { } darf {0} nicht stehen.",
  "unexpected character in duration expression: {0}": "In einer Dauer darf {0} nicht stehen.",
  "unexpected character: {0}": "{0} darf hier nicht stehen.",
  'unexpected {0} in label matching, expected "," or "}"': "Nach einer Bedingung fehlt , oder }; hier steht {0}.",
  'unexpected {0} in label matching, expected identifier or "}"':
    "Hier fehlt der Name eines Labels oder }; es steht {0}.",
  "unexpected {0} in label matching, expected label matching operator": "Hier fehlt =, !=, =~ oder !~; es steht {0}.",
  "unexpected {0} in label matching, expected string": "Hier fehlt ein Wert in Anführungszeichen; es steht {0}.",
  'unexpected {0} in grouping opts, expected "("': "Nach „by“ und „without“ fehlt (; hier steht {0}.",
  'unexpected {0} in grouping opts, expected "," or ")"': "Nach dem Label fehlt , oder ); hier steht {0}.",
  "unexpected {0} in grouping opts, expected label": "Hier fehlt der Name eines Labels; es steht {0}.",
  "unexpected {0} in offset, expected number or duration": "Nach „offset“ fehlt eine Dauer; hier steht {0}.",
  "unexpected {0} in @, expected timestamp": "Nach „@“ fehlt ein Zeitpunkt; hier steht {0}.",
  "unexpected {0}, expected {1}": "Hier fehlt {1}; es steht {0}.",
  "unexpected {0} in {1}, expected {2}": "Hier fehlt {2}; es steht {0}.",
  "unexpected {0}": "Das darf hier nicht stehen: {0}",
  "no expression found in input": "Die Abfrage ist leer.",
  "query is longer than {0} characters": "Die Abfrage ist länger als {0} Zeichen.",
  "expression is nested deeper than {0} levels": "Die Abfrage ist tiefer als {0} Ebenen verschachtelt.",
  "more than {0} label matchers": "Mehr als {0} Bedingungen an Labels.",

  // What stands somewhere
  "end of input": "das Ende",
  "identifier {0}": "der Name {0}",
  "metric identifier {0}": "die Metrik {0}",
  "number {0}": "die Zahl {0}",
  "string {0}": "der Text {0}",

  // Numbers and durations
  "bad number or duration syntax: {0}": "{0} ist weder eine Zahl noch eine Dauer.",
  "not a valid duration string: {0}": "{0} ist keine Dauer.",
  "error parsing number: {0} is not a valid number": "{0} ist keine Zahl.",
  "duration must be greater than 0": "Eine Dauer muss größer als 0 sein.",
  "duration out of range": "Die Dauer ist zu lang.",
  "duration is out of range": "Die Dauer ist zu lang.",

  // Functions and operators
  'unknown function with name "{0}"': "Eine Funktion „{0}“ gibt es nicht.",
  "expected type {0} in {1}, got {2}": "{1} braucht {0}, nicht {2}.",
  'call to function "{0}"': "Die Funktion „{0}“",
  "aggregation expression": "Die Zusammenfassung",
  "aggregation parameter": "Der Parameter der Zusammenfassung",
  "range vector": "Werte über eine Zeitspanne, etwa mit [5m]",
  "instant vector": "Werte eines Augenblicks",
  scalar: "eine Zahl",
  'expected at least {0} argument(s) in call to "{1}", got {2}':
    "Argumente von „{1}“: es braucht mindestens {0}, da sind {2}.",
  'expected at most {0} argument(s) in call to "{1}", got {2}':
    "Argumente von „{1}“: es nimmt höchstens {0}, da sind {2}.",
  'expected {0} argument(s) in call to "{1}", got {2}': "Argumente von „{1}“: es braucht {0}, da sind {2}.",
  "trailing commas not allowed in function call args": "Nach dem letzten Argument darf kein Komma stehen.",
  "no arguments for aggregate expression provided": "Die Zusammenfassung hat kein Argument.",
  "wrong number of arguments for aggregate expression provided, expected {0}, got {1}":
    "Argumente der Zusammenfassung: es braucht {0}, da sind {1}.",
  "vector selector must contain at least one non-empty matcher":
    "Mindestens eine Bedingung muss mehr als den leeren Text verlangen.",
  "ranges only allowed for vector selectors": "Eine Zeitspanne gibt es nur nach dem Namen einer Metrik.",
  "no offset modifiers allowed before range": "„offset“ darf nicht vor der Zeitspanne stehen.",
  "no @ modifiers allowed before range": "„@“ darf nicht vor der Zeitspanne stehen.",
  "offset may not be set multiple times": "„offset“ darf nur einmal stehen.",
  "@ <timestamp> may not be set multiple times": "„@“ darf nur einmal stehen.",
  "{0} modifier must be preceded by an instant vector selector or range vector selector or a subquery":
    "Vor „{0}“ muss der Name einer Metrik, eine Zeitspanne oder eine Unterabfrage stehen.",
  "subquery is only allowed on instant vector, got {0} instead": "Eine Unterabfrage braucht Werte eines Augenblicks.",
  "binary expression must contain only scalar and instant vector types":
    "Rechnen lässt sich nur mit Zahlen und Werten eines Augenblicks.",
  "bool modifier can only be used on comparison operators": "„bool“ gibt es nur bei Vergleichen.",
  "comparisons between scalars must use BOOL modifier": "Zahlen vergleicht man mit „bool“.",
  "vector matching only allowed between instant vectors": "„on“ und „ignoring“ gibt es nur zwischen Metriken.",
  'set operator "{0}" not allowed in binary scalar expression': "„{0}“ gibt es nicht zwischen Zahlen.",
  'no grouping allowed for "{0}" operation': "„{0}“ nimmt kein „group_left“ oder „group_right“.",
  "label {0} must not occur in ON and GROUP clause at once": "Das Label {0} darf nicht in „on“ und „group“ stehen.",
  'unary expression only allowed on expressions of type scalar or instant vector, got "{0}"':
    "Ein Vorzeichen gibt es nur vor Zahlen und Werten eines Augenblicks, nicht vor: {0}.",
  "filling in missing series not allowed for set operators":
    "„and“, „or“ und „unless“ füllen keine fehlenden Reihen auf.",
  "filling in missing series only allowed between instant vectors":
    "Fehlende Reihen werden nur zwischen Metriken aufgefüllt.",
  "expected label selectors only, got vector selector instead":
    "Hier stehen nur Bedingungen in Klammern { }, ohne den Namen einer Metrik.",
  "metric name must not be set twice: {0} or {1}": "Die Metrik ist zweimal genannt: {0} oder {1}.",
  "timestamp out of bounds for @ modifier: {0}": "Der Zeitpunkt nach „@“ liegt zu weit weg: {0}",
  "anchored and smoothed modifiers cannot be used together": "„anchored“ und „smoothed“ gehen nicht zusammen.",
  "{0} modifier is not supported for subqueries": "„{0}“ gibt es nicht bei Unterabfragen.",
  "{0} is experimental, and metrics.query.experimental is off":
    "„{0}“ ist noch im Versuch, und metrics.query.experimental ist aus.",

  // While it is evaluated
  "found duplicate series for the match group {0} on the {1} hand-side of the operation: {2};many-to-many matching not allowed: matching labels must be unique on one side":
    "Zu {0} passen auf einer Seite mehrere Reihen: {2}. Die Labels müssen auf einer Seite eindeutig sein.",
  "multiple matches for labels: many-to-one matching must be explicit (group_left/group_right)":
    "Mehrere Reihen passen zu einer. Sagen Sie es mit group_left oder group_right.",
  "multiple matches for labels: grouping labels must ensure unique matches":
    "Mehrere Reihen passen zu einer; die Labels der Gruppierung müssen eindeutig sein.",
  'operator "{0}" not allowed for Scalar operations': "„{0}“ gibt es nicht zwischen Zahlen.",
  "{0} modifier can only be used with: {1} - not with {2}": "„{0}“ gibt es nur bei {1}, nicht bei {2}.",
  "invalid {0} factor. Expected: 0 < {1} < 1, got: {2}":
    "Der Faktor „{1}“ muss größer als 0 und kleiner als 1 sein; er ist {2}.",
  "Parameter value is NaN": "Der Parameter der Zusammenfassung ist keine Zahl.",
  "Scalar value {0} overflows int64": "Der Parameter der Zusammenfassung ist zu groß: {0}",
  "Ratio value is NaN": "Der Anteil ist keine Zahl.",
  'invalid label name "" in count_values': "count_values braucht den Namen eines Labels.",
  "label value is longer than {0} characters": "Der Wert eines Labels würde länger als {0} Zeichen.",
  "conflicting label: {0}": "Das Label {0} hätte zwei Werte.",
  "info sample should be float": "info() nimmt nur Metriken mit Zahlen.",
  "vector cannot contain metrics with the same labelset": "Im Ergebnis hätten mehrere Reihen dieselben Labels.",
  // Of what an answer is warned
  "PromQL warning: {0} ({1}:{2})": "{0} (Zeile {1}, Zeichen {2})",
  "results truncated due to limit": "Das Ergebnis ist an der Grenze der Anfrage abgeschnitten.",
  "ratio value should be between -1 and 1, got {0}, capping to {1}":
    "Ein Anteil liegt zwischen -1 und 1; er ist {0} und gilt als {1}.",
  "encountered a mix of histograms and floats for metric name {0}":
    "Die Metrik {0} hat Zahlen und Histogramme zugleich.",
  "encountered a mix of histograms and floats for aggregation":
    "Zusammengefasst werden sollten Zahlen und Histogramme zugleich.",
  "vector contains a mix of histograms with exponential and custom buckets schemas for metric name {0}":
    "Die Metrik {0} hat Histogramme mit eigenen und mit exponentiellen Grenzen zugleich.",
  "this native histogram metric is not a counter: {0}": "Das Histogramm {0} ist kein Zähler.",
  "this native histogram metric is not a gauge: {0}": "Das Histogramm {0} ist kein Messwert, sondern ein Zähler.",
  "conflicting counter resets during histogram {0}":
    "Histogramme, deren Zähler zu verschiedenen Zeiten neu begannen, wurden zusammengerechnet ({0}).",
  "incompatible bucket layout encountered for binary operator {0}":
    "Histogramme mit Grenzen, die nicht zueinander passen, lassen sich nicht mit {0} verrechnen.",
  "invalid regular expression in label_replace(): {0}": "Der reguläre Ausdruck in label_replace() stimmt nicht: {0}",
  "invalid destination label name in {0}(): {1}": "Das Ziel in {0}() ist kein Name eines Labels: {1}",
};
