export function SignInPage() {
  return <main />;
}
