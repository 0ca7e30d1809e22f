/** Tells the first administrator that the watch room stands, and shows that mails arrive. */
export function welcomeMail(to: string, publicUrl: string) {
  const subject = "Your watch room is ready";
  const lines = [
    "Your watch room is ready.",
    `It is at ${publicUrl}. You are its administrator: invite your team, import the dashboards you have, or look at the ones that are there.`,
    "This mail went through the same queue as every mail of the server. If you can read it, sending works.",
  ];
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n");
  return {
    to,
    subject,
    text: lines.join("\n\n"),
    html: `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${subject}</title></head>\n<body>\n${paragraphs}\n</body>\n</html>\n`,
    kind: "welcome",
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
