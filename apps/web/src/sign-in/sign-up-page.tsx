export function SignUpPage() {
  return <main />;
}
