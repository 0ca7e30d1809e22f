/** Every text of the interface, in English. A sentence lives here once; pages only name it. */
export const messages = {
  product: "Vedette",
  error: {
    unreachable: "The server does not answer. Check the network, then try again.",
    tooSlow: "The server took too long to answer. Try again.",
    title: "This did not work",
    retry: "Try again",
    copy: "Copy details",
    copied: "Copied",
    crash: "This page stopped working",
    crashText:
      "What you saved is safe. Load the page again; when it happens twice, copy the details for an administrator.",
    reload: "Load the page again",
    newVersion: "Vedette was updated while this page was open. Load it again to go on.",
  },
  notFound: {
    title: "Nothing is here",
    text: (path: string) => `No page has the address ${path}. It may have been renamed or deleted.`,
    home: "Go to Home",
    search: "Search dashboards",
  },
  noAccess: {
    title: "No access",
    text: (role: string) =>
      `This page is for people with the role ${role}. An administrator can grant it under People.`,
  },
  loading: "Loading",
  stillLoading: "Still working …",
  frame: {
    skip: "Skip to content",
    main: "Main",
    breadcrumb: "Breadcrumb",
    account: "Account",
    signedInAs: (email: string) => `Signed in as ${email}`,
    theme: "Theme",
    themes: { dark: "Dark", light: "Light", system: "System" },
    signOut: "Sign out",
    shortcuts: "Keyboard shortcuts",
    palette: "Go to …",
    home: "Home",
    dashboards: "Dashboards",
    playlists: "Playlists",
    people: "People",
    inbox: "Mail inbox",
    dataSources: "Data sources",
    more: "More",
    pin: "Keep the names shown",
    unpin: "Show icons only",
  },
  session: {
    ended: "Sign in again",
    endedText: (email: string) =>
      `The session of ${email} has ended. Sign in and go on where you are; nothing is lost.`,
    somebodyElse: "Sign in as somebody else",
  },
  password: {
    show: "Show password",
    hide: "Hide password",
  },
  signIn: {
    password: "Password",
    submit: "Sign in",
    wrong: "E-mail or password is wrong.",
  },
} as const;
