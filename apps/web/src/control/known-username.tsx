interface KnownUsernameProps {
  readonly email: string;
}

/** Whose password a form is about that does not ask for it: those who keep passwords keep it under that name. */
export function KnownUsername({ email }: KnownUsernameProps) {
  return (
    <input type="email" className="v-hidden" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
  );
}
