import { translated } from "../messages/translated.ts";

/** The texts of the page that asks whether a program is let in. */
export const consentMessages = translated("consent", {
  title: (program: string) => `Let “${program}” in?`,
  unnamed: "a program without a name",
  as: (person: string) => `You are signed in as ${person}.`,
  other: "Sign in as somebody else",
  learns: "It will know",
  scopes: {
    openid: "who you are: the same number every time, and nothing more",
    profile: "your name, picture and language, as you have set them",
    email: "your e-mail address",
    phone: "your phone number",
    offline_access: "all of this while you are away, too",
  },
  never: "It can do nothing in your name here: no dashboards, no settings, no passwords.",
  goes: "Your answer goes to",
  machine: "a program on this machine",
  app: (scheme: string) => `the program that opens ${scheme} addresses on this device`,
  registeredItself:
    "This program registered itself, and nobody has looked at what it calls itself. Trust the address, not the name.",
  allow: "Let it in",
  deny: "Do not let it in",
  back: "You can take this back on your account page, under Programs.",
  onward: "On the way back to the program …",
  gone: {
    title: "This request is over",
    text: "It was answered, has run out, or is somebody else's. Go back to the program and begin again.",
    home: "To the start page",
  },
  off: {
    title: "Nobody is let in here",
    text: "Signing in to other programs with an account of this watch room is switched off. An administrator can switch it on under Access, Programs.",
  },
  again: {
    title: "Sign in again",
    text: "The program asks for a fresh sign-in before it takes your word for who you are.",
    submit: "Sign in again",
  },
});
